//! The parameters of the Gomoku engine: pattern values and pruning margins. Margins are in centipawns, depths in plies
//! left, reductions in thousandths of a ply.

use crate::base::{Depth, Score};
use crate::gomoku::pattern::{Class, Value};

/// The value of an empty point by class, for a level blind to open threes. Centipawns.
pub const UNWARY: [i32; Class::COUNT] = [-2, 0, 2, 3, 5, 7, 10, 14, 16, 12, 14, 20, 25, 25, 40];
/// The tuner's prior for [`POINTS`](super::weights::POINTS): the value of an empty point by the class made there, to
/// the side to move and to the waiting side.
pub const VALUES: [Value; Class::COUNT] = [
    [-2, -2],
    [0, 0],
    [3, 2],
    [4, 3],
    [7, 5],
    [9, 7],
    [14, 10],
    [22, 16],
    [60, 34],
    [18, 15],
    [32, 26],
    [150, 80],
    [400, 250],
    [400, 250],
    [800, 600],
];
/// The tuner's prior for the tempo: the value of the right to move.
pub const TEMPO: i32 = 20;
/// The score of a leaf that faces a straight four and still has untried fours.
pub const IN_PERIL: Score = Score(-900);

/// The unit of the policy: one unit more makes a move e times as likely (logits in 700ths).
pub const UNIT: i32 = 700;
/// The tuner's prior for the policy [`MOVES`](super::weights::MOVES): an own stone's term, by class.
pub const ATTACK: [i32; Class::COUNT] =
    [-9000, 0, 300, 350, 700, 800, 1500, 2000, 6000, 1700, 2400, 12_000, 20_000, 21_000, 30_000];
/// The tuner's prior for the term of a denied enemy stone, by class.
pub const DEFEND: [i32; Class::COUNT] =
    [-300, 0, 200, 220, 450, 500, 1000, 1400, 3500, 1000, 1500, 7000, 12_000, 13_000, 25_000];
/// Divisor of histories in move ordering.
pub const HISTORY_DIVISOR: i32 = 8;
/// Factor of continuation history against butterfly history in move ordering.
pub const CONTINUATION: i32 = 2;
pub const KILLER: i32 = 1800;

/// Counter units of the correction history per centipawn.
pub const CORRECTION_SHARE: i32 = 256;
/// Update of the correction history per centipawn and ply of depth.
pub const CORRECTION_SLOPE: i32 = 4;
/// Bound of one update.
pub const CORRECTION_MAX: i32 = 1024;

/// Reverse futility pruning: the deepest node.
pub const REVERSE_FUTILITY_DEPTH: Depth = 5;
/// Reverse futility pruning: the margin above beta per ply.
pub const REVERSE_FUTILITY: i32 = 42;
/// Futility pruning: the deepest node.
pub const FUTILITY_DEPTH: Depth = 8;
/// Futility pruning: the margin below alpha at depth 0.
pub const FUTILITY_BASE: i32 = 25;
/// Futility pruning: the margin per ply.
pub const FUTILITY: i32 = 10;
/// Razoring: the deepest node.
pub const RAZOR_DEPTH: Depth = 3;
/// Razoring: the margin below alpha at depth 0.
pub const RAZOR_BASE: i32 = 30;
/// Razoring: the margin per ply.
pub const RAZOR: i32 = 20;
/// Internal iterative reduction: the least depth.
pub const INTERNAL_DEPTH: Depth = 5;
/// Singular extension: the least depth.
pub const SINGULAR_DEPTH: Depth = 7;
/// Singular extension: the margin below the table's score per ply.
pub const SINGULAR_MARGIN: i32 = 3;
/// LMR: the constant term.
pub const REDUCTION_BASE: i32 = 100;
/// LMR: divides log2(depth) × log2(move number), both in eighths.
pub const REDUCTION_DIVISOR: i32 = 130;
/// LMR: the butterfly history that is worth a ply.
pub const REDUCTION_BUTTERFLY: i32 = 8192;
/// LMR: the continuation history that is worth a ply.
pub const REDUCTION_CONTINUATION: i32 = 12_000;
/// Extra LMR where the static evaluation is not improving.
pub const REDUCTION_NOT_IMPROVING: i32 = 1000;
/// Extra LMR of a ply where more child nodes than this have failed high.
pub const CUTOFF_COUNT: u8 = 3;
/// Late move pruning: a non-PV node of depth `d` tries `MOVES_BASE + MOVES_STEP * d * d / 10` quiet moves. A node that
/// is not improving tries half as many.
pub const MOVES_BASE: i32 = 6;
/// The step of [`MOVES_BASE`].
pub const MOVES_STEP: i32 = 7;
/// Most moves tried in a node below the root.
pub const MOVES_MAX: usize = 48;

/// Node limit of the VCF search at the root, for each side.
pub const ROOT_NODES: u64 = 60_000;
/// Divisor of the VCF node limit that gives the VCT one, since a VCT search costs more and finds less.
pub const THREAT_SHARE: u64 = 4;
/// Node limit of the test whether a root move stops the enemy's VCF.
pub const DEFENCE_NODES: u64 = 4_000;
/// Least node limit of such a test.
pub const DEFENCE_NODES_MIN: u64 = 16;
/// Nodes of the VCF searches at the root per millisecond of the move: at most a third of its time.
pub const ROOT_NODES_PER_MS: u64 = 60;
/// Node limit of the VCF search at a leaf.
pub const LEAF_NODES: u64 = 48;
