use std::fs;
use std::path::{Path, PathBuf};

use duiyi_core::record::format::{self, RECORD_BYTES_MAX, encoding};
use duiyi_core::study::{Change, Study};

use super::*;
use crate::desk::doubtful::EncodingChoice;
use crate::desk::import::ImportOutcome;
use crate::desk::study::SkippedPart;
use crate::files::archive::tests::pack;

const ONE: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7 2. 马二进三 1-0\n";
const TWO: &str = "[Game \"Chinese Chess\"]\n[Red \"乙\"]\n\n1. 兵七进一 卒7进1 *\n\n";

/// A different game like [`TWO`] for each number.
fn other_than_two(number: u32) -> String {
    TWO.replace('乙', &format!("乙{number}"))
}

fn paths(desk: &Desk, paths: &[PathBuf]) -> ImportOutcome {
    desk.import(ImportSource::Paths(paths.to_vec()), &mut |_| {}).expect("the library can be written")
}

/// Opens the only game of an import.
fn opened(desk: &Desk, imported: &ImportOutcome) -> OpenedStudy {
    desk.open_study(imported.opens.expect("there is one game")).expect("it is in the library")
}

fn total(desk: &Desk) -> u32 {
    desk.list(&Query::default()).expect("the library can be read").total
}

/// The same game in another form.
fn written(text: &str, form: &str) -> Vec<u8> {
    let study = Study::read(text.as_bytes()).expect("it is a record");
    format::named(form).expect("there is one").write(&study.header, study.tree()).expect("it holds the game").bytes
}

#[test]
fn every_form_comes_in_by_its_bytes() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let gomoku = |second: &str| format!("(;GM[4]SZ[15]PB[甲];B[hh];W[{second}])");
    let files = [
        ("a.bin", written(ONE, "xqf")),
        ("b", encoding::encode_gb18030(&ONE.replace('甲', "乙"))),
        ("c.txt", written(&ONE.replace('甲', "丙"), "ubb")),
        ("d.sgf", gomoku("hg").into_bytes()),
        ("e.lib", written(&gomoku("hf"), "lib")),
        ("f.pos", written(&gomoku("he"), "pos")),
        ("g.psq", written(&gomoku("hd"), "psq")),
    ];
    for (count, (name, bytes)) in (1..).zip(files) {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("it can be written");
        let imported = paths(&table.desk, &[path]);
        assert_eq!((imported.games, imported.skipped.len()), (1, 0), "{name}");
        let opened = opened(&table.desk, &imported);
        assert_eq!(study::rows(&opened), if count < 4 { 3 } else { 2 }, "{name}");
        assert!(!opened.row.saved.record.contains(['\0', '\u{fffd}']), "{name} is kept as text");
        assert_eq!(total(&table.desk), count, "{name}");
    }
}

#[test]
fn an_import_leaves_the_study_in_front() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let first = import(&table.desk, ONE).expect("it is a record");
    // New, known, a position without moves, several games.
    let position = "[Game \"Chinese Chess\"]\n[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n\n*\n";
    let several = [ONE, TWO].concat();
    for (text, opens) in [(TWO, true), (TWO, true), (position, true), (several.as_str(), false)] {
        let imported = table.desk.import(ImportSource::Bytes(text.into()), &mut |_| {}).expect("it can be written");
        assert_eq!((imported.opens.is_some(), imported.skipped.len()), (opens, 0), "{text}");
        assert_ne!(imported.opens, Some(first.row.id));
    }
    let front = table.desk.studied().expect("it is open");
    assert_eq!((front.row.id, front.tabs.len()), (first.row.id, 1));
}

/// The library has a binary record in the usual form, without the faults of its file.
#[test]
fn the_study_of_a_file_that_breaks_off_says_so() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let whole = written(ONE, "xqf");
    let torn = ImportSource::Bytes(whole[..whole.len() - 8].to_vec());
    let imported = table.desk.import(torn, &mut |_| {}).expect("it can be written");
    for _ in 0..2 {
        let study = opened(&table.desk, &imported);
        let is_reported = matches!(study.skipped[..], [SkippedPart::Other { place: Location::Byte(_), .. }]);
        assert!(is_reported, "{:?}", study.skipped);
        assert_eq!(study::rows(&study), 2);
        import(&table.desk, TWO).expect("it is a record");
    }
}

#[test]
fn a_folder_goes_to_the_library_and_what_is_no_record_is_told() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let root = folder.path().join("records");
    fs::create_dir_all(root.join("deeper")).expect("it can be made");
    let many: String = (0..600).map(other_than_two).collect();
    for (name, bytes) in [
        ("1.pgn", ONE.as_bytes().to_vec()),
        ("2.pgn", format!("{many}[Game \"Chinese Chess\"]\n[FEN \"9/9\"]\n\n*\n").into_bytes()),
        ("deeper/3.xqf", written(TWO, "xqf")),
        ("empty.pgn", Vec::new()),
        ("empty.xqf", Vec::new()),
        ("blank.sgf", b" \n".to_vec()),
        ("notes.txt", b"to be or not to be".to_vec()),
        ("picture.jpg", vec![0; 100_000]),
        ("long.sgf", vec![b' '; 65 << 20]),
    ] {
        fs::write(root.join(name), bytes).expect("it can be written");
    }
    fs::write(root.join("long.xqf"), [&b"XQ\x0A"[..], &vec![1; RECORD_BYTES_MAX]].concat()).expect("it can be written");
    let mut heard = Vec::new();
    let imported =
        table.desk.import(ImportSource::Paths(vec![root.clone()]), &mut |progress| heard.push(progress.clone()));
    let imported = imported.expect("the library can be written");
    assert_eq!((imported.games, imported.opens.is_none(), imported.stopped), (602, true, false));
    assert_eq!(total(&table.desk), 602);
    let told = imported.skipped.iter().map(|skipped| {
        let name = skipped.place.as_deref().and_then(Path::file_name).expect("it has a name");
        (name.to_str().expect("the test named it"), skipped.game, skipped.why.code)
    });
    let wanted = [
        ("2.pgn", Some(601), "rank-count"),
        ("blank.sgf", None, "unsupported-record"),
        ("empty.pgn", None, "unsupported-record"),
        ("empty.xqf", None, "unsupported-record"),
        ("long.sgf", None, "too-large"),
        ("long.xqf", None, "unsupported-record"),
        ("notes.txt", None, "unsupported-record"),
        ("picture.jpg", None, "unsupported-record"),
    ];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
    assert!(heard.windows(2).all(|pair| pair[0].games <= pair[1].games && pair[0].files <= pair[1].files));
}

#[test]
fn the_games_of_an_archive_come_in_as_those_of_a_folder() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let file = folder.path().join("games.zip");
    let inner = pack(&[("third.pgn", other_than_two(3).as_bytes())]);
    let doubtful = sgf(b"\xbc\xd7", "he");
    let files = [
        ("one.pgn", ONE.as_bytes()),
        ("two/many.pgn", [TWO, ONE].concat().as_bytes()),
        ("readme.bin", b"\0\0\0\0"),
        ("inner.zip", &inner),
        ("doubt.sgf", &doubtful),
    ]
    .map(|(name, bytes)| (name, bytes.to_vec()));
    let packed = pack(&files.each_ref().map(|(name, bytes)| (*name, &bytes[..])));
    fs::write(&file, &packed).expect("it can be written");
    let mut heard = Vec::new();
    let outcome = table
        .desk
        .import(ImportSource::Paths(vec![file.clone()]), &mut |progress| heard.push(progress.clone()))
        .expect("the library can be written");
    assert_eq!((outcome.games, outcome.known), (3, 1));
    assert!(heard.iter().all(|progress| progress.files <= progress.files_total), "{heard:?}");
    let skipped: Vec<_> = outcome.skipped.iter().map(|skipped| skipped.place.clone()).collect();
    assert_eq!(skipped, [Some(file.join("readme.bin"))]);
    // A file of the archive waits for its encoding as one on the disk does.
    assert_eq!(outcome.doubtful.len(), 1);
    assert_eq!(outcome.doubtful[0].samples[0].place, Some(file.join("doubt.sgf")));
    let guess = outcome.doubtful[0].guess.clone();
    let choice = EncodingChoice { guess, encoding: "GB18030".to_owned() };
    let chosen = table.desk.import_doubtful(&[choice], &mut |_| {}).expect("the library can be written");
    assert_eq!(chosen.games, 1);
    // The same bytes from the clipboard, or dropped into the window.
    let again = table.desk.import(ImportSource::Bytes(packed), &mut |_| {}).expect("the library can be written");
    assert_eq!((again.games, again.known, again.skipped[0].place.clone()), (0, 4, Some("readme.bin".into())));
    table.desk.skip_doubtful();
    let cut = table.desk.import(ImportSource::Bytes(b"PK\x03\x04".to_vec()), &mut |_| {});
    let cut = cut.expect("the library can be written");
    assert_eq!((cut.skipped[0].place.clone(), cut.skipped[0].why.code), (None, "archive-damaged"));
}

#[test]
fn a_record_that_comes_again_opens_the_game_that_is_there() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let bytes =
        |text: &str| table.desk.import(ImportSource::Bytes(text.into()), &mut |_| {}).expect("it can be written");
    let first = opened(&table.desk, &bytes(ONE));
    study::change(&table.desk, Change::Comment(first.nodes[1].id, "中炮".to_owned()));
    // Another game is on the desk meanwhile, and the first goes to the trash.
    let two = || {
        let imported = bytes(TWO);
        opened(&table.desk, &imported);
        (imported.games, imported.known)
    };
    assert_eq!([two(), two()], [(1, 0), (0, 1)]);
    table.desk.delete(first.row.id).expect("it is there");
    for text in [ONE.as_bytes().to_vec(), written(ONE, "pgn")] {
        let again = table.desk.import(ImportSource::Bytes(text), &mut |_| {}).expect("it can be written");
        assert_eq!((again.games, again.known), (0, 1));
        let again = opened(&table.desk, &again);
        assert_eq!((again.row.id, again.row.deleted_at_ms), (first.row.id, None));
        assert_eq!(
            again.nodes[1].note.as_ref().expect("it is noted").comment,
            "中炮",
            "what was written into it stays"
        );
    }
    let collection = table.desk.import(ImportSource::Bytes([ONE, TWO, TWO].concat().into()), &mut |_| {});
    let collection = collection.expect("it can be written");
    assert_eq!((collection.games, collection.known, total(&table.desk)), (0, 3, 2));
}

#[test]
fn an_import_can_be_stopped_and_keeps_what_came() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let many: String = (0..20_000).map(other_than_two).collect();
    let desk = table.desk.clone();
    let imported = table.desk.import(ImportSource::Bytes(many.into_bytes()), &mut |_| desk.stop_import());
    let imported = imported.expect("the library can be written");
    assert!(imported.stopped && (1..20_000).contains(&imported.games), "{}", imported.games);
    assert_eq!(total(&table.desk), imported.games);
    assert!(!paths(&table.desk, &[]).stopped, "the next one is not");
}

#[test]
fn what_was_skipped_is_bounded() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let gone: Vec<PathBuf> = (0..150).map(|n| folder.path().join(n.to_string())).collect();
    let imported = paths(&table.desk, &gone);
    assert_eq!((imported.skipped.len(), imported.unlisted, imported.games), (100, 50, 0));
    assert_eq!(imported.skipped[0].why.code, "missing-folder");
}

/// A game of Gomoku whose first player has this name, in an encoding that nothing declares.
fn sgf(name: &[u8], second: &str) -> Vec<u8> {
    [&b"(;GM[4]SZ[15]PB["[..], name, b"];B[hh];W[", second.as_bytes(), b"])"].concat()
}

#[test]
fn files_of_doubtful_encoding_wait_for_one_choice_and_hold_nothing_up() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let root = folder.path().join("records");
    fs::create_dir_all(&root).expect("it can be made");
    let second_doubtful = [sgf("甲".as_bytes(), "hg"), sgf(b"\xbc\xd7", "gg")].concat();
    for (name, bytes) in [
        ("1.sgf", sgf("甲".as_bytes(), "hf")),
        ("2.sgf", sgf(b"\xbc\xd7", "he")),
        ("3.sgf", sgf(b"Andr\xe9", "hd")),
        ("4.sgf", second_doubtful),
    ] {
        fs::write(root.join(name), bytes).expect("it can be written");
    }
    let imported = paths(&table.desk, std::slice::from_ref(&root));
    // A lone game is not opened while more are to come.
    assert_eq!((imported.games, imported.opens.is_none(), total(&table.desk)), (1, true, 1));
    let told: Vec<_> = imported.doubtful.iter().map(|group| (group.guess.as_str(), group.files)).collect();
    assert_eq!(told, [("gb18030", 2), ("windows-1252", 1)]);
    let texts = |samples: Vec<crate::desk::doubtful::TextSample>| -> Vec<Vec<String>> {
        samples.into_iter().map(|sample| sample.texts).collect()
    };
    assert_eq!(texts(imported.doubtful[0].samples.clone())[0], ["甲"]);
    assert_eq!(texts(table.desk.read_doubtful("gb18030", "Big5").expect("there is one"))[0], ["樅"]);
    assert!(table.desk.read_doubtful("gb18030", "klingon").is_err_and(|error| error.0.code == "unknown-encoding"));
    assert_eq!(total(&table.desk), 1, "looking files nothing");
    let choice =
        |guess: &str, encoding: &str| EncodingChoice { guess: guess.to_owned(), encoding: encoding.to_owned() };
    let rest = table.desk.import_doubtful(&[choice("gb18030", "Big5")], &mut |_| {}).expect("it can be written");
    assert_eq!((rest.games, rest.known, rest.doubtful.len(), rest.skipped.len()), (4, 0, 0, 0));
    let names =
        |query: &str| table.desk.list(&Query { text: query.to_owned(), ..Query::default() }).expect("it is").total;
    assert_eq!((names("樅"), names("André")), (2, 1));
}

#[test]
fn one_file_of_doubtful_encoding_is_opened_as_chosen_or_forgotten() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let ask = || {
        let asked = table.desk.import(ImportSource::Bytes(b"[Red \"\xbc\xd7\"]\n\n1. h2e2 *\n".to_vec()), &mut |_| {});
        asked.expect("the library can be written")
    };
    let asked = ask();
    assert_eq!((asked.games, asked.doubtful.len(), asked.doubtful[0].samples[0].place.is_none()), (0, 1, true));
    table.desk.skip_doubtful();
    let none = table.desk.import_doubtful(&[], &mut |_| {}).expect("there is nothing to write");
    assert_eq!((none.games, total(&table.desk)), (0, 0));
    ask();
    let chosen = [EncodingChoice { guess: "gb18030".to_owned(), encoding: "Big5".to_owned() }];
    let imported = table.desk.import_doubtful(&chosen, &mut |_| {}).expect("it can be written");
    assert_eq!(opened(&table.desk, &imported).header.first, "樅");
}

const WHOLE: &str = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"丙\"]\n[Date \"1999.01.02\"]\n\n\
    1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 兵七进一 卒7进1 5. 车二进六 炮8平9 6. 车二平三 炮9退1 7. 马八进七 \
    士4进5 8. 炮八平九 炮9平7 1-0\n\n";

#[test]
fn a_game_whose_moves_are_there_is_named_and_kept_if_asked_for() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let first = table.desk.import(ImportSource::Bytes(WHOLE.into()), &mut |_| {}).expect("it can be written");
    let first = opened(&table.desk, &first).row;
    // The same game in another form, with other names and another result.
    let other = WHOLE.replace("甲", "A").replace("1-0", "0-1");
    let again = table.desk.import(ImportSource::Bytes(written(&other, "xqf")), &mut |_| {}).expect("it can be written");
    assert_eq!((again.games, again.known, again.duplicates), (0, 0, 1));
    assert_eq!(again.opens, Some(first.id), "the game of the library is opened");
    let same = &again.listed_duplicates[0].same;
    assert_eq!((same.id, same.saved.first.name.as_str(), same.saved.record.as_str()), (first.id, "甲", ""));
    assert_eq!(total(&table.desk), 1);
    let kept = table.desk.import_duplicates(&mut |_| {}).expect("it can be written");
    assert_eq!((kept.games, kept.duplicates, total(&table.desk)), (1, 0, 2));
    assert_ne!(kept.opens, Some(first.id));
    let none = table.desk.import_duplicates(&mut |_| {}).expect("it can be written");
    assert_eq!((none.games, none.known), (0, 0), "they are asked about once");
    // Both are records of the library now, and so known.
    let known = table.desk.import(ImportSource::Bytes(written(&other, "xqf")), &mut |_| {}).expect("it can be written");
    assert_eq!((known.games, known.known, known.duplicates), (0, 1, 0));
}

#[test]
fn duplicates_within_a_folder_are_found_and_only_their_files_are_read_again() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let root = folder.path().join("records");
    fs::create_dir_all(&root).expect("it can be made");
    let longer = WHOLE.replace("炮9平7 1-0", "炮9平7 9. 车三平二 1-0");
    let files = [
        ("1.pgn", [WHOLE, &longer].concat().into_bytes()),
        ("2.xqf", written(&WHOLE.replace("丙", "丁"), "xqf")),
        ("3.pgn", [TWO.to_owned(), other_than_two(1)].concat().into_bytes()),
        ("4.zip", pack(&[("in.pgn", WHOLE.replace("1999", "2001").as_bytes())])),
    ];
    for (name, bytes) in files {
        fs::write(root.join(name), bytes).expect("it can be written");
    }
    let imported = paths(&table.desk, std::slice::from_ref(&root));
    // A short line is known by its record alone.
    assert_eq!((imported.games, imported.known, imported.duplicates), (4, 0, 2));
    let listed: Vec<_> =
        imported.listed_duplicates.iter().map(|one| (one.place.clone(), one.same.saved.second.name.clone())).collect();
    let place = |name: &str| Some(root.join(name));
    assert_eq!(listed, [(place("2.xqf"), "丙".to_owned()), (place("4.zip/in.pgn"), "丙".to_owned())]);
    let kept = table.desk.import_duplicates(&mut |_| {}).expect("it can be written");
    assert_eq!((kept.games, kept.known, total(&table.desk)), (2, 0, 6));
    let query = Query { duplicates: true, ..Query::default() };
    assert_eq!(table.desk.list(&query).expect("it can be read").total, 3);
    assert_eq!(table.desk.spare_duplicates(&query).expect("it can be read").len(), 2);
}
