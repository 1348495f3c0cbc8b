//! The limits of a search.

use crate::base::{Depth, Millis};

/// The limits of one search; the first one reached ends it. Without any, only a stop does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// The most nodes of all threads together.
    pub nodes: Option<u64>,
    /// The time limit; without one no clock is read.
    pub time: Option<TimeLimit>,
}

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// A fixed upper bound. An obvious move is played sooner unless `spend_all` is set.
    Move {
        /// Upper bound of the time.
        max: Millis,
        /// Whether to search to the bound, as `movetime` in UCI requires.
        spend_all: bool,
    },
    /// A share of the remaining clock time.
    Clock {
        /// The remaining time of the side to move.
        left: Millis,
        /// The time added after each move.
        increment: Millis,
        /// Moves until more time is added, if known.
        moves_to_go: Option<u32>,
        /// An upper bound for this move, set by a level or a player.
        max: Option<Millis>,
        /// The latency between the decision and its receipt (move overhead).
        overhead: Millis,
    },
}
