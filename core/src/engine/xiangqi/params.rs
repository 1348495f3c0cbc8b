//! The parameters of the search. Scores are centipawns, depths are plies left, reductions are 1024ths of a ply.
//!
//! Unless a line says otherwise a number is hand-set from common practice of alpha-beta engines and is to be tuned.

use crate::base::{Depth, Score};

/// Plies that a loss by perpetual check is counted as far away, beyond the plies to the repetition itself.
///
/// The opponent may still turn aside, so any real mate is better, and no search takes such a score for a finished one.
pub const PERPETUAL_DISTANCE: usize = 500;
/// Scores at least this near to a mate are real mates; decisive scores below it hang on the path (perpetual check).
pub const REAL_MATE: Score = Score(Score::MATE.0 - PERPETUAL_DISTANCE as i32 + 1);

/// Reverse futility pruning: the deepest node.
pub const REVERSE_FUTILITY_DEPTH: Depth = 8;
/// Reverse futility pruning: the margin above beta per ply.
pub const REVERSE_FUTILITY_MARGIN: i32 = 60;

/// Singular extension: the least depth.
pub const SINGULAR_DEPTH: Depth = 7;
/// Singular extension: the margin below the table's score per ply.
pub const SINGULAR_MARGIN: i32 = 2;

/// Late move pruning: the deepest node.
pub const LATE_MOVE_DEPTH: Depth = 8;
/// Late move pruning: this and the square of the depth are tried, half as many where not improving.
pub const LATE_MOVE_BASE: i32 = 4;

/// Futility pruning: the deepest node, after reductions.
pub const FUTILITY_DEPTH: Depth = 7;
/// Futility pruning: the margin below alpha at depth 0.
pub const FUTILITY_BASE: i32 = 110;
/// Futility pruning: the margin per ply.
pub const FUTILITY_MARGIN: i32 = 80;

/// SEE pruning: the deepest node.
pub const SEE_DEPTH: Depth = 7;
/// SEE pruning: what a quiet move may lose per ply.
pub const SEE_QUIET: i32 = 40;
/// SEE pruning: what a capture may lose per ply.
pub const SEE_CAPTURE: i32 = 90;

/// A ply, in the unit of reductions.
pub const PLY: i32 = 1024;
/// LMR: the least depth.
pub const REDUCTION_DEPTH: Depth = 2;
/// LMR: the constant term.
pub const REDUCTION_BASE: i32 = 400;
/// LMR: the factor of log2(depth) × log2(move number).
pub const REDUCTION_SLOPE: i32 = 225;
/// Extra LMR in a non-PV node.
pub const REDUCTION_OFF_PV: i32 = 512;
/// Extra LMR in a cut node.
pub const REDUCTION_CUT: i32 = 1024;
/// Extra LMR where the static evaluation is not improving.
pub const REDUCTION_NOT_IMPROVING: i32 = 1024;
/// Extra LMR where more than [`CUTOFFS`] child nodes have failed high.
pub const REDUCTION_CUTOFFS: i32 = 1024;
/// So many fail-highs of child nodes say nothing yet.
pub const CUTOFFS: u8 = 2;
/// LMR: the history that is worth a ply.
pub const REDUCTION_HISTORY: i32 = 10_000;

/// History bonus of a cutoff: per ply.
pub const BONUS_SLOPE: i32 = 180;
/// History bonus: the offset taken off.
pub const BONUS_OFFSET: i32 = 80;
/// History bonus: the greatest.
pub const BONUS_MAX: i32 = 1_800;

/// Correction history: the sum of three counters is divided by this to make centipawns, 64 for each at most.
pub const CORRECTION_SHARE: i32 = 256;
/// Correction history: what an error of a centipawn adds to a counter per ply.
pub const CORRECTION_SLOPE: i32 = 3;
/// Correction history: the most that one search adds.
pub const CORRECTION_MAX: i32 = 4_096;

/// Delta pruning: the margin beyond the captured piece.
pub const DELTA_MARGIN: i32 = 150;

/// What each role is worth in exchanges, in the order of `Role::ALL`. The king counts as more than everything.
pub const EXCHANGE: [i32; 7] = [10_000, 170, 150, 420, 940, 440, 90];
