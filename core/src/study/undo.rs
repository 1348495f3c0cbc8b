//! Undo: each step that changed a study, as the step that restores it.

use super::Study;
use super::change::{Part, Step};
use crate::record::{Edit, Tree};

/// Length of the undo stack. Older changes become permanent.
const UNDO_MAX: usize = 1_000;

impl Study {
    /// Undoes the last change. Returns false if none remains.
    pub fn undo(&mut self) -> bool {
        let Some(step) = self.undo.pop_back() else { return false };
        self.commenting = None;
        let inverse = self.apply(step);
        self.redo.push(inverse);
        true
    }

    /// Redoes the last undone change. Returns false if none remains.
    pub fn redo(&mut self) -> bool {
        let Some(step) = self.redo.pop() else { return false };
        self.commenting = None;
        let inverse = self.apply(step);
        self.remember(inverse);
        true
    }

    /// Returns whether undo and redo are possible.
    #[must_use]
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    /// Applies a new step and stores its inverse.
    pub(super) fn make(&mut self, step: Step) {
        let inverse = self.apply(step);
        self.redo.clear();
        self.remember(inverse);
    }

    /// Makes applied edits one undo step. `inverse` has the inverse of each, in the order in which they were applied.
    pub(super) fn keep(&mut self, mut inverse: Step) {
        if !inverse.is_empty() {
            inverse.reverse();
            self.redo.clear();
            self.remember(inverse);
        }
    }

    /// Applies a step and returns its inverse.
    pub(super) fn apply(&mut self, step: Step) -> Step {
        let cursor = self.cursor;
        let rewrites = step.iter().any(|part| matches!(part, Part::Tree(Edit::Rewrite { .. })));
        if rewrites {
            // The moves before the cursor may change.
            self.stand(Tree::ROOT);
        }
        let mut inverse: Step = step.into_iter().map(|part| self.apply_part(part)).collect();
        inverse.reverse();
        if rewrites {
            self.stand(cursor);
        }
        inverse
    }

    pub(super) fn apply_part(&mut self, part: Part) -> Part {
        let edit = match part {
            Part::Header(header) => {
                self.described = true;
                return Part::Header(Box::new(std::mem::replace(&mut self.header, *header)));
            }
            Part::Tree(Edit::Annotate { node, mut note }) => {
                // No user change includes evaluations, so they stay.
                note.evaluation = self.tree.note(node).evaluation;
                Edit::Annotate { node, note }
            }
            Part::Tree(edit) => edit,
        };
        let removed = match edit {
            Edit::Remove { node } => self.tree.parent(node),
            _ => None,
        };
        let touched = match edit {
            Edit::Add { parent, .. } => parent,
            Edit::Remove { node } | Edit::Restore { node, .. } | Edit::Reorder { node, .. } => {
                self.tree.parent(node).unwrap_or(Tree::ROOT)
            }
            Edit::Annotate { node, .. } | Edit::Rewrite { node, .. } => node,
        };
        let with_all_behind = match edit {
            Edit::Restore { node, .. } | Edit::Rewrite { node, .. } => Some(node),
            _ => None,
        };
        let inverse = self.tree.apply(edit).expect("a step changes only nodes of the tree");
        self.touched.entry(touched).or_insert(false);
        if let Edit::Remove { node } = inverse {
            self.touched.entry(node).or_insert(false);
        }
        if let Some(node) = with_all_behind {
            self.touched.insert(node, true);
        }
        if let Some(before) = removed.filter(|_| self.tree.find(self.cursor.index()).is_none()) {
            self.stand(before);
        }
        Part::Tree(inverse)
    }

    fn remember(&mut self, inverse: Step) {
        if self.undo.len() == UNDO_MAX {
            self.undo.pop_front();
        }
        self.undo.push_back(inverse);
    }
}
