//! The net of Gomoku.

pub mod dataset;
mod line_network;
pub mod model;
pub mod check;

use crate::dataset::TargetConfig;
use crate::training::TrainingConfig;

/// The default configuration; `duiyi tune` found the scale.
pub const PLAN: TrainingConfig = TrainingConfig {
    target: TargetConfig { scale: 69.0, result_share: 0.3 },
    epochs: 10,
    batch: 512,
    learning_rate: 0.005,
    warm_up: 200,
    decay: 0.0,
    seed: 1,
    threads: 1,
};
