//! The file of a disagreement: both positions, so that people can see who is right.

use super::event::Closing;
use crate::files::{DataDir, write_whole};

/// Writes both positions beside the journal of the game.
pub(super) fn keep(dir: &DataDir, id: &str, steps: u32, ours: String, theirs: String) -> Closing {
    let path = dir.journals().join(format!("{id}.disagreement.txt"));
    let text = format!("steps: {steps}\nthis machine: {ours}\nthe other machine: {theirs}\n");
    tracing::warn!(steps, "two machines disagree about their game");
    let file = write_whole(&path, text.as_bytes()).ok().map(|()| path.display().to_string());
    Closing::Disagreement { file, ours, theirs }
}
