//! What the search makes of the knowledge of lines: a chance to win from a score, a promise from what a stone makes.

use super::super::evaluator::EVAL_MAX;
use super::super::field::Field;
use super::super::kinds::kind;
use super::super::params::UNIT;
use super::super::weights::MOVES;
use super::tree::{Edge, PRIORS};
use crate::base::Score;
use crate::gomoku::Point;
use crate::gomoku::pattern::Combo;

/// The value of a won position: values lie within ±this.
pub const VALUE_MAX: i32 = 10_000;
/// The score, in centipawns, that is worth seven tenths of a win.
const SCALE: f64 = 120.0;
/// The least and the most promise that counts: what promises more wins at once.
const PROMISE: (i16, i16) = (-3000, 6000);

/// Returns what a score is worth, within ±[`VALUE_MAX`].
///
/// The curve is x / √(1 + x²), which bends as a logistic one does but is made of steps that every machine rounds alike.
#[must_use]
pub fn value(score: Score) -> i32 {
    let x = f64::from(score.0) / SCALE;
    (f64::from(VALUE_MAX) * x / (1.0 + x * x).sqrt()) as i32
}

/// Returns the score that [`value`] gives `mean` for, within ±[`EVAL_MAX`].
#[must_use]
pub fn score(mean: f64) -> Score {
    let y = (mean / f64::from(VALUE_MAX)).clamp(-0.9999, 0.9999);
    Score(((SCALE * y / (1.0 - y * y).sqrt()) as i32).clamp(-EVAL_MAX, EVAL_MAX))
}

/// How likely a point is played by what a stone makes there, the own and the enemy's: the factors of a softmax over the
/// promise that the alpha-beta search sorts its moves by, for each kind of side and combination.
#[derive(Clone, Debug)]
pub struct Prior(Box<[[[u64; 2]; Combo::COUNT]]>);

impl Prior {
    /// Makes the tables.
    #[must_use]
    pub fn new() -> Prior {
        // Rounded to whole numbers, so that no machine's exponential function shows.
        let factor = |promise: i16| {
            let promise = promise.clamp(PROMISE.0, PROMISE.1);
            (1024.0 * (f64::from(promise) / f64::from(UNIT)).exp()).round() as u64
        };
        Prior(MOVES.iter().map(|kind| kind.map(|pair| pair.map(factor))).collect())
    }

    /// Appends the moves `points` to `edges`, the likeliest first, at most `most` of them.
    pub fn list(&self, field: &Field, points: impl Iterator<Item = Point>, most: usize, edges: &mut Vec<Edge>) {
        let patterns = field.patterns();
        let factor =
            |point, side, part: usize| self.0[kind(patterns.rule(), side)][patterns.combo(point, side).index()][part];
        let weight = |point| factor(point, field.side(), 0) * factor(point, !field.side(), 1);
        let mut weighed: Vec<(u64, Point)> = points.map(|point| (weight(point), point)).collect();
        weighed.sort_unstable_by_key(|&(weight, point)| (std::cmp::Reverse(weight), point));
        weighed.truncate(most);
        let total = weighed.iter().map(|&(weight, _)| weight).sum::<u64>().max(1);
        edges.extend(weighed.into_iter().map(|(weight, point)| Edge::new(point, weight * PRIORS / total)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_values_are_each_other_s_mirror() {
        // Ten times the scale is won but for the proof, and whole values tell no more apart beyond it.
        let most = 10 * SCALE as i32;
        for cp in (-most..=most).step_by(20) {
            let back = score(value(Score(cp)).into()).0;
            assert!((back - cp).abs() <= 2 + cp.abs() / 50, "{cp} comes back as {back}");
        }
        assert_eq!((value(Score::DRAW), score(0.0)), (0, Score::DRAW));
        assert_eq!(value(Score(SCALE as i32)), 7071);
        assert_eq!(score(f64::from(VALUE_MAX)), Score(EVAL_MAX));
    }
}
