//! Times and memory of a big book, in a release build but for the slow link:
//!
//! ```text
//! export CARGO_PROFILE_RELEASE_LTO=false CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
//! cargo test --release -p duiyi-host --lib books::measure -- --ignored --nocapture
//! ```
//!
//! Processor time does not depend on other work of the machine. Memory is what a step needs more than there was before it.
//! `DUIYI_BOOK_GAMES` sets the number of games, 100,000 by default: random moves from a fixed seed, in which common ones
//! are preferred.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use duiyi_core::base::{Rng, Side};
use duiyi_core::game::{Game, GameKind, Setup};

use super::{
    BookEdit, BookPruning, ForeignForm, GameCounter, MoveSign, OpeningBook, copy, edit, export, merge, prune, unwatched,
};
use crate::testing::likely_line;

const PLIES: usize = 30;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
#[ignore = "takes minutes; measures a release build"]
fn times_of_a_big_book() {
    let games = std::env::var("DUIYI_BOOK_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(100_000_usize);
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let start = Game::new(&Setup::usual(GameKind::Xiangqi));
    let mut rng = Rng::from_seed(17);
    let lines: Vec<Vec<String>> = (0..games).map(|_| likely_line(&start, PLIES, &mut rng)).collect();
    let mut step = Step::begin();
    let mut told = |what: &str| {
        println!("{what}: {step}");
        step = Step::begin();
    };

    told("games made");
    let mut counter = GameCounter::create(&path("a.book"), GameKind::Xiangqi, PLIES).expect("a book");
    for (index, line) in lines.iter().enumerate() {
        let result = [Some(Some(Side::First)), Some(None), Some(Some(Side::Second))][index % 3];
        counter.count(&start, line.iter().map(String::as_str), result).expect("room");
    }
    told("games counted");
    let (positions, moves) = counter.finish(1, &mut unwatched).expect("a book");
    told("book written");
    println!("{games} games, {positions} positions, {moves} moves, {} bytes", size(&path("a.book")));

    probe(&path("a.book"), &start, &lines);
    let edit = |weight: i64| {
        let begun = Instant::now();
        let edit = BookEdit { weight, sign: MoveSign::Good, remark: "a remark".to_owned() };
        edit::edit(&path("a.book"), &start, "h2e2", Some(edit)).expect("a change");
        begun.elapsed()
    };
    println!("edited in {:?}", median((0..9).map(edit).collect()));
    let open = |name: &str| OpeningBook::open(&path(name)).expect("a book");
    told("probed and edited");
    let mut few = GameCounter::create(&path("few.book"), GameKind::Xiangqi, PLIES).expect("a book");
    for line in lines.iter().step_by(10) {
        few.count(&start, line.iter().map(String::as_str), Some(None)).expect("room");
    }
    few.finish(1, &mut unwatched).expect("a book");
    told("a tenth of the games counted");
    merge(&[open("a.book"), open("few.book")], &path("m.book"), &mut unwatched).expect("a book");
    told("merged");
    let OpeningBook::Own(merged) = open("m.book") else { unreachable!("it is ours") };
    let pruning = BookPruning { games_min: 2, weight_min: None, within: None };
    prune(&merged, &path("p.book"), pruning, &mut unwatched).expect("a book");
    told("pruned");
    let own = OpeningBook::open(&path("a.book")).expect("a book");
    let report = export(&own, &start, ForeignForm::Obk, &path("b.obk"), &mut unwatched).expect("an export");
    told("exported");
    assert_eq!((report.positions, report.moves, report.unreached), (positions, moves, 0));
    probe(&path("b.obk"), &start, &lines);
    told("probed");
    let foreign = OpeningBook::open(&path("b.obk")).expect("a book");
    let report = copy(&foreign, &start, &path("c.book"), &mut unwatched).expect("a copy");
    told("imported");
    assert_eq!((report.positions, report.moves, report.unreached), (positions, moves, 0));
}

/// The beginning of a step of the test. Linux alone says processor time and memory; elsewhere they are zero.
struct Step {
    begun: Instant,
    processor: Duration,
    memory: u64,
}

impl Step {
    fn begin() -> Step {
        // The greatest size begins anew.
        let _ = fs::write("/proc/self/clear_refs", "5");
        Step { begun: Instant::now(), processor: processor_time(), memory: memory("VmRSS:") }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let processor = processor_time().saturating_sub(self.processor).as_secs_f64();
        let memory = memory("VmHWM:").saturating_sub(self.memory) >> 10;
        write!(f, "{:.1} s, processor {processor:.1} s, memory {memory} MiB", self.begun.elapsed().as_secs_f64())
    }
}

/// Returns a size of this program in KiB.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let size = status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
    size.and_then(|size| size.parse().ok()).unwrap_or_default()
}

/// Asks for each position of some lines in three rounds. On a machine with other work the worst of all answers says how long
/// this thread had to wait; the worst position of its best round how long an answer takes.
fn probe(path: &Path, start: &Game, lines: &[Vec<String>]) {
    let open = || {
        let begun = Instant::now();
        let book = OpeningBook::open(path).expect("a book");
        (begun.elapsed(), book)
    };
    let opened = median((0..9).map(|_| open().0).collect());
    let rounds: Vec<Vec<Duration>> = (0..3)
        .map(|_| {
            let (_, book) = open();
            let mut times = Vec::new();
            for line in lines.iter().step_by(lines.len().div_ceil(200)) {
                let mut game = start.clone();
                for mv in line {
                    let begun = Instant::now();
                    assert!(!book.moves(&game).expect("moves").is_empty());
                    times.push(begun.elapsed());
                    game.advance(mv).expect("a move that was played");
                }
            }
            times
        })
        .collect();
    let best = (0..rounds[0].len()).filter_map(|at| rounds.iter().map(|times| times[at]).min());
    let (best, all) = (best.max().unwrap_or_default(), rounds.concat());
    let slowest = all.iter().max().copied().unwrap_or_default();
    println!("opened in {opened:?}, answered in {:?}, at most {slowest:?}, {best:?} in the best round", median(all));
}

/// Returns the processor time of this program so far.
fn processor_time() -> Duration {
    /// Ticks a second in `/proc`, on every Linux.
    const TICKS: u64 = 100;
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name before may have blanks.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1_000 / TICKS)
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).expect("a file").len()
}
