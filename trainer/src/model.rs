//! A trainable net: parameters and the gradient of the loss.

use crate::dataset::{Sample, TargetConfig};

/// A net in single precision.
pub trait Model: Clone + Sync {
    type Sample: Sample;
    /// Buffers for the activations.
    type Scratch: Send;

    fn scratch(&self) -> Self::Scratch;

    fn params(&self) -> &[f32];

    fn params_mut(&mut self) -> &mut [f32];

    /// Clips the parameters to the bounds of the quantized net.
    fn clip(&mut self);

    /// Computes the parameters that follow from others, after these have changed.
    fn refresh(&mut self, _threads: usize) {}

    /// Moves the gradient of parameters that follow from others to those.
    fn fold(&self, _gradient: &mut [f32], _threads: usize) {}

    /// Returns the output of the net, with the evaluation that it adds to, in scales.
    fn evaluate(&self, sample: &Self::Sample, target: &TargetConfig, scratch: &mut Self::Scratch) -> f32;

    /// Adds the gradient of a sample's loss to `gradient`, one number for each parameter, and returns the loss.
    fn accumulate_gradient(
        &self,
        sample: &Self::Sample,
        target: &TargetConfig,
        scratch: &mut Self::Scratch,
        gradient: &mut [f32],
    ) -> f64;
}
