//! The Elo model: rating differences and expected scores.

/// Returns the rating difference at which a player scores `score` points a game, with `score` between 0 and 1
/// exclusive: a win counts 1, a draw ½.
pub(crate) fn difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the expected points a game of a player rated `difference` higher than the opponent.
pub(crate) fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value} instead of {expected}");
    }

    #[test]
    fn difference_and_expected_score_are_inverse() {
        near(difference(0.5), 0.0, 1e-9);
        near(difference(0.75), 190.85, 0.01);
        for elo in [-400.0, -3.0, 0.0, 10.0, 250.0] {
            near(difference(expected_score(elo)), elo, 1e-6);
        }
    }
}
