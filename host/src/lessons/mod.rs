//! Lessons for a person: the courses with the progress, and the step on the board.

pub mod progress;

use std::path::PathBuf;
use std::sync::OnceLock;

use duiyi_core::game::{GameKind, Refusal};
use duiyi_core::lesson::{Course, LessonAttempt, LessonStep, LessonVerdict};

use crate::desk::DeskError;
use crate::files::{DataDir, FileError, Notice};

pub use progress::LessonProgress;

/// The games with lessons, in the order of the screen.
pub const GAMES: [GameKind; 2] = [GameKind::Xiangqi, GameKind::Gomoku];

/// The step to put on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum LessonRequest {
    /// The first unsolved step of a course, or its first step if all are solved.
    Continue { game: GameKind },
    /// The first unsolved step of a chapter, or its first one.
    Chapter { game: GameKind, code: String },
    /// A step by its id.
    Step { id: String },
}

/// A chapter with the progress in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ChapterProgress {
    pub code: String,
    /// Whether each step is solved, in order.
    pub solved: Vec<bool>,
}

/// A course with the progress in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct CourseProgress {
    pub game: GameKind,
    pub chapters: Vec<ChapterProgress>,
}

/// The figures of the lessons screen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LessonSummary {
    /// Whether no step was ever on the board.
    pub is_new: bool,
    pub courses: Vec<CourseProgress>,
}

/// The place of a step in its course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPlace {
    /// The code of the chapter.
    pub chapter: String,
    /// The ids of the steps of the chapter, in order.
    pub steps: Vec<String>,
    /// Whether each of them is solved.
    pub solved: Vec<bool>,
    /// The index of the step in its chapter.
    pub index: usize,
    /// The id of the next step, also in the next chapter; `None` after the last step of the course.
    pub next: Option<String>,
}

/// The built-in course of a game, read at the first call.
fn course(game: GameKind) -> Option<&'static Course> {
    static COURSES: OnceLock<Vec<Course>> = OnceLock::new();
    let courses = COURSES.get_or_init(|| GAMES.into_iter().filter_map(Course::built_in).collect());
    courses.iter().find(|course| course.game == game)
}

/// The step on the board and the progress.
#[derive(Debug)]
pub struct LessonRoom {
    progress: LessonProgress,
    attempt: Option<LessonAttempt>,
    /// The last error of the disk: the progress of the step is lost.
    unsaved: Option<DeskError>,
}

impl LessonRoom {
    /// Opens the progress in the data folder at `path`; without one, progress that lasts as long as the program.
    #[must_use]
    pub fn open(path: Option<PathBuf>) -> (LessonRoom, Option<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (progress, notice) = LessonProgress::load(dir.as_ref());
        (LessonRoom { progress, attempt: None, unsaved: None }, notice)
    }

    #[must_use]
    pub fn summary(&self) -> LessonSummary {
        let courses = GAMES.into_iter().filter_map(course).map(|course| {
            let chapters = course.chapters.iter().map(|chapter| {
                let solved = chapter.steps.iter().map(|step| self.progress.is_solved(&step.id)).collect();
                ChapterProgress { code: chapter.code.clone(), solved }
            });
            CourseProgress { game: course.game, chapters: chapters.collect() }
        });
        LessonSummary { is_new: self.progress.is_new(), courses: courses.collect() }
    }

    #[must_use]
    pub const fn attempt(&self) -> Option<&LessonAttempt> {
        self.attempt.as_ref()
    }

    /// Returns the last error of the disk: the progress of the step is lost.
    #[must_use]
    pub const fn unsaved(&self) -> Option<&DeskError> {
        self.unsaved.as_ref()
    }

    /// Returns the place of the step on the board.
    #[must_use]
    pub fn place(&self) -> Option<StepPlace> {
        let id = &self.attempt.as_ref()?.step().id;
        let course = GAMES.into_iter().filter_map(course).find(|course| course.step(id).is_some())?;
        let chapter = course.chapters.iter().find(|chapter| chapter.steps.iter().any(|step| &step.id == id))?;
        let solved = chapter.steps.iter().map(|step| self.progress.is_solved(&step.id)).collect();
        let steps = chapter.steps.iter().map(|step| step.id.clone()).collect();
        let index = chapter.steps.iter().position(|step| &step.id == id)?;
        let next = course.steps().skip_while(|step| &step.id != id).nth(1).map(|step| step.id.clone());
        Some(StepPlace { chapter: chapter.code.clone(), steps, solved, index, next })
    }

    /// Puts a step on the board, from its start.
    ///
    /// # Errors
    /// `no-lesson` if there is no such step.
    pub fn begin(&mut self, request: &LessonRequest) -> Result<&LessonAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-lesson", "there is no such lesson"));
        let step = self.choose(request).ok_or_else(none)?.clone();
        let kept = self.progress.open(&step.id);
        self.note(kept);
        Ok(self.attempt.insert(LessonAttempt::new(step)))
    }

    /// Judges an attempt of the learner and records a solved step.
    ///
    /// # Errors
    /// The refusal of the rules; `no-lesson` without a step on the board.
    pub fn attempt_step(&mut self, text: &str) -> Result<LessonVerdict, DeskError> {
        let attempt = self.present()?;
        let verdict = attempt.attempt(text)?;
        if matches!(verdict, LessonVerdict::Solved { .. }) {
            let id = attempt.step().id.clone();
            let kept = self.progress.solve(&id);
            self.note(kept);
        }
        Ok(verdict)
    }

    /// Shows the next move of a solution.
    ///
    /// # Errors
    /// `no-lesson` without a step on the board.
    pub fn ask(&mut self) -> Result<(), DeskError> {
        self.present()?.ask();
        Ok(())
    }

    /// Plays the solution; the step stays unsolved.
    ///
    /// # Errors
    /// `no-lesson` without a step on the board.
    pub fn show(&mut self) -> Result<(), DeskError> {
        self.present()?.show();
        Ok(())
    }

    fn present(&mut self) -> Result<&mut LessonAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-lesson", "no lesson is on the board"));
        self.attempt.as_mut().ok_or_else(none)
    }

    fn note(&mut self, kept: Result<(), FileError>) {
        self.unsaved = kept.err().map(DeskError::from);
    }

    fn choose(&self, request: &LessonRequest) -> Option<&'static LessonStep> {
        let first_open = |steps: &mut dyn Iterator<Item = &'static LessonStep>| {
            let steps: Vec<_> = steps.collect();
            let open = steps.iter().copied().find(|step| !self.progress.is_solved(&step.id));
            open.or_else(|| steps.first().copied())
        };
        match request {
            LessonRequest::Continue { game } => first_open(&mut course(*game)?.steps()),
            LessonRequest::Chapter { game, code } => {
                let chapter = course(*game)?.chapters.iter().find(|chapter| &chapter.code == code)?;
                first_open(&mut chapter.steps.iter())
            }
            LessonRequest::Step { id } => GAMES.into_iter().filter_map(course).find_map(|course| course.step(id)),
        }
    }
}

#[cfg(test)]
mod tests;
