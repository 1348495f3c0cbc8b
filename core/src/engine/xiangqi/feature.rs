//! The parts of the Xiangqi search that a match can leave out.

use crate::search::feature::features;

features! {
    /// Aspiration windows: an iteration searches a window around the last score.
    Aspiration = "aspiration",
    /// Transposition table: scores and best moves of earlier visits.
    TableLookup = "table",
    /// Mate distance pruning: skips lines that cannot beat a known mate.
    MateDistance = "mate-distance",
    /// Correction history: corrects the static score by the errors of earlier searches.
    Correction = "correction",
    /// The pruning margins depend on whether the static score improves from turn to turn.
    Improving = "improving",
    /// Reverse futility pruning: a static score far above beta ends a shallow node.
    ReverseFutility = "reverse-futility",
    /// Null move pruning: cuts off where even a pass fails high.
    NullMove = "null-move",
    /// ProbCut: cuts off where a capture beats beta by a margin in a shallower search.
    ProbCut = "probcut",
    /// Internal reduction: searches a PV or cut node without a table move less deep.
    InternalReduction = "internal-reduction",
    /// Killer moves: quiet moves that cut off at the same ply come early.
    Killers = "killers",
    /// Butterfly history orders quiet moves.
    Butterfly = "butterfly",
    /// Continuation history orders quiet moves.
    Continuation = "continuation",
    /// Capture history orders and reduces captures.
    Captures = "captures",
    /// Rewards a prior move that no reply refutes.
    Unrefuted = "unrefuted",
    /// Late move pruning: drops quiet moves late in the list at shallow nodes.
    LateMovePruning = "late-move-pruning",
    /// Futility pruning: drops quiet moves that cannot raise the static score to alpha.
    Futility = "futility",
    /// SEE pruning: drops moves that lose material at shallow nodes.
    SeePruning = "see-pruning",
    /// Singular extension: searches the table's move deeper if every other move fails low.
    Singular = "singular",
    /// Reduces positions less that were once PV nodes.
    TtPv = "once-principal",
    /// Check extension: searches moves that give check deeper.
    CheckExtension = "check-extension",
    /// Late move reduction (LMR): searches late moves less deep first.
    LateMoveReduction = "late-move-reduction",
    /// Extra LMR where replies to earlier moves cut off at once.
    CutoffReduction = "cutoff-reduction",
    /// Quiescence search tries quiet checks at its first ply.
    QuietChecks = "quiet-checks",
    /// Delta pruning: quiescence drops captures that cannot raise the static score to alpha.
    DeltaPruning = "delta-pruning",
}
