//! The order in which binary forms lay a tree out: a move, what follows it, then the moves beside it. Writers get it from
//! [`Tree::subtree`](crate::record::Tree::subtree); this is its reading side.

use crate::record::{NodeId, Tree};

/// A reader's place in a tree laid out move by move.
#[derive(Debug)]
pub struct Preorder {
    /// Where the next move hangs.
    parent: NodeId,
    /// The parents of moves that still have one beside them, the innermost on top: depth costs no stack.
    open: Vec<NodeId>,
}

impl Default for Preorder {
    /// Begins before the first move.
    fn default() -> Preorder {
        Preorder { parent: Tree::ROOT, open: Vec::new() }
    }
}

impl Preorder {
    /// Returns the node on which the next move hangs.
    #[must_use]
    pub const fn parent(&self) -> NodeId {
        self.parent
    }

    /// Passes `node`, which hangs on [`Preorder::parent`]; returns whether another move follows.
    pub fn pass(&mut self, node: NodeId, has_child: bool, has_sibling: bool) -> bool {
        if has_sibling {
            self.open.push(self.parent);
        }
        match if has_child { Some(node) } else { self.open.pop() } {
            Some(parent) => self.parent = parent,
            None => return false,
        }
        true
    }
}
