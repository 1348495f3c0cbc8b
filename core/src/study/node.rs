//! The nodes of a study for display, and which of them changed.

use std::collections::{HashMap, HashSet};

use super::Study;
use super::walk::walk;
use crate::base::Key;
use crate::game::MoveRow;
use crate::record::{NodeId, Note, Tree};

/// Greatest number of displayed nodes, main lines first, since each costs the page a kilobyte. The rest of the path to the
/// cursor comes on top, unless it is as long again. The record stays whole.
pub const SHOWN_MAX: usize = 10_000;

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

impl Study {
    /// Returns whether the tree has more nodes than [`SHOWN_MAX`].
    #[must_use]
    pub const fn is_shown_in_part(&self) -> bool {
        // The root is no move.
        self.tree.len() >= SHOWN_MAX
    }

    /// Returns the first [`SHOWN_MAX`] nodes and the rest of the path to the cursor, with their display data.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        self.look_behind(Tree::ROOT, self.shown())
    }

    /// Returns the nodes that [`Study::nodes`] displays: the first ones in order, then the rest of the path to the cursor, each
    /// with the main move beside it.
    pub(super) fn shown(&self) -> Vec<NodeId> {
        let mut shown: Vec<NodeId> = self.tree.subtree(Tree::ROOT).take(SHOWN_MAX).collect();
        if self.is_shown_in_part() {
            let mut known: HashSet<NodeId> = shown.iter().copied().collect();
            let path = self.tree.path(self.cursor).take_while(|node| !known.contains(node));
            let path: Vec<NodeId> = path.take(SHOWN_MAX).collect();
            if path.len() < SHOWN_MAX {
                let rest = path.into_iter().flat_map(|node| self.with_main_move(node));
                shown.extend(rest.filter(|&node| known.insert(node)));
            }
        }
        shown
    }

    /// Returns `node` after the main move beside it: a list of moves has each variation below its main move.
    pub(super) fn with_main_move(&self, node: NodeId) -> [NodeId; 2] {
        let main = self.tree.parent(node).and_then(|parent| self.tree.main_child(parent));
        [main.unwrap_or(node), node]
    }

    /// Returns whether the record has changed since the last [`Study::take_changes`].
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.described || !self.touched.is_empty()
    }

    /// Returns the nodes that changed since the last call, and whether the header did. Of a study that is shown in part, nodes
    /// that existing moves have led to are among them.
    pub fn take_changes(&mut self) -> (Vec<Node>, bool) {
        let mut nodes = Vec::new();
        let mut reported = HashSet::new();
        let followed = std::mem::take(&mut self.followed).into_iter().map(|node| (node, false));
        for (top, with_all_behind) in std::mem::take(&mut self.touched).into_iter().chain(followed) {
            if reported.contains(&top) || self.tree.find(top.index()).is_none() {
                continue;
            }
            let seen = if with_all_behind { self.nodes_below(top) } else { vec![self.node(top)] };
            nodes.extend(seen.into_iter().filter(|node| reported.insert(node.id)));
        }
        (nodes, std::mem::take(&mut self.described))
    }

    /// Forgets the changes since the last [`Study::take_changes`].
    pub fn clear_changes(&mut self) {
        self.touched.clear();
        self.followed.clear();
        self.described = false;
    }

    fn node(&self, id: NodeId) -> Node {
        let before = self.tree.parent(id).and_then(|parent| self.game_at(parent));
        self.look(id, before.and_then(|mut game| Some((game.play(self.tree.mv(id)?).ok()?, game.key()))))
    }

    fn nodes_below(&self, top: NodeId) -> Vec<Node> {
        self.look_behind(top, self.tree.subtree(top).take(SHOWN_MAX).collect())
    }

    /// Returns the display data of `top` and nodes behind it, each with its parent among them. One walk plays all moves.
    fn look_behind(&self, top: NodeId, shown: Vec<NodeId>) -> Vec<Node> {
        let mut rows: HashMap<NodeId, Option<(MoveRow, Key)>> = shown.iter().map(|&node| (node, None)).collect();
        if let Some(game) = self.game_at(self.tree.parent(top).unwrap_or(Tree::ROOT)) {
            walk(&self.tree, game, top, |node, game| {
                let Some(row) = rows.get_mut(&node) else { return false };
                let Some(mv) = self.tree.mv(node) else { return true };
                *row = game.play(mv).ok().map(|row| (row, game.key()));
                row.is_some()
            });
        }
        shown.into_iter().map(|id| self.look(id, rows.remove(&id).flatten())).collect()
    }

    /// Returns the display data of a node, with its move and the key of the position after it.
    pub(super) fn look(&self, id: NodeId, played: Option<(MoveRow, Key)>) -> Node {
        let tree = &self.tree;
        let (row, key) = played.unzip();
        Node {
            id,
            parent: tree.parent(id),
            children: tree.children(id).collect(),
            written: tree.mv(id).unwrap_or_default().to_owned(),
            row,
            position: key.map(position_number),
            note: Some(tree.note(id)).filter(|note| !note.is_empty()).cloned(),
        }
    }
}

/// The number of a position, which JavaScript holds exactly.
const fn position_number(key: Key) -> u64 {
    key.0 & ((1 << 53) - 1)
}
