//! The changes that the page asks of the study. It names nodes by number; which of them exist, the study knows.

use duiyi_core::game::Refusal;
use duiyi_core::record::note::{Glyph, Label, Mark};
use duiyi_core::study::{Change, Study, StudyHeader};

use super::*;

dto! {
    /// A change of the study.
    #[serde(tag = "kind")]
    #[derive(Deserialize)]
    pub enum StudyEdit {
        /// Takes a move with everything after it out of the tree.
        Remove { node: usize },
        /// Puts its line one place before its siblings.
        Promote { node: usize },
        /// Puts its line one place behind its siblings.
        Demote { node: usize },
        /// Makes the line that leads to it the main line.
        MakeMain { node: usize },
        /// An empty text removes the comment.
        Comment { node: usize, text: String },
        /// One of the six signs, numbered as in PGN; none removes the sign.
        Judge { node: usize, glyph: Option<u8> },
        /// Draws on the board after a move, and writes on points of it.
        Draw { node: usize, marks: Vec<Mark>, labels: Vec<Label> },
        /// Corrects a move that cannot be played; the moves behind it are read again.
        Correct { node: usize, mv: String },
        /// Changes the header.
        Describe { header: StudyHeader },
    }
}

impl StudyEdit {
    /// Finds the node that the change is about.
    ///
    /// # Errors
    /// `move-gone` if there is no such node.
    pub fn of(self, study: &Study) -> Result<Change, Refusal> {
        Ok(match self {
            StudyEdit::Remove { node } => Change::Remove(study.find(node)?),
            StudyEdit::Promote { node } => Change::Promote(study.find(node)?),
            StudyEdit::Demote { node } => Change::Demote(study.find(node)?),
            StudyEdit::MakeMain { node } => Change::MakeMain(study.find(node)?),
            StudyEdit::Comment { node, text } => Change::Comment(study.find(node)?, text),
            StudyEdit::Judge { node, glyph } => Change::Judge(study.find(node)?, glyph.map(Glyph)),
            StudyEdit::Draw { node, marks, labels } => {
                Change::Draw(study.find(node)?, marks, labels.iter().map(fitting).collect())
            }
            StudyEdit::Correct { node, mv } => Change::Correct(study.find(node)?, mv),
            StudyEdit::Describe { header } => Change::Describe(Box::new(header.over(&study.header))),
        })
    }
}

/// The longest text at a point, in characters: more does not fit there.
const LABEL_MAX: usize = 8;

/// Shortens a label to what can be drawn.
fn fitting(label: &Label) -> Label {
    let text: String = label.text.chars().filter(|c| !c.is_control()).take(LABEL_MAX).collect();
    Label { at: label.at.clone(), text: text.into() }
}
