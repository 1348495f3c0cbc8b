//! The coach: what it holds back, what it lets pass, and what is kept of it.

use std::time::Instant;

use duiyi_core::base::Stamp;
use duiyi_core::explain::{Fact, ThreatKind};
use duiyi_core::game::SetupCodes;
use duiyi_core::review::BlunderWarning;
use duiyi_core::session::{Coach, Session};

use super::*;
use crate::desk::coach::Coached;

/// A warning comes within 300 ms; the rest is for a busy machine that runs the tests in a debug build.
const WARNED_WITHIN: Duration = Duration::from_secs(3);

/// A red rook can take a black one; one step short of it, it is taken.
const ROOKS: &str = "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1";

fn coached(coach: Coach, start: Option<&str>) -> GameConfig {
    let words = SetupCodes { game: "xiangqi", rule: "asian", size: None, start, opening: None };
    let setup = Setup::read(words).expect("a position of the tests");
    GameConfig { setup, coach, ..friends(GameKind::Xiangqi) }
}

const WARNINGS: Coach = Coach { warnings: true, threats: false, evaluation: false };

/// Plays a move as a person who thinks a moment first.
fn choose(table: &Watched, mv: &str) -> Option<BlunderWarning> {
    thread::sleep(Duration::from_millis(400));
    let chosen = Instant::now();
    let warning = table.desk.play(mv).expect("the move is legal");
    assert!(chosen.elapsed() < WARNED_WITHIN, "{mv} waits {:?}", chosen.elapsed());
    warning
}

#[test]
fn a_blunder_is_held_back_with_its_reason_until_it_is_confirmed() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(coached(WARNINGS, Some(ROOKS))).expect("a game begins");

    let warning = choose(&table, "a0a4").expect("the rook is lost");
    let Fact::Allows(threat) = &warning.facts[0] else { panic!("{:?}", warning.facts) };
    assert!(matches!(&threat.what, ThreatKind::Capture { taken, .. } if taken.at == "a4"), "{threat:?}");
    assert_eq!(warning.row.uci, "a0a4");
    assert_eq!(warning.answer[0].uci, "a5a4");
    assert_eq!(table.desk.game().expect("there is a game").ply(), 0, "the move is not played");

    table.play("a0a4");
    assert_eq!(table.desk.game().expect("there is a game").ply(), 1);
}

#[test]
fn a_sound_move_passes_and_so_does_everything_without_a_coach() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(coached(WARNINGS, None)).expect("a game begins");
    for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
        assert_eq!(choose(&table, mv), None, "{mv}");
    }
    table.desk.new_game(coached(Coach::default(), Some(ROOKS))).expect("a game begins");
    assert_eq!(choose(&table, "a0a4"), None);
    assert_eq!(table.desk.game().expect("there is a game").ply(), 1);
}

#[test]
fn the_level_of_the_opponent_decides_how_much_a_warning_takes() {
    let level = |config: &GameConfig, moves: &[String]| {
        let (session, _) = Session::resume(config.clone(), 7, moves, None, Stamp(0)).expect("the moves are legal");
        Coached::of(&session).expect("a person is to move").level
    };
    let two = Level::new(2).expect("tests name real levels");
    let mut config = coached(WARNINGS, None);
    assert_eq!(level(&config, &[]), Level::MAX, "two people");
    config.players.first = Player::Engine { level: two };
    assert_eq!(level(&config, &["h2e2".to_owned()]), two, "an engine that moves first");
    std::mem::swap(&mut config.players.first, &mut config.players.second);
    assert_eq!(level(&config, &[]), two, "an engine that moves second");
}

/// Plays a move that the coach weighs for longer than the clock allows a move.
#[test]
fn the_time_of_the_coach_counts_for_neither_side() {
    // A busy machine may suspend this thread for longer, but not each time.
    let is_in_time = |_| {
        let folder = TempDir::new().expect("a test has a folder");
        let table = open(&folder);
        let clock = TimeControl::PerMove { each: Millis(110) };
        table.desk.new_game(GameConfig { clock, ..coached(WARNINGS, None) }).expect("a game begins");
        table.desk.play("a3a4").is_ok() && table.desk.play("a6a5").is_ok() && {
            let seen = table.desk.seen().expect("there is a game").snapshot;
            seen.board.outcome.is_none() && seen.moves.len() == 2
        }
    };
    assert!((0..5).any(is_in_time));
}

#[test]
fn a_move_that_is_weighed_is_dropped_when_its_board_goes() {
    // A busy machine may begin or end to weigh at another time, but not each time.
    let is_dropped = |_| {
        let folder = TempDir::new().expect("a test has a folder");
        let table = open(&folder);
        table.desk.new_game(coached(WARNINGS, None)).expect("a game begins");
        choose(&table, "h2e2");
        let told = thread::scope(|scope| {
            let playing = scope.spawn(|| table.desk.play("a6a5"));
            thread::sleep(Duration::from_millis(50));
            table.desk.apply(Command::Undo).expect("there is a move to take back");
            playing.join().expect("it does not panic")
        });
        matches!(told, Ok(None)) && table.desk.game().expect("there is a game").ply() == 0
    };
    assert!((0..5).any(is_dropped));
}

#[test]
fn a_move_against_the_rules_is_refused_before_it_is_weighed() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(coached(WARNINGS, Some(ROOKS))).expect("a game begins");
    assert!(table.desk.play("a0b9").is_err());
    assert!(table.desk.play("rook").is_err());
}

#[test]
fn a_stone_that_leaves_an_open_three_is_held_back() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(GameConfig { coach: WARNINGS, ..friends(GameKind::Gomoku) }).expect("a game begins");
    table.play("h8 a1 i8 a3 j8");
    let warning = choose(&table, "o15").expect("three stones in a row are open at both ends");
    assert!(matches!(warning.facts[0], Fact::Ignores(_)), "{:?}", warning.facts);
    assert_eq!(choose(&table, "g8"), None, "this stone stops it");
}

#[test]
fn the_evaluation_of_the_coach_comes_while_the_person_thinks() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let coach = Coach { evaluation: true, ..Coach::default() };
    table.desk.new_game(coached(coach, Some(ROOKS))).expect("a game begins");
    let update = table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Evaluated)));
    assert!(update.game.snapshot.worth.is_some());
}

#[test]
fn the_coach_is_kept_in_the_journal_and_in_the_record() {
    let folder = TempDir::new().expect("a test has a folder");
    let coach = Coach { warnings: true, threats: true, evaluation: false };
    for (kind, mv, tag) in [
        (GameKind::Xiangqi, "h2e2", "[Coach \"warnings threats\"]"),
        (GameKind::Gomoku, "h8", "COACH[warnings threats]"),
    ] {
        let table = open(&folder);
        let uid = table.desk.new_game(GameConfig { coach, ..friends(kind) }).expect("a game begins").uid;
        table.play(mv);
        table.close();

        let table = open(&folder);
        let game = table.desk.resume(&uid, None).expect("the game goes on");
        assert_eq!(game.snapshot.config.coach, coach);
        table.desk.apply(Command::Resign).expect("a person plays");
        let saved = table.wait_for(is_saved).game.saved.expect("the game is filed");
        table.desk.open_study(saved).expect("the game can be read");
        let record = table.desk.study_record().expect("a study is open");
        assert!(record.contains(tag), "{record}");
        table.close();
    }
}
