//! The net of Xiangqi.

pub mod dataset;
pub mod model;
pub mod check;

use crate::dataset::TargetConfig;
use crate::training::TrainingConfig;

/// Lanes of the hidden layer for each view, unless somebody asks for others.
pub const WIDTH: usize = 64;
/// How the net is trained, unless somebody asks for something else; the scale is what `duiyi tune` found.
pub const PLAN: TrainingConfig = TrainingConfig {
    target: TargetConfig { scale: 356.0, result_share: 0.0 },
    epochs: 16,
    batch: 4_096,
    learning_rate: 0.002,
    decay: 1.0,
    seed: 1,
    threads: 1,
};
