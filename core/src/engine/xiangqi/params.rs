//! The numbers of the search. Scores are centipawns of [`super::eval`]'s unit, depths are plies, shares are thousandths.
//!
//! Unless a line says otherwise a number is hand-set from common practice of alpha-beta engines and is to be tuned.

use crate::base::{Depth, Score};

/// Plies that a loss by perpetual check is counted as far away, beyond the plies to the repetition itself.
///
/// The opponent may still turn aside, so any real mate is better, and no search takes such a score for a finished one.
pub const PERPETUAL_DISTANCE: usize = 500;
/// Scores at least this near to a mate are real mates; decisive scores below it hang on the path (perpetual check).
pub const REAL_MATE: Score = Score(Score::MATE.0 - PERPETUAL_DISTANCE as i32 + 1);

/// The deepest node at which a static score far above beta ends the search (reverse futility).
pub const REVERSE_FUTILITY_DEPTH: Depth = 8;
/// What the static score must exceed beta by, for each ply of depth.
pub const REVERSE_FUTILITY_MARGIN: i32 = 60;

/// The shallowest node at which the table's move is tested for being the only good one.
pub const SINGULAR_DEPTH: Depth = 7;
/// What the other moves must fall short of the table's score by, for each ply of depth.
pub const SINGULAR_MARGIN: i32 = 2;

/// The deepest node at which late quiet moves are dropped.
pub const LATE_MOVE_DEPTH: Depth = 8;
/// The number of moves tried at depth 0 before quiet ones are dropped; depth squared is added.
pub const LATE_MOVE_BASE: i32 = 4;

/// The deepest node, after reductions, at which quiet moves are dropped when the static score is too low (futility).
pub const FUTILITY_DEPTH: Depth = 7;
/// What a quiet move can at most gain at depth 0.
pub const FUTILITY_BASE: i32 = 110;
/// What each further ply can add.
pub const FUTILITY_MARGIN: i32 = 80;

/// The deepest node at which moves that lose material are dropped.
pub const SEE_DEPTH: Depth = 7;
/// What a quiet move may lose for each ply of depth.
pub const SEE_QUIET: i32 = 40;
/// What a capture may lose for each ply of depth.
pub const SEE_CAPTURE: i32 = 90;

/// A ply, in the unit of reductions.
pub const PLY: i32 = 1024;
/// The shallowest node at which late moves are reduced.
pub const REDUCTION_DEPTH: Depth = 2;
/// The reduction of every late move, in 1024ths of a ply.
pub const REDUCTION_BASE: i32 = 400;
/// What the logarithms (base 2) of depth and move number, multiplied, add to it, in 1024ths of a ply.
pub const REDUCTION_SLOPE: i32 = 225;
/// What a node off the principal variation adds to it, in 1024ths of a ply.
pub const REDUCTION_OFF_PV: i32 = 512;
/// What a node that is expected to fail high adds.
pub const REDUCTION_CUT: i32 = 1024;
/// What a node adds whose static score does not rise.
pub const REDUCTION_NOT_IMPROVING: i32 = 1024;
/// What a move adds if the answers to more than [`CUTOFFS`] moves before it have failed high.
pub const REDUCTION_CUTOFFS: i32 = 1024;
/// The number of such answers that says nothing yet.
pub const CUTOFFS: u8 = 2;
/// The history that reduces by a ply less.
pub const REDUCTION_HISTORY: i32 = 10_000;

/// The bonus of a move that cut off, for each ply of depth.
pub const BONUS_SLOPE: i32 = 180;
/// What is taken off that bonus.
pub const BONUS_OFFSET: i32 = 80;
/// The greatest bonus.
pub const BONUS_MAX: i32 = 1_800;

/// What the errors of three structures, in counters' units, are divided by to make centipawns: 64 for each at most.
pub const CORRECTION_SHARE: i32 = 256;
/// What an error of a centipawn adds to a counter, for each ply of depth.
pub const CORRECTION_SLOPE: i32 = 3;
/// The most that one search adds to a counter.
pub const CORRECTION_MAX: i32 = 4_096;

/// What a capture may gain beyond the piece itself before quiescence drops it.
pub const DELTA_MARGIN: i32 = 150;

/// What each role is worth in exchanges, in the order of `Role::ALL`. The king counts as more than everything.
pub const EXCHANGE: [i32; 7] = [10_000, 170, 150, 420, 940, 440, 90];
