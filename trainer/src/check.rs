//! The net as the engine will have it, asked about the lessons kept back.

use std::sync::Arc;

use duiyi_core::engine::xiangqi::evaluator::Evaluator;
use duiyi_core::engine::xiangqi::net::{Network, Neural};

use crate::lessons::{Lesson, Target, chance, loss};
use crate::model::{Model, Room};

/// What whole numbers cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rounding {
    /// How far the net in whole numbers is off, in centipawns: on average.
    pub mean_cp: f64,
    /// And at most.
    pub max_cp: f64,
    /// The mean loss of the net in whole numbers.
    pub loss: f64,
}

/// Compares `network` with the `model` that it was made from.
///
/// # Panics
/// If `lessons` are no positions; they were when they were read.
#[must_use]
pub fn rounding(network: &Network, model: &Model, lessons: &[Lesson], target: &Target) -> Rounding {
    let (mut rounding, mut room) = (Rounding::default(), Room::new(model.width()));
    let network = Arc::new(network.clone());
    let mut judge = None;
    for lesson in lessons {
        let position = lesson.packed().to_position().expect("it was one when it was read");
        let judge = judge.get_or_insert_with(|| Neural::new(Arc::clone(&network), &position));
        judge.reset(&position);
        let whole = judge.evaluate(&position).0 as f32;
        let far = f64::from((whole - model.evaluate(lesson, target, &mut room) * target.scale).abs());
        rounding.mean_cp += far;
        rounding.max_cp = rounding.max_cp.max(far);
        rounding.loss += loss(chance(whole / target.scale), lesson.target(target));
    }
    let count = lessons.len().max(1) as f64;
    Rounding { mean_cp: rounding.mean_cp / count, loss: rounding.loss / count, ..rounding }
}
