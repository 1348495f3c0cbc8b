//! Basic types of all modules: sides, scores, keys, time, results.

pub mod depth;
pub mod key;
pub mod outcome;
pub mod rng;
pub mod score;
pub mod side;
pub mod time;

pub use depth::Depth;
pub use key::Key;
pub use outcome::{Outcome, Reason};
pub use rng::Rng;
pub use score::Score;
pub use side::{BySide, Side};
pub use time::{Millis, Stamp};
