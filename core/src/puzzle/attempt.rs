//! An attempt at a puzzle: a state machine of moves, hints and mistakes.

use super::Puzzle;
use crate::game::{Game, MoveRow, Refusal};
use crate::gomoku::{self, Point};

wire! {
    tagged:
    /// The verdict on a move of the solver.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[expect(clippy::large_enum_variant, reason = "made once a move, and a box would be in every reader's way")]
    pub enum AttemptVerdict {
        /// The right move. The defence has answered.
        Right {
            /// The defence, in every notation.
            reply: MoveRow,
        },
        /// The last move of the line.
        Solved,
        /// A wrong move. It stays on the board until [`take_back`](PuzzleAttempt::take_back).
        Wrong,
    }

    /// The visible part of the next move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum PuzzleHint {
        /// The moving piece in Xiangqi, nine points with the right one in Gomoku.
        Where { part: Vec<String> },
        Move { row: MoveRow },
    }
}

wire! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AttemptState {
        /// The solver is to move.
        Solving,
        /// A wrong move is on the board.
        Wrong,
        /// The solver has found every move.
        Solved,
        /// The solution was shown.
        Shown,
    }
}

/// The part of the next move that hints have shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HintLevel {
    #[default]
    None,
    /// The moving piece in Xiangqi, the part of the board in Gomoku.
    Where,
    Move,
}

#[derive(Clone, Debug)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    game: Game,
    /// Moves of the line on the board.
    at: usize,
    /// The wrong move on the board.
    wrong: Option<String>,
    hint: HintLevel,
    /// Whether the solver took any hint, at any move.
    helped: bool,
    misses: u32,
    /// Whether the solver gave up and saw the line.
    shown: bool,
}

impl PuzzleAttempt {
    /// Starts an attempt with nothing played.
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

    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the game with the moves played so far.
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

    /// Returns the hint for the next move.
    #[must_use]
    pub const fn hint(&self) -> HintLevel {
        self.hint
    }

    #[must_use]
    pub const fn helped(&self) -> bool {
        self.helped
    }

    /// Returns the number of wrong moves so far.
    #[must_use]
    pub const fn misses(&self) -> u32 {
        self.misses
    }

    /// Returns whether the solver gave up and saw the line.
    #[must_use]
    pub const fn shown(&self) -> bool {
        self.shown
    }

    /// Returns whether the whole line is on the board.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.at == self.puzzle.line.len()
    }

    #[must_use]
    pub fn state(&self) -> AttemptState {
        match (&self.wrong, self.is_over(), self.shown) {
            (Some(_), ..) => AttemptState::Wrong,
            (None, true, true) => AttemptState::Shown,
            (None, true, false) => AttemptState::Solved,
            (None, false, _) => AttemptState::Solving,
        }
    }

    /// Returns the moves on the board, a wrong one included.
    #[must_use]
    pub fn rows(&self) -> Vec<MoveRow> {
        let played = self.puzzle.line[..self.at].iter().chain(&self.wrong);
        self.puzzle.start.game().line(&played.cloned().collect::<Vec<_>>())
    }

    /// Returns the visible part of the next move; `None` without hints and at the end of the line.
    #[must_use]
    pub fn visible_hint(&self) -> Option<PuzzleHint> {
        let wanted = self.wanted()?;
        match self.hint {
            HintLevel::None => None,
            HintLevel::Where => Some(PuzzleHint::Where { part: self.part() }),
            HintLevel::Move => Some(PuzzleHint::Move { row: self.game.clone().play(wanted).ok()? }),
        }
    }

    /// Returns the next move of the solution, in coordinates; `None` at the end of the line.
    #[must_use]
    pub fn wanted(&self) -> Option<&str> {
        self.puzzle.line.get(self.at).map(String::as_str)
    }

    /// Returns the part of the board that has the next move: the square of the moving piece, or nine points around the
    /// stone.
    #[must_use]
    pub fn part(&self) -> Vec<String> {
        let Some(points) = self.wanted().and_then(|mv| self.game.points_of(mv)) else { return Vec::new() };
        match (&self.game, points.from) {
            (_, Some(from)) => vec![from],
            (Game::Gomoku(played), None) => part_of(played.position(), &points.to),
            _ => vec![points.to],
        }
    }

    /// Plays a move of the solver, in any notation.
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

    /// Accepts the wrong move on the board as sound: `rest` continues after it, the defence first, and becomes the rest of
    /// the line. Returns the verdict on the move; `Wrong` if there is none on the board or `rest` is illegal.
    pub fn accept(&mut self, mut rest: Vec<String>) -> AttemptVerdict {
        let mut game = self.game.clone();
        if self.wrong.is_none() || rest.iter().any(|mv| game.advance(mv).is_err()) {
            return AttemptVerdict::Wrong;
        }
        if !rest.len().is_multiple_of(2) {
            rest.pop();
        }
        self.puzzle.line.truncate(self.at);
        self.puzzle.line.extend(self.wrong.take());
        self.puzzle.line.extend(rest);
        self.misses -= 1;
        self.at += 1;
        match self.answer() {
            Ok(Some(reply)) => AttemptVerdict::Right { reply },
            _ => AttemptVerdict::Solved,
        }
    }

    /// Removes the wrong move from the board.
    pub fn take_back(&mut self) {
        if self.wrong.take().is_some() {
            self.game.rewind(self.at);
        }
    }

    /// Shows the next hint level and returns it.
    pub fn ask(&mut self) -> HintLevel {
        self.take_back();
        if !self.is_over() {
            self.helped = true;
            self.hint = if self.hint == HintLevel::None { HintLevel::Where } else { HintLevel::Move };
        }
        self.hint
    }

    /// Gives up, and plays the rest of the line.
    ///
    /// # Errors
    /// If a move of the line is illegal, which a proved puzzle excludes.
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

    /// Plays the defence, if the line goes on.
    fn answer(&mut self) -> Result<Option<MoveRow>, Refusal> {
        let Some(reply) = self.wanted().map(str::to_owned) else { return Ok(None) };
        let row = self.game.play(&reply)?;
        self.at += 1;
        Ok(Some(row))
    }
}

/// Returns the points of the 3 × 3 block that contains `point`, in a fixed tiling of the board.
fn part_of(position: &gomoku::Position, point: &str) -> Vec<String> {
    let Ok(at) = point.parse::<Point>() else { return Vec::new() };
    let third = |place: u8| place / 3;
    let same = |other: &Point| third(other.column()) == third(at.column()) && third(other.row()) == third(at.row());
    position.points().filter(same).map(|point| point.to_string()).collect()
}
