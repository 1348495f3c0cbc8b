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

use super::{ForeignForm, GameCounter, OpeningBook, copy, export, unwatched};

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
    let lines: Vec<Vec<String>> = (0..games).map(|_| line(&start, &mut rng)).collect();
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
}

fn line(start: &Game, rng: &mut Rng) -> Vec<String> {
    let mut game = start.clone();
    (0..PLIES)
        .map_while(|_| {
            let moves = game.legal_moves();
            // The smallest of three numbers: some moves are common.
            let index = (0..3).map(|_| rng.below(moves.len().max(1))).min()?;
            let mv = moves.get(index)?.clone();
            game.advance(&mv).ok()?;
            Some(mv)
        })
        .collect()
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
