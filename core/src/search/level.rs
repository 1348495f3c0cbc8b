//! The five levels a person chooses from.

use super::{Limits, TimeLimit};
use crate::base::{Depth, Millis};

/// A playing strength, 1 to 5; 5 is full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const MIN: Level = Level(1);
    /// Full strength.
    pub const MAX: Level = Level(5);

    /// Returns level `number`, if it is in 1..=5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 5 { Some(Level(number)) } else { None }
    }

    /// Returns the number, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the upper bounds of thinking at this level: 1, 2, 3, 5, 8 seconds and depth 4, 6, 8, 12, 20.
    ///
    /// These are bounds, not waiting rooms: an obvious move is played at once.
    #[must_use]
    pub const fn limits(self) -> Limits {
        const SECONDS: [u64; 5] = [1, 2, 3, 5, 8];
        const DEPTHS: [Depth; 5] = [4, 6, 8, 12, 20];
        let row = self.0 as usize - 1;
        Limits {
            depth: Some(DEPTHS[row]),
            nodes: None,
            time: Some(TimeLimit::Move { max: Millis::from_secs(SECONDS[row]), spend_all: false }),
        }
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::MAX
    }
}
