//! One interface to every engine that searches a position and answers.
//!
//! A [`Mind`] opens the engine of an [`EngineSpec`]: the built-in one, a scripted one or an external program. It
//! answers a [`SearchQuestion`] in coordinates of the app. The desk, the analysis and the matches use only minds. A new
//! kind of engine is one more variant of [`EngineSpec`] and one more arm in `mind.rs`.
//!
//! A [`SearchThread`] owns the state of searches, such as a mind, on a plain thread: the newest search wins. Every
//! fault of an engine, and every panic of the built-in one, is a [`SearchFault`]. It ends one search, never the
//! program.

pub mod fault;
pub mod mind;
pub mod spec;
pub mod thread;

pub use fault::{FaultCategory, SearchFault};
pub use mind::{LINES_OPTION, LINES_PROTOCOL, Mind, SearchAnswer, SearchQuestion};
pub use spec::{EngineSettings, EngineSpec};
pub use thread::SearchThread;
