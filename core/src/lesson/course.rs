//! The courses of the two games, read from `data/lessons`.
//!
//! A file has lines of a word and its text. `chapter CODE` begins a chapter and `step CODE` a step. Of a step, `at` is a
//! FEN (Xiangqi), `black` and `white` are stones (Gomoku), `rule` is the code of a rule, `before` has moves, `goal` the
//! words of [`LessonGoal`], and `line` the solution. `#` begins a comment.

use thiserror::Error;

use super::{Chapter, LessonGoal, LessonStep};
use crate::game::GameKind;
use crate::gomoku::{self, Point};
use crate::puzzle::PuzzleStart;
use crate::xiangqi;

/// The chapters of one game, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub game: GameKind,
    pub chapters: Vec<Chapter>,
}

impl Course {
    /// Reads the built-in course of a game; `None` for a game without lessons.
    ///
    /// # Panics
    /// Never: a test reads both courses.
    #[must_use]
    pub fn built_in(game: GameKind) -> Option<Course> {
        let text = match game {
            GameKind::Xiangqi => include_str!("../../../data/lessons/xiangqi.txt"),
            GameKind::Gomoku => include_str!("../../../data/lessons/gomoku.txt"),
            GameKind::TicTacToe => return None,
        };
        Some(Course::read(game, text).expect("a test has read this text"))
    }

    /// Reads a course.
    ///
    /// # Errors
    /// The first line that is no part of a course, or ends a step that is not whole.
    pub fn read(game: GameKind, text: &str) -> Result<Course, CourseError> {
        let mut course = Course { game, chapters: Vec::new() };
        let mut draft: Option<Draft<'_>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            let error = || CourseError { line: number };
            if matches!(word, "chapter" | "step")
                && let Some(draft) = draft.take()
            {
                course.add(draft).ok_or_else(error)?;
            }
            match (word, &mut draft) {
                ("", _) => {}
                ("chapter", _) => course.chapters.push(Chapter { code: rest.to_owned(), steps: Vec::new() }),
                ("step", _) => draft = Some(Draft { code: rest, ..Draft::default() }),
                ("at", Some(draft)) => draft.at = rest,
                ("rule", Some(draft)) => draft.rule = rest,
                ("black", Some(draft)) => draft.black = rest,
                ("white", Some(draft)) => draft.white = rest,
                ("before", Some(draft)) => draft.before = rest,
                ("goal", Some(draft)) => draft.goal = rest,
                ("line", Some(draft)) => draft.line = rest,
                _ => return Err(error()),
            }
        }
        if let Some(draft) = draft {
            course.add(draft).ok_or(CourseError { line: text.lines().count() })?;
        }
        Ok(course)
    }

    /// Returns the step with this id.
    #[must_use]
    pub fn step(&self, id: &str) -> Option<&LessonStep> {
        self.steps().find(|step| step.id == id)
    }

    /// Lists the steps of all chapters.
    pub fn steps(&self) -> impl Iterator<Item = &LessonStep> {
        self.chapters.iter().flat_map(|chapter| &chapter.steps)
    }

    /// Adds a step to the last chapter; `None` if it is not whole.
    fn add(&mut self, draft: Draft<'_>) -> Option<()> {
        let start = draft.start(self.game)?;
        let goal = LessonGoal::read(draft.goal)?;
        let chapter = self.chapters.last_mut()?;
        let id = format!("{}.{}.{}", self.game.code(), chapter.code, draft.code);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (before, solution) = (words(draft.before), words(draft.line));
        if solution.is_empty() {
            return None;
        }
        chapter.steps.push(LessonStep { id, start, before, goal, solution });
        Some(())
    }
}

/// A line that is no part of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {line} is no part of a course")]
pub struct CourseError {
    /// The number of the line, from 1.
    pub line: usize,
}

/// The lines of a step.
#[derive(Clone, Copy, Debug, Default)]
struct Draft<'a> {
    code: &'a str,
    at: &'a str,
    rule: &'a str,
    black: &'a str,
    white: &'a str,
    before: &'a str,
    goal: &'a str,
    line: &'a str,
}

impl Draft<'_> {
    fn start(&self, game: GameKind) -> Option<PuzzleStart> {
        match game {
            GameKind::Xiangqi => {
                let rule = if self.rule.is_empty() { xiangqi::Rule::default() } else { self.rule.parse().ok()? };
                let position: xiangqi::Position = format!("{} - - 0 1", self.at).parse().ok()?;
                Some(PuzzleStart::Xiangqi(position.under(rule)))
            }
            GameKind::Gomoku => {
                let rule = if self.rule.is_empty() { gomoku::Rule::Freestyle } else { self.rule.parse().ok()? };
                let points = |text: &str| text.split_whitespace().map(|at| at.parse::<Point>().ok()).collect();
                let (black, white): (Option<Vec<_>>, Option<Vec<_>>) = (points(self.black), points(self.white));
                let setup = gomoku::Setup::empty(crate::game::GOMOKU_SIZE_DEFAULT, rule);
                let setup = gomoku::Setup { black: black?, white: white?, ..setup };
                Some(PuzzleStart::Gomoku(gomoku::Position::from_setup(setup).ok()?))
            }
            GameKind::TicTacToe => None,
        }
    }
}
