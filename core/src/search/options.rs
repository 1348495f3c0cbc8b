//! How to search: what every layer between a player and the driver hands on unchanged.

use super::{Features, Level, Limits, Profile};
use crate::base::Key;

/// The bounds and the strength of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// The bounds. A level's time ([`Level::limits`]) is put in by the caller, its nodes and depth by the engine.
    pub limits: Limits,
    /// How strongly to choose among the moves found.
    pub level: Level,
    /// The seed of every random choice: same seed, same nodes, one thread gives the same answer.
    pub seed: u64,
    /// The seed of a level's form, the same throughout a game.
    pub day_form: u64,
    /// How many lines to report, at least one.
    pub multipv: usize,
    /// How many threads to search with, at least one.
    pub threads: usize,
    /// The parts of the search to use: all of them, but for measuring what one is worth.
    pub features: Features,
}

impl SearchOptions {
    /// Asks one thread for one line by the whole search.
    #[must_use]
    pub const fn new(limits: Limits, level: Level, seed: u64) -> SearchOptions {
        SearchOptions { limits, level, seed, day_form: seed, multipv: 1, threads: 1, features: Features::ALL }
    }

    /// Returns the same with a seed of this position's own, so that a level's choices differ from turn to turn.
    #[must_use]
    pub const fn for_position(self, key: Key) -> SearchOptions {
        SearchOptions { seed: self.seed ^ key.0, ..self }
    }

    /// Returns the same within the bounds of a level of one game.
    #[must_use]
    pub fn within(self, profile: &Profile) -> SearchOptions {
        SearchOptions { limits: profile.narrowed(self.limits), ..self }
    }
}
