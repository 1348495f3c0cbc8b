use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tempfile::TempDir;

use super::*;
use crate::desk::import::ImportSource;
use crate::library::{GameRow, Query};

const PATIENCE: Duration = Duration::from_secs(120);

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

#[test]
fn the_time_for_a_game_is_shared_by_its_positions() {
    let ms = |seconds, positions| match effort(seconds, positions) {
        ReviewEffort::Time(Millis(ms)) => ms,
        ReviewEffort::Nodes(_) => 0,
    };
    assert_eq!(ms(30, 61), 874);
    // Two threads, and an eighth for the first look.
    let whole = ms(30, 61) * 61 * (GLANCE + 1) / GLANCE / THREADS as u64;
    assert!((29_000..=30_000).contains(&whole), "{whole}");
    assert_eq!((ms(2, 10_000), ms(3_600, 2)), (10, 10_000));
}
