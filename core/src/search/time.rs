//! The time manager: how long to think about this move.
//!
//! There are two bounds. The *hard* one is never passed: every thread looks at it all the time. The *soft* one is
//! asked between iterations: a best move that stays the same needs less, and so does one that took most of the
//! search to be looked at; a falling score needs more, a proven win hardly any.

use super::TimeLimit;
use crate::base::{Millis, Score};

/// Time kept back from a bound for a move, in milliseconds, against a machine that is slow to wake us.
const MARGIN: u64 = 20;
/// The moves that a clock without a control is shared between.
const MOVES_TO_GO: u64 = 24;
/// The hard bound on a clock, in multiples of the soft one.
const HARD_FACTOR: u64 = 4;
/// The most of a clock's time that one move may take, in thousandths.
const HARD_SHARE: u64 = 600;
/// The soft bound within a bound for a move, in thousandths.
const SOFT_SHARE: u64 = 600;
/// The soft bound's factor, in thousandths, by the number of iterations since the best move last changed.
const STABILITY: [u64; 8] = [1600, 1250, 1000, 850, 700, 600, 500, 400];
/// The soft bound's factor, in thousandths, for a best move that took no part of the nodes…
const EFFORT_NONE: u64 = 1700;
/// … and what it loses for one that took all of them: nothing else was worth a look.
const EFFORT_ALL: u64 = 1100;
/// The fall of the score, in centipawns, that doubles the soft bound; a greater fall counts no more.
const FALL: i32 = 100;
/// The soft bound's factor once a win is proven, in thousandths: what is left is the hope of a shorter one.
const WON: u64 = 250;

/// The bounds of one search and what its iterations have shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    soft: Option<Millis>,
    hard: Option<Millis>,
    /// Iterations since the best move changed.
    stable: usize,
    previous: Option<Score>,
    /// The factor of the soft bound, in thousandths.
    factor: u64,
}

impl TimeManager {
    /// Plans the time of one move. Without a limit there are no bounds and the clock is never asked.
    #[must_use]
    pub fn new(limit: Option<TimeLimit>) -> TimeManager {
        let (soft, hard) = match limit {
            None => (None, None),
            Some(TimeLimit::Move { max, spend_all }) => {
                let hard = kept_back(max.0);
                ((!spend_all).then_some(hard * SOFT_SHARE / 1000), Some(hard))
            }
            Some(TimeLimit::Clock { left, increment, moves_to_go, max, overhead }) => {
                let available = left.saturating_sub(overhead).0;
                let moves = moves_to_go.map_or(MOVES_TO_GO, |moves| u64::from(moves).clamp(1, MOVES_TO_GO));
                let share = available / moves + increment.0 * 3 / 4;
                let most = max.map_or(u64::MAX, |max| kept_back(max.0));
                let hard = (share * HARD_FACTOR).min(available * HARD_SHARE / 1000).min(most).max(1);
                (Some(share.min(hard)), Some(hard))
            }
        };
        TimeManager { soft: soft.map(Millis), hard: hard.map(Millis), stable: 0, previous: None, factor: 1000 }
    }

    /// Returns the bound that is never passed.
    #[must_use]
    pub const fn hard(&self) -> Option<Millis> {
        self.hard
    }

    /// Returns the time after which no further iteration is begun, as things stand.
    #[must_use]
    pub fn soft(&self) -> Option<Millis> {
        let scaled = Millis(self.soft?.0 * self.factor / 1000);
        Some(self.hard.map_or(scaled, |hard| scaled.min(hard)))
    }

    /// Takes an iteration's result into account: its score, whether its best move is the one of the iteration before,
    /// and the share of all nodes so far that were spent below that move, in thousandths.
    pub fn completed(&mut self, score: Score, same_move: bool, effort: u64) {
        self.stable = if same_move { self.stable + 1 } else { 0 };
        let fall = self.previous.map_or(0, |previous| (previous - score).0.clamp(0, FALL));
        self.previous = Some(score);
        let stability = STABILITY[self.stable.min(STABILITY.len() - 1)];
        let won = if score.is_win() { WON } else { 1000 };
        let falling = 1000 + 1000 * fall.unsigned_abs() as u64 / FALL as u64;
        let effort = EFFORT_NONE - EFFORT_ALL * effort.min(1000) / 1000;
        self.factor = [falling, effort, won].iter().fold(stability, |product, factor| product * factor / 1000);
    }
}

/// Returns a bound for a move less the margin, at least one millisecond.
fn kept_back(max: u64) -> u64 {
    (max - MARGIN.min(max / 10)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_for_a_move_is_an_upper_bound() {
        let max = Millis(1000);
        let calm = TimeManager::new(Some(TimeLimit::Move { max, spend_all: false }));
        assert_eq!(calm.hard(), Some(Millis(980)));
        assert!(calm.soft() < calm.hard());
        let whole = TimeManager::new(Some(TimeLimit::Move { max, spend_all: true }));
        assert_eq!((whole.soft(), whole.hard()), (None, Some(Millis(980))));
        for tiny in 0..5 {
            let hard = TimeManager::new(Some(TimeLimit::Move { max: Millis(tiny), spend_all: true })).hard();
            assert_eq!(hard, Some(Millis(tiny.max(1))));
        }
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 10, 100, 1_000, 60_000, 3_600_000] {
            for (increment, moves_to_go) in [(0, None), (5_000, None), (0, Some(1)), (100, Some(0)), (0, Some(40))] {
                let limit = TimeLimit::Clock {
                    left: Millis(left),
                    increment: Millis(increment),
                    moves_to_go,
                    max: None,
                    overhead: Millis(30),
                };
                let mut time = TimeManager::new(Some(limit));
                let hard = time.hard().expect("a clock bounds the search").0;
                assert!(hard <= left.saturating_sub(30).max(1), "{limit:?} gives {hard}");
                time.completed(Score(0), false, 0);
                time.completed(Score(-500), false, 0);
                assert!(time.soft() <= time.hard());
            }
        }
    }

    #[test]
    fn a_level_bounds_a_clock() {
        let max = Some(Millis(1000));
        let limit = TimeLimit::Clock {
            left: Millis::from_secs(3600),
            increment: Millis(0),
            moves_to_go: None,
            max,
            overhead: Millis(0),
        };
        assert_eq!(TimeManager::new(Some(limit)).hard(), Some(Millis(980)));
    }

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let limit = Some(TimeLimit::Move { max: Millis::from_secs(10), spend_all: false });
        let after = |results: &[(i32, bool)], effort: u64| {
            let mut time = TimeManager::new(limit);
            results.iter().for_each(|&(score, same)| time.completed(Score(score), same, effort));
            time.soft().expect("the bound is soft")
        };
        let calm = after(&[(10, true), (12, true), (9, true), (10, true)], 600);
        assert!(after(&[(10, true), (12, true), (9, true), (10, false)], 600) > calm);
        assert!(after(&[(10, true), (12, true), (9, true), (-80, true)], 600) > calm);
        assert!(after(&[(10, true), (12, true), (9, true), (Score::mate_in(5).0, true)], 600) < calm);
        assert!(after(&[(10, true), (12, true), (9, true), (10, true)], 950) < calm);
        assert_eq!(TimeManager::new(None).soft(), None);
    }
}
