//! The grading of a puzzle by engines: the levels that find its first move, and the search for a second solution.

use duiyi_core::engine::{Engine, EngineRequest, World};
use duiyi_core::position::{History, Position};
use duiyi_core::search::{Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};

/// The seconds of each level, [`Level::limits`].
const SECONDS: [u64; 5] = [1, 2, 3, 5, 8];

/// Returns which of the levels 1 to 5 play `mv`, each once and without earlier tables.
///
/// They have their usual depths, and `nodes_per_second` for each second of their time, so the result is the same on
/// every machine.
pub fn levels<E: Engine>(
    engine: &mut E,
    start: &E::Position,
    mv: <E::Position as Position>::Move,
    nodes_per_second: u64,
) -> [bool; 5] {
    let mut found = [false; 5];
    for (number, found) in (1..).zip(&mut found) {
        let level = Level::new(number).expect("there are five levels");
        let nodes = nodes_per_second * SECONDS[usize::from(number) - 1];
        let limits = Limits { depth: level.limits().depth, nodes: Some(nodes), time: None };
        engine.clear();
        *found = think(engine, start, &[], SearchOptions::new(limits, level, start.key().0)).best == Some(mv);
    }
    found
}

/// Returns whether the engine finds, within `nodes`, a forced win that does not begin with `mv`.
pub fn another_wins<E: Engine>(
    engine: &mut E,
    start: &E::Position,
    mv: <E::Position as Position>::Move,
    nodes: u64,
) -> bool {
    let others: Vec<_> = start.legal_moves().into_iter().filter(|&other| other != mv).collect();
    if others.is_empty() {
        return false;
    }
    engine.clear();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    think(engine, start, &others, SearchOptions::new(limits, Level::MAX, 0)).score.is_win()
}

fn think<E: Engine>(
    engine: &mut E,
    start: &E::Position,
    only: &[<E::Position as Position>::Move],
    options: SearchOptions,
) -> SearchInfo<<E::Position as Position>::Move> {
    let request = EngineRequest { history: History::new(start.clone()), options };
    engine.think_among(&request, only, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}
