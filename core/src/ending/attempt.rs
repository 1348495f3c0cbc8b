//! An attempt at an ending: a state machine of moves, replies, verdicts and moves taken back.
//!
//! The host finds the verdict on each move and the reply, with a table or an engine.

use super::{Ending, EndingGoal};
use crate::base::Side;
use crate::game::{Game, MoveRow, Refusal};

wire! {
    /// Where an attempt is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum EndingState {
        /// The person is to move.
        Open,
        /// The opponent is to reply.
        Replying,
        /// The last move of the person gave the result away.
        GivenAway,
        /// The result is reached.
        Reached,
    }
}

#[derive(Clone, Debug)]
pub struct EndingAttempt {
    ending: Ending,
    game: Game,
    rows: Vec<MoveRow>,
    state: EndingState,
    /// The moves of the person, those taken back included.
    moves: u16,
    mistakes: u16,
    /// The reply that shows why the last move gave the result away.
    refutation: Option<MoveRow>,
}

impl EndingAttempt {
    /// Starts an attempt with nothing played.
    #[must_use]
    pub fn new(ending: Ending) -> EndingAttempt {
        let game = ending.start.game();
        let (rows, state) = (Vec::new(), EndingState::Open);
        EndingAttempt { ending, game, rows, state, moves: 0, mistakes: 0, refutation: None }
    }

    #[must_use]
    pub const fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Returns the side of the person.
    #[must_use]
    pub fn side(&self) -> Side {
        self.ending.start.side_to_move()
    }

    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the moves on the board.
    #[must_use]
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }

    #[must_use]
    pub const fn state(&self) -> EndingState {
        self.state
    }

    /// Returns the moves of the person, those taken back included.
    #[must_use]
    pub const fn moves(&self) -> u16 {
        self.moves
    }

    /// Returns the number of moves that gave the result away.
    #[must_use]
    pub const fn mistakes(&self) -> u16 {
        self.mistakes
    }

    /// Returns the reply that shows why the last move gave the result away; `None` if the board shows it.
    #[must_use]
    pub const fn refutation(&self) -> Option<&MoveRow> {
        self.refutation.as_ref()
    }

    /// Returns the stars, once the result is reached.
    #[must_use]
    pub fn stars(&self) -> Option<u8> {
        (self.state == EndingState::Reached).then(|| self.ending.stars(self.moves, self.mistakes))
    }

    /// Plays a move of the person, in any notation. [`judge`](EndingAttempt::judge) and
    /// [`reply`](EndingAttempt::reply) follow.
    ///
    /// # Errors
    /// The refusal of the rules; `not-now` while the opponent is to reply or a move gave the result away; `game-over`
    /// after the end.
    pub fn play(&mut self, text: &str) -> Result<MoveRow, Refusal> {
        match self.state {
            EndingState::Open => {}
            EndingState::Replying => return Err(Refusal::plain("not-now", "wait for the reply")),
            EndingState::GivenAway => return Err(Refusal::plain("not-now", "take the move back first")),
            EndingState::Reached => return Err(Refusal::plain("game-over", "the ending is over")),
        }
        let row = self.game.play(text)?;
        self.rows.push(row.clone());
        self.moves = self.moves.saturating_add(1);
        self.state = EndingState::Replying;
        Ok(row)
    }

    /// Accepts the verdict on the move of the person; `refutation` is the reply to one that gave the result away. An end
    /// of the game by the rules counts before `keeps`.
    pub fn judge(&mut self, keeps: bool, refutation: Option<&str>) {
        if self.state != EndingState::Replying {
            return;
        }
        if !self.is_reached().unwrap_or(keeps) {
            self.give_away();
            self.refutation = refutation.and_then(|reply| self.game.line(&[reply.to_owned()]).pop());
        } else if self.is_done() {
            self.state = EndingState::Reached;
        }
    }

    /// Plays the reply of the opponent.
    ///
    /// # Errors
    /// The refusal of the rules; `not-now` if the opponent is not to reply.
    pub fn reply(&mut self, text: &str) -> Result<MoveRow, Refusal> {
        if self.state != EndingState::Replying {
            return Err(Refusal::plain("not-now", "the opponent is not to move"));
        }
        let row = self.game.play(text)?;
        self.rows.push(row.clone());
        match self.is_reached() {
            Some(true) => self.state = EndingState::Reached,
            Some(false) => self.give_away(),
            None => self.state = EndingState::Open,
        }
        Ok(row)
    }

    fn give_away(&mut self) {
        self.mistakes = self.mistakes.saturating_add(1);
        self.state = EndingState::GivenAway;
    }

    /// Returns whether the game has ended as it should; `None` while it goes on.
    fn is_reached(&self) -> Option<bool> {
        let winner = self.game.outcome()?.winner;
        Some(winner == Some(self.side()) || self.ending.goal == EndingGoal::Hold && winner.is_none())
    }

    /// Returns whether the game has ended, or been held long enough.
    fn is_done(&self) -> bool {
        let own = self.rows.len().div_ceil(2);
        self.game.outcome().is_some() || self.ending.goal == EndingGoal::Hold && own >= usize::from(self.ending.moves)
    }

    /// Takes the move back that gave the result away, and the reply if there is one.
    pub fn take_back(&mut self) {
        if self.state != EndingState::GivenAway {
            return;
        }
        let left = self.rows.len().saturating_sub(1) / 2 * 2;
        self.rows.truncate(left);
        self.game.rewind(left);
        self.refutation = None;
        self.state = EndingState::Open;
    }
}
