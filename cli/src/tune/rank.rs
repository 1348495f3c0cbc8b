//! Fits the promise of moves to the choices of a search: the conditional logit model.
//!
//! A choice has the moves of a position and the played one. Each move has six features; its promise is the sum of their
//! weights. The softmax of the promises gives the probabilities. The loss is the cross entropy, minimized with Adam. D.
//! McFadden, "Conditional logit analysis of qualitative choice behavior", 1974; for moves of a game: R. Coulom,
//! "Computing Elo Ratings of Move Patterns in the Game of Go", 2007.

use std::fmt;

use duiyi_core::base::Rng;

use super::adam::{Adam, fading};

/// Choices in a batch.
const BATCH: usize = 2_048;
/// The initial learning rate, in log-odds.
const STEP: f32 = 0.03;
/// The prior of each weight, in choices.
const PRIOR: f32 = 20.0;

/// The features of a move.
pub type MoveFeatures = [u16; 6];

/// Choices in flat arrays.
#[derive(Default)]
pub struct Choices {
    moves: Vec<MoveFeatures>,
    heads: Vec<Head>,
}

#[derive(Clone, Copy)]
struct Head {
    end: usize,
    /// The index of the chosen move among those of the choice.
    chosen: usize,
}

/// The quality of weights on choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitness {
    /// The mean cross entropy, in nats.
    pub loss: f64,
    /// The share of choices in which no move has a higher promise than the chosen one.
    pub first: f64,
}

impl fmt::Display for Fitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loss {:.4} first {:.1}%", self.loss, 100.0 * self.first)
    }
}

impl Choices {
    /// Adds a choice among `moves`; `chosen` is an index.
    pub fn push(&mut self, moves: &[MoveFeatures], chosen: usize) {
        self.moves.extend(moves);
        self.heads.push(Head { end: self.moves.len(), chosen });
    }

    pub const fn len(&self) -> usize {
        self.heads.len()
    }

    fn moves(&self, index: usize) -> &[MoveFeatures] {
        let start = index.checked_sub(1).map_or(0, |before| self.heads[before].end);
        &self.moves[start..self.heads[index].end]
    }

    /// Writes the moves' probabilities to `chances`.
    fn chances(&self, index: usize, weights: &[f32], chances: &mut Vec<f32>) {
        chances.clear();
        let promise =
            |features: &MoveFeatures| features.iter().map(|&feature| weights[usize::from(feature)]).sum::<f32>();
        chances.extend(self.moves(index).iter().map(promise));
        let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
    }

    /// Returns how well `weights` predict the choices.
    pub fn fitness(&self, weights: &[f32]) -> Fitness {
        let (mut loss, mut first, mut chances) = (0.0, 0, Vec::new());
        for (index, head) in self.heads.iter().enumerate() {
            self.chances(index, weights, &mut chances);
            let chance = chances[head.chosen];
            loss -= f64::from(chance.max(1e-9)).ln();
            first += usize::from(chances.iter().all(|&other| other <= chance));
        }
        let count = self.len().max(1) as f64;
        Fitness { loss: loss / count, first: first as f64 / count }
    }
}

/// Trains `weights` on all choices for `epochs` epochs, in an order determined by `seed`.
pub fn fit(choices: &Choices, weights: &mut [f32], epochs: usize, seed: u64) {
    let start = weights.to_vec();
    let hold = 0.25 * PRIOR / choices.len().max(1) as f32;
    let mut adam = Adam::new(weights.len());
    let mut slopes = vec![0.0_f32; weights.len()];
    let mut chances = Vec::new();
    let mut order: Vec<u32> = (0..choices.len() as u32).collect();
    let mut rng = Rng::from_seed(seed);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            slopes.fill(0.0);
            for &index in batch {
                let index = index as usize;
                choices.chances(index, weights, &mut chances);
                chances[choices.heads[index].chosen] -= 1.0;
                for (features, slope) in choices.moves(index).iter().zip(&chances) {
                    features.iter().for_each(|&feature| slopes[usize::from(feature)] += slope);
                }
            }
            for ((slope, weight), start) in slopes.iter_mut().zip(&*weights).zip(&start) {
                *slope = *slope / batch.len() as f32 + hold * (weight - start);
            }
            adam.step(weights, &slopes, STEP * fading(epoch, epochs));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Choices among eight moves, drawn with known weights of three features and of three others. A seventh feature is
    /// four times in every move.
    fn choices(known: &[f32; 6]) -> Choices {
        let (mut choices, mut rng) = (Choices::default(), Rng::from_seed(2));
        for _ in 0..20_000 {
            let mut drawn = || [rng.below(3) as u16, 3 + rng.below(3) as u16, 6, 6, 6, 6];
            let moves: Vec<MoveFeatures> = (0..8).map(|_| drawn()).collect();
            let odds = |&[one, other, ..]: &MoveFeatures| (known[usize::from(one)] + known[usize::from(other)]).exp();
            let total: f32 = moves.iter().map(odds).sum();
            let mut left = total * rng.below(1 << 20) as f32 / (1 << 20) as f32;
            let chosen = moves.iter().position(|features| {
                left -= odds(features);
                left < 0.0
            });
            choices.push(&moves, chosen.unwrap_or(7));
        }
        choices
    }

    #[test]
    fn known_promises_are_found_again() {
        let known = [0.0, 1.0, 2.0, 0.0, -1.0, 1.5];
        let choices = choices(&known);
        let mut weights = vec![0.0; 7];
        let before = choices.fitness(&weights);
        fit(&choices, &mut weights, 30, 1);
        let after = choices.fitness(&weights);
        assert!(after.loss < before.loss && after.first > 0.3, "{before:?} {after:?}");
        // A softmax depends on differences only.
        for group in [0, 3] {
            for feature in group..group + 3 {
                let (found, wanted) = (weights[feature] - weights[group], known[feature] - known[group]);
                assert!((found - wanted).abs() < 0.1, "{weights:?}");
            }
        }
    }

    #[test]
    fn a_feature_that_is_never_seen_stays() {
        let mut weights = vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0];
        fit(&choices(&[0.5; 6]), &mut weights, 2, 1);
        assert_eq!(weights[7], 7.0);
    }
}
