//! `duiyi convert`: records in another form, with warnings about losses, written whole or not at all.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::Path;

use tempfile::TempDir;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::run::{duiyi, refused};

const GAME: &str =
    "[Red \"甲\"]\n[Event \"杯\"]\n\n1. 炮二平五! {中炮} 马8进7 (1... 炮8平5 2. 马二进三) 2. 马二进三 1-0\n";

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the folder can be written");
    path.to_str().expect("its name is text").to_owned()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().expect("its name is text").to_owned()
}

#[test]
fn a_game_goes_through_every_form() {
    let folder = TempDir::new().expect("a test has a folder");
    let game = write(&folder, "game.txt", GAME);
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let lines = format!("{start}\nh2e2 h9g7 h0g2\nh2e2 h7e7 h0g2\n");
    for name in ["game.xqf", "game.ubb", "game.pgn"] {
        let there = path(&folder, name);
        let ended = duiyi(&["convert", &game, &there], "");
        assert_eq!((ended.status, ended.out.as_str(), ended.err.as_str()), (0, "", ""), "{name}");
        let back = duiyi(&["convert", &there, "-", "--to", "lines"], "");
        assert_eq!((back.status, back.out.as_str()), (0, lines.as_str()), "{name}");
        assert_eq!(back.err, "standard output: 1 comment, 1 sign, 3 facts about the game left out\n", "{name}");
    }
    let chinese = duiyi(&["convert", "-", "-", "--to", "pgn-chinese"], &lines);
    assert!(chinese.out.contains("1. 炮二平五 马８进７") && chinese.err.is_empty(), "{}", chinese.out);
    let gomoku = duiyi(&["convert", "-", "-", "--to", "psq"], "h8 i9 j10");
    assert_eq!(gomoku.out, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n10,6,0\nhomo-1\nhomo-2\n0\n");
    let fen = duiyi(&["convert", "-", "-", "--to", "lines"], "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\n");
    assert_eq!(fen.out, "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\n");
}

#[test]
fn an_archive_becomes_a_collection() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let second = GAME.replace("炮二平五", "兵七进一").replace("马二进三", "马八进七");
    for (name, text) in [("one.pgn", GAME), ("notes/readme.bin", "\0\0"), ("in/two.txt", &second)] {
        zip.start_file(name, SimpleFileOptions::default()).expect("it is packed");
        zip.write_all(text.as_bytes()).expect("it is packed");
    }
    let packed = zip.finish().expect("it is packed").into_inner();
    let archive = path(&folder, "games.zip");
    fs::write(&archive, &packed).expect("the folder can be written");
    let ended = duiyi(&["convert", &archive, "-", "--to", "pgn"], "");
    assert_eq!((ended.status, ended.out.matches("[Event \"杯\"]").count()), (0, 2), "{}", ended.out);
    assert!(ended.err.contains("games.zip/notes/readme.bin") || cfg!(windows), "{}", ended.err);
    let second = duiyi(&["convert", &archive, "-", "--to", "lines", "--game", "2"], "");
    assert!(second.status == 0 && second.out.contains("\nc3c4 "), "{}", second.out);
    fs::write(&archive, &packed[..packed.len() - 40]).expect("the folder can be written");
    let why = refused(&["convert", &archive, "out.pgn"]);
    assert!(why.contains("games.zip: this is damaged in the archive"), "{why}");
}

/// Of the archive's games one is of another kind than the collection.
#[test]
fn a_game_that_the_form_cannot_hold_costs_no_other() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stray = "(;FF[4]GM[4]SZ[15];B[hh];W[ig])";
    for (name, text) in [("a.pgn", GAME), ("stray.sgf", stray), ("c.pgn", &GAME.replace("1-0", "0-1"))] {
        zip.start_file(name, SimpleFileOptions::default()).expect("it is packed");
        zip.write_all(text.as_bytes()).expect("it is packed");
    }
    let archive = path(&folder, "mix.zip");
    fs::write(&archive, zip.finish().expect("it is packed").into_inner()).expect("the folder can be written");
    let out = path(&folder, "out.pgn");
    let ended = duiyi(&["convert", &archive, &out], "");
    assert_eq!(ended.status, 0, "{}", ended.err);
    let lines: Vec<&str> = ended.err.lines().collect();
    assert!(lines.len() == 1 && lines[0].contains("stray.sgf: game 1: pgn cannot hold gomoku"), "{lines:?}");
    let written = fs::read_to_string(&out).expect("it was written");
    assert_eq!(written.matches("[Event \"杯\"]").count(), 2, "{written}");
    assert!(refused(&["convert", &archive, &path(&folder, "x.pgn"), "--game", "2"]).contains("pgn cannot hold gomoku"));
}

/// RenLib has boards of 15 lines alone, and one game in a file.
#[test]
fn a_file_of_one_game_does_not_take_the_second_for_the_first() {
    let folder = TempDir::new().expect("a test has a folder");
    let games = "(;FF[4]GM[4]SZ[19];B[hh];W[ig])\n(;FF[4]GM[4]SZ[15];B[hh];W[ig])\n";
    let (games, out) = (write(&folder, "games.sgf", games), path(&folder, "out.lib"));
    let why = "lib holds boards of 15 lines only; choose sgf or psq";
    assert_eq!(refused(&["convert", &games, &out]), format!("{out}: {why}"));
    assert!(!Path::new(&out).exists());
    assert_eq!(refused(&["convert", &games, "-", "--to", "lib"]), format!("standard output: {why}"));
    assert_eq!(duiyi(&["convert", &games, &out, "--game", "2"], "").status, 0);
}

#[test]
fn an_option_of_pictures_that_does_nothing_is_refused() {
    let folder = TempDir::new().expect("a test has a folder");
    let game = write(&folder, "game.pgn", GAME);
    for (to, option, value) in [
        ("pgn", "--width", Some("500")),
        ("txt", "--seconds", Some("3")),
        ("xqf", "--flip", None),
        ("ubb", "--language", Some("en")),
        ("lines", "--ply", Some("1")),
        ("svg", "--width", Some("500")),
        ("png", "--seconds", Some("3")),
    ] {
        let args = [&["convert", &game, "-", "--to", to, option][..], value.as_slice()].concat();
        assert_eq!(refused(&args), format!("{option}: {to} has no use for this option; leave it out"));
    }
}

#[test]
fn a_record_is_not_written_over_itself() {
    let folder = TempDir::new().expect("a test has a folder");
    let game = write(&folder, "games.pgn", &format!("{GAME}\n{GAME}"));
    let before = fs::read(&game).expect("it is there");
    let other = format!("{}/./games.pgn", folder.path().display());
    for (to, more) in [(&game, &["--game", "2"][..]), (&other, &[]), (&game, &["--to", "txt"])] {
        let why = refused(&[&["convert", &game, to], more].concat());
        assert!(why.contains("this file is read, too"), "{why}");
        assert_eq!(fs::read(&game).expect("it is there"), before);
    }
}

#[test]
fn a_result_is_what_the_record_says_and_the_verdict_a_remark() {
    let chase = "[Result \"1-0\"]\n[Termination \"agreement\"]\n[FEN \"n4k3/9/9/9/9/9/9/9/9/1R2K4 w - - 0 1\"]\n\n\
                 1. b0a0 a9b7 2. a0b0 b7a9 3. b0a0 a9b7 4. a0b0 b7a9 1-0\n";
    let kept = duiyi(&["convert", "-", "-", "--to", "pgn"], chase);
    assert!(kept.out.contains("[Result \"1-0\"]") && kept.out.ends_with(" 1-0\n"), "{}", kept.out);
    assert_eq!(
        kept.err,
        "standard input: by the asian rule the last position is lost for Red (perpetual-chase); the record says 1-0, which \
         is kept\n"
    );
    // Through XQF and back: the same winner and the same remark. The reason has no place there.
    let folder = TempDir::new().expect("a test has a folder");
    let there = path(&folder, "game.xqf");
    let to_xqf = duiyi(&["convert", "-", &there], chase);
    assert!(to_xqf.err.ends_with("game.xqf: 1 fact about the game left out\n"), "{}", to_xqf.err);
    let back = duiyi(&["convert", &there, "-", "--to", "txt"], "");
    assert!(back.out.ends_with("b7a9 1-0\n") && back.err.contains("lost for Red"), "{}{}", back.out, back.err);
    let unsaid = duiyi(&["convert", "-", "-", "--to", "pgn"], &chase.replace("1-0", "*"));
    assert!(unsaid.out.contains("[Result \"*\"]") && unsaid.err.ends_with("; the record names no result\n"));
    let agreed = duiyi(&["convert", "-", "-", "--to", "pgn"], &chase.replace("1-0", "0-1"));
    assert_eq!(agreed.err, "");
}

#[test]
fn a_game_becomes_a_page_and_a_picture() {
    let folder = TempDir::new().expect("a test has a folder");
    let (game, page, picture) =
        (write(&folder, "game.pgn", GAME), path(&folder, "game.html"), path(&folder, "game.svg"));
    for out in [&page, &picture] {
        let ended = duiyi(&["convert", &game, out], "");
        assert_eq!((ended.status, ended.err.as_str()), (0, ""));
    }
    let page = fs::read_to_string(page).expect("it was written");
    assert!(page.contains("C2=5!</a></span> <span class=\"c\">中炮</span>") && page.contains("<div class=\"v\">"));
    let picture = fs::read_to_string(picture).expect("it was written");
    assert!(picture.starts_with("<svg") && picture.matches("r=\"0.44\"").count() == 32);
}

#[test]
fn a_game_becomes_pixels_and_an_animation() {
    let folder = TempDir::new().expect("a test has a folder");
    let (game, still, moving) =
        (write(&folder, "game.pgn", GAME), path(&folder, "game.png"), path(&folder, "game.gif"));
    for out in [&still, &moving] {
        let ended = duiyi(&["convert", &game, out, "--width", "120", "--language", "zh-CN", "--board", "lacquer"], "");
        assert_eq!((ended.status, ended.err.as_str()), (0, ""));
    }
    assert!(fs::read(still).expect("it was written").starts_with(b"\x89PNG"));
    assert!(fs::read(moving).expect("it was written").starts_with(b"GIF89a"));
    assert!(refused(&["convert", &game, &path(&folder, "x.svg"), "--ply", "99"]).starts_with("--ply: "));
    let ended = duiyi(&["convert", &game, "-", "--to", "svg", "--ply", "0", "--bare"], "");
    assert!(ended.out.contains("viewBox=\"0 0 9.9 11\""), "{}", &ended.out[..200]);
}

#[test]
fn a_collection_becomes_a_collection_or_one_of_its_games() {
    let folder = TempDir::new().expect("a test has a folder");
    let games = write(
        &folder,
        "games.pgn",
        &format!("{GAME}\n[Red \"b\"]\n[FEN \"9/9\"]\n1. x *\n\n[Red \"c\"]\n\n1. 兵七进一 *\n"),
    );
    let ended = duiyi(&["convert", &games, "-", "--to", "ubb"], "");
    assert_eq!((ended.status, ended.out.matches("[DhtmlXQ]").count()), (0, 2));
    assert!(ended.err.contains("games.pgn: game 2: the board has 2 ranks"), "{}", ended.err);
    let out = path(&folder, "one.xqf");
    assert!(
        refused(&["convert", &games, &out]).contains("holds several games and xqf holds one; choose one with --game")
    );
    assert!(!Path::new(&out).exists());
    assert!(refused(&["convert", &games, &out, "--game", "4"]).starts_with("--game: "));
    assert!(refused(&["convert", &games, &out, "--game", "2"]).contains("the board has 2 ranks"));
    assert_eq!(duiyi(&["convert", &games, &out, "--game", "3"], "").status, 0);
    assert!(duiyi(&["convert", &out, "-", "--to", "lines"], "").out.ends_with("\nc3c4\n"));
}

#[test]
fn of_a_collection_full_of_faults_a_hundred_are_told() {
    let game = "[Red \"a\"]\n\n1. 炮二平五 马8进7 2. 车一平九 *\n\n";
    let ended = duiyi(&["convert", "-", "-", "--to", "pgn"], &game.repeat(150));
    assert_eq!((ended.status, ended.out.matches("[Red ").count(), ended.err.lines().count()), (0, 150, 101));
    assert!(ended.err.ends_with("standard input: 50 more sentences like these\n"), "{}", ended.err);
}

#[test]
fn an_encoding_that_is_a_guess_is_told_and_can_be_chosen() {
    let folder = TempDir::new().expect("a test has a folder");
    let game = path(&folder, "game.sgf");
    // Two letters, in which several encodings have a name.
    fs::write(&game, b"(;GM[4]SZ[15]PB[\xbc\xd7];B[hh])").expect("the folder can be written");
    let guessed = duiyi(&["convert", &game, "-", "--to", "sgf"], "");
    assert!(guessed.out.contains("PB[甲]"), "{}", guessed.out);
    let said = format!("{game}: read as gb18030, which is a guess: 甲; --encoding names another\n");
    assert_eq!((guessed.status, guessed.err), (0, said));
    for (encoding, name) in [("big5", "樅"), ("CP949", "솖"), ("latin1", "¼×")] {
        let chosen = duiyi(&["convert", &game, "-", "--to", "sgf", "--encoding", encoding], "");
        assert!(chosen.out.contains(&format!("PB[{name}]")), "{encoding} {}", chosen.out);
        assert_eq!((chosen.status, chosen.err.as_str()), (0, ""), "{encoding}");
    }
    assert!(refused(&["convert", &game, "-", "--to", "sgf", "--encoding", "klingon"]).contains("no such encoding"));
}

#[test]
fn bad_input_is_named_and_nothing_is_written() {
    let folder = TempDir::new().expect("a test has a folder");
    let (game, out) = (write(&folder, "game.pgn", GAME), path(&folder, "out.sgf"));
    fs::write(&out, "before").expect("the folder can be written");
    assert!(
        refused(&["convert", &game, &out])
            .ends_with("sgf cannot hold xiangqi; choose one of pgn, xqf, ubb, txt, lines")
    );
    assert!(refused(&["convert", &game, &path(&folder, "out.doc")]).contains("name one with --to"));
    assert!(refused(&["convert", &path(&folder, "none.pgn"), &out]).contains("none.pgn"));
    assert!(refused(&["convert", &game, &out, "--to", "doc"]).contains("'doc'"));
    let noise = write(&folder, "noise.xqf", "good morning");
    assert!(refused(&["convert", &noise, "-", "--to", "pgn"]).starts_with(&noise));
    let first = write(&folder, "first.pgn", "[Red \"a\"]\n\n1. 车一平九 *");
    assert!(refused(&["convert", &first, "-", "--to", "xqf"]).contains("line 3: move 1, '车一平九'"));
    assert_eq!(fs::read(&out).expect("it is there"), b"before");
    let second = duiyi(&["convert", "-", "-", "--to", "txt"], "1. 炮二平五 马8进7 2. 车一平九");
    assert_eq!((second.status, second.out.as_str()), (0, "h2e2 h9g7 车一平九\n"));
    assert!(second.err.starts_with("standard input: line 1: move 3, '车一平九': "), "{}", second.err);
}
