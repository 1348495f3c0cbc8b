//! The tree of moves: a main line, its variations, and comments.

/// A node of a [`GameTree`], valid for that tree only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node<M> {
    mv: Option<M>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    comment: String,
}

/// Moves with variations. The root is the start of the game and has no move; the first child of a node is its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree<M> {
    nodes: Vec<Node<M>>,
}

impl<M> Default for GameTree<M> {
    fn default() -> GameTree<M> {
        GameTree { nodes: vec![Node { mv: None, parent: None, children: Vec::new(), comment: String::new() }] }
    }
}

impl<M> GameTree<M> {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns a tree of the start alone.
    #[must_use]
    pub fn new() -> GameTree<M> {
        GameTree::default()
    }

    /// Adds `mv` as the last child of `parent` and returns its node.
    pub fn push(&mut self, parent: NodeId, mv: M) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a record holds fewer than 2^32 moves"));
        self.nodes.push(Node { mv: Some(mv), parent: Some(parent), children: Vec::new(), comment: String::new() });
        self.nodes[parent.0 as usize].children.push(id);
        id
    }

    /// Returns the move that leads to `node`; the root has none.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Option<&M> {
        self.nodes[node.0 as usize].mv.as_ref()
    }

    /// Returns the node before `node`; the root has none.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node.0 as usize].parent
    }

    /// Returns the continuations of `node`, main line first.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0 as usize].children
    }

    /// Returns what is written at `node`.
    #[must_use]
    pub fn comment(&self, node: NodeId) -> &str {
        &self.nodes[node.0 as usize].comment
    }

    /// Adds `text` to what is written at `node`, on a line of its own if there is something already.
    pub fn add_comment(&mut self, node: NodeId, text: &str) {
        let comment = &mut self.nodes[node.0 as usize].comment;
        if !comment.is_empty() && !text.is_empty() {
            comment.push('\n');
        }
        comment.push_str(text);
    }

    /// Returns the nodes of the main line, the root left out.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.children(GameTree::<M>::ROOT).first().copied(), |&node| {
            self.children(node).first().copied()
        })
    }

    /// Returns the moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = &M> + '_ {
        self.main_line().map(|node| self.mv(node).expect("only the root has no move"))
    }

    /// Returns the number of moves in all lines.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns whether there is no move at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_child_is_the_main_line() {
        let mut tree = GameTree::new();
        let a = tree.push(GameTree::<char>::ROOT, 'a');
        let b = tree.push(a, 'b');
        tree.push(a, 'x');
        tree.push(b, 'c');
        tree.add_comment(a, "one");
        tree.add_comment(a, "two");
        assert_eq!(tree.main_moves().collect::<String>(), "abc");
        assert_eq!(tree.children(a).len(), 2);
        assert_eq!(tree.comment(a), "one\ntwo");
        assert_eq!(tree.len(), 4);
    }
}
