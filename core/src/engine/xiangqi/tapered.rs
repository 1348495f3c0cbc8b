//! A value for the middle game and one for the ending in one word.

/// Values for the middle game and the ending, in centipawns within ±16,000, in one word. Sums and small multiples of
/// the word are those of both values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered(i32);

/// Builds a [`Tapered`] from its values for the middle game and the ending.
#[must_use]
pub const fn taper(mg: i32, eg: i32) -> Tapered {
    Tapered((mg << 16) + eg)
}

impl Tapered {
    /// Returns the value with all attackers on the board.
    #[inline]
    #[must_use]
    pub const fn mg(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }

    /// Returns the value without attackers.
    #[inline]
    #[must_use]
    pub const fn eg(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline]
    #[must_use]
    pub const fn times(self, factor: i32) -> Tapered {
        Tapered(self.0 * factor)
    }

    #[inline]
    #[must_use]
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }

    #[inline]
    #[must_use]
    pub const fn minus(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_survive_sums_and_multiples() {
        for (mg, eg) in [(0, 0), (-1, 1), (1, -1), (-300, -12), (900, -1200)] {
            let value = taper(mg, eg);
            assert_eq!((value.mg(), value.eg()), (mg, eg));
            let sum = value.times(-7).plus(taper(5, -6)).minus(taper(-4, 9));
            assert_eq!((sum.mg(), sum.eg()), (9 - 7 * mg, -15 - 7 * eg));
        }
    }
}
