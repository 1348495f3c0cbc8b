//! A position for display.

use std::collections::BTreeMap;

use super::notation::{ForbiddenPoint, LastMove};
use super::played::Game;
use crate::base::{Outcome, Side};

wire! {
    /// A piece on its point.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct PlacedPiece {
        /// FEN letter, a capital for Red.
        pub piece: char,
        pub at: String,
    }

    /// A position with its highlights. Points are in coordinates.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BoardView {
        /// Rows from the top down: the first field of a FEN, or `x`, `o` and numbers where stones are placed.
        pub placement: String,
        pub side_to_move: Side,
        /// Legal targets by origin. Placed stones have the single key `""`. Empty if no move is allowed.
        pub destinations: BTreeMap<String, Vec<String>>,
        pub last_move: Option<LastMove>,
        /// The square of the general in check.
        pub check: Option<String>,
        /// The stones of the winning row; empty without one.
        pub winning_line: Vec<String>,
        pub forbidden: Vec<ForbiddenPoint>,
        pub outcome: Option<Outcome>,
    }
}

impl BoardView {
    /// Returns the board of `game` with the legal moves and the forbidden points.
    #[must_use]
    pub fn of(game: &Game) -> BoardView {
        let destinations = game.destinations().into_iter().collect();
        BoardView { destinations, forbidden: game.forbidden(), ..BoardView::still(game) }
    }

    /// Returns the board of `game` without legal moves and forbidden points.
    #[must_use]
    pub fn still(game: &Game) -> BoardView {
        BoardView {
            placement: game.placement(),
            side_to_move: game.side_to_move(),
            destinations: BTreeMap::new(),
            last_move: game.last_move(),
            check: game.checked(),
            winning_line: game.winning_line(),
            forbidden: Vec::new(),
            outcome: game.outcome(),
        }
    }
}
