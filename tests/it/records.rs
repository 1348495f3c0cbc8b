//! Records in the wild: every sample opens with the main line and the variations that another reader found in it, and
//! comes back from every form that can hold it.

use std::fs;
use std::path::{Path, PathBuf};

use duiyi_core::record::format::{self, Codec, Record};
use duiyi_core::record::{Header, Tree};
use duiyi_core::study;

/// The folder of samples that may not be copied; `None` where it is absent.
fn samples() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1);
    let found = root.map(|folder| folder.join("shared/data/samples")).find(|folder| folder.is_dir());
    if found.is_none() {
        println!("skipped: there is no ../shared/data/samples");
    }
    found
}

/// Reads a record and turns its words into moves; nothing of it may be lost.
fn open(bytes: &[u8]) -> Record {
    let mut record = format::read(bytes).expect("it is a record");
    let (_, stopped) = study::resolve(&mut record);
    assert_eq!((record.faults(), stopped), (vec![], None));
    record
}

/// Writes every path of a tree after the line that says where it begins.
fn lines(header: &Header, tree: &Tree) -> Vec<String> {
    let written = format::lines::Lines.write(header, tree).expect("it is a game with paths");
    String::from_utf8(written.bytes).expect("paths are text").lines().map(str::to_owned).collect()
}

#[test]
fn the_samples_of_xqf_have_their_lines() {
    let Some(folder) = samples() else { return };
    let expected = fs::read_to_string(folder.join("expected-xqf.tsv")).expect("it stands beside the samples");
    let mut checked = 0;
    for row in expected.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (file, result, start) = (cells[0], cells[2], cells[3]);
        let record = open(&fs::read(folder.join(file)).expect(file));
        let told = record.header.outcome.map_or("*", duiyi_core::base::Outcome::score_text);
        assert_eq!(told, result, "{file}");
        let paths = lines(&record.header, &record.tree);
        assert!(paths[0].starts_with(start), "{file}");
        let wanted: Vec<&str> =
            cells.get(4).map_or(vec![], |cell| cell.split(" | ").filter(|path| !path.is_empty()).collect());
        assert_eq!(paths[1..].iter().map(String::as_str).collect::<Vec<_>>(), wanted, "{file}");
        checked += 1;
    }
    assert!(checked >= 10, "only {checked} rows were found");
}

/// What each of the other samples begins with, and how many moves its tree has.
const OTHERS: [(&str, &str, &str, usize); 10] = [
    ("test.pgn", "pgn", "h2e2 b9c7 h0g2", 25),
    ("SAMPLE.PGN", "pgn", "b2e2 h7e7 e2e7", 77),
    ("test.cbr", "cbr", "h2e2 h9g7 h0g2", 128),
    ("test.cbf", "cbf", "h2e2 h9g7 g3g4", 42),
    ("small.lib", "lib", "h8 h9 i9", 5),
    ("game.pos", "pos", "j8 g6 h10", 29),
    ("piskvork.psq", "psq", "j8 g6 h10", 29),
    ("gomotur.rec", "rec", "j8 g6 h10", 29),
    ("minimal_gm4.sgf", "sgf", "h8 h9 j10", 7),
    ("rapfi_selfplay_renju.sgf", "sgf", "j8 g6 h10", 29),
];

#[test]
fn the_other_samples_are_known_by_their_content() {
    let Some(folder) = samples() else { return };
    for (file, form, begins, moves) in OTHERS {
        let bytes = fs::read(folder.join(file)).expect(file);
        assert_eq!(format::sniff(&bytes).name(), form, "{file}");
        let record = open(&bytes);
        let line: Vec<&str> = record.tree.main_moves().take(3).collect();
        assert_eq!((line.join(" ").as_str(), record.tree.len()), (begins, moves), "{file}");
    }
}

#[test]
fn a_sample_comes_back_from_every_form() {
    let Some(folder) = samples() else { return };
    let mut checked = 0;
    for entry in fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        let bytes = fs::read(&path).expect("it can be read");
        let Ok(mut record) = format::read(&bytes) else { continue };
        if study::resolve(&mut record).1.is_some() || record.tree.is_empty() {
            continue;
        }
        for codec in format::CODECS {
            let Ok(written) = codec.write(&record.header, &record.tree) else { continue };
            assert_eq!(format::sniff(&written.bytes).ending(), codec.ending(), "{}", path.display());
            let again = open(&written.bytes);
            assert!(again.tree.main_moves().eq(record.tree.main_moves()), "{} as {}", path.display(), codec.name());
            if written.left_out.count(format::Part::Variation) == 0 {
                assert_eq!(lines(&again.header, &again.tree)[1..], lines(&record.header, &record.tree)[1..]);
            }
            if written.left_out.is_empty() {
                assert!(again.tree == record.tree, "{} as {}", path.display(), codec.name());
            }
            checked += 1;
        }
    }
    assert!(checked > 60, "only {checked} files were written");
}
