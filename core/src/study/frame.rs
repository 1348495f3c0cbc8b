//! What there is to see of one position.

use crate::base::Side;
use crate::game::{Game, LastMove, MoveRow};

/// The board after one move, or before the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The board, rows from the top down.
    pub placement: String,
    /// Whose turn it is.
    pub side_to_move: Side,
    /// The move that led here; the start has none.
    pub row: Option<MoveRow>,
    /// Where that move came from and went to.
    pub last_move: Option<LastMove>,
    /// The square of the general in check.
    pub check: Option<String>,
    /// The stones of the winning row.
    pub winning_line: Vec<String>,
}

impl Frame {
    /// Looks at `game`, to which the move of `row` has led.
    #[must_use]
    pub fn of(game: &Game, row: Option<MoveRow>) -> Frame {
        Frame {
            placement: game.placement(),
            side_to_move: game.side_to_move(),
            row,
            last_move: game.last_move(),
            check: game.checked(),
            winning_line: game.winning_line(),
        }
    }
}
