//! The parts of the Gomoku search that a match can leave out.

use crate::search::feature::features;

features! {
    /// Aspiration windows: an iteration searches a window around the last score.
    Aspiration = "aspiration",
    /// Transposition table: scores and best moves of earlier visits.
    TableLookup = "table",
    /// Mate distance pruning: skips lines that cannot beat a known win.
    MateDistance = "mate-distance",
    /// Correction history: corrects the static score by its error around the same stones.
    Correction = "correction",
    /// A bound of the table replaces the static score for pruning, where it is tighter.
    TableBound = "table-bound",
    /// The pruning margins depend on whether the static score improves from turn to turn.
    Improving = "improving",
    /// Reverse futility pruning: a static score far above beta ends a shallow node.
    ReverseFutility = "reverse-futility",
    /// Razoring: a static score far below alpha ends a shallow node.
    Razoring = "razoring",
    /// Internal iterative reduction: a node without a table move is searched a ply less deep.
    InternalReduction = "internal-reduction",
    /// Killer moves: quiet moves that cut off at the same ply come early.
    Killers = "killers",
    /// Butterfly history orders the moves.
    Butterfly = "butterfly",
    /// Continuation history of the last two stones orders the moves.
    Continuation = "continuation",
    /// Late move pruning: drops quiet moves late in the list.
    LateMovePruning = "late-move-pruning",
    /// Futility pruning: drops quiet moves that cannot raise the static score to alpha.
    Futility = "futility",
    /// Singular extension: searches the table's move deeper if every other move fails low.
    Singular = "singular",
    /// Late move reduction (LMR): searches late moves less deep first.
    LateMoveReduction = "late-move-reduction",
    /// Extra LMR where replies to earlier moves cut off at once.
    CutoffReduction = "cutoff-reduction",
    /// VCF search at leaves.
    LeafFours = "leaf-fours",
    /// VCF search at the root, without a length limit.
    RootFours = "root-fours",
    /// VCT search at the root.
    RootThreats = "root-threats",
    /// Drops root moves that lose to a VCF or VCT, which the root finds before the search.
    DefenceFilter = "defence-filter",
    /// Tries only fours and defences against a threatened straight four.
    ForcedReplies = "forced-replies",
    /// Answers to a four cost no depth.
    AnswerExtension = "answer-extension",
    /// Orders moves by what they make and what they deny.
    Ordering = "ordering",
    /// The evaluation has a term for the combination of threats on the board.
    ThreatMask = "threat-mask",
}
