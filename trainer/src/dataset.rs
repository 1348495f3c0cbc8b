//! Training and validation positions with their targets.

use duiyi_core::base::Side;

/// One game in so many belongs to the validation set.
pub const VALIDATION_ONE_IN: u32 = 20;

/// The mixture and unit of the targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetConfig {
    /// The score in centipawns that has odds of e to one.
    pub scale: f32,
    /// The share of the game's result in a target; the search's score has the rest.
    pub result_share: f32,
}

pub trait Sample: Sync {
    fn side_to_move(&self) -> Side;

    /// Returns the search score, in centipawns, side to move's view.
    fn score(&self) -> i16;

    /// Returns the winner of the game; `None` is a draw.
    fn winner(&self) -> Option<Side>;

    /// Returns the hand-crafted evaluation in centipawns, side to move's view.
    fn hand_crafted_cp(&self) -> i16;

    /// Returns the word of its rule or game: losses are reported for each.
    fn part(&self) -> &'static str;

    /// Returns the target winning chance, side to move's view.
    fn target(&self, target: &TargetConfig) -> f32 {
        let result = match self.winner() {
            None => 0.5,
            Some(side) => f32::from(u8::from(side == self.side_to_move())),
        };
        let searched = chance(f32::from(self.score()) / target.scale);
        (1.0 - target.result_share) * searched + target.result_share * result
    }

    /// Returns the hand-crafted evaluation in units of the scale.
    fn hand_crafted(&self, target: &TargetConfig) -> f32 {
        f32::from(self.hand_crafted_cp()) / target.scale
    }
}

/// A dataset, split into training and validation set.
#[derive(Debug)]
pub struct Dataset<S> {
    /// The origin of the positions, one line each.
    pub sources: Vec<String>,
    pub train: Vec<S>,
    /// The validation set: every position of one game in [`VALIDATION_ONE_IN`].
    pub validation: Vec<S>,
}

impl<S: Sample> Dataset<S> {
    /// Makes an empty dataset.
    #[must_use]
    pub const fn new(sources: Vec<String>) -> Dataset<S> {
        Dataset { sources, train: Vec::new(), validation: Vec::new() }
    }

    /// Adds a sample of the game with this number.
    pub fn push(&mut self, sample: S, game: u32) {
        if game.is_multiple_of(VALIDATION_ONE_IN) { self.validation.push(sample) } else { self.train.push(sample) }
    }

    /// Counts the results in the training set: the first side won, drawn, the second won.
    #[must_use]
    pub fn results(&self) -> [usize; 3] {
        [Some(Side::First), None, Some(Side::Second)]
            .map(|winner| self.train.iter().filter(|sample| sample.winner() == winner).count())
    }
}

/// Returns the winning chance of an evaluation in scales.
#[must_use]
pub fn chance(evaluation: f32) -> f32 {
    1.0 / (1.0 + (-evaluation).exp())
}

/// Returns the cross entropy of a chance and a target.
#[must_use]
pub fn loss(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Returns the mean loss over `samples` of the evaluation `judge`, in scales.
pub fn mean_loss<'a, L: Sample + 'a>(
    samples: impl IntoIterator<Item = &'a L>,
    target: &TargetConfig,
    mut judge: impl FnMut(&L) -> f32,
) -> f64 {
    mean(samples.into_iter().map(|sample| loss(chance(judge(sample)), sample.target(target))))
}

/// Returns the least possible loss: the entropy of the targets.
#[must_use]
pub fn least_loss<'a, L: Sample + 'a>(samples: impl IntoIterator<Item = &'a L>, target: &TargetConfig) -> f64 {
    mean(samples.into_iter().map(|sample| loss(sample.target(target), sample.target(target))))
}

fn mean(losses: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1));
    sum / f64::from(count.max(1))
}
