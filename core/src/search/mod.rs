//! The search frame both games share: what bounds a search, what it asks and tells the world, and how it deepens.
//!
//! A game's knowledge (node function, leaf search, move ordering, evaluation) lives in `engine`; the two meet at
//! the trait `Searcher`.

pub mod clock;
pub mod level;
pub mod limits;
pub mod report;
pub mod stop;

pub use clock::Clock;
pub use level::Level;
pub use limits::{Limits, TimeLimit};
pub use report::{Line, Report, Silent, Thought};
pub use stop::Stop;
