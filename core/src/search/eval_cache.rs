//! A cache of static evaluations. Most leaves recur, and the transposition table holds searched positions only.

use crate::base::{Key, Score};

/// Slots of the cache, 256 KiB: small enough for the processor's L2 cache.
const PLACES: usize = 1 << 15;
/// The bits of a slot that hold the score; the upper 48 hold the key's.
const SCORE: u64 = u16::MAX as u64;

/// A direct-mapped cache of static evaluations with always-replace, each within the range of an `i16`. Keys that agree in
/// the slot index and the upper 48 bits collide.
#[derive(Debug)]
pub struct EvalCache(Box<[u64]>);

impl Default for EvalCache {
    fn default() -> EvalCache {
        EvalCache::new()
    }
}

impl EvalCache {
    /// Makes an empty cache.
    #[must_use]
    pub fn new() -> EvalCache {
        EvalCache(vec![0; PLACES].into())
    }

    /// Returns the cached score of `key`, or calls `evaluate` and caches its result.
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
    fn a_slot_returns_the_score_of_its_own_key() {
        let mut eval_cache = EvalCache::new();
        for (place, score) in [(3, 0), (3, -1), (4, i16::MAX), (5, i16::MIN)] {
            let key = 0x1234_5678_9abc_0000 | place;
            // The slot holds another position.
            eval_cache.0[place as usize] = !key;
            let score = Score(score.into());
            assert_eq!(eval_cache.score(Key(key), || score), score);
            assert_eq!(eval_cache.score(Key(key), || panic!("it is remembered")), score);
        }
    }
}
