//! The search parameters. Scores are in centipawns, depths in plies left, reductions in 1024ths of a ply.
//!
//! Unless a comment says otherwise, a value is hand-set from common practice and not tuned.

use crate::base::{Depth, Score};

/// Distance in plies of a loss by perpetual check, beyond the plies to the repetition.
///
/// The opponent may still deviate, so any real mate is better, and no search treats such a score as final.
pub const PERPETUAL_DISTANCE: usize = Score::RULING_DISTANCE;
/// Distance in plies of a loss by a repetition that has two occurrences yet, beyond the plies to the second.
pub const PENDING_DISTANCE: usize = PERPETUAL_DISTANCE + 200;
/// Least depth of the search for a draw at a pending repetition: a cycle takes four plies.
pub const PENDING_DEPTH: Depth = 4;
/// Reported for a win that rests on a repetition with two occurrences: above every evaluation, but no proof.
pub const UNPROVED: Score = Score(20_000);
/// Scores of at least this are real mates. Decisive scores below depend on the path (perpetual check).
pub const REAL_MATE: Score = Score(Score::MATE.0 - PERPETUAL_DISTANCE as i32 + 1);

/// Reverse futility pruning: the deepest node.
pub const REVERSE_FUTILITY_DEPTH: Depth = 8;
/// Reverse futility pruning: the margin above beta per ply.
pub const REVERSE_FUTILITY_MARGIN: i32 = 60;

/// Reverse futility pruning: share of the surplus over beta in the returned score, in sixteenths.
pub const REVERSE_FUTILITY_SHARE: i32 = 5;

/// Scores beyond this are decided: the search looks for a mate, and no shallow search may hide it.
pub const DECIDED: i32 = 1_500;

/// Null move: the least depth.
pub const NULL_DEPTH: Depth = 3;
/// Null move: the margin above beta at depth 0.
pub const NULL_MARGIN: i32 = 200;
/// Null move: the decrease of the margin per ply.
pub const NULL_SLOPE: i32 = 20;
/// Null move: the base reduction.
pub const NULL_REDUCTION: Depth = 4;
/// Null move: plies of depth per extra ply of reduction.
pub const NULL_DEPTH_SHARE: Depth = 3;
/// Null move: surplus over beta per extra ply of reduction.
pub const NULL_SURPLUS: i32 = 150;
/// Null move: bound of the reduction for surplus.
pub const NULL_SURPLUS_MAX: Depth = 3;
/// Null move: the least depth of a cutoff that needs verification without null moves.
pub const NULL_VERIFIED: Depth = 14;

/// ProbCut: the least depth.
pub const PROBCUT_DEPTH: Depth = 5;
/// ProbCut: the reduction of the verification search.
pub const PROBCUT_REDUCTION: Depth = 4;
/// ProbCut: the margin above beta.
pub const PROBCUT_MARGIN: i32 = 180;
/// ProbCut: the decrease of the margin where the static evaluation is improving.
pub const PROBCUT_IMPROVING: i32 = 60;
/// Margin above beta at which a table bound ends a node, although its depth is up to [`PROBCUT_REDUCTION`] less.
pub const TABLE_MARGIN: i32 = 300;

/// Internal reduction: the least depth.
pub const INTERNAL_REDUCTION_DEPTH: Depth = 4;

/// Singular extension: the least depth.
pub const SINGULAR_DEPTH: Depth = 7;
/// Singular extension: the margin below the table's score per ply.
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: the further margin for an extension by two plies.
pub const DOUBLE_MARGIN: i32 = 20;
/// Singular extension: most extensions by two plies on a line.
pub const DOUBLE_EXTENSIONS_MAX: u8 = 6;

/// Late move pruning: the deepest node.
pub const LATE_MOVE_DEPTH: Depth = 8;
/// Late move pruning: `LATE_MOVE_BASE + depth²` moves are tried, half as many where not improving.
pub const LATE_MOVE_BASE: i32 = 4;

/// Futility pruning: the deepest node, after reductions.
pub const FUTILITY_DEPTH: Depth = 7;
/// Futility pruning: the margin below alpha at depth 0.
pub const FUTILITY_BASE: i32 = 110;
/// Futility pruning: the margin per ply.
pub const FUTILITY_MARGIN: i32 = 80;

/// SEE pruning: the deepest node.
pub const SEE_DEPTH: Depth = 7;
/// SEE pruning: allowed loss of a quiet move per ply.
pub const SEE_QUIET: i32 = 40;
/// SEE pruning: allowed loss of a capture per ply.
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
/// Most child fail-highs without extra LMR.
pub const CUTOFF_COUNT: u8 = 2;
/// Less LMR where the position was once a PV node.
pub const REDUCTION_TT_PV: i32 = 1024;
/// LMR: the history of a quiet move that is worth a ply.
pub const REDUCTION_HISTORY: i32 = 10_000;
/// LMR: the history of a capture that is worth a ply.
pub const REDUCTION_CAPTURE: i32 = 8_000;
/// LMR: the margin above the best score, at depth 0, from which a re-search is a ply deeper.
pub const DEEPER_MARGIN: i32 = 40;
/// Depths of PV nodes that search a ply less deep after a move raised alpha.
pub const RAISED_DEPTHS: std::ops::Range<Depth> = 3..14;

/// History bonus of a cutoff: per ply.
pub const BONUS_SLOPE: i32 = 180;
/// History bonus: the subtracted offset.
pub const BONUS_OFFSET: i32 = 80;
/// History bonus: the bound.
pub const BONUS_MAX: i32 = 1_800;
/// Greatest number of an early move. If refuted, an early prior move gets a malus.
pub const EARLY: i32 = 3;
/// Weight of the captured piece against capture history in move ordering.
pub const CAPTURE_WEIGHT: i32 = 64;

/// Correction history: divisor of the sum of four counters, to centipawns. Each counter adds at most 64.
pub const CORRECTION_SHARE: i32 = 256;
/// Correction history: update per centipawn of error and ply of depth.
pub const CORRECTION_SLOPE: i32 = 3;
/// Correction history: bound of one update.
pub const CORRECTION_MAX: i32 = 4_096;

/// Quiescence: margin below alpha from which captures without gain are dropped.
pub const EXCHANGE_MARGIN: i32 = 100;
/// Delta pruning: the margin beyond the captured piece.
pub const DELTA_MARGIN: i32 = 150;

/// Values of the roles in exchanges, in centipawns, in the order of `Role::ALL`. The general exceeds all others
/// together.
pub const EXCHANGE: [i32; 7] = [10_000, 170, 150, 420, 940, 440, 90];
