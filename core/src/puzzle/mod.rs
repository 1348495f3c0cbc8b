//! Puzzles: positions in which exactly one move keeps a win that can be proved.
//!
//! A puzzle is a position and one line: the moves of the solver, each the only one that keeps the [`PuzzleGoal`] in reach, and
//! between them the defence that holds out longest. [`proof`] proves that from the rules alone ([`mates`], [`fours`]);
//! [`PuzzleAttempt`] is one being solved; [`Collection`] reads the ones that come with the program.

pub mod vcf;
pub mod mates;
pub mod proof;
pub mod attempt;
pub mod collection;
pub mod packed;

use crate::base::{Key, Side};
use crate::game::{Game, GameKind, Played, Setup};
use crate::position::Position as _;
use crate::{gomoku, xiangqi};

pub use attempt::{AttemptVerdict, HintLevel, PuzzleAttempt};
pub use collection::Collection;

/// The goal of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PuzzleGoal {
    /// Xiangqi: mate within as many moves as the line has, by any moves.
    Mate,
    /// Xiangqi: mate within as many moves as the line has, every one a check (连将杀).
    Checks,
    /// Gomoku: a win by continuous fours (VCF).
    Vcf,
    /// Gomoku: one move that makes no four, after which every answer loses to continuous fours (VCT).
    Threat,
    /// Either game: a better move than the one a person once played here. An engine has judged it; nothing is proved.
    Better,
}

impl PuzzleGoal {
    /// Every goal.
    pub const ALL: [PuzzleGoal; 5] =
        [PuzzleGoal::Mate, PuzzleGoal::Checks, PuzzleGoal::Vcf, PuzzleGoal::Threat, PuzzleGoal::Better];

    /// Returns the word that files and the window use.
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
        }
    }
}

/// How hard a puzzle is, 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleGrade(u8);

impl PuzzleGrade {
    /// Every grade, the easiest first.
    pub const ALL: [PuzzleGrade; 5] = [PuzzleGrade(1), PuzzleGrade(2), PuzzleGrade(3), PuzzleGrade(4), PuzzleGrade(5)];

    /// Returns grade `number`, if it is in 1..=5.
    #[must_use]
    pub const fn new(number: u8) -> Option<PuzzleGrade> {
        if number >= 1 && number <= 5 { Some(PuzzleGrade(number)) } else { None }
    }

    /// Returns the number, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the grade of a line of `moves` whose first move `levels` of the five playing levels found.
    ///
    /// A line that every level finds is as hard as it is long; each level that misses it makes it a grade harder.
    #[must_use]
    pub const fn measured(moves: usize, levels: usize) -> PuzzleGrade {
        match moves + 5_usize.saturating_sub(levels) {
            0 | 1 => PuzzleGrade(1),
            number @ 2..=4 => PuzzleGrade(number as u8),
            _ => PuzzleGrade(5),
        }
    }
}

/// The position a puzzle begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleStart {
    /// Xiangqi.
    Xiangqi(xiangqi::Position),
    /// Gomoku.
    Gomoku(gomoku::Position),
}

impl PuzzleStart {
    /// Returns the position at the end of `game`, if puzzles are of such games.
    #[must_use]
    pub fn of(game: &Game) -> Option<PuzzleStart> {
        match game {
            Game::Xiangqi(played) => Some(PuzzleStart::Xiangqi(*played.position())),
            Game::Gomoku(played) => Some(PuzzleStart::Gomoku(played.position().clone())),
            Game::TicTacToe(_) => None,
        }
    }

    /// Returns the game that begins there.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            PuzzleStart::Xiangqi(position) => Game::Xiangqi(Played::new(*position)),
            PuzzleStart::Gomoku(position) => Game::Gomoku(Played::new(position.clone())),
        }
    }

    /// Returns which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            PuzzleStart::Xiangqi(_) => GameKind::Xiangqi,
            PuzzleStart::Gomoku(_) => GameKind::Gomoku,
        }
    }

    /// Returns how the game is set up; the stones of Gomoku stand in the position alone.
    #[must_use]
    pub fn setup(&self) -> Setup {
        match self {
            PuzzleStart::Xiangqi(position) => Setup::Xiangqi { start: *position },
            PuzzleStart::Gomoku(position) => {
                Setup::gomoku(position.rule(), position.size(), None).expect("a position has a board that there is")
            }
        }
    }

    /// Writes the position: a FEN, or the rule, the side to move and the stones.
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

    /// Reads what [`PuzzleStart::to_text`] writes of a game of `kind`; `None` where that is no position of a running game.
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

    /// Returns whose turn it is: the solver's side.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        match self {
            PuzzleStart::Xiangqi(position) => position.side_to_move(),
            PuzzleStart::Gomoku(position) => position.side_to_move(),
        }
    }

    /// Returns the key of the position.
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
    /// Where it begins; the solver is to move.
    pub start: PuzzleStart,
    /// The goal of the solver.
    pub goal: PuzzleGoal,
    /// How hard it is.
    pub grade: PuzzleGrade,
    /// The moves in coordinates, the solver's first and last.
    pub line: Vec<String>,
    /// Moves that are as good as the first one and end the puzzle; a line that is proved has none.
    pub also: Vec<String>,
}

impl Puzzle {
    /// Makes a puzzle of a mistake in a person's own game: `line` is the better play, `also` are moves as good as its
    /// first. It is graded as if three of the five playing levels found the move.
    #[must_use]
    pub const fn of_mistake(start: PuzzleStart, line: Vec<String>, also: Vec<String>) -> Puzzle {
        let grade = PuzzleGrade::measured(line.len().div_ceil(2), 3);
        Puzzle { start, goal: PuzzleGoal::Better, grade, line, also }
    }

    /// Returns how many moves the solver has to find.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Returns the name under which progress is saved.
    ///
    /// # Stability
    /// Saved progress is stored under this name.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{:016x}", self.start.key().0)
    }
}

#[cfg(test)]
mod tests;
