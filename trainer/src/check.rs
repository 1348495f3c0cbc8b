//! The net as the engine will have it, asked about the lessons kept back.

use crate::lessons::{Lesson as _, Target, chance, loss};
use crate::model::Model;

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

/// Compares `judge`, which asks the net in whole numbers and returns centipawns, with the `model` that it was made from.
pub fn rounding<'a, M: Model>(
    model: &M,
    lessons: impl IntoIterator<Item = &'a M::Lesson>,
    target: &Target,
    mut judge: impl FnMut(&M::Lesson) -> i32,
) -> Rounding
where
    M::Lesson: 'a,
{
    let (mut rounding, mut room, mut count) = (Rounding::default(), model.room(), 0);
    for lesson in lessons {
        let whole = judge(lesson) as f32;
        let far = f64::from((whole - model.evaluate(lesson, target, &mut room) * target.scale).abs());
        rounding.mean_cp += far;
        rounding.max_cp = rounding.max_cp.max(far);
        rounding.loss += loss(chance(whole / target.scale), lesson.target(target));
        count += 1;
    }
    let count = f64::from(count.max(1));
    Rounding { mean_cp: rounding.mean_cp / count, loss: rounding.loss / count, ..rounding }
}
