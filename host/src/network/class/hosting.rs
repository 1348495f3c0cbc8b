//! The teacher's machine: it seats guests, pairs them, judges their games and shows boards.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::{BySide, Reason, Side};
use duiyi_core::session::{Coach, Event, GameConfig, Player};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::board::GuestBoard;
use super::event::{ClassBoard, ClassEvent, ClassGuest, ClassOffer, ClassRequest, ClassResults, NextRound};
use super::rounds::{ClassRounds, ROUNDS_MAX};
use super::seat::{ClassSeat, Connection, ConnectionRole, FromConnection, carry};
use crate::clock::now_stamp;
use crate::files::DataDir;
use crate::journal::words;
use crate::network::address::own_address;
use crate::network::channel::{PING_EVERY, Secret};
use crate::network::code::TableCode;
use crate::network::disagreement;
use crate::network::discovery::Announcement;
use crate::network::door::{Admits, AtDoor, Door, TcpChannel};
use crate::network::message::{
    ClassToken, GameHeld, SeatRefusal, TableAct, TableMessage, TableQuestion, new_token, tidy_name,
};
use crate::network::shared_game::GameFault;
use crate::network::shown_game::ShownGame;
use crate::pairing::{Pairing, TournamentFormat};

/// The most guests of a class.
pub const GUESTS_MAX: usize = 30;

/// The most spectators, such as the projector.
const SPECTATORS_MAX: usize = 4;

/// The most seats that a class remembers, closed ones among them.
const SEATS_MAX: usize = 4 * GUESTS_MAX;

/// Connections that have not said yet what they are for, and their time to do so.
const NEW_MAX: usize = GUESTS_MAX + 10;
const NEW_TIME: Duration = Duration::from_secs(10);

/// Messages that wait for a guest. One that takes none for so long is lost.
const OUTBOX_MAX: usize = 128;

/// Messages of guests that wait for the class.
const INBOX_MAX: usize = 256;

/// Steps on their way to a guest that comes back.
const STEPS_AHEAD: u32 = 64;

/// The time for the last messages when a class closes.
const CLOSE_MAX: Duration = Duration::from_secs(3);

/// What the loop waits for.
enum Happening {
    AtDoor(AtDoor),
    Message(FromConnection),
    Request(Option<ClassRequest>),
    Time,
}

/// Why a class ends: the teacher closed it, or a failure in one sentence.
type Ending = Option<String>;

struct ClassHost {
    dir: DataDir,
    offer: ClassOffer,
    listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
    door: Door,
    /// While guests can join.
    announcement: Option<Announcement>,
    /// The part of the tokens that all guests have.
    door_token: String,
    connections: HashMap<u64, Connection>,
    next_connection: u64,
    carriers: JoinSet<()>,
    inbox: mpsc::Sender<FromConnection>,
    /// Connections that took no more messages.
    stuck: Vec<u64>,
    seats: Vec<ClassSeat>,
    boards: Vec<GuestBoard>,
    rounds: Option<ClassRounds>,
    shown: Option<Box<ShownGame>>,
    watched: Option<usize>,
    /// The first board of the present round.
    round_from: usize,
    ping_at: Instant,
}

/// Runs a class until it closes.
pub(super) async fn run(
    dir: DataDir,
    offer: ClassOffer,
    mut requests: mpsc::Receiver<ClassRequest>,
    listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
) {
    let (inbox, mut arriving) = mpsc::channel(INBOX_MAX);
    let why = match ClassHost::open(dir, offer, listener.clone(), inbox).await {
        Err(why) => Some(why),
        Ok(mut host) => {
            let ending = loop {
                let deadline = host.deadline();
                let happening = tokio::select! {
                    arrival = host.door.next() => Happening::AtDoor(arrival),
                    Some(message) = arriving.recv() => Happening::Message(message),
                    request = requests.recv() => Happening::Request(request),
                    () = sleep_until(deadline) => Happening::Time,
                };
                let mut done = host.handle(happening);
                while done.is_ok()
                    && let Some(id) = host.stuck.pop()
                {
                    done = host.lose(id);
                }
                if let Err(ending) = done {
                    break ending;
                }
            };
            drop(arriving);
            host.close().await;
            ending
        }
    };
    listener(ClassEvent::Closed { why });
}

impl ClassHost {
    async fn open(
        dir: DataDir,
        mut offer: ClassOffer,
        listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
        inbox: mpsc::Sender<FromConnection>,
    ) -> Result<ClassHost, String> {
        offer.teacher = tidy_name(&offer.teacher);
        let failed = |error: &dyn std::fmt::Display| format!("The class cannot be opened: {error}.");
        let code = TableCode::random().map_err(|error| failed(&error))?;
        let door_token = new_token().map_err(|error| failed(&error))?;
        let door = Door::open(0, Admits::Many).await.map_err(|error| failed(&error))?;
        let address = SocketAddr::new(own_address().into(), door.port()).to_string();
        door.admit([Secret::Code(code.to_string()), Secret::Token(door_token.clone())]);
        let announcement = Announcement::start(door.port(), &offer.teacher, &offer.setup);
        listener(ClassEvent::Open { address, code });
        Ok(ClassHost {
            dir,
            offer,
            listener,
            door,
            announcement,
            door_token,
            connections: HashMap::new(),
            next_connection: 0,
            carriers: JoinSet::new(),
            inbox,
            stuck: Vec::new(),
            seats: Vec::new(),
            boards: Vec::new(),
            rounds: None,
            shown: None,
            watched: None,
            round_from: 0,
            ping_at: Instant::now() + PING_EVERY,
        })
    }

    fn tell(&self, event: ClassEvent) {
        (self.listener)(event);
    }

    fn refuse(&self, why: &str) {
        self.tell(ClassEvent::Refused { why: why.to_owned() });
    }

    fn tell_guests(&self) {
        let guest = |seat: &ClassSeat| ClassGuest {
            name: seat.name.clone(),
            is_here: seat.connection.is_some(),
            board: seat.due.iter().find(|&&board| !self.boards[board].is_over()).map(|board| board + 1),
        };
        let guests = self.seats.iter().filter(|seat| !seat.is_removed).map(guest).collect();
        let spectators = self.spectators().count();
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

    fn spectators(&self) -> impl Iterator<Item = u64> {
        self.connections
            .iter()
            .filter(|(_, connection)| connection.role == ConnectionRole::Spectator)
            .map(|(id, _)| *id)
    }

    /// Returns the moment the flag of a board falls, the lag of the side forgiven.
    fn flag_at(&self, board: usize) -> Option<duiyi_core::base::Stamp> {
        let board = self.boards.get(board).filter(|board| !board.is_over())?;
        let (side, at) = board.session().flag_at()?;
        Some(at + self.seats[board.seat_with(side)].lag())
    }

    fn deadline(&self) -> Instant {
        let flag = (0..self.boards.len()).filter_map(|board| self.flag_at(board)).min();
        let flag = flag.map(|at| Instant::now() + Duration::from_millis((at - now_stamp()).0 + 1));
        flag.map_or(self.ping_at, |flag| flag.min(self.ping_at))
    }

    fn handle(&mut self, happening: Happening) -> Result<(), Ending> {
        match happening {
            Happening::AtDoor(AtDoor::Guest(channel)) => {
                self.connect(*channel);
                Ok(())
            }
            Happening::AtDoor(AtDoor::WrongCode(count)) => {
                self.tell(ClassEvent::WrongCode { count, is_closed: false });
                Ok(())
            }
            Happening::AtDoor(AtDoor::Closed) => {
                // Guests of the class go on, and come back with their tokens.
                self.announcement = None;
                self.tell(ClassEvent::WrongCode { count: Admits::Many.wrong_max(), is_closed: true });
                Ok(())
            }
            Happening::Message((id, message)) => match message {
                Err(_) => self.lose(id),
                Ok(message) => match self.connections.get(&id).map(|connection| connection.role) {
                    // Its place was taken meanwhile.
                    None => Ok(()),
                    Some(role) => self.hear(id, role, message),
                },
            },
            Happening::Request(request) => self.request(request),
            Happening::Time => self.on_time(),
        }
    }

    fn on_time(&mut self) -> Result<(), Ending> {
        for board in 0..self.boards.len() {
            if self.flag_at(board).is_some_and(|at| now_stamp() >= at) {
                let events = self.boards[board].tick().map_err(failure)?;
                self.publish(board, events)?;
            }
        }
        let now = Instant::now();
        if now < self.ping_at {
            return Ok(());
        }
        self.ping_at = now + PING_EVERY;
        while self.carriers.try_join_next().is_some() {}
        for (id, role) in self.roles() {
            match role {
                ConnectionRole::New { since } if since + NEW_TIME <= now => self.lose(id)?,
                ConnectionRole::Guest(seat) => {
                    let board = self.seats[seat].due.front().filter(|_| self.seats[seat].has_accepted);
                    let clocks = board.and_then(|&board| self.boards[board].clocks());
                    self.post(id, TableMessage::Ping { at_ms: now_stamp().0, clocks });
                }
                ConnectionRole::New { .. } | ConnectionRole::Spectator => {
                    self.post(id, TableMessage::Ping { at_ms: now_stamp().0, clocks: None });
                }
            }
        }
        Ok(())
    }

    fn roles(&self) -> Vec<(u64, ConnectionRole)> {
        self.connections.iter().map(|(id, connection)| (*id, connection.role)).collect()
    }

    fn connect(&mut self, channel: TcpChannel) {
        let new = self
            .connections
            .values()
            .filter(|connection| matches!(connection.role, ConnectionRole::New { .. }))
            .count();
        if new >= NEW_MAX {
            return;
        }
        self.next_connection += 1;
        let (outbox, posted) = mpsc::channel(OUTBOX_MAX);
        let connection = Connection { outbox, role: ConnectionRole::New { since: Instant::now() } };
        self.connections.insert(self.next_connection, connection);
        self.carriers.spawn(carry(self.next_connection, channel, posted, self.inbox.clone()));
    }

    /// Sends a message. A connection that takes none any more is lost.
    fn post(&mut self, id: u64, message: TableMessage) {
        let Some(connection) = self.connections.get(&id) else { return };
        if connection.outbox.try_send(message).is_err() {
            self.stuck.push(id);
        }
    }

    fn post_to_seat(&mut self, seat: usize, message: TableMessage) {
        if let Some(id) = self.seats[seat].connection {
            self.post(id, message);
        }
    }

    fn refuse_guest(&mut self, seat: usize, why: &str) {
        let text: String = why.chars().take(50).collect();
        self.post_to_seat(seat, TableMessage::Refuse { text });
    }

    /// Closes a connection. The game of its guest waits.
    fn lose(&mut self, id: u64) -> Result<(), Ending> {
        let Some(Connection { role, .. }) = self.connections.remove(&id) else { return Ok(()) };
        let ConnectionRole::Guest(seat) = role else {
            if role == ConnectionRole::Spectator {
                self.tell_guests();
            }
            return Ok(());
        };
        if self.seats[seat].connection == Some(id) {
            let board = self.seats[seat].due.front().copied().filter(|&board| self.seats[seat].is_at(board));
            self.seats[seat].connection = None;
            if let Some(board) = board.filter(|&board| !self.boards[board].is_over()) {
                self.boards[board].draw_offer = None;
                if let Some(game) = &mut self.boards[board].game {
                    game.session.hold_clock(now_stamp());
                }
                self.tell_board(board, Vec::new());
            }
            self.tell_guests();
        }
        Ok(())
    }

    fn hear(&mut self, id: u64, role: ConnectionRole, message: TableMessage) -> Result<(), Ending> {
        match (role, message) {
            (_, TableMessage::Ping { at_ms, .. }) => {
                self.post(id, TableMessage::Pong { at_ms });
                Ok(())
            }
            (ConnectionRole::New { .. } | ConnectionRole::Spectator, TableMessage::Pong { .. }) => Ok(()),
            (ConnectionRole::New { .. }, TableMessage::Sit { name, game, seat, watches }) => {
                match self.find_seat(&name, seat.as_deref(), watches) {
                    Ok(seat) => self.sit(id, seat, game),
                    Err(reason) => {
                        self.post(id, TableMessage::NoSeat { reason });
                        self.lose(id)
                    }
                }
            }
            (ConnectionRole::Guest(seat), message) => self.hear_guest(id, seat, message),
            _ => self.lose(id),
        }
    }

    fn hear_guest(&mut self, id: u64, number: usize, message: TableMessage) -> Result<(), Ending> {
        let seat = &mut self.seats[number];
        let board = seat.due.front().copied();
        match (message, board) {
            (TableMessage::Pong { at_ms }, _) => {
                seat.measure(now_stamp().0.saturating_sub(at_ms));
                Ok(())
            }
            (TableMessage::Accept, Some(board)) if !seat.has_accepted => {
                (seat.has_accepted, seat.sent, seat.safe) = (true, 0, 0);
                self.take_place(number, board)
            }
            (TableMessage::Ack { steps }, Some(board)) if seat.has_accepted && steps <= seat.sent => {
                seat.safe = seat.safe.max(steps);
                if self.boards[board].is_over() && seat.safe == self.boards[board].steps() {
                    return self.end_at(number);
                }
                self.push_steps(number);
                Ok(())
            }
            // It says again what is known of its last game.
            (TableMessage::Ack { .. }, _) if !seat.has_accepted => Ok(()),
            (TableMessage::Act { steps, act }, board) => match board.filter(|_| seat.has_accepted) {
                Some(board) => self.act(number, board, steps, act),
                None => {
                    self.refuse_guest(number, "there is no game now");
                    Ok(())
                }
            },
            (TableMessage::Disagree { placement, .. }, Some(board)) => {
                // This machine's rules decide. Both positions are kept, and the guest's program leaves.
                if let (Some(header), game) = (self.boards[board].header(), self.boards[board].session().game()) {
                    let steps = self.boards[board].steps();
                    let _ = disagreement::keep(&self.dir, &header.id, steps, game.placement(), placement);
                }
                let (steps, placement) = (self.boards[board].steps(), self.boards[board].session().game().placement());
                self.post(id, TableMessage::Disagree { steps, placement });
                self.lose(id)
            }
            _ => self.lose(id),
        }
    }

    /// Returns the seat for somebody who sits down, or none for a spectator.
    fn find_seat(&mut self, name: &str, token: Option<&str>, watches: bool) -> Result<Option<usize>, SeatRefusal> {
        if watches {
            let is_room = self.spectators().count() < SPECTATORS_MAX;
            return if is_room { Ok(None) } else { Err(SeatRefusal::ClassFull) };
        }
        if let Some(token) = token {
            let found = self.seats.iter().position(|seat| seat.token == token && !seat.is_removed);
            return found.map(Some).ok_or(SeatRefusal::Removed);
        }
        if name.is_empty() {
            return Err(SeatRefusal::NoName);
        }
        let token = new_token().map_err(|_| SeatRefusal::ClassFull)?;
        let is_named = |seat: &ClassSeat| !seat.is_removed && seat.name.to_lowercase() == name.to_lowercase();
        if let Some(number) = self.seats.iter().position(is_named) {
            let seat = &mut self.seats[number];
            // A program that was ended between games has no token. One that plays has it in its journal.
            if seat.connection.is_some() || seat.has_accepted {
                return Err(SeatRefusal::NameTaken);
            }
            seat.token = token;
            return Ok(Some(number));
        }
        let taken = self.seats.iter().filter(|seat| !seat.is_removed).count();
        if taken >= GUESTS_MAX || self.seats.len() >= SEATS_MAX {
            return Err(SeatRefusal::ClassFull);
        }
        self.seats.push(ClassSeat::new(name.to_owned(), token));
        Ok(Some(self.seats.len() - 1))
    }

    fn sit(&mut self, id: u64, seat: Option<usize>, held: Option<GameHeld>) -> Result<(), Ending> {
        let role = seat.map_or(ConnectionRole::Spectator, ConnectionRole::Guest);
        if let Some(connection) = self.connections.get_mut(&id) {
            connection.role = role;
        }
        let own = seat.map(|seat| self.seats[seat].token.clone()).unwrap_or_default();
        let welcome = TableMessage::Welcome {
            name: self.offer.teacher.clone(),
            game: self.offer.setup.kind().code().to_owned(),
            token: ClassToken { door: self.door_token.clone(), seat: own }.to_string(),
            wait_s: self.wait_s(),
        };
        self.post(id, welcome);
        let Some(number) = seat else {
            self.tell_guests();
            self.show_to_spectator(id);
            return Ok(());
        };
        if let Some(old) = self.seats[number].connection {
            // The same guest from another address; only it has the token.
            self.lose(old)?;
        }
        self.seats[number].connection = Some(id);
        self.tell_guests();
        self.serve(number, held)
    }

    /// Gives a guest what is next for it: the game that it holds, a new game, or the shown board.
    fn serve(&mut self, number: usize, held: Option<GameHeld>) -> Result<(), Ending> {
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

    fn wait_s(&self) -> u32 {
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
                Err(fault) => return Err(failure(fault)),
            },
            TableAct::Resign => {
                let events = state.declare(Some(side.opponent()), Reason::Resignation).map_err(failure)?;
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
        let events = self.boards[board].declare(None, Reason::Agreement).map_err(failure)?;
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
        if has_ended || self.projected() == Some(board) {
            self.show_to_spectators();
        }
        if has_ended {
            self.count(board);
            self.tell_guests();
            self.end_round();
        }
        Ok(())
    }

    /// Counts a game that is over.
    fn count(&mut self, board: usize) {
        let board = &self.boards[board];
        let Some(rounds) = &mut self.rounds else { return };
        let Some(outcome) = board.outcome else { return };
        rounds.count(board.pairing, outcome);
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
    fn show_to(&mut self, number: usize) {
        let board = self.shown.as_ref().map(|shown| Box::new(shown.to_board()));
        self.post_to_seat(number, TableMessage::Show { board });
    }

    /// Returns the board that spectators see: the watched one, or, where nothing is shown, the first one that goes on.
    fn projected(&self) -> Option<usize> {
        let of_round = || self.round_from..self.boards.len();
        let first = || of_round().find(|&board| !self.boards[board].is_over()).or_else(|| of_round().next());
        self.watched.or_else(|| if self.shown.is_some() { None } else { first() })
    }

    fn show_to_spectator(&mut self, id: u64) {
        let board = self.projected().and_then(|board| self.boards[board].shown());
        let board = board.as_ref().or(self.shown.as_deref()).map(|shown| Box::new(shown.to_board()));
        self.post(id, TableMessage::Show { board });
    }

    fn show_to_spectators(&mut self) {
        for id in self.spectators().collect::<Vec<_>>() {
            self.show_to_spectator(id);
        }
    }

    fn request(&mut self, request: Option<ClassRequest>) -> Result<(), Ending> {
        match request {
            None | Some(ClassRequest::Close) => return Err(None),
            Some(ClassRequest::Pair(format)) => self.pair(format),
            Some(ClassRequest::Begin) => return self.begin(),
            Some(ClassRequest::Decide { board, winner }) => {
                let board = board.wrapping_sub(1);
                if self.boards.get(board).is_none_or(GuestBoard::is_over) {
                    self.refuse("there is no unfinished game at this board");
                    return Ok(());
                }
                return self.decide(board, winner);
            }
            Some(ClassRequest::Remove { name }) => {
                let is_named = |seat: &ClassSeat| !seat.is_removed && seat.name == name;
                match self.seats.iter().position(is_named) {
                    Some(seat) => return self.remove(seat),
                    None => self.refuse("there is no guest of this name"),
                }
            }
            Some(ClassRequest::Show(shown)) => {
                self.shown = shown;
                for seat in 0..self.seats.len() {
                    if self.seats[seat].due.is_empty() {
                        self.show_to(seat);
                    }
                }
                if self.watched.is_none() {
                    self.show_to_spectators();
                }
            }
            Some(ClassRequest::Watch(board)) => {
                let board = board.map(|board| board.wrapping_sub(1));
                if board.is_some_and(|board| self.boards.get(board).is_none_or(|board| board.game.is_none())) {
                    self.refuse("there is no such board in this round");
                    return Ok(());
                }
                self.watched = board;
                self.show_to_spectators();
            }
        }
        Ok(())
    }

    fn decide(&mut self, board: usize, winner: Option<Side>) -> Result<(), Ending> {
        let events = self.boards[board].declare(winner, Reason::Unstated).map_err(failure)?;
        self.publish(board, events)
    }

    /// Closes the seat of a guest, who loses its game.
    fn remove(&mut self, number: usize) -> Result<(), Ending> {
        self.post_to_seat(number, TableMessage::NoSeat { reason: SeatRefusal::Removed });
        if let Some(id) = self.seats[number].connection {
            self.lose(id)?;
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

    fn pair(&mut self, format: TournamentFormat) {
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
            let rounds = ClassRounds::new(format, seats);
            let next = rounds.next();
            self.rounds = Some(rounds);
            self.tell_paired(&next);
        }
    }

    /// Begins the next round. A player whose seat is closed loses.
    fn begin(&mut self) -> Result<(), Ending> {
        let next = self.rounds.as_ref().map(ClassRounds::next).unwrap_or_default();
        if self.is_playing() || next.is_empty() {
            self.refuse(if next.is_empty() { "pair the guests first" } else { "a round is being played" });
            return Ok(());
        }
        let Some(rounds) = &mut self.rounds else { return Ok(()) };
        rounds.round += 1;
        let players = rounds.seats.clone();
        // Boards of a new tournament are in new rounds, too.
        self.watched = None;
        let old = self.boards.len();
        self.round_from = old;
        for pairing in next {
            let [first, second] = pairing.players.map(|player| players[player]);
            let seats = BySide { first, second };
            let names = seats.map(|seat| Player::Human { name: self.seats[seat].name.clone() });
            let (setup, clock) = (self.offer.setup.clone(), self.offer.clock);
            let config = GameConfig { setup, players: names, clock, coach: Coach::default(), odds: None };
            let board = match [first, second].map(|seat| self.seats[seat].is_removed) {
                [false, false] => GuestBoard::begin(&self.dir, pairing, seats, &config).map_err(failure)?,
                [first_gone, second_gone] => {
                    let winner = if second_gone { Side::First } else { Side::Second };
                    let winner = (first_gone != second_gone).then_some(winner);
                    let outcome = duiyi_core::base::Outcome { winner, reason: Reason::Unstated };
                    GuestBoard::decided(pairing, seats, &config, outcome)
                }
            };
            self.boards.push(board);
        }
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
                self.count(board);
            }
        }
        self.end_round();
        Ok(())
    }

    /// Says goodbye to all, and closes the socket.
    async fn close(mut self) {
        self.announcement = None;
        for (id, _) in self.roles() {
            self.post(id, TableMessage::Leave);
        }
        self.connections.clear();
        self.boards.iter_mut().for_each(GuestBoard::put_away);
        let mut carriers = std::mem::take(&mut self.carriers);
        // The journals are free before the shell learns that the class is closed.
        drop(self);
        let _ = timeout(CLOSE_MAX, async { while carriers.join_next().await.is_some() {} }).await;
    }
}

/// Says why a class cannot go on: a journal cannot be written.
fn failure(fault: GameFault) -> Ending {
    Some(fault.to_string())
}
