//! Changes of a study by the user. Each is one undo step.

use smol_str::SmolStr;

use crate::record::note::{Glyph, Label, Mark, Note};
use crate::record::{Edit, Header, NodeId, Tree};

/// A change of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Removes a move with all moves after it.
    Remove(NodeId),
    /// Moves the line of a move one place up among its siblings.
    Promote(NodeId),
    /// Moves the line of a move one place down among its siblings.
    Demote(NodeId),
    /// Makes the line through a move the main line, from the start.
    MakeMain(NodeId),
    /// Sets the comment of a move. An empty text removes it.
    Comment(NodeId, String),
    /// Sets the sign of a move; `None` removes it.
    Judge(NodeId, Option<Glyph>),
    /// Sets the marks and labels on the board after a move.
    Draw(NodeId, Vec<Mark>, Vec<Label>),
    /// Replaces an illegal move by one in any notation. The moves after it are read again.
    Correct(NodeId, String),
    /// Replaces the header: players, event and result.
    Describe(Box<Header>),
}

/// The unit of a step, which has an inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Tree(Edit),
    /// The header before or after the change.
    Header(Box<Header>),
}

/// The parts of one change, in order.
pub(super) type Step = Vec<Part>;

/// Moves the line through `node` by `places` at the nearest fork before it that allows the move.
pub(super) fn reorder(tree: &Tree, node: NodeId, places: isize) -> Option<Edit> {
    tree.path(node).find_map(|node| {
        let siblings: Vec<NodeId> = tree.children(tree.parent(node)?).collect();
        let at = siblings.iter().position(|&sibling| sibling == node)?.checked_add_signed(places)?;
        (at < siblings.len()).then_some(Edit::Reorder { node, at })
    })
}

/// Makes every move up to `node` the first of its siblings.
pub(super) fn make_main(tree: &Tree, node: NodeId) -> Step {
    let is_aside = |node: &NodeId| tree.parent(*node).is_some_and(|parent| tree.main_child(parent) != Some(*node));
    tree.path(node).filter(is_aside).map(|node| Part::Tree(Edit::Reorder { node, at: 0 })).collect()
}

/// Changes the note of a node; `None` if it stays the same.
pub(super) fn annotate(tree: &Tree, node: NodeId, write: impl FnOnce(&mut Note)) -> Option<Edit> {
    let mut note = tree.note(node).clone();
    write(&mut note);
    (note != *tree.note(node)).then(|| Edit::Annotate { node, note: Box::new(note) })
}

/// Replaces the sign among the glyphs by `glyph`. Other glyphs stay.
pub(super) fn judge(note: &mut Note, glyph: Option<Glyph>) {
    note.glyphs.retain(|glyph| glyph.sign().is_none());
    if let Some(glyph) = glyph {
        note.glyphs.insert(0, glyph);
    }
}

/// Replaces the text of a move.
pub(super) fn rewrite(node: NodeId, mv: impl Into<SmolStr>) -> Part {
    Part::Tree(Edit::Rewrite { node, mv: mv.into() })
}
