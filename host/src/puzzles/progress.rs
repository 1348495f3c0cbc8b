//! The attempts at puzzles, and the mistakes that became puzzles. They are kept in `puzzles.json`, written whole or not
//! at all, and set aside if damaged.
//!
//! # Stability
//! The names of the fields outlive the program, and so do the ids of the puzzles.

use std::collections::BTreeMap;

use duiyi_core::game::GameKind;
use duiyi_core::puzzle::{Puzzle, PuzzleStart};
use serde::{Deserialize, Serialize};

use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice};
use crate::schedule::{Day, OwnWeights, RecallMemory, SolveQuality, is_ahead};

/// A puzzle takes some hundred bytes.
const CONTENT: SharedFileFormat =
    SharedFileFormat { bytes_max: 8 << 20, version: 1, aside: "puzzles-set-aside", name: "The progress in puzzles" };
/// The limit of own mistakes; beyond it the oldest is dropped.
pub const OWN_MAX: usize = 1_000;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleAttempts {
    /// Attempts played to the end by the person's own moves.
    pub solved: u32,
    pub missed: u32,
    /// The last day on which it was solved; unknown for attempts of older versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved_on: Option<Day>,
    /// The schedule, if the puzzle is repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<RecallMemory>,
}

/// A puzzle from a person's own game, as the file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OwnMistake {
    /// The game's code: `xiangqi` or `gomoku`.
    game: String,
    /// The position in the form of [`PuzzleStart::to_text`].
    start: String,
    /// The better line in coordinates; its first and last moves are the person's.
    line: Vec<String>,
    /// Moves as good as the first of `line`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
}

impl From<&Puzzle> for OwnMistake {
    fn from(puzzle: &Puzzle) -> OwnMistake {
        OwnMistake {
            game: puzzle.start.kind().code().to_owned(),
            start: puzzle.start.to_text(),
            line: puzzle.line.clone(),
            also: puzzle.also.clone(),
        }
    }
}

impl OwnMistake {
    /// Makes the puzzle; `None` if the line cannot be played.
    pub fn puzzle(&self) -> Option<Puzzle> {
        let kind: GameKind = self.game.parse().ok()?;
        let start = PuzzleStart::from_text(kind, &self.start)?;
        let mut game = start.game();
        let playable = self.line.iter().all(|mv| game.advance(mv).is_ok());
        (playable && !self.line.len().is_multiple_of(2))
            .then(|| Puzzle::of_mistake(start, self.line.clone(), self.also.clone()))
    }
}

/// Consecutive days on which a puzzle was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    first: Day,
    last: Day,
}

impl Run {
    /// Returns whether `today` is counted. A clock that was set back by a day does not end the run.
    const fn counts(self, today: Day) -> bool {
        today <= self.last && !is_ahead(self.last, today)
    }

    /// Returns whether `today` is the next day of the run.
    const fn is_before(self, today: Day) -> bool {
        today == self.last.saturating_add(1)
    }
}

/// The form of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Written {
    #[serde(default)]
    tried: BTreeMap<String, PuzzleAttempts>,
    #[serde(default)]
    run: Option<Run>,
    #[serde(default)]
    own: Vec<OwnMistake>,
    /// The most puzzles solved in a timed run, by the code of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    runs: BTreeMap<String, u32>,
}

/// The progress; without a folder it lasts as long as the program.
#[derive(Debug, Default)]
pub struct PuzzleProgress {
    written: SharedFile<Written>,
    weights: OwnWeights,
}

impl PuzzleProgress {
    /// Reads the progress in `dir`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (PuzzleProgress, Option<Notice>) {
        let (written, notice) = SharedFile::load(dir.map(DataDir::puzzles), CONTENT);
        (PuzzleProgress { written, weights: OwnWeights::default() }, notice)
    }

    /// Returns the attempts at a puzzle; all zero before the first one.
    #[must_use]
    pub fn tried(&self, id: &str) -> PuzzleAttempts {
        self.written.get().tried.get(id).cloned().unwrap_or_default()
    }

    /// Lists the puzzles due by `today`, the longest overdue first.
    #[must_use]
    pub fn due(&self, today: Day) -> Vec<&str> {
        let tried = self.written.get().tried.iter();
        let memories = tried.filter_map(|(id, tried)| Some((tried.memory.as_ref()?, id.as_str())));
        let mut due: Vec<(Day, &str)> =
            memories.filter(|(memory, _)| memory.is_due(today)).map(|(memory, id)| (memory.due, id)).collect();
        due.sort_unstable();
        due.into_iter().map(|(_, id)| id).collect()
    }

    /// Returns the number of consecutive days on which a puzzle was solved, up to today or yesterday.
    #[must_use]
    pub fn streak(&self, today: Day) -> u32 {
        match self.written.get().run {
            Some(run) if run.counts(today) || run.is_before(today) => {
                run.last.saturating_sub(run.first).saturating_add(1)
            }
            _ => 0,
        }
    }

    /// Returns the puzzles from the person's own games, the newest last.
    #[must_use]
    pub fn own(&self) -> Vec<Puzzle> {
        self.written.get().own.iter().filter_map(OwnMistake::puzzle).collect()
    }

    /// Returns the most puzzles solved in a timed run; `None` before the first solved one.
    #[must_use]
    pub fn best(&self, game: GameKind) -> Option<u32> {
        self.written.get().runs.get(game.code()).copied()
    }

    /// Keeps the number of puzzles solved in a timed run, if it is the greatest.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn keep_run(&mut self, game: GameKind, solved: u32) -> Result<(), FileError> {
        self.written.change(|written| {
            let best = written.runs.entry(game.code().to_owned()).or_default();
            *best = solved.max(*best);
        })
    }

    /// Records an attempt at a puzzle.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the progress is unchanged.
    pub fn note(&mut self, id: &str, solving: SolveQuality, finished: bool, today: Day) -> Result<(), FileError> {
        let weights = self.weights.follow(self.written.get().tried.values().filter_map(|tried| tried.memory.as_ref()));
        self.written.change(|written| {
            let tried = written.tried.entry(id.to_owned()).or_default();
            tried.memory = RecallMemory::after(tried.memory.as_ref(), solving, today, weights);
            if solving == SolveQuality::Missed {
                tried.missed = tried.missed.saturating_add(1);
            }
            if finished {
                solved(written, id, today);
            }
        })
    }

    /// Records that a missed puzzle was then played to its end.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn finish(&mut self, id: &str, today: Day) -> Result<(), FileError> {
        self.written.change(|written| solved(written, id, today))
    }

    /// Counts `today` among the days in a row, also without a puzzle.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn practised(&mut self, today: Day) -> Result<(), FileError> {
        if self.written.get().run.is_some_and(|run| run.counts(today)) {
            return Ok(());
        }
        self.written.change(|written| extend(&mut written.run, today))
    }

    /// Keeps puzzles from the person's own games and returns the number of new ones. A position that is kept already is
    /// not replaced; beyond [`OWN_MAX`] the oldest are dropped.
    ///
    /// # Errors
    /// [`FileError`] if they cannot be written.
    pub fn keep(&mut self, own: &[Puzzle]) -> Result<usize, FileError> {
        self.keep_written(own.iter().map(OwnMistake::from))
    }

    fn keep_written(&mut self, own: impl Iterator<Item = OwnMistake>) -> Result<usize, FileError> {
        let mut new = 0;
        self.written.change(|written| {
            for mistake in own {
                if written.own.iter().all(|known| known.start != mistake.start) {
                    written.own.push(mistake);
                    new += 1;
                }
            }
            let surplus = written.own.len().saturating_sub(OWN_MAX);
            written.own.drain(..surplus);
        })?;
        Ok(new)
    }
}

fn solved(written: &mut Written, id: &str, today: Day) {
    let tried = written.tried.entry(id.to_owned()).or_default();
    tried.solved = tried.solved.saturating_add(1);
    tried.solved_on = Some(today);
    extend(&mut written.run, today);
}

fn extend(run: &mut Option<Run>, today: Day) {
    *run = Some(match *run {
        Some(run) if run.counts(today) => run,
        Some(run) if run.is_before(today) => Run { last: today, ..run },
        _ => Run { first: today, last: today },
    });
}

#[cfg(test)]
mod tests {
    use duiyi_core::puzzle::PuzzleGoal;

    use super::*;
    use crate::testing::{data_dir, names_in};

    fn own(start: &str) -> OwnMistake {
        OwnMistake {
            game: "xiangqi".to_owned(),
            start: start.to_owned(),
            line: vec!["h2e2".to_owned()],
            also: Vec::new(),
        }
    }

    #[test]
    fn what_was_tried_comes_back_after_a_restart() {
        let (_temp, dir) = data_dir();
        let (mut progress, notice) = PuzzleProgress::load(Some(&dir));
        assert!(notice.is_none() && progress.due(1_000_000).is_empty());
        progress.note("clean", SolveQuality::Clean, true, 100).unwrap();
        progress.note("missed", SolveQuality::Missed, false, 100).unwrap();
        progress.finish("missed", 100).unwrap();
        let again = PuzzleProgress::load(Some(&dir)).0;
        assert_eq!((again.tried("clean").solved, again.tried("clean").memory), (1, None));
        let missed = again.tried("missed");
        assert_eq!((missed.solved, missed.missed), (1, 1));
        assert!(again.due(100).is_empty());
        assert_eq!(again.due(missed.memory.unwrap().due), ["missed"]);
        assert_eq!(again.tried("never"), PuzzleAttempts::default());
    }

    #[test]
    fn a_streak_counts_days_in_a_row_and_lives_until_the_end_of_the_next_one() {
        let mut progress = PuzzleProgress::default();
        let mut solve = |day| {
            progress.note("one", SolveQuality::Clean, true, day).unwrap();
            [progress.streak(day), progress.streak(day + 1), progress.streak(day + 2)]
        };
        assert_eq!(solve(10), [1, 1, 0]);
        assert_eq!(solve(10), [1, 1, 0]);
        assert_eq!(solve(11), [2, 2, 0]);
        assert_eq!(solve(13), [1, 1, 0]);
        progress.note("two", SolveQuality::Missed, false, 14).unwrap();
        assert_eq!(progress.streak(14), 1, "a puzzle that was not solved adds no day");
    }

    #[test]
    fn a_day_with_a_recalled_position_counts_like_one_with_a_puzzle() {
        let mut progress = PuzzleProgress::default();
        progress.note("one", SolveQuality::Clean, true, 10).unwrap();
        progress.practised(11).unwrap();
        progress.practised(11).unwrap();
        assert_eq!(progress.streak(11), 2);
        progress.note("two", SolveQuality::Clean, true, 12).unwrap();
        assert_eq!(progress.streak(12), 3);
    }

    #[test]
    fn days_of_a_clock_that_was_ahead_are_forgotten_once_it_is_right() {
        let mut progress = PuzzleProgress::default();
        progress.note("one", SolveQuality::Missed, true, 1_000 + 365).unwrap();
        assert_eq!((progress.streak(1_000), progress.due(1_000)), (0, vec!["one"]));
        progress.practised(1_000).unwrap();
        assert_eq!(progress.streak(1_000), 1);
        progress.note("two", SolveQuality::Clean, true, 1_001).unwrap();
        assert_eq!(progress.streak(1_001), 2);
        // A flight over the date line sets the date back by a day.
        progress.note("three", SolveQuality::Clean, true, 1_000).unwrap();
        progress.practised(1_000).unwrap();
        assert_eq!((progress.streak(1_000), progress.streak(1_002)), (2, 2));
    }

    #[test]
    fn own_mistakes_are_kept_once_and_not_without_end() {
        let mut progress = PuzzleProgress::default();
        for number in 0..OWN_MAX + 5 {
            for new in [1, 0] {
                assert_eq!(progress.keep_written([own(&number.to_string())].into_iter()).unwrap(), new);
            }
        }
        let kept = &progress.written.get().own;
        assert_eq!((kept.len(), kept[0].start.as_str()), (OWN_MAX, "5"));
    }

    #[test]
    fn an_own_mistake_is_a_puzzle_where_it_can_be_played() {
        let start = duiyi_core::game::Setup::usual(GameKind::Xiangqi);
        let fen = start
            .start_fen()
            .unwrap_or_else(|| "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1".to_owned());
        let puzzle = own(&fen).puzzle().expect("the cannon goes to the centre");
        assert_eq!((puzzle.goal, puzzle.moves()), (PuzzleGoal::Better, 1));
        assert_eq!(OwnMistake::from(&puzzle), own(&puzzle.start.to_text()));
        assert_eq!(OwnMistake { line: vec!["h2e9".to_owned()], ..own(&fen) }.puzzle(), None);
        assert_eq!(OwnMistake { line: Vec::new(), ..own(&fen) }.puzzle(), None);
        assert_eq!(OwnMistake { game: "go".to_owned(), ..own(&fen) }.puzzle(), None);
        assert_eq!(own("9/9").puzzle(), None);
    }

    #[test]
    fn damaged_progress_is_set_aside_and_reported() {
        for damage in [&b"{"[..], b"[]", b"{\"version\":1,\"tried\":3}", b"\xff"] {
            let (temp, dir) = data_dir();
            std::fs::write(dir.puzzles(), damage).unwrap();
            let (mut progress, notice) = PuzzleProgress::load(Some(&dir));
            assert_eq!(notice.unwrap().code, "puzzles-set-aside");
            progress.note("one", SolveQuality::Clean, true, 3).unwrap();
            let kept = names_in(temp.path()).into_iter().find(|name| name.starts_with("puzzles.corrupt-")).unwrap();
            assert_eq!(std::fs::read(temp.path().join(kept)).unwrap(), damage);
        }
    }

    #[test]
    fn progress_of_a_newer_version_is_used_and_left_as_it_is() {
        let (_temp, dir) = data_dir();
        let text = r#"{"version":2,"tried":{"one":{"solved":3,"missed":0}},"medals":7}"#;
        std::fs::write(dir.puzzles(), text).unwrap();
        let (mut progress, notice) = PuzzleProgress::load(Some(&dir));
        assert_eq!((notice.unwrap().code, progress.tried("one").solved), ("newer-version", 3));
        assert_eq!(progress.note("one", SolveQuality::Clean, true, 3).unwrap_err().code(), "newer-version");
        assert_eq!(std::fs::read_to_string(dir.puzzles()).unwrap(), text);
    }

    #[test]
    fn two_programs_lose_nothing_of_each_other() {
        let (_temp, dir) = data_dir();
        let (mut one, mut other) = (PuzzleProgress::load(Some(&dir)).0, PuzzleProgress::load(Some(&dir)).0);
        one.note("one", SolveQuality::Clean, true, 3).unwrap();
        other.note("two", SolveQuality::Missed, false, 3).unwrap();
        let both = PuzzleProgress::load(Some(&dir)).0;
        assert_eq!((both.tried("one").solved, both.tried("two").missed), (1, 1));
    }
}
