//! AdamW: D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015; I. Loshchilov and F. Hutter,
//! "Decoupled Weight Decay Regularization", ICLR 2019.

/// β1 and β2; below them ε against a division by zero.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// The state of the optimizer.
#[derive(Clone, Debug)]
pub struct AdamW {
    /// The first and second moment of each weight's gradient.
    means: Vec<f32>,
    squares: Vec<f32>,
    powers: [f32; 2],
    /// The weight decay at a learning rate of 1.
    decay: f32,
}

impl AdamW {
    /// Makes the state for so many weights, of which the share `decay` decays at a learning rate of 1.
    #[must_use]
    pub fn new(weights: usize, decay: f32) -> AdamW {
        AdamW { means: vec![0.0; weights], squares: vec![0.0; weights], powers: [1.0; 2], decay }
    }

    /// One step of `weights` against the gradient, with the learning rate `length`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], length: f32) {
        self.powers = [self.powers[0] * BETA[0], self.powers[1] * BETA[1]];
        let parts = [1.0 / (1.0 - self.powers[0]), 1.0 / (1.0 - self.powers[1])];
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean += (1.0 - BETA[0]) * (gradient - *mean);
            *square += (1.0 - BETA[1]) * (gradient * gradient - *square);
            let step = *mean * parts[0] / ((*square * parts[1]).sqrt() + EPSILON) + self.decay * *weight;
            *weight -= length * step;
        }
    }
}
