//! The seats, boards and rounds of a class: what guests do at their boards, what they are sent, and what is journaled.

use std::sync::Arc;

use duiyi_core::base::{BySide, Outcome, Reason, Side, Stamp};
use duiyi_core::session::{Event, GameConfig, Player};

use super::board::GuestBoard;
use super::class_journal::{self, ClassEntry, ClassJournal};
use super::connections::{ConnectionRole, Connections};
use super::event::{ClassBoard, ClassEvent, ClassGuest, ClassOffer, ClassResults, NextRound};
use super::rounds::{ClassRounds, ROUNDS_MAX};
use super::seat::ClassSeat;
use crate::clock::now_stamp;
use crate::files::{DataDir, FileError};
use crate::journal::words;
use crate::network::disagreement;
use crate::network::message::{ClassToken, GameHeld, SeatRefusal, TableAct, TableMessage, TableQuestion};
use crate::network::shared_game::GameFault;
use crate::network::shown_game::ShownGame;
use crate::pairing::{Pairing, TournamentFormat};

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
    /// The first board of the present round.
    pub(super) round_from: usize,
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
            round_from: 0,
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
        Some(at + self.seats[board.seat_with(side)].lag())
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
            (TableMessage::Pong { at_ms }, _) => {
                seat.measure(now_stamp().0.saturating_sub(at_ms));
            }
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
        match held.filter(|held| held.seed == game.header.seed) {
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
                    wait_s: self.wait_s(),
                };
                self.post_to_seat(number, terms);
                Ok(())
            }
        }
    }

    pub(super) fn wait_s(&self) -> u32 {
        u32::try_from(self.offer.wait.as_secs()).unwrap_or(u32::MAX)
    }

    /// Goes on with a game whose journal the guest has. The clock runs once both players are here.
    fn take_place(&mut self, number: usize, board: usize) -> Result<(), Ending> {
        let is_ready = self.both_at(board);
        if let Some(game) = self.boards[board].game.as_mut().filter(|_| is_ready) {
            game.session.release_clock(now_stamp());
        }
        self.push_steps(number);
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
        let lag = self.seats[number].lag();
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

    /// Counts a game that is over, once.
    fn count(&mut self, number: usize) -> Result<(), Ending> {
        let board = &mut self.boards[number];
        let (Some(rounds), Some(outcome)) = (&mut self.rounds, board.outcome) else { return Ok(()) };
        if !std::mem::replace(&mut board.is_counted, true) {
            self.journal.append(&class_journal::over(number, outcome))?;
            rounds.count(board.pairing, outcome);
        }
        Ok(())
    }

    /// Reports the results once no game of the round goes on.
    fn end_round(&self) {
        let Some(rounds) = &self.rounds else { return };
        if self.boards.iter().any(|board| !board.is_over()) {
            return;
        }
        let next = rounds.next();
        let names = rounds.seats.iter().map(|&seat| self.seats[seat].name.clone()).collect();
        let standings = rounds.standings();
        let results = ClassResults { round: rounds.round, is_last: next.is_empty(), names, standings };
        self.tell(ClassEvent::RoundOver(results));
        self.tell_paired(&next);
    }

    fn tell_paired(&self, next: &[Pairing]) {
        let Some(rounds) = self.rounds.as_ref().filter(|_| !next.is_empty()) else { return };
        let name = |player: usize| self.seats[rounds.seats[player]].name.clone();
        let pairs = next
            .iter()
            .map(|Pairing { players: [first, second], .. }| BySide { first: name(*first), second: name(*second) });
        let is_free = |player: &usize| !next.iter().any(|pairing| pairing.players.contains(player));
        let bye = (0..rounds.seats.len()).find(is_free).map(&name);
        self.tell(ClassEvent::Paired(NextRound { round: rounds.round + 1, pairs: pairs.collect(), bye }));
    }

    /// Shows a guest who does not play what the class looks at.
    pub(super) fn show_to(&mut self, number: usize) {
        let board = self.shown.as_ref().map(|shown| Box::new(shown.to_board()));
        self.post_to_seat(number, TableMessage::Show { board });
    }

    /// Returns the board that spectators see: the watched one, or, where nothing is shown, the first one that goes on.
    fn projected(&self) -> Option<usize> {
        let of_round = || self.round_from..self.boards.len();
        let first = || of_round().find(|&board| !self.boards[board].is_over()).or_else(|| of_round().next());
        self.watched.or_else(|| if self.shown.is_some() { None } else { first() })
    }

    pub(super) fn show_to_spectator(&mut self, id: u64) {
        let board = self.projected().and_then(|board| self.boards[board].shown());
        let board = board.as_ref().or(self.shown.as_deref()).map(|shown| Box::new(shown.to_board()));
        self.connections.post(id, TableMessage::Show { board });
    }

    pub(super) fn show_to_spectators(&mut self) {
        for id in self.connections.spectators().collect::<Vec<_>>() {
            self.show_to_spectator(id);
        }
    }

    fn show_if_projected(&mut self, board: usize) {
        if self.projected() == Some(board) {
            self.show_to_spectators();
        }
    }

    /// Returns the game of the players at these seats, by the colour at the start.
    pub(super) fn config(&self, seats: BySide<usize>) -> GameConfig {
        let players = seats.map(|seat| Player::Human { name: self.seats[seat].name.clone() });
        GameConfig { players, ..self.offer.config() }
    }

    pub(super) fn decide(&mut self, board: usize, winner: Option<Side>) -> Result<(), Ending> {
        let events = self.boards[board].declare(winner, Reason::Unstated)?;
        self.publish(board, events)
    }

    /// Closes the seat of a guest, who loses its game.
    pub(super) fn remove(&mut self, number: usize) -> Result<(), Ending> {
        self.journal.append(&ClassEntry::Removed { seat: number })?;
        self.post_to_seat(number, TableMessage::NoSeat { reason: SeatRefusal::Removed });
        if let Some(id) = self.seats[number].connection {
            self.lose(id);
        }
        let due = std::mem::take(&mut self.seats[number].due);
        let seat = &mut self.seats[number];
        (seat.is_removed, seat.has_accepted) = (true, false);
        for board in due {
            if !self.boards[board].is_over() {
                let winner = self.boards[board].side_of(number).opponent();
                self.decide(board, Some(winner))?;
            }
        }
        self.tell_guests();
        Ok(())
    }

    fn is_playing(&self) -> bool {
        self.boards.iter().any(|board| !board.is_over())
    }

    pub(super) fn pair(&mut self, format: TournamentFormat) -> Result<(), Ending> {
        let here = |seat: &usize| self.seats[*seat].connection.is_some();
        let seats: Vec<usize> = (0..self.seats.len()).filter(here).collect();
        let is_known = match format {
            TournamentFormat::RoundRobin => true,
            TournamentFormat::Swiss { rounds } => (1..=ROUNDS_MAX).contains(&rounds),
            TournamentFormat::Gauntlet | TournamentFormat::Knockout => false,
        };
        if self.is_playing() {
            self.refuse("a round is being played");
        } else if seats.len() < 2 {
            self.refuse("two guests are needed to pair them");
        } else if !is_known {
            self.refuse("a class plays round robin, or a Swiss of 1 to 30 rounds");
        } else {
            let rounds = if let TournamentFormat::Swiss { rounds } = format { rounds } else { 0 };
            let format_code = format.code().to_owned();
            self.journal.append(&ClassEntry::Paired { format: format_code, rounds, seats: seats.clone() })?;
            let rounds = ClassRounds::new(format, seats);
            let next = rounds.next();
            self.rounds = Some(rounds);
            self.tell_paired(&next);
        }
        Ok(())
    }

    /// Begins the next round. A player whose seat is closed loses.
    pub(super) fn begin(&mut self) -> Result<(), Ending> {
        let next = self.rounds.as_ref().map(ClassRounds::next).unwrap_or_default();
        if self.is_playing() || next.is_empty() {
            self.refuse(if next.is_empty() { "pair the guests first" } else { "a round is being played" });
            return Ok(());
        }
        let Some(rounds) = &self.rounds else { return Ok(()) };
        let players = rounds.seats.clone();
        let mut begun = Vec::new();
        for pairing in next {
            let [first, second] = pairing.players.map(|player| players[player]);
            let seats = BySide { first, second };
            let config = self.config(seats);
            begun.push(match [first, second].map(|seat| self.seats[seat].is_removed) {
                [false, false] => GuestBoard::begin(&self.dir, pairing, seats, &config)?,
                [first_gone, second_gone] => {
                    let winner = if second_gone { Side::First } else { Side::Second };
                    let winner = (first_gone != second_gone).then_some(winner);
                    GuestBoard::decided(pairing, seats, &config, Outcome { winner, reason: Reason::Unstated })
                }
            });
        }
        self.journal.append(&ClassEntry::Round { boards: begun.iter().map(GuestBoard::entry).collect() })?;
        if let Some(rounds) = &mut self.rounds {
            rounds.round += 1;
        }
        // Boards of a new tournament are in new rounds, too.
        self.watched = None;
        let old = self.boards.len();
        self.round_from = old;
        self.boards.extend(begun);
        for board in 0..old {
            self.put_away(board);
        }
        let new = old..self.boards.len();
        for board in new.clone() {
            if self.boards[board].is_over() {
                continue;
            }
            let seats = self.boards[board].seats;
            for seat in [seats.first, seats.second] {
                self.seats[seat].due.push_back(board);
            }
            self.tell_board(board, vec![Event::Started]);
            for seat in [seats.first, seats.second] {
                if self.seats[seat].due.len() == 1 {
                    self.serve(seat, None)?;
                }
            }
        }
        self.show_to_spectators();
        self.tell_guests();
        for board in new {
            if let Some(outcome) = self.boards[board].outcome {
                self.tell_board(board, vec![Event::Ended { outcome }]);
                self.count(board)?;
            }
        }
        self.end_round();
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
