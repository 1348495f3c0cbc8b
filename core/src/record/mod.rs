//! Games as records: players and rules, the tree of moves with its notes, clocks, and
//! the written formats.

pub mod clock;
pub mod date;
pub mod header;
pub mod note;
pub mod tree;
pub mod edit;
pub mod walk;
pub mod wording;
pub mod export;
pub mod format;

pub use clock::{GameClock, TimeControl};
pub use edit::{Edit, EditError};
pub use header::Header;
pub use note::Note;
pub use tree::{NodeId, Tree};
pub use walk::walk;
