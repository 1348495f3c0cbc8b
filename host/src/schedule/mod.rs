//! The schedule of what a person learns, in days: missed puzzles, and the positions of a repertoire.

mod fsrs;
mod own_weights;

use serde::{Deserialize, Serialize};

pub use fsrs::FsrsWeights;
use fsrs::{Grade, Memory};
pub use own_weights::OwnWeights;

/// A day of a person's calendar, counted from 1970-01-01.
pub type Day = u32;

/// Returns whether a noted day comes from a clock that was ahead. Travel westwards sets the date back by one day.
#[must_use]
pub const fn is_ahead(noted: Day, today: Day) -> bool {
    noted > today.saturating_add(1)
}

/// The longest interval, in days.
const WAIT_MAX: u32 = 365;

/// Most attempts that a schedule lists. With intervals of a year nobody comes so far.
const ATTEMPTS_MAX: usize = 64;

/// The quality of an answer, from which the schedule derives its FSRS grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveQuality {
    /// The first moves were right, without a hint.
    Clean,
    /// With a hint, and no wrong move.
    Nudged,
    /// After a wrong move, with the move revealed, or not solved.
    Missed,
}

impl SolveQuality {
    const fn grade(self) -> Grade {
        match self {
            SolveQuality::Clean => Grade::Good,
            SolveQuality::Nudged => Grade::Hard,
            SolveQuality::Missed => Grade::Again,
        }
    }
}

/// One attempt, written as `[day, grade]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(Day, u8)", into = "(Day, u8)")]
struct Attempt {
    day: Day,
    grade: Grade,
}

impl From<(Day, u8)> for Attempt {
    fn from((day, grade): (Day, u8)) -> Attempt {
        let grade = match grade {
            1 => Grade::Again,
            2 => Grade::Hard,
            _ => Grade::Good,
        };
        Attempt { day, grade }
    }
}

impl From<Attempt> for (Day, u8) {
    fn from(attempt: Attempt) -> (Day, u8) {
        (attempt.day, attempt.grade as u8)
    }
}

/// The schedule of a puzzle or a position that is repeated.
///
/// # Stability
/// The names of the fields outlive the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecallMemory {
    /// The day of the next repetition.
    pub due: Day,
    /// The day of the last attempt.
    last: Day,
    /// Stability, in days, and difficulty, as FSRS defines them.
    stability: f64,
    difficulty: f64,
    /// Attempts, and misses after the first.
    tries: u32,
    lapses: u32,
    /// Every attempt; none if there were more than [`ATTEMPTS_MAX`], or some before attempts were listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attempts: Vec<Attempt>,
}

impl RecallMemory {
    /// Returns whether it is to be asked by `today`. After an attempt with the clock ahead it is, too: the next one might
    /// be years away.
    #[must_use]
    pub const fn is_due(&self, today: Day) -> bool {
        self.due <= today || is_ahead(self.last, today)
    }

    /// Returns the number of days between the last attempt and the next.
    #[must_use]
    pub const fn wait(&self) -> u32 {
        self.due.saturating_sub(self.last)
    }

    /// Returns every attempt; `None` if some are not listed.
    fn history(&self) -> Option<&[Attempt]> {
        (!self.attempts.is_empty() && self.attempts.len() == self.tries as usize).then_some(&self.attempts)
    }

    /// Returns what is remembered after the last attempt. The weights may have changed since.
    fn memory(&self, weights: &FsrsWeights) -> Memory {
        let Some([first, later @ ..]) = self.history() else {
            // A file may hold any number.
            return Memory { stability: self.stability.max(0.1), difficulty: self.difficulty.clamp(1.0, 10.0) };
        };
        let mut last = first.day;
        later.iter().fold(weights.first(first.grade), |memory, attempt| {
            let days = f64::from(attempt.day.saturating_sub(last));
            last = attempt.day;
            weights.after(memory, attempt.grade, days)
        })
    }

    /// Returns the schedule of a puzzle after an attempt on `today`. One solved cleanly at the first attempt is not repeated.
    #[must_use]
    pub fn after(
        before: Option<&RecallMemory>,
        solving: SolveQuality,
        today: Day,
        weights: &FsrsWeights,
    ) -> Option<RecallMemory> {
        let is_known = before.is_none() && solving == SolveQuality::Clean;
        (!is_known).then(|| RecallMemory::scheduled(before, solving, today, weights))
    }

    /// Returns the schedule after an attempt on `today`, also after a first one without a fault.
    #[must_use]
    pub fn scheduled(
        before: Option<&RecallMemory>,
        solving: SolveQuality,
        today: Day,
        weights: &FsrsWeights,
    ) -> RecallMemory {
        let grade = solving.grade();
        let known = before.map(|before| before.memory(weights));
        // A clock that was set back must not make an interval longer.
        let days = f64::from(before.map_or(0, |memory| today.saturating_sub(memory.last)));
        let next = |grade| known.map_or_else(|| weights.first(grade), |memory| weights.after(memory, grade, days));
        let Memory { stability, difficulty } = next(grade);
        let is_lapse = before.is_some() && grade == Grade::Again;
        let listed = before.map_or(Some(&[][..]), RecallMemory::history).filter(|listed| listed.len() < ATTEMPTS_MAX);
        let attempts = listed.map(|listed| [listed, &[Attempt { day: today, grade }]].concat());
        RecallMemory {
            due: today.saturating_add(fsrs::wait(grade, WAIT_MAX, next)),
            last: today,
            stability,
            difficulty,
            tries: before.map_or(0, |memory| memory.tries).saturating_add(1),
            lapses: before.map_or(0, |memory| memory.lapses).saturating_add(u32::from(is_lapse)),
            attempts: attempts.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(before: Option<&RecallMemory>, solving: SolveQuality, today: Day) -> Option<RecallMemory> {
        RecallMemory::after(before, solving, today, &FsrsWeights::PUBLISHED)
    }

    #[test]
    fn attempts_are_listed_from_the_first_on() {
        let mut memory = after(None, SolveQuality::Missed, 3).unwrap();
        memory = after(Some(&memory), SolveQuality::Nudged, 4).unwrap();
        let text = serde_json::to_string(&memory).unwrap();
        assert!(text.ends_with(r#""tries":2,"lapses":0,"attempts":[[3,1],[4,2]]}"#), "{text}");
        assert_eq!(serde_json::from_str::<RecallMemory>(&text).unwrap(), memory);
        // A schedule of an older program goes on without a list, and one that is too long gives it up.
        let older = RecallMemory { attempts: Vec::new(), ..memory.clone() };
        assert_eq!(after(Some(&older), SolveQuality::Clean, 5).unwrap().attempts, []);
        for day in 0..ATTEMPTS_MAX as u32 {
            memory = after(Some(&memory), SolveQuality::Clean, day).unwrap();
        }
        assert_eq!((memory.tries, memory.attempts), (ATTEMPTS_MAX as u32 + 2, Vec::new()));
    }

    #[test]
    fn what_was_missed_comes_soon_and_then_later_and_later() {
        let missed = after(None, SolveQuality::Missed, 100).unwrap();
        assert!((101..=102).contains(&missed.due), "{missed:?}");
        let (mut memory, mut waits) = (missed, Vec::new());
        for _ in 0..5 {
            let today = memory.due;
            memory = after(Some(&memory), SolveQuality::Clean, today).unwrap();
            waits.push(memory.due - today);
        }
        assert!(waits.is_sorted() && waits[4] > 3 * waits[0], "{waits:?}");
        let again = after(Some(&memory), SolveQuality::Missed, memory.due).unwrap();
        assert!(again.due - memory.due < waits[4], "{again:?}");
    }

    #[test]
    fn a_nudge_counts_less_than_none_and_more_than_a_miss() {
        let first = after(None, SolveQuality::Missed, 100).unwrap();
        let due = |solving| after(Some(&first), solving, first.due).unwrap().due;
        assert!(
            due(SolveQuality::Missed) <= due(SolveQuality::Nudged)
                && due(SolveQuality::Nudged) <= due(SolveQuality::Clean)
        );
        assert!(due(SolveQuality::Missed) < due(SolveQuality::Clean));
    }

    #[test]
    fn what_is_known_at_once_never_comes() {
        assert_eq!(after(None, SolveQuality::Clean, 100), None);
    }

    #[test]
    fn attempts_of_a_clock_that_was_ahead_are_due_once_it_is_right() {
        let ahead = after(None, SolveQuality::Missed, 1_000 + 365).unwrap();
        assert!(ahead.due > 1_000 + 365 && ahead.is_due(1_000), "{ahead:?}");
        let again = after(Some(&ahead), SolveQuality::Clean, 1_000).unwrap();
        assert!(!again.is_due(1_000) && again.is_due(again.due), "{again:?}");
        // A flight over the date line sets the date back by a day.
        let flown = after(None, SolveQuality::Missed, 1_001).unwrap();
        assert!(!flown.is_due(1_000), "{flown:?}");
    }

    #[test]
    fn odd_calendars_and_odd_files_do_no_harm() {
        let memory = RecallMemory {
            due: 0,
            last: u32::MAX,
            stability: -3.0,
            difficulty: 1e9,
            tries: u32::MAX,
            lapses: u32::MAX,
            attempts: Vec::new(),
        };
        for solving in [SolveQuality::Clean, SolveQuality::Nudged, SolveQuality::Missed] {
            let next = after(Some(&memory), solving, 5).unwrap();
            assert!(next.due > 5 && next.due <= 5 + WAIT_MAX, "{next:?}");
        }
    }
}
