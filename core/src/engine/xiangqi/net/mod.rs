//! A small net that judges positions: one hidden layer, seen from both sides, in whole numbers.
//!
//! [`inputs`] numbers what a side sees, [`network`] is the net as its file has it, [`lanes`] does its sums many at a
//! time, [`neural`] keeps them up to date behind the seam of the evaluator, and [`packed`] is a position as a net learns
//! from it. The crate `trainer` makes the nets; `docs/NETS.md` says how.

pub mod inputs;
pub mod network;
pub mod lanes;
pub mod neural;
pub mod packed;

pub use inputs::INPUTS;
pub use network::Network;
pub use neural::{Neural, WHOLE, share};
