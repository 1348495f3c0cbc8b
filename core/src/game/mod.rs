//! One type for all games: set-up, board with history, notations, opening names and refusals.
//!
//! [`Setup`] is the only way to a playable position. From there a [`Game`] has one interface for all three games.

pub mod refusal;
pub mod setup;
pub mod notation;
pub mod played;
pub mod opening;
pub mod repetition;
pub mod arrange;
mod book;
pub mod image;
pub mod names;
pub mod view;

pub use book::BuiltInBooks;
pub use image::Image;
pub use names::{NamedLine, Naming, OpeningName, named_lines};
pub use notation::{ForbiddenPoint, LastMove, MoveRow};
pub use played::{Checkpoint, Game, Played};
pub use refusal::{Obstacle, ObstaclePart, Refusal};
pub use repetition::{RepetitionWarning, Ruled, SideViolation};
pub use setup::{GOMOKU_SIZE_DEFAULT, GameKind, Setup, SetupCodes};
pub use view::{BoardView, PlacedPiece};
