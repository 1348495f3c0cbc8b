//! Guests: engines of other people, and our own over the wire, as child processes under supervision.
//!
//! A guest is a command line ([`GuestSpec`]), so one on a bigger machine is `ssh host duiyi uci`. [`Guest::start`]
//! runs it, finds out which protocol it speaks, and asks who it is and what can be set. [`Guest::think`] asks for a move
//! and blocks until there is one. Whatever a guest does (says nothing, floods, dies, plays nonsense) becomes a
//! [`GuestFault`]: it costs the guest its game and never more. Every search has a number, a search that does not end is
//! ended with its process, and what belongs to an earlier search is never taken for the next one's.
//!
//! The three protocols ([`uci`], [`ucci`], [`gomocup`]) are words; the threads, the pipes and the killing are
//! [`process`]'s; [`seat`] starts a guest again after a fault, ever more slowly.

pub mod spec;
pub mod fault;
pub mod option;
pub mod console;
pub mod question;
pub mod process;
#[cfg(unix)]
mod watchman;
mod dialect;
pub mod gomocup;
pub mod ucci;
pub mod uci;
pub mod guest;
pub mod seat;

pub use console::{Console, ConsoleLine, Direction};
pub use dialect::Identity;
pub use fault::{FaultKind, GuestFault};
pub use guest::{Guest, Patience};
pub use option::{GuestOption, OptionKind};
pub use question::{Decision, GuestAnswer, GuestClock, GuestLimits, GuestThought, Question};
pub use seat::Seat;
pub use spec::{GuestSpec, Protocol, SpecError};

#[cfg(test)]
mod tests;
