//! The interface between the node functions and the evaluation.
//!
//! The search reports every changed piece, ply by ply, to an [`Evaluator`], which can update sums or accumulators. The
//! node functions depend on this trait alone.

use crate::base::Score;
use crate::xiangqi::{Move, Piece, Position, Square};

/// The greatest static score, in centipawns: far below [`Score::DECISIVE`], and it fits into an `i16`.
pub const EVAL_MAX: i32 = 20_000;
const _: () = assert!(EVAL_MAX <= i16::MAX as i32, "the evaluation cache holds it");

/// An evaluation that is updated with every change of the board.
pub trait Evaluator {
    /// Starts from scratch at `position`.
    fn reset(&mut self, position: &Position);

    /// Starts a ply. The matching [`Evaluator::pop`] undoes every change reported since.
    fn push(&mut self);

    /// Ends the last ply.
    fn pop(&mut self);

    /// Adds `piece` on `square`.
    fn put(&mut self, piece: Piece, square: Square);

    /// Removes `piece` from `square`.
    fn removed(&mut self, piece: Piece, square: Square);

    /// Moves `piece` between two squares.
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.put(piece, to);
    }

    /// Returns the static score of `position`, side to move's view, within ±[`EVAL_MAX`]. `position` must match the
    /// changes.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// Starts the ply of `mv`, played from `before`, and reports its changes.
    #[inline]
    fn push_move(&mut self, before: &Position, mv: Move) {
        self.push();
        if let Some(taken) = before.captured(mv) {
            self.removed(taken, mv.to());
        }
        if let Some(piece) = before.piece_at(mv.from()) {
            self.moved(piece, mv.from(), mv.to());
        }
    }
}
