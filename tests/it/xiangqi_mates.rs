//! Mates that the Xiangqi engine must find: all of them with `DUIYI_SLOW=1`, otherwise a sample.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{env, thread};

use duiyi_core::engine::{Engine, EngineRequest, World, xiangqi::XiangqiEngine};
use duiyi_core::position::History;
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop, clock::StoppedClock};
use duiyi_core::xiangqi::Position;

/// Node limit of each position.
const NODES: u64 = 1_000_000;
/// The required share of shortest mates, in thousandths.
const FOUND_PERMILLE: usize = 970;

/// A problem: the side to move mates in `moves`.
struct Problem {
    position: Position,
    moves: i32,
    /// The proved least number of moves.
    least: i32,
}

/// Returns the plies of the mate that the engine finds.
fn found(position: Position) -> Option<i32> {
    let request = EngineRequest {
        history: History::new(position),
        options: SearchOptions::new(Limits { nodes: Some(NODES), ..Limits::default() }, Level::MAX, 0),
    };
    let world = World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent };
    let thought = XiangqiEngine::new(16).think(&request, world);
    thought.score.plies_to_mate().filter(|&plies| plies > 0)
}

/// Parses the proved least number of moves, from `no_mate_in_le_2` in every row.
fn least(row: &str) -> i32 {
    let (_, none_in) = row.rsplit_once("no_mate_in_le_").expect(row);
    none_in.trim().parse::<i32>().expect(row) + 1
}

#[test]
fn mates_are_found_in_the_fewest_moves_and_never_claimed_in_fewer() {
    let is_slow = env::var_os("DUIYI_SLOW").is_some();
    let rows = include_str!("../data/xiangqi-mates.tsv").lines().skip(1).map(|row| {
        let mut fields = row.split('\t');
        let fen = fields.next().expect("a line has a first field");
        let moves: i32 = fields.next().and_then(|moves| moves.parse().ok()).expect(row);
        (fen.parse::<Position>(), moves, least(row))
    });
    let (possible, impossible): (Vec<_>, Vec<_>) = rows.partition(|(position, ..)| position.is_ok());
    assert_eq!((possible.len(), impossible.len()), (429, 2));
    let mut long = 0;
    let tasks: Vec<_> = possible
        .into_iter()
        .filter_map(|(position, moves, least)| {
            long += usize::from(moves > 3);
            let is_wanted = is_slow || moves <= 3 || long % 5 == 0;
            Some(Problem { position: position.ok().filter(|_| is_wanted)?, moves, least })
        })
        .collect();
    let (next, fewest) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(Problem { position, moves, least }) = tasks.get(next.fetch_add(1, Relaxed)) {
                    let (plies, promised) = (found(*position), 2 * moves - 1);
                    let is_possible = plies.is_none_or(|plies| plies > 2 * (least - 1));
                    assert!(is_possible, "{plies:?} plies, and {least} moves are proved to be needed: {position:?}");
                    if plies.is_some_and(|plies| plies <= promised) {
                        fewest.fetch_add(1, Relaxed);
                    } else {
                        println!("mate in {moves}, found in {plies:?} plies: {position:?}");
                    }
                }
            });
        }
    });
    let fewest = fewest.into_inner();
    println!("mates found in the fewest moves: {fewest} of {}", tasks.len());
    assert!(fewest * 1000 >= FOUND_PERMILLE * tasks.len(), "only {fewest} of {} mates found", tasks.len());
}

#[test]
fn a_shorter_mate_may_end_with_a_quiet_move_that_leaves_none() {
    for (fen, plies) in [
        ("3ak1b2/9/9/9/8p/1n7/4N4/6n2/9/3K5 b", 5),
        ("6N2/9/1c1k5/2N6/9/8P/9/3AB4/4A4/2B1K4 w", 5),
        ("3ak1b2/9/9/9/8p/1n7/4N4/9/9/4Kn3 b", 7),
    ] {
        assert_eq!(found(fen.parse().expect(fen)), Some(plies), "{fen}");
    }
}
