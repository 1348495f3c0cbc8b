//! The net of Xiangqi.

pub mod dataset;
pub mod model;
pub mod check;

use crate::dataset::TargetConfig;
use crate::training::TrainingConfig;

/// The default number of hidden lanes for each view.
pub const WIDTH: usize = 64;
/// The default configuration; `duiyi tune` found the scale.
pub const PLAN: TrainingConfig = TrainingConfig {
    target: TargetConfig { scale: 356.0, result_share: 0.0 },
    epochs: 16,
    batch: 4_096,
    learning_rate: 0.002,
    warm_up: 0,
    decay: 1.0,
    seed: 1,
    threads: 1,
};
