//! Self-play of both engines: the search of a move and the draw of an opening.

use duiyi_core::base::Rng;
use duiyi_core::engine::{Engine, EngineRequest, World};
use duiyi_core::position::{History, Position};
use duiyi_core::search::{Level, Limits, SearchInfo, SearchOptions, Silent, Stop, clock::StoppedClock};

/// Searches the last position of `history` with a fixed number of nodes, so that every machine plays the same game.
pub fn think<E: Engine>(
    engine: &mut E,
    history: &History<E::Position>,
    nodes: u32,
) -> SearchInfo<<E::Position as Position>::Move> {
    let limits = Limits { nodes: Some(nodes.into()), ..Limits::default() };
    let request = EngineRequest { history: history.clone(), options: SearchOptions::new(limits, Level::MAX, 0) };
    engine.think(&request, World { clock: &StoppedClock, stop: &Stop::new(), report: &mut Silent })
}

/// Plays random moves that `suits`; `plies` is the range of their number.
pub fn random_walk<P: Position>(
    mut position: P,
    plies: (usize, usize),
    suits: impl Fn(&P::Move) -> bool,
    rng: &mut Rng,
) -> History<P> {
    let mut history = History::new(position.clone());
    for _ in 0..plies.0 + rng.below(plies.1 - plies.0 + 1) {
        let moves: Vec<P::Move> = position.legal_moves().into_iter().filter(&suits).collect();
        if moves.is_empty() {
            break;
        }
        history.play_unchecked(&mut position, moves[rng.below(moves.len())]);
    }
    history
}

/// Draws openings until one is balanced within `open_cp` centipawns, and clears the tables of `engine`.
pub fn balanced<E: Engine>(
    engine: &mut E,
    nodes: u32,
    open_cp: i32,
    mut draw: impl FnMut() -> History<E::Position>,
) -> History<E::Position> {
    loop {
        let history = draw();
        if is_balanced(engine, &history, nodes, open_cp) {
            engine.clear();
            return history;
        }
    }
}

/// Returns whether the game continues and its score is within ±`open_cp` centipawns, by an `engine` with clear tables.
pub fn is_balanced<E: Engine>(engine: &mut E, history: &History<E::Position>, nodes: u32, open_cp: i32) -> bool {
    engine.clear();
    history.end().outcome(history).is_none() && think(engine, history, nodes).score.0.abs() <= open_cp
}
