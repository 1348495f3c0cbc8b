//! Puzzles: positions in which exactly one move keeps a win that can be proved.
//!
//! A puzzle is a position and one line. Each move of the solver is the only one that keeps the [`PuzzleGoal`], and each
//! defence between lasts longest. [`proof`] proves that by the rules alone ([`mates`], [`vcf`]). [`PuzzleAttempt`] is
//! an attempt at a puzzle, a [`ThemeSet`] what it is about; [`Collection`] reads the built-in puzzles, and a
//! [`TimedRun`] plays many of them against the clock.

pub mod vcf;
pub mod mates;
pub mod proof;
pub mod attempt;
pub mod packed;
pub mod themes;
pub mod collection;
pub mod run;

use crate::base::{Key, Side};
use crate::game::{Game, GameKind, Played, Setup};
use crate::position::Position as _;
use crate::{gomoku, xiangqi};

pub use attempt::{AttemptState, AttemptVerdict, HintLevel, PuzzleAttempt, PuzzleHint};
pub use collection::Collection;
pub use run::{RunEnd, TimedRun};
pub use themes::{PuzzleTheme, ThemeGroup, ThemeSet};

/// The goal of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PuzzleGoal {
    /// Xiangqi: mate in as many moves as the line has, by any moves.
    Mate,
    /// Xiangqi: mate in as many moves as the line has, by checks alone (连将杀).
    Checks,
    /// Gomoku: a win by continuous fours (VCF).
    Vcf,
    /// Gomoku: one move that makes no four, after which every answer loses to a VCF (VCT).
    Threat,
    /// Any game: a better move than the user once played here. An engine judged it, without proof.
    Better,
    /// Xiangqi: the win of a classical composition, by any sound line. The line is the manual's.
    Classic,
}

impl PuzzleGoal {
    pub const ALL: [PuzzleGoal; 6] = [
        PuzzleGoal::Mate,
        PuzzleGoal::Checks,
        PuzzleGoal::Vcf,
        PuzzleGoal::Threat,
        PuzzleGoal::Better,
        PuzzleGoal::Classic,
    ];

    /// Returns the word for files and the window.
    ///
    /// # Stability
    /// Saved puzzles and progress contain these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            PuzzleGoal::Mate => "mate",
            PuzzleGoal::Checks => "checks",
            PuzzleGoal::Vcf => "fours",
            PuzzleGoal::Threat => "threat",
            PuzzleGoal::Better => "better",
            PuzzleGoal::Classic => "classic",
        }
    }
}

/// The difficulty of a puzzle, 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleGrade(u8);

impl PuzzleGrade {
    /// All grades, the easiest first.
    pub const ALL: [PuzzleGrade; 5] = [PuzzleGrade(1), PuzzleGrade(2), PuzzleGrade(3), PuzzleGrade(4), PuzzleGrade(5)];

    /// Returns grade `number`; `None` outside 1..=5.
    #[must_use]
    pub const fn new(number: u8) -> Option<PuzzleGrade> {
        if number >= 1 && number <= 5 { Some(PuzzleGrade(number)) } else { None }
    }

    /// Returns the number, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the grade of a line of `moves` moves whose first move `levels` of the five playing levels find.
    ///
    /// If every level finds it, the length alone decides. Each level that misses it raises the grade by one.
    #[must_use]
    pub const fn measured(moves: usize, levels: usize) -> PuzzleGrade {
        match moves + 5_usize.saturating_sub(levels) {
            0 | 1 => PuzzleGrade(1),
            number @ 2..=4 => PuzzleGrade(number as u8),
            _ => PuzzleGrade(5),
        }
    }
}

/// The start of a puzzle, by game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleStart {
    Xiangqi(xiangqi::Position),
    Gomoku(gomoku::Position),
}

impl PuzzleStart {
    /// Returns the last position of `game`; `None` for a game without puzzles.
    #[must_use]
    pub fn of(game: &Game) -> Option<PuzzleStart> {
        match game {
            Game::Xiangqi(played) => Some(PuzzleStart::Xiangqi(*played.position())),
            Game::Gomoku(played) => Some(PuzzleStart::Gomoku(played.position().clone())),
            Game::TicTacToe(_) => None,
        }
    }

    /// Returns a game that starts at the position.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            PuzzleStart::Xiangqi(position) => Game::Xiangqi(Played::new(*position)),
            PuzzleStart::Gomoku(position) => Game::Gomoku(Played::new(position.clone())),
        }
    }

    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            PuzzleStart::Xiangqi(_) => GameKind::Xiangqi,
            PuzzleStart::Gomoku(_) => GameKind::Gomoku,
        }
    }

    /// Returns the set-up of the game. For Gomoku it does not include the stones.
    #[must_use]
    pub fn setup(&self) -> Setup {
        match self {
            PuzzleStart::Xiangqi(position) => Setup::Xiangqi { start: *position },
            PuzzleStart::Gomoku(position) => {
                Setup::gomoku(position.rule(), position.size(), None).expect("a position has a board that there is")
            }
        }
    }

    /// Writes the position: a FEN for Xiangqi; rule, side to move and stones for Gomoku.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            PuzzleStart::Xiangqi(position) => position.to_fen(),
            PuzzleStart::Gomoku(position) => {
                let side = if position.side_to_move() == Side::First { 'b' } else { 'w' };
                format!("{} {side} {}", position.rule(), position.placement())
            }
        }
    }

    /// Reads the text of [`PuzzleStart::to_text`] for a game of `kind`. `None` for another text or a finished game.
    #[must_use]
    pub fn from_text(kind: GameKind, text: &str) -> Option<PuzzleStart> {
        match kind {
            GameKind::Xiangqi => Some(PuzzleStart::Xiangqi(text.parse().ok()?)),
            GameKind::Gomoku => {
                let mut words = text.split(' ');
                let (rule, side, placement) = (words.next()?.parse().ok()?, words.next()?, words.next()?);
                let side = match side {
                    "b" => Side::First,
                    "w" => Side::Second,
                    _ => return None,
                };
                let setup = gomoku::Setup::from_placement(placement, rule).ok()?;
                let setup = gomoku::Setup { side: Some(side), ..setup };
                Some(PuzzleStart::Gomoku(gomoku::Position::from_setup(setup).ok()?))
            }
            GameKind::TicTacToe => None,
        }
    }

    /// Returns the solver's side.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        match self {
            PuzzleStart::Xiangqi(position) => position.side_to_move(),
            PuzzleStart::Gomoku(position) => position.side_to_move(),
        }
    }

    #[must_use]
    pub fn key(&self) -> Key {
        match self {
            PuzzleStart::Xiangqi(position) => position.key(),
            PuzzleStart::Gomoku(position) => position.key(),
        }
    }
}

/// A position with the line that solves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position, with the solver to move.
    pub start: PuzzleStart,
    pub goal: PuzzleGoal,
    pub grade: PuzzleGrade,
    /// The moves in coordinates. The solver makes the first and the last.
    pub line: Vec<String>,
    /// Other moves as good as the first, which end the puzzle too. Proved puzzles have none.
    pub also: Vec<String>,
}

impl Puzzle {
    /// Makes a puzzle of a mistake in the user's own game. `line` is the better play, and `also` are moves as good as
    /// its first. Its grade assumes that three of the five playing levels find the move.
    #[must_use]
    pub const fn of_mistake(start: PuzzleStart, line: Vec<String>, also: Vec<String>) -> Puzzle {
        let grade = PuzzleGrade::measured(line.len().div_ceil(2), 3);
        Puzzle { start, goal: PuzzleGoal::Better, grade, line, also }
    }

    /// Makes a puzzle of a classical composition with the manual's `line`, cut after the solver's last move. Its grade
    /// assumes that three of the five playing levels find the first move.
    #[must_use]
    pub fn of_composition(start: xiangqi::Position, mut line: Vec<String>) -> Puzzle {
        if line.len().is_multiple_of(2) {
            line.pop();
        }
        let grade = PuzzleGrade::measured(line.len().div_ceil(2), 3);
        Puzzle { start: PuzzleStart::Xiangqi(start), goal: PuzzleGoal::Classic, grade, line, also: Vec::new() }
    }

    /// Returns the number of the solver's moves.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Returns the id of the puzzle.
    ///
    /// # Stability
    /// Saved progress refers to puzzles by this id.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{:016x}", self.start.key().0)
    }
}

#[cfg(test)]
mod tests;
