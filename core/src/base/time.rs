//! Durations and moments. Core reads no clock: the shell passes the moment with each command.
//!
//! Arithmetic saturates, because times from protocols, files and users are untrusted.

use std::ops::{Add, AddAssign, Sub};

wire! {
    both:
    /// A duration in milliseconds.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Millis(pub u64);
}

impl Millis {
    /// Returns a duration of whole seconds.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// Subtracts down to zero at the least.
    #[must_use]
    pub const fn saturating_sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Millis) {
        *self = *self + other;
    }
}

/// A moment in milliseconds since a fixed start, such as the launch of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stamp(pub u64);

impl Add<Millis> for Stamp {
    type Output = Stamp;

    fn add(self, duration: Millis) -> Stamp {
        Stamp(self.0.saturating_add(duration.0))
    }
}

impl Sub for Stamp {
    type Output = Millis;

    /// Returns the time since `earlier`; zero if `earlier` is later.
    fn sub(self, earlier: Stamp) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_numbers_end_at_the_greatest_number() {
        let (long, late) = (Millis(u64::MAX), Stamp(u64::MAX));
        assert_eq!(Millis::from_secs(u64::MAX), long);
        assert_eq!(Millis::from_secs(2), Millis(2_000));
        assert_eq!(long + Millis(1), long);
        assert_eq!(late + Millis(1), late);
        assert_eq!(Stamp(0) - late, Millis(0));
        let mut spent = long;
        spent += Millis(7);
        assert_eq!(spent, long);
    }
}
