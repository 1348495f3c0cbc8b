//! Durations and moments. Core never reads a clock; the shell hands in the moment with each command.

use std::ops::{Add, AddAssign, Sub};

/// A duration in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// Returns a duration of whole seconds.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds * 1000)
    }

    /// Subtracts, stopping at zero.
    #[must_use]
    pub const fn saturating_sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0 + other.0)
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        self.0 += other.0;
    }
}

/// A moment in milliseconds since some start that does not change while the program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp(pub u64);

impl Add<Millis> for Stamp {
    type Output = Stamp;

    fn add(self, duration: Millis) -> Stamp {
        Stamp(self.0 + duration.0)
    }
}

impl Sub for Stamp {
    type Output = Millis;

    /// Returns the time since `earlier`; zero if the clock went backwards.
    fn sub(self, earlier: Stamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}
