//! The path of a game: where it started and each move since, with what repetition rules ask about it.

use super::Position;
use crate::base::Key;

/// One move of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The move.
    pub mv: M,
    /// The key of the position after it.
    pub key: Key,
    /// Whether it gave check.
    pub check: bool,
    /// Whether no later position can equal an earlier one.
    pub irreversible: bool,
}

/// The moves from a start to the present position.
#[derive(Clone, Debug)]
pub struct History<P: Position> {
    start: P,
    steps: Vec<Step<P::Move>>,
}

impl<P: Position> History<P> {
    /// Begins a path at `start`.
    pub const fn new(start: P) -> History<P> {
        History { start, steps: Vec::new() }
    }

    /// Plays the legal move `mv` on `position`, the present end of this path, and records it.
    pub fn play_unchecked(&mut self, position: &mut P, mv: P::Move) {
        let irreversible = position.is_irreversible(mv);
        position.play_unchecked(mv);
        self.steps.push(Step { mv, key: position.key(), check: position.is_check(), irreversible });
    }

    /// Takes the last move back and returns it. The caller sets its position anew with [`History::end`].
    pub fn pop(&mut self) -> Option<P::Move> {
        self.steps.pop().map(|step| step.mv)
    }

    /// Returns the position the path began with.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// Returns the moves with what is known of each.
    pub fn steps(&self) -> &[Step<P::Move>] {
        &self.steps
    }

    /// Returns the moves alone.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = P::Move> + ExactSizeIterator + '_ {
        self.steps.iter().map(|step| step.mv)
    }

    /// Returns the number of moves.
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether no move was made.
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

    /// Replays all moves and returns the present position.
    pub fn end(&self) -> P {
        self.position_at(self.steps.len())
    }

    /// Returns the number of moves since the last irreversible one: no earlier position can recur.
    pub fn reversible_len(&self) -> usize {
        self.steps.iter().rev().take_while(|step| !step.irreversible).count()
    }

    /// Lists, earliest first, the ply counts at which the present position stood on the board, the present included.
    pub fn occurrences(&self) -> Vec<usize> {
        let now = self.steps.len();
        let first = now - self.reversible_len();
        let present = self.key_at(now);
        (first..=now).filter(|&ply| self.key_at(ply) == present).collect()
    }

    /// Returns the key after `ply` moves.
    fn key_at(&self, ply: usize) -> Key {
        match ply {
            0 => self.start.key(),
            _ => self.steps[ply - 1].key,
        }
    }
}
