//! Which games are kept: none without a move, none that is tried out, and every one of a match.

use duiyi_core::record::Header;
use duiyi_core::record::format::Record;

use super::*;
use crate::library::{GameRow, MATCH_TAG};

fn rows(desk: &Desk, query: &Query) -> Vec<GameRow> {
    desk.list(query).expect("the library can be read").rows
}

fn five() -> Vec<String> {
    FIVE.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_game_that_ends_before_its_first_move_is_not_kept() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let begun = table.desk.new_game(against_engine(1)).expect("a game begins");
    assert!(!begun.snapshot.can.resign, "nothing is there to resign");
    table.desk.apply(Command::Resign).expect("the session takes it all the same");
    let update = table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Ended { .. })));
    assert!(!update.events.iter().any(is_saved), "{:?}", update.events);
    table.desk.leave().expect("there is nothing to lose");
    assert!(rows(&table.desk, &Query::default()).is_empty());
    assert!(table.desk.unfinished().expect("the journals can be read").is_empty());
    table.close();
    assert!(rows(&open(&folder).desk, &Query::default()).is_empty());
}

#[test]
fn a_game_that_is_tried_out_leaves_nothing_behind() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let config = friends(GameKind::Gomoku);
    table.desk.try_out(config.clone(), &five()[..2]).expect("it can be played");
    table.play("b8");
    assert!(table.desk.unfinished().expect("the journals can be read").is_empty());
    table.desk.new_game(config.clone()).expect("it is left without a question");
    table.desk.try_out(config, &five()[..8]).expect("it can be played");
    table.play("l8");
    table.wait_for(|news| matches!(news, DeskEvent::Game(Event::Ended { .. })));
    table.desk.leave().expect("there is nothing to lose");
    table.close();
    let table = open(&folder);
    assert!(table.desk.unfinished().expect("the journals can be read").is_empty());
    assert!(rows(&table.desk, &Query::default()).is_empty());
}

#[test]
fn the_games_of_a_match_are_kept_under_two_tags_and_can_be_left_out_of_a_list() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Gomoku)));
    five().iter().fold(duiyi_core::record::Tree::ROOT, |node, mv| record.tree.push(node, mv));
    let level = |number| Player::Engine { level: Level::new(number).expect("tests name real levels") };
    let players = BySide { first: level(3), second: level(2) };
    let tags = [MATCH_TAG, "A – B"].map(str::to_owned);
    let keep = |uid: &str| table.desk.keep_engine_game(uid.to_owned(), record.clone(), &players, 1, &tags);
    let id = keep("m-1").expect("the library can be written");
    keep("m-2").expect("the library can be written");
    let row = &table.desk.open_study(id).expect("the game can be read").row;
    assert!(tags.iter().all(|tag| row.tags.contains(tag)), "{:?}", row.tags);
    assert_eq!((row.saved.first.level, row.saved.second.level), (Some(3), Some(2)));
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play(FIVE);
    table.wait_for(is_saved);
    let tagged = |tag: &str| Query { tag: Some(tag.to_owned()), ..Query::default() };
    assert_eq!(rows(&table.desk, &tagged("A – B")).len(), 2);
    let without_tag = Some(MATCH_TAG.to_owned());
    assert_eq!(rows(&table.desk, &Query { without_tag, ..Query::default() }).len(), 1);
}

/// A synchroniser keeps an old state of a journal beside the new one; a backup brings an old journal back.
#[test]
fn an_old_copy_of_a_journal_replaces_no_finished_game() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    let uid = table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins").uid;
    table.play("h8 a1");
    let journal = folder.path().join(format!("journal/{uid}.jsonl"));
    let old = std::fs::read(&journal).expect("the journal is there");
    table.play("i8");
    std::fs::write(journal.with_file_name(format!("{uid}.sync-conflict.jsonl")), &old).expect("it is written");
    table.close();

    let table = open(&folder);
    let left = table.desk.unfinished().expect("the journals can be read");
    let ids: Vec<&str> = left.iter().map(|game| game.journal.header.id.as_str()).collect();
    assert_eq!(ids.len(), 2, "{ids:?}");
    assert!(ids[0] != ids[1], "{ids:?}");
    table.desk.resume(&uid, None).expect("the game goes on");
    table.play("a2 j8 a3 k8 a4 l8");
    table.wait_for(is_saved);
    table.close();
    std::fs::write(&journal, &old).expect("it is written");

    let table = open(&folder);
    for game in table.desk.unfinished().expect("the journals can be read") {
        table.desk.discard(&game.journal.header.id).expect("it can be filed");
    }
    let found = rows(&table.desk, &Query::default());
    let mut results: Vec<(&str, u32)> = found.iter().map(|row| (row.saved.result.as_str(), row.saved.plies)).collect();
    results.sort_unstable();
    assert_eq!(results, [("*", 2), ("*", 2), ("1-0", 9)], "each has a row of its own");
}

#[test]
fn a_copy_of_the_file_alone_has_the_games_once_the_program_has_ended() {
    let folder = TempDir::new().expect("a test has a folder");
    let table = open(&folder);
    table.desk.new_game(friends(GameKind::Gomoku)).expect("a game begins");
    table.play(FIVE);
    table.wait_for(is_saved);
    table.desk.fold_library();
    let elsewhere = TempDir::new().expect("a test has a folder");
    std::fs::copy(folder.path().join("library.db"), elsewhere.path().join("library.db")).expect("it is copied");
    assert_eq!(rows(&open(&elsewhere).desk, &Query::default()).len(), 1);
}
