//! The teacher's machine: it seats guests, pairs them, judges their games and shows boards.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::board::GuestBoard;
use super::class_journal::{self, ClassJournal};
use super::connections::{ConnectionRole, Connections, FromConnection};
use super::event::{ClassEvent, ClassRequest, ClassStart};
use super::games::{ClassGames, Ending};
use super::restored::{self, RestoredClass};
use super::seat::ClassSeat;
use crate::clock::{now_stamp, seed, unix_ms};
use crate::files::DataDir;
use crate::journal::{self, TableEntry, words};
use crate::network::address::own_address;
use crate::network::channel::{PING_EVERY, Secret};
use crate::network::code::TableCode;
use crate::network::discovery::Announcement;
use crate::network::door::{Admits, AtDoor, Door};
use crate::network::message::{ClassToken, GameHeld, SeatRefusal, TableMessage, new_token, tidy_name, whole_seconds};

/// The most guests of a class.
pub const GUESTS_MAX: usize = 30;

/// The most spectators, such as the projector.
const SPECTATORS_MAX: usize = 4;

/// The most seats that a class remembers, closed ones among them.
const SEATS_MAX: usize = 4 * GUESTS_MAX;

/// Connections that have not said yet what they are for, and their time to do so.
const NEW_MAX: usize = GUESTS_MAX + 10;
const NEW_TIME: Duration = Duration::from_secs(10);

/// Messages of guests that wait for the class.
const INBOX_MAX: usize = 256;

/// The time for the last messages when a class closes.
const CLOSE_MAX: Duration = Duration::from_secs(3);

/// What the loop waits for.
enum Happening {
    AtDoor(AtDoor),
    Message(FromConnection),
    Request(Option<ClassRequest>),
    Time,
}

struct ClassHost {
    door: Door,
    /// While guests can join.
    announcement: Option<Announcement>,
    games: ClassGames,
    ping_at: Instant,
}

/// Runs a class until it closes.
pub(super) async fn run(
    dir: DataDir,
    start: ClassStart,
    mut requests: mpsc::Receiver<ClassRequest>,
    listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
) {
    let (inbox, mut arriving) = mpsc::channel(INBOX_MAX);
    let why = match ClassHost::open(dir, start, listener.clone(), inbox).await {
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
                if let Err(ending) = host.handle(happening) {
                    break ending;
                }
                while let Some(id) = host.games.connections.take_stuck() {
                    host.games.lose(id);
                }
            };
            drop(arriving);
            host.close(ending).await
        }
    };
    listener(ClassEvent::Closed { why });
}

impl ClassHost {
    async fn open(
        dir: DataDir,
        start: ClassStart,
        listener: Arc<dyn Fn(ClassEvent) + Send + Sync>,
        inbox: mpsc::Sender<FromConnection>,
    ) -> Result<ClassHost, String> {
        let failed = |error: &dyn std::fmt::Display| format!("The class cannot be opened: {error}.");
        let connections = Connections::new(inbox);
        let mut damaged = None;
        let (mut games, code, door) = match start {
            ClassStart::New(mut offer) => {
                offer.teacher = tidy_name(&offer.teacher);
                let code = TableCode::random().map_err(|error| failed(&error))?;
                let door_token = new_token().map_err(|error| failed(&error))?;
                let door = Door::open(0, Admits::Many).await.map_err(|error| failed(&error))?;
                let table = TableEntry {
                    is_host: true,
                    seat: words::side(duiyi_core::base::Side::First),
                    token: door_token.clone(),
                    code: code.to_string(),
                    address: door.port().to_string(),
                    wait_s: whole_seconds(offer.wait),
                };
                let terms = words::header(&offer.config(), journal::new_game_id(), seed(), unix_ms());
                let terms = journal::JournalHeader { table: Some(table), ..terms };
                let header = class_journal::header(&offer.teacher, terms);
                let journal = ClassJournal::create(&dir, &header).map_err(|error| error.to_string())?;
                (ClassGames::new(dir, *offer, listener.clone(), journal, door_token, connections), code, door)
            }
            ClassStart::GoOn(kept) => {
                let RestoredClass { games, code, port, aside } =
                    restored::games(dir, &kept, listener.clone(), connections)?;
                damaged = kept.damage.zip(aside);
                let door = Door::reopen(port, Admits::Many).await.map_err(|error| failed(&error))?;
                (games, code, door)
            }
        };
        let address = SocketAddr::new(own_address().into(), door.port()).to_string();
        door.admit([Secret::Code(code.to_string()), Secret::Token(games.door_token.clone())]);
        let announcement = Announcement::start(door.port(), &games.offer.teacher, &games.offer.setup);
        listener(ClassEvent::Open { address, code });
        if let Some((damage, aside)) = damaged {
            listener(ClassEvent::Damaged { damage, aside });
        }
        games.go_on().map_err(|ending| ending.why().unwrap_or_default())?;
        Ok(ClassHost { door, announcement, games, ping_at: Instant::now() + PING_EVERY })
    }

    fn deadline(&self) -> Instant {
        let flag = self.games.next_flag();
        let flag = flag.map(|at| Instant::now() + Duration::from_millis((at - now_stamp()).0 + 1));
        flag.map_or(self.ping_at, |flag| flag.min(self.ping_at))
    }

    fn handle(&mut self, happening: Happening) -> Result<(), Ending> {
        match happening {
            Happening::AtDoor(AtDoor::Guest(channel)) => self.games.connections.connect(*channel, NEW_MAX),
            Happening::AtDoor(AtDoor::WrongCode(count)) => {
                self.games.tell(ClassEvent::WrongCode { count, is_closed: false });
            }
            Happening::AtDoor(AtDoor::Closed) => {
                // Guests of the class go on, and come back with their tokens.
                self.announcement = None;
                self.games.tell(ClassEvent::WrongCode { count: Admits::Many.wrong_max(), is_closed: true });
            }
            Happening::Message((id, Err(_))) => self.games.lose(id),
            Happening::Message((id, Ok(message))) => {
                // Without a role its place was taken meanwhile.
                if let Some(role) = self.games.connections.role(id)
                    && !self.hear(id, role, message)?
                {
                    self.games.lose(id);
                }
            }
            Happening::Request(request) => return self.request(request),
            Happening::Time => return self.on_time(),
        }
        Ok(())
    }

    fn on_time(&mut self) -> Result<(), Ending> {
        self.games.tick()?;
        let now = Instant::now();
        if now < self.ping_at {
            return Ok(());
        }
        self.ping_at = now + PING_EVERY;
        self.games.connections.tidy();
        for (id, role) in self.games.connections.roles() {
            match role {
                ConnectionRole::New { since } if since + NEW_TIME <= now => self.games.lose(id),
                ConnectionRole::Guest(seat) => {
                    let board = self.games.seats[seat].due.front().filter(|_| self.games.seats[seat].has_accepted);
                    let clocks = board.and_then(|&board| self.games.boards[board].clocks());
                    self.games.connections.post(id, TableMessage::Ping { at_ms: now_stamp().0, clocks });
                }
                ConnectionRole::New { .. } | ConnectionRole::Spectator => {
                    self.games.connections.post(id, TableMessage::Ping { at_ms: now_stamp().0, clocks: None });
                }
            }
        }
        Ok(())
    }

    /// Takes a message; `false` if the connection is of no use any more.
    fn hear(&mut self, id: u64, role: ConnectionRole, message: TableMessage) -> Result<bool, Ending> {
        match (role, message) {
            (_, TableMessage::Ping { at_ms, .. }) => self.games.connections.post(id, TableMessage::Pong { at_ms }),
            (ConnectionRole::New { .. } | ConnectionRole::Spectator, TableMessage::Pong { .. }) => {}
            (ConnectionRole::New { .. }, TableMessage::Sit { name, game, seat, watches }) => {
                match self.find_seat(&name, seat.as_deref(), watches)? {
                    Ok(seat) => self.sit(id, seat, game)?,
                    Err(reason) => {
                        self.games.connections.post(id, TableMessage::NoSeat { reason });
                        return Ok(false);
                    }
                }
            }
            (ConnectionRole::Guest(seat), message) => return self.games.hear(seat, message),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the seat for somebody who sits down, or none for a spectator.
    fn find_seat(
        &mut self,
        name: &str,
        token: Option<&str>,
        watches: bool,
    ) -> Result<Result<Option<usize>, SeatRefusal>, Ending> {
        if watches {
            let is_room = self.games.connections.spectators().count() < SPECTATORS_MAX;
            return Ok(if is_room { Ok(None) } else { Err(SeatRefusal::ClassFull) });
        }
        let seats = &self.games.seats;
        if let Some(token) = token {
            let found = seats.iter().position(|seat| seat.token == token && !seat.is_removed);
            if found.is_some() || !self.games.has_gaps {
                return Ok(found.map(Some).ok_or(SeatRefusal::Removed));
            }
            // The line with its token may be lost; it is known by its name.
        }
        if name.is_empty() {
            return Ok(Err(SeatRefusal::NoName));
        }
        let Ok(token) = new_token() else { return Ok(Err(SeatRefusal::ClassFull)) };
        let is_named = |seat: &ClassSeat| !seat.is_removed && seat.name.to_lowercase() == name.to_lowercase();
        if let Some(number) = seats.iter().position(is_named) {
            // A program that was ended between games has no token. One that plays has it in its journal.
            if seats[number].connection.is_some() || seats[number].has_accepted {
                return Ok(Err(SeatRefusal::NameTaken));
            }
            self.games.give_token(number, token)?;
            return Ok(Ok(Some(number)));
        }
        let taken = seats.iter().filter(|seat| !seat.is_removed).count();
        if taken >= GUESTS_MAX || seats.len() >= SEATS_MAX {
            return Ok(Err(SeatRefusal::ClassFull));
        }
        self.games.add_seat(name.to_owned(), token)?;
        Ok(Ok(Some(self.games.seats.len() - 1)))
    }

    fn sit(&mut self, id: u64, seat: Option<usize>, held: Option<GameHeld>) -> Result<(), Ending> {
        let role = seat.map_or(ConnectionRole::Spectator, ConnectionRole::Guest);
        self.games.connections.set_role(id, role);
        let own = seat.map(|seat| self.games.seats[seat].token.clone()).unwrap_or_default();
        let welcome = TableMessage::Welcome {
            name: self.games.offer.teacher.clone(),
            game: self.games.offer.setup.kind().code().to_owned(),
            token: ClassToken { door: self.games.door_token.clone(), seat: own }.to_string(),
            wait_s: whole_seconds(self.games.offer.wait),
        };
        self.games.connections.post(id, welcome);
        let Some(number) = seat else {
            self.games.tell_guests();
            self.games.show_to_spectator(id);
            return Ok(());
        };
        if let Some(old) = self.games.seats[number].connection {
            // The same guest from another address; only it has the token.
            self.games.lose(old);
        }
        self.games.seats[number].connection = Some(id);
        self.games.tell_guests();
        self.games.serve(number, held)
    }

    fn request(&mut self, request: Option<ClassRequest>) -> Result<(), Ending> {
        match request {
            Some(ClassRequest::Close) => return Err(Ending::Over),
            // The program ends, and its teacher has not ended the class.
            None => return Err(Ending::Kept(None)),
            Some(ClassRequest::Pair(format)) => return self.games.pair(format),
            Some(ClassRequest::Begin) => return self.games.begin(),
            Some(ClassRequest::Decide { board, winner }) => {
                let board = board.wrapping_sub(1);
                if self.games.boards.get(board).is_none_or(GuestBoard::is_over) {
                    self.games.refuse("there is no unfinished game at this board");
                    return Ok(());
                }
                return self.games.decide(board, winner);
            }
            Some(ClassRequest::Remove { name }) => {
                let is_named = |seat: &ClassSeat| !seat.is_removed && seat.name == name;
                match self.games.seats.iter().position(is_named) {
                    Some(seat) => return self.games.remove(seat),
                    None => self.games.refuse("there is no guest of this name"),
                }
            }
            Some(ClassRequest::Show(shown)) => {
                self.games.shown = shown;
                for seat in 0..self.games.seats.len() {
                    if self.games.seats[seat].due.is_empty() {
                        self.games.show_to(seat);
                    }
                }
                if self.games.watched.is_none() {
                    self.games.show_to_spectators();
                }
            }
            Some(ClassRequest::Watch(board)) => {
                let board = board.map(|board| board.wrapping_sub(1));
                if board.is_some_and(|board| self.games.boards.get(board).is_none_or(|board| board.game.is_none())) {
                    self.games.refuse("there is no such board in this round");
                    return Ok(());
                }
                self.games.watched = board;
                self.games.show_to_spectators();
            }
        }
        Ok(())
    }

    /// Closes the socket and the journals. Returns the reason if it is not the teacher's.
    async fn close(self, ending: Ending) -> Option<String> {
        let connections = self.games.close(&ending);
        drop((self.door, self.announcement));
        connections.close_all(matches!(ending, Ending::Over), CLOSE_MAX).await;
        ending.why()
    }
}
