use std::collections::BTreeSet;

use duiyi_core::base::BySide;
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::gomoku::Rule;
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, GameConfig, OpeningProtocol, Player};

use super::*;

fn session(setup: Setup, moves: &[&str]) -> Session {
    let players = BySide::from_fn(|_| Player::Human { name: String::new() });
    let config = GameConfig { setup, players, clock: TimeControl::None, coach: Coach::default(), odds: None };
    let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
    Session::resume(config, 1, &moves, None, clock::now_stamp()).expect("legal moves").0
}

/// Checks the place and the replacements of the candidates for `line`, in any order.
#[track_caller]
fn check(session: &Session, line: &str, at: usize, expected: &[&str]) {
    let (place, found) = Completion::of(session).candidates(line);
    let found: BTreeSet<&str> = found.iter().map(|pair| pair.replacement.as_str()).collect();
    assert_eq!((place, found), (at, expected.iter().copied().collect()), "{line:?}");
}

#[test]
fn a_move_is_completed_in_the_notation_that_was_begun() {
    let red = session(Setup::usual(GameKind::Xiangqi), &[]);
    check(&red, "h2e", 0, &["h2e2"]);
    check(&red, " move h0", 6, &["h0g2", "h0i2"]);
    check(&red, "炮二平", 0, &["炮二平一", "炮二平三", "炮二平四", "炮二平五", "炮二平六", "炮二平七"]);
    check(&red, "馬二進", 0, &["馬二進三", "馬二進一"]);
    check(&red, "H2+", 0, &["H2+3", "H2+1"]);
    check(&red, "h5", 0, &[]);
    let black = session(Setup::usual(GameKind::Xiangqi), &["h2e2"]);
    check(&black, "马8进", 0, &["马８进９", "马８进７"]);
    let (_, found) = Completion::of(&black).candidates("马8进7");
    assert_eq!(found[0].display, "马８进７ h9g7");
}

#[test]
fn only_words_of_the_moment_are_offered() {
    let fresh = session(Setup::usual(GameKind::TicTacToe), &[]);
    check(&fresh, "u", 0, &[]);
    check(&fresh, "B", 0, &["b1", "b2", "b3", "board"]);
    let begun = session(Setup::usual(GameKind::TicTacToe), &["b2"]);
    check(&begun, "u", 0, &["undo"]);
    check(&begun, "b2", 0, &[]);
    check(&begun, "undo ", 5, &[]);
    let over = session(Setup::usual(GameKind::TicTacToe), &["a1", "b1", "a2", "b2", "a3"]);
    check(&over, "c", 0, &[]);
    let swap = Setup::gomoku(Rule::Freestyle, 15, Some(OpeningProtocol::Swap)).expect("a board");
    check(
        &session(swap, &["h8", "i9", "j10"]),
        "",
        0,
        &["swap", "keep", "undo", "resign", "board", "threats", "save ", "load ", "help", "quit"],
    );
}

#[test]
fn an_opening_offers_the_points_that_it_allows() {
    let rif = Setup::gomoku(Rule::Renju, 15, Some(OpeningProtocol::Rif)).expect("a board");
    let (_, found) = Completion::of(&session(rif, &["h8"])).candidates("move ");
    assert_eq!(found.len(), 8, "the points around the centre");
}

#[test]
fn files_are_completed_after_save_and_load() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["红 1.pgn", "红 2.pgn", ".hidden", "a\u{7}b"] {
        // Windows refuses the control character.
        let _ = fs::write(folder.path().join(name), "");
    }
    fs::create_dir(folder.path().join("more")).expect("a folder");
    let inside = format!("{}{MAIN_SEPARATOR}", folder.path().display());
    let game = session(Setup::usual(GameKind::TicTacToe), &[]);
    let (red, more) = (format!("{inside}红 "), format!("{inside}more{MAIN_SEPARATOR}"));
    check(&game, &format!("load {red}"), 5, &[&format!("{red}1.pgn"), &format!("{red}2.pgn")]);
    check(&game, &format!("SAVE {inside}m"), 5, &[&more]);
    check(&game, &format!("load {inside}a"), 5, &[]);
    check(&game, &format!("load {inside}none{MAIN_SEPARATOR}"), 5, &[]);
    let (_, shown) = Completion::of(&game).candidates(&format!("load {inside}"));
    let shown: Vec<&str> = shown.iter().map(|pair| pair.display.as_str()).collect();
    assert_eq!(shown, [&format!("more{MAIN_SEPARATOR}"), "红 1.pgn", "红 2.pgn"]);
}
