//! The program as a state machine: a game in progress, the commands that change it, and what the shell is to do about it.
//!
//! A shell (the window, the terminal) turns what a person does into a [`Command`], stamps it with the time and hands it
//! to [`Session::apply`]. It gets back events to show and effects to carry out: append to the journal, start or stop a
//! search, wake up when a flag may fall. Human, engine, replay and recovery all enter by this one door.

pub mod command;
pub mod config;
pub mod effect;
pub mod event;
pub mod snapshot;
pub mod state;
mod apply;
mod budget;
mod opening;

#[cfg(test)]
mod tests;

pub use crate::gomoku::protocol::{OpeningProtocol, OpeningTurn};
pub use command::{Command, ExternalAnswer};
pub use config::{GameConfig, Player};
pub use effect::{Effect, Entry, Purpose, SearchId, Task, Thinker};
pub use event::Event;
pub use snapshot::{Abilities, Clocks, EngineThinking, Hint, PendingDecision, Snapshot};
pub use state::{Effects, Session};
