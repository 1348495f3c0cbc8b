//! Games as records: who played what under which rules, the tree of moves, clocks, and the written formats.

pub mod clock;
pub mod header;
pub mod tree;

pub mod format;

pub use clock::{GameClock, TimeControl};
pub use header::{GameKind, Header, XIANGQI_RULE};
pub use tree::{GameTree, NodeId};
