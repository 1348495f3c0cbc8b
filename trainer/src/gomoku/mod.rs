//! The net of Gomoku.

pub mod lessons;
pub mod model;
pub mod check;

use crate::lessons::Target;
use crate::training::Plan;

/// How the net is trained, unless somebody asks for something else; the scale is what `duiyi tune` found.
pub const PLAN: Plan = Plan {
    target: Target { scale: 69.0, result_share: 0.3 },
    epochs: 14,
    batch: 2_048,
    rate: 0.006,
    decay: 0.0,
    seed: 1,
    threads: 1,
};
