//! What a person changes in a study: one wish, one step that is undone as a whole.

use smol_str::SmolStr;

use crate::record::note::{Glyph, Label, Mark, Note};
use crate::record::{Edit, Header, NodeId, Tree};

/// A wish to change a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Takes a move with everything after it out of the tree.
    Remove(NodeId),
    /// Puts the line of a move one place before its siblings.
    Promote(NodeId),
    /// Puts the line of a move one place behind its siblings.
    Demote(NodeId),
    /// Makes the line that leads to a move the main line, from the start on.
    MakeMain(NodeId),
    /// Says something about a move; no words take away what was said.
    Comment(NodeId, String),
    /// Judges a move; none takes the judgement away.
    Judge(NodeId, Option<Glyph>),
    /// Draws on the board after a move, and writes on points of it.
    Draw(NodeId, Vec<Mark>, Vec<Label>),
    /// Corrects a move that cannot be played, in any notation; what follows it is read again.
    Correct(NodeId, String),
    /// Writes down who played, where and how it ended.
    Describe(Box<Header>),
}

/// The least part of a step: it has an inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A change of the tree.
    Tree(Edit),
    /// Another header.
    Header(Box<Header>),
}

/// The parts of one wish, in the order in which they are made.
pub(super) type Step = Vec<Part>;

/// Moves the line through `node` by `places` at the nearest fork behind it where it can be moved that way.
pub(super) fn reorder(tree: &Tree, node: NodeId, places: isize) -> Option<Edit> {
    tree.path(node).find_map(|node| {
        let siblings: Vec<NodeId> = tree.children(tree.parent(node)?).collect();
        let at = siblings.iter().position(|&sibling| sibling == node)?.checked_add_signed(places)?;
        (at < siblings.len()).then_some(Edit::Reorder { node, at })
    })
}

/// Puts every move that leads to `node` first among its siblings.
pub(super) fn make_main(tree: &Tree, node: NodeId) -> Step {
    let is_aside = |node: &NodeId| tree.parent(*node).is_some_and(|parent| tree.main_child(parent) != Some(*node));
    tree.path(node).filter(is_aside).map(|node| Part::Tree(Edit::Reorder { node, at: 0 })).collect()
}

/// Notes something else at a node; nothing if it stands there already.
pub(super) fn annotate(tree: &Tree, node: NodeId, write: impl FnOnce(&mut Note)) -> Option<Edit> {
    let mut note = tree.note(node).clone();
    write(&mut note);
    (note != *tree.note(node)).then(|| Edit::Annotate { node, note: Box::new(note) })
}

/// Puts `glyph` in the place of those six that are signs; the others stay.
pub(super) fn judge(note: &mut Note, glyph: Option<Glyph>) {
    note.glyphs.retain(|glyph| glyph.sign().is_none());
    if let Some(glyph) = glyph {
        note.glyphs.insert(0, glyph);
    }
}

/// Writes a move in other words.
pub(super) fn rewrite(node: NodeId, mv: impl Into<SmolStr>) -> Part {
    Part::Tree(Edit::Rewrite { node, mv: mv.into() })
}
