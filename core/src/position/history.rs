//! The path of a game: its start, its moves, and the data for repetition rules.
//!
//! Games and searches share this type. Push and pop take constant time.

use super::Position;
use crate::base::{Key, Side};

/// One move of a path, with the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Step<M> {
    pub mv: M,
    /// The key of the position after the move.
    pub key: Key,
    /// Whether the move gives check.
    pub check: bool,
    /// Moves since the last irreversible one, this move included. No earlier position can recur.
    pub reversible: u16,
}

/// The moves from a start to the present position.
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    start: P,
    steps: Vec<Step<P::Move>>,
}

impl<P: Position> History<P> {
    /// Makes an empty path from `start`.
    pub const fn new(start: P) -> History<P> {
        History { start, steps: Vec::new() }
    }

    /// Plays the legal move `mv` on `position`, which must be the end of this path, and records it.
    pub fn play_unchecked(&mut self, position: &mut P, mv: P::Move) {
        let irreversible = position.is_irreversible(mv);
        position.play_unchecked(mv);
        self.push(mv, irreversible, position.key(), position.is_check());
    }

    /// Records `mv`, which the caller plays on its own board. The other arguments describe it.
    #[inline]
    pub fn push(&mut self, mv: P::Move, irreversible: bool, key: Key, check: bool) {
        let reversible = if irreversible { 0 } else { self.reversible().saturating_add(1) };
        self.steps.push(Step { mv, key, check, reversible });
    }

    /// Removes and returns the last move. The caller restores its position, for example by [`History::end`].
    pub fn pop(&mut self) -> Option<P::Move> {
        self.steps.pop().map(|step| step.mv)
    }

    /// Returns the first position of the path.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Returns the moves with their keys, checks and counts.
    pub fn steps(&self) -> &[Step<P::Move>] {
        &self.steps
    }

    /// Returns the moves without their data.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = P::Move> + ExactSizeIterator + '_ {
        self.steps.iter().map(|step| step.mv)
    }

    /// Returns the number of moves on the path.
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether the path has no move.
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Replays the first `plies` moves and returns the position reached.
    ///
    /// # Panics
    /// If the path is shorter.
    pub fn position_at(&self, plies: usize) -> P {
        let mut position = self.start.clone();
        for step in &self.steps[..plies] {
            position.play_unchecked(step.mv);
        }
        position
    }

    /// Replays all moves and returns the last position.
    pub fn end(&self) -> P {
        self.position_at(self.steps.len())
    }

    /// Returns the side to move at the end of the path.
    pub fn side_to_move(&self) -> Side {
        let start = self.start.side_to_move();
        if self.steps.len().is_multiple_of(2) { start } else { !start }
    }

    /// Returns whether the side to move at the end is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.steps.last().map_or_else(|| self.start.is_check(), |step| step.check)
    }

    /// Returns the moves since the last irreversible one. No earlier position can recur.
    #[inline]
    pub fn reversible(&self) -> u16 {
        self.steps.last().map_or(0, |step| step.reversible)
    }

    /// Lists the earlier plies with the present position, latest first.
    #[inline]
    pub fn occurrences(&self) -> impl Iterator<Item = usize> + '_ {
        let now = self.steps.len();
        // A recurrence has the same side to move, and takes at least two moves of each side.
        let earlier = (4..=usize::from(self.reversible())).step_by(2).map(move |back| now - back);
        earlier.filter(move |&ply| self.key_at(ply) == self.key_at(now))
    }

    /// Counts the positions with `key` since the last irreversible move. `key` belongs to the position after the next
    /// move.
    pub fn occurrences_of(&self, key: Key) -> usize {
        let now = self.steps.len();
        (0..=usize::from(self.reversible())).filter(|back| self.key_at(now - back) == key).count()
    }

    /// Returns the key after `ply` moves.
    #[inline]
    fn key_at(&self, ply: usize) -> Key {
        match ply.checked_sub(1) {
            None => self.start.key(),
            Some(before) => self.steps[before].key,
        }
    }
}
