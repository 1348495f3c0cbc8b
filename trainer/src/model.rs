//! What a net is to its training: numbers, and the gradient of its loss.

use crate::dataset::{Sample, TargetConfig};

/// A net in single precision.
pub trait Model: Clone + Sync {
    /// What it learns from.
    type Sample: Sample;
    /// Scratch for what is found on the way to an output.
    type Scratch: Send;

    /// Makes such scratch.
    fn scratch(&self) -> Self::Scratch;

    /// Returns all numbers.
    fn params(&self) -> &[f32];

    /// Returns all numbers, to be changed.
    fn params_mut(&mut self) -> &mut [f32];

    /// Cuts off what would be out of bounds in whole numbers.
    fn clip(&mut self);

    /// Returns what the net, with all that belongs to it, says of a position, in scales.
    fn evaluate(&self, sample: &Self::Sample, target: &TargetConfig, scratch: &mut Self::Scratch) -> f32;

    /// Adds the gradient of the loss of one sample to `gradient`, a number for each of the net's, and returns the loss.
    fn accumulate_gradient(
        &self,
        sample: &Self::Sample,
        target: &TargetConfig,
        scratch: &mut Self::Scratch,
        gradient: &mut [f32],
    ) -> f64;
}
