//! The external engines of the window: the list in the data folder, the probe that identifies a program, and the
//! console.
//!
//! [`crate::engines`] runs the processes and speaks the protocols.

pub mod entry;
pub mod list;
pub mod probe;
pub mod console;

pub use console::EngineConsole;
pub use entry::{EngineConfig, OptionValue};
pub use list::EngineList;
pub use probe::{Probe, probe};
