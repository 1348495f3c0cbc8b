//! Reviews of whole games by the engine.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use duiyi_core::base::Side;
use duiyi_core::game::{GameKind, Setup};
use duiyi_core::puzzle::PuzzleStart;
use duiyi_core::review::{ForcedWin, ReviewLabel};
use duiyi_core::study::{Beginning, Change, Study};

use super::*;
use crate::Desk;
use crate::files::DataDir;
use crate::library::Library;

/// Red's chariot leaves a horse that a cannon could take, and goes to a square where the other cannon takes it.
const GIVEN: &str = "a0a1 h9g7 a1f1 i9h9 f1f7 h7f7";

/// Black has a four that can be blocked at one end only and plays elsewhere; so does White.
const FOUR: &str = "h8 g8 i8 a3 j8 a5 k8 a7 a15 c1 l8";

/// Black has the same four and plays elsewhere; White blocks it with a straight four and wins.
const MISSED: &str = "h8 g8 i8 l9 j8 l10 k8 l11 a15 l8 l7 l12";

fn study(kind: GameKind, moves: &str) -> Study {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    Study::of(&Setup::usual(kind), &Default::default(), &moves, None, "").expect("the moves can be played")
}

fn reviewed(study: &Study, effort: ReviewEffort, threads: usize) -> Review {
    review(Review::of(study), effort, threads, &Stop::new(), &|_| {}).expect("nobody stops it")
}

#[test]
fn the_same_nodes_and_threads_find_the_same() {
    let study = study(GameKind::Xiangqi, GIVEN);
    let once = reviewed(&study, ReviewEffort::Nodes(8_000), 2).report();
    assert_eq!(reviewed(&study, ReviewEffort::Nodes(8_000), 2).report(), once);
    // The first move leaves a horse unprotected; the loss shows only when the chariot has moved.
    let labels: Vec<_> = once.moves.iter().map(|judged| judged.label).collect();
    assert_eq!((labels[0], labels[4], labels[5]), (Some(ReviewLabel::Blunder), Some(ReviewLabel::Blunder), None));
}

#[test]
fn every_move_is_told_and_told_again() {
    let study = study(GameKind::Gomoku, MISSED);
    let (sender, told) = mpsc::channel();
    let sender = Mutex::new(sender);
    let tell = |progress| sender.lock().send(progress).expect("somebody listens");
    let found =
        review(Review::of(&study), ReviewEffort::Nodes(4_000), 2, &Stop::new(), &tell).expect("nobody stops it");
    drop(sender);
    let told: Vec<ReviewProgress> = told.iter().collect();
    assert_eq!(told.len(), 2 * 12, "the last position needs no search");
    assert!(told.iter().enumerate().all(|(index, progress)| (progress.done, progress.total) == (index + 1, 24)));
    let judged: std::collections::BTreeSet<usize> =
        told.iter().flat_map(|progress| progress.judged.iter().map(|judged| judged.ply)).collect();
    assert!(judged.into_iter().eq(1..=12));
    let report = found.report();
    assert_eq!(report.moves[8].forced, Some(ForcedWin::Missed { moves: 1, is_mate: false }));
    assert!(report.swings.contains(&9), "{:?}", report.swings);
}

#[test]
fn a_review_that_is_stopped_is_quiet_within_fifty_milliseconds() {
    let quiet_after = |kind, moves| {
        let (study, stop) = (study(kind, moves), Stop::new());
        let asked = stop.clone();
        thread::scope(|scope| {
            let running = scope.spawn(|| {
                let ended = review(Review::of(&study), ReviewEffort::Time(Millis(60_000)), 2, &stop, &|_| {});
                (ended.map(|_| ()), Instant::now())
            });
            thread::sleep(Duration::from_millis(300));
            asked.ask();
            let since = Instant::now();
            let (ended, at) = running.join().expect("it does not panic");
            assert_eq!(ended, Err(ReviewError::Stopped));
            let took = at.saturating_duration_since(since);
            println!("quiet after {took:?}");
            took
        })
    };
    let most = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 50 });
    for (kind, moves) in [(GameKind::Xiangqi, GIVEN), (GameKind::Gomoku, "h8 i9 g7 i7 i8 g8")] {
        // A busy machine may suspend a thread for a while, but not each time.
        assert!((0..3).any(|_| quiet_after(kind, moves) < most), "{kind:?}");
    }
}

#[test]
fn a_move_is_tried_again_until_it_is_right() {
    let study = study(GameKind::Gomoku, FOUR);
    let found = reviewed(&study, ReviewEffort::Nodes(4_000), 1);
    let again = |mv: &str| try_move(&found, 9, mv, ReviewEffort::Nodes(4_000), &Stop::new());
    let right = again("l8").expect("it can be played");
    assert!(right.is_right && right.film.len() == 1);
    let wrong = again("o15").expect("it can be played");
    assert!(!wrong.is_right && wrong.loss >= 0.0, "{wrong:?}");
    assert!(wrong.film.len() > 1, "what answers it is shown");
    assert_eq!(again("h8").expect_err("a stone stands there").code, "occupied");
}

#[test]
fn own_mistakes_are_puzzles_where_few_moves_are_right() {
    for (kind, moves) in [(GameKind::Xiangqi, GIVEN), (GameKind::Gomoku, MISSED)] {
        let found = reviewed(&study(kind, moves), ReviewEffort::Nodes(8_000), 1);
        // Black leaves the undefended horse, and White the four: both sides make mistakes in both games.
        for side in Side::ALL {
            let own = own_mistakes(&found, side, ReviewEffort::Nodes(8_000), &Stop::new());
            assert!(!own.is_empty(), "{side:?} in {moves}");
            for puzzle in &own {
                puzzle.start.game().advance(&puzzle.line[0]).expect("it can be played");
                assert_eq!(puzzle.start.side_to_move(), side);
                let before = |plies: &usize| PuzzleStart::of(&found.game_at(*plies)).expect("a game of puzzles");
                let plies = (0..found.moves().len()).find(|plies| before(plies) == puzzle.start);
                let played = &found.moves()[plies.expect("a position of the game")];
                assert!(!puzzle.line.contains(played) && !puzzle.also.contains(played), "{puzzle:?}");
            }
        }
    }
}

#[test]
fn the_mistakes_of_the_one_person_at_the_board_are_told_after_the_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
    let moves = GIVEN.split_whitespace().map(str::to_owned).collect();
    let opened =
        desk.new_study(&Beginning { setup: Setup::usual(GameKind::Xiangqi), moves }).expect("it can be played");
    let mut saved = opened.row.saved;
    saved.second.kind = "level".to_owned();
    let dir = DataDir::open(folder.path()).expect("it is there");
    Library::open(&dir, |_| None).expect("it can be read").library.save(&saved).expect("it can be written");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
    desk.open_study(opened.row.id).expect("it is there");
    assert_eq!(desk.study_to_review().expect("it is open").person, Some(Side::First));
    let (sender, told) = mpsc::channel();
    let mut reviewer = Reviewer::default();
    reviewer
        .start(&desk, ReviewEffort::Nodes(8_000), move |_, news| drop(sender.send(news)))
        .expect("there is a study");
    let (mut is_done, mut own) = (false, Vec::new());
    while let Ok(news) = told.recv_timeout(Duration::from_secs(60)) {
        match news {
            ReviewEvent::Progress(_) => {}
            ReviewEvent::Done(..) => is_done = true,
            ReviewEvent::Own(found) => {
                assert!(is_done, "the review comes first");
                own = found;
                break;
            }
            ReviewEvent::Failed(fault) => panic!("{fault}"),
        }
    }
    assert!(own.iter().all(|puzzle| puzzle.start.side_to_move() == Side::First));
    assert!(own.iter().all(|puzzle| puzzle.start.game().advance(&puzzle.line[0]).is_ok()));
    assert!(!own.is_empty());
}

#[test]
fn the_study_on_the_desk_is_reviewed_and_keeps_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "e2e6"].map(str::to_owned).to_vec();
    desk.new_study(&Beginning { setup: Setup::usual(GameKind::Xiangqi), moves }).expect("the moves can be played");
    assert!(desk.reviewed().expect("there is a study").is_none());
    let (sender, told) = mpsc::channel();
    let mut reviewer = Reviewer::default();
    let tell = move |_: &Review, news| drop(sender.send(news));
    reviewer.start(&desk, ReviewEffort::Nodes(2_000), tell).expect("there is a study");
    let done = loop {
        match told.recv_timeout(Duration::from_secs(60)).expect("it goes on") {
            ReviewEvent::Progress(_) => {}
            ReviewEvent::Done(report, kept) => {
                break (report, kept.expect("it is kept").expect("its study is in front"));
            }
            ReviewEvent::Own(own) => panic!("nobody says who played it: {own:?}"),
            ReviewEvent::Failed(fault) => panic!("{fault}"),
        }
    };
    assert!(done.1.nodes.len() >= 6, "the start and every move has an evaluation");
    let kept = desk.reviewed().expect("there is a study").expect("every position has its evaluation");
    assert_eq!(kept.report().sides, done.0.sides);
    assert!(desk.study_record().expect("there is a study").contains("[%eval"));
    // A review does not write to a line that was changed meanwhile.
    desk.change_study(|study| Ok(Change::Remove(study.tree().main_line().nth(2).expect("there are five moves"))))
        .expect("it can be removed");
    let uid = desk.studied().expect("there is a study").row.saved.uid;
    assert_eq!(desk.keep_review_of(&uid, &kept).expect_err("another line").0.code, "move-gone");
}

#[test]
fn a_review_is_kept_in_its_own_study_while_another_one_is_in_front() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
    let begin = |moves: [&str; 2]| {
        let moves = moves.map(str::to_owned).to_vec();
        desk.new_study(&Beginning { setup: Setup::usual(GameKind::Xiangqi), moves }).expect("the moves can be played")
    };
    let first = begin(["h2e2", "h9g7"]);
    // The review waits with its first report until the other study is in front.
    let gate = Arc::new(Mutex::new(()));
    let shut = gate.lock();
    let passed = Arc::clone(&gate);
    let (sender, told) = mpsc::channel();
    let tell = move |_: &Review, news| {
        drop(passed.lock());
        drop(sender.send(news));
    };
    let mut reviewer = Reviewer::default();
    reviewer.start(&desk, ReviewEffort::Nodes(2_000), tell).expect("there is a study");
    begin(["c3c4", "g6g5"]);
    drop(shut);
    let kept = loop {
        match told.recv_timeout(Duration::from_secs(60)).expect("it goes on") {
            ReviewEvent::Done(_, kept) => break kept.expect("it is kept"),
            ReviewEvent::Failed(fault) => panic!("{fault}"),
            ReviewEvent::Progress(_) | ReviewEvent::Own(_) => {}
        }
    };
    assert!(kept.is_none(), "the study in front has not changed");
    assert!(desk.reviewed().expect("there is a study").is_none());
    desk.open_study(first.row.id).expect("it is open");
    assert!(desk.reviewed().expect("there is a study").is_some());
}
