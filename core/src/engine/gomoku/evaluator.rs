//! The seam between the node functions and what judges positions.
//!
//! The search tells an [`Evaluator`] of every stone that comes and goes, so it can keep accumulators of its own up to
//! date; the patterns, which the search needs anyway, it finds on the [`Field`]. The searches for fours and threats judge
//! nothing, so what they play is not told. The node functions name this trait alone.

use super::field::Field;
use crate::base::{Score, Side};
use crate::gomoku::Point;

/// The most a static score says, in centipawns: more is for proofs.
pub const EVAL_MAX: i32 = 3000;

/// Judges positions, told of every stone.
pub trait Evaluator {
    /// Begins at the position of `field`, from scratch.
    fn reset(&mut self, field: &Field);

    /// Begins a ply: a stone of `side` comes to `point`.
    fn push(&mut self, point: Point, side: Side);

    /// Ends the ply begun last: its stone is taken back.
    fn pop(&mut self);

    /// Returns the static score of `field`, the position told of, for the side to move; within ±[`EVAL_MAX`].
    fn evaluate(&mut self, field: &Field) -> Score;
}
