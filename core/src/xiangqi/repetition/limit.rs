//! The natural limit (自然限着) of moves without a capture.

use crate::position::History;
use crate::xiangqi::Position;

/// How many plies without a capture end the game (120, 60 moves of each side).
pub const MOVE_LIMIT: usize = 120;
/// How many checks of one side count towards the limit; later ones do not, nor do the moves that answer them.
pub const CHECKS_COUNTED: usize = 10;

/// Returns the plies since the last capture that count towards [`MOVE_LIMIT`].
///
/// All quiet plies of a FEN count: a FEN does not show which of them gave check.
#[must_use]
pub fn quiet_plies(position: &Position, history: &History<Position>) -> usize {
    let quiet = usize::from(position.quiet_plies());
    let first = history.len().saturating_sub(quiet);
    let mut checks = [0; 2];
    let mut left_out = 0;
    let mut is_answer = false;
    for (ply, step) in history.steps().iter().enumerate().skip(first) {
        // A move that answers an uncounted check is not counted either, unless it is left out as a check anyway.
        let mut is_counted = !is_answer;
        is_answer = false;
        if step.check {
            checks[ply % 2] += 1;
            if checks[ply % 2] > CHECKS_COUNTED {
                is_counted = false;
                is_answer = true;
            }
        }
        left_out += usize::from(!is_counted);
    }
    quiet - left_out
}
