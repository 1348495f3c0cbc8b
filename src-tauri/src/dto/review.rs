//! What crosses of a running review; the judged moves and the report cross as core declares them.

use duiyi_core::review::{ReviewReport, ReviewedMove};
use duiyi_host::desk::study::StudyUpdate;

use super::*;

dto! {
    /// How a review goes.
    #[serde(tag = "kind")]
    pub enum ReviewNews {
        /// These moves look different now.
        Progress {
            done: usize,
            total: usize,
            moves: Vec<ReviewedMove>,
        },
        /// All of it.
        Done {
            report: Box<ReviewReport>,
            /// What the review has changed in the study in front; absent where it could not be kept.
            change: Option<Box<StudyUpdate>>,
            unkept: Option<Refusal>,
        },
        /// So many mistakes of the person who played it are puzzles now. It comes after the end.
        Puzzles {
            new: usize,
        },
        /// The engine failed, or what it found could not be kept.
        Failed { why: Refusal },
    }
}
