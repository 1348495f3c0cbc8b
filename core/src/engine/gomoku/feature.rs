//! The parts of the Gomoku search that a match can leave out.

use crate::search::feature::features;

features! {
    /// The first window of an iteration lies around the last one's score.
    Aspiration = "aspiration",
    /// Scores and best moves of positions met before are looked up in the transposition table.
    TableLookup = "table",
    /// Mate distance pruning: no line is searched that could only end in a longer win than a known one.
    MateDistance = "mate-distance",
    /// Correction history: the static score is put right by how far it was off around the same stones.
    Correction = "correction",
    /// A score of the table that says more than the static score takes its place where nodes are pruned.
    TableBound = "table-bound",
    /// Whether the static score improves from turn to turn says how much to prune.
    Improving = "improving",
    /// Reverse futility pruning: a static score far above beta ends a shallow node.
    ReverseFutility = "reverse-futility",
    /// Razoring: a static score far below alpha ends a shallow node.
    Razoring = "razoring",
    /// Internal iterative reduction: a node without a table move is searched a ply less deep.
    InternalReduction = "internal-reduction",
    /// Quiet moves that cut off beside this node are tried early.
    Killers = "killers",
    /// Moves are sorted by how they did anywhere.
    Butterfly = "butterfly",
    /// So they are by how they did after the last two stones.
    Continuation = "continuation",
    /// Late move pruning: quiet moves late in the list are dropped.
    LateMovePruning = "late-move-pruning",
    /// Futility pruning: quiet moves that cannot lift the static score to alpha are dropped.
    Futility = "futility",
    /// The table's move is searched deeper where no other is nearly as good.
    Singular = "singular",
    /// Late moves are searched less deep first (LMR).
    LateMoveReduction = "late-move-reduction",
    /// Extra LMR where the replies to moves before cut off at once.
    CutoffReduction = "cutoff-reduction",
    /// Leaves look for wins by continuous fours (VCF).
    LeafFours = "leaf-fours",
    /// So does the root, without a bound on their length.
    RootFours = "root-fours",
    /// The root looks for wins by continuous threats (VCT).
    RootThreats = "root-threats",
    /// Root moves after which the enemy wins by fours or threats are found before the search and not searched.
    DefenceFilter = "defence-filter",
    /// Against a straight four to come only fours and what may stop it are tried.
    ForcedReplies = "forced-replies",
    /// Answers to a four cost no depth.
    AnswerExtension = "answer-extension",
    /// Moves are sorted by what they make and take.
    Ordering = "ordering",
    /// The evaluation knows which threats are on the board together.
    ThreatMask = "threat-mask",
}
