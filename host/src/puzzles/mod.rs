//! Puzzles as a person meets them: which one is next, what was tried, when it comes again, and the one on the board.

pub mod progress;
pub mod schedule;
mod refuter;

use std::path::PathBuf;
use std::sync::OnceLock;

use duiyi_core::game::{GameKind, MoveRow, Refusal};
use duiyi_core::puzzle::{AttemptVerdict, Collection, HintLevel, Puzzle, PuzzleAttempt, PuzzleGoal, PuzzleGrade};

use crate::clock;
use crate::desk::DeskError;
use crate::files::{DataDir, Notice};

pub use progress::{PuzzleAttempts, PuzzleProgress};
pub use refuter::{Refutation, Refuter};
pub use schedule::{Day, SolveQuality};

/// Which puzzle is wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleRequest {
    /// The one of the day, the same for everybody.
    Daily(GameKind),
    /// The one that has been due longest.
    Due,
    /// One that has not been solved yet, of what is named; every one of them solved, any.
    Fresh {
        /// The game.
        kind: GameKind,
        /// What is to be reached.
        goal: Option<PuzzleGoal>,
        /// How hard it is.
        grade: Option<PuzzleGrade>,
    },
    /// An own mistake, those that were never solved first.
    Own,
}

/// How many puzzles there are of a kind, and how many of them were solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleCount {
    /// What is to be reached.
    pub goal: PuzzleGoal,
    /// How hard they are.
    pub grade: PuzzleGrade,
    /// How many there are.
    pub count: usize,
    /// How many of them were solved.
    pub solved: usize,
}

/// What there is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSummary {
    /// Days in a row.
    pub streak: u32,
    /// How many come again today.
    pub due: usize,
    /// How many own mistakes there are.
    pub own: usize,
    /// The games whose daily puzzle is solved.
    pub daily: Vec<(GameKind, bool)>,
    /// The puzzles by goal and grade.
    pub shelves: Vec<PuzzleCount>,
}

/// The puzzles that came with the program. They are read when they are first asked for.
fn collection() -> &'static Collection {
    static BUILT_IN: OnceLock<Collection> = OnceLock::new();
    BUILT_IN.get_or_init(Collection::built_in)
}

/// The puzzle on the board, and the diary.
#[derive(Debug)]
pub struct PuzzleTrainer {
    diary: PuzzleProgress,
    attempt: Option<PuzzleAttempt>,
    /// Whether the diary knows of a miss in this attempt.
    noted: bool,
    /// What the disk refused last; what was done is kept in memory.
    unsaved: Option<DeskError>,
}

impl PuzzleTrainer {
    /// Opens the diary in the data folder at `path`, or one that lasts as long as the program.
    #[must_use]
    pub fn open(path: Option<PathBuf>) -> (PuzzleTrainer, Option<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (diary, notice) = PuzzleProgress::load(dir.as_ref());
        (PuzzleTrainer { diary, attempt: None, noted: false, unsaved: None }, notice)
    }

    /// Returns what there is to do.
    #[must_use]
    pub fn overview(&self, today: Day) -> PuzzleSummary {
        let mut shelves: Vec<PuzzleCount> = Vec::new();
        for puzzle in collection().puzzles() {
            let solved = usize::from(self.diary.tried(&puzzle.id()).solved > 0);
            let same = |shelf: &&mut PuzzleCount| (shelf.goal, shelf.grade) == (puzzle.goal, puzzle.grade);
            match shelves.iter_mut().find(same) {
                Some(shelf) => {
                    shelf.count += 1;
                    shelf.solved += solved;
                }
                None => shelves.push(PuzzleCount { goal: puzzle.goal, grade: puzzle.grade, count: 1, solved }),
            }
        }
        shelves.sort_unstable_by_key(|shelf| (shelf.goal, shelf.grade));
        let daily = [GameKind::Xiangqi, GameKind::Gomoku].into_iter().filter_map(|kind| {
            let puzzle = collection().daily(kind, today)?;
            Some((kind, self.diary.tried(&puzzle.id()).solved > 0))
        });
        PuzzleSummary {
            streak: self.diary.streak(today),
            due: self.known_due(today).len(),
            own: self.diary.own().len(),
            daily: daily.collect(),
            shelves,
        }
    }

    /// Puts a puzzle on the board.
    ///
    /// # Errors
    /// `no-puzzle` if there is none of the kind.
    pub fn begin(&mut self, wish: PuzzleRequest, today: Day) -> Result<&PuzzleAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-puzzle", "there is no puzzle of this kind"));
        let puzzle = self.choose(wish, today).ok_or_else(none)?;
        self.noted = false;
        Ok(self.attempt.insert(PuzzleAttempt::new(puzzle)))
    }

    /// Returns the puzzle on the board.
    #[must_use]
    pub const fn attempt(&self) -> Option<&PuzzleAttempt> {
        self.attempt.as_ref()
    }

    /// Returns what the disk refused last: it is remembered only until the program ends.
    #[must_use]
    pub const fn unsaved(&self) -> Option<&DeskError> {
        self.unsaved.as_ref()
    }

    /// Returns the diary.
    #[must_use]
    pub const fn diary(&self) -> &PuzzleProgress {
        &self.diary
    }

    /// Plays a move of the solver, in any notation, and writes down what it decides.
    ///
    /// # Errors
    /// Why it cannot be played; `no-puzzle` if none is on the board.
    pub fn play(&mut self, text: &str, today: Day) -> Result<(MoveRow, AttemptVerdict), DeskError> {
        let (row, verdict) = self.present()?.play(text)?;
        match verdict {
            AttemptVerdict::Right { .. } => {}
            AttemptVerdict::Wrong => self.note(SolveQuality::Missed, false, today),
            AttemptVerdict::Solved if self.noted => self.note_finished(today),
            AttemptVerdict::Solved => {
                let helped = self.attempt.as_ref().is_some_and(PuzzleAttempt::helped);
                self.note(if helped { SolveQuality::Nudged } else { SolveQuality::Clean }, true, today);
            }
        }
        Ok((row, verdict))
    }

    /// Takes a wrong move back.
    ///
    /// # Errors
    /// `no-puzzle` if none is on the board.
    pub fn take_back(&mut self) -> Result<(), DeskError> {
        self.present()?.take_back();
        Ok(())
    }

    /// Gives away a little more of the next move. The whole move counts as a miss.
    ///
    /// # Errors
    /// `no-puzzle` if none is on the board.
    pub fn ask(&mut self, today: Day) -> Result<(), DeskError> {
        if self.present()?.ask() == HintLevel::Move {
            self.note(SolveQuality::Missed, false, today);
        }
        Ok(())
    }

    /// Shows the solution; a puzzle that was not solved before is missed.
    ///
    /// # Errors
    /// `no-puzzle` if none is on the board.
    pub fn show(&mut self, today: Day) -> Result<(), DeskError> {
        let attempt = self.present()?;
        if !attempt.is_over() {
            attempt.show()?;
            self.note(SolveQuality::Missed, false, today);
        }
        Ok(())
    }

    /// Keeps mistakes of a person's own game as puzzles, and returns how many are new.
    ///
    /// # Errors
    /// Why they cannot be written.
    pub fn keep(&mut self, own: &[Puzzle]) -> Result<usize, DeskError> {
        Ok(self.diary.keep(own)?)
    }

    fn present(&mut self) -> Result<&mut PuzzleAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-puzzle", "no puzzle is on the board"));
        self.attempt.as_mut().ok_or_else(none)
    }

    /// Writes down once an attempt how it went; a trouble of the disk is told beside the board.
    fn note(&mut self, solving: SolveQuality, finished: bool, today: Day) {
        let Some(id) = self.attempt.as_ref().map(|attempt| attempt.puzzle().id()) else { return };
        if !self.noted {
            self.unsaved = self.diary.note(&id, solving, finished, today).err().map(DeskError::from);
        }
        self.noted = true;
    }

    fn note_finished(&mut self, today: Day) {
        let Some(id) = self.attempt.as_ref().map(|attempt| attempt.puzzle().id()) else { return };
        self.unsaved = self.diary.finish(&id, today).err().map(DeskError::from);
    }

    fn choose(&self, wish: PuzzleRequest, today: Day) -> Option<Puzzle> {
        // Not the one that stands there: who asks for another one has seen it.
        let present = self.attempt.as_ref().map(|attempt| attempt.puzzle().id());
        let is_new = |puzzle: &&Puzzle| Some(puzzle.id()) != present;
        match wish {
            PuzzleRequest::Daily(kind) => collection().daily(kind, today).cloned(),
            PuzzleRequest::Due => self.known_due(today).into_iter().next(),
            PuzzleRequest::Fresh { kind, goal, grade } => {
                let fits = |puzzle: &&Puzzle| {
                    puzzle.start.kind() == kind
                        && goal.is_none_or(|goal| puzzle.goal == goal)
                        && grade.is_none_or(|grade| puzzle.grade == grade)
                };
                let all: Vec<&Puzzle> = collection().puzzles().iter().filter(fits).collect();
                let solved = |puzzle: &&Puzzle| self.diary.tried(&puzzle.id()).solved > 0;
                let open: Vec<&Puzzle> =
                    all.iter().copied().filter(|puzzle| !solved(puzzle) && is_new(puzzle)).collect();
                let from = if open.is_empty() { &all } else { &open };
                let place = clock::seed().checked_rem(u64::try_from(from.len()).ok()?)?;
                from.get(usize::try_from(place).ok()?).copied().cloned()
            }
            PuzzleRequest::Own => {
                let mut own = self.diary.own();
                own.sort_by_key(|puzzle| self.diary.tried(&puzzle.id()).solved);
                let next = own.iter().find(is_new).cloned();
                next.or_else(|| own.into_iter().next())
            }
        }
    }

    /// Lists what is due and still there, the longest due first.
    fn known_due(&self, today: Day) -> Vec<Puzzle> {
        let own = self.diary.own();
        let find = |id: &str| {
            let known = collection().puzzles().iter().chain(&own).find(|puzzle| puzzle.id() == id);
            known.cloned()
        };
        self.diary.due(today).into_iter().filter_map(find).collect()
    }
}

#[cfg(test)]
mod tests;
