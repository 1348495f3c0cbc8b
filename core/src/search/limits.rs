//! What bounds a search.

use crate::base::{Depth, Millis};

/// The bounds of one search; the first one reached ends it. All absent means: until stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// Most nodes over all threads.
    pub nodes: Option<u64>,
    /// Time to spend.
    pub time: Option<TimeLimit>,
}

/// How much time a search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// An upper bound for this move; an obvious move is played sooner only when `spend_all` is false.
    Move {
        /// The bound.
        max: Millis,
        /// Whether to think to the bound, as `movetime` of the protocols asks.
        spend_all: bool,
    },
    /// A share of the time left on a clock.
    Clock {
        /// Time left.
        left: Millis,
        /// Time added after each move.
        increment: Millis,
        /// Moves until more time is added, if known.
        moves_to_go: Option<u32>,
        /// The most that may be spent on this move, when a level or a player sets one.
        max: Option<Millis>,
        /// Time lost between deciding and being heard.
        overhead: Millis,
    },
}
