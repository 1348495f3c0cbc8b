//! The knowledge that plays: one engine a game, all asked the same way.

pub mod gomoku;

use crate::position::{History, Position};
use crate::search::{Level, Limits, Thought};

pub use crate::search::World;

/// What is asked of an engine.
#[derive(Clone, Debug)]
pub struct Request<P: Position> {
    /// The game so far; its end is the position to think about.
    pub history: History<P>,
    /// The bounds of the search. A level's own bounds ([`Level::limits`]) are put in by the caller.
    pub limits: Limits,
    /// How strongly to choose among the moves found.
    pub level: Level,
    /// The seed of every random choice: same seed, same nodes, one thread gives the same answer.
    pub seed: u64,
    /// How many lines to report.
    pub multipv: usize,
    /// How many threads to search with.
    pub threads: usize,
}

/// An engine for one game. It keeps its transposition table between searches of one game.
pub trait Engine: Send {
    /// The game it plays.
    type Position: Position;

    /// Thinks about the end of `request.history` and returns the move to play.
    fn think(
        &mut self,
        request: &Request<Self::Position>,
        world: World<'_, <Self::Position as Position>::Move>,
    ) -> Thought<<Self::Position as Position>::Move>;

    /// Forgets everything learned: a new game begins.
    fn clear(&mut self);
}
