//! A game in progress as a state machine: commands, events and effects.
//!
//! A shell (the window, the terminal) converts a person's action to a [`Command`] with a time stamp for
//! [`Session::apply`]. The result has events to show and effects to carry out: append to the journal, start or stop a
//! search, wake up when a flag may fall. Humans, engines, replay and recovery all use this one function.

pub mod command;
pub mod config;
pub mod effect;
pub mod event;
pub mod snapshot;
pub mod state;
mod apply;
mod budget;
mod opening;
mod remote;

#[cfg(test)]
mod tests;

pub use crate::gomoku::protocol::{OpeningProtocol, OpeningTurn};
pub use command::{Command, ExternalAnswer};
pub use config::{Coach, GameConfig, Player};
pub use effect::{Effect, JournalStep, Purpose, SearchId, SearchTask, TaskEngine};
pub use event::Event;
pub use snapshot::{Abilities, Clocks, EngineThinking, Hint, PendingDecision, Snapshot};
pub use state::{Effects, Session};
