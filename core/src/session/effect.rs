//! What a session asks the shell to do. Core never does it itself.

use crate::base::{BySide, Millis, Outcome, Side, Stamp};
use crate::game::Game;
use crate::gomoku::protocol::Opening;
use crate::record::TimeControl;
use crate::search::{Level, Limits};

/// The name of one search, never used twice, so that a late answer can be told from a fresh one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// Something to do, in the order given.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put this on disk before anything of it is shown.
    Journal(Entry),
    /// Start a search on a thread of its own and bring the answer back as [`super::Command::Thought`], as
    /// [`super::Command::Decided`] in an opening, or as [`super::Command::ExternalAnswered`] where a guest thinks.
    Think(Box<Task>),
    /// End this search and forget its answer.
    StopThinking(SearchId),
    /// End this search and bring the answer it has.
    FinishThinking(SearchId),
    /// Send [`super::Command::Tick`] at this moment; replaces any earlier wish.
    WakeAt(Stamp),
}

/// One step of a game in the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A move, or a decision of an opening.
    Ply {
        /// Its coordinates, or the decision's word.
        mv: String,
        /// What was left on the clocks after it.
        clocks: Option<BySide<Millis>>,
    },
    /// Moves were taken back.
    Undo {
        /// The number of moves and decisions that remain.
        to_ply: usize,
        /// What was left on the clocks then.
        clocks: Option<BySide<Millis>>,
    },
    /// The game is over.
    End(Outcome),
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move.
    Move,
    /// Advice to a person.
    Hint,
}

/// Who is to think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thinker {
    /// The built-in engine.
    BuiltIn {
        /// The strength.
        level: Level,
        /// The bounds, the level's own included.
        limits: Limits,
    },
    /// A program from outside, which keeps its own time.
    External {
        /// What the shell calls it.
        id: String,
        /// How time is kept.
        control: TimeControl,
        /// What is left on the clocks, where time is kept.
        clocks: Option<BySide<Millis>>,
    },
}

/// A search to run.
#[derive(Clone, Debug)]
pub struct Task {
    /// Its name.
    pub id: SearchId,
    /// What it is for.
    pub purpose: Purpose,
    /// Whose move it is.
    pub side: Side,
    /// The game so far.
    pub game: Game,
    /// The opening, while it goes on: then decisions are wanted instead of a move, see [`super::Engines::decide`].
    pub opening: Option<Opening>,
    /// Who thinks.
    pub by: Thinker,
    /// Whether a clock runs for the side: then nobody may think longer than its level and its clock allow.
    pub is_timed: bool,
    /// The seed of its random choices.
    pub seed: u64,
    /// The seed of the engine's form, the same throughout the game.
    pub day_form: u64,
    /// Hold the answer until this much time has passed, so that a move can be followed by eye and ear.
    pub visible_min: Millis,
}
