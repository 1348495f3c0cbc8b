//! The search against solved endings that a side holds only by checks and chases in turn, as the Asian rule allows.
//!
//! With `DUIYI_SLOW=1` the endings are solved anew, each position gets more nodes, and more games are played: `make endgames`.

mod solver;

use std::env;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use duiyi_core::base::{Reason, Score, Side};
use duiyi_core::ending::{Defence, TableResult, WinTable};
use duiyi_core::engine::{Engine, EngineRequest, World, xiangqi::XiangqiEngine};
use duiyi_core::position::{History, Position as _};
use duiyi_core::search::{Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::{Move, Piece, Position, Rule};

use solver::{Solution, Solver, read};

/// The endings of `xiangqi-mixed.tsv`: their name, the side that holds, and where its pieces and the enemy's can be.
const ENDINGS: [(&str, Side, &str); 3] = [
    ("rook-cannon", Side::Second, "k:e9 a:d9 a:f9 n:e8,c7,d6,f6,g7 r:* K:* A:* C:*"),
    ("rook-rook", Side::First, "K:d0,d1,d2 A:d2 R:* k:* r:* p:>6"),
    ("horse-cannon", Side::Second, "k:e9,d9 n:* K:* C:* A:*"),
];

/// Endings in which checks and chases in turn hold no position that idle moves do not, the first two small.
const NEVER_MIXED: [(Side, &str); 10] = [
    (Side::Second, "k:e9 n:* K:* P:>7"),
    (Side::Second, "k:e9 c:* K:* P:>7"),
    (Side::Second, "k:d9,d8 n:* K:* P:>7"),
    (Side::Second, "k:d9,d8 c:* K:* P:>7"),
    (Side::Second, "k:e9 a:e8 n:* K:* R:*"),
    (Side::Second, "k:e9 a:e8 c:* K:* R:*"),
    (Side::Second, "k:e9 b:e7 n:* K:* R:*"),
    (Side::Second, "k:e9 b:e7 c:* K:* R:*"),
    (Side::Second, "k:e9,d9 n:* K:* N:*"),
    (Side::Second, "k:e9,d9 c:* K:* N:*"),
];

/// Endings that core's tables are compared in, Black holding: the first few in the ordinary tests.
const COMPARED: [&str; 7] = [
    "K:* k:* P:>5 a:*",
    "K:* k:* N:* a:*",
    "K:* k:* N:* b:*",
    "K:* k:* P:>5 P:>5",
    "K:* k:* C:* A:* a:*",
    "K:* k:* N:* p:>5",
    "K:* k:* R:* c:*",
];

/// After Fairy-Stockfish#635: a rook holds against general and cannon, and another against rook and pawn.
const ROOK_HOLDS: &str = "3aka3/4n4/9/9/9/9/9/6C2/2r6/4KA3 b";
const ROOK_AND_PAWN: &str = "3R5/4k4/9/4r4/9/9/3p5/3A5/3K5/9 b";

/// A game of 125 plies against itself from a row. With d2e1 Red checks for the third time in the same position.
const LATE_CHECKS: (&str, &str) = (
    "3aka3/4n4/9/9/9/2C6/9/9/3r5/4KA3 b",
    "d1d0 e0d0 e8f6 c4c6 f6g4 c6e6 g4e3 f0e1 e9e8 e6i6 e3c2 d0e0 e8e7 i6i0 f9e8 e0f0 c2e3 f0e0 e3g2 i0f0 g2h0 \
    e0d0 e8d7 f0e0 e7f7 e1f2 h0g2 e0g0 f7e7 f2e1 e7e8 g0e0 e8f8 d0d1 d9e8 e1f2 g2f0 d1e1 f0h1 e0a0 e8f7 a0e0 \
    f8f9 e1f1 h1g3 f1f0 f9e9 f2e1 f7e8 e0d0 e8f7 d0a0 d7e8 a0e0 e9f9 e0a0 g3e4 f0f1 e4c5 f1f2 c5a4 a0f0 f9e9 \
    f0e0 a4c3 f2f1 e9d9 e0d0 c3b1 f1f2 d9e9 f2e2 b1c3 e2f2 c3a2 d0e0 a2c1 e0b0 e8d7 f2f1 e9e8 b0g0 e8e9 g0d0 \
    c1b3 d0e0 d7e8 f1f2 b3d4 e1d2 e8f9 d2e1 e9d9 e0i0 d4b5 i0d0 f9e8 d0f0 b5c3 f0e0 e8d7 e0d0 d9e9 d0e0 e9f9 \
    e0f0 d7e8 f0g0 f9e9 g0e0 c3b1 f2e2 e9d9 e0f0 b1c3 e2f2 c3d5 f0d0 d5f6 e1d2 e8d7 d2e1 d7e8 e1d2 e8d7",
);

struct Row {
    ending: &'static str,
    position: Position,
}

impl Row {
    fn holder(&self) -> Side {
        ENDINGS.iter().find(|(name, ..)| *name == self.ending).expect("every row names an ending").1
    }
}

fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let (ending, fen) = line.split_once('\t').expect(line);
        Row { ending, position: fen.parse().expect(fen) }
    };
    include_str!("../../data/xiangqi-mixed.tsv").lines().map(row).collect()
}

fn is_slow() -> bool {
    env::var_os("DUIYI_SLOW").is_some()
}

fn think(engine: &mut XiangqiEngine, history: &History<Position>, nodes: u64) -> SearchInfo<Move> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let options = SearchOptions { threads: 1, ..SearchOptions::new(limits, Level::MAX, 0) };
    let request = EngineRequest { history: history.clone(), options };
    engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}

/// Returns the score of a search from a FEN, from Red's view.
fn score(position: Position, nodes: u64) -> Score {
    let score = think(&mut XiangqiEngine::new(4), &History::new(position), nodes).score;
    if position.side_to_move() == Side::First { score } else { -score }
}

/// Calls `check` with every item, on all processors.
fn for_each<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
                    check(item);
                }
            });
        }
    });
}

#[test]
fn a_rook_that_checks_and_chases_in_turn_is_not_lost() {
    let budgets: &[u64] = if is_slow() { &[1_000, 20_000, 300_000, 2_000_000] } else { &[1_000, 20_000, 60_000] };
    for &nodes in budgets {
        for rule in Rule::ALL {
            let black = -score(ROOK_HOLDS.parse::<Position>().expect(ROOK_HOLDS).under(rule), nodes);
            let is_seen = nodes >= 20_000;
            assert!(!black.is_decisive() && black >= Score::DRAW, "{rule}, {nodes} nodes: {black}");
            assert!(!is_seen || black == Score::DRAW, "{rule}, {nodes} nodes: {black}");
        }
        let red = score(ROOK_AND_PAWN.parse().expect(ROOK_AND_PAWN), nodes);
        assert!(!red.is_decisive(), "{nodes} nodes: {red}");
    }
}

#[test]
fn no_position_that_is_held_by_checks_and_chases_is_called_lost() {
    let rows = rows();
    assert!(rows.len() >= 200, "{} positions", rows.len());
    let wrong = Mutex::new(Vec::new());
    for_each(&rows, |row| {
        let red = score(row.position, if is_slow() { 300_000 } else { 3_000 });
        let held = if row.holder() == Side::First { red } else { -red };
        if held.is_loss() {
            wrong.lock().expect("no thread panics").push(format!("{} {}: {held}", row.ending, row.position.to_fen()));
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Plays the engine against itself and returns the reason of the loss, if the holder of the row loses.
fn loss(row: &Row, nodes: u64) -> Option<Reason> {
    let mut engine = XiangqiEngine::new(4);
    let mut position = row.position;
    let mut history = History::new(position);
    loop {
        if let Some(outcome) = position.outcome(&history) {
            return (outcome.winner == Some(!row.holder())).then_some(outcome.reason);
        }
        let best = think(&mut engine, &history, nodes).best.expect("the game goes on");
        history.play_unchecked(&mut position, best);
    }
}

#[test]
fn a_held_position_is_not_lost_by_rule_in_play() {
    let rows = rows();
    let (step, nodes) = if is_slow() { (1, 10_000) } else { (rows.len() / 8, 1_500) };
    let played: Vec<Row> = rows.into_iter().step_by(step).collect();
    let lost = Mutex::new(Vec::new());
    for_each(&played, |row| {
        if let Some(reason) = loss(row, nodes) {
            lost.lock().expect("no thread panics").push(format!("{} {reason:?}", row.position.to_fen()));
        }
    });
    let lost = lost.into_inner().expect("no thread panics");
    println!("lost {} of {} held positions:\n{}", lost.len(), played.len(), lost.join("\n"));
    assert!(!lost.iter().any(|line| line.ends_with("PerpetualCheck") || line.ends_with("PerpetualChase")));
}

#[test]
fn the_solver_solves_the_rows_as_they_are_written() {
    if !is_slow() {
        // A part of the last ending is solved in seconds; `docs/log/engines.md` has the number of its positions.
        let [_, mixed, _] = counts(&Solver::new(Side::Second, &read("k:e9 n:* K:* C:* A:*")));
        assert_eq!(mixed, 66);
        return;
    }
    for (name, holder, places) in ENDINGS {
        let solver = Solver::new(holder, &read(places));
        let mut held = 0;
        for row in rows().iter().filter(|row| row.ending == name) {
            assert_eq!(solver.solution(&row.position), Some(Solution::Mixed), "{name} {}", row.position.to_fen());
            held += 1;
        }
        println!("{name}: {held} rows");
    }
}

/// Counts the solutions of an ending: lost, mixed, idle.
fn counts(solver: &Solver) -> [usize; 3] {
    let mut counts = [0; 3];
    for (_, solution) in solver.positions() {
        counts[solution as usize] += 1;
    }
    counts
}

#[test]
fn the_solver_knows_the_small_endings() {
    // A rook beats the bare general, who takes it where it is unguarded; a lone cannon wins nothing.
    let [lost, mixed, idle] = counts(&Solver::new(Side::Second, &read("K:* k:* R:*")));
    assert!(lost > 9 * (mixed + idle) && mixed == 0, "{lost} lost, {mixed} mixed, {idle} idle");
    let [lost, mixed, idle] = counts(&Solver::new(Side::Second, &read("K:* k:* C:*")));
    assert_eq!((lost, mixed), (0, 0), "{idle} idle");
    // A rook always holds against the bare general.
    let [lost, mixed, _] = counts(&Solver::new(Side::First, &read("K:* k:* R:*")));
    assert_eq!((lost, mixed), (0, 0));
}

/// `docs/log/engines.md` has more of these endings. No cannon of theirs holds by checks and chases in turn.
#[test]
fn a_horse_or_a_cannon_holds_most_endings_idly_or_not_at_all() {
    let count = if is_slow() { NEVER_MIXED.len() } else { 2 };
    for (holder, places) in &NEVER_MIXED[..count] {
        let [lost, mixed, idle] = counts(&Solver::new(*holder, &read(places)));
        println!("{places}: {lost} lost, {mixed} mixed, {idle} idle");
        assert_eq!(mixed, 0, "{places}");
        assert!(lost > 0 && idle > 0, "{places}");
    }
}

/// The two solvers share no code. A table's win is a loss to the judge; what a table holds without checks and chases, the
/// judge holds idly; only what needs checks or chases lies between.
#[test]
fn the_tables_of_the_endings_agree_with_the_judge() {
    let count = if is_slow() { COMPARED.len() } else { 3 };
    for places in &COMPARED[..count] {
        let judge = Solver::new(Side::Second, &read(places));
        let pieces: Vec<Piece> = read(places).into_iter().map(|(piece, _)| piece).collect();
        let table = |defence| WinTable::of(&pieces, Side::First, defence).expect("no three pieces are equal");
        let (any, idle) = (table(Defence::Any), table(Defence::Idle));
        let (mut won, mut held, mut between) = (0, 0, 0);
        for (position, solution) in judge.positions() {
            let wins = |table: &WinTable| {
                let result = table.result(&position).expect("the table has every position");
                matches!(result, TableResult::Wins { .. })
            };
            match (wins(&any), wins(&idle)) {
                (true, _) => {
                    assert_eq!(solution, Solution::Lost, "{places}: {}", position.to_fen());
                    won += 1;
                }
                (false, false) => {
                    assert_eq!(solution, Solution::Idle, "{places}: {}", position.to_fen());
                    held += 1;
                }
                (false, true) => between += 1,
            }
        }
        println!("{places}: {won} won, {held} held, {between} held only with checks or chases, if at all");
        assert!(won > 0 && held > 0, "{places}");
    }
}

/// Checks beyond the tenth do not count towards the limit of moves; the search called it reached, and the loss a draw.
#[test]
fn a_late_check_does_not_reach_the_limit_of_moves() {
    let mut position = LATE_CHECKS.0.parse::<Position>().expect(LATE_CHECKS.0);
    let mut history = History::new(position);
    for mv in LATE_CHECKS.1.split_whitespace() {
        history.play_unchecked(&mut position, mv.parse().expect(mv));
    }
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let options = SearchOptions { threads: 1, ..SearchOptions::new(limits, Level::MAX, 0) };
    let request = EngineRequest { history, options };
    let score = |mv: &str| {
        let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
        XiangqiEngine::new(4).think_among(&request, &[mv.parse().expect(mv)], world).score
    };
    assert!(score("d2e1").is_loss(), "{}", score("d2e1"));
    assert_eq!(score("d0a0"), Score::DRAW);
}
