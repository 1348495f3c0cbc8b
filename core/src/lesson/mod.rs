//! Lessons: positions with a task each, played from the first look at a piece to mates and wins by fours.
//!
//! The lessons are data ([`course`] reads `data/lessons`). A step has a position, a [`LessonGoal`] and a solution. No
//! answer is listed: [`LessonAttempt`] accepts every attempt that meets the goal by the rules, the mate search, the
//! search of fours or the judge of repetitions, and gives a [`LessonFault`] for every other one.

mod goal;
mod judge;
pub mod attempt;
pub mod course;

use crate::puzzle::PuzzleStart;

pub use attempt::{LessonAttempt, LessonState, LessonVerdict};
pub use course::{Course, CourseError};
pub use goal::{EscapeWay, LessonGoal};
pub use judge::LessonFault;

/// Steps on one topic, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The code of the topic, unique in its course.
    ///
    /// # Stability
    /// Texts and saved progress contain it.
    pub code: String,
    pub steps: Vec<LessonStep>,
}

/// A position with a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// The codes of game, chapter and step: `xiangqi.rook.reach`.
    ///
    /// # Stability
    /// Texts and saved progress contain it.
    pub id: String,
    pub start: PuzzleStart,
    /// Moves played before the task, in coordinates. Only [`LessonGoal::Deviate`] has any.
    pub before: Vec<String>,
    pub goal: LessonGoal,
    /// The learner's attempts of one solution; the replies follow from the goal.
    pub solution: Vec<String>,
}

#[cfg(test)]
mod tests;
