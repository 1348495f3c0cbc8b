//! Adam with weights that decay: D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015; I.
//! Loshchilov and F. Hutter, "Decoupled Weight Decay Regularization", ICLR 2019.

/// The memory of the gradient and of its square, and what keeps it from dividing by zero.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-8;

/// What is remembered of the gradient so far.
#[derive(Clone, Debug)]
pub struct AdamW {
    /// The mean gradient of each weight, and the mean of its square.
    means: Vec<f32>,
    squares: Vec<f32>,
    powers: [f32; 2],
    /// How much of a weight decays with a step of length 1.
    decay: f32,
}

impl AdamW {
    /// Begins with so many weights, of which the share `decay` decays with a step of length 1.
    #[must_use]
    pub fn new(weights: usize, decay: f32) -> AdamW {
        AdamW { means: vec![0.0; weights], squares: vec![0.0; weights], powers: [1.0; 2], decay }
    }

    /// Moves each of `weights` against its gradient by about `length`.
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
