//! Bad input gets one sentence that names the place, status 2, and nothing on the output.

use crate::run::{duiyi, refused};

#[test]
fn a_bad_position_is_named() {
    let legal = |args: &[&str]| refused(&[&["legal"], args].concat());
    let fen = |fen: &str| legal(&["--game", "xiangqi", "--fen", fen]);
    assert_eq!(fen("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P1/1C5C1/9/RNBAKABNR w"), "--fen: rank 3 has 10 files");
    assert_eq!(fen("4k4/9/9/9/9/9/9/9/4K4 w"), "--fen: the board has 9 ranks instead of 10");
    assert_eq!(fen(""), "--fen: the position is empty");
    assert!(fen("9/9/9/9/9/9/9/9/9/9 w").starts_with("--fen: "));
    assert!(fen("4k4/9/9/9/9/9/9/9/9/4K4 w").starts_with("--fen: "), "the generals face each other");
    assert!(fen("不是局面 w").starts_with("--fen: "));
    assert!(legal(&["--game", "gomoku", "--fen", "x"]).starts_with("--fen: "));
    assert!(legal(&["--game", "xiangqi", "--black", "h8"]).starts_with("--black: "));
    assert!(legal(&["--game", "tictactoe", "--rule", "renju"]).starts_with("--rule: "));
    assert!(legal(&["--game", "xiangqi", "--rule", "asian"]).starts_with("--rule: "));
    assert!(legal(&["--game", "gomoku", "--rule", "go"]).starts_with("--rule: \"go\" is not a rule"));
}

#[test]
fn a_bad_move_is_named_with_its_reason() {
    let legal = |game: &str, moves: &str| refused(&["legal", "--game", game, "--moves", moves]);
    assert_eq!(legal("gomoku", "h8 h8"), "--moves: move 2, 'h8': there is already a stone on h8");
    assert!(legal("gomoku", "h8 p16").starts_with("--moves: p16 at character 4 is off"));
    assert!(legal("gomoku", "h8 ??").starts_with("--moves: "));
    assert!(legal("xiangqi", "h2e2 h0g3").starts_with("--moves: move 2, 'h0g3': "));
    assert!(legal("xiangqi", "炮二平五 象棋").starts_with("--moves: move 2, '象棋': "));
    assert!(legal("tictactoe", "a1 d4").starts_with("--moves: move 2, 'd4': "));
    let black = ["legal", "--game", "gomoku", "--black", "h8 h9 h10 h11 h12", "--white", "a1 b1 c1 d1"];
    assert!(refused(&black).contains("already a five"));
    assert!(refused(&["forbidden", "--black", "h8 h8", "--white", "a1"]).contains("h8"));
}

#[test]
fn bad_arguments_are_named() {
    for (args, place) in [
        (&["legal", "--game", "chess"][..], "'--game <GAME>'"),
        (&["legal"][..], "--game"),
        (&["legal", "--game", "gomoku", "--size", "4"][..], "'--size <N>'"),
        (&["legal", "--game", "gomoku", "--size", "23"][..], "'--size <N>'"),
        (&["legal", "--game", "gomoku", "--size", "99999"][..], "'--size <N>'"),
        (&["legal", "--game", "gomoku", "--wat"][..], "'--wat'"),
        (&["perft", "--game", "xiangqi", "-1"][..], "'-1'"),
        (&["perft", "--game", "xiangqi", "99"][..], "99"),
        (&["go", "--game", "xiangqi", "--level", "6"][..], "'--level <L>'"),
        (&["go", "--game", "xiangqi", "--depth", "0"][..], "'--depth <D>'"),
        (&["go", "--game", "xiangqi", "--nodes", "x"][..], "'--nodes <N>'"),
        (&["go", "--game", "xiangqi", "--threads", "0"][..], "'--threads <N>'"),
        (&["play", "go"][..], "'<GAME>'"),
        (&["play", "gomoku", "--side", "third"][..], "'--side <SIDE>'"),
        (&["play", "xiangqi", "--fen", "x"][..], "--fen: "),
        (&["play", "xiangqi", "--moves", "a0a9"][..], "--moves: "),
        (&["play", "xiangqi", "--size", "9"][..], "--size: "),
        (&["dance"][..], "'dance'"),
    ] {
        let sentence = refused(args);
        assert!(sentence.contains(place), "{args:?}: {sentence}");
    }
}

#[test]
fn help_is_there_for_every_command() {
    for command in
        ["play", "go", "legal", "perft", "forbidden", "notation", "judge", "solve", "bench", "uci", "ucci", "gomocup"]
    {
        let ended = duiyi(&[command, "--help"], "");
        assert_eq!(ended.status, 0, "{command}");
        assert!(ended.out.contains("Usage: duiyi"), "{}", ended.out);
    }
    assert_eq!(duiyi(&["--version"], "").status, 0);
    assert_eq!(duiyi(&[], "").status, 2);
}
