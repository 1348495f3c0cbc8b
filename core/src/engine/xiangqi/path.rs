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
    /// Whether nothing before that move can recur (or it was no move at all).
    irreversible: bool,
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
        let start = Visit { key: history.start().key(), check: history.start().is_check(), irreversible: true };
        let steps = history.steps().iter();
        let visits = std::iter::once(start).chain(steps.map(|step| Visit {
            key: step.key,
            check: step.check,
            irreversible: step.irreversible,
        }));
        Path { visits: visits.collect(), root: history.len() }
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
        self.visits.push(Visit { key: after.key(), check, irreversible: before.is_irreversible(mv) });
    }

    /// Adds the position after a passed turn.
    pub fn push_null(&mut self, after: &Position) {
        self.visits.push(Visit { key: after.key(), check: false, irreversible: true });
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
        let key = self.visits[now].key;
        // Whether every move so far was a check, of the side that has just moved and of the side to move.
        let mut checks = [true; 2];
        let mut occurrences = 1;
        for back in 1..=now {
            let last = self.visits[now - back + 1];
            if last.irreversible {
                return None;
            }
            checks[(back - 1) % 2] &= last.check;
            let earlier = now - back;
            if back >= 4 && back % 2 == 0 && self.visits[earlier].key == key {
                occurrences += 1;
                if earlier >= self.root || occurrences == 3 {
                    return Some(match checks {
                        [true, false] => Verdict::Won,
                        [false, true] => Verdict::Lost,
                        _ => Verdict::Draw,
                    });
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
