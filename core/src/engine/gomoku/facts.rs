//! What is known of the root before the first iteration.

use crate::gomoku::Point;

/// What searches for continuous fours say about the root moves.
#[derive(Debug, Default)]
pub struct RootFacts {
    /// An own win: its moves and its plies.
    pub win: Option<(Vec<Point>, usize)>,
    /// Moves after which the enemy wins by continuous fours, with the plies of that win.
    pub losing: Vec<(Point, Vec<Point>, usize)>,
}
