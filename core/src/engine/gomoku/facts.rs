//! Results about the root, found before the first iteration.

use crate::gomoku::Point;

/// Results of the VCF and VCT solvers at the root.
#[derive(Debug, Default)]
pub struct RootFacts {
    /// An own win: its line and its plies.
    pub win: Option<(Vec<Point>, usize)>,
    /// Moves that lose to a forced win of the enemy, with its line and its plies.
    pub losing: Vec<(Point, Vec<Point>, usize)>,
}
