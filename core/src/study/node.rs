//! A node of a study for display.

use crate::base::Key;
use crate::game::MoveRow;
use crate::record::{NodeId, Note};

wire! {
    /// A node with its display data. A map of nodes by id is the tree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Node {
        /// Its id, valid while the study is open.
        pub id: NodeId,
        /// The parent; absent for the root.
        pub parent: Option<NodeId>,
        /// The children, the main line first.
        pub children: Vec<NodeId>,
        /// The text of the move; empty for the root.
        pub written: String,
        /// The move in every notation; absent for the root and for illegal moves.
        pub row: Option<MoveRow>,
        /// A number that nodes with the same position share; absent for the root and for illegal moves.
        pub position: Option<u64>,
        /// Absent for an empty note.
        pub note: Option<Note>,
    }
}

/// The number of a position, which JavaScript holds exactly.
pub(super) const fn position_number(key: Key) -> u64 {
    key.0 & ((1 << 53) - 1)
}
