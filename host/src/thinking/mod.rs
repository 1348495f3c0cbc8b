//! One interface to every engine that searches a position and answers.
//!
//! A [`Mind`] opens the engine that an [`EngineSpec`] describes: the built-in one, a scripted one or an external program.
//! It answers a [`SearchQuestion`] in the app's own coordinates. Board, analysis, matches, reviews, puzzles and protocols
//! search through minds alone; a new kind of engine is one more variant of [`EngineSpec`] and one more arm in `mind.rs`.
//!
//! A [`SearchThread`] owns the state of searches, such as a mind, on a plain thread: the newest search wins. Every
//! fault of an engine, and every panic of the built-in one, is a [`SearchFault`]. It ends one search, never the
//! program.

pub mod fault;
pub mod mind;
pub mod spec;
pub mod thread;

pub use fault::{FaultCategory, SearchFault};
pub use mind::{LINES_OPTION, LINES_PROTOCOL, MOVES_PROTOCOL, Mind, SearchAnswer, SearchQuestion, search_once};
pub use spec::{EngineSettings, EngineSpec};
pub use thread::SearchThread;
