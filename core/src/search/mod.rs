//! The search frame both games share: what bounds a search, what it asks and tells the world, and how it deepens.
//!
//! A game's knowledge (node function, leaf search, move ordering, evaluation) lives in `engine`; the two meet at
//! the trait [`Searcher`]; how to write one, and an engine around it, stands at the top of [`driver`].

pub mod clock;
pub mod feature;
pub mod limits;
pub mod report;
pub mod stop;
pub mod control;
mod memory;
pub mod pv;
pub mod root;
pub mod stat;
pub mod statistics;
pub mod tt;
pub mod driver;
pub mod level;
pub mod options;
pub mod parallel;
pub mod time;

pub use clock::Clock;
pub use control::Control;
pub use driver::{DriverConfig, Searcher, Window};
pub use feature::{Features, SearchFeature};
pub use level::{Level, Profile};
pub use limits::{Limits, TimeLimit};
pub use options::SearchOptions;
pub use pv::PvTable;
pub use report::{InfoSink, PvLine, SearchInfo, Silent, World};
pub use root::RootMove;
pub use stat::{ButterflyHistory, ContinuationHistory, Counters, Killers};
pub use statistics::Statistics;
pub use stop::Stop;
pub use tt::{Bound, TranspositionTable, TtEntry, TtMove};
