//! A puzzle being solved: a state machine of moves, hints and mistakes.

use super::Puzzle;
use crate::game::{Game, MoveRow, Refusal};
use crate::gomoku::{self, Point};

/// How a move of the solver was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptVerdict {
    /// It is the move, and the defence has answered.
    Right {
        /// The defence, in every notation.
        reply: MoveRow,
    },
    /// It is the last move of the line.
    Solved,
    /// Another move; it stays on the board until it is [taken back](Attempt::take_back).
    Wrong,
}

/// How much of the next move has been given away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintLevel {
    /// Nothing.
    #[default]
    None,
    /// Where it begins: the piece that moves, or the part of the board.
    Where,
    /// The move itself.
    Move,
}

/// A puzzle with the moves played so far.
#[derive(Clone, Debug)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    game: Game,
    /// Moves of the line on the board.
    at: usize,
    /// A wrong move after them.
    wrong: Option<String>,
    hint: HintLevel,
    /// Whether any hint was taken, at any move.
    helped: bool,
    /// Wrong moves so far.
    misses: u32,
    /// Whether the line was shown before it was found.
    shown: bool,
}

impl PuzzleAttempt {
    /// Sets the puzzle up.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> PuzzleAttempt {
        let game = puzzle.start.game();
        PuzzleAttempt {
            puzzle,
            game,
            at: 0,
            wrong: None,
            hint: HintLevel::None,
            helped: false,
            misses: 0,
            shown: false,
        }
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the board with the moves played so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of moves of the line on the board.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.at
    }

    /// Returns the wrong move on the board, in coordinates.
    #[must_use]
    pub fn wrong(&self) -> Option<&str> {
        self.wrong.as_deref()
    }

    /// Returns how much of the next move has been given away.
    #[must_use]
    pub const fn hint(&self) -> HintLevel {
        self.hint
    }

    /// Returns whether any hint was taken.
    #[must_use]
    pub const fn helped(&self) -> bool {
        self.helped
    }

    /// Returns how many wrong moves were tried.
    #[must_use]
    pub const fn misses(&self) -> u32 {
        self.misses
    }

    /// Returns whether the whole line was shown.
    #[must_use]
    pub const fn shown(&self) -> bool {
        self.shown
    }

    /// Returns whether the line has been played to its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.at == self.puzzle.line.len()
    }

    /// Returns the move to be found, if the puzzle is not over.
    #[must_use]
    pub fn wanted(&self) -> Option<&str> {
        self.puzzle.line.get(self.at).map(String::as_str)
    }

    /// Returns the part of the board where the next move is to be found: the piece that moves, or nine points of which one
    /// is right.
    #[must_use]
    pub fn part(&self) -> Vec<String> {
        let Some(points) = self.wanted().and_then(|mv| self.game.points_of(mv)) else { return Vec::new() };
        match (&self.game, points.from) {
            (_, Some(from)) => vec![from],
            (Game::Gomoku(played), None) => part_of(played.position(), &points.to),
            _ => vec![points.to],
        }
    }

    /// Plays a move of the solver, in any notation, after a wrong one was taken back.
    ///
    /// # Errors
    /// The refusal of the rules, `game-over`, or `not-now` while a wrong move is on the board.
    pub fn play(&mut self, text: &str) -> Result<(MoveRow, AttemptVerdict), Refusal> {
        if self.wrong.is_some() {
            return Err(Refusal::plain("not-now", "take the wrong move back first"));
        }
        let Some(wanted) = self.wanted().map(str::to_owned) else {
            return Err(Refusal::plain("game-over", "the puzzle is solved"));
        };
        let mv = self.game.read(text)?;
        let row = self.game.play(&mv)?;
        self.hint = HintLevel::None;
        if self.at == 0 && self.puzzle.also.contains(&mv) {
            self.puzzle.line = vec![mv];
        } else if mv != wanted {
            self.misses += 1;
            self.wrong = Some(mv);
            return Ok((row, AttemptVerdict::Wrong));
        }
        self.at += 1;
        match self.answer()? {
            Some(reply) => Ok((row, AttemptVerdict::Right { reply })),
            None => Ok((row, AttemptVerdict::Solved)),
        }
    }

    /// Takes a wrong move back.
    pub fn take_back(&mut self) {
        if self.wrong.take().is_some() {
            self.game.rewind(self.at);
        }
    }

    /// Gives away a little more of the next move and returns how much is known now.
    pub fn ask(&mut self) -> HintLevel {
        self.take_back();
        if !self.is_over() {
            self.helped = true;
            self.hint = if self.hint == HintLevel::None { HintLevel::Where } else { HintLevel::Move };
        }
        self.hint
    }

    /// Gives the puzzle up and plays the rest of the line.
    ///
    /// # Errors
    /// If a move of the line cannot be played, which no proved puzzle has.
    pub fn show(&mut self) -> Result<(), Refusal> {
        self.take_back();
        self.shown |= !self.is_over();
        self.hint = HintLevel::None;
        while let Some(mv) = self.wanted().map(str::to_owned) {
            self.game.play(&mv)?;
            self.at += 1;
        }
        Ok(())
    }

    /// Plays the defence, if the line has one here.
    fn answer(&mut self) -> Result<Option<MoveRow>, Refusal> {
        let Some(reply) = self.wanted().map(str::to_owned) else { return Ok(None) };
        let row = self.game.play(&reply)?;
        self.at += 1;
        Ok(Some(row))
    }
}

/// Returns the points of the square of three by three that has `point`, where the board is laid out in such squares.
fn part_of(position: &gomoku::Position, point: &str) -> Vec<String> {
    let Ok(at) = point.parse::<Point>() else { return Vec::new() };
    let third = |place: u8| place / 3;
    let same = |other: &Point| third(other.column()) == third(at.column()) && third(other.row()) == third(at.row());
    position.points().filter(same).map(|point| point.to_string()).collect()
}
