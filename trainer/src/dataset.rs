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

/// A training position.
pub trait Sample: Sync {
    /// Returns whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Returns the score that a search gave it, in centipawns, side to move's view.
    fn score(&self) -> i16;

    /// Returns who won the game, or nobody.
    fn winner(&self) -> Option<Side>;

    /// Returns the hand-crafted evaluation in centipawns, side to move's view.
    fn hand_crafted_cp(&self) -> i16;

    /// Returns the word of the rule or game that it belongs to: losses are told for each.
    fn part(&self) -> &'static str;

    /// Returns the chance of winning to be learned, for the side to move.
    fn target(&self, target: &TargetConfig) -> f32 {
        let result = match self.winner() {
            None => 0.5,
            Some(side) => f32::from(u8::from(side == self.side_to_move())),
        };
        let searched = chance(f32::from(self.score()) / target.scale);
        (1.0 - target.result_share) * searched + target.result_share * result
    }

    /// Returns the hand-crafted evaluation, one for each scale.
    fn hand_crafted(&self, target: &TargetConfig) -> f32 {
        f32::from(self.hand_crafted_cp()) / target.scale
    }
}

/// A dataset, split into training and validation set.
#[derive(Debug)]
pub struct Dataset<S> {
    /// Where the positions are from, one line each.
    pub sources: Vec<String>,
    /// The training set.
    pub train: Vec<S>,
    /// The validation set: every position of one game in [`VALIDATION_ONE_IN`].
    pub validation: Vec<S>,
}

impl<S: Sample> Dataset<S> {
    /// Begins without samples.
    #[must_use]
    pub const fn new(sources: Vec<String>) -> Dataset<S> {
        Dataset { sources, train: Vec::new(), validation: Vec::new() }
    }

    /// Adds a sample from a game that has a number.
    pub fn push(&mut self, sample: S, game: u32) {
        if game.is_multiple_of(VALIDATION_ONE_IN) { self.validation.push(sample) } else { self.train.push(sample) }
    }

    /// Counts the results of the positions taught: the first side won, drawn, the second won.
    #[must_use]
    pub fn results(&self) -> [usize; 3] {
        [Some(Side::First), None, Some(Side::Second)]
            .map(|winner| self.train.iter().filter(|sample| sample.winner() == winner).count())
    }
}

/// Returns the chance of winning that belongs to an evaluation in scales.
#[must_use]
pub fn chance(evaluation: f32) -> f32 {
    1.0 / (1.0 + (-evaluation).exp())
}

/// Returns the loss of a chance where `target` is true: the cross entropy.
#[must_use]
pub fn loss(chance: f32, target: f32) -> f64 {
    let chance = f64::from(chance.clamp(1e-6, 1.0 - 1e-6));
    let target = f64::from(target);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// Returns the mean loss over `samples` of what `judge` says of each, in scales.
pub fn mean_loss<'a, L: Sample + 'a>(
    samples: impl IntoIterator<Item = &'a L>,
    target: &TargetConfig,
    mut judge: impl FnMut(&L) -> f32,
) -> f64 {
    mean(samples.into_iter().map(|sample| loss(chance(judge(sample)), sample.target(target))))
}

/// Returns the least loss that anybody could have: that of the targets themselves.
#[must_use]
pub fn least_loss<'a, L: Sample + 'a>(samples: impl IntoIterator<Item = &'a L>, target: &TargetConfig) -> f64 {
    mean(samples.into_iter().map(|sample| loss(sample.target(target), sample.target(target))))
}

fn mean(losses: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = losses.fold((0.0, 0), |(sum, count), loss| (sum + loss, count + 1));
    sum / f64::from(count.max(1))
}
