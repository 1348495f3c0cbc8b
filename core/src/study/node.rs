//! What there is to see of one node of a study.

use crate::game::MoveRow;
use crate::record::{NodeId, Note};

wire! {
    /// A node with all that is drawn of it. Whoever keeps these by their names has the tree.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Node {
        /// Its name, good for as long as the study is open.
        pub id: NodeId,
        /// The node before it; the start has none.
        pub parent: Option<NodeId>,
        /// What follows it, the main line first.
        pub children: Vec<NodeId>,
        /// The move as the tree has it; the start has none.
        pub written: String,
        /// The move in every notation; none for the start, and none where it cannot be played.
        pub row: Option<MoveRow>,
        /// Absent where nothing is noted.
        pub note: Option<Note>,
    }
}
