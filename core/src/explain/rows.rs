//! Lines in every notation.

use crate::game::notation::{MoveRow, Notation};

/// Writes a legal line from `position` in every notation.
pub(super) fn rows<P: Notation>(position: &P, line: &[P::Move]) -> Vec<MoveRow> {
    let mut position = position.clone();
    let played = line.iter().map(|&mv| {
        let row = position.row(mv);
        position.play_unchecked(mv);
        row
    });
    played.collect()
}
