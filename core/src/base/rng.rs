//! Seeded randomness. Core has no entropy: the caller of a game or search supplies the seed.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A reproducible random generator: equal seeds give equal numbers on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Starts the sequence of `seed`.
    #[must_use]
    pub fn from_seed(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns the next 64 random bits, uniformly distributed.
    pub fn next_u64(&mut self) -> u64 {
        self.0.random()
    }

    /// Returns a uniform number in `0..bound`.
    ///
    /// # Panics
    /// If `bound` is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound)
    }

    /// Shuffles `items` uniformly (R. Durstenfeld, Algorithm 235, CACM 7, 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns true with the given probability, in thousandths.
    pub fn chance_permille(&mut self, permille: u32) -> bool {
        self.0.random_range(0..1000) < permille
    }

    /// Returns one of `items` with a probability proportional to its weight; `None` if all weights are zero.
    pub fn pick_weighted<'a, T>(&mut self, items: &'a [T], weight: impl Fn(&T) -> u64) -> Option<&'a T> {
        let total: u64 = items.iter().map(&weight).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.0.random_range(0..total);
        items.iter().find(|item| {
            let share = weight(item);
            let here = left < share;
            left = left.saturating_sub(share);
            here
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let mut one = Rng::from_seed(7);
        let mut two = Rng::from_seed(7);
        assert!((0..100).all(|_| one.next_u64() == two.next_u64()));
        assert_ne!(Rng::from_seed(7).next_u64(), Rng::from_seed(8).next_u64());
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut seen = std::collections::BTreeMap::new();
        let mut rng = Rng::from_seed(2);
        for _ in 0..6000 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert!(seen.len() == 6 && seen.values().all(|count| (900..1100).contains(count)), "{seen:?}");
    }

    #[test]
    fn weights_are_chances() {
        let mut rng = Rng::from_seed(1);
        let items = [("never", 0), ("rarely", 1), ("often", 9)];
        let mut seen = [0; 3];
        for _ in 0..1000 {
            let (name, _) = rng.pick_weighted(&items, |item| item.1).expect("the weights are not all zero");
            seen[items.iter().position(|item| item.0 == *name).expect("it was picked from there")] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!((50..200).contains(&seen[1]), "{seen:?}");
        assert!(rng.pick_weighted(&items[..1], |item| item.1).is_none());
    }
}
