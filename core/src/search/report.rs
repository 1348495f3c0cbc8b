//! Results of a search, and its connections to the outside.

use super::{Clock, Statistics, Stop};
use crate::base::{Depth, Millis, Score};

/// One principal variation of a MultiPV search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// The score, side to move's view.
    pub score: Score,
    /// Whether the score is a lower bound only: the move failed high, and no time was left for its exact score.
    pub is_lower_bound: bool,
    /// The expected result in thousandths, side to move's view, where an external engine reports it.
    pub chance: Option<u16>,
    /// The moves from the root; never empty.
    pub pv: Vec<M>,
}

/// A progress report or the result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo<M> {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<M>,
    /// The score of the move to play, side to move's view.
    pub score: Score,
    /// The last completed iteration, in plies.
    pub depth: Depth,
    /// The selective depth: the deepest ply of the iteration.
    pub depth_selective: Depth,
    /// The nodes of all threads.
    pub nodes: u64,
    /// Time since the request.
    pub time: Millis,
    /// The hashfull value of the transposition table, in thousandths.
    pub hash_permille: u32,
    /// The lines of a MultiPV search: that of the move to play first, the others best first. Empty if the move was not
    /// searched.
    pub lines: Vec<PvLine<M>>,
    /// The counts of the first thread.
    pub statistics: Statistics,
}

impl<M> SearchInfo<M> {
    /// Makes a result without a search: no line, and a meaningless score.
    #[must_use]
    pub fn unsearched(best: Option<M>, time: Millis) -> SearchInfo<M> {
        let (score, lines) = (Score::DRAW, Vec::new());
        SearchInfo {
            best,
            score,
            depth: 0,
            depth_selective: 0,
            nodes: 0,
            time,
            hash_permille: 0,
            lines,
            statistics: Statistics::default(),
        }
    }

    /// Returns the principal variation of the move to play; empty if there is no line.
    pub fn pv(&self) -> &[M] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }

    /// Converts every move by `write`, for example to text.
    pub fn map<N>(&self, write: impl Fn(&M) -> N) -> SearchInfo<N> {
        SearchInfo {
            best: self.best.as_ref().map(&write),
            score: self.score,
            depth: self.depth,
            depth_selective: self.depth_selective,
            nodes: self.nodes,
            time: self.time,
            hash_permille: self.hash_permille,
            lines: self
                .lines
                .iter()
                .map(|line| PvLine {
                    score: line.score,
                    is_lower_bound: line.is_lower_bound,
                    chance: line.chance,
                    pv: line.pv.iter().map(&write).collect(),
                })
                .collect(),
            statistics: self.statistics,
        }
    }
}

/// Receives progress, on the search's own thread, after each iteration. The last report has the lines of the answer.
pub trait InfoSink<M> {
    /// Receives one report. The search waits meanwhile.
    fn report(&mut self, info: &SearchInfo<M>);
}

/// The connections of a search to the outside.
pub struct World<'a, M> {
    /// The source of time.
    pub clock: &'a dyn Clock,
    /// The stop request, polled at the nodes.
    pub stop: &'a Stop,
    /// The receiver of progress.
    pub report: &'a mut dyn InfoSink<M>,
}

/// A sink that discards reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> InfoSink<M> for Silent {
    fn report(&mut self, _: &SearchInfo<M>) {}
}
