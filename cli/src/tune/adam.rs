//! Adam: D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015. All sums have a fixed order,
//! so the same gradients give the same weights.

/// β1 and β2; below them ε against a division by zero.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-12;

/// The state of the optimizer.
pub struct Adam {
    /// First and second moment of each weight's gradient.
    moments: Vec<[f32; 2]>,
    powers: [f32; 2],
}

impl Adam {
    /// Makes the state for so many weights.
    pub fn new(weights: usize) -> Adam {
        Adam { moments: vec![[0.0; 2]; weights], powers: [1.0; 2] }
    }

    /// One step of `weights` against the gradient `slopes`, with the learning rate `length`.
    pub fn step(&mut self, weights: &mut [f32], slopes: &[f32], length: f32) {
        self.powers = [self.powers[0] * BETA[0], self.powers[1] * BETA[1]];
        for ((weight, slope), [mean, square]) in weights.iter_mut().zip(slopes).zip(&mut self.moments) {
            *mean += (1.0 - BETA[0]) * (slope - *mean);
            *square += (1.0 - BETA[1]) * (slope * slope - *square);
            let (mean, square) = (*mean / (1.0 - self.powers[0]), *square / (1.0 - self.powers[1]));
            *weight -= length * mean / (square.sqrt() + EPSILON);
        }
    }
}

/// Returns the factor of the learning rate in `epoch`: it falls linearly to a twentieth.
pub fn fading(epoch: usize, epochs: usize) -> f32 {
    1.0 - 0.95 * epoch as f32 / epochs.max(2) as f32
}
