//! The seam between the node functions and what judges positions.
//!
//! The search tells an [`Evaluator`] of every piece that comes and goes, ply by ply, so it can keep sums (or a net its
//! accumulators) up to date instead of looking at the whole board. The node functions name this trait alone.

use crate::base::Score;
use crate::xiangqi::{Move, Piece, Position, Square};

/// The greatest static score: far below [`Score::DECISIVE`], and two bytes hold it.
pub const EVAL_MAX: i32 = 20_000;

/// Judges positions, told of every change of the board.
pub trait Evaluator {
    /// Begins at `position`, from scratch.
    fn reset(&mut self, position: &Position);

    /// Begins a ply, a move or less: the matching [`Evaluator::pop`] forgets whatever is told from here on.
    fn push(&mut self);

    /// Ends the ply begun last.
    fn pop(&mut self);

    /// Takes note that `piece` comes to `square`.
    fn put(&mut self, piece: Piece, square: Square);

    /// Takes note that `piece` leaves `square`.
    fn removed(&mut self, piece: Piece, square: Square);

    /// Takes note that `piece` goes from one point to another.
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.put(piece, to);
    }

    /// Returns the static score of `position`, the one told of, for the side to move; within ±[`EVAL_MAX`].
    fn evaluate(&mut self, position: &Position) -> Score;

    /// Begins the ply of `mv`, played from `before`, and tells of the pieces it moves and takes.
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
