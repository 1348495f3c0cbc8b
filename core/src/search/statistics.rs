//! Counts of a node function beside its nodes.

wire! {
    /// The counts of the first thread since the search began.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Statistics {
        /// Probes of the transposition table; quiescence, VCF and VCT nodes are not counted.
        pub probes: u64,
        /// Probes that found the position.
        pub hits: u64,
        /// Beta cutoffs by a move.
        pub cutoffs: u64,
        /// Beta cutoffs by the first move.
        pub first_cutoffs: u64,
    }
}
