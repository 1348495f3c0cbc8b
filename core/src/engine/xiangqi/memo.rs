//! The static scores of positions that were judged before: most leaves are met more than once, and the table of the
//! search keeps only those that were searched.

use super::eval::{EVAL_MAX, State};
use crate::base::Score;
use crate::position::Position as _;

/// How many scores are kept: as much as stays in a processor's own cache beside everything else.
const PLACES: usize = 1 << 15;
/// The bits of a word that hold the score; the others are those of the key.
const SCORE: u64 = u16::MAX as u64;
const _: () = assert!(EVAL_MAX <= i16::MAX as i32);

/// A small table of static scores, one position to a place; the latest stays. Positions whose keys agree in their place
/// and in their upper 48 bits are taken for one.
#[derive(Debug)]
pub struct Memo(Box<[u64]>);

impl Default for Memo {
    fn default() -> Memo {
        Memo::new()
    }
}

impl Memo {
    /// Makes an empty table.
    #[must_use]
    pub fn new() -> Memo {
        Memo(vec![0; PLACES].into())
    }

    /// Returns [`State::evaluate`] of `at`.
    #[inline]
    pub fn evaluate(&mut self, at: &State) -> Score {
        let key = at.position.key().0;
        let word = &mut self.0[key as usize % PLACES];
        if (*word ^ key) & !SCORE != 0 {
            *word = key & !SCORE | u64::from(at.evaluate().0 as u16);
        }
        Score(i32::from(*word as u16 as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Position;

    #[test]
    fn a_score_is_that_of_the_evaluation_whatever_was_there() {
        let mut memo = Memo::new();
        for row in include_str!("../../../../tests/data/xiangqi-perft.tsv").lines() {
            let position: Position = row.split('\t').next().unwrap_or_default().parse().expect(row);
            let at = State::new(position);
            let key = position.key().0;
            // Another position was here.
            memo.0[key as usize % PLACES] = !key;
            for _ in 0..2 {
                assert_eq!(memo.evaluate(&at), at.evaluate(), "{row}");
            }
        }
    }
}
