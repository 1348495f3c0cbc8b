//! What is counted of a search.

/// The counts of one search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The positions looked at, by their distance from the root; the root is the first.
    pub by_ply: Vec<u64>,
    /// Those of them that were judged, because the depth was reached.
    pub leaves: u64,
    /// Those at which the game was over.
    pub ends: u64,
    /// Those whose moves were searched.
    pub interior: u64,
    /// The moves there were at the interior nodes, searched or not.
    pub moves: u64,
    /// Beta cut-offs: the rest of a node's moves was left out.
    pub cutoffs: u64,
    /// Those of them that the first move caused. The share tells how good the order is.
    pub first_cutoffs: u64,
    /// Moves left out by cut-offs.
    pub pruned: u64,
    /// Questions to the transposition table.
    pub probes: u64,
    /// Those to which it knew the position.
    pub hits: u64,
    /// Those which it answered: the position was not searched again.
    pub hash_cutoffs: u64,
    /// Moves that a null window found better, and that were searched again for their value.
    pub researches: u64,
}

impl Figures {
    /// Returns how many positions were looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.by_ply.iter().sum()
    }

    /// Counts a position `ply` plies below the root.
    pub(super) fn visit(&mut self, ply: usize) {
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, 0);
        }
        self.by_ply[ply] += 1;
    }
}
