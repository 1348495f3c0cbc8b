//! The path from the start of the game to the node searched, and what a repetition on it means.
//!
//! A position that recurs inside the tree is judged at once: whoever has better moves than to repeat would have found
//! them at its first occurrence. One that recurs from the game is judged when it stands for the third time, as the
//! rules say, because there the other moves were never searched.

use crate::base::Key;
use crate::position::{History, Position as _};
use crate::xiangqi::{Move, Position};

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: Key,
    /// Whether the move that led here gave check.
    check: bool,
    /// How many moves led here since the last one before which nothing can recur.
    reversible: u16,
}

/// What a repetition means to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Neither side, or both, checked all the time.
    Draw,
    /// The opponent alone has checked with every move.
    Won,
    /// The side to move alone has checked with every move.
    Lost,
}

/// The positions from the start of the game to the present node.
#[derive(Clone, Debug)]
pub struct Path {
    visits: Vec<Visit>,
    /// The index of the search's root.
    root: usize,
}

impl Path {
    /// Begins at the end of a game.
    #[must_use]
    pub fn new(history: &History<Position>) -> Path {
        let start = Visit { key: history.start().key(), check: history.start().is_check(), reversible: 0 };
        let mut path = Path { visits: vec![start], root: history.len() };
        for step in history.steps() {
            path.add(step.key, step.check, step.irreversible);
        }
        path
    }

    #[inline]
    fn add(&mut self, key: Key, check: bool, irreversible: bool) {
        let before = self.visits.last().map_or(0, |visit| visit.reversible);
        let reversible = if irreversible { 0 } else { before.saturating_add(1) };
        self.visits.push(Visit { key, check, reversible });
    }

    /// Returns whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.visits.last().is_some_and(|visit| visit.check)
    }

    /// Adds the position `after`, reached by `mv` from `before`.
    #[inline]
    pub fn push(&mut self, before: &Position, mv: Move, after: &Position, check: bool) {
        self.add(after.key(), check, before.is_irreversible(mv));
    }

    /// Takes the last position off.
    #[inline]
    pub fn pop(&mut self) {
        self.visits.pop();
    }

    /// Judges the present position, if it is a repetition that is to be judged.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let now = self.visits.len() - 1;
        let Visit { key, reversible, .. } = self.visits[now];
        let mut occurrences = 1;
        // The same side to move, and no sooner than both have gone somewhere and back.
        for back in (4..=usize::from(reversible)).step_by(2) {
            let earlier = now - back;
            if self.visits[earlier].key == key {
                occurrences += 1;
                if earlier >= self.root || occurrences == 3 {
                    return Some(self.judge(earlier));
                }
            }
        }
        None
    }

    /// Judges the repetition of the position with the index `earlier` by the present one.
    #[cold]
    fn judge(&self, earlier: usize) -> Verdict {
        // Whether every move since was a check, of the side that has just moved and of the side to move.
        let mut checks = [true; 2];
        for (back, visit) in self.visits[earlier + 1..].iter().rev().enumerate() {
            checks[back % 2] &= visit.check;
        }
        match checks {
            [true, false] => Verdict::Won,
            [false, true] => Verdict::Lost,
            _ => Verdict::Draw,
        }
    }
}

#[cfg(test)]
mod tests;
