//! Odds: kept in journal, record and library, and no even game for the level that fits.

use duiyi_core::game::SetupCodes;
use duiyi_core::odds::{Handicap, Odds};

use super::*;
use crate::desk::library::ODDS_TAG;

fn given(kind: GameKind, odds: Odds, giver: Side) -> GameConfig {
    friends(kind).with_odds(Some(Handicap::new(odds, giver))).expect("the game has these odds")
}

#[test]
fn an_unfinished_game_keeps_its_odds() {
    let folder = TempDir::new().expect("a test has a folder");
    for (kind, odds, moves) in [
        (GameKind::Xiangqi, Odds::LeftHorse, "h2e2 h9g7"),
        (GameKind::Gomoku, Odds::ThreeStones, "a1 h9"),
        (GameKind::Xiangqi, Odds::HalfTime, "h2e2 h9g7"),
    ] {
        let table = open(&folder);
        let config = given(kind, odds, Side::First);
        table.desk.new_game(config.clone()).expect("a game begins");
        table.play(moves);
        table.close();
        let table = open(&folder);
        let unfinished = table.desk.unfinished().expect("the journals can be read");
        assert_eq!(unfinished.len(), 1, "{odds}");
        assert_eq!(unfinished[0].config, config, "{odds}");
        let game = table.desk.resume(&unfinished[0].journal.header.id, None).expect("it goes on").snapshot;
        assert_eq!((game.ply, game.config.odds), (2, config.odds), "{odds}");
        table.desk.apply(Command::Resign).expect("a person resigns");
        table.wait_for(is_saved);
        table.close();
    }
    let table = open(&folder);
    let rows = table.desk.list(&Query::default()).expect("the library can be read").rows;
    for row in &rows {
        assert!(row.tags.iter().any(|tag| tag == ODDS_TAG), "{:?}", row.tags);
        // The game opens from its own start.
        let opened = table.desk.open_study(row.id).expect("the game can be read");
        assert_eq!(study::rows(&opened), 2, "{}", opened.row.saved.record);
        assert!(
            opened.row.saved.record.contains("[Odds \"") || opened.row.saved.record.contains("ODDS["),
            "{}",
            opened.row.saved.record
        );
    }
    assert_eq!(rows.len(), 3);
}

#[test]
fn a_rematch_keeps_the_odds_and_their_giver() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let name = |name: &str| Player::Human { name: name.to_owned() };
    let named = |config: GameConfig| GameConfig { players: BySide { first: name("a"), second: name("b") }, ..config };
    for (odds, swaps) in [(Odds::LeftHorse, false), (Odds::FirstMove, false), (Odds::HalfTime, true)] {
        let config = named(given(GameKind::Xiangqi, odds, Side::First));
        let giver = config.players[config.odds.expect("odds").giver].clone();
        table.desk.new_game(config.clone()).expect("a game begins");
        table.play("h2e2");
        table.desk.apply(Command::Resign).expect("a person resigns");
        let again = table.desk.rematch(None).expect("they play again").snapshot.config;
        assert_eq!(again.players.first == name("b"), swaps, "{odds}");
        assert_eq!(again.players[again.odds.expect("odds").giver], giver, "{odds}");
        assert_eq!(again.setup, config.setup);
    }
}

#[test]
fn games_at_odds_do_not_tell_the_level_that_fits() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let fit = || table.desk.fitting_level("gomoku", "freestyle").expect("the library can be read").expect("a table");
    for odds in [None, Some(Handicap::new(Odds::TwoStones, Side::Second))] {
        let config = against_engine(1).with_odds(odds).expect("odds of Gomoku");
        table.desk.new_game(config).expect("a game begins");
        if odds.is_none() {
            table.play("h8");
        }
        // With free stones the engine moves first.
        while table.desk.game().expect("there is a game").ply() == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        table.desk.apply(Command::Resign).expect("a person resigns");
        table.wait_for(is_saved);
    }
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").rows.len(), 2);
    assert_eq!(fit().games, 1);
    assert_eq!(table.desk.fair_game("gomoku", "freestyle").expect("the library can be read"), None);
}

#[test]
fn games_from_a_position_do_not_tell_the_level_that_fits() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let level = Player::Engine { level: Level::new(1).expect("tests name real levels") };
    let players = BySide { first: Player::Human { name: String::new() }, second: level };
    let start = Some("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
    let position = Setup::read(SetupCodes { game: "xiangqi", start, ..SetupCodes::default() }).expect("a position");
    for (setup, mv) in [(Setup::usual(GameKind::Xiangqi), "h2e2"), (position, "e1e5")] {
        let config = GameConfig { setup, players: players.clone(), ..friends(GameKind::Xiangqi) };
        table.desk.new_game(config).expect("a game begins");
        table.play(mv);
        table.desk.apply(Command::Resign).expect("a person resigns");
        table.wait_for(is_saved);
    }
    assert_eq!(table.desk.list(&Query::default()).expect("the library can be read").rows.len(), 2);
    let fit = table.desk.fitting_level("xiangqi", "").expect("the library can be read").expect("a table");
    assert_eq!(fit.games, 1);
}
