//! The options of a search.

use super::{Features, Level, Limits, Profile};
use crate::base::{Key, Score};

/// The largest contempt that a caller should ask for, in centipawns: at more, an engine gives up material to avoid a draw.
pub const CONTEMPT_MAX: i32 = 200;

/// The bounds and the strength of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// The limits. The caller inserts the time of a level ([`Level::limits`]), the engine its nodes and depth.
    pub limits: Limits,
    /// The strength at which a move is chosen.
    pub level: Level,
    /// The seed of every random choice: with one thread, equal seeds and node limits give equal answers.
    pub seed: u64,
    /// The seed of a level's day form, constant throughout a game.
    pub day_form: u64,
    /// A score that ends the search once the best line has it: the mate that was asked for.
    pub enough: Option<Score>,
    /// The number of lines to report (MultiPV), at least one.
    pub multipv: usize,
    /// The number of threads, at least one.
    pub threads: usize,
    /// What a draw costs the side that moves at the root, in centipawns (contempt). Zero in analysis; only Xiangqi uses it.
    pub contempt: i32,
    /// The enabled parts of the search. All of them, except to measure one.
    pub features: Features,
}

impl SearchOptions {
    /// Makes options for one thread, one line and every part.
    #[must_use]
    pub const fn new(limits: Limits, level: Level, seed: u64) -> SearchOptions {
        SearchOptions {
            limits,
            level,
            seed,
            day_form: seed,
            enough: None,
            multipv: 1,
            threads: 1,
            contempt: 0,
            features: Features::ALL,
        }
    }

    /// Returns these options with a seed of this position, so that a level's choices differ between turns.
    #[must_use]
    pub const fn for_position(self, key: Key) -> SearchOptions {
        SearchOptions { seed: self.seed ^ key.0, ..self }
    }

    /// Returns these options within the limits of a level.
    #[must_use]
    pub fn within(self, profile: &Profile) -> SearchOptions {
        SearchOptions { limits: profile.narrowed(self.limits), ..self }
    }
}
