//! The counts of a search.

wire! {
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct LabFigures {
        pub nodes: u64,
        /// Visited nodes by ply; the root is ply 0.
        pub by_ply: Vec<u64>,
        /// Nodes evaluated statically, at depth zero.
        pub leaves: u64,
        /// Nodes at which the game was over.
        pub ends: u64,
        /// Nodes whose moves were searched.
        pub interior: u64,
        /// Legal moves at the interior nodes, searched or not.
        pub moves: u64,
        pub cutoffs: u64,
        /// Beta cutoffs by the first move. Their share measures the move ordering.
        pub first_cutoffs: u64,
        /// Moves skipped by cutoffs.
        pub pruned: u64,
        /// Probes of the transposition table.
        pub probes: u64,
        /// Probes that found the position.
        pub hits: u64,
        /// Hits that caused a cutoff.
        pub hash_cutoffs: u64,
        /// Moves that failed high in a null window and were searched again.
        pub researches: u64,
    }
}

impl LabFigures {
    /// Counts a node `ply` plies below the root.
    pub(super) fn visit(&mut self, ply: usize) {
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, 0);
        }
        self.by_ply[ply] += 1;
        self.nodes += 1;
    }
}
