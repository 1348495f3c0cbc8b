//! Fits a linear evaluation to games: logistic loss, Adam, and a validation set of games.
//!
//! This file knows no game. A sample has the counts of the features of a position, and the share of the middle game.
//! Each feature has two weights, for middle game and ending; an evaluation without phases uses the first only.
//!
//! The target of a sample is a winning chance, a mixture of the search's score and the result of the game. All sums
//! have a fixed order, so the same samples give the same weights.

use duiyi_core::base::Rng;

use super::adam::{Adam, fading};

/// The weight of the search's score in a target; the game's result has the rest.
pub const SCORE_SHARE: f32 = 0.7;
/// One game in so many belongs to the validation set.
pub const KEPT_BACK: usize = 20;
/// Samples in a batch.
const BATCH: usize = 8_192;
/// The initial learning rate, in centipawns.
const STEP: f32 = 1.5;
/// The prior of each weight, in samples: weights of rare features move little.
const PRIOR: f32 = 400.0;

/// A weight for the middle game and one for the ending, in centipawns.
pub type Weight = [f32; 2];

/// A training sample, from the point of view of the side that began.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningSample {
    /// Features with their counts.
    pub features: Vec<(u16, i16)>,
    /// The share of the middle game, 0 to 1.
    pub middle: f32,
    /// The factors of a positive and of a negative sum of weights.
    pub factors: [f32; 2],
    /// The search's score in centipawns.
    pub score: f32,
    /// The game's result: 1 won, 0 lost.
    pub result: f32,
    /// The number of the game.
    pub game: usize,
}

/// Samples in flat arrays.
#[derive(Default)]
pub struct Samples {
    features: Vec<(u16, i16)>,
    heads: Vec<Head>,
}

#[derive(Clone, Copy)]
struct Head {
    end: usize,
    middle: f32,
    factors: [f32; 2],
    score: f32,
    result: f32,
}

impl Samples {
    pub fn push(&mut self, sample: &TuningSample) {
        self.features.extend(&sample.features);
        let TuningSample { middle, factors, score, result, .. } = *sample;
        self.heads.push(Head { end: self.features.len(), middle, factors, score, result });
    }

    pub const fn len(&self) -> usize {
        self.heads.len()
    }

    fn features(&self, index: usize) -> &[(u16, i16)] {
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        &self.features[start..self.heads[index].end]
    }

    /// Returns the evaluation of a sample, and the factor of its sum.
    fn evaluate(&self, index: usize, weights: &[Weight]) -> (f32, f32) {
        let head = &self.heads[index];
        let mut sums = [0.0; 2];
        for &(feature, times) in self.features(index) {
            let weight = weights[usize::from(feature)];
            sums[0] += weight[0] * f32::from(times);
            sums[1] += weight[1] * f32::from(times);
        }
        let sum = sums[0] * head.middle + sums[1] * (1.0 - head.middle);
        let factor = head.factors[usize::from(sum <= 0.0)];
        (sum * factor, factor)
    }

    /// Returns the mean loss of `weights`.
    pub fn loss(&self, weights: &[Weight], scale: f32) -> f64 {
        let loss = |index: usize| {
            let target = self.heads[index].target(scale);
            cross_entropy(chance(self.evaluate(index, weights).0, scale), target)
        };
        (0..self.len()).map(loss).sum::<f64>() / self.len().max(1) as f64
    }

    /// Returns the scale of the winning-chance curve that fits scores and results best: the score, in centipawns, with
    /// odds of e to one.
    pub fn scale(&self) -> f32 {
        let loss = |scale: f32| {
            let losses = self.heads.iter().map(|head| cross_entropy(chance(head.score, scale), head.result));
            losses.sum::<f64>()
        };
        // The loss is unimodal: ternary search.
        let (mut low, mut high) = (40.0_f32, 2_000.0_f32);
        for _ in 0..40 {
            let third = (high - low) / 3.0;
            if loss(low + third) < loss(high - third) { high -= third } else { low += third }
        }
        (low + high) / 2.0
    }
}

impl Head {
    fn target(&self, scale: f32) -> f32 {
        SCORE_SHARE * chance(self.score, scale) + (1.0 - SCORE_SHARE) * self.result
    }
}

/// Returns the winning chance of a score.
fn chance(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-score / scale).exp())
}

fn cross_entropy(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Trains `weights` on all samples for `epochs` epochs, in an order determined by `seed`; `report` gets the epoch and
/// the weights after each.
pub fn fit(
    samples: &Samples,
    weights: &mut [Weight],
    scale: f32,
    epochs: usize,
    seed: u64,
    mut report: impl FnMut(usize, &[Weight]),
) {
    let start = weights.to_vec();
    let hold = 0.25 / (scale * scale) * PRIOR / samples.len().max(1) as f32;
    let mut adam = Adam::new(2 * weights.len());
    let mut slopes = vec![[0.0_f32; 2]; weights.len()];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut rng = Rng::from_seed(seed);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            slopes.fill([0.0; 2]);
            for &index in batch {
                let index = index as usize;
                let head = &samples.heads[index];
                let (score, factor) = samples.evaluate(index, weights);
                let slope = (chance(score, scale) - head.target(scale)) * factor / scale;
                let slope = [slope * head.middle, slope * (1.0 - head.middle)];
                for &(feature, times) in samples.features(index) {
                    let total = &mut slopes[usize::from(feature)];
                    total[0] += slope[0] * f32::from(times);
                    total[1] += slope[1] * f32::from(times);
                }
            }
            for ((slope, weight), start) in slopes.iter_mut().zip(&*weights).zip(&start) {
                for part in 0..2 {
                    let pull = hold * (weight[part] - start[part]);
                    slope[part] = slope[part] / batch.len() as f32 + pull;
                }
            }
            adam.step(weights.as_flattened_mut(), slopes.as_flattened(), STEP * fading(epoch, epochs));
        }
        report(epoch + 1, weights);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions of three features with known weights, and scores and results to match; enough to outweigh the prior.
    fn samples() -> Samples {
        let (mut samples, mut rng) = (Samples::default(), Rng::from_seed(2));
        for game in 0..40_000 {
            let times = [0; 3].map(|_| rng.below(5) as i16 - 2);
            let middle = rng.below(33) as f32 / 32.0;
            let sum = |weights: [f32; 3]| (0..3).map(|i| weights[i] * f32::from(times[i])).sum::<f32>();
            let score = sum([100.0, -40.0, 10.0]) * middle + sum([60.0, 0.0, 25.0]) * (1.0 - middle);
            samples.push(&TuningSample {
                features: (0..3).map(|feature| (feature, times[usize::from(feature)])).collect(),
                middle,
                factors: [1.0; 2],
                score,
                result: chance(score, 200.0),
                game,
            });
        }
        samples
    }

    #[test]
    fn known_weights_are_found_again() {
        let samples = samples();
        assert!((samples.scale() - 200.0).abs() < 2.0, "{}", samples.scale());
        let mut weights = vec![[0.0; 2]; 3];
        let before = samples.loss(&weights, 200.0);
        fit(&samples, &mut weights, 200.0, 40, 1, |_, _| {});
        assert!(samples.loss(&weights, 200.0) < before);
        for (found, known) in weights.iter().zip([[100.0, 60.0], [-40.0, 0.0], [10.0, 25.0]]) {
            let far = (found[0] - known[0]).abs().max((found[1] - known[1]).abs());
            assert!(far < 12.0, "{found:?} instead of {known:?}");
        }
        let mut again = vec![[0.0; 2]; 3];
        fit(&samples, &mut again, 200.0, 40, 1, |_, _| {});
        assert_eq!(again, weights);
    }

    #[test]
    fn a_feature_that_is_never_seen_stays() {
        let mut weights = vec![[0.0; 2], [0.0; 2], [0.0; 2], [7.0, -3.0]];
        fit(&samples(), &mut weights, 200.0, 3, 1, |_, _| {});
        assert_eq!(weights[3], [7.0, -3.0]);
    }
}
