//! What is asked of an external engine, and what it answers.

use std::time::Duration;

use duiyi_core::base::{BySide, Depth, Millis, Score, Side};
use duiyi_core::game::Game;

/// A question: the game so far, and how long to think.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The start and the moves; the game is not over.
    pub game: &'a Game,
    /// The bounds.
    pub limits: EngineLimits,
    /// Whether the opponent offers a draw; only UCCI can be told.
    pub draw_offered: bool,
}

/// The bounds of an external engine's search; the first one reached ends it. All absent means: until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Deepest iteration, in plies.
    pub depth: Option<Depth>,
    /// Most nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Millis>,
    /// The game's clocks.
    pub clock: Option<EngineClock>,
}

/// What the clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineClock {
    /// The time left.
    pub left: BySide<Millis>,
    /// The time added after each move.
    pub increment: BySide<Millis>,
    /// Moves until more time is added.
    pub moves_to_go: Option<u32>,
}

impl EngineLimits {
    /// Returns whether only a stop ends the search.
    #[must_use]
    pub fn is_endless(&self) -> bool {
        *self == EngineLimits::default()
    }

    /// Returns the time after which `side` has lost on time.
    #[must_use]
    pub fn time_allowed(&self, side: Side) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.left[side]);
        clock.into_iter().chain(self.move_time).min().map(|time| Duration::from_millis(time.0))
    }
}

/// What an external engine tells while it thinks. Moves are in the app's own coordinates; what it did not say is
/// absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// The number of the search.
    pub search: u64,
    /// Which of several lines it is, from 1.
    pub line: usize,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The iteration, in plies.
    pub depth: Option<Depth>,
    /// The nodes visited so far.
    pub nodes: Option<u64>,
    /// The time taken so far.
    pub time: Option<Millis>,
    /// The expected line of play.
    pub pv: Vec<String>,
    /// Words for people.
    pub text: Option<String>,
}

/// What an external engine decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A legal move.
    Play {
        /// The move, in the app's own coordinates.
        mv: String,
        /// Whether it offers a draw with it, or takes the one that was offered.
        draw: bool,
    },
    /// It gives up.
    Resign,
}

/// An external engine's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineAnswer {
    /// The number of the search.
    pub search: u64,
    /// What it decides.
    pub decision: Decision,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// The last it said of its best line.
    pub thought: EngineInfo,
    /// The time from the question to the answer, by our clock.
    pub took: Duration,
}
