//! External engines in a game, correct and faulty, as scripts of [`crate::testing::scripted_engine`].

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::study::Study;

use super::*;
use crate::engine_list::EngineConfig;
use crate::engines::EngineProtocol;
use crate::testing::scripted_line;

/// A UCI engine that knows one move for Red at the start; `go` is its action in later positions.
fn speaker(go: &str) -> String {
    scripted_line(&format!(
        "uci) echo id name Toy; echo uciok;; isready) echo readyok;; quit) exit;; \
         go* if position *moves*) {go};; go*) echo bestmove h2e2"
    ))
}

fn entry(command: &str) -> EngineConfig {
    let protocol = EngineProtocol::Uci;
    let (id, name, command) = (String::new(), "Toy".to_owned(), command.to_owned());
    EngineConfig { id, name, command, protocol, game: protocol.game().into(), options: Vec::new() }
}

/// Begins a game in which the engine of `command` plays Black, with Red's first move.
fn against(table: &Watched, command: &str) -> EngineConfig {
    let engine = table.desk.save_engine(entry(command)).expect("the list can be written");
    table.desk.new_game(config(&engine)).expect("a game begins");
    table.play("h2e2");
    engine
}

fn config(engine: &EngineConfig) -> GameConfig {
    let mut config = friends(GameKind::Xiangqi);
    config.players.second = Player::External { id: engine.id.clone(), name: engine.name.clone() };
    config
}

fn moved(ply: usize) -> impl Fn(&DeskEvent) -> bool {
    move |news| matches!(news, DeskEvent::Game(Event::Moved { ply: at, .. }) if *at == ply)
}

/// Waits for the end of the game and returns it with the code of the reported fault.
fn ended(table: &Watched) -> (Outcome, Option<&'static str>) {
    let update = table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Ended { .. })));
    let trouble = update.events.iter().find_map(|news| match news {
        DeskEvent::Game(Event::Trouble { code, at, .. }) => {
            assert_eq!(at.as_deref(), Some("Toy"));
            Some(*code)
        }
        _ => None,
    });
    (update.game.snapshot.board.outcome.expect("the game is over"), trouble)
}

fn the_built_in_engine_plays_on(table: &Watched) {
    table.desk.new_game(against_engine(1)).expect("the next game begins");
    table.play("h8");
    table.wait_for(moved(2));
}

#[test]
fn an_engine_plays_under_its_name_and_the_library_knows_it() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let engine = against(&table, &speaker("echo bestmove h9g7"));
    table.wait_for(moved(2));
    assert_eq!(table.desk.external_engines(), [engine]);
    table.desk.apply(Command::Resign).expect("the person may resign");
    table.wait_for(is_saved);
    let page = table.desk.list(&Query::default()).expect("the library can be read");
    let saved = table.desk.open_study(page.rows[0].id).expect("the game can be read").row.saved;
    assert_eq!(table.desk.study_to_review().expect("it is open").person, Some(Side::First));
    assert_eq!((saved.second.kind.as_str(), saved.second.name.as_str()), ("guest", "Toy"));
    assert!(saved.record.contains("[Black \"Toy\"]"), "{}", saved.record);
    the_built_in_engine_plays_on(&table);
}

#[test]
fn an_engine_that_fails_costs_its_own_game_and_nothing_else() {
    let faults = [
        ("echo bestmove h9g7; exit 3", "h0g2", "engine-died"),
        ("abort", "", "engine-died"),
        ("echo bestmove a0a9", "", "engine-illegal"),
        ("echo bestmove wat", "", "engine-unreadable"),
        ("flood info string y", "", "engine-flooded"),
    ];
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    for (go, reply, code) in faults {
        against(&table, &speaker(go));
        if !reply.is_empty() {
            table.wait_for(moved(2));
            table.play(reply);
        }
        let (outcome, trouble) = ended(&table);
        assert_eq!((outcome, trouble), (Outcome::win(Side::First, Reason::Forfeit), Some(code)), "{go}");
    }
    the_built_in_engine_plays_on(&table);
}

#[test]
fn an_engine_that_is_gone_is_refused_by_name() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let missing = table.desk.save_engine(entry("no-such-program-anywhere")).expect("the list can be written");
    let refused = table.desk.new_game(config(&missing)).expect_err("it cannot be started").0;
    assert_eq!((refused.code, refused.at.as_deref()), ("engine-missing", Some("Toy")));
    table.desk.remove_engine(&missing.id).expect("the list can be written");
    let refused = table.desk.new_game(config(&missing)).expect_err("it is not in the list").0;
    assert_eq!((refused.code, refused.at.as_deref()), ("engine-gone", Some("Toy")));
    the_built_in_engine_plays_on(&table);
}

#[test]
fn an_unfinished_game_goes_on_against_another_opponent_when_its_engine_is_gone() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let engine = against(&table, &speaker("echo bestmove h9g7"));
    let uid = table.wait_for(moved(2)).game.uid;
    table.play("h0g2");
    table.close();
    let table = open(&folder);
    let lists = |table: &Watched| table.desk.unfinished().expect("the journals can be read");
    assert_eq!(
        lists(&table)[0].config.players.second,
        Player::External { id: engine.id.clone(), name: engine.name.clone() }
    );
    table.desk.remove_engine(&engine.id).expect("the list can be written");
    let refused = table.desk.resume(&uid, None).expect_err("its engine is gone").0;
    assert_eq!((refused.code, refused.at.as_deref()), ("engine-gone", Some("Toy")));
    assert_eq!(lists(&table).len(), 1, "a refusal changes nothing");
    let seen = table.desk.resume(&uid, Level::new(1)).expect("the engine takes its seat");
    assert_eq!(seen.snapshot.config.players.second, Player::Engine { level: Level::new(1).expect("a level") });
    table.wait_for(moved(4));
    table.desk.leave().expect("the disk has the game");
    let left = lists(&table);
    assert_eq!((left.len(), left[0].journal.plies.len()), (1, 4));
    assert!(left[0].config.players.second.level().is_some(), "the journal names who plays now");
    let moves: Vec<String> = left[0].journal.plies.iter().map(|ply| ply.mv.clone()).collect();
    let GameConfig { setup, players, .. } = &left[0].config;
    let names = players.as_ref().map(Player::record_name);
    assert!(Study::of(setup, &names, &moves, None, "").is_ok());
}

#[test]
fn an_unfinished_game_waits_for_its_engine() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    against(&table, &speaker("echo bestmove h9g7"));
    let uid = table.wait_for(moved(2)).game.uid;
    table.close();
    let table = open(&folder);
    let seen = table.desk.resume(&uid, None).expect("its engine is there");
    assert!(matches!(seen.snapshot.config.players.second, Player::External { .. }));
    assert_eq!(seen.uid, uid);
    table.play("h0g2");
    // The horse has left h9 already: the engine's move is illegal and loses.
    assert_eq!(ended(&table).1, Some("engine-illegal"));
}
