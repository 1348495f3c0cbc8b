//! Puzzles: positions in which exactly one move keeps a win that can be proved.
//!
//! A puzzle is a position and one line: the moves of the solver, each the only one that keeps the [`Goal`] in reach, and
//! between them the defence that holds out longest. [`proof`] proves that from the rules alone ([`mates`], [`fours`]);
//! [`Attempt`] is a person at work on one; [`Collection`] reads the ones that come with the program.

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

pub use attempt::{Attempt, Hint, Verdict};
pub use collection::Collection;

/// What the solver has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Goal {
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

impl Goal {
    /// Every goal.
    pub const ALL: [Goal; 5] = [Goal::Mate, Goal::Checks, Goal::Vcf, Goal::Threat, Goal::Better];

    /// Returns the word that files and the window use.
    ///
    /// # Stability
    /// The puzzles a person keeps carry these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Goal::Mate => "mate",
            Goal::Checks => "checks",
            Goal::Vcf => "fours",
            Goal::Threat => "threat",
            Goal::Better => "better",
        }
    }
}

/// How hard a puzzle is, 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grade(u8);

impl Grade {
    /// Every grade, the easiest first.
    pub const ALL: [Grade; 5] = [Grade(1), Grade(2), Grade(3), Grade(4), Grade(5)];

    /// Returns grade `number`, if it is in 1..=5.
    #[must_use]
    pub const fn new(number: u8) -> Option<Grade> {
        if number >= 1 && number <= 5 { Some(Grade(number)) } else { None }
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
    pub const fn measured(moves: usize, levels: usize) -> Grade {
        match moves + 5_usize.saturating_sub(levels) {
            0 | 1 => Grade(1),
            number @ 2..=4 => Grade(number as u8),
            _ => Grade(5),
        }
    }
}

/// The position a puzzle begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Xiangqi.
    Xiangqi(xiangqi::Position),
    /// Gomoku.
    Gomoku(gomoku::Position),
}

impl Start {
    /// Returns the position at the end of `game`, if puzzles are of such games.
    #[must_use]
    pub fn of(game: &Game) -> Option<Start> {
        match game {
            Game::Xiangqi(played) => Some(Start::Xiangqi(*played.position())),
            Game::Gomoku(played) => Some(Start::Gomoku(played.position().clone())),
            Game::TicTacToe(_) => None,
        }
    }

    /// Returns the game that begins there.
    #[must_use]
    pub fn game(&self) -> Game {
        match self {
            Start::Xiangqi(position) => Game::Xiangqi(Played::new(*position)),
            Start::Gomoku(position) => Game::Gomoku(Played::new(position.clone())),
        }
    }

    /// Returns which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            Start::Xiangqi(_) => GameKind::Xiangqi,
            Start::Gomoku(_) => GameKind::Gomoku,
        }
    }

    /// Returns how the game is set up; the stones of Gomoku stand in the position alone.
    #[must_use]
    pub fn setup(&self) -> Setup {
        match self {
            Start::Xiangqi(position) => Setup::Xiangqi { start: *position },
            Start::Gomoku(position) => {
                Setup::gomoku(position.rule(), position.size(), None).expect("a position has a board that there is")
            }
        }
    }

    /// Writes the position: a FEN, or the rule, the side to move and the stones.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Start::Xiangqi(position) => position.to_fen(),
            Start::Gomoku(position) => {
                let side = if position.side_to_move() == Side::First { 'b' } else { 'w' };
                format!("{} {side} {}", position.rule(), position.placement())
            }
        }
    }

    /// Reads what [`Start::to_text`] writes of a game of `kind`; `None` where that is no position of a running game.
    #[must_use]
    pub fn from_text(kind: GameKind, text: &str) -> Option<Start> {
        match kind {
            GameKind::Xiangqi => Some(Start::Xiangqi(text.parse().ok()?)),
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
                Some(Start::Gomoku(gomoku::Position::from_setup(setup).ok()?))
            }
            GameKind::TicTacToe => None,
        }
    }

    /// Returns whose turn it is: the solver's side.
    #[must_use]
    pub fn side_to_move(&self) -> Side {
        match self {
            Start::Xiangqi(position) => position.side_to_move(),
            Start::Gomoku(position) => position.side_to_move(),
        }
    }

    /// Returns the key of the position.
    #[must_use]
    pub fn key(&self) -> Key {
        match self {
            Start::Xiangqi(position) => position.key(),
            Start::Gomoku(position) => position.key(),
        }
    }
}

/// A position with the line that solves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Where it begins; the solver is to move.
    pub start: Start,
    /// What is to be reached.
    pub goal: Goal,
    /// How hard it is.
    pub grade: Grade,
    /// The moves in coordinates, the solver's first and last.
    pub line: Vec<String>,
    /// Moves that are as good as the first one and end the puzzle; a line that is proved has none.
    pub also: Vec<String>,
}

impl Puzzle {
    /// Returns how many moves the solver has to find.
    #[must_use]
    pub const fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// Returns the name by which a puzzle is remembered.
    ///
    /// # Stability
    /// What a person has tried is kept under this name.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{:016x}", self.start.key().0)
    }
}

#[cfg(test)]
mod tests;
