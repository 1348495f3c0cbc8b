//! The four shapes of a point as one number, independent of their order.

use super::shape::Shape;
use crate::base::Side;
use crate::gomoku::point::Direction;

/// The four shapes that a stone makes, independent of their directions.
///
/// `OOO__`, `_OO___ + _O_O__`, `OOOO_ + _OOO__` and `OOOO_ + _OOO__ + OO___ + O_O__` are four combinations. A diagram
/// omits directions with [`Shape::None`]. The third on a board:
///
/// ```text
///     _
///     _
///     O          OOOO_ in the row, _OOO__ in the column, nothing in the diagonals:
///     O          class FourThree, in whichever direction the four lies
/// O O O O _
///     _
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Combo(u16);

/// The combinations of both sides at a point, the first side's first; [`Combo::default`] on a stone.
pub type Combos = [Combo; Side::COUNT];

/// Number of unordered pairs of shapes.
const PAIRS: usize = Shape::COUNT * (Shape::COUNT + 1) / 2;
const _: () = assert!(PAIRS <= 64, "a pair's number takes six bits");

/// The number of a pair of shapes, indexed by four bits each.
static PAIR: [u8; 1 << 8] = pairs();
/// The number of two pairs, indexed by six bits each.
static QUAD: [u16; 1 << 12] = quads();

impl Combo {
    /// Number of combinations: four of ten shapes, unordered, with repetition.
    pub const COUNT: usize = rank([Shape::COUNT as u16 - 1; Direction::COUNT]) as usize + 1;

    /// Returns the combination of four shapes of four bits each, the direction of index 0 lowest.
    #[inline]
    #[must_use]
    pub const fn of_nibbles(shapes: u16) -> Combo {
        let low = PAIR[(shapes & 0xff) as usize] as usize;
        let high = PAIR[(shapes >> 8) as usize] as usize;
        Combo(QUAD[(low | high << 6) & 0xfff])
    }

    /// Returns the index in a table of all combinations.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the combination at `index`; `None` beyond [`Combo::COUNT`].
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Combo> {
        if index < Combo::COUNT { Some(Combo(index as u16)) } else { None }
    }

    /// Lists all combinations by index.
    pub fn all() -> impl Iterator<Item = Combo> {
        (0..Combo::COUNT as u16).map(Combo)
    }

    /// Returns the four shapes, weakest first.
    #[must_use]
    pub fn shapes(self) -> [Shape; Direction::COUNT] {
        let mut rest = self.0;
        let mut shapes = [Shape::None; Direction::COUNT];
        for place in (0..Direction::COUNT).rev() {
            // The largest shape that keeps all combinations of smaller shapes before it.
            let fits = |&shape: &usize| choose(shape as u16 + place as u16, place as u16 + 1) <= rest;
            let shape = (0..Shape::COUNT).rev().find(fits).unwrap_or(0);
            rest -= choose(shape as u16 + place as u16, place as u16 + 1);
            shapes[place] = Shape::ALL[shape];
        }
        shapes
    }
}

/// Returns the binomial coefficient of `n` and `k`.
const fn choose(n: u16, k: u16) -> u16 {
    if k > n {
        return 0;
    }
    let (mut ways, mut step) = (1_u32, 0);
    while step < k {
        ways = ways * (n - step) as u32 / (step + 1) as u32;
        step += 1;
    }
    ways as u16
}

/// Returns the rank of four sorted shapes, weakest first (combinatorial number system).
const fn rank(shapes: [u16; Direction::COUNT]) -> u16 {
    let (mut rank, mut place) = (0, 0);
    while place < Direction::COUNT {
        rank += choose(shapes[place] + place as u16, place as u16 + 1);
        place += 1;
    }
    rank
}

const fn pairs() -> [u8; 1 << 8] {
    let mut pairs = [0; 1 << 8];
    let mut number = 0;
    let mut low = 0;
    while low < Shape::COUNT {
        let mut high = low;
        while high < Shape::COUNT {
            pairs[low | high << 4] = number;
            pairs[high | low << 4] = number;
            number += 1;
            high += 1;
        }
        low += 1;
    }
    pairs
}

const fn quads() -> [u16; 1 << 12] {
    let mut quads = [0; 1 << 12];
    let mut low = 0;
    while low < 1 << 8 {
        let mut high = 0;
        while high < 1 << 8 {
            let shapes = [low & 15, low >> 4, high & 15, high >> 4];
            if is_pair(low) && is_pair(high) {
                let index = PAIR[low as usize] as usize | (PAIR[high as usize] as usize) << 6;
                quads[index] = rank(sorted(shapes));
            }
            high += 1;
        }
        low += 1;
    }
    quads
}

/// Returns whether eight bits are a sorted pair, the weaker shape low.
const fn is_pair(shapes: u16) -> bool {
    (shapes >> 4) < Shape::COUNT as u16 && shapes & 15 <= shapes >> 4
}

const fn sorted(mut shapes: [u16; Direction::COUNT]) -> [u16; Direction::COUNT] {
    let mut end = Direction::COUNT;
    while end > 1 {
        let mut place = 1;
        while place < end {
            if shapes[place] < shapes[place - 1] {
                (shapes[place - 1], shapes[place]) = (shapes[place], shapes[place - 1]);
            }
            place += 1;
        }
        end -= 1;
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_combination_is_its_shapes_in_any_order() {
        assert_eq!(Combo::COUNT, 715);
        for combo in Combo::all() {
            let shapes = combo.shapes();
            assert!(shapes.is_sorted());
            for turn in 0..4 {
                let nibbles = (0..4).map(|place| (shapes[(place + turn) % 4] as u16) << (4 * place)).sum();
                assert_eq!(Combo::of_nibbles(nibbles), combo);
            }
            let swapped = [shapes[1], shapes[0], shapes[3], shapes[2]];
            assert_eq!(Combo::of_nibbles(swapped.iter().rev().fold(0, |all, &s| all << 4 | s as u16)), combo);
            assert_eq!(Combo::from_index(combo.index()), Some(combo));
        }
        assert_eq!(Combo::from_index(Combo::COUNT), None);
    }
}
