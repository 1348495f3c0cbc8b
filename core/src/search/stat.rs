//! Move-ordering statistics: history tables with gravity, and killers.
//!
//! Indices are plain numbers, because each game numbers its squares, pieces and moves differently.

use std::ops::{Index, IndexMut};

use crate::base::Side;
use crate::base::depth::MAX_PLY;

/// A history counter with gravity: it saturates at ±[`Counter::MAX`], and recent bonuses outweigh old ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter(i16);

impl Counter {
    /// Bound of a counter's magnitude.
    pub const MAX: i32 = 16_384;

    /// Returns the value, within ±[`Counter::MAX`].
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Adds `bonus` with gravity: v += b − v·|b| / MAX.
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Counter::MAX, Counter::MAX);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / Counter::MAX) as i16;
    }
}

/// A table of counters with `D` indices.
#[derive(Clone, Debug)]
pub struct Counters<const D: usize> {
    shape: [usize; D],
    cells: Vec<Counter>,
}

impl<const D: usize> Counters<D> {
    /// Makes a table of zeros; index `i` is below `shape[i]`.
    #[must_use]
    pub fn new(shape: [usize; D]) -> Counters<D> {
        Counters { shape, cells: vec![Counter::default(); shape.iter().product()] }
    }

    /// Makes all counters zero.
    pub fn clear(&mut self) {
        self.cells.fill(Counter::default());
    }

    /// Returns the cells from `indices` to the end of their row.
    #[inline]
    #[must_use]
    pub fn row(&self, indices: [usize; D]) -> &[Counter] {
        let offset = self.offset(indices);
        &self.cells[offset..offset + self.shape[D - 1] - indices[D - 1]]
    }

    /// Returns where a cell lies.
    #[inline]
    fn offset(&self, indices: [usize; D]) -> usize {
        let mut offset = 0;
        for (index, size) in indices.into_iter().zip(self.shape) {
            debug_assert!(index < size, "index {index} of {size}");
            offset = offset * size + index;
        }
        offset
    }
}

impl<const D: usize> Index<[usize; D]> for Counters<D> {
    type Output = Counter;

    #[inline]
    fn index(&self, indices: [usize; D]) -> &Counter {
        &self.cells[self.offset(indices)]
    }
}

impl<const D: usize> IndexMut<[usize; D]> for Counters<D> {
    #[inline]
    fn index_mut(&mut self, indices: [usize; D]) -> &mut Counter {
        let offset = self.offset(indices);
        &mut self.cells[offset]
    }
}

/// Butterfly history, by side, from- and to-square. Games without a from-square use one origin.
#[derive(Clone, Debug)]
pub struct ButterflyHistory(Counters<3>);

impl ButterflyHistory {
    /// Makes an empty history of `from` origins and `to` targets.
    #[must_use]
    pub fn new(from: usize, to: usize) -> ButterflyHistory {
        ButterflyHistory(Counters::new([Side::COUNT, from, to]))
    }

    /// Returns the history of the move, within ±[`Counter::MAX`].
    #[inline]
    #[must_use]
    pub fn get(&self, side: Side, from: usize, to: usize) -> i32 {
        self.0[[side.index(), from, to]].get()
    }

    /// Returns the row of one from-square, by to-square.
    #[inline]
    #[must_use]
    pub fn from(&self, side: Side, from: usize) -> &[Counter] {
        self.0.row([side.index(), from, 0])
    }

    /// Adds a bonus, or a malus below zero.
    #[inline]
    pub fn update(&mut self, side: Side, from: usize, to: usize, bonus: i32) {
        self.0[[side.index(), from, to]].update(bonus);
    }

    /// Sets all counters to zero.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Continuation history: the history of a move after an earlier move. Each move is one number, such as piece × squares
/// + to-square. It implies the side.
#[derive(Clone, Debug)]
pub struct ContinuationHistory(Counters<2>);

impl ContinuationHistory {
    /// Makes an empty history for earlier moves below `earlier` and later ones below `later`. It takes two bytes a
    /// pair.
    #[must_use]
    pub fn new(earlier: usize, later: usize) -> ContinuationHistory {
        ContinuationHistory(Counters::new([earlier, later]))
    }

    /// Returns the row after `earlier`, beginning with the move `first`.
    #[inline]
    #[must_use]
    pub fn after(&self, earlier: usize, first: usize) -> &[Counter] {
        self.0.row([earlier, first])
    }

    /// Returns the history of `kind` after `earlier`, within ±[`Counter::MAX`].
    #[inline]
    #[must_use]
    pub fn get(&self, earlier: usize, kind: usize) -> i32 {
        self.0[[earlier, kind]].get()
    }

    /// Adds a bonus for `kind` after `earlier`, or a malus below zero.
    #[inline]
    pub fn update(&mut self, earlier: usize, kind: usize, bonus: i32) {
        self.0[[earlier, kind]].update(bonus);
    }

    /// Sets all counters to zero.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// Killer moves: the last two different quiet moves that caused a beta cutoff, by ply.
#[derive(Clone, Debug)]
pub struct Killers<M>([[Option<M>; 2]; MAX_PLY]);

impl<M: Copy + Eq> Killers<M> {
    /// Makes a table without killers.
    #[must_use]
    pub const fn new() -> Killers<M> {
        Killers([[None; 2]; MAX_PLY])
    }

    /// Returns the killers at `ply`, the latest first; none beyond the deepest ply.
    #[must_use]
    pub fn at(&self, ply: usize) -> [Option<M>; 2] {
        self.0.get(ply).copied().unwrap_or([None; 2])
    }

    /// Makes `mv` the first killer at `ply`.
    pub fn push(&mut self, ply: usize, mv: M) {
        if let Some(pair) = self.0.get_mut(ply)
            && pair[0] != Some(mv)
        {
            *pair = [Some(mv), pair[0]];
        }
    }

    /// Clears the killers at `ply`; a node calls it for its grandchildren's ply.
    pub fn clear(&mut self, ply: usize) {
        if let Some(pair) = self.0.get_mut(ply) {
            *pair = [None; 2];
        }
    }
}

impl<M: Copy + Eq> Default for Killers<M> {
    fn default() -> Killers<M> {
        Killers::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_saturates_and_comes_back() {
        let mut counter = Counter::default();
        let mut last = 0;
        for _ in 0..200 {
            counter.update(1000);
            assert!(counter.get() >= last && counter.get() <= Counter::MAX);
            last = counter.get();
        }
        assert!(last > Counter::MAX * 9 / 10);
        counter.update(-1000);
        assert!(last - counter.get() > 1000, "news against a full counter weighs double");
        for bonus in [i32::MAX, -i32::MAX, i32::MAX] {
            counter.update(bonus);
            assert!(counter.get().abs() <= Counter::MAX);
        }
    }

    #[test]
    fn cells_are_separate() {
        let mut butterfly = ButterflyHistory::new(3, 4);
        butterfly.update(Side::Second, 2, 3, 100);
        butterfly.update(Side::First, 0, 0, -50);
        let learned = |table: &ButterflyHistory| {
            let cell = |side, square: usize| table.get(side, square / 4, square % 4);
            Side::ALL.map(|side| (0..12).map(|square| cell(side, square)).sum::<i32>())
        };
        assert_eq!(learned(&butterfly), [-50, 100]);
        assert_eq!(butterfly.get(Side::Second, 2, 3), 100);
        butterfly.clear();
        assert_eq!(learned(&butterfly), [0, 0]);

        let mut continuation = ContinuationHistory::new(5, 5);
        continuation.update(4, 1, 70);
        assert_eq!((continuation.get(4, 1), continuation.get(1, 4)), (70, 0));
    }

    #[test]
    fn killers_are_two_and_different() {
        let mut killers = Killers::new();
        for mv in ['a', 'b', 'b', 'c'] {
            killers.push(3, mv);
        }
        killers.push(MAX_PLY, 'z');
        assert_eq!(killers.at(3), [Some('c'), Some('b')]);
        assert_eq!((killers.at(2), killers.at(MAX_PLY)), ([None; 2], [None; 2]));
        killers.clear(3);
        assert_eq!(killers.at(3), [None; 2]);
    }
}
