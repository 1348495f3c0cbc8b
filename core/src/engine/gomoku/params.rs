//! The numbers of the Gomoku engine: pattern values, pruning margins, and what each level sees.

use crate::base::{Depth, Score};
use crate::gomoku::pattern::{Class, Value};
use crate::search::Level;

/// What a point is worth to either side in the eyes of a player who does not see an open three as the threat it is.
pub const UNWARY: [i32; Class::COUNT] = [-2, 0, 2, 3, 5, 7, 10, 14, 16, 12, 14, 20, 25, 25, 40];
/// What an empty point is worth to a side that is to move, and to one that waits, by the class that a stone of it makes
/// there: where too few games say it better, see [`POINTS`](super::weights::POINTS). In centipawns.
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
/// What it is worth to be the one to move where nothing says it better, in centipawns.
pub const TEMPO: i32 = 20;
/// What a leaf says that faces a straight four and has only fours of its own to gain time with, in centipawns.
pub const IN_PERIL: Score = Score(-900);

/// The promise that makes a move e times as likely.
pub const UNIT: i32 = 700;
/// How promising an own stone is by the class it makes: where too few games say it better, see
/// [`MOVES`](super::weights::MOVES).
pub const ATTACK: [i32; Class::COUNT] =
    [-9000, 0, 300, 350, 700, 800, 1500, 2000, 6000, 1700, 2400, 12_000, 20_000, 21_000, 30_000];
/// How promising it is to take a point from the enemy by the class the enemy would make there.
pub const DEFEND: [i32; Class::COUNT] =
    [-300, 0, 200, 220, 450, 500, 1000, 1400, 3500, 1000, 1500, 7000, 12_000, 13_000, 25_000];
/// The share of a history counter in the order of moves.
pub const HISTORY_DIVISOR: i32 = 8;
/// What a killer adds in the order of moves.
pub const KILLER: i32 = 1800;

/// The deepest node, in plies left, that a static value far above beta decides.
pub const REVERSE_FUTILITY_DEPTH: Depth = 5;
/// The advantage above beta, for each ply left, that decides a node, in centipawns.
pub const REVERSE_FUTILITY: i32 = 30;
/// The deepest node, in plies left, at which quiet moves are not tried where the static value is too far below alpha.
pub const FUTILITY_DEPTH: Depth = 8;
/// The disadvantage below alpha that is too far with no ply left, in centipawns.
pub const FUTILITY_BASE: i32 = 25;
/// By how much it grows for each ply left, in centipawns.
pub const FUTILITY: i32 = 10;
/// The deepest node, in plies left, that a hopeless static value ends.
pub const RAZOR_DEPTH: Depth = 3;
/// The disadvantage below alpha that is hopeless with no ply left, in centipawns.
pub const RAZOR_BASE: i32 = 30;
/// By how much it grows for each ply left, in centipawns.
pub const RAZOR: i32 = 20;
/// The least depth at which a node without a move from the table is searched a ply less deep.
pub const INTERNAL_DEPTH: Depth = 5;
/// The least depth at which the table's move is compared with the others.
pub const SINGULAR_DEPTH: Depth = 7;
/// How much worse all others must be, for each ply left, in centipawns.
pub const SINGULAR_MARGIN: i32 = 3;
/// The reduction of a late move without the part that grows, in thousandths of a ply.
pub const REDUCTION_BASE: i32 = 500;
/// Divides the product of two logarithms, in eighths, of depth and number of a late move.
pub const REDUCTION_DIVISOR: i32 = 130;
/// The history counter that is worth a ply.
pub const REDUCTION_PAST: i32 = 8192;
/// The share of what a move promises less than the best one of its node that lengthens its reduction, in thousandths of a
/// ply for each thousand of promise.
pub const REDUCTION_PROMISE: i32 = 500;
/// What of it is forgiven, in thousandths of a ply.
pub const REDUCTION_FORGIVEN: i32 = 500;
/// The most that it comes to, in thousandths of a ply.
pub const REDUCTION_PROMISE_MAX: i32 = 4000;
/// By how much more a late move is reduced where the static value has not risen since the turn before, in thousandths of
/// a ply.
pub const REDUCTION_NOT_IMPROVING: i32 = 1000;
/// More cutoffs than this after the moves before say that a late move will meet one too.
pub const CUTOFFS_MANY: u8 = 3;
/// Quiet moves tried in a node of depth `d` outside the principal variation: `MOVES_BASE + MOVES_STEP * d * d / 10`, half
/// of them where the static value has not risen since the turn before.
pub const MOVES_BASE: i32 = 6;
/// See [`MOVES_BASE`].
pub const MOVES_STEP: i32 = 7;
/// The most moves tried anywhere below the root: the rest never matter.
pub const MOVES_MAX: usize = 48;

/// What a level sees of forced wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The most fours of an own win by continuous fours at the root.
    pub own_fours: u32,
    /// The most fours of an enemy's win by continuous fours that is looked for at the root.
    pub enemy_fours: u32,
    /// The most fours looked for at each leaf of the tree.
    pub tree_fours: u32,
    /// The most positions of a search for a win by threats at the root, the own or the enemy's.
    pub threat_nodes: u64,
    /// Whether an open three is seen as the threat it is at the root and at the leaves.
    pub threes: bool,
}

/// What levels 1 to 5 see. Level 1 sees fives and fours alone; level 5 misses no forced win.
///
/// | level | own fours | enemy's fours | fours at leaves | positions for threats | threes |
/// |---|---|---|---|---|---|
/// | 1 | 0 | 0 | 0 | 0 | no |
/// | 2 | 2 | 1 | 0 | 0 | yes |
/// | 3 | 4 | 2 | 1 | 0 | yes |
/// | 4 | 8 | 5 | 3 | 500 | yes |
/// | 5 | all | all | 8 | 20,000 | yes |
const SIGHT: [Sight; 5] = [
    Sight { own_fours: 0, enemy_fours: 0, tree_fours: 0, threat_nodes: 0, threes: false },
    Sight { own_fours: 2, enemy_fours: 1, tree_fours: 0, threat_nodes: 0, threes: true },
    Sight { own_fours: 4, enemy_fours: 2, tree_fours: 1, threat_nodes: 0, threes: true },
    Sight { own_fours: 8, enemy_fours: 5, tree_fours: 3, threat_nodes: 500, threes: true },
    Sight { own_fours: 250, enemy_fours: 250, tree_fours: 8, threat_nodes: 20_000, threes: true },
];

/// Returns what `level` sees.
#[must_use]
pub const fn sight(level: Level) -> &'static Sight {
    &SIGHT[level.number() as usize - 1]
}

/// The most positions of the search for an own win by fours at the root, and for the enemy's.
pub const ROOT_NODES: u64 = 60_000;
/// The share of the searches for fours that searches for threats may take: they look at more and find less.
pub const THREAT_SHARE: u64 = 4;
/// The most positions of the search whether one root move stops the enemy's win by fours.
pub const DEFENCE_NODES: u64 = 4_000;
/// The fewest positions that such a search is given.
pub const DEFENCE_NODES_MIN: u64 = 16;
/// Positions that the searches for fours at the root may take for each millisecond there is: a third of it or less.
pub const ROOT_NODES_PER_MS: u64 = 60;
/// The most positions of a search for fours at a leaf of the tree.
pub const LEAF_NODES: u64 = 48;
