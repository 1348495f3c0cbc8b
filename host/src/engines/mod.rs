//! External engines, ours included, as supervised child processes.
//!
//! An external engine is a command line ([`EngineCommand`]), so one on a bigger machine is `ssh host duiyi uci`.
//! [`ExternalEngine::start`] runs it, finds its protocol, and reads its identity and options. [`ExternalEngine::think`]
//! blocks until the engine's move. Silence, a flood of output, a crash or an illegal move becomes an [`EngineFault`].
//! It costs the engine its game and nothing else. A search that does not end is killed with its process. So no output
//! of an earlier search counts for the next one.
//!
//! The three protocols ([`uci`], [`ucci`], [`gomocup`]) parse and write text. [`process`] has the threads, pipes and
//! kills. [`supervised`] restarts an external engine after a fault, with growing pauses.

pub mod command;
pub mod fault;
pub mod option;
pub mod console;
pub mod question;
pub mod process;
#[cfg(unix)]
mod watchman;
mod client;
pub mod gomocup;
pub mod ucci;
pub mod uci;
pub mod external;
pub mod supervised;

pub use client::Identity;
pub use command::{EngineCommand, EngineCommandError, EngineProtocol, engine_parts};
pub use console::{Console, ConsoleDirection, ConsoleRecord};
pub use external::{EngineTimeouts, ExternalEngine};
pub use fault::{EngineFault, FaultKind};
pub use option::{EngineOption, OptionKind};
pub use question::{Decision, EngineAnswer, EngineClock, EngineInfo, EngineLimits, Question};
pub use supervised::SupervisedEngine;

#[cfg(test)]
mod tests;
