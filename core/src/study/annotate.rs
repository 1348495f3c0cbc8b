//! Engine results as notes beside the moves.

use super::change::{Part, Step};
use super::{Study, gone};
use crate::game::Refusal;
use crate::record::note::{Evaluation, Note};
use crate::record::{Edit, EditError, NodeId};

/// A variation beside the played move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The node before its first move.
    pub before: NodeId,
    /// Its moves, in coordinates.
    pub moves: Vec<String>,
    /// The evaluation, stored at its first move.
    pub evaluation: Option<Evaluation>,
}

impl Study {
    /// Sets the `notes` and adds `asides` as variations, in one undo step. A variation follows existing moves where
    /// possible, and ends at its first illegal move. Evaluations are no user change: undo keeps them.
    ///
    /// # Errors
    /// `move-gone` if a node does not exist. Nothing has changed.
    pub fn annotate(&mut self, notes: Vec<(NodeId, Note)>, asides: &[Aside]) -> Result<(), Refusal> {
        let mut nodes = notes.iter().map(|(node, _)| *node).chain(asides.iter().map(|aside| aside.before));
        if nodes.any(|node| self.tree.find(node.index()).is_none()) {
            return Err(gone(EditError::NoNode));
        }
        self.commenting = None;
        let mut inverse = Step::new();
        for (node, note) in notes {
            self.note(node, note, &mut inverse);
        }
        for aside in asides {
            self.add_line(aside, &mut inverse);
        }
        self.keep(inverse);
        Ok(())
    }

    fn note(&mut self, node: NodeId, note: Note, inverse: &mut Step) {
        self.evaluate_anew(node, note.evaluation);
        if *self.tree.note(node) != note {
            inverse.push(self.apply_part(Part::Tree(Edit::Annotate { node, note: Box::new(note) })));
        }
    }

    /// Replaces the evaluation at `node`, so that all evaluations come from one review.
    fn evaluate_anew(&mut self, node: NodeId, evaluation: Option<Evaluation>) {
        let known = self.tree.note(node);
        if known.evaluation != evaluation {
            let note = Box::new(Note { evaluation, ..known.clone() });
            self.tree.apply(Edit::Annotate { node, note }).expect("the node stands in the tree");
            self.touched.entry(node).or_insert(false);
        }
    }

    fn add_line(&mut self, aside: &Aside, inverse: &mut Step) {
        let Some(mut game) = self.game_at(aside.before) else { return };
        let mut parent = aside.before;
        for (index, mv) in aside.moves.iter().enumerate() {
            let Ok(mv) = game.advance(mv) else { return };
            parent = self.follow(parent, mv, inverse);
            if index == 0 && aside.evaluation.is_some() {
                self.evaluate_anew(parent, aside.evaluation);
            }
        }
    }
}
