//! External engines as the window keeps them: the list in the data folder, the test that finds out who a program is,
//! and the console.
//!
//! What an external engine is and how it is spoken to is [`crate::engines`]' business.

pub mod entry;
pub mod list;
pub mod probe;
pub mod console;

pub use console::EngineConsole;
pub use entry::{EngineConfig, OptionValue};
pub use list::EngineList;
pub use probe::{Probe, probe};
