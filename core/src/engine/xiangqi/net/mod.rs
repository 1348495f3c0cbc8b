//! A small net that evaluates positions: one hidden layer with a view for each side, in integers.
//!
//! [`inputs`] numbers the features of a view, and [`network`] is the file form of a net. [`lanes`] computes its vector
//! sums, and [`neural`] its accumulators behind the evaluator trait. [`packed`] is a training sample. The crate
//! `trainer` makes the nets; `docs/NETS.md` documents it.

pub mod inputs;
pub mod network;
pub mod lanes;
pub mod neural;
pub mod packed;

pub use inputs::INPUTS;
pub use network::Network;
pub use neural::{Neural, WHOLE, share};
