//! Effects: the shell's tasks, since core itself has no I/O.

use crate::base::{BySide, Millis, Outcome, Side, Stamp};
use crate::game::Game;
use crate::gomoku::protocol::Opening;
use crate::record::TimeControl;
use crate::search::{Level, Limits};

/// The unique id of a search, so that a late answer is recognised as stale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// A task for the shell, carried out in the given order.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Append this to the journal on disk before the game shows the events.
    Journal(JournalStep),
    /// Start a search on another thread. Its answer is [`super::Command::Searched`], or [`super::Command::Decided`] in
    /// an opening, or [`super::Command::ExternalAnswered`] from an external engine.
    Think(Box<SearchTask>),
    /// Stop this search and discard its answer.
    StopThinking(SearchId),
    /// Stop this search and deliver its best answer so far.
    FinishThinking(SearchId),
    /// Send [`super::Command::Tick`] at this moment. Replaces any earlier request.
    WakeAt(Stamp),
}

/// One step of a game in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalStep {
    /// A move, or a decision of an opening.
    Ply {
        /// The move's coordinates, or the decision's word.
        mv: String,
        /// Remaining times after the step; `None` in an untimed game.
        clocks: Option<BySide<Millis>>,
    },
    /// An undo removed moves.
    Undo {
        /// The number of moves and decisions that remain.
        to_ply: usize,
        /// Remaining times after the undo; `None` in an untimed game.
        clocks: Option<BySide<Millis>>,
    },
    /// The end of the game.
    End(Outcome),
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move.
    Move,
    /// A hint for a person.
    Hint,
}

/// The engine of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskEngine {
    /// The built-in engine of the game.
    BuiltIn {
        /// Strength of the built-in engine.
        level: Level,
        /// Limits of the search, including those of the level.
        limits: Limits,
    },
    /// An external engine, which manages its own time.
    External {
        /// The engine's id in the shell.
        id: String,
        /// The time controls of both sides, which differ with time odds.
        controls: BySide<TimeControl>,
        /// Remaining times; `None` in an untimed game.
        clocks: Option<BySide<Millis>>,
    },
}

/// A search to run.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// Unique id, which the answer repeats.
    pub id: SearchId,
    /// The purpose, which selects the answering command.
    pub purpose: Purpose,
    /// The side to move, or to decide in an opening.
    pub side: Side,
    /// The game so far, with its history.
    pub game: Game,
    /// The opening, while it goes on. Then the task needs decisions instead of a move; see
    /// [`Engines::decide`](crate::engine::Engines::decide).
    pub opening: Option<Opening>,
    /// The engine that searches.
    pub by: TaskEngine,
    /// Whether the side's clock runs. Then a search must not exceed its limits.
    pub is_timed: bool,
    /// The seed of random choices.
    pub seed: u64,
    /// The seed of the engine's day form, constant throughout the game.
    pub day_form: u64,
    /// Least time before the answer, so that people can follow the move.
    pub visible_min: Millis,
}
