//! A game of two guests on the teacher's machine.

use duiyi_core::base::{BySide, Millis, Outcome, Reason, Side, Stamp};
use duiyi_core::session::{Event, GameConfig, Player, Session};

use super::class_journal::BoardEntry;
use crate::clock::{now_stamp, seed, unix_ms};
use crate::files::DataDir;
use crate::journal::{self, Journal, JournalHeader, words};
use crate::network::message::ClockReading;
use crate::network::shared_game::{GameFault, SharedGame};
use crate::network::shown_game::ShownGame;
use crate::pairing::Pairing;

pub(super) struct GuestBoard {
    pub(super) pairing: Pairing,
    /// The seats of the players, by the colour at the start.
    pub(super) seats: BySide<usize>,
    pub(super) names: BySide<String>,
    /// The game with its journal, until both players know its result and its round is over.
    pub(super) game: Option<SharedGame>,
    /// The last state of a game that is put away, and of a game without moves.
    session: Session,
    /// The result, by the colours at the start.
    pub(super) outcome: Option<Outcome>,
    /// Whether the result is counted.
    pub(super) is_counted: bool,
    /// The player who offers a draw, by the colour at the start.
    pub(super) draw_offer: Option<Side>,
}

impl GuestBoard {
    /// Begins a game. Its clock waits for both players.
    pub(super) fn begin(
        dir: &DataDir,
        pairing: Pairing,
        seats: BySide<usize>,
        config: &GameConfig,
    ) -> Result<GuestBoard, GameFault> {
        let header = words::header(config, journal::new_game_id(), seed(), unix_ms());
        let mut game = SharedGame::begin(dir, header, now_stamp())?;
        game.session.hold_clock(now_stamp());
        Ok(GuestBoard::of(pairing, seats, config, game))
    }

    fn of(pairing: Pairing, seats: BySide<usize>, config: &GameConfig, game: SharedGame) -> GuestBoard {
        let names = config.players.as_ref().map(Player::record_name);
        let (session, game) = (game.session.clone(), Some(game));
        GuestBoard { pairing, seats, names, game, session, outcome: None, is_counted: false, draw_offer: None }
    }

    /// Goes on with the game of this id. Its clock waits for both players.
    pub(super) fn reopen(
        dir: &DataDir,
        pairing: Pairing,
        seats: BySide<usize>,
        config: &GameConfig,
        id: &str,
    ) -> Result<GuestBoard, GameFault> {
        let game = SharedGame::reopen(&Journal::path_in(dir, id), now_stamp())?;
        let mut board = GuestBoard::of(pairing, seats, config, game);
        board.note_outcome();
        Ok(board)
    }

    /// Writes the board for the journal of the class.
    pub(super) fn entry(&self) -> BoardEntry {
        let BySide { first, second } = self.seats;
        let decided = self.outcome.filter(|_| self.game.is_none());
        BoardEntry {
            round: self.pairing.round,
            players: self.pairing.players,
            seats: [first, second],
            game: self.header().map(|header| header.id.clone()),
            decided: decided.map(|outcome| (outcome.winner.map(words::side), outcome.reason.code().to_owned())),
        }
    }

    /// Makes a game that is decided before it begins, because a player's seat is closed. It has no journal.
    pub(super) fn decided(pairing: Pairing, seats: BySide<usize>, config: &GameConfig, outcome: Outcome) -> GuestBoard {
        let mut board = GuestBoard::without_game(pairing, seats, config);
        board.close_with(outcome);
        board
    }

    /// Makes a game that only its teacher can end.
    pub(super) fn without_game(pairing: Pairing, seats: BySide<usize>, config: &GameConfig) -> GuestBoard {
        let (session, _) = Session::new(config.clone(), 0, Stamp(0));
        let names = config.players.as_ref().map(Player::record_name);
        GuestBoard { pairing, seats, names, game: None, session, outcome: None, is_counted: false, draw_offer: None }
    }

    fn close_with(&mut self, outcome: Outcome) {
        // Without moves a session takes any result.
        let _ = self.session.declare(outcome, Stamp(0));
        self.outcome = Some(outcome);
    }

    pub(super) fn session(&self) -> &Session {
        self.game.as_ref().map_or(&self.session, |game| &game.session)
    }

    pub(super) fn header(&self) -> Option<&JournalHeader> {
        self.game.as_ref().map(|game| &game.header)
    }

    pub(super) fn steps(&self) -> u32 {
        self.game.as_ref().map_or(0, SharedGame::steps)
    }

    pub(super) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Returns the colour at the start of the player at `seat`.
    pub(super) fn side_of(&self, seat: usize) -> Side {
        if self.seats.first == seat { Side::First } else { Side::Second }
    }

    /// Returns the seat of the player who has colour `side` now.
    pub(super) fn seat_with(&self, side: Side) -> usize {
        let is_first = self.session().side_of_seat(Side::First) == side;
        if is_first { self.seats.first } else { self.seats.second }
    }

    pub(super) fn clocks(&self) -> Option<ClockReading> {
        ClockReading::of(self.session(), now_stamp())
    }

    /// Plays a move of the player who began with colour `by`, which was on its way for `lag`.
    pub(super) fn play(&mut self, by: Side, mv: &str, lag: Millis) -> Result<Vec<Event>, GameFault> {
        let Some(game) = &mut self.game else { return Ok(Vec::new()) };
        let events = game.play(game.session.side_of_seat(by), mv, lag, now_stamp())?;
        self.draw_offer = None;
        self.note_outcome();
        Ok(events)
    }

    /// Ends the game; `winner` is named by the colour at the start.
    pub(super) fn declare(&mut self, winner: Option<Side>, reason: Reason) -> Result<Vec<Event>, GameFault> {
        if self.outcome.is_some() {
            return Ok(Vec::new());
        }
        let Some(game) = &mut self.game else {
            let outcome = Outcome { winner, reason };
            self.close_with(outcome);
            return Ok(vec![Event::Ended { outcome }]);
        };
        let winner = winner.map(|seat| game.session.side_of_seat(seat));
        let events = game.declare(Outcome { winner, reason }, now_stamp())?;
        self.draw_offer = None;
        self.note_outcome();
        Ok(events)
    }

    /// Lets the clock act.
    pub(super) fn tick(&mut self) -> Result<Vec<Event>, GameFault> {
        let Some(game) = &mut self.game else { return Ok(Vec::new()) };
        let events = game.tick(now_stamp())?;
        self.note_outcome();
        Ok(events)
    }

    fn note_outcome(&mut self) {
        let session = self.session();
        let of_seats = |outcome: Outcome| {
            let winner = Side::ALL.into_iter().find(|&seat| Some(session.side_of_seat(seat)) == outcome.winner);
            Outcome { winner, reason: outcome.reason }
        };
        self.outcome = session.outcome().map(of_seats);
    }

    /// Returns the board for those who watch it; `None` for a game that is put away.
    pub(super) fn shown(&self) -> Option<ShownGame> {
        let game = self.game.as_ref()?;
        let shown = ShownGame::new("", game.config().clone(), game.moves()).ok()?;
        Some(shown.ending(game.session.outcome()).with_clocks(self.clocks()))
    }

    /// Closes the journal.
    pub(super) fn put_away(&mut self) {
        if let Some(game) = self.game.take() {
            self.session = game.session.clone();
            game.put_away();
        }
    }
}
