//! The root moves of a search.

use std::cmp::Reverse;

use super::PvLine;
use crate::base::Score;

/// A legal move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move, as the game's generator lists it.
    pub mv: M,
    /// For an obvious move, the greatest loss against the best at which it is still played, in centipawns. Obvious
    /// moves are recaptures, captures of a piece en prise, and blocks of a four. Levels 2 to 4 play such a move
    /// whenever it loses no more. The game sets it before the search.
    pub obvious: Option<i32>,
    /// The score in the current iteration; `-Score::INFINITE` while the move has not raised alpha.
    pub score: Score,
    /// Whether `score` is a lower bound only; see [`PvLine::is_lower_bound`].
    pub is_lower_bound: bool,
    /// The score of the last iteration; `-Score::INFINITE` if the move did not raise alpha.
    pub previous_score: Score,
    /// The shallow score ([`super::level::Profile::shallow_depth`]), for levels below full strength.
    pub shallow: Option<Score>,
    /// The line that begins with the move; never empty.
    pub pv: Vec<M>,
    /// Nodes spent below the move. The searcher adds to it; the driver only reads it.
    pub nodes: u64,
}

impl<M: Copy> RootMove<M> {
    /// Makes a root move without a score.
    #[must_use]
    pub fn new(mv: M) -> RootMove<M> {
        RootMove {
            mv,
            obvious: None,
            score: -Score::INFINITE,
            is_lower_bound: false,
            previous_score: -Score::INFINITE,
            shallow: None,
            pv: vec![mv],
            nodes: 0,
        }
    }

    /// Records that the move raised alpha to `score`; `below` is the line after it.
    pub fn raise(&mut self, score: Score, below: &[M]) {
        (self.score, self.is_lower_bound) = (score, false);
        self.pv.truncate(1);
        self.pv.extend_from_slice(below);
    }

    /// Returns the move's line for a report.
    #[must_use]
    pub fn line(&self) -> PvLine<M> {
        PvLine { score: self.score, is_lower_bound: self.is_lower_bound, chance: None, pv: self.pv.clone() }
    }
}

/// Sorts by score, then by the previous score, best first. The sort is stable.
pub fn sort<M>(roots: &mut [RootMove<M>]) {
    roots.sort_by_key(|root| Reverse((root.score, root.previous_score)));
}
