//! Zobrist keys (A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970).

use std::ops::{BitXor, BitXorAssign};

/// A 64-bit hash of a position: the exclusive or of one constant per feature on the board.
///
/// # Stability
/// The constants come from [`Key::feature`]; changing it breaks saved opening books.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u64);

impl Key {
    /// Returns the constant of feature `index` in `family`.
    ///
    /// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014) of a counter:
    /// usable in `const` tables, and the same on every machine.
    #[must_use]
    pub const fn feature(family: u32, index: u32) -> Key {
        let counter = ((family as u64) << 32 | index as u64).wrapping_add(1);
        let mut z = counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Key(z ^ (z >> 31))
    }
}

impl BitXor for Key {
    type Output = Key;

    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}
