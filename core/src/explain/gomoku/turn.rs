//! A position after a pass.

use crate::base::Side;
use crate::explain::rows::rows;
use crate::game::MoveRow;
use crate::gomoku::{Point, Position, Setup};
use crate::position::Position as _;

pub(in crate::explain) fn passed(position: &Position) -> Position {
    let setup = position.to_setup();
    let setup = Setup { side: setup.side.map(|side| !side), ..setup };
    Position::from_setup(setup).expect("a game that goes on can be set up with either side to move")
}

/// Converts a line of `side` to rows, with `side` to move first.
pub(super) fn rows_of_line(position: &Position, side: Side, line: &[Point]) -> Vec<MoveRow> {
    if position.side_to_move() == side { rows(position, line) } else { rows(&passed(position), line) }
}
