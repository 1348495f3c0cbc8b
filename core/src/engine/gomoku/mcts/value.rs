//! The squashing function between centipawn scores and tree values.

use super::super::evaluator::EVAL_MAX;
use crate::base::Score;

/// The value of a win; values lie within ±this.
pub const VALUE_MAX: i32 = 10_000;
/// The score whose value is 0.707 of a win, in centipawns.
const SCALE: f64 = 120.0;

/// Returns the value of a score, within ±[`VALUE_MAX`].
///
/// The sigmoid is x / √(1 + x²): unlike the logistic, every machine rounds its operations alike.
#[must_use]
pub fn value(score: Score) -> i32 {
    let x = f64::from(score.0) / SCALE;
    (f64::from(VALUE_MAX) * x / (1.0 + x * x).sqrt()) as i32
}

/// Returns the score of a mean value, the inverse of [`value`], within ±[`EVAL_MAX`].
#[must_use]
pub fn score(mean: f64) -> Score {
    let y = (mean / f64::from(VALUE_MAX)).clamp(-0.9999, 0.9999);
    Score(((SCALE * y / (1.0 - y * y).sqrt()) as i32).clamp(-EVAL_MAX, EVAL_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_values_are_each_other_s_mirror() {
        // Scores beyond ten times the scale need a proof, and integer values no longer separate them.
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
