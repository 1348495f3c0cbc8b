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

/// Reverse futility pruning: how much of the surplus over beta is believed, in sixteenths.
pub const REVERSE_FUTILITY_SHARE: i32 = 5;

/// Scores this far from a draw are decided: what is looked for is a mate, and no shallow search may hide it.
pub const DECIDED: i32 = 1_500;

/// Null move: the least depth.
pub const NULL_DEPTH: Depth = 3;
/// Null move: what the static score has to be above beta at depth 0.
pub const NULL_MARGIN: i32 = 200;
/// Null move: what it may be less per ply.
pub const NULL_SLOPE: i32 = 20;
/// Null move: the plies left out in any case.
pub const NULL_REDUCTION: Depth = 4;
/// Null move: one ply more for so many of depth.
pub const NULL_DEPTH_SHARE: Depth = 3;
/// Null move: one ply more for so much surplus over beta.
pub const NULL_SURPLUS: i32 = 150;
/// Null move: plies for the surplus at most.
pub const NULL_SURPLUS_MAX: Depth = 3;
/// Null move: from this depth on its cutoff is verified without null moves.
pub const NULL_VERIFIED: Depth = 14;

/// ProbCut: the least depth.
pub const PROBCUT_DEPTH: Depth = 5;
/// ProbCut: the plies left out.
pub const PROBCUT_REDUCTION: Depth = 4;
/// ProbCut: the margin above beta.
pub const PROBCUT_MARGIN: i32 = 180;
/// ProbCut: what the margin is less where the static evaluation is improving.
pub const PROBCUT_IMPROVING: i32 = 60;
/// The margin above beta of a bound in the table that ends a node although its depth is up to
/// [`PROBCUT_REDUCTION`] less.
pub const TABLE_MARGIN: i32 = 300;

/// Internal reduction: the least depth.
pub const INTERNAL_REDUCTION_DEPTH: Depth = 4;

/// Singular extension: the least depth.
pub const SINGULAR_DEPTH: Depth = 7;
/// Singular extension: the margin below the table's score per ply.
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: how far below that margin the others are where two plies are added.
pub const DOUBLE_MARGIN: i32 = 20;
/// Singular extension: extensions by two plies on a line at most.
pub const DOUBLE_EXTENSIONS_MAX: u8 = 6;

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
/// Extra LMR where more than [`CUTOFF_COUNT`] child nodes have failed high.
pub const REDUCTION_CUTOFF_COUNT: i32 = 1024;
/// So many fail-highs of child nodes say nothing yet.
pub const CUTOFF_COUNT: u8 = 2;
/// Less LMR where the position was once on the principal variation.
pub const REDUCTION_TT_PV: i32 = 1024;
/// LMR: the history of a quiet move that is worth a ply.
pub const REDUCTION_HISTORY: i32 = 10_000;
/// LMR: the history of a capture that is worth a ply.
pub const REDUCTION_CAPTURE: i32 = 8_000;
/// LMR: how far above the best score a late move has to come to be searched a ply deeper again, at depth 0.
pub const DEEPER_MARGIN: i32 = 40;
/// Principal variation: between these depths the moves after one that raised alpha are searched a ply less deep.
pub const RAISED_DEPTHS: std::ops::Range<Depth> = 3..14;

/// History bonus of a cutoff: per ply.
pub const BONUS_SLOPE: i32 = 180;
/// History bonus: the offset taken off.
pub const BONUS_OFFSET: i32 = 80;
/// History bonus: the greatest.
pub const BONUS_MAX: i32 = 1_800;
/// The move before a node that is refuted by the table's move counts as tried early up to this number.
pub const EARLY: i32 = 3;
/// Captures are sorted by what they take, times this, and their history.
pub const CAPTURE_WEIGHT: i32 = 64;

/// Correction history: the sum of four counters is divided by this to make centipawns, 64 for each at most.
pub const CORRECTION_SHARE: i32 = 256;
/// Correction history: what an error of a centipawn adds to a counter per ply.
pub const CORRECTION_SLOPE: i32 = 3;
/// Correction history: the most that one search adds.
pub const CORRECTION_MAX: i32 = 4_096;

/// Quiescence: where the static score is this far below alpha, captures that win nothing are left out.
pub const EXCHANGE_MARGIN: i32 = 100;
/// Delta pruning: the margin beyond the captured piece.
pub const DELTA_MARGIN: i32 = 150;

/// What each role is worth in exchanges, in the order of `Role::ALL`. The king counts as more than everything.
pub const EXCHANGE: [i32; 7] = [10_000, 170, 150, 420, 940, 440, 90];
