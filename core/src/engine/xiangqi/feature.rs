//! The parts of the Xiangqi search that a match can leave out.

use crate::search::feature::features;

features! {
    /// The first window of an iteration lies around the last one's score.
    Aspiration = "aspiration",
    /// Scores and best moves of positions met before are looked up in the transposition table.
    TableLookup = "table",
    /// Mate distance pruning: no line is searched that could only end in a longer mate than a known one.
    MateDistance = "mate-distance",
    /// Correction history: the static score is put right by the errors of earlier searches.
    Correction = "correction",
    /// Whether the static score improves from turn to turn says how much to prune.
    Improving = "improving",
    /// Reverse futility pruning: a static score far above beta ends a shallow node.
    ReverseFutility = "reverse-futility",
    /// Null move: a node that should fail high is cut off where even a passed turn fails high.
    NullMove = "null-move",
    /// ProbCut: a node is cut off where a capture beats beta by far in a shallower search.
    ProbCut = "probcut",
    /// Internal reduction: a node that matters and has no move in the table is searched less deep.
    InternalReduction = "internal-reduction",
    /// Quiet moves that cut off beside this node are tried early.
    Killers = "killers",
    /// Quiet moves are sorted by how they did anywhere.
    Butterfly = "butterfly",
    /// Quiet moves are sorted by how they did after the moves before.
    Continuation = "continuation",
    /// Captures are sorted and reduced by how they did anywhere, too.
    Captures = "captures",
    /// A move that no reply refutes is remembered as good.
    Unrefuted = "unrefuted",
    /// Late move pruning: quiet moves late in the list are dropped in shallow nodes.
    LateMovePruning = "late-move-pruning",
    /// Futility pruning: quiet moves that cannot lift the static score to alpha are dropped.
    Futility = "futility",
    /// Moves that lose material (SEE) are dropped in shallow nodes.
    SeePruning = "see-pruning",
    /// The table's move is searched deeper where no other is nearly as good.
    Singular = "singular",
    /// Positions that were once on the principal variation are reduced less.
    TtPv = "once-principal",
    /// Moves that give check are searched deeper.
    CheckExtension = "check-extension",
    /// Late moves are searched less deep first (LMR).
    LateMoveReduction = "late-move-reduction",
    /// Extra LMR where the replies to moves before cut off at once.
    CutoffReduction = "cutoff-reduction",
    /// Quiescence tries checks at its first ply.
    QuietChecks = "quiet-checks",
    /// Quiescence drops captures that cannot lift the static score to alpha.
    DeltaPruning = "delta-pruning",
}
