//! Gomoku's rules: freestyle, standard and Renju on square boards of 5 to 22 lines.
//!
//! Points are named by column letter from the left and row number from the bottom, `h8` being the centre of the usual
//! board. Black is [`Side::First`](crate::base::Side::First). A line through a point is judged in one place,
//! [`line::Line`]; the rules ([`win`], [`forbidden`]) and the engine's incremental tables ([`pattern`]) all ask there.

pub mod point;
pub mod rule;
pub mod line;
pub mod board;
pub mod symmetry;
pub mod zobrist;
pub mod forbidden;
pub mod pattern;
pub mod win;
pub mod notation;
pub mod opening;
pub mod position;
pub mod protocol;
pub mod setup;
pub mod free_stones;

pub use board::Board;
pub use forbidden::Foul;
pub use point::{ParsePointError, Point};
pub use position::{IllegalMove, Position};
pub use rule::{ParseRuleError, Rule};
pub use setup::{Setup, SetupError};
pub use symmetry::Symmetry;
