//! The quantized net on the validation set.

use crate::dataset::{Sample as _, TargetConfig, chance, loss};
use crate::model::Model;

/// The cost of quantization.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rounding {
    /// The mean error of the quantized net, in centipawns.
    pub mean_cp: f64,
    /// The greatest error, in centipawns.
    pub max_cp: f64,
    /// The mean loss of the quantized net.
    pub loss: f64,
}

/// Compares `judge`, the quantized net in centipawns, with its `model`.
pub fn rounding<'a, M: Model>(
    model: &M,
    samples: impl IntoIterator<Item = &'a M::Sample>,
    target: &TargetConfig,
    mut judge: impl FnMut(&M::Sample) -> i32,
) -> Rounding
where
    M::Sample: 'a,
{
    let (mut rounding, mut scratch, mut count) = (Rounding::default(), model.scratch(), 0);
    for sample in samples {
        let whole = judge(sample) as f32;
        let far = f64::from((whole - model.evaluate(sample, target, &mut scratch) * target.scale).abs());
        rounding.mean_cp += far;
        rounding.max_cp = rounding.max_cp.max(far);
        rounding.loss += loss(chance(whole / target.scale), sample.target(target));
        count += 1;
    }
    let count = f64::from(count.max(1));
    Rounding { mean_cp: rounding.mean_cp / count, loss: rounding.loss / count, ..rounding }
}
