//! A small net that corrects the hand-crafted evaluation in integers: it sees the lines and the combinations at one
//! point, and relations between the points of a region and of the board.
//!
//! [`network`] is the file form of a net. [`lanes`] computes its vector sums, and [`neural`] its accumulators behind
//! the evaluator trait. [`packed`] is a training sample. The crate `trainer` makes the nets; `docs/NETS.md` documents
//! it.

pub mod network;
pub mod lanes;
pub mod neural;
pub mod packed;

pub use network::Network;
pub use neural::Neural;
