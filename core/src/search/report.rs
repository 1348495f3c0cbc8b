//! What a search tells, and the world it tells it to.

use super::{Clock, Statistics, Stop};
use crate::base::{Depth, Millis, Score};

/// One line of play that a search considers, best first among its siblings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// The score for the side to move at the root.
    pub score: Score,
    /// The moves, beginning at the root; never empty.
    pub pv: Vec<M>,
}

/// The state or the end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchInfo<M> {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<M>,
    /// The score of the move to play, for the side to move at the root.
    pub score: Score,
    /// The last iteration completed.
    pub depth: Depth,
    /// The deepest ply reached.
    pub depth_selective: Depth,
    /// The nodes visited by all threads.
    pub nodes: u64,
    /// The time taken.
    pub time: Millis,
    /// How full the transposition table is, in thousandths.
    pub hash_permille: u32,
    /// As many lines as were asked for and exist: that of the move to play first, the others best first. None where the
    /// move was not searched.
    pub lines: Vec<PvLine<M>>,
    /// What was counted on the way.
    pub statistics: Statistics,
}

impl<M> SearchInfo<M> {
    /// Returns a move that was not searched: there is no line, and the score says nothing.
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

    /// Returns the expected line of play.
    pub fn pv(&self) -> &[M] {
        self.lines.first().map_or(&[], |line| &line.pv)
    }

    /// Writes every move another way.
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
                .map(|line| PvLine { score: line.score, pv: line.pv.iter().map(&write).collect() })
                .collect(),
            statistics: self.statistics,
        }
    }
}

/// A listener to a running search; called from the search's own thread after each iteration.
pub trait InfoSink<M> {
    /// Receives the state of the search.
    fn report(&mut self, thought: &SearchInfo<M>);
}

/// The world around a search.
pub struct World<'a, M> {
    /// Asked for the time.
    pub clock: &'a dyn Clock,
    /// Asked whether to end.
    pub stop: &'a Stop,
    /// Told about progress.
    pub report: &'a mut dyn InfoSink<M>,
}

/// A listener that does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> InfoSink<M> for Silent {
    fn report(&mut self, _: &SearchInfo<M>) {}
}
