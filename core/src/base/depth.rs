//! Search depth.

/// A search depth or a distance from the root, in plies. It may go below zero inside a leaf search.
pub type Depth = i32;

/// The deepest line any search keeps, in plies.
pub const MAX_PLY: usize = 128;
