//! The time manager.
//!
//! The *hard* limit is never passed; every thread polls it. The *soft* limit is checked between iterations and scaled
//! by the search. A stable best move lowers it, and so do many nodes for that move. A score drop raises it. A proved
//! win leaves a quarter.

use super::TimeLimit;
use crate::base::{Millis, Score};

/// Reserve kept from a fixed move time, in milliseconds, for threads that wake late.
const MARGIN: u64 = 20;
/// Assumed moves to go, if the time control does not state them.
const MOVES_TO_GO: u64 = 24;
/// The share of the increment that a move may use, in thousandths.
const INCREMENT_SHARE: u64 = 750;
/// Hard limit on a clock, in soft limits.
const HARD_FACTOR: u64 = 4;
/// Largest share of the time left that one move may take, in thousandths.
const HARD_SHARE: u64 = 600;
/// Soft limit as a share of a fixed move time, in thousandths.
const SOFT_SHARE: u64 = 600;
/// Scale of the soft limit by best-move stability (iterations since it last changed), in thousandths.
const STABILITY: [u64; 8] = [1600, 1250, 1000, 850, 700, 600, 500, 400];
/// Scale of the soft limit for a best move without nodes, in thousandths …
const EFFORT_NONE: u64 = 1700;
/// … and how much less for one with all nodes.
const EFFORT_ALL: u64 = 1100;
/// Score drop that doubles the soft limit, in centipawns; a bigger drop adds nothing.
const FALL: i32 = 100;
/// Scale of the soft limit once a win is proved, in thousandths: only a shorter one can still be found.
const WON: u64 = 250;

/// The limits of one search and the statistics of its iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    soft: Option<Millis>,
    hard: Option<Millis>,
    /// Best-move stability: iterations since it changed.
    stable: usize,
    previous: Option<Score>,
    /// Scale of the soft limit, in thousandths.
    factor: u64,
}

impl TimeManager {
    /// Plans the time of one move. Without a time limit the clock is never read.
    #[must_use]
    pub fn new(limit: Option<TimeLimit>) -> TimeManager {
        let (soft, hard) = match limit {
            None => (None, None),
            Some(TimeLimit::Move { max, spend_all }) => {
                let hard = kept_back(max.0);
                ((!spend_all).then_some(scaled(hard, SOFT_SHARE)), Some(hard))
            }
            Some(TimeLimit::Clock { left, increment, moves_to_go, max, overhead }) => {
                let available = left.saturating_sub(overhead).0;
                let moves = moves_to_go.map_or(MOVES_TO_GO, |moves| u64::from(moves).clamp(1, MOVES_TO_GO));
                let share = (available / moves).saturating_add(scaled(increment.0, INCREMENT_SHARE));
                let most = max.map_or(u64::MAX, |max| kept_back(max.0));
                let hard = share.saturating_mul(HARD_FACTOR).min(scaled(available, HARD_SHARE)).min(most).max(1);
                (Some(share.min(hard)), Some(hard))
            }
        };
        TimeManager { soft: soft.map(Millis), hard: hard.map(Millis), stable: 0, previous: None, factor: 1000 }
    }

    /// Returns the hard limit.
    #[must_use]
    pub const fn hard(&self) -> Option<Millis> {
        self.hard
    }

    /// Returns the scaled soft limit. No iteration begins after it.
    #[must_use]
    pub fn soft(&self) -> Option<Millis> {
        let soft = Millis(scaled(self.soft?.0, self.factor));
        Some(self.hard.map_or(soft, |hard| soft.min(hard)))
    }

    /// Rescales the soft limit after an iteration: its score, whether it kept the best move, and that move's share of
    /// all nodes so far, in thousandths.
    pub fn completed(&mut self, score: Score, same_move: bool, effort: u64) {
        self.stable = if same_move { self.stable.saturating_add(1) } else { 0 };
        let fall = self.previous.map_or(0, |previous| previous.0.saturating_sub(score.0).clamp(0, FALL));
        self.previous = Some(score);
        let stability = STABILITY[self.stable.min(STABILITY.len() - 1)];
        let won = if score.is_win() { WON } else { 1000 };
        let falling = 1000 + 1000 * fall.unsigned_abs() as u64 / FALL as u64;
        let effort = EFFORT_NONE - EFFORT_ALL * effort.min(1000) / 1000;
        self.factor = [falling, effort, won].iter().fold(stability, |product, factor| product * factor / 1000);
    }
}

/// Returns `permille` thousandths of `time`, saturating.
fn scaled(time: u64, permille: u64) -> u64 {
    u64::try_from(u128::from(time) * u128::from(permille) / 1000).unwrap_or(u64::MAX)
}

/// Returns a fixed move time less [`MARGIN`], at least one millisecond.
fn kept_back(max: u64) -> u64 {
    (max - MARGIN.min(max / 10)).max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    /// Any number, with emphasis on the extremes, where sums and products overflow.
    fn any_number() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), Just(0), Just(1), Just(u64::MAX - 1), Just(u64::MAX), 0..100_000_u64]
    }

    proptest! {
        #[test]
        fn no_time_is_too_long_and_none_too_short(
            (left, increment, max, overhead) in (any_number(), any_number(), any_number(), any_number()),
            moves_to_go in proptest::option::of(any::<u32>()),
            spend_all: bool,
            iterations in proptest::collection::vec((any::<i32>(), any::<bool>(), any_number()), 0..8),
        ) {
            let clock = TimeLimit::Clock {
                left: Millis(left),
                increment: Millis(increment),
                moves_to_go,
                max: spend_all.then_some(Millis(max)),
                overhead: Millis(overhead),
            };
            for limit in [clock, TimeLimit::Move { max: Millis(max), spend_all }] {
                let mut time = TimeManager::new(Some(limit));
                let hard = time.hard().expect("a limit of time bounds the search");
                let most = match limit {
                    TimeLimit::Clock { .. } => left.saturating_sub(overhead),
                    TimeLimit::Move { max, .. } => max.0,
                };
                prop_assert!(Millis(1) <= hard && hard.0 <= most.max(1), "{limit:?} gives {hard:?}");
                for &(score, same, effort) in &iterations {
                    time.completed(Score(score), same, effort);
                    prop_assert!(time.soft().is_none_or(|soft| soft <= hard));
                }
            }
        }
    }
}
