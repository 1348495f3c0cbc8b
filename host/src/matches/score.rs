//! The statistics of match results: Elo with its error, likelihood of superiority, and SPRT.
//!
//! Two games of one opening with colours swapped are one observation with five possible results (the pentanomial model
//! of fishtest). It removes the bias of the opening, so fewer games suffice.

use crate::elo;

/// One of the two engines, by the order in which they were named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrant {
    A,
    B,
}

impl Entrant {
    #[must_use]
    pub const fn other(self) -> Entrant {
        match self {
            Entrant::A => Entrant::B,
            Entrant::B => Entrant::A,
        }
    }
}

/// Results from the first entrant's point of view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MatchResults {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
}

/// Half points of the first entrant in one game.
const fn half_points(winner: Option<Entrant>) -> usize {
    match winner {
        Some(Entrant::A) => 2,
        None => 1,
        Some(Entrant::B) => 0,
    }
}

/// A rating difference with its error, and the likelihood of superiority.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct EloEstimate {
    /// The first entrant's rating minus the second's.
    pub elo: f64,
    /// Half of the 95 % confidence interval (Wilson's score interval); the distance to `bound` if there is one.
    pub error: f64,
    /// The likelihood that the first entrant is stronger, in per cent.
    pub los: f64,
    /// The least difference that 95 of 100 such matches allow, in the winner's favour. Only if one side won every game:
    /// then the difference has no upper limit, and `elo` is that of half a point less.
    pub bound: Option<f64>,
}

impl MatchResults {
    pub fn add(&mut self, winner: Option<Entrant>) {
        match winner {
            Some(Entrant::A) => self.wins += 1,
            None => self.draws += 1,
            Some(Entrant::B) => self.losses += 1,
        }
    }

    /// Adds the pair of two games that have been added.
    pub fn add_pair(&mut self, one: Option<Entrant>, other: Option<Entrant>) {
        self.pairs[half_points(one) + half_points(other)] += 1;
    }

    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the standard error of the first entrant's points a game, if `score` is their expected value.
    ///
    /// A pair is one observation of two games. A game without its pair is one of its own; which of the games these are is
    /// not kept, so each has the variance of all games.
    fn error_about(&self, score: f64) -> f64 {
        let games = f64::from(self.games());
        let unpaired = f64::from(self.games().saturating_sub(2 * self.pairs.iter().sum::<u32>()));
        let of_games = squares(&[self.losses, self.draws, self.wins], score);
        // The points of a pair are twice its mean, so their squares count four times.
        let squares = 4.0 * squares(&self.pairs, score) + unpaired / games * of_games;
        // Equal results do not prove certainty: the error is at least that of half a game.
        (squares / games / games).sqrt().max(0.5 / games)
    }

    /// Returns the estimate; `None` before the first game.
    pub fn strength(&self) -> Option<EloEstimate> {
        if self.games() == 0 {
            return None;
        }
        let games = f64::from(self.games());
        let mean = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / games;
        // A perfect score has no rating; assume half a point more or less.
        let edge = 0.5 / (games + 1.0);
        let elo = elo::difference(mean.clamp(edge, 1.0 - edge));
        // The normal distribution says nothing about equal results: a coin wins four times in a row once in sixteen.
        // Draws favour neither side.
        let luck = |games: u32| 0.5f64.powf(f64::from(games));
        let los = match (self.wins, self.losses) {
            (0, 0) => 0.5,
            (wins, 0) => 1.0 - luck(wins),
            (0, losses) => luck(losses),
            // The question is whether equal players would have this result, so the error is that of equal players.
            // Without pairs this is the formula of the Chess Programming Wiki ("Match Statistics"). A loss does
            // not make the winner more sure than its wins alone.
            _ => normal_below((mean - 0.5) / self.error_about(0.5)).clamp(luck(self.losses), 1.0 - luck(self.wins)),
        };
        let bound = self.bound();
        let error = match bound {
            Some(bound) => (elo - bound).abs(),
            // The score interval of E. B. Wilson (1927). In Elo the estimate is in its middle (R. G. Newcombe, "Logit
            // confidence intervals and the inverse sinh transformation", 2001).
            None => {
                let half = (1.96 * self.error_about(mean) / (2.0 * mean * (1.0 - mean))).asinh();
                2.0 * half * 400.0 / std::f64::consts::LN_10
            }
        };
        Some(EloEstimate { elo, error, los: 100.0 * los, bound })
    }

    /// Returns whether so many games are all that were played.
    const fn is_all(&self, games: u32) -> bool {
        games > 0 && games == self.games()
    }

    /// Returns the difference at which so many wins in a row have a chance of 2.5 %.
    fn bound(&self) -> Option<f64> {
        let score = 0.025f64.powf(1.0 / f64::from(self.games()));
        match (self.is_all(self.wins), self.is_all(self.losses)) {
            (true, _) => Some(elo::difference(score)),
            (_, true) => Some(-elo::difference(score)),
            _ => None,
        }
    }
}

/// Returns the points a game of each kind of pair.
fn pair_points() -> impl Iterator<Item = f64> {
    (0..5).map(|half_points| f64::from(half_points) / 4.0)
}

/// Returns the `t` of the maximum-likelihood distribution with the mean `score`. Each result is `1 + t · (its points -
/// score)` times less frequent in it than counted.
fn tilt(counts: &[f64; 5], score: f64) -> f64 {
    // The slope falls over the interval in which all those factors are positive.
    let slope = |tilt: f64| -> f64 {
        counts.iter().zip(pair_points()).map(|(count, at)| count * (at - score) / (1.0 + tilt * (at - score))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Returns the sum of the squared distances from `mean` of results spaced evenly from 0 to 1, given the count of each.
fn squares(counts: &[u32], mean: f64) -> f64 {
    let last = (counts.len() - 1) as f64;
    counts.iter().enumerate().map(|(index, &count)| f64::from(count) * (index as f64 / last - mean).powi(2)).sum()
}

/// Returns the share of the normal distribution below `z` (Abramowitz and Stegun, 7.1.26; error below 2e-7).
pub(crate) fn normal_below(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = series.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    let erf = 1.0 - sum * (-x * x).exp();
    if z < 0.0 { (1.0 - erf) / 2.0 } else { (1.0 + erf) / 2.0 }
}

/// A sequential probability ratio test between two rating differences; both errors are 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0: the difference that is too small.
    pub elo0: f64,
    /// H1: the hoped-for difference.
    pub elo1: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    Open,
    /// H0 is accepted.
    Lower,
    /// H1 is accepted.
    Higher,
}

impl Sprt {
    /// The log-likelihood ratio at which the test ends: ln(0.95 / 0.05).
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// Returns the log-likelihood ratio of the two hypotheses.
    ///
    /// The GSPRT of M. Van den Bergh ("The generalized sequential probability ratio test for multinomial
    /// distributions"): the maximum likelihood with one mean against that with the other. The usual normal
    /// approximation would accept a hypothesis after a first pair of two equal results. Each kind of pair counts a
    /// thousandth of a pair more, so that every mean is possible.
    pub fn llr(&self, results: &MatchResults) -> f64 {
        let counts = results.pairs.map(|count| f64::from(count) + 1e-3);
        let (score0, score1) = (elo::expected_score(self.elo0), elo::expected_score(self.elo1));
        let (tilt0, tilt1) = (tilt(&counts, score0), tilt(&counts, score1));
        let weighed = counts.iter().zip(pair_points());
        weighed.map(|(count, at)| count * ((1.0 + tilt0 * (at - score0)) / (1.0 + tilt1 * (at - score1))).ln()).sum()
    }

    pub fn verdict(&self, results: &MatchResults) -> SprtVerdict {
        match self.llr(results) {
            llr if llr >= Sprt::BOUND => SprtVerdict::Higher,
            llr if llr <= -Sprt::BOUND => SprtVerdict::Lower,
            _ => SprtVerdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, error: f64) {
        assert!((value - expected).abs() <= error, "{value} instead of {expected}");
    }

    fn pairs(pairs: [u32; 5]) -> MatchResults {
        // Any games that make these pairs: a half point is a draw.
        let [ll, dl, even, wd, ww] = pairs;
        MatchResults { wins: 2 * ww + wd, draws: wd + dl + 2 * even, losses: 2 * ll + dl, pairs }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, share) in
            [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (-1.96, 0.024_997_9), (5.0, 0.999_999_7)]
        {
            near(normal_below(z), share, 2e-7);
        }
    }

    #[test]
    fn strength_is_what_the_formulas_give_by_hand() {
        // 100 single games, 60 won and 40 lost: LOS = Φ((60 - 40) / sqrt(60 + 40)) = Φ(2). Wilson's interval of the
        // mean is from 0.5020 to 0.6906: 1.4 and 139.5 Elo.
        let results = MatchResults { wins: 60, losses: 40, ..MatchResults::default() };
        let strength = results.strength().expect("there are games");
        near(strength.elo, 70.44, 0.01);
        near(strength.los, 97.72, 0.01);
        near(strength.error, 69.05, 0.01);
        assert_eq!(MatchResults::default().strength(), None);
        // The formula of the Chess Programming Wiki, and Wilson's interval: from 0.5958 to 0.9821.
        let lopsided = MatchResults { wins: 9, losses: 1, ..MatchResults::default() };
        let lopsided = lopsided.strength().expect("there are games");
        near(lopsided.los, 99.43, 0.01);
        near(lopsided.elo - lopsided.error, 67.43, 0.01);
        near(lopsided.elo + lopsided.error, 695.96, 0.01);
    }

    #[test]
    fn a_loss_never_makes_the_winner_more_surely_the_stronger_one() {
        for (wins, draws, losses) in
            (1..=30).flat_map(|wins| (0..=20).flat_map(move |draws| (0..=30).map(move |losses| (wins, draws, losses))))
        {
            let of = |losses| {
                let results = MatchResults { wins, draws, losses, ..MatchResults::default() };
                results.strength().expect("there are games")
            };
            let (before, after) = (of(losses), of(losses + 1));
            let game = format!("+{wins} ={draws} -{losses}");
            assert!(after.los <= before.los + 1e-4, "{game}: {} and then {}", before.los, after.los);
            // The bound after up to three wins alone is exact, and lower than any interval by the normal distribution.
            if wins > 3 || draws > 0 || losses > 0 {
                let (low, lower) = (before.elo - before.error, after.elo - after.error);
                assert!(lower <= low + 1e-9, "{game}: {low} and then {lower}");
            }
        }
        // A loss in the second game of a pair. With won pairs, and with pairs of a win and a draw.
        for (won, half, even) in
            (0..=9).flat_map(|won| (0..=9).flat_map(move |half| [0, 1, 5].map(|even| (won, half, even))))
        {
            for winner in [Some(Entrant::A), None] {
                let mut results = pairs([0, 0, even, half, won]);
                results.add(winner);
                let before = results.strength().expect("there are games");
                results.add(Some(Entrant::B));
                results.add_pair(winner, Some(Entrant::B));
                let after = results.strength().expect("there are games");
                assert!(after.los <= before.los + 1e-4, "{results:?}: {} and then {}", before.los, after.los);
            }
        }
        // A win, a draw, a win and a loss: not more than the 75 % of two wins in a row.
        let lost = MatchResults { wins: 2, draws: 1, losses: 1, pairs: [0, 0, 1, 1, 0] };
        near(lost.strength().expect("there are games").los, 75.0, 1e-9);
    }

    #[test]
    fn a_game_without_its_pair_counts() {
        let of =
            |wins, losses, pairs| MatchResults { wins, losses, draws: 0, pairs }.strength().expect("there are games");
        // Two of three points, whichever of the games are the pair: 120.4 Elo.
        let (won, even) = (of(2, 1, [0, 0, 0, 0, 1]), of(2, 1, [0, 0, 1, 0, 0]));
        near(won.elo, 120.41, 0.01);
        near(even.elo, 120.41, 0.01);
        // About an even score, the square of a pair with two points is 1 and that of a game 1/4: the error of the mean
        // is sqrt(5 / 4) / 3.
        near(won.los, 100.0 * normal_below((1.0 / 6.0) / 0.372_678), 0.01);
        // The error of a drawn pair is too small; two wins in a row would be 75 %.
        near(even.los, 75.0, 1e-9);
        near(of(1, 2, [0, 0, 1, 0, 0]).elo, -120.41, 0.01);
        near(of(1, 2, [0, 0, 1, 0, 0]).los, 100.0 - even.los, 1e-4);
        // Many pairs and one game more: hardly another result.
        let (all, more) = (pairs([5, 20, 50, 40, 10]), pairs([5, 20, 50, 40, 10]));
        let more = MatchResults { wins: more.wins + 1, ..more };
        let (all, more) = (all.strength().expect("games"), more.strength().expect("games"));
        near(more.elo, all.elo, 1.5);
        near(more.error, all.error, 0.5);
    }

    #[test]
    fn pairs_have_the_error_of_their_own_moments() {
        // 17 pairs with the mean 39 / 68 and the variance of five results about an even score, by hand.
        let strength = pairs([2, 3, 5, 2, 5]).strength().expect("there are games");
        let mean = 39.0 / 68.0;
        let variance = [(2.0, 0.0), (3.0, 0.25), (5.0, 0.5), (2.0, 0.75), (5.0, 1.0f64)];
        let variance: f64 = variance.iter().map(|(count, at)| count * (at - 0.5) * (at - 0.5)).sum::<f64>() / 17.0;
        near(strength.elo, elo::difference(mean), 1e-9);
        near(strength.los, 100.0 * normal_below((mean - 0.5) / (variance / 17.0).sqrt()), 1e-9);
    }

    #[test]
    fn only_a_match_that_one_side_won_whole_has_a_bound() {
        let of = |wins, draws, losses| {
            let results = MatchResults { wins, draws, losses, ..MatchResults::default() };
            results.strength().expect("there are games").bound
        };
        // 0.6915 to the tenth power is 0.025.
        near(of(10, 0, 0).expect("all were won"), 140.2, 0.1);
        near(of(0, 0, 10).expect("all were lost"), -140.2, 0.1);
        assert_eq!([of(9, 1, 0), of(9, 0, 1), of(0, 10, 0)], [None; 3]);
    }

    #[test]
    fn a_few_games_won_in_a_row_are_not_certain() {
        let of = |wins, losses| {
            let results = MatchResults { wins, losses, ..MatchResults::default() };
            results.strength().expect("there are games").los
        };
        near(of(4, 0), 93.75, 0.01);
        near(of(0, 4), 6.25, 0.01);
        near(of(1, 0), 50.0, 0.01);
        assert!(of(10, 0) > 99.9);
    }

    #[test]
    fn draws_do_not_make_a_side_more_likely_to_be_stronger() {
        let of = |wins, draws, losses| {
            let results = MatchResults { wins, draws, losses, ..MatchResults::default() };
            results.strength().expect("there are games").los
        };
        // Nine tosses of a coin that all show the same side.
        near(of(9, 1, 0), 100.0 * (1.0 - 1.0 / 512.0), 1e-9);
        near(of(0, 50, 9), 100.0 / 512.0, 1e-9);
        near(of(1, 30, 0), 50.0, 1e-9);
        near(of(0, 10, 0), 50.0, 1e-9);
    }

    #[test]
    fn the_error_of_a_one_sided_match_reaches_to_its_bound() {
        for (wins, losses) in [(6, 0), (0, 6)] {
            let results = MatchResults { wins, losses, ..MatchResults::default() };
            let EloEstimate { elo, error, .. } = results.strength().expect("there are games");
            // Half a point of seven is missing: 400 lg 13. And 0.5407 to the sixth power is 0.025: 28.4 Elo.
            near(elo.abs(), 445.6, 0.1);
            near(error, 445.6 - 28.4, 0.1);
        }
    }

    #[test]
    fn pairs_that_are_all_alike_are_not_certain() {
        let strength = pairs([0, 0, 10, 0, 0]).strength().expect("there are games");
        near(strength.elo, 0.0, 1e-9);
        assert!(strength.error > 10.0);
        let all = pairs([0, 0, 0, 0, 50]).strength().expect("there are games");
        assert!(all.elo > 500.0 && all.elo < 2000.0 && all.error.is_finite() && all.los > 99.0, "{all:?}");
    }

    #[test]
    fn the_test_ends_on_the_right_side_and_not_before() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(test.verdict(&MatchResults::default()), SprtVerdict::Open);
        assert_eq!(test.verdict(&pairs([2, 3, 5, 4, 3])), SprtVerdict::Open);
        assert_eq!(test.verdict(&pairs([0, 0, 10, 0, 0])), SprtVerdict::Open);
        assert_eq!(test.verdict(&pairs([50, 200, 500, 400, 100])), SprtVerdict::Higher);
        assert_eq!(test.verdict(&pairs([100, 300, 500, 290, 90])), SprtVerdict::Lower);
        // The two spreads found by Newton's method outside this program, and the sum of count · ln(p1 / p0) taken.
        near(test.llr(&pairs([50, 200, 500, 400, 100])), 15.5155, 0.0005);
        // However similar the first results are, they are too few.
        for first in 0..5 {
            let mut counts = [0; 5];
            counts[first] = 4;
            assert_eq!(test.verdict(&pairs(counts)), SprtVerdict::Open, "{counts:?}");
        }
    }
}
