//! The static scores of positions that were judged before: most leaves are met more than once, and the table of the
//! search keeps only those that were searched.

use super::evaluator::EVAL_MAX;
use crate::base::{Key, Score};

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

    /// Returns the static score of the position with this key, which `evaluate` says where it is not remembered.
    #[inline]
    pub fn score(&mut self, Key(key): Key, evaluate: impl FnOnce() -> Score) -> Score {
        let word = &mut self.0[key as usize % PLACES];
        if (*word ^ key) & !SCORE != 0 {
            *word = key & !SCORE | u64::from(evaluate().0 as u16);
        }
        Score(i32::from(*word as u16 as i16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_that_of_the_evaluation_whatever_was_there() {
        let mut memo = Memo::new();
        for (place, score) in [(3, 0), (3, -1), (4, EVAL_MAX), (5, -EVAL_MAX)] {
            let key = 0x1234_5678_9abc_0000 | place;
            // Another position was here.
            memo.0[place as usize] = !key;
            assert_eq!(memo.score(Key(key), || Score(score)), Score(score));
            assert_eq!(memo.score(Key(key), || panic!("it is remembered")), Score(score));
        }
    }
}
