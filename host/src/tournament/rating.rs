//! The ratings of many players from all their games at once.
//!
//! The model of Bradley and Terry in Elo's scale: a player's expected score follows from the difference of two ratings, a
//! draw is half a win. Its likelihood has one maximum, which Newton's method finds (D. R. Hunter, "MM algorithms for
//! generalized Bradley-Terry models", 2004, proves that there is one). Each player also draws one game with a player of the
//! mean rating, or somebody who lost every game would have none.
//!
//! Errors are those of the sandwich estimator (H. White, "Maximum likelihood estimation of misspecified models", 1982) over
//! encounters: the two games of one opening are one observation, as in a match of two.

use crate::matches::score::normal_below;

/// One Elo in the units of the model.
const UNIT: f64 = std::f64::consts::LN_10 / 400.0;
/// The largest step of Newton's method, in the units of the model.
const STEP_MAX: f64 = 1.0;
const STEPS_MAX: u32 = 200;

/// The games of two players from one opening.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    pub players: [usize; 2],
    pub games: u32,
    /// The half points of the first named.
    pub half_points: u32,
}

impl Encounter {
    fn points(&self) -> f64 {
        f64::from(self.half_points) / 2.0
    }
}

/// Ratings and their covariances.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// In the units of the model; the mean is 0.
    strengths: Vec<f64>,
    covariances: Vec<Vec<f64>>,
}

impl Ratings {
    /// Estimates the ratings of `players` players.
    #[must_use]
    pub fn estimate(players: usize, encounters: &[Encounter]) -> Ratings {
        let mut strengths = vec![0.0; players];
        for _ in 0..STEPS_MAX {
            let (slope, curvature) = likelihood(&strengths, encounters);
            let inverse = inverse(curvature);
            let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
            let longest = step.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
            let scale = STEP_MAX / longest.max(STEP_MAX);
            strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += scale * step);
            if longest < 1e-12 {
                break;
            }
        }
        let covariances = covariances(&strengths, encounters);
        let mean = strengths.iter().sum::<f64>() / players as f64;
        strengths.iter_mut().for_each(|strength| *strength -= mean);
        Ratings { strengths, covariances }
    }

    /// Returns the rating of `player`; the mean of all players is 0.
    #[must_use]
    pub fn elo(&self, player: usize) -> f64 {
        self.strengths[player] / UNIT
    }

    /// Returns half of the 95 % confidence interval of a rating, against the mean of all players.
    #[must_use]
    pub fn error(&self, player: usize) -> f64 {
        let share = 1.0 / self.strengths.len() as f64;
        let of = |other: usize| if other == player { 1.0 - share } else { -share };
        self.deviation(&of) * 1.96 / UNIT
    }

    /// Returns the likelihood that `player` is stronger than `other`, in per cent.
    #[must_use]
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let of = |one: usize| f64::from(u8::from(one == player)) - f64::from(u8::from(one == other));
        let difference = self.strengths[player] - self.strengths[other];
        100.0 * normal_below(difference / self.deviation(&of).max(f64::MIN_POSITIVE))
    }

    /// Returns the standard deviation of the sum of the strengths, each with its weight.
    fn deviation(&self, weight: &dyn Fn(usize) -> f64) -> f64 {
        let cells = self.covariances.iter().enumerate();
        let row = |(a, row): (usize, &Vec<f64>)| {
            weight(a) * row.iter().enumerate().map(|(b, cell)| weight(b) * cell).sum::<f64>()
        };
        cells.map(row).sum::<f64>().max(0.0).sqrt()
    }
}

/// Returns the expected score of a player stronger by `difference`.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Returns the slope of the logarithm of the likelihood, and its negative second derivatives.
fn likelihood(strengths: &[f64], encounters: &[Encounter]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = strengths.len();
    let (mut slope, mut curvature) = (vec![0.0; count], vec![vec![0.0; count]; count]);
    for (player, &strength) in strengths.iter().enumerate() {
        let score = expected(strength);
        slope[player] += 0.5 - score;
        curvature[player][player] += score * (1.0 - score);
    }
    for encounter in encounters {
        let [a, b] = encounter.players;
        let (games, score) = (f64::from(encounter.games), expected(strengths[a] - strengths[b]));
        let surplus = encounter.points() - games * score;
        let weight = games * score * (1.0 - score);
        slope[a] += surplus;
        slope[b] -= surplus;
        curvature[a][a] += weight;
        curvature[b][b] += weight;
        curvature[a][b] -= weight;
        curvature[b][a] -= weight;
    }
    (slope, curvature)
}

fn covariances(strengths: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let count = strengths.len();
    let mut squares = vec![vec![0.0; count]; count];
    let mut met = vec![vec![false; count]; count];
    let mut add = |[a, b]: [usize; 2], square: f64| {
        squares[a][a] += square;
        squares[b][b] += square;
        squares[a][b] -= square;
        squares[b][a] -= square;
    };
    for encounter in encounters {
        let [a, b] = encounter.players;
        let surplus = encounter.points() - f64::from(encounter.games) * expected(strengths[a] - strengths[b]);
        add(encounter.players, surplus * surplus);
        // Results that are all as expected do not prove certainty: two players know each other to half a game at best.
        if !met[a][b] {
            (met[a][b], met[b][a]) = (true, true);
            add(encounter.players, 0.25);
        }
    }
    // The drawn game with the mean player is an observation, too, with the variance that the model expects. Without it a
    // player without games, or a group that has met no other, would be certain.
    for (player, &strength) in strengths.iter().enumerate() {
        let score = expected(strength);
        squares[player][player] += score * (1.0 - score);
    }
    let (_, curvature) = likelihood(strengths, encounters);
    let inverse = inverse(curvature);
    product(&product(&inverse, &squares), &inverse)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let column = |column: usize| b.iter().map(|row| row[column]).collect::<Vec<f64>>();
    let columns: Vec<Vec<f64>> = (0..b.len()).map(column).collect();
    a.iter().map(|row| columns.iter().map(|column| dot(row, column)).collect()).collect()
}

/// Inverts a positive definite matrix by Gauss and Jordan, which needs no pivots there.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let unit = |row: usize| (0..count).map(|column| f64::from(u8::from(row == column))).collect();
    let mut inverse: Vec<Vec<f64>> = (0..count).map(unit).collect();
    for pivot in 0..count {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot].iter_mut().chain(&mut inverse[pivot]).for_each(|cell| *cell *= scale);
        let (of_matrix, of_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            matrix[row].iter_mut().zip(&of_matrix).for_each(|(cell, pivot)| *cell -= factor * pivot);
            inverse[row].iter_mut().zip(&of_inverse).for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo;

    fn near(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value} instead of {expected}");
    }

    fn pairs(players: [usize; 2], half_points: &[u32]) -> Vec<Encounter> {
        half_points.iter().map(|&half_points| Encounter { players, games: 2, half_points }).collect()
    }

    #[test]
    fn two_players_are_as_far_apart_as_in_a_match() {
        let results: Vec<u32> = (0..500).map(|pair| [4, 4, 3, 2, 1][pair % 5]).collect();
        let ratings = Ratings::estimate(2, &pairs([0, 1], &results));
        // 2.8 of 4 half points. The drawn games with the mean player matter little against a thousand.
        near(ratings.elo(0) - ratings.elo(1), elo::difference(0.7), 0.4);
        near(ratings.elo(0) + ratings.elo(1), 0.0, 1e-9);
        // The deviation of a pair's score is 0.2915: of the mean 0.01304, times 1.96 and 400 / (ln 10 · 0.7 · 0.3). Either
        // player has half of the difference.
        near(2.0 * ratings.error(0), 1.96 * 0.013_04 * 400.0 / (std::f64::consts::LN_10 * 0.21), 0.5);
        near(ratings.superiority(0, 1), 100.0, 1e-6);
    }

    #[test]
    fn at_the_maximum_everybody_scores_what_is_expected() {
        let mut encounters = Vec::new();
        for (a, b, results) in
            [(0, 1, [4, 3, 2]), (1, 2, [3, 3, 1]), (2, 3, [4, 2, 2]), (0, 3, [4, 4, 3]), (1, 3, [2, 3, 4])]
        {
            encounters.extend(pairs([a, b], &results));
        }
        let ratings = Ratings::estimate(4, &encounters);
        // The mean player has the rating at which the drawn games against it balance.
        let scored = |player: usize| -> f64 {
            let of = |encounter: &Encounter| match encounter.players {
                [a, _] if a == player => {
                    encounter.points() - 2.0 * elo::expected_score(ratings.elo(a) - ratings.elo(encounter.players[1]))
                }
                [a, b] if b == player => {
                    2.0 * elo::expected_score(ratings.elo(a) - ratings.elo(b)) - encounter.points()
                }
                _ => 0.0,
            };
            encounters.iter().map(of).sum()
        };
        for player in 0..4 {
            let drawn = 0.5 - elo::expected_score(ratings.elo(player));
            near(scored(player) + drawn, 0.0, 0.05);
        }
    }

    #[test]
    fn who_won_or_lost_everything_has_a_rating_and_a_wide_error() {
        let mut encounters = pairs([0, 1], &[4, 4, 4]);
        encounters.extend(pairs([1, 2], &[4, 4]));
        let ratings = Ratings::estimate(3, &encounters);
        assert!(ratings.elo(0) > ratings.elo(1) && ratings.elo(1) > ratings.elo(2));
        assert!((0..3).all(|player| ratings.elo(player).abs() < 1000.0 && ratings.error(player) > 50.0), "{ratings:?}");
        let none = Ratings::estimate(3, &[]);
        assert!((0..3).all(|player| none.elo(player) == 0.0 && none.error(player) > 500.0), "{none:?}");
        near(none.superiority(0, 1), 50.0, 1e-4);
    }

    #[test]
    fn players_without_a_game_between_them_are_not_compared_with_certainty() {
        let mut encounters = pairs([0, 1], &[4, 3, 4]);
        let ratings = Ratings::estimate(3, &encounters);
        near(ratings.elo(2), 0.0, 1e-6);
        // A drawn game has a deviation of 2 in the units of the model.
        assert!(ratings.error(2) > 1.96 * 2.0 / UNIT * 2.0 / 3.0, "{ratings:?}");
        assert!((50.0..80.0).contains(&ratings.superiority(0, 2)), "{}", ratings.superiority(0, 2));
        // Two pairings that have met no player of the other.
        encounters.extend(pairs([2, 3], &[3, 2, 3]));
        let ratings = Ratings::estimate(4, &encounters);
        assert!((50.0..80.0).contains(&ratings.superiority(0, 2)), "{}", ratings.superiority(0, 2));
        assert!(ratings.superiority(0, 1) > 90.0);
    }
}
