//! The growing text list of found puzzles, one a line.
//!
//! ```text
//! duiyi-puzzle-list 1 xiangqi nodes=400 seed=1
//! # games 12
//! mate<TAB>00111 sole<TAB>FEN<TAB>h2e2 e9d9 …
//! fours<TAB>01111 best<TAB>renju w 15/15/…<TAB>h8 h9 …
//! ```
//! The five digits tell which of the levels 1 to 5 find the first move. `sole` means that the engine sees no other win
//! of any kind, slower ones included.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use duiyi_core::game::GameKind;
use duiyi_core::puzzle::{Puzzle, PuzzleGoal, PuzzleGrade, PuzzleStart};

use crate::input;
use crate::problem::Problem;

/// The start of the first line.
const MAGIC: &str = "duiyi-puzzle-list 1";
/// The largest list, in bytes.
const BYTES_MAX: u64 = 256 << 20;
/// Followed by the number of games examined.
const GAMES: &str = "# games ";

/// A puzzle, with the levels that find its first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPuzzle {
    /// The puzzle with its grade.
    pub puzzle: Puzzle,
    /// Levels 1 to 5.
    pub levels: [bool; 5],
    /// Whether the engine sees no other win, slower ones included.
    pub sole: bool,
}

impl FoundPuzzle {
    /// Makes an ungraded puzzle.
    #[must_use]
    pub fn new(start: PuzzleStart, goal: PuzzleGoal, line: Vec<String>) -> FoundPuzzle {
        FoundPuzzle {
            puzzle: Puzzle { start, goal, grade: PuzzleGrade::ALL[0], line, also: Vec::new() },
            levels: [false; 5],
            sole: false,
        }
    }

    /// Grades the puzzle by these measurements.
    #[must_use]
    pub fn graded(mut self, levels: [bool; 5], sole: bool) -> FoundPuzzle {
        let found = levels.iter().filter(|&&found| found).count();
        self.puzzle.grade = PuzzleGrade::measured(self.puzzle.moves(), found);
        FoundPuzzle { levels, sole, ..self }
    }

    fn to_line(&self) -> String {
        let levels: String = self.levels.iter().map(|&found| if found { '1' } else { '0' }).collect();
        let start = self.puzzle.start.to_text();
        let sole = if self.sole { "sole" } else { "best" };
        format!("{}\t{levels} {sole}\t{start}\t{}", self.puzzle.goal.code(), self.puzzle.line.join(" "))
    }
}

impl FromStr for FoundPuzzle {
    type Err = &'static str;

    fn from_str(line: &str) -> Result<FoundPuzzle, &'static str> {
        let mut fields = line.split('\t');
        let mut field = || fields.next().ok_or("it has fewer than four fields");
        let (goal, levels, start, moves) = (field()?, field()?, field()?, field()?);
        let goal = PuzzleGoal::ALL.into_iter().find(|known| known.code() == goal).ok_or("there is no such goal")?;
        let (levels, sole) = levels.split_once(' ').ok_or("it does not say whether the win is the sole one")?;
        let digits: Vec<bool> = levels.chars().map(|digit| digit == '1').collect();
        let levels = digits.try_into().map_err(|_| "the levels are not five digits")?;
        let kind =
            if matches!(goal, PuzzleGoal::Mate | PuzzleGoal::Checks) { GameKind::Xiangqi } else { GameKind::Gomoku };
        let start = PuzzleStart::from_text(kind, start).ok_or("the position cannot be read")?;
        let found = FoundPuzzle::new(start, goal, moves.split(' ').map(str::to_owned).collect());
        Ok(found.graded(levels, sole == "sole"))
    }
}

/// The list file, open for appending.
pub struct List {
    path: PathBuf,
    file: File,
    games: u32,
    puzzles: usize,
}

impl List {
    /// Opens or makes the list of a search with the parameters `manifest`; a torn last line is removed.
    pub fn open(path: &Path, manifest: &str) -> Result<List, Problem> {
        let at = |error| Problem::at(path.display(), error);
        let head = format!("{MAGIC} {manifest}");
        let text = input::read_growing(path, BYTES_MAX)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        if whole == 0 {
            let mut file = input::continued(path, 0).map_err(at)?;
            writeln!(file, "{head}").map_err(at)?;
            return Ok(List { path: path.to_owned(), file, games: 0, puzzles: 0 });
        }
        let text = &text[..whole];
        if text.lines().next() != Some(&head) {
            return Err(Problem::at(path.display(), "its puzzles were found with different settings"));
        }
        // Puzzles after the last count of games will be found again: their game was not finished.
        let end = text.rfind(GAMES).and_then(|at| Some(at + text[at..].find('\n')? + 1)).unwrap_or(head.len() + 1);
        let file = input::continued(path, end).map_err(at)?;
        let games = text[..end].lines().rev().find_map(|line| line.strip_prefix(GAMES)?.parse().ok()).unwrap_or(0);
        let puzzles = text[..end].lines().filter(|line| line.contains('\t')).count();
        Ok(List { path: path.to_owned(), file, games, puzzles })
    }

    /// Returns the number of games examined.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of puzzles found.
    pub const fn puzzles(&self) -> usize {
        self.puzzles
    }

    /// Appends the puzzles of one more game.
    pub fn append(&mut self, found: &[FoundPuzzle]) -> Result<(), Problem> {
        self.games += 1;
        self.puzzles += found.len();
        let mut text: String = found.iter().map(|found| found.to_line() + "\n").collect();
        text += &format!("{GAMES}{}\n", self.games);
        self.file.write_all(text.as_bytes()).map_err(|error| Problem::at(self.path.display(), error))
    }
}

pub fn read(path: &Path) -> Result<Vec<FoundPuzzle>, Problem> {
    let text = input::read_text(path, BYTES_MAX)?;
    if !text.starts_with(MAGIC) {
        return Err(Problem::at(path.display(), "not a puzzle list"));
    }
    let lines = text.lines().enumerate().skip(1).filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|(number, line)| {
            line.parse().map_err(|why| Problem::at(format!("{}: line {}", path.display(), number + 1), why))
        })
        .collect()
}
