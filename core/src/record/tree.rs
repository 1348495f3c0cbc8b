//! The tree of moves: a main line, its variations, and the note of each move.

use std::num::NonZeroU32;

use fxhash::FxHashSet;
use smol_str::SmolStr;

use super::note::Note;

/// A node of a [`Tree`], valid for that tree and for good: no later edit gives the same name to another node.
///
/// It is one more than the node's index, so that a link to no node takes no room of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    fn from_index(index: usize) -> Option<NodeId> {
        u32::try_from(index).ok()?.checked_add(1).and_then(NonZeroU32::new).map(NodeId)
    }

    /// Returns the place of the node in the order in which the tree's moves were added, the start being 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The links are names instead of lists, so that a move costs the same few bytes whatever hangs on it, and a tree of
/// any depth or width is built, walked and dropped without a deep stack.
#[derive(Clone, Debug)]
struct Node {
    mv: SmolStr,
    parent: Option<NodeId>,
    children: Option<Ends>,
    next: Option<NodeId>,
    note: Option<Box<Note>>,
}

/// A record of four mebibytes has 840,000 moves.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Node>() == 48);

/// The first and the last of a row of siblings.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: NodeId,
    last: NodeId,
}

/// Moves with variations, in words: a tree knows no rules. The root is the start of the game and has no move; the
/// first child of a node is its main line.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The nodes that were taken out with everything after them; they can be put back.
    removed: FxHashSet<NodeId>,
    /// The number of moves that are not removed.
    len: usize,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree { nodes: vec![Node::new(SmolStr::default(), None)], removed: FxHashSet::default(), len: 0 }
    }
}

impl Node {
    const fn new(mv: SmolStr, parent: Option<NodeId>) -> Node {
        Node { mv, parent, children: None, next: None, note: None }
    }
}

impl Tree {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    /// Returns a tree of the start alone.
    #[must_use]
    pub fn new() -> Tree {
        Tree::default()
    }

    fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.index()]
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node.index()]
    }

    /// Returns the node of this index, if there is one that is not removed.
    #[must_use]
    pub fn find(&self, index: usize) -> Option<NodeId> {
        let node = NodeId::from_index(index)?;
        (index < self.nodes.len() && !self.path(node).any(|node| self.is_removed(node))).then_some(node)
    }

    /// Adds `mv` as the last child of `parent` and returns its node.
    pub fn push(&mut self, parent: NodeId, mv: impl Into<SmolStr>) -> NodeId {
        let id = self.create(parent, mv.into());
        match &mut self.node_mut(parent).children {
            children @ None => *children = Some(Ends { first: id, last: id }),
            Some(ends) => {
                let before = std::mem::replace(&mut ends.last, id);
                self.node_mut(before).next = Some(id);
            }
        }
        self.len += 1;
        id
    }

    /// Makes a node that is not yet a child.
    fn create(&mut self, parent: NodeId, mv: SmolStr) -> NodeId {
        let id = NodeId::from_index(self.nodes.len()).expect("a record holds fewer than 2^32 moves");
        self.nodes.push(Node::new(mv, Some(parent)));
        id
    }

    /// Adds `mv` as child number `at` of `parent`, or as its last.
    pub(super) fn add(&mut self, parent: NodeId, at: usize, mv: SmolStr) -> NodeId {
        let id = self.create(parent, mv);
        self.link(id, at);
        self.len += 1;
        id
    }

    /// Takes `node` with everything after it out of the tree; returns its place among its siblings.
    pub(super) fn remove(&mut self, node: NodeId) -> usize {
        let at = self.unlink(node);
        self.removed.insert(node);
        self.len -= self.subtree(node).count();
        at
    }

    /// Puts back a node that [`Tree::remove`] took out.
    pub(super) fn restore(&mut self, node: NodeId, at: usize) {
        self.removed.remove(&node);
        self.link(node, at);
        self.len += self.subtree(node).count();
    }

    /// Moves `node` to place `at` among its siblings, or to the last; returns where it was.
    pub(super) fn reorder(&mut self, node: NodeId, at: usize) -> usize {
        let before = self.unlink(node);
        self.link(node, at);
        before
    }

    /// Returns whether `node` itself was taken out.
    pub(super) fn is_removed(&self, node: NodeId) -> bool {
        self.removed.contains(&node)
    }

    fn link(&mut self, node: NodeId, at: usize) {
        let parent = self.node(node).parent.expect("only moves are put in a row");
        let before = at.checked_sub(1).and_then(|at| self.children(parent).take(at + 1).last());
        let next = match before {
            Some(before) => self.node_mut(before).next.replace(node),
            None => self.node(parent).children.map(|ends| ends.first),
        };
        self.node_mut(node).next = next;
        let ends = &mut self.node_mut(parent).children;
        let Ends { first, last } = ends.unwrap_or(Ends { first: node, last: node });
        *ends = Some(Ends {
            first: if before.is_none() { node } else { first },
            last: if next.is_none() { node } else { last },
        });
    }

    /// Takes `node` out of its row; returns its place there.
    fn unlink(&mut self, node: NodeId) -> usize {
        let parent = self.node(node).parent.expect("only moves stand in a row");
        let at = self.children(parent).position(|child| child == node).expect("a node stands among its siblings");
        let before = at.checked_sub(1).and_then(|at| self.children(parent).nth(at));
        let next = self.node_mut(node).next.take();
        let Ends { first, last } = self.node(parent).children.expect("it has at least this child");
        match before {
            Some(before) => {
                self.node_mut(before).next = next;
                let last = if last == node { before } else { last };
                self.node_mut(parent).children = Some(Ends { first, last });
            }
            None => self.node_mut(parent).children = next.map(|first| Ends { first, last }),
        }
        at
    }

    /// Returns the move that leads to `node`; the root has none.
    #[must_use]
    pub fn mv(&self, node: NodeId) -> Option<&str> {
        let Node { mv, parent, .. } = self.node(node);
        parent.map(|_| mv.as_str())
    }

    /// Writes the move of `node` in other words.
    pub fn rewrite(&mut self, node: NodeId, mv: impl Into<SmolStr>) {
        self.node_mut(node).mv = mv.into();
    }

    /// Returns the node before `node`; the root has none.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).parent
    }

    /// Returns the continuations of `node`, main line first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.main_child(node), |&child| self.node(child).next)
    }

    /// Returns the main continuation of `node`.
    #[must_use]
    pub fn main_child(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).children.map(|ends| ends.first)
    }

    /// Returns the variation after `node` among its siblings.
    #[must_use]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        self.node(node).next
    }

    /// Returns the note of `node`.
    #[must_use]
    pub fn note(&self, node: NodeId) -> &Note {
        static EMPTY: Note = Note::EMPTY;
        self.node(node).note.as_deref().unwrap_or(&EMPTY)
    }

    /// Returns the note of `node` for writing.
    pub fn note_mut(&mut self, node: NodeId) -> &mut Note {
        self.node_mut(node).note.get_or_insert_default()
    }

    /// Replaces the note of `node` and returns the old one.
    pub(super) fn annotate(&mut self, node: NodeId, note: Note) -> Note {
        let new = (!note.is_empty()).then(|| Box::new(note));
        std::mem::replace(&mut self.node_mut(node).note, new).map_or(Note::EMPTY, |note| *note)
    }

    /// Returns the nodes from `node` back to the root, both included.
    pub fn path(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }

    /// Returns the nodes of the line that runs through `node`: from the first move to it, and along main
    /// continuations after it.
    #[must_use]
    pub fn line(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = self.path(node).filter(|&node| node != Tree::ROOT).collect();
        line.reverse();
        line.extend(std::iter::successors(self.main_child(node), |&node| self.main_child(node)));
        line
    }

    /// Returns the nodes of the main line, the root left out.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.main_child(Tree::ROOT), |&node| self.main_child(node))
    }

    /// Returns the moves of the main line.
    pub fn main_moves(&self) -> impl Iterator<Item = &str> + '_ {
        self.main_line().filter_map(|node| self.mv(node))
    }

    /// Returns `top` and everything after it, each node before its children and main lines before variations.
    pub fn subtree(&self, top: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(top), move |&node| {
            self.main_child(node).or_else(|| {
                let mut path = self.path(node).take_while(|&node| node != top);
                path.find_map(|node| self.node(node).next)
            })
        })
    }

    /// Returns the number of moves in all lines.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there is no move at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Trees are equal that show the same: the same moves and notes in the same order, whatever was edited on the way.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let shape = |tree: &Tree, node| (tree.children(node).count(), tree.mv(node).map(SmolStr::from));
        let (mut ours, mut theirs) = (self.subtree(Tree::ROOT), other.subtree(Tree::ROOT));
        self.len == other.len
            && ours
                .by_ref()
                .zip(theirs.by_ref())
                .all(|(a, b)| shape(self, a) == shape(other, b) && self.note(a) == other.note(b))
    }
}

impl Eq for Tree {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_child_is_the_main_line() {
        let mut tree = Tree::new();
        let a = tree.push(Tree::ROOT, "a");
        let b = tree.push(a, "b");
        let x = tree.push(a, "x");
        tree.push(b, "c");
        tree.note_mut(a).add_comment("one");
        tree.note_mut(a).add_comment("two");
        assert_eq!(tree.main_moves().collect::<String>(), "abc");
        assert_eq!(tree.children(a).collect::<Vec<_>>(), [b, x]);
        assert_eq!(tree.note(a).comment, "one\ntwo");
        assert_eq!(tree.len(), 4);
        assert_eq!(tree.line(x), [a, x]);
        assert_eq!(tree.subtree(Tree::ROOT).filter_map(|node| tree.mv(node)).collect::<String>(), "abcx");
        assert_eq!(tree.subtree(b).filter_map(|node| tree.mv(node)).collect::<String>(), "bc");
    }

    #[test]
    fn a_tree_of_any_depth_and_width_needs_no_deep_stack() {
        let mut deep = Tree::new();
        let mut wide = Tree::new();
        let mut node = Tree::ROOT;
        for _ in 0..1_000_000 {
            node = deep.push(node, "h8");
            wide.push(Tree::ROOT, "h8");
        }
        assert_eq!(deep.subtree(Tree::ROOT).count(), 1_000_001);
        assert_eq!(wide.subtree(Tree::ROOT).count(), 1_000_001);
        assert!(deep == deep.clone() && deep != wide);
    }
}
