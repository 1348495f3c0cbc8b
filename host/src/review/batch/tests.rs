use std::fs;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use duiyi_core::game::{Game, GameKind, Setup};
use tempfile::TempDir;

use super::*;
use crate::desk::import::ImportSource;
use crate::library::{GameRow, Query};

const PATIENCE: Duration = Duration::from_secs(120);

/// The states of a review, with the updates of the open study.
type Heard = Receiver<(BatchState, Option<Box<StudyUpdate>>)>;

struct Table {
    desk: Desk,
    reviewer: BatchReviewer,
    heard: Receiver<BatchState>,
}

fn open(folder: &TempDir) -> Table {
    let path = folder.path().join("data");
    let (desk, _) = Desk::open(Some(path.clone()), |_| {});
    let (told, heard) = channel();
    let (reviewer, notice) = BatchReviewer::open(Some(path), move |state, _| drop(told.send(state)));
    assert!(notice.is_none());
    Table { desk, reviewer, heard }
}

/// Imports games of two plies, and one without a move.
fn fill(desk: &Desk) -> Vec<i64> {
    let game = |name: &str, moves: &str| format!("[Game \"Chinese Chess\"]\n[Red \"{name}\"]\n\n{moves} *\n\n");
    let games = ["1. h2e2 h9g7", "1. h2e2 h7e7", "1. c3c4 g6g5", ""].map(|moves| game(&format!("p{moves}"), moves));
    desk.import(ImportSource::Bytes(games.concat().into()), &mut |_| {}).expect("the library can be written");
    rows(desk).iter().map(|row| row.id).collect()
}

fn rows(desk: &Desk) -> Vec<GameRow> {
    desk.list(&Query { facts: true, ..Query::default() }).expect("the library can be read").rows
}

fn reviewed(desk: &Desk) -> usize {
    rows(desk).iter().filter(|row| row.facts.accuracy.first.is_some()).count()
}

fn wait(table: &Table, done: impl Fn(&BatchState) -> bool) -> BatchState {
    loop {
        let state = table.heard.recv_timeout(PATIENCE).expect("the review goes on");
        if done(&state) {
            return state;
        }
    }
}

#[test]
fn a_selection_is_reviewed_and_its_accuracies_are_in_the_list() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut table = open(&folder);
    let ids = fill(&table.desk);
    let begun = table.reviewer.add(&table.desk, &ids, 2).expect("it begins");
    assert_eq!((begun.waiting, begun.running, begun.seconds), (4, true, 2));
    let ended = wait(&table, |state| !state.running);
    assert_eq!((ended.waiting, ended.reviewed, ended.skipped, ended.trouble), (0, 3, 1, None));
    assert_eq!(reviewed(&table.desk), 3);
    // What was reviewed is not reviewed again.
    table.reviewer.add(&table.desk, &ids, 2).expect("it begins");
    let ended = wait(&table, |state| !state.running);
    assert_eq!((ended.reviewed, ended.skipped), (0, 4));
}

#[test]
fn a_pause_and_a_restart_lose_no_game() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut table = open(&folder);
    let ids = fill(&table.desk);
    table.reviewer.add(&table.desk, &ids, 2).expect("it begins");
    wait(&table, |state| state.reviewed == 1);
    let paused = table.reviewer.pause();
    assert!(!paused.running && paused.players.is_none() && paused.waiting >= 2, "{paused:?}");
    let done = reviewed(&table.desk);
    drop(table);
    let mut table = open(&folder);
    let kept = table.reviewer.state();
    assert_eq!((kept.waiting, kept.reviewed, kept.running), (paused.waiting, paused.reviewed, false));
    assert!(table.heard.try_recv().is_err() && reviewed(&table.desk) == done, "it waits for the person");
    assert!(table.reviewer.go_on(&table.desk).running);
    let ended = wait(&table, |state| !state.running);
    assert_eq!((ended.reviewed + ended.skipped, reviewed(&table.desk)), (4, 3));
    // Without games there is nothing to go on with.
    assert!(!table.reviewer.go_on(&table.desk).running);
}

#[test]
fn games_that_are_done_at_once_cost_few_writes_of_the_list() {
    let folder = TempDir::new().expect("a test has a folder");
    let path = folder.path().join("data");
    let (desk, _) = Desk::open(Some(path.clone()), |_| {});
    // Each is reviewed: all its positions have an evaluation.
    let game = |mv: &String| format!("[Game \"Chinese Chess\"]\n\n{{[%eval 0.10,9]}} 1. {mv} {{[%eval 0.10,9]}} *\n\n");
    let games: String = Game::new(&Setup::usual(GameKind::Xiangqi)).legal_moves().iter().map(game).collect();
    desk.import(ImportSource::Bytes(games.into()), &mut |_| {}).expect("the library can be written");
    let ids = desk.ids(&Query::default()).expect("the library can be read");
    let (told, heard) = channel();
    let file = path.join("reviews.json");
    let (mut reviewer, _) = BatchReviewer::open(Some(path.clone()), move |state, _| {
        drop(told.send((state, fs::read(&file).expect("the list is there"))));
    });
    reviewer.add(&desk, &ids, 2).expect("it begins");
    let mut lists: Vec<Vec<u8>> = Vec::new();
    let ended: BatchState = loop {
        let (state, list) = heard.recv_timeout(PATIENCE).expect("the review goes on");
        if lists.last() != Some(&list) {
            lists.push(list);
        }
        if !state.running {
            break state;
        }
    };
    assert_eq!((ended.waiting, ended.reviewed, ended.skipped as usize, ended.trouble), (0, 0, ids.len(), None));
    assert!(ids.len() > 40 && lists.len() < ids.len() / 4, "{} lists of {} games", lists.len(), ids.len());
    let kept = BatchReviewer::open(Some(path), |_, _| {}).0.state();
    assert_eq!((kept.waiting, kept.skipped), (0, ended.skipped), "the end is on disk");
}

#[test]
fn a_list_that_a_killed_program_left_is_finished() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut table = open(&folder);
    let ids = fill(&table.desk);
    table.reviewer.add(&table.desk, &ids, 2).expect("it begins");
    let file = folder.path().join("data/reviews.json");
    let left = fs::read(&file).expect("the list is there");
    wait(&table, |state| !state.running);
    drop(table);
    // The games are reviewed, and all of them are on the list.
    fs::write(&file, left).expect("it can be written");
    let mut table = open(&folder);
    assert_eq!(table.reviewer.state().waiting, 4);
    assert!(table.reviewer.go_on(&table.desk).running);
    let ended = wait(&table, |state| !state.running);
    assert_eq!((ended.waiting, ended.reviewed, ended.skipped), (0, 0, 4));
    assert_eq!(reviewed(&table.desk), 3);
}

#[test]
fn a_cancelled_review_forgets_the_rest_and_keeps_what_it_has() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut table = open(&folder);
    let ids = fill(&table.desk);
    table.reviewer.add(&table.desk, &ids[..3], 2).expect("it begins");
    wait(&table, |state| state.reviewed + state.skipped == 1);
    let cancelled = table.reviewer.cancel().expect("the list can be written");
    assert_eq!((cancelled.waiting, cancelled.running), (0, false));
    assert_eq!(open(&folder).reviewer.state().waiting, 0);
}

#[test]
fn the_open_study_gets_its_review_and_a_deleted_game_is_skipped() {
    let folder = TempDir::new().expect("a test has a folder");
    let mut table = open(&folder);
    let ids = fill(&table.desk);
    let with_moves: Vec<i64> = rows(&table.desk).iter().filter(|row| row.saved.plies > 0).map(|row| row.id).collect();
    table.desk.open_study(with_moves[0]).expect("it is there");
    table.desk.delete(with_moves[1]).expect("it is there");
    table.reviewer.add(&table.desk, &ids, 2).expect("it begins");
    let ended = wait(&table, |state| !state.running);
    assert_eq!((ended.reviewed, ended.skipped), (2, 2));
    assert!(table.desk.reviewed().expect("a study is open").is_some(), "the study on the screen has it, too");
}

/// Begins the review of an open study.
fn review_open_study(folder: &TempDir) -> (Desk, BatchReviewer, Heard) {
    let path = folder.path().join("data");
    let (desk, _) = Desk::open(Some(path.clone()), |_| {});
    fill(&desk);
    let game = rows(&desk).into_iter().find(|row| row.saved.plies > 0).expect("three games have moves");
    desk.open_study(game.id).expect("it is there");
    let (told, heard) = channel();
    let (mut reviewer, _) = BatchReviewer::open(Some(path), move |state, change| drop(told.send((state, change))));
    reviewer.add(&desk, &[game.id], 2).expect("it begins");
    (desk, reviewer, heard)
}

#[test]
fn a_review_reaches_the_open_study_also_where_the_list_cannot_be_written() {
    let folder = TempDir::new().expect("a test has a folder");
    let (desk, reviewer, heard) = review_open_study(&folder);
    let list = folder.path().join("data").join("reviews.json");
    fs::remove_file(&list).expect("it was written");
    fs::create_dir(&list).expect("there is room");
    let mut updates = Vec::new();
    let mut trouble = None;
    while trouble.is_none() {
        let (state, update) = heard.recv_timeout(PATIENCE).expect("the review goes on");
        updates.extend(update);
        trouble = state.trouble;
    }
    let study = desk.studied().expect("it is open");
    assert_eq!(updates.iter().map(|update| (update.study, update.state.seq)).collect::<Vec<_>>(), [(study.row.id, 1)]);
    assert_eq!((study.state.seq, reviewer.state().waiting), (1, 0));
}

/// A pause may come when the last position has been searched.
#[test]
fn a_review_that_is_paused_is_in_the_study_and_reported_or_neither() {
    let folder = TempDir::new().expect("a test has a folder");
    let (desk, mut reviewer, heard) = review_open_study(&folder);
    while heard.recv_timeout(PATIENCE).expect("the review goes on").0.part < 1.0 {}
    let paused = reviewer.pause();
    let updates = heard.try_iter().filter(|(_, update)| update.is_some()).count();
    let is_kept = desk.reviewed().expect("a study is open").is_some();
    assert_eq!((updates, paused.waiting), if is_kept { (1, 0) } else { (0, 1) });
}

#[test]
fn the_time_for_a_game_is_shared_by_its_positions() {
    let ms = |seconds, positions| match effort(seconds, positions) {
        ReviewEffort::Time(Millis(ms)) => ms,
        ReviewEffort::Nodes(_) => 0,
    };
    assert_eq!(ms(30, 61), 874);
    // Two threads, and an eighth for the first look.
    let whole = ms(30, 61) * 61 * (SHALLOW_PART + 1) / SHALLOW_PART / THREADS as u64;
    assert!((29_000..=30_000).contains(&whole), "{whole}");
    assert_eq!((ms(2, 10_000), ms(3_600, 2)), (10, 10_000));
}
