//! The moves at the root of a search, with what is known of each.

use std::cmp::Reverse;

use super::PvLine;
use crate::base::Score;

/// A legal move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Of a move that a person would play without thinking (a recapture, a piece that stands free, the block of a four), what it may lose against
    /// the best and is still played, in centipawns. Levels 2 to 4 play one of these moves whenever it loses no more. Set
    /// by the game before the search.
    pub obvious: Option<i32>,
    /// The score in the search under way; `-Score::INFINITE` while the move has not raised alpha.
    pub score: Score,
    /// The score after the last iteration; `-Score::INFINITE` where the move did not raise alpha then.
    pub previous_score: Score,
    /// The score at a first glance ([`super::level::Profile::shallow_depth`]), for levels below full strength.
    pub shallow: Option<Score>,
    /// The line that begins with the move; never empty.
    pub pv: Vec<M>,
    /// Nodes spent below the move; the game adds to it, the frame only keeps it.
    pub nodes: u64,
}

impl<M: Copy> RootMove<M> {
    /// Makes a root move that nothing is known of.
    #[must_use]
    pub fn new(mv: M) -> RootMove<M> {
        RootMove {
            mv,
            obvious: None,
            score: -Score::INFINITE,
            previous_score: -Score::INFINITE,
            shallow: None,
            pv: vec![mv],
            nodes: 0,
        }
    }

    /// Records that the move raised alpha to `score`, `below` being the line of play after it.
    pub fn raise(&mut self, score: Score, below: &[M]) {
        self.score = score;
        self.pv.truncate(1);
        self.pv.extend_from_slice(below);
    }

    /// Returns the move's line for a report.
    #[must_use]
    pub fn line(&self) -> PvLine<M> {
        PvLine { score: self.score, pv: self.pv.clone() }
    }
}

/// Sorts the best move first: by score, then by the score of the iteration before, then in the order they stand.
pub fn sort<M>(roots: &mut [RootMove<M>]) {
    roots.sort_by_key(|root| Reverse((root.score, root.previous_score)));
}
