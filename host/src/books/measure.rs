//! Times of a big book, in a release build:
//!
//! ```text
//! cargo test --release -p duiyi-host --lib books::measure -- --ignored --nocapture
//! ```
//!
//! `DUIYI_BOOK_GAMES` sets the number of games, 100,000 by default: random moves from a fixed seed, in which common ones
//! are preferred.

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
    let told = |what: &str, since: Instant| println!("{what}: {:.1} s", since.elapsed().as_secs_f64());

    let begun = Instant::now();
    let mut counter = GameCounter::new(GameKind::Xiangqi, PLIES);
    for (index, line) in lines.iter().enumerate() {
        let result = [Some(Some(Side::First)), Some(None), Some(Some(Side::Second))][index % 3];
        counter.count(&start, line.iter().map(String::as_str), result);
    }
    told("games counted", begun);
    let (positions, moves) = counter.write(&path("a.book"), 1, &mut unwatched).expect("a book");
    told("book written", begun);
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
    let begun = Instant::now();
    let mut few = GameCounter::new(GameKind::Xiangqi, PLIES);
    lines.iter().step_by(10).for_each(|line| few.count(&start, line.iter().map(String::as_str), Some(None)));
    few.write(&path("few.book"), 1, &mut unwatched).expect("a book");
    told("a tenth of the games counted", begun);
    let begun = Instant::now();
    merge(&[open("a.book"), open("few.book")], &path("m.book"), &mut unwatched).expect("a book");
    told("merged", begun);
    let OpeningBook::Own(merged) = open("m.book") else { unreachable!("it is ours") };
    let begun = Instant::now();
    let pruning = BookPruning { games_min: 2, weight_min: None, within: None };
    prune(&merged, &path("p.book"), pruning, &mut unwatched).expect("a book");
    told("pruned", begun);
    let own = OpeningBook::open(&path("a.book")).expect("a book");
    let begun = Instant::now();
    let report = export(&own, &start, ForeignForm::Obk, &path("b.obk"), &mut unwatched).expect("an export");
    told("exported", begun);
    assert_eq!((report.positions, report.moves, report.unreached), (positions, moves, 0));
    probe(&path("b.obk"), &start, &lines);
    let begun = Instant::now();
    let foreign = OpeningBook::open(&path("b.obk")).expect("a book");
    let report = copy(&foreign, &start, &path("c.book"), &mut unwatched).expect("a copy");
    told("imported", begun);
    assert_eq!((report.positions, report.moves, report.unreached), (positions, moves, 0));
    if let Some(memory) = fs::read_to_string("/proc/self/status").ok().as_deref().and_then(peak_of) {
        println!("most memory of the whole test: {memory}");
    }
}

fn peak_of(status: &str) -> Option<String> {
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map(|size| size.trim().to_owned())
}

fn probe(path: &Path, start: &Game, lines: &[Vec<String>]) {
    let open = || {
        let begun = Instant::now();
        let book = OpeningBook::open(path).expect("a book");
        (begun.elapsed(), book)
    };
    let opened = median((0..9).map(|_| open().0).collect());
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
    let slowest = times.iter().max().copied().unwrap_or_default();
    println!("opened in {opened:?}, answered in {:?}, at most {slowest:?}", median(times));
}

fn size(path: &Path) -> u64 {
    fs::metadata(path).expect("a file").len()
}
