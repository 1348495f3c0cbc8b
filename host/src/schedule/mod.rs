//! The schedule of what a person learns, in days: missed puzzles, and the positions of a repertoire.

mod fsrs;

use serde::{Deserialize, Serialize};

use fsrs::{Grade, Memory};

/// A day of a person's calendar, counted from 1970-01-01.
pub type Day = u32;

/// The longest interval, in days.
const WAIT_MAX: u32 = 365;

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

/// The schedule of a puzzle or a position that is repeated.
///
/// # Stability
/// The names of the fields outlive the program.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
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
}

impl RecallMemory {
    /// Returns the number of days between the last attempt and the next.
    #[must_use]
    pub const fn wait(&self) -> u32 {
        self.due.saturating_sub(self.last)
    }

    /// Returns the schedule of a puzzle after an attempt on `today`. One solved cleanly at the first attempt is not repeated.
    #[must_use]
    pub fn after(before: Option<&RecallMemory>, solving: SolveQuality, today: Day) -> Option<RecallMemory> {
        let is_known = before.is_none() && solving == SolveQuality::Clean;
        (!is_known).then(|| RecallMemory::scheduled(before, solving, today))
    }

    /// Returns the schedule after an attempt on `today`, also after a first one without a fault.
    #[must_use]
    pub fn scheduled(before: Option<&RecallMemory>, solving: SolveQuality, today: Day) -> RecallMemory {
        let grade = match solving {
            SolveQuality::Clean => Grade::Good,
            SolveQuality::Nudged => Grade::Hard,
            SolveQuality::Missed => Grade::Again,
        };
        // A file may hold any number.
        let known = before.map(|memory| Memory {
            stability: memory.stability.max(0.1),
            difficulty: memory.difficulty.clamp(1.0, 10.0),
        });
        // A clock that was set back must not make an interval longer.
        let days = f64::from(before.map_or(0, |memory| today.saturating_sub(memory.last)));
        let next = |grade| known.map_or_else(|| Memory::first(grade), |memory| memory.after(grade, days));
        let Memory { stability, difficulty } = next(grade);
        let is_lapse = before.is_some() && grade == Grade::Again;
        RecallMemory {
            due: today.saturating_add(fsrs::wait(grade, WAIT_MAX, next)),
            last: today,
            stability,
            difficulty,
            tries: before.map_or(0, |memory| memory.tries).saturating_add(1),
            lapses: before.map_or(0, |memory| memory.lapses).saturating_add(u32::from(is_lapse)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_missed_comes_soon_and_then_later_and_later() {
        let missed = RecallMemory::after(None, SolveQuality::Missed, 100).unwrap();
        assert!((101..=102).contains(&missed.due), "{missed:?}");
        let (mut memory, mut waits) = (missed, Vec::new());
        for _ in 0..5 {
            let today = memory.due;
            memory = RecallMemory::after(Some(&memory), SolveQuality::Clean, today).unwrap();
            waits.push(memory.due - today);
        }
        assert!(waits.is_sorted() && waits[4] > 3 * waits[0], "{waits:?}");
        let again = RecallMemory::after(Some(&memory), SolveQuality::Missed, memory.due).unwrap();
        assert!(again.due - memory.due < waits[4], "{again:?}");
    }

    #[test]
    fn a_nudge_counts_less_than_none_and_more_than_a_miss() {
        let first = RecallMemory::after(None, SolveQuality::Missed, 100).unwrap();
        let due = |solving| RecallMemory::after(Some(&first), solving, first.due).unwrap().due;
        assert!(
            due(SolveQuality::Missed) <= due(SolveQuality::Nudged)
                && due(SolveQuality::Nudged) <= due(SolveQuality::Clean)
        );
        assert!(due(SolveQuality::Missed) < due(SolveQuality::Clean));
    }

    #[test]
    fn what_is_known_at_once_never_comes() {
        assert_eq!(RecallMemory::after(None, SolveQuality::Clean, 100), None);
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
        };
        for solving in [SolveQuality::Clean, SolveQuality::Nudged, SolveQuality::Missed] {
            let next = RecallMemory::after(Some(&memory), solving, 5).unwrap();
            assert!(next.due > 5 && next.due <= 5 + WAIT_MAX, "{next:?}");
        }
    }
}
