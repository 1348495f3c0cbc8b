//! The stones within four cells of a point on a line, as one number for both reading directions.

use super::pair::{self, PLACES, PairCode};
use crate::base::Side;
use crate::gomoku::rule::Rule;

/// Cells to each side of the point: as far as a five through it reaches.
const REACH: i8 = 4;
/// Number of halves of a line.
const HALVES: PairCode = pair::halves(REACH);

/// The cells within four of a point on a line: stones of both sides, and the edge of the board.
///
/// A line and its mirror image have the same pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LinePattern(u16);

impl LinePattern {
    /// Number of patterns.
    pub const COUNT: usize = (HALVES * (HALVES + 1) / 2) as usize;

    const fn of_halves(one: PairCode, other: PairCode) -> LinePattern {
        let (low, high) = if one < other { (one, other) } else { (other, one) };
        LinePattern((high * (high + 1) / 2 + low) as u16)
    }

    /// Returns all patterns, in order of their index.
    pub fn all() -> impl Iterator<Item = LinePattern> {
        (0..LinePattern::COUNT as u16).map(LinePattern)
    }

    /// Returns the number of this pattern, below [`LinePattern::COUNT`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the cells of both halves from the point outwards, as far as the board goes.
    #[must_use]
    pub fn halves(self) -> [Vec<Option<Side>>; 2] {
        let index = PairCode::from(self.0);
        let high = (0..HALVES).rev().find(|high| high * (high + 1) / 2 <= index).unwrap_or(0);
        [index - high * (high + 1) / 2, high].map(pair::cells)
    }

    /// Returns whether a stone stands on the line.
    #[must_use]
    pub fn has_stones(self) -> bool {
        self.halves().iter().flatten().any(Option::is_some)
    }

    /// Returns the pattern with the stones of both sides exchanged.
    #[must_use]
    pub fn exchanged(self) -> LinePattern {
        let [one, other] = self.halves().map(|cells| {
            let exchanged: Vec<Option<Side>> = cells.into_iter().map(|cell| cell.map(Side::opponent)).collect();
            pair::half(&exchanged)
        });
        LinePattern::of_halves(one, other)
    }

    /// Makes the table of patterns by the [`PairCode`] of `rule`.
    pub(super) fn table(rule: Rule) -> Box<[LinePattern; PLACES]> {
        let reach = pair::reach(rule);
        let near: Vec<PairCode> = (0..pair::halves(reach))
            .map(|half| {
                let mut cells = pair::cells(half);
                cells.truncate(REACH as usize);
                pair::half(&cells)
            })
            .collect();
        let mut table = vec![LinePattern::default(); PLACES].into_boxed_slice();
        for (row, &back) in table.chunks_mut(near.len()).zip(&near) {
            for (place, &on) in row.iter_mut().zip(&near) {
                *place = LinePattern::of_halves(back, on);
            }
        }
        table.try_into().expect("as long as it was made")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_that_of_its_own_cells() {
        for (index, pattern) in LinePattern::all().enumerate() {
            assert_eq!(pattern.index(), index);
            let [one, other] = pattern.halves().map(|cells| pair::half(&cells));
            assert_eq!(LinePattern::of_halves(one, other), pattern);
            assert_eq!(LinePattern::of_halves(other, one), pattern);
            assert_eq!(pattern.exchanged().exchanged(), pattern);
        }
        assert!(!LinePattern::default().has_stones());
    }

    #[test]
    fn a_table_has_the_pattern_of_the_nearest_cells() {
        for rule in Rule::ALL {
            let (table, reach) = (LinePattern::table(rule), pair::reach(rule));
            for pattern in LinePattern::all() {
                let halves = pattern.halves();
                let code = |back: &[Option<Side>], on: &[Option<Side>]| {
                    pair::code(reach, |offset| {
                        let cells = if offset < 0 { back } else { on };
                        // Beyond four cells stands a stone, if the line goes on.
                        let far = (cells.len() == 4).then_some(Some(Side::First));
                        cells.get(usize::from(offset.unsigned_abs()) - 1).copied().or(far)
                    })
                };
                for code in [code(&halves[0], &halves[1]), code(&halves[1], &halves[0])] {
                    assert_eq!(table[code as usize], pattern, "{rule}");
                }
            }
        }
    }
}
