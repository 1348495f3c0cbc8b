//! What is being played, whichever game it is: how it is set up, the board with the path that led to it, what a move
//! looks like in every notation, what an opening is called, and why something is refused.
//!
//! [`Setup`] is the only door to a playable position; from there on a [`Game`] answers for all three games alike.

pub mod refusal;
pub mod setup;
pub mod notation;
pub mod played;
pub mod opening;
pub mod repetition;
pub mod image;
pub mod names;
pub mod view;

pub use image::Image;
pub use names::{Naming, OpeningName};
pub use notation::{ForbiddenPoint, LastMove, MoveRow};
pub use played::{Game, Played};
pub use refusal::{Obstacle, ObstaclePart, Refusal};
pub use repetition::{RepetitionWarning, Ruled, SideViolation};
pub use setup::{GOMOKU_SIZE_DEFAULT, GameKind, Setup, SetupCodes};
pub use view::{BoardView, PlacedPiece};
