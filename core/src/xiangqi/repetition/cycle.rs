//! The moves between two occurrences of a position, walked back from the last.

use super::chase::QuietMove;
use crate::base::Side;
use crate::position::History;
use crate::xiangqi::{Bitboard, Move, Position};

/// A path that ends where it was `first` moves after its start. Nothing is taken on the way.
#[derive(Clone, Copy)]
pub(super) struct Cycle<'a> {
    history: &'a History<Position>,
    /// The position at both ends.
    position: &'a Position,
    first: usize,
}

/// One move of a cycle with the position on either side of it.
#[derive(Clone, Copy)]
pub(super) struct CycleMove {
    pub(super) mv: Move,
    pub(super) check: bool,
    pub(super) before: Position,
    pub(super) after: Position,
}

impl CycleMove {
    /// Returns the side that made the move.
    pub(super) const fn side(&self) -> Side {
        self.before.side_to_move()
    }

    /// Returns the move in the form that finds its chases.
    pub(super) const fn step(&self) -> QuietMove<'_> {
        QuietMove { side: self.side(), mv: self.mv, before: self.before.board(), after: self.after.board() }
    }
}

impl<'a> Cycle<'a> {
    /// Takes the moves from `first` to the end of `history`, at `position`.
    pub(super) const fn new(history: &'a History<Position>, position: &'a Position, first: usize) -> Cycle<'a> {
        Cycle { history, position, first }
    }

    /// Returns its moves, the last first.
    ///
    /// The boards between need not be kept: since nothing was taken, a move is undone by moving back.
    pub(super) fn back(&self) -> impl Iterator<Item = CycleMove> + 'a {
        let mut after = *self.position;
        self.history.steps()[self.first..].iter().rev().map(move |step| {
            let mut before = after;
            before.make(Move::new(step.mv.to(), step.mv.from()));
            let played = CycleMove { mv: step.mv, check: step.check, before, after };
            after = before;
            played
        })
    }

    /// Returns whether all moves of `side` give check.
    pub(super) fn always_checks(&self, side: Side) -> bool {
        // The last move was made by the side that is not to move now.
        let skip = usize::from(self.position.side_to_move() == side);
        self.history.steps()[self.first..].iter().rev().skip(skip).step_by(2).all(|step| step.check)
    }
}

/// Returns the points `pieces` stood on before `mv`, which moved one of them or another piece.
pub(super) fn moved_back(pieces: Bitboard, mv: Move) -> Bitboard {
    if pieces.contains(mv.to()) { pieces.without(mv.to()).with(mv.from()) } else { pieces }
}
