//! Analysis alone, beside external engines, of quickly changing positions, and during a game.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use duiyi_core::base::{Depth, Score, Side};
use duiyi_core::game::{GameKind, Setup, SetupCodes};
use duiyi_core::search::{Level, Limits, PvLine};
use duiyi_core::session::{Command, Purpose, SearchId, SearchTask, TaskEngine};

use super::*;
use crate::desk::worker::EngineThread;
use crate::engines::EngineProtocol;
use crate::testing::scripted;
use crate::thinking::EngineSpec;

/// Nothing here takes that long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn game(kind: GameKind, moves: &[&str]) -> Game {
    let mut game = Game::new(&Setup::usual(kind));
    for mv in moves {
        game.play(mv).expect("the move is legal");
    }
    game
}

const TIMED: Limits =
    Limits { depth: None, nodes: None, time: Some(TimeLimit::Move { max: Millis(1_500), spend_all: true }) };

fn request(lines: usize, limits: Limits, analysts: &[EngineSpec]) -> AnalysisRequest {
    AnalysisRequest { lines, limits, root: RootMoves::default(), threads: 1, hash_mib: 4, analysts: analysts.to_vec() }
}

fn nodes(count: u64) -> Limits {
    Limits { nodes: Some(count), ..Limits::default() }
}

fn analysis() -> (Analysis, Receiver<AnalysisReport>) {
    let (send, reports) = mpsc::channel();
    // The receiver may be gone at the end of a test.
    (Analysis::start(&Reactor::start(), move |report| drop(send.send(report))), reports)
}

/// Collects the reports of `analyst` up to its last one, resting or failed.
fn until_quiet(reports: &Receiver<AnalysisReport>, analyst: usize) -> Vec<AnalysisReport> {
    let mut heard = Vec::new();
    loop {
        let report = reports.recv_timeout(PATIENCE).expect("the analyst comes to an end");
        let ended = report.analyst == analyst && !matches!(report.state, AnalysisState::Looking(_));
        heard.push(report);
        if ended {
            return heard;
        }
    }
}

fn found(report: &AnalysisReport) -> &SearchInfo<String> {
    match &report.state {
        AnalysisState::Looking(thought) | AnalysisState::Resting(thought) => thought,
        AnalysisState::Failed { code, why } => panic!("{code}: {why}"),
    }
}

/// A scripted UCI engine: `cases` are its answers beyond the handshake.
fn script(cases: &str) -> EngineSpec {
    let script = format!(
        "uci) echo option name MultiPV type spin default 1 min 1 max 3; echo uciok;; \
         isready) echo readyok;; go depth 1) echo bestmove h2e2;; quit) exit;; {cases}"
    );
    EngineSpec::External(scripted(&script).with_protocol(EngineProtocol::Uci))
}

#[test]
fn it_is_told_deeper_each_time_until_the_budget_is_spent() {
    for kind in [GameKind::Xiangqi, GameKind::Gomoku] {
        let (mut analysis, reports) = analysis();
        let game = game(kind, if kind == GameKind::Gomoku { &["h8", "h9", "i7"] } else { &[] });
        analysis.look_at(PositionTag(7), &game, &request(3, TIMED, &[EngineSpec::full_strength()]));
        let heard = until_quiet(&reports, 0);
        let depths: Vec<Depth> = heard.iter().map(|report| found(report).depth).collect();
        assert!(depths.len() >= 3, "{kind}: {depths:?}");
        // What an unfinished iteration has found, and the last report, repeat the last depth.
        assert!(depths.is_sorted() && depths[..depths.len() - 2].is_sorted_by(|a, b| a < b), "{kind}: {depths:?}");
        for report in &heard {
            let lines = &found(report).lines;
            let begins: HashSet<&str> = lines.iter().map(|line| line.pv[0].as_str()).collect();
            assert_eq!((report.tag, report.analyst, lines.len(), begins.len()), (PositionTag(7), 0, 3, 3), "{kind}");
        }
        assert!(matches!(heard.last().map(|report| &report.state), Some(AnalysisState::Resting(_))));
        assert!(matches!(reports.recv_timeout(Duration::from_millis(200)), Err(RecvTimeoutError::Timeout)));
    }
}

#[test]
fn every_bound_ends_it_and_so_does_the_end_of_the_game() {
    let (mut analysis, reports) = analysis();
    let mut rest = |game: &Game, limits| {
        analysis.look_at(PositionTag(1), game, &request(1, limits, &[EngineSpec::full_strength()]));
        found(until_quiet(&reports, 0).last().expect("it rests")).clone()
    };
    let start = game(GameKind::Xiangqi, &[]);
    assert!(rest(&start, nodes(3_000)).nodes <= 3_000);
    assert_eq!(rest(&start, Limits { depth: Some(3), ..Limits::default() }).depth, 3);
    let won = game(GameKind::Gomoku, &["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"]);
    assert_eq!(rest(&won, Limits::default()).best, None);
}

#[test]
fn nothing_is_told_of_a_position_that_was_left() {
    let (left, (send, reports)) = (Arc::new(AtomicU64::new(0)), mpsc::channel());
    let floor = Arc::clone(&left);
    let report = move |report: AnalysisReport| _ = send.send((report.tag.0, floor.load(Ordering::SeqCst)));
    let mut analysis = Analysis::start(&Reactor::start(), report);
    let engine = script("go*) echo info depth 1 score cp 5 pv h2e2; echo bestmove h2e2;;");
    let mut path = game(GameKind::Xiangqi, &[]);
    let shuffle = ["h2e2", "h9g7", "e2h2", "g7h9"];
    for hop in 1..=200 {
        analysis.look_at(
            PositionTag(hop),
            &path,
            &request(2, Limits::default(), &[EngineSpec::full_strength(), engine.clone()]),
        );
        // From here on every report is of this position or of a later one.
        left.store(hop, Ordering::SeqCst);
        if hop % 8 == 0 {
            path.rewind(0);
        }
        path.play(shuffle[hop as usize % 4]).or_else(|_| path.play(&path.legal_moves()[0])).expect("a legal move");
        thread::sleep(Duration::from_millis(hop % 5 * 4));
    }
    let last = loop {
        let (tag, floor) = reports.recv_timeout(PATIENCE).expect("the last position is told of");
        assert!(tag >= floor, "{tag} was told after {floor}");
        if tag == 200 {
            break tag;
        }
    };
    analysis.rest();
    let after: Vec<u64> = reports.try_iter().map(|(tag, _)| tag).collect();
    assert!(after.iter().all(|&tag| tag == last), "{after:?}");
    assert!(reports.recv_timeout(Duration::from_millis(200)).is_err(), "it was told to rest");
}

#[test]
fn an_endless_look_gives_way_to_the_next_one_at_once() {
    let (mut analysis, reports) = analysis();
    let start = game(GameKind::Xiangqi, &[]);
    let mut took: Vec<Duration> = (0..20)
        .map(|hop| {
            analysis.look_at(PositionTag(hop), &start, &request(1, Limits::default(), &[EngineSpec::full_strength()]));
            reports.recv_timeout(PATIENCE).expect("it is told of");
            thread::sleep(Duration::from_millis(60));
            let begun = Instant::now();
            analysis.look_at(PositionTag(100 + hop), &start, &request(1, nodes(1), &[EngineSpec::full_strength()]));
            let rested =
                |report: AnalysisReport| report.tag.0 >= 100 && matches!(report.state, AnalysisState::Resting(_));
            while !rested(reports.recv_timeout(PATIENCE).expect("it rests")) {}
            begun.elapsed()
        })
        .collect();
    took.sort_unstable();
    println!("from an endless look to the next one's end: median {:?}, greatest {:?}", took[10], took[19]);
    // It takes 50 ms on an idle machine, mostly the interval between two reports.
    assert!(took[10] < Duration::from_millis(500), "{took:?}");
}

#[test]
fn play_is_not_disturbed() {
    let play = || {
        let (send, answers) = mpsc::channel();
        let mut worker = EngineThread::start(move |command| drop(send.send(command)));
        let (level, limits) = (Level::MAX, Limits { nodes: Some(60_000), ..Limits::default() });
        let task = SearchTask {
            id: SearchId(1),
            purpose: Purpose::Hint,
            side: Side::First,
            game: game(GameKind::Xiangqi, &["h2e2", "h9g7"]),
            opening: None,
            by: TaskEngine::BuiltIn { level, limits },
            is_timed: false,
            seed: 7,
            day_form: 7,
            visible_min: Millis(0),
        };
        worker.think(Box::new(task), level, limits);
        match answers.recv_timeout(PATIENCE).expect("the answer comes") {
            Command::Advised { info, .. } => (info.best, info.score, info.depth, info.nodes),
            other => panic!("{other:?} is no thought"),
        }
    };
    let alone = play();
    let (mut analysis, reports) = analysis();
    analysis.look_at(
        PositionTag(1),
        &game(GameKind::Xiangqi, &["h2e2"]),
        &request(5, Limits::default(), &[EngineSpec::full_strength()]),
    );
    reports.recv_timeout(PATIENCE).expect("the analysis is under way");
    assert_eq!(play(), alone);
}

#[test]
fn external_engines_look_beside_the_built_in_engine_and_tell_their_lines() {
    let engine = script(
        "go* if setoption name MultiPV value 2) echo info depth 1 multipv 1 score cp 9 pv b2e2; \
         echo info depth 4 nodes 70 multipv 1 score cp 30 pv h2e2 h9g7 a0a9; \
         echo info depth 4 nodes 80 multipv 2 score mate -2 pv b2e2; \
         echo info depth 4 multipv 3 score cp 1 pv c3c4; echo bestmove h2e2;; \
         go* if setoption name MultiPV value 1) echo info depth 1 score cp 9 pv b2e2; echo bestmove b2e2;; go*) exit",
    );
    let (mut analysis, reports) = analysis();
    let start = game(GameKind::Xiangqi, &[]);
    analysis.look_at(
        PositionTag(3),
        &start,
        &request(2, nodes(1_000_000), &[EngineSpec::full_strength(), engine.clone()]),
    );
    let heard = until_quiet(&reports, 1);
    let last = heard.last().expect("it has answered");
    assert_eq!((last.tag, last.note), (PositionTag(3), None));
    let SearchInfo { best, depth, nodes: visited, lines, .. } = found(last);
    assert_eq!((best.as_deref(), *depth, *visited), (Some("h2e2"), 4, 80));
    // The third move is illegal there, and a third line was not requested.
    let lines: Vec<(Score, Vec<&str>)> =
        lines.iter().map(|line| (line.score, line.pv.iter().map(String::as_str).collect())).collect();
    assert_eq!(lines, [(Score(30), vec!["h2e2", "h9g7"]), (Score::mated_in(4), vec!["b2e2"])]);
    assert!(!until_quiet(&reports, 0).is_empty(), "the built-in engine looks on");
    analysis.look_at(PositionTag(4), &start, &request(1, nodes(100), &[engine]));
    assert_eq!(found(until_quiet(&reports, 0).last().expect("it has answered")).lines.len(), 1);
}

#[test]
fn an_engine_that_dies_is_told_and_the_built_in_engine_looks_on() {
    let (mut analysis, reports) = analysis();
    let start = game(GameKind::Xiangqi, &[]);
    let both = [script("go*) sleep 0.1; exit 3;;"), EngineSpec::full_strength()];
    for tag in [PositionTag(1), PositionTag(2)] {
        analysis.look_at(tag, &start, &request(1, TIMED, &both));
        let heard = until_quiet(&reports, 1);
        let fault = heard.iter().find(|report| report.analyst == 0).expect("its end is told");
        assert!(matches!(fault.state, AnalysisState::Failed { code: "engine-died", .. }), "{fault:?}");
        assert!(heard.iter().all(|report| report.tag == tag));
        assert!(found(heard.last().expect("it rests")).depth > 1);
    }
}

#[test]
fn an_engine_that_cannot_tell_several_lines_says_so() {
    let script = "START*) echo OK;; ABOUT) echo name=\"Brain\";; \
                  BEGIN) echo MESSAGE depth 5 score 12 nodes 70 pv 7,7 8,8; echo 7,7;; END) exit";
    let engine = EngineSpec::External(scripted(script).with_protocol(EngineProtocol::Gomocup));
    let (mut analysis, reports) = analysis();
    analysis.look_at(PositionTag(1), &game(GameKind::Gomoku, &[]), &request(3, nodes(100), &[engine]));
    let heard = until_quiet(&reports, 0);
    let last = heard.last().expect("it has answered");
    assert_eq!(last.note, Some("lines-protocol"), "{last:?}");
    assert_eq!((found(last).lines.len(), found(last).depth), (1, 5));
}

/// As Rapfi reports: the rows of its moves count from either edge, so that only the answer is a line.
#[test]
fn an_engine_that_reports_no_moves_has_its_answer_as_a_line() {
    let look = |report: &str| {
        let script = format!("START*) echo OK;; ABOUT) echo name=\"Brain\";; BEGIN) {report} echo 7,7;; END) exit");
        let engine = EngineSpec::External(scripted(&script).with_protocol(EngineProtocol::Gomocup));
        let (mut analysis, reports) = analysis();
        analysis.look_at(PositionTag(1), &game(GameKind::Gomoku, &[]), &request(1, nodes(100), &[engine]));
        found(until_quiet(&reports, 0).last().expect("it has answered")).clone()
    };
    let rested = look("echo MESSAGE Depth 5-8 | Eval 16 | Time 61ms | H8 I9;");
    let line = PvLine { score: Score(16), is_lower_bound: false, chance: None, pv: vec!["h8".to_owned()] };
    assert_eq!(
        (rested.best.as_deref(), rested.depth, rested.score, rested.time),
        (Some("h8"), 5, Score(16), Millis(61))
    );
    assert_eq!(rested.lines, [line]);
    assert!(look("").lines.is_empty(), "a line has a score");
}

/// UCCI has no word for the rank of a line.
#[test]
fn lines_without_ranks_have_their_order() {
    let script = "ucci) echo option multipv type spin min 1 max 5 default 1; echo ucciok;; isready) echo readyok;; \
                  quit) exit;; go* if setoption multipv 3) echo info depth 1 score 9 pv b2e2; \
                  echo info depth 1 score 8 pv h2e2; echo info depth 2 score 30 pv h2e2 h9g7; \
                  echo info depth 2 nodes 70; echo info depth 2 score 30 pv b2e2; echo info depth 2 score -5 pv c3c4; \
                  echo info depth 2 score 30 pv h2e2 h9g7; echo info depth 2 score 30 pv b2e2; \
                  echo info depth 2 score -5 pv c3c4; echo bestmove h2e2;; go*) exit";
    let engine = EngineSpec::External(scripted(script).with_protocol(EngineProtocol::Ucci));
    let (found, note) = lines(&game(GameKind::Xiangqi, &[]), RootMoves::default(), engine);
    let found: Vec<(i32, &str)> = found.iter().map(|line| (line.score.0, line.pv[0].as_str())).collect();
    assert_eq!((found, note), (vec![(30, "h2e2"), (30, "b2e2"), (-5, "c3c4")], None));
}

#[test]
fn what_is_found_is_told_from_the_first_sides_view() {
    let (mut analysis, reports) = analysis();
    // Black is to move, and the chariots drive the general to the last rank.
    let start = "3k5/9/R8/1R7/9/9/9/9/9/4K4 b";
    let words = SetupCodes { game: "xiangqi", rule: "asian", start: Some(start), ..SetupCodes::default() };
    let setup = Setup::read(words).expect("it can be set up");
    let mut look = |game: &Game| {
        analysis.look_at(
            PositionTag(1),
            game,
            &request(1, Limits { depth: Some(6), ..Limits::default() }, &[EngineSpec::full_strength()]),
        );
        until_quiet(&reports, 0).last().expect("it rests").evaluation().map(|found| found.worth)
    };
    let Some(Worth::Mate(moves)) = look(&Game::new(&setup)) else { panic!("Red mates") };
    assert!(moves > 0, "{moves}");
    let mut game = game(GameKind::Gomoku, &["h8", "a1", "i8", "a2", "j8", "a3", "k8"]);
    assert_eq!(look(&game), Some(Worth::Mate(1)), "White to move cannot stop both ends");
    game.play("a4").expect("the point is free");
    game.play("l8").expect("the point is free");
    assert_eq!(look(&game), None, "there is nothing to find any more");
}

#[test]
fn stopped_and_sent_away_it_is_quiet_at_once() {
    let (mut analysis, reports) = analysis();
    let start = game(GameKind::Xiangqi, &[]);
    let request = AnalysisRequest { hash_mib: 64, ..request(5, Limits::default(), &[EngineSpec::full_strength()]) };
    let mut took: Vec<Duration> = (0..20)
        .map(|hop| {
            analysis.look_at(PositionTag(hop), &start, &request);
            reports.recv_timeout(PATIENCE).expect("it is told of");
            thread::sleep(Duration::from_millis(100));
            let begun = Instant::now();
            analysis.rest();
            // A stopped analyst takes the next search; this one ends before it began.
            analysis.look_at(PositionTag(100 + hop), &start, &AnalysisRequest { limits: nodes(1), ..request.clone() });
            let rested =
                |report: AnalysisReport| report.tag.0 >= 100 && matches!(report.state, AnalysisState::Resting(_));
            while !rested(reports.recv_timeout(PATIENCE).expect("it rests")) {}
            begun.elapsed()
        })
        .collect();
    took.sort_unstable();
    println!("from the word to rest to quiet: median {:?}, greatest {:?}", took[10], took[19]);
    assert!(took[10] < Duration::from_millis(500), "{took:?}");
    analysis.look_at(PositionTag(500), &start, &request);
    analysis.leave();
    while reports.recv_timeout(Duration::from_millis(200)).is_ok_and(|report| report.tag.0 < 500) {}
    assert!(reports.try_recv().is_err(), "nobody is left who could tell");
}

#[test]
fn an_action_reaches_the_engine_that_searches_and_the_search_begins_again() {
    // The score of the engine names its last action.
    let script = "uci) echo option name MultiPV type spin default 1 min 1 max 3; echo option name Clear Hash type button; \
         echo option name Load Book type button; echo uciok;; isready) echo readyok;; \
         go depth 1) echo bestmove h2e2;; stop) echo bestmove h2e2;; quit) exit;; \
         go* if setoption name Clear Hash) echo info depth 1 score cp 100 pv h2e2;; \
         go* if setoption name Load Book) echo info depth 1 score cp 200 pv h2e2;; \
         go*) echo info depth 1 score cp 0 pv h2e2";
    let spec = EngineSpec::External(scripted(script).with_protocol(EngineProtocol::Uci));
    let (mut analysis, reports) = analysis();
    let start = game(GameKind::Xiangqi, &[]);
    assert!(!analysis.press(&spec, "Clear Hash"), "no analyst is open");
    analysis.look_at(PositionTag(3), &start, &request(1, Limits::default(), std::slice::from_ref(&spec)));
    let score_is = |score| {
        let report = loop {
            let report = reports.recv_timeout(PATIENCE).expect("the engine reports");
            if !found(&report).lines.is_empty() && found(&report).score == Score(score) {
                break report;
            }
        };
        assert_eq!(report.tag, PositionTag(3));
    };
    score_is(0);
    assert!(analysis.press(&spec, "Clear Hash"));
    score_is(100);
    // Without a search it reaches the process all the same.
    analysis.rest();
    assert!(analysis.press(&spec, "load book"));
    analysis.look_at(PositionTag(3), &start, &request(1, Limits::default(), std::slice::from_ref(&spec)));
    score_is(200);
}

/// Analyses with 20,000 nodes and returns the lines.
fn lines(game: &Game, root: RootMoves, engine: EngineSpec) -> (Vec<PvLine<String>>, Option<&'static str>) {
    let (mut analysis, reports) = analysis();
    let asked = AnalysisRequest { root, ..request(3, nodes(20_000), &[engine]) };
    analysis.look_at(PositionTag(1), game, &asked);
    let heard = until_quiet(&reports, 0);
    let last = heard.last().expect("it rests");
    (found(last).lines.clone(), last.note)
}

#[test]
fn excluded_moves_are_not_searched_and_named_ones_alone_are() {
    for (kind, moves) in [(GameKind::Xiangqi, &["h2e2"][..]), (GameKind::Gomoku, &["h8", "h9", "i7"])] {
        let game = game(kind, moves);
        let firsts = |root| {
            let found = lines(&game, root, EngineSpec::full_strength()).0;
            found.iter().map(|line| line.pv[0].clone()).collect::<Vec<_>>()
        };
        let all = firsts(RootMoves::default());
        assert_eq!(all.len(), 3, "{kind}");
        let without = firsts(RootMoves { moves: all[..1].to_vec(), excluded: true });
        assert!(without.len() == 3 && !without.contains(&all[0]), "{kind}: {without:?}");
        let mut only = firsts(RootMoves { moves: all[1..].to_vec(), excluded: false });
        let mut named = all[1..].to_vec();
        only.sort();
        named.sort();
        assert_eq!(only, named, "{kind}");
        // The same moves, excluded and named, are the same search.
        let legal = game.legal_moves();
        let rest: Vec<String> = legal.iter().filter(|mv| !all.contains(mv)).cloned().collect();
        let (excluded, _) = lines(&game, RootMoves { moves: all.clone(), excluded: true }, EngineSpec::full_strength());
        let (named, _) = lines(&game, RootMoves { moves: rest, excluded: false }, EngineSpec::full_strength());
        assert_eq!(excluded, named, "{kind}");
        assert!(firsts(RootMoves { moves: legal, excluded: true }).is_empty(), "{kind}: nothing is left");
        let gone = RootMoves { moves: vec!["a0a0".to_owned()], excluded: false };
        assert_eq!(firsts(gone).len(), 3, "{kind}: a move of another position restricts nothing");
    }
}

#[test]
fn external_engines_hear_of_it_in_the_words_of_their_protocol() {
    let position = game(GameKind::Xiangqi, &[]);
    let uci = script(
        "go*searchmoves h2e2) echo info depth 1 score cp 5 pv h2e2; echo bestmove h2e2;; go*) echo bestmove b0c2;;",
    );
    let ucci = "ucci) echo ucciok;; isready) echo readyok;; quit) exit;; \
                go* if banmoves h2e2) echo info depth 1 score 5 pv b0c2; echo bestmove b0c2;; go*) echo bestmove h2e2";
    let ucci = EngineSpec::External(scripted(ucci).with_protocol(EngineProtocol::Ucci));
    let moves = vec!["h2e2".to_owned()];
    for (engine, excluded, expected) in [(uci, false, "h2e2"), (ucci, true, "b0c2")] {
        let (found, note) = lines(&position, RootMoves { moves: moves.clone(), excluded }, engine);
        assert_eq!((found[0].pv[0].as_str(), note.filter(|&note| note == MOVES_PROTOCOL)), (expected, None));
    }
}
