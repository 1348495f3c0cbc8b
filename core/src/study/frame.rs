//! What there is to see of one position, and what can be done in it.

use crate::base::{Outcome, Side};
use crate::game::{Game, LastMove};

/// The board where the cursor stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The board, rows from the top down.
    pub placement: String,
    /// Whose turn it is.
    pub side_to_move: Side,
    /// Where a piece or stone may go, by where it stands.
    pub destinations: Vec<(String, Vec<String>)>,
    /// The points that the side to move may not play, with the code of the foul.
    pub forbidden: Vec<(String, &'static str)>,
    /// Where the last move came from and went to.
    pub last_move: Option<LastMove>,
    /// The square of the general in check.
    pub check: Option<String>,
    /// The stones of the winning row.
    pub winning_line: Vec<String>,
    /// How the game would have ended here by the rules.
    pub outcome: Option<Outcome>,
}

impl Frame {
    /// Looks at `game`.
    #[must_use]
    pub fn of(game: &Game) -> Frame {
        Frame {
            placement: game.placement(),
            side_to_move: game.side_to_move(),
            destinations: game.destinations(),
            forbidden: game.forbidden(),
            last_move: game.last_move(),
            check: game.checked(),
            winning_line: game.winning_line(),
            outcome: game.outcome(),
        }
    }
}
