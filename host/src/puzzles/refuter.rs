//! Why a move is wrong: what the engine answers to it, found within bounds.

use duiyi_core::base::Millis;
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::{Game, MoveRow};
use duiyi_core::search::{Level, Limits, Stop, TimeLimit};
use parking_lot::Mutex;

use crate::clock::MonotonicClock;
use crate::thinking::{EngineSettings, Mind, SearchFault, SearchQuestion};

/// Memory of the transposition table, in mebibytes; it is given back with every answer.
const HASH_MIB: usize = 16;
/// The most time for an answer.
const TIME_MAX: Millis = Millis(1_500);
/// The most positions looked at.
const NODES_MAX: u64 = 600_000;
/// The most moves that are shown.
const MOVES_MAX: usize = 7;

/// What follows on a wrong move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The moves of best play, the answer first.
    pub line: Vec<MoveRow>,
    /// Whether the solver wins all the same, only not in the way that was asked for.
    pub wins: bool,
}

/// The engine that answers wrong moves, one after the other.
#[derive(Debug, Default)]
pub struct Refuter {
    /// Ends the search that is on its way.
    present: Mutex<Stop>,
}

impl Refuter {
    /// Thinks about the answer to the last move of `game`; a question before it ends at once. Blocks for as long as
    /// [`TIME_MAX`].
    ///
    /// # Errors
    /// The engine failed.
    pub fn refute(&self, game: &Game) -> Result<Refutation, SearchFault> {
        let stop = Stop::new();
        std::mem::replace(&mut *self.present.lock(), stop.clone()).ask();
        let time = TimeLimit::Move { max: TIME_MAX, spend_all: false };
        let limits = Limits { depth: None, nodes: Some(NODES_MAX), time: Some(time) };
        let request = SearchRequest::new(limits, Level::MAX, 0);
        let clock = MonotonicClock::start();
        let question = SearchQuestion { game, moves: &[], request, clocks: None, clock: &clock };
        let mut mind = Mind::built_in(&EngineSettings::full_strength(HASH_MIB));
        let found = mind.think(&question, &stop, None)?.info;
        let best = found.lines.first().map_or(&[][..], |line| &line.pv);
        let line = game.line(&best[..best.len().min(MOVES_MAX)]);
        Ok(Refutation { line, wins: found.score.is_loss() })
    }

    /// Ends the search that is on its way.
    pub fn stop(&self) {
        self.present.lock().ask();
    }
}
