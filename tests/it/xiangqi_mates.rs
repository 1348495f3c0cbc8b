//! Mates that the Xiangqi engine must find. With `DUIYI_SLOW=1` all of them, otherwise a sample.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{env, thread};

use duiyi_core::engine::{Engine, Request, World, xiangqi::XiangqiEngine};
use duiyi_core::position::History;
use duiyi_core::search::{Level, Limits, SearchOptions, Silent, Stop, clock::Stopped};
use duiyi_core::xiangqi::Position;

/// The search's bound for each position.
const NODES: u64 = 1_000_000;
/// The share that must be found, in thousandths.
const FOUND_PERMILLE: usize = 950;

/// Returns whether the engine finds a mate in at most `moves`.
fn finds(position: Position, moves: i32) -> bool {
    let request = Request {
        history: History::new(position),
        options: SearchOptions::new(Limits { nodes: Some(NODES), ..Limits::default() }, Level::MAX, 0),
    };
    let world = World { clock: &Stopped, stop: &Stop::new(), report: &mut Silent };
    let thought = XiangqiEngine::new(16).think(&request, world);
    thought.score.plies_to_mate().is_some_and(|plies| plies > 0 && plies < 2 * moves)
}

#[test]
fn mates_are_found_in_the_fewest_moves() {
    let is_slow = env::var_os("DUIYI_SLOW").is_some();
    let rows = include_str!("../data/xiangqi-mates.tsv").lines().skip(1).map(|row| {
        let mut fields = row.split('\t');
        let fen = fields.next().expect("a line has a first field");
        let moves: i32 = fields.next().and_then(|moves| moves.parse().ok()).expect(row);
        (fen.parse::<Position>(), moves)
    });
    let (possible, impossible): (Vec<_>, Vec<_>) = rows.partition(|(position, _)| position.is_ok());
    assert_eq!((possible.len(), impossible.len()), (429, 2));
    let mut long = 0;
    let tasks: Vec<_> = possible
        .into_iter()
        .filter_map(|(position, moves)| {
            long += usize::from(moves > 3);
            let is_wanted = is_slow || moves <= 3 || long % 5 == 0;
            Some((position.ok().filter(|_| is_wanted)?, moves))
        })
        .collect();
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&(position, moves)) = tasks.get(next.fetch_add(1, Relaxed)) {
                    if finds(position, moves) {
                        found.fetch_add(1, Relaxed);
                    } else {
                        println!("not found: mate in {moves}, {position:?}");
                    }
                }
            });
        }
    });
    let found = found.into_inner();
    println!("mates found: {found} of {}", tasks.len());
    assert!(found * 1000 >= FOUND_PERMILLE * tasks.len(), "only {found} of {} mates found", tasks.len());
}
