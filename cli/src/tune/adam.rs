//! Adam, the way down a slope that is known only roughly: D. P. Kingma and J. Ba, "Adam: A Method for Stochastic
//! Optimization", ICLR 2015. All sums are taken in a fixed order, so the same slopes give the same weights.

/// The memory of the slope and of its square, and what keeps it from dividing by zero.
const BETA: [f32; 2] = [0.9, 0.999];
const EPSILON: f32 = 1e-12;

/// What is remembered of the slopes so far.
pub struct Adam {
    /// The mean slope of each weight, and the mean of its square.
    moments: Vec<[f32; 2]>,
    powers: [f32; 2],
}

impl Adam {
    /// Begins with so many weights.
    pub fn new(weights: usize) -> Adam {
        Adam { moments: vec![[0.0; 2]; weights], powers: [1.0; 2] }
    }

    /// Moves each of `weights` against its slope by about `length`.
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

/// Returns the share of the first step's length in that of `epoch`, which falls evenly to a twentieth.
pub fn fading(epoch: usize, epochs: usize) -> f32 {
    1.0 - 0.95 * epoch as f32 / epochs.max(2) as f32
}
