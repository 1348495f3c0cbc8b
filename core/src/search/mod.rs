//! The search driver that all games share: limits, time, transposition table, iterative deepening, reports, levels.
//!
//! The game's part (node function, quiescence, move ordering, evaluation) is in `engine`, behind the trait
//! [`Searcher`]. The page of [`driver`] explains how to write one, and an engine around it.

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
pub mod eval_cache;
pub mod driver;
pub mod level;
pub mod options;
pub mod parallel;
pub mod time;

pub use clock::Clock;
pub use control::Control;
pub use driver::{DriverConfig, Searcher, Window};
pub use eval_cache::EvalCache;
pub use feature::{Features, SearchFeature};
pub use level::{Level, Profile};
pub use limits::{Limits, TimeLimit};
pub use options::{CONTEMPT_MAX, SearchOptions};
pub use pv::PvTable;
pub use report::{InfoSink, PvLine, SearchInfo, Silent, World};
pub use root::RootMove;
pub use stat::{ButterflyHistory, ContinuationHistory, Counters, Killers};
pub use statistics::Statistics;
pub use stop::Stop;
pub use tt::{Bound, TranspositionTable, TtEntry, TtMove};
