//! Puzzles for a person: the choice of the next one, the attempts, the schedule, and the puzzle on the board.

pub mod progress;
pub mod sets;
mod proved;
mod refuter;
mod sound;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use duiyi_core::base::{Millis, Rng, Side, Stamp};
use duiyi_core::game::{GameKind, MoveRow, Refusal};
use duiyi_core::puzzle::{
    AttemptState, AttemptVerdict, Collection, HintLevel, Puzzle, PuzzleAttempt, PuzzleGoal, PuzzleGrade, PuzzleTheme,
    RunEnd, ThemeSet, TimedRun,
};

use crate::desk::DeskError;
use crate::files::{DataDir, Notice};
use crate::{classics, clock};

pub use crate::schedule::{Day, SolveQuality};
pub use progress::{PuzzleAttempts, PuzzleProgress};
pub use refuter::{Refutation, Refuter};
pub use sets::{PlaceInSet, PuzzleImport, PuzzleSet, PuzzleSets, ReadPuzzles, SkippedPuzzle};

/// The kind of puzzle requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum PuzzleRequest {
    /// The puzzle of the day, the same for everybody.
    Daily { game: GameKind },
    /// The puzzle with the longest overdue date; the next one if it is on the board.
    Due,
    /// An unsolved puzzle that matches; any matching puzzle if all are solved.
    Fresh {
        game: GameKind,
        /// Any theme if `None`.
        theme: Option<PuzzleTheme>,
        /// Any grade if `None`.
        grade: Option<PuzzleGrade>,
    },
    /// A mistake from an own game; unsolved ones first.
    Own,
    /// A classical composition by its index, or the next one after it that can be solved.
    Classic { index: usize },
    /// The next puzzle of an own set; unsolved ones first.
    OwnSet { set: u32 },
    /// The first puzzle of a new timed run.
    Run { game: GameKind },
    /// The next puzzle of the timed run in progress.
    NextOfRun,
}

/// The number of puzzles of one theme and grade. A puzzle counts for each of its themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PuzzleCount {
    pub game: GameKind,
    pub theme: PuzzleTheme,
    pub grade: PuzzleGrade,
    pub count: usize,
    /// Solved puzzles among [`count`](PuzzleCount::count).
    pub solved: usize,
}

/// The puzzle of the day of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct DailyPuzzle {
    pub game: GameKind,
    /// Whether it was solved today. A puzzle comes again on a later day.
    pub solved: bool,
    /// Its first position, rows from the top.
    pub placement: String,
    /// The solver's side.
    pub side: Side,
    pub goal: PuzzleGoal,
    /// The number of the solver's moves.
    pub moves: usize,
}

/// The best timed run of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BestRun {
    pub game: GameKind,
    /// The number of solved puzzles.
    pub solved: u32,
}

/// The timed run to which the puzzle on the board belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PuzzleRun {
    pub game: GameKind,
    pub solved: u32,
    pub missed: u32,
    /// The miss that ends a run.
    pub misses_max: u32,
    /// The time left, in milliseconds.
    pub left: Millis,
    /// The reason of the end; `None` while the run goes on.
    pub end: Option<RunEnd>,
    /// The best earlier result of the game; `None` without one.
    pub best: Option<u32>,
}

/// The figures of the puzzle screen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PuzzleSummary {
    /// Consecutive days with a solved puzzle.
    pub streak: u32,
    /// Puzzles due today.
    pub due: usize,
    /// Puzzles from own games.
    pub own: usize,
    pub daily: Vec<DailyPuzzle>,
    /// The best timed run of each game that has one.
    pub runs: Vec<BestRun>,
    pub sets: Vec<PuzzleSet>,
    pub shelves: Vec<PuzzleCount>,
}

/// The games with built-in puzzles.
const GAMES: [GameKind; 2] = [GameKind::Xiangqi, GameKind::Gomoku];

/// The built-in puzzles, read at the first call.
fn collection() -> &'static Collection {
    static BUILT_IN: OnceLock<Collection> = OnceLock::new();
    BUILT_IN.get_or_init(Collection::built_in)
}

/// The puzzle on the board and the progress.
#[derive(Debug)]
pub struct PuzzleTrainer {
    progress: PuzzleProgress,
    sets: PuzzleSets,
    attempt: Option<PuzzleAttempt>,
    /// Index of the composition on the board.
    classic: Option<usize>,
    /// The place of the puzzle on the board in an own set.
    place: Option<PlaceInSet>,
    /// The timed run of the puzzle on the board, and the best earlier result.
    run: Option<(TimedRun, Option<u32>)>,
    now: fn() -> Stamp,
    /// Whether this attempt has been recorded.
    noted: bool,
    /// The last error of the disk. The attempt that caused it is not recorded.
    unsaved: Option<DeskError>,
}

impl PuzzleTrainer {
    /// Opens the progress in the data folder at `path`; without one, progress that lasts as long as the program.
    #[must_use]
    pub fn open(path: Option<PathBuf>) -> (PuzzleTrainer, Vec<Notice>) {
        let dir = path.and_then(|path| DataDir::open(path).ok());
        let (progress, notice) = PuzzleProgress::load(dir.as_ref());
        let (sets, of_sets) = PuzzleSets::load(dir.as_ref());
        let trainer = PuzzleTrainer {
            progress,
            sets,
            attempt: None,
            classic: None,
            place: None,
            run: None,
            now: clock::now_stamp,
            noted: false,
            unsaved: None,
        };
        (trainer, notice.into_iter().chain(of_sets).collect())
    }

    /// Returns the figures without the shelves, which look at all puzzles.
    #[must_use]
    pub fn today(&self, today: Day) -> PuzzleSummary {
        let daily = GAMES.into_iter().filter_map(|game| {
            let puzzle = collection().daily(game, today)?;
            Some(DailyPuzzle {
                game,
                solved: self.progress.tried(&puzzle.id()).solved_on == Some(today),
                placement: puzzle.start.game().placement(),
                side: puzzle.start.side_to_move(),
                goal: puzzle.goal,
                moves: puzzle.moves(),
            })
        });
        PuzzleSummary {
            streak: self.progress.streak(today),
            due: self.known_due(today).len(),
            own: self.progress.own().len(),
            daily: daily.collect(),
            runs: GAMES
                .into_iter()
                .filter_map(|game| Some(BestRun { game, solved: self.progress.best(game)? }))
                .collect(),
            sets: self.sets.list(|id| self.progress.tried(id).solved > 0),
            shelves: Vec::new(),
        }
    }

    #[must_use]
    pub fn overview(&self, today: Day) -> PuzzleSummary {
        let mut shelves: BTreeMap<(GameKind, PuzzleTheme, PuzzleGrade), PuzzleCount> = BTreeMap::new();
        for (puzzle, themes) in collection().with_themes() {
            let (game, grade, solved) = (puzzle.start.kind(), puzzle.grade, usize::from(self.is_solved(puzzle)));
            for theme in themes {
                let shelf = shelves.entry((game, theme, grade));
                let shelf = shelf.or_insert(PuzzleCount { game, theme, grade, count: 0, solved: 0 });
                shelf.count += 1;
                shelf.solved += solved;
            }
        }
        PuzzleSummary { shelves: shelves.into_values().collect(), ..self.today(today) }
    }

    fn is_solved(&self, puzzle: &Puzzle) -> bool {
        self.progress.tried(&puzzle.id()).solved > 0
    }

    /// Puts a puzzle on the board.
    ///
    /// # Errors
    /// `no-puzzle` if none matches, or for the next puzzle of a run that is over.
    pub fn begin(&mut self, wish: PuzzleRequest, today: Day) -> Result<&PuzzleAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-puzzle", "there is no puzzle of this kind"));
        let wish = match wish {
            PuzzleRequest::Classic { index } => {
                PuzzleRequest::Classic { index: classics::solvable_from(index).ok_or_else(none)? }
            }
            other => other,
        };
        if let PuzzleRequest::Run { game } = wish {
            self.run = Some((TimedRun::new(game, (self.now)()), self.progress.best(game)));
        }
        let puzzle = match wish {
            PuzzleRequest::Run { .. } | PuzzleRequest::NextOfRun => self.next_of_run(wish).ok_or_else(none)?,
            other => {
                let puzzle = self.choose(other, today).ok_or_else(none)?;
                self.run = None;
                puzzle
            }
        };
        self.classic = if let PuzzleRequest::Classic { index } = wish { Some(index) } else { None };
        self.place = match wish {
            PuzzleRequest::OwnSet { set } => self.sets.place(&puzzle, Some(set)),
            // A puzzle of a set comes again, too; a built-in one or a mistake is no part of a set.
            PuzzleRequest::Due if !self.is_elsewhere(&puzzle) => self.sets.place(&puzzle, None),
            _ => None,
        };
        self.noted = false;
        Ok(self.attempt.insert(PuzzleAttempt::new(puzzle)))
    }

    #[must_use]
    pub const fn attempt(&self) -> Option<&PuzzleAttempt> {
        self.attempt.as_ref()
    }

    /// Returns the index of the composition on the board; `None` for another puzzle.
    #[must_use]
    pub const fn classic(&self) -> Option<usize> {
        self.classic
    }

    /// Lists the indexes of the solved compositions.
    #[must_use]
    pub fn solved_classics(&self) -> Vec<usize> {
        let puzzles = classics::puzzles().filter(|(_, puzzle)| self.is_solved(puzzle));
        puzzles.map(|(index, _)| index).collect()
    }

    /// Returns the last error of the disk: the attempt is not recorded.
    #[must_use]
    pub const fn unsaved(&self) -> Option<&DeskError> {
        self.unsaved.as_ref()
    }

    #[must_use]
    pub const fn progress(&self) -> &PuzzleProgress {
        &self.progress
    }

    /// Plays a move of the solver, in any notation, and records a decided attempt.
    ///
    /// # Errors
    /// The refusal of the move; `no-puzzle` without a puzzle on the board; `not-now` after the end of a timed run.
    pub fn play(&mut self, text: &str, today: Day) -> Result<(MoveRow, AttemptVerdict), DeskError> {
        if self.run().is_some_and(|run| run.end.is_some()) {
            return Err(DeskError(Refusal::plain("not-now", "the timed run is over")));
        }
        let (row, verdict) = self.present()?.play(text)?;
        let verdict = if verdict == AttemptVerdict::Wrong { self.sound_verdict()? } else { verdict };
        match verdict {
            AttemptVerdict::Right { .. } => {}
            AttemptVerdict::Wrong => self.note(SolveQuality::Missed, false, today),
            AttemptVerdict::Solved if self.noted => self.note_finished(today),
            AttemptVerdict::Solved => {
                let helped = self.attempt.as_ref().is_some_and(PuzzleAttempt::helped);
                self.note(if helped { SolveQuality::Nudged } else { SolveQuality::Clean }, true, today);
            }
        }
        self.count_in_run(&verdict);
        Ok((row, verdict))
    }

    /// Returns the verdict on a move that is not the line's: any sound line solves a composition, and any that keeps the
    /// proof a puzzle of a set.
    fn sound_verdict(&mut self) -> Result<AttemptVerdict, DeskError> {
        let is_of_set = self.place.is_some();
        let attempt = self.present()?;
        let goal = attempt.puzzle().goal;
        let rest = if goal == PuzzleGoal::Classic {
            sound::continuation(attempt.game())
        } else if is_of_set {
            let moves = attempt.puzzle().moves().saturating_sub(attempt.ply() / 2 + 1);
            proved::continuation(attempt.game(), goal, moves)
        } else {
            None
        };
        Ok(rest.map_or(AttemptVerdict::Wrong, |rest| attempt.accept(rest)))
    }

    /// Takes a wrong move back.
    ///
    /// # Errors
    /// `no-puzzle` without a puzzle on the board, `not-now` in a timed run.
    pub fn take_back(&mut self) -> Result<(), DeskError> {
        self.outside_run()?;
        self.present()?.take_back();
        Ok(())
    }

    /// Reveals the next part of the hint. The full move counts as a miss.
    ///
    /// # Errors
    /// `no-puzzle` without a puzzle on the board, `not-now` in a timed run.
    pub fn ask(&mut self, today: Day) -> Result<(), DeskError> {
        self.outside_run()?;
        if self.present()?.ask() == HintLevel::Move {
            self.note(SolveQuality::Missed, false, today);
        }
        Ok(())
    }

    /// Shows the solution; an unsolved puzzle counts as missed.
    ///
    /// # Errors
    /// `no-puzzle` without a puzzle on the board, `not-now` in a timed run.
    pub fn show(&mut self, today: Day) -> Result<(), DeskError> {
        self.outside_run()?;
        let attempt = self.present()?;
        if !attempt.is_over() {
            attempt.show()?;
            self.note(SolveQuality::Missed, false, today);
        }
        Ok(())
    }

    /// Keeps mistakes of a person's own game as puzzles, and returns the number of new ones.
    ///
    /// # Errors
    /// The progress cannot be written.
    pub fn keep(&mut self, own: &[Puzzle]) -> Result<usize, DeskError> {
        Ok(self.progress.keep(own)?)
    }

    /// Counts `today` among the days in a row on which something was solved or recalled.
    ///
    /// # Errors
    /// The progress cannot be written.
    pub fn practised(&mut self, today: Day) -> Result<(), DeskError> {
        Ok(self.progress.practised(today)?)
    }

    fn present(&mut self) -> Result<&mut PuzzleAttempt, DeskError> {
        let none = || DeskError(Refusal::plain("no-puzzle", "no puzzle is on the board"));
        self.attempt.as_mut().ok_or_else(none)
    }

    /// Records the result, once an attempt; an error of the disk goes to [`unsaved`](PuzzleTrainer::unsaved).
    ///
    /// Compositions are not scheduled: only that one was solved is recorded.
    fn note(&mut self, solving: SolveQuality, finished: bool, today: Day) {
        if self.classic.is_some() {
            if finished {
                self.note_finished(today);
            }
            return;
        }
        let Some(id) = self.attempt.as_ref().map(|attempt| attempt.puzzle().id()) else { return };
        if !self.noted {
            self.unsaved = self.progress.note(&id, solving, finished, today).err().map(DeskError::from);
        }
        self.noted = true;
    }

    fn note_finished(&mut self, today: Day) {
        let Some(id) = self.attempt.as_ref().map(|attempt| attempt.puzzle().id()) else { return };
        self.unsaved = self.progress.finish(&id, today).err().map(DeskError::from);
    }

    fn choose(&self, wish: PuzzleRequest, today: Day) -> Option<Puzzle> {
        // A request for another puzzle excludes the present one.
        let present = self.attempt.as_ref().map(|attempt| attempt.puzzle().id());
        let is_new = |puzzle: &&Puzzle| Some(puzzle.id()) != present;
        match wish {
            PuzzleRequest::Daily { game } => collection().daily(game, today).cloned(),
            // A solved one stays due while the disk refuses to record it.
            PuzzleRequest::Due => after_present(&self.known_due(today), present.as_deref()).next().cloned(),
            PuzzleRequest::Fresh { game, theme, grade } => {
                let fits = |(puzzle, themes): &(&Puzzle, ThemeSet)| {
                    puzzle.start.kind() == game
                        && theme.is_none_or(|theme| themes.contains(theme))
                        && grade.is_none_or(|grade| puzzle.grade == grade)
                };
                let all: Vec<&Puzzle> = collection().with_themes().filter(fits).map(|(puzzle, _)| puzzle).collect();
                let solved = |puzzle: &&Puzzle| self.is_solved(puzzle);
                let open: Vec<&Puzzle> =
                    all.iter().copied().filter(|puzzle| !solved(puzzle) && is_new(puzzle)).collect();
                let from = if open.is_empty() { &all } else { &open };
                let place = clock::seed().checked_rem(u64::try_from(from.len()).ok()?)?;
                from.get(usize::try_from(place).ok()?).copied().cloned()
            }
            PuzzleRequest::Own => {
                let own = self.progress.own();
                let solved = |puzzle: &Puzzle| self.progress.tried(&puzzle.id()).solved;
                let others = after_present(&own, present.as_deref()).filter(is_new);
                // The first of those that were solved least often.
                others.min_by_key(|puzzle| solved(puzzle)).or(own.first()).cloned()
            }
            PuzzleRequest::Classic { index } => classics::composition(index).ok()?.puzzle(),
            PuzzleRequest::OwnSet { set } => {
                let puzzles = self.sets.puzzles(set);
                let mut turned = after_present(&puzzles, present.as_deref());
                turned.clone().find(|puzzle| !self.is_solved(puzzle)).or_else(|| turned.next()).cloned()
            }
            PuzzleRequest::Run { .. } | PuzzleRequest::NextOfRun => None,
        }
    }

    /// Returns whether a puzzle is built in or a mistake from an own game.
    fn is_elsewhere(&self, puzzle: &Puzzle) -> bool {
        collection().puzzles().iter().chain(&self.progress.own()).any(|known| known.start == puzzle.start)
    }

    /// Returns the place of the puzzle on the board in an own set; `None` for another puzzle.
    #[must_use]
    pub const fn place(&self) -> Option<&PlaceInSet> {
        self.place.as_ref()
    }

    /// Checks that there is room for another own set, before its puzzles are read and proved.
    ///
    /// # Errors
    /// `set-full`.
    pub fn expect_room_for_set(&self) -> Result<(), DeskError> {
        self.sets.expect_room().map_err(DeskError)
    }

    /// Keeps imported puzzles as a new set.
    ///
    /// # Errors
    /// `set-full` without room for another set, or the sets cannot be written.
    pub fn add_set(&mut self, read: ReadPuzzles) -> Result<PuzzleImport, DeskError> {
        self.expect_room_for_set()?;
        Ok(self.sets.add(read)?)
    }

    /// Deletes an own set.
    ///
    /// # Errors
    /// The sets cannot be written.
    pub fn delete_set(&mut self, set: u32) -> Result<(), DeskError> {
        Ok(self.sets.delete(set)?)
    }

    /// Returns the next puzzle of the run in progress. No puzzle of a run is skipped.
    fn next_of_run(&mut self, wish: PuzzleRequest) -> Option<Puzzle> {
        let is_unsolved = self.attempt.as_ref().is_some_and(|attempt| attempt.state() == AttemptState::Solving);
        if wish == PuzzleRequest::NextOfRun && is_unsolved {
            return None;
        }
        let (run, _) = self.run.as_mut()?;
        let is_running = run.is_running((self.now)());
        is_running.then(|| run.next(collection(), &mut Rng::from_seed(clock::seed())).cloned())?
    }

    /// Returns the timed run of the puzzle on the board; `None` without one.
    pub fn run(&mut self) -> Option<PuzzleRun> {
        let now = (self.now)();
        let (run, best) = self.run.as_mut()?;
        run.is_running(now);
        Some(PuzzleRun {
            game: run.game(),
            solved: run.solved(),
            missed: run.missed(),
            misses_max: TimedRun::MISSES_MAX,
            left: run.left(now),
            end: run.end(),
            best: *best,
        })
    }

    /// Ends the timed run, if one is in progress.
    ///
    /// # Errors
    /// `no-puzzle` without a puzzle on the board.
    pub fn stop_run(&mut self) -> Result<(), DeskError> {
        let now = (self.now)();
        if let Some((run, _)) = &mut self.run {
            run.stop(now);
        }
        self.present().map(|_| ())
    }

    /// Refuses help in a timed run.
    fn outside_run(&mut self) -> Result<(), DeskError> {
        match self.run {
            Some(_) => Err(DeskError(Refusal::plain("not-now", "a timed run has neither hints nor a second try"))),
            None => Ok(()),
        }
    }

    /// Counts the verdict on a move in the timed run, and keeps a result that beats the best one.
    fn count_in_run(&mut self, verdict: &AttemptVerdict) {
        let now = (self.now)();
        let Some((run, _)) = &mut self.run else { return };
        match verdict {
            AttemptVerdict::Right { .. } => {}
            AttemptVerdict::Wrong => run.miss(now),
            AttemptVerdict::Solved => {
                run.solve(now);
                let (game, solved) = (run.game(), run.solved());
                if self.progress.best(game).is_none_or(|best| best < solved) {
                    let kept = self.progress.keep_run(game, solved).err().map(DeskError::from);
                    self.unsaved = kept.or_else(|| self.unsaved.take());
                }
            }
        }
    }

    /// Lists the due puzzles that still exist, the longest overdue first.
    fn known_due(&self, today: Day) -> Vec<Puzzle> {
        let due = self.progress.due(today);
        if due.is_empty() {
            return Vec::new();
        }
        let own = [self.progress.own(), self.sets.all()].concat();
        let find = |id: &str| {
            let known = collection().puzzles().iter().chain(&own).find(|puzzle| puzzle.id() == id);
            known.cloned()
        };
        due.into_iter().filter_map(find).collect()
    }
}

/// Lists all `puzzles` in their order, from behind the one with the id `present` on and around.
fn after_present<'a>(
    puzzles: &'a [Puzzle],
    present: Option<&str>,
) -> impl Iterator<Item = &'a Puzzle> + Clone + use<'a> {
    let at = puzzles.iter().position(|puzzle| Some(&*puzzle.id()) == present).map_or(0, |at| at + 1);
    let (before, after) = puzzles.split_at(at);
    after.iter().chain(before)
}

#[cfg(test)]
mod tests;
