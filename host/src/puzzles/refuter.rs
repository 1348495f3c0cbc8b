//! The refutation of a wrong move, from a bounded engine search.

use duiyi_core::base::Millis;
use duiyi_core::game::{Game, MoveRow};
use duiyi_core::search::{Limits, Stop, TimeLimit};
use parking_lot::Mutex;

use crate::thinking::{SearchFault, search_once};

/// Time limit of an answer.
const TIME_MAX: Millis = Millis(1_500);
/// Node limit of an answer.
const NODES_MAX: u64 = 600_000;
/// The number of moves shown.
const MOVES_MAX: usize = 7;

/// The answer to a wrong move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Refutation {
    /// The principal variation; the first move is the answer.
    pub line: Vec<MoveRow>,
    /// Whether the solver still wins, only not by the puzzle's goal.
    pub wins: bool,
}

/// The engine that answers wrong moves, one at a time.
#[derive(Debug, Default)]
pub struct Refuter {
    /// Stops the search in progress.
    present: Mutex<Stop>,
}

impl Refuter {
    /// Searches the position after the last move of `game` and stops the search before it. Blocks for up to
    /// [`TIME_MAX`].
    ///
    /// # Errors
    /// The engine failed.
    pub fn refute(&self, game: &Game) -> Result<Refutation, SearchFault> {
        let stop = Stop::new();
        std::mem::replace(&mut *self.present.lock(), stop.clone()).ask();
        let time = TimeLimit::Move { max: TIME_MAX, spend_all: false };
        let limits = Limits { depth: None, nodes: Some(NODES_MAX), time: Some(time) };
        let found = search_once(game, limits, &stop)?;
        let best = found.lines.first().map_or(&[][..], |line| &line.pv);
        let line = game.line(&best[..best.len().min(MOVES_MAX)]);
        Ok(Refutation { line, wins: found.score.is_loss() })
    }

    /// Stops the search in progress.
    pub fn stop(&self) {
        self.present.lock().ask();
    }
}
