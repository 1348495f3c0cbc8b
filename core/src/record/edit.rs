//! A change of a tree as a value with an inverse, for undo and for journals.

use smol_str::SmolStr;
use thiserror::Error;

use super::note::Note;
use super::tree::{NodeId, Tree};

/// A change of a tree. The same edits applied to the same tree give the same nodes the same names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Edit {
    /// Adds a move.
    Add {
        /// The node before it.
        parent: NodeId,
        /// Its place among the children of `parent`, 0 being the main line; a place past the end is the last.
        at: usize,
        mv: SmolStr,
    },
    /// Takes a move with everything after it out of the tree.
    Remove {
        /// The move's node.
        node: NodeId,
    },
    /// Puts a removed move with everything after it back.
    Restore {
        /// The move's node.
        node: NodeId,
        /// Its place among its siblings.
        at: usize,
    },
    /// Moves a line among its siblings: to 0 promotes it to the main line, to a greater place demotes it.
    Reorder {
        /// The node of the line's first move.
        node: NodeId,
        /// Its new place.
        at: usize,
    },
    /// Replaces the note of a node.
    Annotate {
        /// The node; the root has the notes of the whole game.
        node: NodeId,
        /// The new note.
        note: Box<Note>,
    },
    /// Replaces the text of a move: a correction of the record.
    Rewrite {
        /// The move's node.
        node: NodeId,
        /// Its new words.
        mv: SmolStr,
    },
}

/// Why an edit cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// The tree has no such node, or it was removed.
    #[error("this move is no longer in the tree; choose another one")]
    NoNode,
    /// It is not removed, so it cannot be put back.
    #[error("this move is still in the tree")]
    NotRemoved,
    /// The start of a game is no move.
    #[error("the start of a game cannot be moved or removed")]
    Root,
}

impl Tree {
    /// Applies `edit` and returns its inverse.
    ///
    /// # Errors
    /// [`EditError`]; the tree is unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<Edit, EditError> {
        match edit {
            Edit::Add { parent, at, mv } => {
                self.check(parent)?;
                Ok(Edit::Remove { node: self.add(parent, at, mv) })
            }
            Edit::Remove { node } => {
                self.check_move(node)?;
                Ok(Edit::Restore { node, at: self.remove(node) })
            }
            Edit::Restore { node, at } => {
                let parent = self.parent(node).ok_or(EditError::Root)?;
                self.check(parent)?;
                if !self.is_removed(node) {
                    return Err(EditError::NotRemoved);
                }
                self.restore(node, at);
                Ok(Edit::Remove { node })
            }
            Edit::Reorder { node, at } => {
                self.check_move(node)?;
                Ok(Edit::Reorder { node, at: self.reorder(node, at) })
            }
            Edit::Annotate { node, note } => {
                self.check(node)?;
                Ok(Edit::Annotate { node, note: Box::new(self.annotate(node, *note)) })
            }
            Edit::Rewrite { node, mv } => {
                self.check_move(node)?;
                let before = self.mv(node).map(SmolStr::from).unwrap_or_default();
                self.rewrite(node, mv);
                Ok(Edit::Rewrite { node, mv: before })
            }
        }
    }

    fn check(&self, node: NodeId) -> Result<(), EditError> {
        self.find(node.index()).map(|_| ()).ok_or(EditError::NoNode)
    }

    fn check_move(&self, node: NodeId) -> Result<(), EditError> {
        self.check(node)?;
        if node == Tree::ROOT { Err(EditError::Root) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn edit(tree: &Tree, kind: u8, pick: usize, at: usize) -> Edit {
        let nodes: Vec<NodeId> = tree.subtree(Tree::ROOT).collect();
        let node = nodes[pick % nodes.len()];
        match kind {
            0..4 => Edit::Add { parent: node, at, mv: format!("m{pick}").into() },
            4 => Edit::Remove { node },
            5 => Edit::Reorder { node, at },
            6 => Edit::Rewrite { node, mv: format!("w{pick}").into() },
            _ => Edit::Annotate { node, note: Box::new(Note { comment: format!("c{pick}"), ..Note::EMPTY }) },
        }
    }

    proptest! {
        #[test]
        fn edits_are_undone_and_redone(steps in prop::collection::vec((0..8_u8, 0..1000_usize, 0..4_usize), 1..60)) {
            let mut tree = Tree::new();
            let mut done = Vec::new();
            for (kind, pick, at) in steps {
                let edit = edit(&tree, kind, pick, at);
                let before = tree.clone();
                match tree.apply(edit) {
                    Ok(inverse) => done.push((before, inverse)),
                    Err(why) => {
                        prop_assert_eq!(why, EditError::Root);
                        prop_assert!(tree == before);
                    }
                }
                prop_assert_eq!(tree.subtree(Tree::ROOT).count() - 1, tree.len());
            }
            let end = tree.clone();
            let mut again = Vec::new();
            for (before, inverse) in done.into_iter().rev() {
                again.push(tree.apply(inverse).expect("what was done can be undone"));
                prop_assert!(tree == before);
            }
            prop_assert!(tree.is_empty());
            for edit in again.into_iter().rev() {
                tree.apply(edit).expect("what was undone can be done again");
            }
            prop_assert!(tree == end);
        }
    }

    #[test]
    fn the_same_edits_name_the_same_nodes() {
        let edits = |tree: &mut Tree| {
            let a = tree.push(Tree::ROOT, "a");
            tree.apply(Edit::Add { parent: a, at: 0, mv: "b".into() }).expect("it can be added");
            tree.apply(Edit::Remove { node: a }).expect("it can be removed");
            let inverse = tree.apply(Edit::Add { parent: Tree::ROOT, at: 9, mv: "x".into() });
            inverse.expect("it can be added")
        };
        let (mut one, mut two) = (Tree::new(), Tree::new());
        assert_eq!(edits(&mut one), edits(&mut two));
    }

    #[test]
    fn missing_nodes_cannot_be_edited() {
        let mut tree = Tree::new();
        let a = tree.push(Tree::ROOT, "a");
        let b = tree.push(a, "b");
        tree.apply(Edit::Remove { node: a }).expect("it can be removed");
        assert_eq!(tree.apply(Edit::Remove { node: b }), Err(EditError::NoNode));
        assert_eq!(tree.apply(Edit::Restore { node: b, at: 0 }), Err(EditError::NoNode));
        assert_eq!(tree.apply(Edit::Add { parent: b, at: 0, mv: "c".into() }), Err(EditError::NoNode));
        assert_eq!(tree.apply(Edit::Remove { node: Tree::ROOT }), Err(EditError::Root));
        tree.apply(Edit::Restore { node: a, at: 0 }).expect("it was removed");
        assert_eq!(tree.apply(Edit::Restore { node: a, at: 0 }), Err(EditError::NotRemoved));
        assert_eq!(tree.len(), 2);
    }
}
