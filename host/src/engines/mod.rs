//! External engines: engines of other people, and our own over the wire, as child processes under supervision.
//!
//! An external engine is a command line ([`EngineCommand`]), so one on a bigger machine is `ssh host duiyi uci`.
//! [`ExternalEngine::start`] runs it, finds out which protocol it speaks, and asks who it is and what can be set.
//! [`ExternalEngine::think`] asks for a move and blocks until there is one. Whatever an external engine does (says
//! nothing, floods, dies, plays nonsense) becomes a [`EngineFault`]: it costs the engine its game and never more. Every
//! search has a number, a search that does not end is ended with its process, and what belongs to an earlier search is
//! never taken for the next one's.
//!
//! The three protocols ([`uci`], [`ucci`], [`gomocup`]) are words; the threads, the pipes and the killing are
//! [`process`]'s; [`supervised`] starts an external engine again after a fault, ever more slowly.

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
pub use command::{EngineCommand, EngineCommandError, EngineProtocol};
pub use console::{Console, ConsoleDirection, ConsoleRecord};
pub use external::{EngineTimeouts, ExternalEngine};
pub use fault::{EngineFault, FaultKind};
pub use option::{EngineOption, OptionKind};
pub use question::{Decision, EngineAnswer, EngineClock, EngineInfo, EngineLimits, Question};
pub use supervised::SupervisedEngine;

#[cfg(test)]
mod tests;
