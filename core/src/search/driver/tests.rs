use std::cmp::Reverse;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::four::{Column, Four, Search};
use super::*;
use crate::search::clock::StoppedClock;
use crate::search::level::tests::PROFILES;
use crate::search::{Clock, InfoSink, Limits, Silent, Stop};

/// A clock on the system's time.
struct Real(Instant);

impl Clock for Real {
    fn elapsed(&self) -> Millis {
        Millis(self.0.elapsed().as_millis() as u64)
    }
}

/// A clock that advances by a step at each reading.
struct Jumping {
    step: u64,
    asked: AtomicU64,
}

impl Clock for Jumping {
    fn elapsed(&self) -> Millis {
        Millis(self.asked.fetch_add(1, Ordering::Relaxed) * self.step)
    }
}

/// A sink that keeps every report.
#[derive(Default)]
struct Heard(Vec<SearchInfo<Column>>);

impl InfoSink<Column> for Heard {
    fn report(&mut self, info: &SearchInfo<Column>) {
        self.0.push(info.clone());
    }
}

const OPTIONS: SearchOptions = SearchOptions::new(Limits { depth: None, nodes: None, time: None }, Level::MAX, 1);

fn task(options: SearchOptions, table: &TranspositionTable) -> DriverConfig<'_> {
    let profile = match options.level.number() {
        5 => &Profile::FULL,
        number => &PROFILES[usize::from(number) - 1],
    };
    DriverConfig { options, profile, aspiration: true, table }
}

fn to_depth(depth: Depth) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn within(max: u64, spend_all: bool) -> Limits {
    Limits { time: Some(TimeLimit::Move { max: Millis(max), spend_all }), ..Limits::default() }
}

fn roots(four: Four) -> Vec<RootMove<Column>> {
    four.moves().into_iter().map(RootMove::new).collect()
}

/// Searches `four` without the transposition table, on a stopped clock.
fn plain(task: &DriverConfig<'_>, four: Four) -> SearchInfo<Column> {
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    think(task, roots(four), |_| Search::new(four, None), world)
}

/// Searches `four` with the transposition table.
fn with_table(task: &DriverConfig<'_>, four: Four) -> SearchInfo<Column> {
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    think(task, roots(four), |_| Search::new(four, Some(task.table)), world)
}

fn positions(count: u64) -> impl Iterator<Item = Four> {
    (0..count).map(|seed| Four::random(seed as usize % 16, &mut Rng::from_seed(seed)))
}

#[test]
fn the_score_is_minimax() {
    let table = TranspositionTable::new(1);
    for four in positions(40) {
        for depth in 1..=5 {
            let thought = plain(&task(SearchOptions { limits: to_depth(depth), ..OPTIONS }, &table), four);
            // A finished game is not searched deeper, and its score no longer changes.
            assert_eq!(thought.score, four.minimax(0, depth), "{four:?} at depth {depth}");
            let best = thought.best.expect("there are moves");
            assert_eq!(-four.play(best).minimax(1, depth - 1), thought.score);
            assert_eq!(thought.pv()[0], best);
            assert!(thought.depth <= depth && thought.depth_selective <= depth && thought.nodes > 0);
        }
    }
}

#[test]
fn lines_are_the_sorted_root_scores() {
    let table = TranspositionTable::new(1);
    for four in positions(25) {
        for (depth, multipv) in [(1, 2), (4, 3), (5, 9)] {
            let thought = plain(&task(SearchOptions { limits: to_depth(depth), multipv, ..OPTIONS }, &table), four);
            let mut expected: Vec<_> = four.moves().iter().map(|&mv| -four.play(mv).minimax(1, depth - 1)).collect();
            expected.sort_by_key(|&score| Reverse(score));
            expected.truncate(multipv);
            let scores: Vec<_> = thought.lines.iter().map(|line| line.score).collect();
            assert_eq!(scores, expected, "{four:?} at depth {depth}");
            let mut moves: Vec<_> = thought.lines.iter().map(|line| line.pv[0]).collect();
            moves.sort();
            moves.dedup();
            assert_eq!(moves.len(), expected.len(), "each line begins with another move");
        }
    }
}

#[test]
fn every_line_leads_to_its_score() {
    let table = TranspositionTable::new(1);
    for four in positions(30) {
        let thought = plain(&task(SearchOptions { limits: to_depth(5), multipv: 3, ..OPTIONS }, &table), four);
        for line in &thought.lines {
            let end = line.pv.iter().fold(four, |four, &mv| four.play(mv));
            let ply = line.pv.len();
            let sign = if ply % 2 == 0 { 1 } else { -1 };
            assert_eq!(end.minimax(ply, thought.depth - ply as Depth) * sign, line.score, "{line:?}");
        }
    }
}

#[test]
fn a_node_limit_is_exact_and_reproducible() {
    for nodes in [1, 2, 255, 256, 257, 1000, 54_321] {
        let once = || {
            with_table(
                &task(SearchOptions { limits: to_nodes(nodes), ..OPTIONS }, &TranspositionTable::new(1)),
                Four::default(),
            )
        };
        let thought = once();
        assert_eq!(thought.nodes, nodes);
        assert_eq!(thought, once());
        // The result does not depend on the clock.
        let table = TranspositionTable::new(1);
        let jumping = Jumping { step: 1_000_000, asked: AtomicU64::new(0) };
        let world = World { clock: &jumping, stop: &Stop::new(), report: &mut Silent };
        let task = task(SearchOptions { limits: to_nodes(nodes), ..OPTIONS }, &table);
        let other = think(&task, roots(Four::default()), |_| Search::new(Four::default(), Some(&table)), world);
        assert_eq!(SearchInfo { time: Millis(0), ..other }, thought);
    }
}

#[test]
fn threads_share_a_node_limit() {
    let table = TranspositionTable::new(1);
    let thought =
        with_table(&task(SearchOptions { limits: to_nodes(50_000), threads: 4, ..OPTIONS }, &table), Four::default());
    assert!((50_000..52_000).contains(&thought.nodes), "{} nodes", thought.nodes);
}

#[test]
fn a_stop_before_the_start_still_looks_at_every_move() {
    let table = TranspositionTable::new(1);
    let stop = Stop::new();
    stop.ask();
    for level in 1..=5 {
        for threads in [1, 3] {
            let task = task(
                SearchOptions { level: Level::new(level).expect("in range"), threads, multipv: 3, ..OPTIONS },
                &table,
            );
            let world = World { clock: &StoppedClock, stop: &stop, report: &mut Silent };
            let four = Four::after(&[3, 3, 2]);
            let thought = think(&task, roots(four), |_| Search::new(four, Some(&table)), world);
            assert_eq!((thought.depth, thought.lines.len()), (1, 3));
            let looked_at = Limits { depth: Some(1), ..Limits::default() };
            let unhurried = self::task(SearchOptions { limits: looked_at, ..task.options }, &table);
            let unhurried = think(
                &unhurried,
                roots(four),
                |_| Search::new(four, Some(&table)),
                World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent },
            );
            assert!(four.moves().contains(&thought.best.expect("there are moves")));
            if level == 5 {
                assert_eq!((thought.best, &thought.lines), (unhurried.best, &unhurried.lines));
            }
        }
    }
}

#[test]
fn no_moves_give_no_move() {
    let thought = plain(&task(OPTIONS, &TranspositionTable::new(1)), Four::after(&[0, 1, 0, 1, 0, 1, 0]));
    assert_eq!((thought.best, thought.lines.len()), (None, 0));
}

#[test]
fn a_stop_from_another_thread_is_obeyed_at_once() {
    let table = TranspositionTable::new(4);
    let quiet_after = |threads| {
        let stop = Stop::new();
        let clock = Real(Instant::now());
        let (thought, quiet_after) = std::thread::scope(|scope| {
            let asker = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.ask();
                Instant::now()
            });
            let world = World { clock: &clock, stop: &stop, report: &mut Silent };
            let task = task(SearchOptions { threads, ..OPTIONS }, &table);
            let thought = think(&task, roots(Four::default()), |_| Search::new(Four::default(), Some(&table)), world);
            let end = Instant::now();
            (thought, end.saturating_duration_since(asker.join().expect("it only sleeps")))
        });
        assert!(thought.best.is_some() && thought.depth > 0);
        quiet_after
    };
    for threads in [1, 2] {
        // Less than a millisecond on an idle machine; a busy one may suspend a thread for a while, but not each time.
        assert!((0..3).any(|_| quiet_after(threads) < Duration::from_millis(250)), "{threads} threads");
    }
}

#[test]
fn a_bound_of_time_is_kept() {
    let table = TranspositionTable::new(1);
    for spend_all in [false, true] {
        let clock = Jumping { step: 1, asked: AtomicU64::new(0) };
        let world = World { clock: &clock, stop: &Stop::new(), report: &mut Silent };
        let task = task(SearchOptions { limits: within(300, spend_all), ..OPTIONS }, &table);
        let thought = think(&task, roots(Four::default()), |_| Search::new(Four::default(), Some(&table)), world);
        assert!(thought.time <= Millis(300), "{:?}", thought.time);
        assert!(thought.depth >= 3);
        if spend_all {
            assert!(thought.time >= Millis(280), "{:?}", thought.time);
        }
    }
}

#[test]
fn a_single_move_is_played_at_once_when_somebody_waits() {
    let four = Four::default();
    let single = vec![RootMove::new(Column(6))];
    let table = TranspositionTable::new(1);
    let ask = |limits| {
        let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
        think(&task(SearchOptions { limits, ..OPTIONS }, &table), single.clone(), |_| Search::new(four, None), world)
    };
    assert_eq!(ask(within(1000, false)).depth, 1);
    assert_eq!(ask(Limits { depth: Some(4), ..within(1000, true) }).depth, 4);
    assert_eq!(ask(to_depth(4)).depth, 4);
    assert_eq!(ask(within(1000, false)).best, Some(Column(6)));
}

#[test]
fn a_mate_ends_the_search_and_is_played_out() {
    // Two stones in the middle of the lowest row with both sides open: the third wins in three plies.
    let mut four = Four::after(&[3, 3, 2, 2]);
    let table = TranspositionTable::new(4);
    let mut left = 3;
    while !four.is_lost() {
        let thought = with_table(&task(OPTIONS, &table), four);
        assert_eq!(thought.score.plies_to_mate().map(i32::abs), Some(left), "{thought:?}");
        assert!(thought.depth <= left);
        four = four.play(thought.best.expect("the game goes on"));
        left -= 1;
    }
    assert_eq!(left, 0);
}

#[test]
fn reports_follow_the_iterations() {
    let table = TranspositionTable::new(1);
    let mut heard = Heard::default();
    let four = Four::after(&[3]);
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut heard };
    let task = task(SearchOptions { limits: to_depth(6), multipv: 2, ..OPTIONS }, &table);
    let thought = think(&task, roots(four), |_| Search::new(four, Some(&table)), world);
    let depths: Vec<_> = heard.0.iter().map(|thought| thought.depth).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    assert_eq!(heard.0.last(), Some(&thought));
    assert!(heard.0.windows(2).all(|pair| pair[0].nodes < pair[1].nodes));
    assert!(heard.0.iter().all(|thought| thought.lines.len() == 2 && thought.depth_selective == thought.depth));
    assert!(thought.hash_permille > 0);
}

/// lc0 #518, Stockfish #2757: a search that is stopped within an iteration may answer another move than it reported.
#[test]
fn the_last_report_has_the_lines_of_the_answer() {
    let mut bounds = 0;
    for four in positions(12) {
        for nodes in (20..2_000).step_by(60) {
            for (level, multipv) in [(Level::MAX, 1), (Level::MAX, 2), (Level::MIN, 1)] {
                let options = SearchOptions { limits: to_nodes(nodes), multipv, level, ..OPTIONS };
                let table = TranspositionTable::new(1);
                let mut heard = Heard::default();
                let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut heard };
                let thought = think(&task(options, &table), roots(four), |_| Search::new(four, Some(&table)), world);
                let Some(last) = heard.0.last() else { continue };
                assert_eq!((last.best, &last.lines), (thought.best, &thought.lines));
                bounds += thought.lines.iter().filter(|line| line.is_lower_bound).count();
            }
        }
    }
    assert!(bounds > 0, "some move failed high when the search ended");
}

#[test]
fn helpers_do_not_change_a_search_without_a_table() {
    let table = TranspositionTable::new(1);
    for four in positions(6) {
        let alone = plain(&task(SearchOptions { limits: to_depth(5), ..OPTIONS }, &table), four);
        let together = plain(&task(SearchOptions { limits: to_depth(5), threads: 3, ..OPTIONS }, &table), four);
        assert_eq!((alone.best, alone.score, alone.lines), (together.best, together.score, together.lines));
        assert!(together.nodes >= alone.nodes);
    }
}

#[test]
fn helpers_with_a_table_agree_on_a_forced_win() {
    let table = TranspositionTable::new(4);
    let thought = with_table(&task(SearchOptions { threads: 4, ..OPTIONS }, &table), Four::after(&[3, 3, 2, 2]));
    assert_eq!(thought.score, Score::mate_in(3));
}

#[test]
fn a_helper_that_panics_harms_nobody() {
    let table = TranspositionTable::new(1);
    let four = Four::after(&[3, 2]);
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    let made = AtomicUsize::new(0);
    let make = |thread| {
        made.fetch_add(1, Ordering::Relaxed);
        // Unwinding without the hook keeps the test's output clean.
        if thread == 1 {
            std::panic::resume_unwind(Box::new("a helper failed"));
        }
        Search::new(four, None)
    };
    let task = task(SearchOptions { limits: to_depth(5), threads: 3, ..OPTIONS }, &table);
    let thought = think(&task, roots(four), make, world);
    assert_eq!(thought.score, four.minimax(0, 5));
    assert_eq!(made.load(Ordering::Relaxed), 3);
}

#[test]
fn a_main_thread_that_panics_ends_its_helpers() {
    let table = TranspositionTable::new(1);
    let four = Four::default();
    let caught = std::panic::catch_unwind(|| {
        let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
        let make = |thread| {
            if thread == 0 {
                std::panic::resume_unwind(Box::new("the main thread failed"));
            }
            Search::new(four, None)
        };
        think(&task(SearchOptions { threads: 3, ..OPTIONS }, &table), roots(four), make, world)
    });
    assert!(caught.is_err());
}

/// One call of [`Scripted`]: the scores of the moves it finishes, and whether it is stopped after them.
type Call = (&'static [(u16, i32)], bool);

/// A searcher that plays a script and stops at its end.
struct Scripted<'a> {
    calls: std::slice::Iter<'a, Call>,
    stop: &'a Stop,
    /// The windows of its calls.
    windows: &'a Mutex<Vec<Window>>,
}

/// Runs a script on three root moves; returns the answer and the windows of the calls.
fn run_script(calls: &[Call]) -> (SearchInfo<Column>, Vec<Window>) {
    run_script_of_lines(1, calls)
}

/// Runs a script of a search for several lines.
fn run_script_of_lines(multipv: usize, calls: &[Call]) -> (SearchInfo<Column>, Vec<Window>) {
    let (table, stop, windows) = (TranspositionTable::new(1), Stop::new(), Mutex::new(Vec::new()));
    let roots = (0..3).map(|column| RootMove::new(Column(column))).collect();
    let world = World { clock: &StoppedClock, stop: &stop, report: &mut Silent };
    let make = |_| Scripted { calls: calls.iter(), stop: &stop, windows: &windows };
    let thought = think(&task(SearchOptions { multipv, ..OPTIONS }, &table), roots, make, world);
    (thought, windows.into_inner().expect("nobody panicked"))
}

impl Searcher for Scripted<'_> {
    type Move = Column;

    fn static_look(&mut self, _: Column) -> Score {
        Score::DRAW
    }

    fn search_root(
        &mut self,
        roots: &mut [RootMove<Column>],
        _: Depth,
        window: Window,
        ctl: &mut Control<'_>,
    ) -> Score {
        self.windows.lock().expect("nobody panicked").push(window);
        let (scores, stopped) = self.calls.next().copied().unwrap_or((&[], true));
        let (mut alpha, mut best) = (window.alpha, -Score::INFINITE);
        for &(column, score) in scores {
            let root = roots.iter_mut().find(|root| root.mv == Column(column)).expect("the script names root moves");
            best = best.max(Score(score));
            if Score(score) > alpha {
                alpha = Score(score);
                root.raise(alpha, &[]);
            }
        }
        if stopped {
            self.stop.ask();
            assert!(ctl.poll());
        }
        best
    }
}

fn move_and_score(thought: &SearchInfo<Column>) -> (u16, i32, Depth) {
    (thought.best.expect("there are moves").0, thought.score.0, thought.depth)
}

/// Three iterations in which move 0 leads with 10.
const CALM: [Call; 3] = [(&[(0, 10), (1, 5), (2, 5)], false); 3];

#[test]
fn an_unfinished_iteration_counts_once_its_first_move_is_finished() {
    let check = |last: &[Call], expected| {
        let script: Vec<_> = CALM.iter().chain(last).copied().collect();
        assert_eq!(move_and_score(&run_script(&script).0), expected);
    };
    check(&[(&[], true)], (0, 10, 3));
    check(&[(&[(0, 7)], true)], (0, 7, 3));
    check(&[(&[(0, 7), (1, 12)], true)], (1, 12, 3));
    // The first move failed low and no other one was finished: the previous answer holds.
    check(&[(&[(0, -90)], false), (&[], true)], (0, 10, 3));
    check(&[(&[(0, -90)], false), (&[(0, -60)], true)], (0, -60, 3));
    // A move that failed high is played even if there is no time for its exact score.
    check(&[(&[(0, 7), (1, 90)], false), (&[], true)], (1, 90, 3));
    check(&[(&[(0, 7), (1, 90)], false), (&[(1, 70)], true)], (1, 70, 3));
}

#[test]
fn windows_widen_until_the_score_is_inside() {
    let script = [CALM[0], CALM[1], CALM[2], (&[(0, 5000)], false), (&[(0, 5000)], false), (&[(0, 5000)], false)];
    let more = [(&[(0, 5000)][..], false), (&[(0, 5000)], false)];
    let (thought, windows) = run_script(&[&script[..], &more[..]].concat());
    assert_eq!(thought.score, Score(5000));
    assert!(windows[..3].iter().all(|&window| window == Window::FULL));
    let betas: Vec<_> = windows[3..8].iter().map(|window| window.beta.0).collect();
    assert_eq!(betas, [34, 82, 226, 658, Score::INFINITE.0]);
    assert!(windows[3..8].iter().all(|window| window.alpha == Score(10 - 24)));
}

#[test]
fn a_proven_win_is_not_forgotten() {
    let win = Score::mate_in(9).0;
    let script: [Call; 4] = [
        (&[(0, 10)], false),
        (&[(0, 10), (1, 29_991)], false),
        (&[(1, 40), (0, 10)], false),
        (&[(1, 40), (2, 29_985)], true),
    ];
    assert_eq!(win, 29_991);
    let (thought, _) = run_script(&script);
    assert_eq!(move_and_score(&thought), (1, win, 3));
}

#[test]
fn a_level_below_full_strength_plays_within_its_bound_and_reproducibly() {
    let table = TranspositionTable::new(1);
    for (seed, four) in positions(30).enumerate() {
        for level in 1..=4 {
            let level = Level::new(level).expect("in range");
            let task =
                task(SearchOptions { limits: to_depth(4), level, seed: seed as u64, multipv: 2, ..OPTIONS }, &table);
            let thought = plain(&task, four);
            assert_eq!(thought, plain(&task, four));
            let best = thought.best.expect("there are moves");
            assert_eq!(thought.pv()[0], best);
            assert_eq!(thought.lines[0].score, thought.score);
            assert_eq!(thought.lines.len(), four.moves().len().min(2));
            // The score is the exact one even if the level overlooked something.
            assert_eq!(thought.score, -four.play(best).minimax(1, thought.depth - 1));
        }
    }
}

#[test]
fn a_low_level_errs_and_full_strength_does_not() {
    let table = TranspositionTable::new(1);
    let regret = |level: u8| -> i32 {
        let level = Level::new(level).expect("in range");
        positions(60)
            .enumerate()
            .map(|(seed, four)| {
                let task = task(SearchOptions { limits: to_depth(4), level, seed: seed as u64, ..OPTIONS }, &table);
                let lost = four.minimax(0, 4) - plain(&task, four).score;
                lost.0.min(1000)
            })
            .sum()
    };
    let regrets = [1, 2, 3, 4, 5].map(regret);
    assert!(regrets.is_sorted_by(|weaker, stronger| weaker > stronger), "{regrets:?}");
    assert_eq!(regrets[4], 0);
}

#[test]
fn lines_are_sorted_even_if_a_later_one_turns_out_better() {
    let (thought, _) = run_script_of_lines(2, &[(&[(0, 10)], false), (&[(1, 20)], false)]);
    let lines: Vec<_> = thought.lines.iter().map(|line| (line.pv[0].0, line.score.0)).collect();
    assert_eq!(lines, [(1, 20), (0, 10)]);
    assert_eq!(move_and_score(&thought), (1, 20, 1));
}

#[test]
fn an_unfinished_iteration_keeps_the_other_lines() {
    let first: [Call; 2] = [(&[(0, 10)], false), (&[(1, 5)], false)];
    // Only the first line of the second iteration is finished, and it belongs to another move.
    let (thought, _) = run_script_of_lines(2, &[first[0], first[1], (&[(0, 8), (2, 30)], false), (&[], true)]);
    let lines: Vec<_> = thought.lines.iter().map(|line| (line.pv[0].0, line.score.0)).collect();
    assert_eq!(lines, [(2, 30), (0, 10)]);
    assert_eq!(thought.depth, 1);
}
