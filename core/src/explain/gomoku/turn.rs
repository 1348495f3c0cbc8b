//! A position with the turn given away.

use crate::base::Side;
use crate::explain::rows::rows;
use crate::game::MoveRow;
use crate::gomoku::{Point, Position, Setup};
use crate::position::Position as _;

/// Returns the position with the turn given away.
pub(in crate::explain) fn passed(position: &Position) -> Position {
    let setup = position.to_setup();
    let setup = Setup { side: setup.side.map(|side| !side), ..setup };
    Position::from_setup(setup).expect("a game that goes on can be set up with either side to move")
}

/// Writes a line of `side` as if it were its turn.
pub(super) fn rows_of_line(position: &Position, side: Side, line: &[Point]) -> Vec<MoveRow> {
    if position.side_to_move() == side { rows(position, line) } else { rows(&passed(position), line) }
}
