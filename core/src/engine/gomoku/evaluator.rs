//! The interface between the node functions and the evaluation.
//!
//! The search passes every stone played and undone to an [`Evaluator`], which can keep accumulators. The patterns are
//! on the [`Field`]. The VCF and VCT searches call no evaluator, so it receives none of their stones.

use super::field::Field;
use crate::base::{Score, Side};
use crate::gomoku::Point;

/// The greatest static score, in centipawns; greater scores are proofs.
pub const EVAL_MAX: i32 = 3000;
const _: () = assert!(EVAL_MAX <= i16::MAX as i32, "the evaluation cache holds it");

/// An evaluation that is updated with every stone.
pub trait Evaluator {
    /// Starts from scratch at the position of `field`.
    fn reset(&mut self, field: &Field);

    /// Starts a ply: `side` places a stone on `point`.
    fn push(&mut self, point: Point, side: Side);

    /// Ends the last ply and removes its stone.
    fn pop(&mut self);

    /// Returns the static score of `field`, side to move's view, within ±[`EVAL_MAX`]. `field` must match the stones
    /// received.
    fn evaluate(&mut self, field: &Field) -> Score;
}
