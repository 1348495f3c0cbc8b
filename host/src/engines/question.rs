//! The requests to an external engine, and its answers.

use std::time::Duration;

use duiyi_core::base::{BySide, Depth, Millis, Score, Side};
use duiyi_core::game::Game;

/// A search request: the game and the limits.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The start and the moves; the game is not over.
    pub game: &'a Game,
    pub limits: EngineLimits,
    /// The moves to search, in coordinates; an empty list means every legal move. Gomocup cannot express it.
    pub moves: &'a [String],
}

/// The limits of an external engine's search; the first one reached ends it. Without any, only a stop ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Depth limit, in plies.
    pub depth: Option<Depth>,
    /// Node limit.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Millis>,
    pub clock: Option<EngineClock>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineClock {
    /// The time of the side to move at the start of the game.
    pub main: Millis,
    pub left: BySide<Millis>,
    /// Time added after each move.
    pub increment: BySide<Millis>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
}

impl EngineLimits {
    /// Returns whether only a stop ends the search.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        *self == EngineLimits::default()
    }

    /// Returns the time after which `side` loses on time.
    #[must_use]
    pub fn time_allowed(&self, side: Side) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.left[side]);
        clock.into_iter().chain(self.move_time).min().map(|time| Duration::from_millis(time.0))
    }
}

/// A report of a searching engine. Moves are in coordinates of the app; unreported fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// The rank of the line (multi-PV), from 1. A protocol leaves 0 where the engine writes none.
    pub line: usize,
    /// Side to move's view.
    pub score: Option<Score>,
    /// The expected result in thousandths, side to move's view.
    pub chance: Option<u16>,
    /// In plies.
    pub depth: Option<Depth>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// Time so far.
    pub time: Option<Millis>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// Text for people.
    pub text: Option<String>,
}

/// The decision of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    Play {
        /// In coordinates of the app.
        mv: String,
        /// Whether the engine offers a draw.
        draw: bool,
    },
    Resign,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    pub decision: Decision,
    /// The last report of its best line.
    pub thought: EngineInfo,
    /// The time from the request to the answer, by our clock.
    pub took: Duration,
}
