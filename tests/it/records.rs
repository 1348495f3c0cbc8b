//! Records from other programs: every sample opens with the main line and the variations that another reader found, and
//! every record survives every form that can hold it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use duiyi_core::base::Rng;
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::record::format::{self, CODECS, Codec, RECORD_BYTES_MAX, Record};
use duiyi_core::record::{Header, Tree};
use duiyi_core::study;

/// The folder of samples that may not be copied; `None` if it is absent.
fn samples() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(1);
    let found = root.map(|folder| folder.join("shared/data/samples")).find(|folder| folder.is_dir());
    if found.is_none() {
        println!("without the samples: ../shared/data/samples is absent");
    }
    found
}

/// Every record of the tests' data: the cases, the made ones, and the samples where they are present.
pub fn corpus() -> Vec<(PathBuf, Vec<u8>)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut folders = vec![data.join("cases"), data.join("records")];
    folders.extend(samples());
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("it can be listed") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("it can be read");
                files.push((path, bytes));
            }
        }
    }
    files.sort();
    files
}

/// Reads a record of any form and resolves its moves; none may be lost.
fn open(bytes: &[u8]) -> Record {
    open_as(format::sniff(bytes), bytes)
}

fn open_as(codec: &dyn Codec, bytes: &[u8]) -> Record {
    let mut record = codec.read(bytes).expect("it is a record");
    let (_, stopped) = study::resolve(&mut record);
    assert_eq!((record.faults(), stopped), (vec![], None));
    record
}

/// Writes every path of a tree after a line with its start.
fn lines(header: &Header, tree: &Tree) -> Vec<String> {
    let written = format::lines::PathLines.write(header, tree).expect("it is a game with paths");
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

/// The first bytes of each other sample, and the number of moves in its tree.
const OTHERS: [(&str, &str, &str, usize); 10] = [
    ("test.pgn", "pgn", "h2e2 b9c7 h0g2", 25),
    ("SAMPLE.PGN", "pgn", "b2e2 h7e7 e2e7", 75),
    ("test.cbr", "cbr", "h2e2 h9g7 h0g2", 102),
    ("test.cbf", "cbf", "h2e2 h9g7 h0g2", 50),
    ("small.lib", "lib", "h8 h9 i9", 6),
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

/// Returns whether a node has the same move twice.
fn repeats_a_move(tree: &Tree) -> bool {
    tree.subtree(Tree::ROOT).any(|node| {
        let mut known = HashSet::new();
        !tree.children(node).all(|child| known.insert(tree.mv(child)))
    })
}

#[test]
fn a_record_comes_back_from_every_form() {
    let mut checked = 0;
    for (path, bytes) in corpus() {
        let Ok(mut record) = format::read(&bytes) else { continue };
        if study::resolve(&mut record).1.is_some() || record.tree.is_empty() {
            continue;
        }
        for codec in CODECS {
            // Paths tell variations apart by their moves alone.
            if codec.name() == "lines" && repeats_a_move(&record.tree) {
                continue;
            }
            let Ok(written) = codec.write(&record.header, &record.tree) else { continue };
            // A FEN with one line of moves belongs to both forms.
            if !matches!(codec.name(), "txt" | "lines") {
                assert_eq!(format::sniff(&written.bytes).ending(), codec.ending(), "{}", path.display());
            }
            let again = open_as(codec, &written.bytes);
            assert!(again.tree.main_moves().eq(record.tree.main_moves()), "{} as {}", path.display(), codec.name());
            if written.left_out.count(format::RecordPart::Variation) == 0 {
                assert_eq!(lines(&again.header, &again.tree)[1..], lines(&record.header, &record.tree)[1..]);
            }
            if written.left_out.is_empty() {
                assert!(again.tree == record.tree, "{} as {}", path.display(), codec.name());
            }
            checked += 1;
        }
    }
    assert!(checked > 250, "only {checked} files were written");
}

/// Records of read-only forms.
const READ_ONLY: [&[u8]; 5] = [
    include_bytes!("../data/records/made.cbr"),
    include_bytes!("../data/records/made.cbl"),
    include_bytes!("../data/records/made.cbf"),
    include_bytes!("../data/cases/xq/usual.wxf"),
    include_bytes!("../data/cases/gm/renjunet.rif"),
];

/// A game of each kind with variations and notes, in every form that can hold it; every form has at least one.
fn seeds() -> Vec<Vec<u8>> {
    let xiangqi = "[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\"]\n[Event \"杯\"]\n\
        1. 炮二平五! {[%csl Gh2] 中炮} (1. 兵七进一 卒7进1 (1... 马2进3)) 马8进7 2. 马二进三 车9平8 (2... 卒7进1 {好}) 1-0";
    let gomoku = "(;SZ[15]RU[renju]PB[甲];B[hh]C[天元]LB[ii:A];W[hg](;B[jf];W[gg]TR[aa])(;B[ih]TE[1];W[jj]))";
    let mut seeds = READ_ONLY.map(<[u8]>::to_vec).to_vec();
    for text in [xiangqi, gomoku] {
        let record = open(text.as_bytes());
        seeds.push(text.as_bytes().to_vec());
        seeds.extend(CODECS.iter().filter_map(|codec| Some(codec.write(&record.header, &record.tree).ok()?.bytes)));
    }
    if let Some(folder) = samples() {
        let files = fs::read_dir(folder).expect("it can be listed");
        seeds.extend(files.map(|entry| fs::read(entry.expect("it can be listed").path()).expect("it can be read")));
    }
    for codec in CODECS {
        assert!(seeds.iter().any(|seed| is_of(codec, seed)), "there is no record of the form {}", codec.name());
    }
    seeds
}

/// Returns whether `bytes` are a record of that form. Some forms of text differ by their games alone.
fn is_of(codec: &dyn Codec, bytes: &[u8]) -> bool {
    format::sniff(bytes).ending() == codec.ending()
}

/// `DUIYI_SEEDS=fuzz/corpus` writes the records as seeds for the fuzzer of each form. `make fuzz` does so.
#[test]
fn every_form_has_records_to_begin_with() {
    let seeds = seeds();
    let Ok(folder) = std::env::var("DUIYI_SEEDS") else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // PGN's three notations are one form to the reader.
    for codec in CODECS.into_iter().filter(|codec| !codec.name().starts_with("pgn-")) {
        let folder = root.join(&folder).join(format!("form_{}", codec.name()));
        fs::create_dir_all(&folder).expect("it can be made");
        for (number, seed) in seeds.iter().filter(|seed| is_of(codec, seed)).enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed).expect("there is room");
        }
    }
}

/// Changes a few bytes, or cuts, repeats or joins ranges of them.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let (at, length) = (rng.below(bytes.len() + 1), rng.below(40));
        let end = (at + length).min(bytes.len());
        match rng.below(7) {
            0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = rng.next_u64() as u8),
            2 => bytes.iter_mut().skip(at).take(4).for_each(|byte| *byte = 0xFF),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let stretch = bytes[at..end].repeat(1 + rng.below(20));
                bytes.splice(at..at, stretch);
            }
            5 => {
                let from = rng.below(other.len() + 1);
                let to = (from + length).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
            _ => bytes.truncate(at.max(bytes.len() / 2)),
        }
    }
}

/// A short run of every reader. `DUIYI_MUTATE=600` sets the seconds of each, `DUIYI_MUTATE_FORMS=pgn,sgf` the forms,
/// and `DUIYI_MUTATE_SEED=2` the seed.
#[test]
fn no_mutation_of_a_record_stops_a_reader() {
    let seconds = std::env::var("DUIYI_MUTATE").ok().and_then(|text| text.parse().ok()).unwrap_or(0.2);
    let forms = std::env::var("DUIYI_MUTATE_FORMS").ok();
    let seed: u64 = std::env::var("DUIYI_MUTATE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let is_wanted = |name: &str| forms.as_ref().is_none_or(|forms| forms.split(',').any(|form| form == name));
    let seeds = seeds();
    for codec in CODECS.into_iter().filter(|codec| is_wanted(codec.name())) {
        let own: Vec<&Vec<u8>> = seeds.iter().filter(|seed| is_of(codec, seed)).collect();
        let mut rng = Rng::from_seed(codec.name().bytes().map(u64::from).sum::<u64>() + (seed << 32));
        let (begun, mut count, mut longest) = (Instant::now(), 0_u64, Duration::ZERO);
        while begun.elapsed().as_secs_f64() < seconds {
            let mut bytes = own[rng.below(own.len())].clone();
            mutate(&mut bytes, own[rng.below(own.len())], &mut rng);
            let timed = || {
                let since = Instant::now();
                let _ = codec.read_each(&bytes, &mut |record| {
                    if let Ok(mut record) = record {
                        study::resolve(&mut record);
                        let written = codec.write(&record.header, &record.tree);
                        written.into_iter().for_each(|written| _ = codec.read(&written.bytes));
                    }
                    std::ops::ControlFlow::Continue(())
                });
                since.elapsed()
            };
            // A busy machine may suspend a reader for a while, but not each time.
            let took = (0..3).map(|_| timed()).find(|took| took.as_secs() < 4);
            longest = longest.max(took.unwrap_or_else(|| panic!("{} needs four seconds each time", codec.name())));
            count += 1;
        }
        println!("{}: {count} records, the longest {longest:?}", codec.name());
    }
}

/// A record of the greatest length and nesting: a recursive reader would overflow its stack.
#[test]
fn the_longest_records_are_read_and_written() {
    let deep = |kind: GameKind, words: [&str; 2], count: usize| {
        let mut tree = Tree::new();
        let mut node = Tree::ROOT;
        for index in 0..count {
            let main = tree.push(node, words[index % 2]);
            tree.push(node, words[index % 2]);
            node = main;
        }
        (Header::new(Setup::usual(kind)), tree)
    };
    let half = RECORD_BYTES_MAX / 2;
    for (codec, kind, words, size) in [
        (&format::xqf::Xqf as &dyn Codec, GameKind::Xiangqi, ["h2e2", "e2h2"], 8),
        (&format::pgn::Pgn::ICCS, GameKind::Xiangqi, ["h2e2", "e2h2"], 16),
        (&format::dhtmlxq::DhtmlXq, GameKind::Xiangqi, ["h2e2", "e2h2"], 32),
        (&format::sgf::Sgf, GameKind::Gomoku, ["h8", "i9"], 8),
        (&format::renlib::RenLib, GameKind::Gomoku, ["h8", "i9"], 2),
    ] {
        let (header, tree) = deep(kind, words, half / size);
        let begun = Instant::now();
        let written = codec.write(&header, &tree).expect("it is a form of this game");
        let between = begun.elapsed();
        let mut again = codec.read(&written.bytes).expect("what was written is read");
        let read = begun.elapsed() - between;
        assert_eq!(again.tree.len(), tree.len(), "{}", codec.name());
        study::resolve(&mut again);
        let resolved = begun.elapsed() - between - read;
        println!(
            "{}: {} moves in {} bytes, written in {between:?}, read in {read:?}, resolved in {resolved:?}",
            codec.name(),
            tree.len(),
            written.bytes.len(),
        );
        assert!(begun.elapsed().as_secs() < 20, "{} needs {:?}", codec.name(), begun.elapsed());
    }
}

/// A study of `moves` legal moves with branches everywhere, like a collector's library.
fn study_of(kind: GameKind, moves: usize) -> Record {
    let mut rng = Rng::from_seed(5);
    let mut record = Record::of_bytes(Header::new(Setup::usual(kind)));
    // From the start to the newest move. Rooks move to and fro; stones are scattered until there are forty.
    let mut path = vec![(Tree::ROOT, String::new())];
    while record.tree.len() < moves {
        if path.len() > 40 || rng.below(6) == 0 {
            path.truncate(1 + rng.below(path.len()));
        }
        let word = match kind {
            GameKind::Gomoku => format!("{}{}", char::from(b'a' + rng.below(15) as u8), 1 + rng.below(15)),
            _ => ["a0a1", "a9a8", "a1a0", "a8a9"][(path.len() - 1) % 4].to_owned(),
        };
        if path.iter().all(|(_, played)| kind == GameKind::Xiangqi || *played != word) {
            let node = record.push(path[path.len() - 1].0, &word, 0);
            path.push((node, word));
        }
    }
    record
}

/// Resolves the moves of a record; returns their number and the time.
fn open_timed(codec: &dyn Codec, bytes: &[u8]) -> (usize, Duration) {
    let begun = Instant::now();
    let mut record = codec.read(bytes).expect("what was written is read");
    study::resolve(&mut record);
    (record.tree.len(), begun.elapsed())
}

/// A release build opens each of them in a second. The time of a test depends on the machine. So the test checks that a
/// move of the longest study takes no longer than one of a short study.
#[test]
fn the_longest_studies_open_in_a_moment() {
    /// The ratio of the lengths of the studies.
    const TIMES: usize = 32;
    for (codec, kind) in [
        (&format::xqf::Xqf as &dyn Codec, GameKind::Xiangqi),
        (&format::pgn::Pgn::ICCS, GameKind::Xiangqi),
        (&format::dhtmlxq::DhtmlXq, GameKind::Xiangqi),
        (&format::sgf::Sgf, GameKind::Gomoku),
        (&format::renlib::RenLib, GameKind::Gomoku),
    ] {
        let length = |moves| {
            let study = study_of(kind, moves);
            codec.write(&study.header, &study.tree).expect("it is a form of this game").bytes
        };
        let few = length(20_000).len();
        let moves = 20_000 * (RECORD_BYTES_MAX * 99 / 100) / few;
        let (short, long) = (length(moves / TIMES), length(moves));
        let (_, little) = open_timed(codec, &short);
        let (moves, opened) = open_timed(codec, &long);
        println!("{}: {moves} moves in {} bytes, opened in {opened:?}, a part in {little:?}", codec.name(), long.len());
        let growth = opened.as_secs_f64() / little.as_secs_f64() / TIMES as f64;
        assert!(growth < 8.0, "{}: a move takes {growth:.1} times as long as in a short study", codec.name());
    }
}
