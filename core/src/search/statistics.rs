//! What a node function counts beside its nodes, for those who want to see how a search goes.

/// The counts of the first thread since the search began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Questions to the transposition table; nodes of quiescence and of the searches for fours are not counted.
    pub probes: u64,
    /// Those to which it knew the position.
    pub hits: u64,
    /// Those which it answered: the position was not searched again.
    pub hash_cutoffs: u64,
    /// Beta cut-offs by a move.
    pub cutoffs: u64,
    /// Those of them that the first move caused.
    pub first_cutoffs: u64,
}
