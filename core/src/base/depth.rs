//! Depths and the greatest ply.

/// A search depth or a distance from the root, in plies. Quiescence search uses depths below zero.
pub type Depth = i32;

/// Greatest distance of a node from the root, in plies.
pub const MAX_PLY: usize = 128;
