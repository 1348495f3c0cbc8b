//! Guests as the window keeps them: the list in the data folder, the test that finds out who a program is, and the
//! console.
//!
//! What a guest is and how it is spoken to is [`crate::engines`]' business.

pub mod entry;
pub mod list;
pub mod probe;
pub mod console;

pub use console::ConsoleRoom;
pub use entry::{EngineOption, GuestEntry, ProtocolCode};
pub use list::GuestList;
pub use probe::{Probe, probe};
