//! What a game between two machines needs beside commands: seats that outlast a swap of colours, results that the board
//! does not decide, and a clock that waits and forgives.

use super::effect::JournalStep;
use super::state::{Effects, Session};
use crate::base::{BySide, Key, Millis, Outcome, Side, Stamp};
use crate::game::{Refusal, opening};

impl Session {
    /// Returns the present colour of the player who had colour `seat` at the start: an opening may swap them.
    #[must_use]
    pub fn side_of_seat(&self, seat: Side) -> Side {
        let sides = BySide { first: Side::First, second: Side::Second };
        let seated = self.opening.as_ref().map_or(sides, |opening| opening::seats(&sides, opening));
        if seated.first == seat { Side::First } else { Side::Second }
    }

    /// Returns the number of moves and decisions with the key of the position. Two sessions of one game that have the
    /// same agree on the game so far.
    #[must_use]
    pub fn mark(&self) -> (usize, Key) {
        (self.step_count(), self.game.key())
    }

    /// Returns the step that keeps the time spent in this turn when the game is left: a take-back of no move.
    #[must_use]
    pub fn spent(&self, now: Stamp) -> Option<JournalStep> {
        let is_timed = self.outcome.is_none() && self.time_has_begun();
        let clocks = self.clocks(now).filter(|_| is_timed)?;
        Some(JournalStep::Undo { to_ply: self.step_count(), clocks: Some(clocks) })
    }

    /// Ends the game with a result that players or an arbiter declare.
    ///
    /// # Errors
    /// `game-over`.
    pub fn declare(&mut self, outcome: Outcome, now: Stamp) -> Result<Effects, Refusal> {
        self.check_ongoing()?;
        let mut effects = Effects::default();
        self.end(outcome, &mut effects, now);
        Ok(effects)
    }

    /// Stops the clock while a player is away, or a move is weighed. A command that presses the clock starts it again.
    pub fn hold_clock(&mut self, now: Stamp) {
        self.clock.stop(now);
    }

    /// Starts a held clock, unless the game is over or still untimed.
    pub fn release_clock(&mut self, now: Stamp) {
        if self.outcome.is_none() {
            self.start_clock(now);
        }
    }

    /// Gives the side that moves back up to `lag` of the time that runs: its move was on the way for so long.
    pub fn forgive_lag(&mut self, lag: Millis, now: Stamp) {
        self.clock.forgive(lag, now);
    }

    /// Returns the time left of both sides, and the side whose time runs; `None` in an untimed game.
    #[must_use]
    pub fn clock_reading(&self, now: Stamp) -> Option<(BySide<Millis>, Option<Side>)> {
        self.clocks(now).map(|left| (left, self.clock.running()))
    }

    /// Returns the moment when the time of a side will be used up, with the side.
    #[must_use]
    pub fn flag_at(&self) -> Option<(Side, Stamp)> {
        self.clock.running().zip(self.clock.flag_at())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Coach, Command, GameConfig, OpeningProtocol, Player};
    use super::*;
    use crate::base::Reason;
    use crate::game::{GameKind, Setup};
    use crate::gomoku::Rule;
    use crate::record::TimeControl;

    fn begin(setup: Setup, clock: TimeControl) -> Session {
        let person = |name: &str| Player::Human { name: name.to_owned() };
        let players = BySide { first: person("Anna"), second: person("Bo") };
        Session::new(GameConfig { setup, players, clock, coach: Coach::default(), odds: None }, 1, Stamp(0)).0
    }

    #[track_caller]
    fn play(session: &mut Session, moves: &str, at: u64) {
        for mv in moves.split_whitespace() {
            session.apply(Command::Play(mv.to_owned()), Stamp(at)).expect("a legal move");
        }
    }

    #[test]
    fn a_seat_follows_its_player_through_a_swap() {
        let setup = Setup::gomoku(Rule::Freestyle, 15, Some(OpeningProtocol::Swap)).expect("fifteen lines");
        let mut session = begin(setup, TimeControl::None);
        play(&mut session, "h8 i9 j10", 0);
        assert_eq!(session.side_of_seat(Side::First), Side::First);
        let before = session.mark();
        play(&mut session, "swap", 0);
        assert_eq!(session.side_of_seat(Side::First), Side::Second);
        assert_eq!(session.side_of_seat(Side::Second), Side::First);
        // The board is the same, and yet the game has gone on.
        assert_ne!(session.mark(), before);
        assert_eq!(session.mark().1, before.1);
    }

    #[test]
    fn a_declared_result_ends_the_game_once() {
        let mut session = begin(Setup::usual(GameKind::Xiangqi), TimeControl::None);
        let outcome = Outcome::win(Side::Second, Reason::Resignation);
        session.declare(outcome, Stamp(0)).expect("the game goes on");
        assert_eq!(session.outcome(), Some(outcome));
        assert_eq!(session.declare(outcome, Stamp(0)).unwrap_err().code, "game-over");
    }

    #[test]
    fn lag_is_given_back_to_the_side_that_moves_and_no_other() {
        let clock = TimeControl::Fischer { main: Millis(10_000), increment: Millis(0) };
        let mut session = begin(Setup::usual(GameKind::Xiangqi), clock);
        play(&mut session, "h2e2", 0);
        session.forgive_lag(Millis(1_000), Stamp(3_000));
        play(&mut session, "h9g7", 3_000);
        let left = session.snapshot(Stamp(3_000)).clocks.expect("a timed game").left;
        assert_eq!(left, BySide { first: Millis(10_000), second: Millis(8_000) });
        // No more than the move took.
        session.forgive_lag(Millis(60_000), Stamp(3_500));
        play(&mut session, "h0g2", 3_500);
        assert_eq!(session.snapshot(Stamp(3_500)).clocks.expect("a timed game").left.first, Millis(10_000));
    }

    #[test]
    fn a_held_clock_waits() {
        let clock = TimeControl::Fischer { main: Millis(10_000), increment: Millis(0) };
        let mut session = begin(Setup::usual(GameKind::Xiangqi), clock);
        session.hold_clock(Stamp(0));
        session.release_clock(Stamp(0));
        assert_eq!(session.flag_at(), None);
        play(&mut session, "h2e2", 0);
        session.hold_clock(Stamp(1_000));
        session.release_clock(Stamp(90_000));
        assert_eq!(session.flag_at(), Some((Side::Second, Stamp(99_000))));
    }
}
