//! A node of a study for display.

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
        /// Absent for an empty note.
        pub note: Option<Note>,
    }
}
