//! Winning chances: the results of a score in our engine's games.

use crate::base::Score;
use crate::game::Setup;
use crate::gomoku::Rule;

/// A logistic curve. A score has the expected result `1 / (1 + e^(-score / scale))`, with a draw as one half.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score in centipawns with an expected result of 0.73.
    pub scale: f64,
}

/// The scales, fitted by `duiyi datagen curve` to games of 20,000 nodes a move from `duiyi datagen games`, seed 21.
/// `docs/REVIEW.md` has data, calibration and commands.
const XIANGQI: Curve = Curve { scale: 342.0 };
const FREESTYLE: Curve = Curve { scale: 96.0 };
const STANDARD: Curve = Curve { scale: 74.0 };
const RENJU: Curve = Curve { scale: 87.0 };
const CARO: Curve = Curve { scale: 115.0 };
/// Tic-tac-toe is solved, so every other score is a draw.
const TICTACTOE: Curve = Curve { scale: 1.0 };

impl Curve {
    #[must_use]
    pub const fn of(setup: &Setup) -> Curve {
        match setup {
            Setup::Xiangqi { .. } => XIANGQI,
            Setup::Gomoku { rule: Rule::Freestyle, .. } => FREESTYLE,
            Setup::Gomoku { rule: Rule::Standard, .. } => STANDARD,
            Setup::Gomoku { rule: Rule::Renju, .. } => RENJU,
            Setup::Gomoku { rule: Rule::Caro, .. } => CARO,
            Setup::TicTacToe => TICTACTOE,
        }
    }

    /// Returns the expected result of a score, 0 to 1, in the view of the score's side. A proved score is certain.
    #[must_use]
    pub fn chance(self, score: Score) -> f64 {
        if score.is_win() {
            1.0
        } else if score.is_loss() {
            0.0
        } else {
            1.0 / (1.0 + (-f64::from(score.0) / self.scale).exp())
        }
    }

    /// Fits a curve by maximum likelihood to pairs of a score and the result of its side, 0 to 1. The likelihood has
    /// one maximum, where its slope changes sign.
    #[must_use]
    pub fn fit(games: &[(i32, f64)]) -> Curve {
        let is_too_wide = |scale: f64| {
            let curve = Curve { scale };
            games.iter().map(|&(score, result)| (result - curve.chance(Score(score))) * f64::from(score)).sum::<f64>()
                > 0.0
        };
        let (mut low, mut high) = (1.0, 10_000.0);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if is_too_wide(middle) { high = middle } else { low = middle }
        }
        Curve { scale: f64::midpoint(low, high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    #[test]
    fn a_chance_grows_with_the_score_and_both_sides_share_it() {
        for curve in [XIANGQI, FREESTYLE, STANDARD, RENJU, CARO] {
            let mut before = 0.0;
            for score in (-3_000..3_000).step_by(50).map(Score) {
                let chance = curve.chance(score);
                assert!(chance > before || before > 0.999_999, "{score}: {chance}");
                assert!((chance + curve.chance(-score) - 1.0).abs() < 1e-9);
                before = chance;
            }
            assert_eq!(curve.chance(Score::DRAW), 0.5);
            assert_eq!((curve.chance(Score::mate_in(9)), curve.chance(Score::mated_in(0))), (1.0, 0.0));
        }
    }

    #[test]
    fn the_curve_behind_games_is_found_again() {
        for scale in [40.0, 150.0, 450.0] {
            let truth = Curve { scale };
            let mut rng = Rng::from_seed(3);
            let games: Vec<_> = (0..40_000)
                .map(|_| {
                    let score = rng.below(1_601) as i32 - 800;
                    let wins = rng.chance_permille((truth.chance(Score(score)) * 1000.0).round() as u32);
                    (score, f64::from(u8::from(wins)))
                })
                .collect();
            let found = Curve::fit(&games).scale;
            assert!((found / scale - 1.0).abs() < 0.06, "{found} for {scale}");
        }
    }
}
