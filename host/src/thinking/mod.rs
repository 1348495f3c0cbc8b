//! Thinking: one face for every engine that searches a position and answers.
//!
//! A [`Mind`] opens the engine that an [`EngineSpec`] describes: the built-in one, a scripted one or an external program.
//! It answers a [`SearchQuestion`] in the app's own coordinates. The board, the analysis and the matches ask only minds;
//! a new kind of engine is one more variant of [`EngineSpec`] and one more arm in `mind.rs`.
//!
//! A [`SearchThread`] owns the state of searches, such as a mind, on a plain thread: the newest search wins. A fault of an
//! engine, a panic of the built-in one included, is a [`SearchFault`] and ends one search, never the program.

pub mod fault;
pub mod mind;
pub mod spec;
pub mod thread;

pub use fault::{FaultCategory, SearchFault};
pub use mind::{LINES_OPTION, LINES_PROTOCOL, Mind, SearchAnswer, SearchQuestion};
pub use spec::{EngineSettings, EngineSpec};
pub use thread::SearchThread;
