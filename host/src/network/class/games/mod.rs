//! The seats, boards and rounds of a class: what guests do at their boards, what they are sent, and what is journaled.

mod screens;
mod tournament;

use std::sync::Arc;

use duiyi_core::base::{Reason, Side, Stamp};
use duiyi_core::session::Event;

use super::board::GuestBoard;
use super::class_journal::{ClassEntry, ClassJournal};
use super::connections::{ConnectionRole, Connections};
use super::event::{ClassBoard, ClassEvent, ClassGuest, ClassOffer};
use super::rounds::ClassRounds;
use super::seat::ClassSeat;
use crate::clock::now_stamp;
use crate::files::{DataDir, FileError};
use crate::journal::words;
use crate::network::disagreement;
use crate::network::message::{ClassToken, GameHeld, TableAct, TableMessage, TableQuestion, whole_seconds};
use crate::network::shared_game::GameFault;
use crate::network::shown_game::ShownGame;
use crate::pairing::PairingRules;

/// Steps on their way to a guest that comes back.
const STEPS_AHEAD: u32 = 64;

/// Why a class ends.
pub(super) enum Ending {
    /// The teacher ended it.
    Over,
    /// It can go on another time. A failure is one sentence.
    Kept(Option<String>),
}

impl Ending {
    pub(super) fn why(self) -> Option<String> {
        match self {
            Ending::Over => None,
            Ending::Kept(why) => why,
        }
    }
}

impl From<GameFault> for Ending {
    fn from(fault: GameFault) -> Ending {
        Ending::Kept(Some(fault.to_string()))
    }
}

impl From<FileError> for Ending {
    fn from(error: FileError) -> Ending {
        Ending::Kept(Some(error.to_string()))
    }
}

pub(super) struct ClassGames {
    pub(super) dir: DataDir,
    pub(super) offer: ClassOffer,
    pub(super) listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
    pub(super) journal: ClassJournal,
    /// The part of the tokens that all guests have.
    pub(super) door_token: String,
    pub(super) connections: Connections,
    pub(super) seats: Vec<ClassSeat>,
    pub(super) boards: Vec<GuestBoard>,
    pub(super) rounds: Option<ClassRounds>,
    /// The rules by which the guests are paired.
    pub(super) rules: PairingRules,
    /// The first board of the present round.
    pub(super) round_from: usize,
    /// Whether lines of the journal were lost, perhaps those of seats.
    pub(super) has_gaps: bool,
    /// What everybody sees who does not play.
    pub(super) shown: Option<Box<ShownGame>>,
    /// The board that spectators see.
    pub(super) watched: Option<usize>,
}

impl ClassGames {
    pub(super) const fn new(
        dir: DataDir,
        offer: ClassOffer,
        listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
        journal: ClassJournal,
        door_token: String,
        connections: Connections,
    ) -> ClassGames {
        ClassGames {
            dir,
            offer,
            listener,
            journal,
            door_token,
            connections,
            seats: Vec::new(),
            boards: Vec::new(),
            rounds: None,
            rules: PairingRules::AlternatingFirst,
            round_from: 0,
            has_gaps: false,
            shown: None,
            watched: None,
        }
    }

    /// Reports the state of a class that goes on, and carries out what was journaled in part.
    pub(super) fn go_on(&mut self) -> Result<(), Ending> {
        if self.seats.is_empty() {
            return Ok(());
        }
        self.tell_guests();
        for board in self.round_from..self.boards.len() {
            self.tell_board(board, Vec::new());
        }
        for board in 0..self.boards.len() {
            let seats = self.boards[board].seats;
            let gone = [Side::First, Side::Second].into_iter().find(|&side| self.seats[seats[side]].is_removed);
            match gone {
                _ if self.boards[board].is_over() => self.count(board)?,
                Some(side) => self.decide(board, Some(side.opponent()))?,
                None => {}
            }
        }
        match &self.rounds {
            Some(rounds) if rounds.round == 0 => self.tell_paired(&rounds.next()),
            _ => self.end_round(),
        }
        Ok(())
    }

    pub(super) fn tell(&self, event: ClassEvent) {
        (self.listener)(event);
    }

    pub(super) fn refuse(&self, why: &str) {
        self.tell(ClassEvent::Refused { why: why.to_owned() });
    }

    pub(super) fn tell_guests(&self) {
        let guest = |seat: &ClassSeat| ClassGuest {
            name: seat.name.clone(),
            is_here: seat.connection.is_some(),
            board: seat.due.iter().find(|&&board| !self.boards[board].is_over()).map(|board| board + 1),
        };
        let guests = self.seats.iter().filter(|seat| !seat.is_removed).map(guest).collect();
        let spectators = self.connections.spectators().count();
        self.tell(ClassEvent::Guests { guests, spectators });
    }

    fn tell_board(&self, number: usize, events: Vec<Event>) {
        let board = &self.boards[number];
        let board = ClassBoard {
            number: number + 1,
            round: board.pairing.round,
            players: board.names.clone(),
            is_here: board.seats.map(|seat| self.seats[seat].is_at(number)),
            session: board.session().clone(),
            outcome: board.outcome,
        };
        self.tell(ClassEvent::Board { events, board: Box::new(board) });
    }

    /// Returns the moment the flag of a board falls, the lag of the side forgiven.
    fn flag_at(&self, board: usize) -> Option<Stamp> {
        let board = self.boards.get(board).filter(|board| !board.is_over())?;
        let (side, at) = board.session().flag_at()?;
        Some(at + self.seats[board.seat_with(side)].lag.forgiven())
    }

    /// Returns the moment the first flag falls.
    pub(super) fn next_flag(&self) -> Option<Stamp> {
        (0..self.boards.len()).filter_map(|board| self.flag_at(board)).min()
    }

    /// Ends the games whose flags have fallen.
    pub(super) fn tick(&mut self) -> Result<(), Ending> {
        for board in 0..self.boards.len() {
            if self.flag_at(board).is_some_and(|at| now_stamp() >= at) {
                let events = self.boards[board].tick()?;
                self.publish(board, events)?;
            }
        }
        Ok(())
    }

    fn post_to_seat(&mut self, seat: usize, message: TableMessage) {
        if let Some(id) = self.seats[seat].connection {
            self.connections.post(id, message);
        }
    }

    fn refuse_guest(&mut self, seat: usize, why: &str) {
        let text: String = why.chars().take(50).collect();
        self.post_to_seat(seat, TableMessage::Refuse { text });
    }

    /// Adds a seat.
    pub(super) fn add_seat(&mut self, name: String, token: String) -> Result<(), Ending> {
        self.journal.append(&ClassEntry::Seat { name: name.clone(), token: token.clone() })?;
        self.seats.push(ClassSeat::new(name, token));
        Ok(())
    }

    /// Gives a seat another token.
    pub(super) fn give_token(&mut self, seat: usize, token: String) -> Result<(), Ending> {
        self.journal.append(&ClassEntry::Token { seat, token: token.clone() })?;
        self.seats[seat].token = token;
        Ok(())
    }

    /// Closes a connection.
    pub(super) fn lose(&mut self, id: u64) {
        match self.connections.close(id) {
            Some(ConnectionRole::Guest(seat)) if self.seats[seat].connection == Some(id) => self.leave_seat(seat),
            Some(ConnectionRole::Spectator) => self.tell_guests(),
            Some(ConnectionRole::Guest(_) | ConnectionRole::New { .. }) | None => {}
        }
    }

    /// Empties a seat. The game of its guest waits.
    fn leave_seat(&mut self, seat: usize) {
        let board = self.seats[seat].due.front().copied().filter(|&board| self.seats[seat].is_at(board));
        self.seats[seat].connection = None;
        if let Some(board) = board.filter(|&board| !self.boards[board].is_over()) {
            self.boards[board].draw_offer = None;
            if let Some(game) = &mut self.boards[board].game {
                game.session.hold_clock(now_stamp());
            }
            self.post_clocks(board);
            self.tell_board(board, Vec::new());
            self.show_if_projected(board);
        }
        self.tell_guests();
    }

    /// Takes a message of a guest; `false` if its connection is of no use any more.
    pub(super) fn hear(&mut self, number: usize, message: TableMessage) -> Result<bool, Ending> {
        let seat = &mut self.seats[number];
        let board = seat.due.front().copied();
        match (message, board) {
            (TableMessage::Pong { at_ms }, _) => seat.lag.measure(Stamp(at_ms), now_stamp()),
            (TableMessage::Accept, Some(board)) if !seat.has_accepted => {
                (seat.has_accepted, seat.sent, seat.safe) = (true, 0, 0);
                self.take_place(number, board)?;
            }
            (TableMessage::Ack { steps }, Some(board)) if seat.has_accepted && steps <= seat.sent => {
                seat.safe = seat.safe.max(steps);
                if self.boards[board].is_over() && seat.safe == self.boards[board].steps() {
                    self.end_at(number)?;
                } else {
                    self.push_steps(number);
                }
            }
            // It says again what is known of its last game.
            (TableMessage::Ack { .. }, _) if !seat.has_accepted => {}
            (TableMessage::Act { steps, act }, board) => match board.filter(|_| seat.has_accepted) {
                Some(board) => self.act(number, board, steps, act)?,
                None => self.refuse_guest(number, "there is no game now"),
            },
            (TableMessage::Disagree { placement, .. }, Some(board)) => {
                // This machine's rules decide. Both positions are kept, and the guest's program leaves.
                if let (Some(header), game) = (self.boards[board].header(), self.boards[board].session().game()) {
                    let steps = self.boards[board].steps();
                    let _ = disagreement::keep(&self.dir, &header.id, steps, game.placement(), placement);
                }
                let (steps, placement) = (self.boards[board].steps(), self.boards[board].session().game().placement());
                self.post_to_seat(number, TableMessage::Disagree { steps, placement });
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Gives a guest what is next for it: the game that it holds, a new game, or the shown board.
    pub(super) fn serve(&mut self, number: usize, held: Option<GameHeld>) -> Result<(), Ending> {
        self.seats[number].has_accepted = false;
        self.seats[number].early = None;
        let Some(&board) = self.seats[number].due.front() else {
            self.show_to(number);
            return Ok(());
        };
        let side = self.boards[board].side_of(number);
        let opponent = self.boards[board].names[side.opponent()].clone();
        let Some(game) = &self.boards[board].game else { return Ok(()) };
        let held = held.filter(|held| held.seed == game.header.seed);
        if held.is_none() && self.boards[board].is_over() && !game.moves().is_empty() {
            // It had this game in its journal, and has filed it since: only the line that it knows the result is missing.
            return self.end_at(number);
        }
        match held {
            Some(held) if game.continues(&held) => {
                let steps = game.steps();
                self.post_to_seat(number, TableMessage::GoOn { name: opponent, steps });
                let seat = &mut self.seats[number];
                (seat.has_accepted, seat.sent, seat.safe) = (true, held.steps, held.steps);
                self.take_place(number, board)
            }
            Some(_) => {
                let (steps, placement) = (game.steps(), game.session.game().placement());
                self.post_to_seat(number, TableMessage::Disagree { steps, placement });
                Ok(())
            }
            None => {
                let terms = TableMessage::Terms {
                    header: Box::new(game.header.clone()),
                    seat: words::side(side),
                    token: ClassToken { door: self.door_token.clone(), seat: self.seats[number].token.clone() }
                        .to_string(),
                    wait_s: whole_seconds(self.offer.wait),
                };
                self.post_to_seat(number, terms);
                Ok(())
            }
        }
    }

    /// Goes on with a game whose journal the guest has. The clock runs once both players are here.
    fn take_place(&mut self, number: usize, board: usize) -> Result<(), Ending> {
        let is_ready = self.both_at(board);
        if let Some(game) = self.boards[board].game.as_mut().filter(|_| is_ready) {
            game.session.release_clock(now_stamp());
        }
        self.push_steps(number);
        self.post_clocks(board);
        self.tell_board(board, Vec::new());
        if is_ready {
            // Its clock runs.
            self.show_if_projected(board);
        }
        let opponent = self.boards[board].seats[self.boards[board].side_of(number).opponent()];
        if is_ready && let Some((steps, act)) = self.seats[opponent].early.take() {
            self.act(opponent, board, steps, act)?;
        }
        // It may know the result already.
        let (seat, steps) = (&self.seats[number], self.boards[board].steps());
        if self.boards[board].is_over() && seat.safe == steps { self.end_at(number) } else { Ok(()) }
    }

    /// Sends the clocks of a board to its players: they change without a step when a player comes or goes.
    fn post_clocks(&mut self, board: usize) {
        let (clocks, seats) = (self.boards[board].clocks(), self.boards[board].seats);
        for seat in [seats.first, seats.second] {
            if self.seats[seat].is_at(board) {
                self.post_to_seat(seat, TableMessage::Ping { at_ms: now_stamp().0, clocks: clocks.clone() });
            }
        }
    }

    fn both_at(&self, board: usize) -> bool {
        let seats = self.boards[board].seats;
        [seats.first, seats.second].into_iter().all(|seat| self.seats[seat].is_at(board))
    }

    /// Sends the steps that the guest lacks, some at a time.
    fn push_steps(&mut self, number: usize) {
        let Some(&board) = self.seats[number].due.front().filter(|_| self.seats[number].has_accepted) else { return };
        let clocks = self.boards[board].clocks();
        while self.seats[number].sent < self.seats[number].safe + STEPS_AHEAD {
            let game = self.boards[board].game.as_ref();
            let Some(mut step) = game.and_then(|game| game.step(self.seats[number].sent)) else { return };
            step.clocks.clone_from(&clocks);
            self.seats[number].sent += 1;
            self.post_to_seat(number, TableMessage::Step(Box::new(step)));
        }
    }

    /// Ends the guest's part in a game whose result it knows.
    fn end_at(&mut self, number: usize) -> Result<(), Ending> {
        if let Some(board) = self.seats[number].due.pop_front() {
            self.journal.append(&ClassEntry::Known { seat: number, board })?;
            self.put_away(board);
        }
        self.serve(number, None)
    }

    /// Closes the journal of a game of an earlier round, once both players know its result.
    fn put_away(&mut self, number: usize) {
        let board = &self.boards[number];
        let is_known = |seat: usize| !self.seats[seat].due.contains(&number);
        if number < self.round_from && board.is_over() && is_known(board.seats.first) && is_known(board.seats.second) {
            self.boards[number].put_away();
        }
    }

    /// Carries out an action of a guest at its board. A guest acts for its own side alone.
    fn act(&mut self, number: usize, board: usize, steps: u32, act: TableAct) -> Result<(), Ending> {
        let is_away = !self.both_at(board);
        let side = self.boards[board].side_of(number);
        let opponent = self.boards[board].seats[side.opponent()];
        let lag = self.seats[number].lag.forgiven();
        let is_sitting_down = self.seats[opponent].connection.is_some();
        let state = &mut self.boards[board];
        let is_in_turn = state.steps() == steps && state.session().side_in_turn() == side;
        match act {
            _ if state.is_over() => self.refuse_guest(number, "the game is over"),
            // The opponent is about to sit down.
            TableAct::Play { .. } if is_away && is_sitting_down && is_in_turn => {
                self.seats[number].early = Some((steps, act));
            }
            TableAct::Play { .. } if is_away => {
                self.refuse_guest(number, "the other player is away; the game waits");
            }
            TableAct::Play { .. } if state.steps() != steps => {
                self.refuse_guest(number, "the board has changed; look again");
            }
            TableAct::Play { mv } => match state.play(side, &mv, lag) {
                Ok(events) => return self.publish(board, events),
                Err(GameFault::Refused(why)) => self.refuse_guest(number, &why.message),
                Err(fault) => return Err(fault.into()),
            },
            TableAct::Resign => {
                let events = state.declare(Some(side.opponent()), Reason::Resignation)?;
                return self.publish(board, events);
            }
            TableAct::Ask { question: TableQuestion::Draw } => match state.draw_offer {
                Some(by) if by == side => {}
                // Both want a draw.
                Some(_) => return self.answer_draw(board, side, true),
                None if !state.session().abilities().offer_draw => {
                    self.refuse_guest(number, "this cannot be asked now");
                }
                None => {
                    state.draw_offer = Some(side);
                    let steps = state.steps();
                    let act = TableAct::Ask { question: TableQuestion::Draw };
                    self.post_to_seat(opponent, TableMessage::Act { steps, act });
                }
            },
            TableAct::Answer { question: TableQuestion::Draw, accept } if state.draw_offer == Some(side.opponent()) => {
                return self.answer_draw(board, side, accept);
            }
            TableAct::Answer { .. } => self.refuse_guest(number, "there is nothing to answer"),
            TableAct::Ask { .. } | TableAct::Say { .. } => {
                self.refuse_guest(number, "in a class players move, resign and offer draws");
            }
        }
        Ok(())
    }

    /// Answers a draw offer for the player of `side`.
    fn answer_draw(&mut self, board: usize, side: Side, accept: bool) -> Result<(), Ending> {
        let state = &mut self.boards[board];
        state.draw_offer = None;
        let (steps, seats) = (state.steps(), state.seats);
        let answer = TableAct::Answer { question: TableQuestion::Draw, accept };
        for seat in [seats[side.opponent()], seats[side]] {
            self.post_to_seat(seat, TableMessage::Act { steps, act: answer.clone() });
        }
        if !accept {
            return Ok(());
        }
        let events = self.boards[board].declare(None, Reason::Agreement)?;
        self.publish(board, events)
    }

    /// Shows a board after `events`, and sends its new steps to the players.
    fn publish(&mut self, board: usize, events: Vec<Event>) -> Result<(), Ending> {
        let seats = self.boards[board].seats;
        for seat in [seats.first, seats.second] {
            if self.seats[seat].due.front() == Some(&board) {
                self.push_steps(seat);
            }
        }
        let has_ended = events.iter().any(|event| matches!(event, Event::Ended { .. }));
        self.tell_board(board, events);
        if has_ended {
            self.show_to_spectators();
        } else {
            self.show_if_projected(board);
        }
        if has_ended {
            self.count(board)?;
            self.tell_guests();
            self.end_round();
        }
        Ok(())
    }

    /// Closes the journals. A class that is over has no file any more.
    pub(super) fn close(mut self, ending: &Ending) -> Connections {
        if matches!(ending, Ending::Over) {
            self.journal.finish();
            self.boards.iter_mut().for_each(GuestBoard::put_away);
        }
        self.connections
    }
}
