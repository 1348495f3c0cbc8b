//! A small net that says what the sum over the points overlooks: how what both sides would make at a point belongs
//! together, and what all points come to together, in whole numbers.
//!
//! [`network`] is the net as its file has it, [`lanes`] does its sums many at a time, [`neural`] keeps them up to date behind
//! the seam of the evaluator, and [`packed`] is a position as a net learns from it. The crate `trainer` makes
//! the nets; `docs/NETS.md` says how.

pub mod network;
pub mod lanes;
pub mod neural;
pub mod packed;

pub use network::Network;
pub use neural::Neural;
