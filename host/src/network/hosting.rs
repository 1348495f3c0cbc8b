//! The host's side of a table. Its session decides, its clock counts.

use std::net::SocketAddr;
use std::time::Duration;

use duiyi_core::base::{Millis, Outcome, Reason, Side, Stamp};
use duiyi_core::session::{Event, GameConfig, Player};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::address::own_address;
use super::channel::{ChannelError, PING_EVERY, Secret};
use super::code::TableCode;
use super::disagreement;
use super::discovery::Announcement;
use super::door::{Admits, AtDoor, Door, TcpChannel};
use super::event::{Closing, GameToResume, Listener, MessageBudget, TableEvent, TableOffer, TableRequest, TableView};
use super::lag::Lag;
use super::message::{
    ClockReading, GameHeld, SeatRefusal, TableAct, TableMessage, TableQuestion, new_token, tidy_name, whole_seconds,
};
use super::shared_game::{GameFault, SharedGame};
use crate::clock::{now_stamp, seed, unix_ms};
use crate::files::DataDir;
use crate::journal::{self, JournalHeader, TableEntry, words};

/// The longest wait for a guest to know the result before the host leaves. The shells wait a second longer.
const RESULT_MAX: Duration = Duration::from_secs(4);

/// Why the host's loop does not go on.
enum LinkEnd {
    Close(Closing),
    /// The connection is of no use any more.
    Lost,
}

impl From<ChannelError> for LinkEnd {
    fn from(_: ChannelError) -> LinkEnd {
        LinkEnd::Lost
    }
}

impl From<GameFault> for LinkEnd {
    fn from(fault: GameFault) -> LinkEnd {
        LinkEnd::Close(Closing::Failed(fault.to_string()))
    }
}

/// A connected guest.
struct Guest {
    channel: TcpChannel,
    name: String,
    /// The terms that it has not accepted yet.
    offered: Option<Box<JournalHeader>>,
    /// Whether it plays.
    is_seated: bool,
    /// Steps that were sent, and those in its journal.
    sent: u32,
    safe: u32,
    lag: Lag,
    budget: MessageBudget,
    ping_at: Instant,
}

impl Guest {
    fn new(channel: TcpChannel) -> Guest {
        Guest {
            channel,
            name: String::new(),
            offered: None,
            is_seated: false,
            sent: 0,
            safe: 0,
            lag: Lag::default(),
            budget: MessageBudget::new(),
            ping_at: Instant::now(),
        }
    }

    /// Seats the guest, whose journal has so many steps. It learns the clocks at once.
    fn sit(&mut self, steps: u32) {
        (self.is_seated, self.sent, self.safe) = (true, steps, steps);
        self.ping_at = Instant::now();
    }
}

struct Hosting {
    dir: DataDir,
    offer: TableOffer,
    listener: Listener,
    door: Door,
    /// While the table is open and nobody sits there.
    announcement: Option<Announcement>,
    code: TableCode,
    token: String,
    game: Option<SharedGame>,
    guest: Option<Guest>,
    /// The terms of a guest that was lost before it accepted them, as far as this machine knows.
    lost_terms: Option<Box<JournalHeader>>,
    /// The open question, with the seat that asks.
    asked: Option<(Side, TableQuestion)>,
    /// Whether too many wrong codes were given.
    is_spent: bool,
    /// Since when the guest of a game in progress is away.
    away_since: Option<Instant>,
    wait_left: Duration,
}

/// What the loop waits for.
enum Happening {
    AtDoor(AtDoor),
    Message(Result<TableMessage, ChannelError>),
    Request(Option<TableRequest>),
    Time,
}

/// Runs a table until it closes.
pub(super) async fn run(
    dir: DataDir,
    offer: TableOffer,
    mut requests: mpsc::Receiver<TableRequest>,
    listener: Listener,
) {
    let told = listener.clone();
    let closing = match Hosting::open(dir, offer, listener).await {
        Err(why) => Closing::Failed(why),
        Ok(mut hosting) => {
            let closing = loop {
                let deadline = hosting.deadline();
                let happening = tokio::select! {
                    arrival = hosting.door.next() => Happening::AtDoor(arrival),
                    message = hear(&mut hosting.guest) => Happening::Message(message),
                    request = requests.recv() => Happening::Request(request),
                    () = sleep_until(deadline) => Happening::Time,
                };
                match hosting.handle(happening).await {
                    Ok(()) => {}
                    Err(LinkEnd::Lost) => {
                        if let Some(closing) = hosting.lose_guest() {
                            break closing;
                        }
                    }
                    Err(LinkEnd::Close(closing)) => {
                        hosting.bid_farewell(&closing).await;
                        break closing;
                    }
                }
            };
            if let Some(game) = hosting.game.take().filter(|_| !closing.keeps_game()) {
                game.put_away();
            }
            closing
        }
    };
    told(TableEvent::Closed(closing));
}

async fn hear(guest: &mut Option<Guest>) -> Result<TableMessage, ChannelError> {
    match guest {
        Some(guest) => guest.channel.reader.receive().await,
        None => std::future::pending().await,
    }
}

impl Hosting {
    async fn open(dir: DataDir, mut offer: TableOffer, listener: Listener) -> Result<Hosting, String> {
        for player in [&mut offer.config.players.first, &mut offer.config.players.second] {
            *player = Player::Human { name: tidy_name(&player.record_name()) };
        }
        let failed = |error: &dyn std::fmt::Display| format!("The table cannot be opened: {error}.");
        let is_hosts = |header: &JournalHeader| header.table.as_ref().is_some_and(|table| table.is_host);
        let found = match &offer.resumes {
            GameToResume::None => Ok(None),
            // A game that has ended is in a journal only if the program was killed then. Its guest may lack the result.
            GameToResume::Newest(kind) => {
                SharedGame::find(&dir, |game| is_hosts(&game.header) && game.header.game == kind.code())
            }
            GameToResume::Game(id) => {
                SharedGame::find(&dir, |game| is_hosts(&game.header) && game.header.id == *id && game.end.is_none())
            }
        };
        let found = found.map_err(|error| failed(&error))?;
        if found.is_none() && offer.resumes != GameToResume::None {
            return Err(failed(&"no such unfinished game was found in this folder"));
        }
        let (game, code, token, port) = match found {
            Some(found) => {
                let game = SharedGame::reopen(&found.path, now_stamp()).map_err(|error| failed(&error))?;
                let table = game.header.table.clone().expect("only games at a table were looked for");
                offer.config = game.config().clone();
                offer.seat = words::side_of(Some(&table.seat)).unwrap_or(Side::First);
                offer.wait = Duration::from_secs(table.wait_s.into());
                let code = table.code.parse().map_err(|error| failed(&error))?;
                (Some(game), code, table.token, table.address.parse().unwrap_or(0))
            }
            None => {
                let code = TableCode::random().map_err(|error| failed(&error))?;
                (None, code, new_token().map_err(|error| failed(&error))?, 0)
            }
        };
        let door = Door::reopen(port, Admits::One).await.map_err(|error| failed(&error))?;
        let address = SocketAddr::new(own_address().into(), door.port()).to_string();
        listener(TableEvent::Open { address, code });
        let mut hosting = Hosting {
            dir,
            wait_left: offer.wait,
            offer,
            listener,
            door,
            announcement: None,
            code,
            token,
            game,
            guest: None,
            lost_terms: None,
            asked: None,
            is_spent: false,
            away_since: None,
        };
        if let Some(game) = &hosting.game {
            hosting.away_since = Some(Instant::now());
            let ended = game.session.outcome().map(|outcome| Event::Ended { outcome });
            hosting.show(ended.into_iter().collect());
            hosting.tell(TableEvent::Away { wait: hosting.wait_left });
        }
        hosting.admit();
        Ok(hosting)
    }

    fn tell(&self, event: TableEvent) {
        (self.listener)(event);
    }

    /// Tells the listener of the game after `events`.
    fn show(&self, events: Vec<Event>) {
        if let Some(game) = &self.game {
            let now = now_stamp();
            let view = TableView {
                header: game.header.clone(),
                snapshot: game.snapshot(now),
                at: now,
                session: game.session.clone(),
                mine: game.mine(),
                seat: self.offer.seat,
            };
            self.tell(TableEvent::Game { events, view: Box::new(view) });
        }
    }

    /// Lets the right guest in: with the code, or with the token once the guest has it, for its game may have begun. Only a table
    /// for the code is announced.
    fn admit(&mut self) {
        if self.game.is_some() {
            self.announcement = None;
        } else if self.announcement.is_none() {
            let config = &self.offer.config;
            let name = config.players[self.offer.seat].record_name();
            self.announcement = Announcement::start(self.door.port(), &name, &config.setup);
        }
        let code = self.game.is_none().then(|| Secret::Code(self.code.to_string()));
        let is_told = self.game.is_some() || self.lost_terms.is_some();
        self.door.admit(code.into_iter().chain(is_told.then(|| Secret::Token(self.token.clone()))));
    }

    /// Returns the guest's lag if it is its side whose time runs.
    fn lag_of(&self, side: Side) -> Millis {
        let is_mine = self.game.as_ref().is_none_or(|game| game.mine() == side);
        self.guest.as_ref().filter(|_| !is_mine).map_or(Millis(0), |guest| guest.lag.forgiven())
    }

    /// Returns the moment the flag falls, the lag of the side forgiven.
    fn flag_at(&self) -> Option<Stamp> {
        let (side, at) = self.game.as_ref()?.session.flag_at()?;
        Some(at + self.lag_of(side))
    }

    fn deadline(&self) -> Instant {
        let now = Instant::now();
        let flag = self.flag_at().map(|at| now + Duration::from_millis((at - now_stamp()).0 + 1));
        let ping = self.guest.as_ref().map(|guest| guest.ping_at);
        let away = self.away_since.map(|since| since + self.wait_left);
        [flag, ping, away].into_iter().flatten().min().unwrap_or(now + Duration::from_secs(3600))
    }

    async fn handle(&mut self, happening: Happening) -> Result<(), LinkEnd> {
        match happening {
            Happening::AtDoor(AtDoor::Guest(channel)) => {
                if self.guest.is_some() {
                    // The same player, from another address; only it has the token.
                    self.lose_guest();
                }
                self.guest = Some(Guest::new(*channel));
                if self.game.is_some() {
                    self.admit();
                }
                Ok(())
            }
            Happening::AtDoor(AtDoor::WrongCode(count)) => {
                self.tell(TableEvent::WrongCode { count });
                Ok(())
            }
            Happening::AtDoor(AtDoor::Closed) => {
                self.is_spent = true;
                // Wrong codes do not end a game.
                if self.guest.is_some() || self.game.is_some() {
                    Ok(())
                } else {
                    Err(LinkEnd::Close(Closing::WrongCodes))
                }
            }
            Happening::Message(message) => {
                let message = message?;
                let guest = self.guest.as_mut().ok_or(LinkEnd::Lost)?;
                if !message.is_sound() || !guest.budget.take() {
                    return Err(LinkEnd::Lost);
                }
                self.hear(message).await
            }
            Happening::Request(Some(TableRequest::Act(act))) => self.act(self.offer.seat, act).await,
            Happening::Request(Some(TableRequest::Accept)) => Ok(()),
            Happening::Request(Some(TableRequest::Leave) | None) => Err(LinkEnd::Close(Closing::Left)),
            Happening::Time => self.on_time().await,
        }
    }

    async fn on_time(&mut self) -> Result<(), LinkEnd> {
        let now = Instant::now();
        if self.away_since.is_some_and(|since| now >= since + self.wait_left) {
            return Err(LinkEnd::Close(Closing::WaitOver));
        }
        if self.flag_at().is_some_and(|at| now_stamp() >= at)
            && let Some(game) = &mut self.game
        {
            let events = game.tick(now_stamp())?;
            return self.publish(events).await;
        }
        let clocks = self.clocks();
        if let Some(guest) = self.guest.as_mut().filter(|guest| now >= guest.ping_at) {
            guest.ping_at = now + PING_EVERY;
            // Not the clocks of the game before the terms that the guest looks at.
            let clocks = clocks.filter(|_| guest.is_seated && guest.offered.is_none());
            guest.channel.writer.send(&TableMessage::Ping { at_ms: now_stamp().0, clocks }).await?;
        }
        Ok(())
    }

    fn clocks(&self) -> Option<ClockReading> {
        ClockReading::of(&self.game.as_ref()?.session, now_stamp())
    }

    async fn send(&mut self, message: TableMessage) -> Result<(), LinkEnd> {
        if let Some(guest) = &mut self.guest {
            guest.channel.writer.send(&message).await?;
        }
        Ok(())
    }

    async fn hear(&mut self, message: TableMessage) -> Result<(), LinkEnd> {
        let guest_seat = self.offer.seat.opponent();
        let guest = self.guest.as_mut().ok_or(LinkEnd::Lost)?;
        match message {
            TableMessage::Sit { watches: true, .. } if !guest.is_seated => {
                self.send(TableMessage::NoSeat { reason: SeatRefusal::NotAClass }).await?;
                Err(LinkEnd::Lost)
            }
            TableMessage::Sit { name, game, .. } if !guest.is_seated && guest.offered.is_none() => {
                self.seat(name, game).await
            }
            TableMessage::Accept => {
                let header = guest.offered.take().ok_or(LinkEnd::Lost)?;
                self.begin(*header)?;
                let name = self.guest.as_ref().map(|guest| guest.name.clone()).unwrap_or_default();
                self.tell(TableEvent::Here { name });
                self.publish(vec![Event::Started]).await
            }
            TableMessage::Act { steps, act } if guest.is_seated => {
                let current = self.game.as_ref().map(SharedGame::steps);
                if matches!(act, TableAct::Play { .. }) && current != Some(steps) {
                    let text = "the board has changed; look again".to_owned();
                    return self.send(TableMessage::Refuse { text }).await;
                }
                self.act(guest_seat, act).await
            }
            TableMessage::Ack { steps } if guest.is_seated && steps <= guest.sent => {
                guest.safe = guest.safe.max(steps);
                if self.game.as_ref().is_some_and(|game| game.steps() == steps) {
                    self.tell(TableEvent::Safe { steps });
                }
                Ok(())
            }
            TableMessage::Ping { at_ms, .. } => self.send(TableMessage::Pong { at_ms }).await,
            TableMessage::Pong { at_ms } => {
                guest.lag.measure(Stamp(at_ms), now_stamp());
                Ok(())
            }
            TableMessage::Disagree { placement, .. } if self.game.is_some() => self.disagree(placement).await,
            // An unfinished game is in both journals: it goes on another time.
            TableMessage::Leave if guest.is_seated => Err(LinkEnd::Close(Closing::OtherLeft)),
            _ => Err(LinkEnd::Lost),
        }
    }

    fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.session.outcome().is_some())
    }

    /// Seats a guest: at the game that it left, or at a new one once it accepts.
    async fn seat(&mut self, name: String, held: Option<GameHeld>) -> Result<(), LinkEnd> {
        // Its acceptance was lost on the way: the guest's journal has the game, and it begins here, too.
        let accepted = self.lost_terms.take().filter(|terms| held.is_some_and(|held| held.seed == terms.seed));
        if let Some(header) = accepted {
            self.begin(*header)?;
        }
        let Some(game) = &self.game else {
            // A guest that did not accept must not come back with the token of another.
            self.token = new_token().map_err(|why| LinkEnd::Close(Closing::Failed(why)))?;
            let mut config = self.offer.config.clone();
            let seat = self.offer.seat.opponent();
            config.players[seat] = Player::Human { name: name.clone() };
            return self.offer_terms(name, &config, seat).await;
        };
        let Some(held) = held.filter(|held| held.seed == game.header.seed) else {
            // A guest with the token has the journal, unless it lost its disk.
            let text = "this machine does not have the game of this table".to_owned();
            self.send(TableMessage::Refuse { text }).await?;
            return Err(LinkEnd::Lost);
        };
        if !game.continues(&held) {
            let (steps, placement) = (game.steps(), game.session.game().placement());
            self.send(TableMessage::Disagree { steps, placement }).await?;
            return Ok(());
        }
        let own = self.offer.config.players[self.offer.seat].record_name();
        let steps = game.steps();
        self.send(TableMessage::GoOn { name: own, steps }).await?;
        if let Some(guest) = &mut self.guest {
            guest.name.clone_from(&name);
            guest.sit(held.steps);
        }
        if let Some(since) = self.away_since.take() {
            self.wait_left = self.wait_left.saturating_sub(since.elapsed());
        }
        if let Some(game) = &mut self.game {
            game.session.release_clock(now_stamp());
        }
        self.asked = None;
        self.tell(TableEvent::Here { name });
        if held.steps == steps {
            self.tell(TableEvent::Safe { steps });
        }
        self.publish(vec![Event::Resumed]).await
    }

    async fn offer_terms(&mut self, name: String, config: &GameConfig, seat: Side) -> Result<(), LinkEnd> {
        let header = words::header(config, journal::new_game_id(), seed(), unix_ms());
        let terms = TableMessage::Terms {
            header: Box::new(header.clone()),
            seat: words::side(seat),
            token: self.token.clone(),
            wait_s: whole_seconds(self.offer.wait),
        };
        if let Some(guest) = &mut self.guest {
            guest.name = name;
            guest.offered = Some(Box::new(header));
        }
        self.send(terms).await
    }

    fn begin(&mut self, header: JournalHeader) -> Result<(), LinkEnd> {
        let table = TableEntry {
            is_host: true,
            seat: words::side(self.offer.seat),
            token: self.token.clone(),
            code: self.code.to_string(),
            address: self.door.port().to_string(),
            wait_s: whole_seconds(self.offer.wait),
        };
        let game = SharedGame::begin(&self.dir, JournalHeader { table: Some(table), ..header }, now_stamp())?;
        self.offer.config = game.config().clone();
        if let Some(earlier) = self.game.replace(game) {
            earlier.put_away();
        }
        self.asked = None;
        self.wait_left = self.offer.wait;
        if let Some(guest) = &mut self.guest {
            guest.sit(0);
        }
        self.admit();
        Ok(())
    }

    /// Carries out an action of the player who began with `seat`.
    async fn act(&mut self, seat: Side, act: TableAct) -> Result<(), LinkEnd> {
        let now = now_stamp();
        let is_guests = seat != self.offer.seat;
        let Some(game) = &mut self.game else { return self.refuse(is_guests, "there is no game yet").await };
        let by = game.session.side_of_seat(seat);
        let ongoing = game.session.outcome().is_none();
        match act {
            TableAct::Play { .. } if self.away_since.is_some() => {
                self.refuse(is_guests, "the other player is away; the game waits").await
            }
            TableAct::Play { mv } => {
                let guest = self.guest.as_ref().filter(|_| is_guests);
                let lag = guest.map_or(Millis(0), |guest| guest.lag.forgiven());
                match game.play(by, &mv, lag, now) {
                    Ok(events) => {
                        self.asked = None;
                        self.publish(events).await
                    }
                    Err(GameFault::Refused(why)) => self.refuse(is_guests, &why.message).await,
                    Err(fault) => Err(fault.into()),
                }
            }
            TableAct::Resign if ongoing => {
                let events = game.declare(Outcome::win(by.opponent(), Reason::Resignation), now)?;
                self.publish(events).await
            }
            TableAct::Ask { question } => self.ask(seat, question).await,
            TableAct::Answer { question, accept } => match self.asked {
                Some((asker, asked)) if asker != seat && asked == question => {
                    self.answer(asker, question, accept).await
                }
                _ => self.refuse(is_guests, "there is nothing to answer").await,
            },
            TableAct::Say { phrase } if is_guests => {
                self.tell(TableEvent::Said { phrase });
                Ok(())
            }
            TableAct::Say { .. } => self.forward(act).await,
            TableAct::Resign => self.refuse(is_guests, "the game is over").await,
        }
    }

    async fn refuse(&mut self, is_guests: bool, why: &str) -> Result<(), LinkEnd> {
        if is_guests {
            // A message is short enough for every frame.
            let text: String = why.chars().take(50).collect();
            return self.send(TableMessage::Refuse { text }).await;
        }
        self.tell(TableEvent::Refused { why: why.to_owned() });
        Ok(())
    }

    /// Sends an action of the host's player to the guest's.
    async fn forward(&mut self, act: TableAct) -> Result<(), LinkEnd> {
        let steps = self.game.as_ref().map_or(0, SharedGame::steps);
        self.send(TableMessage::Act { steps, act }).await
    }

    async fn ask(&mut self, seat: Side, question: TableQuestion) -> Result<(), LinkEnd> {
        let is_guests = seat != self.offer.seat;
        let Some(game) = &self.game else { return Ok(()) };
        let ongoing = game.session.outcome().is_none();
        let may = match question {
            TableQuestion::TakeBack => ongoing && game.take_back_to(seat).is_some(),
            TableQuestion::Draw => ongoing && game.session.abilities().offer_draw,
            TableQuestion::Adjourn => ongoing,
            TableQuestion::Rematch => !ongoing,
        };
        match self.asked {
            _ if !may => self.refuse(is_guests, "this cannot be asked now").await,
            // Both want the same.
            Some((asker, asked)) if asker != seat && asked == question => self.answer(asker, question, true).await,
            Some((asker, asked)) if asker == seat && asked == question => Ok(()),
            _ => {
                self.asked = Some((seat, question));
                if is_guests {
                    self.tell(TableEvent::Asked { question });
                    return Ok(());
                }
                self.forward(TableAct::Ask { question }).await
            }
        }
    }

    async fn answer(&mut self, asker: Side, question: TableQuestion, accept: bool) -> Result<(), LinkEnd> {
        self.asked = None;
        // Both learn the answer, whoever gave it.
        self.forward(TableAct::Answer { question, accept }).await?;
        if asker == self.offer.seat {
            self.tell(TableEvent::Answered { question, accept });
        }
        let Some(game) = self.game.as_mut().filter(|_| accept) else { return Ok(()) };
        let now = now_stamp();
        match question {
            TableQuestion::TakeBack => {
                let Some(to) = game.take_back_to(asker) else { return Ok(()) };
                let events = game.take_back(to, now)?;
                self.publish(events).await
            }
            TableQuestion::Draw => {
                let events = game.declare(Outcome::draw(Reason::Agreement), now)?;
                self.publish(events).await
            }
            TableQuestion::Adjourn => {
                self.send(TableMessage::Adjourned).await?;
                Err(LinkEnd::Close(Closing::Adjourned))
            }
            TableQuestion::Rematch => {
                let config = game.config().rematch();
                let swaps = config.players != game.config().players;
                let name = self.guest.as_ref().map(|guest| guest.name.clone()).unwrap_or_default();
                if swaps {
                    self.offer.seat = self.offer.seat.opponent();
                }
                self.offer_terms(name, &config, self.offer.seat.opponent()).await
            }
        }
    }

    /// Shows the game and sends the steps that the guest lacks.
    async fn publish(&mut self, events: Vec<Event>) -> Result<(), LinkEnd> {
        self.show(events);
        let clocks = self.clocks();
        let (Some(game), Some(guest)) = (&self.game, &mut self.guest) else { return Ok(()) };
        while guest.is_seated
            && let Some(mut step) = game.step(guest.sent)
        {
            step.clocks.clone_from(&clocks);
            guest.channel.writer.send(&TableMessage::Step(Box::new(step))).await?;
            guest.sent += 1;
        }
        Ok(())
    }

    /// Writes both positions and closes.
    async fn disagree(&mut self, theirs: String) -> Result<(), LinkEnd> {
        let (steps, ours) =
            self.game.as_ref().map_or((0, String::new()), |game| (game.steps(), game.session.game().placement()));
        let _ = self.send(TableMessage::Disagree { steps, placement: ours.clone() }).await;
        let id = self.game.as_ref().map(|game| game.header.id.as_str()).unwrap_or_default();
        Err(LinkEnd::Close(disagreement::keep(&self.dir, id, steps, ours, theirs)))
    }

    /// Returns whether the guest at the table lacks the result of the game.
    fn owes_result(&self) -> bool {
        let (Some(game), Some(guest)) = (&self.game, &self.guest) else { return false };
        game.session.outcome().is_some() && guest.is_seated && guest.safe < game.steps()
    }

    /// Drops the connection. A game waits for its guest, one that is over too as long as the guest does not know its result
    /// or may have begun a rematch; without a game the table is open again.
    fn lose_guest(&mut self) -> Option<Closing> {
        let owes_result = self.owes_result();
        let guest = self.guest.take();
        let was_seated = guest.as_ref().is_some_and(|guest| guest.is_seated);
        self.lost_terms = guest.and_then(|guest| guest.offered).or_else(|| self.lost_terms.take());
        self.asked = None;
        if self.is_over() && was_seated && !owes_result && self.lost_terms.is_none() {
            return Some(Closing::OtherLeft);
        }
        if let Some(game) = self.game.as_mut().filter(|_| was_seated) {
            game.session.hold_clock(now_stamp());
            self.away_since = Some(Instant::now());
            self.show(Vec::new());
            self.tell(TableEvent::Away { wait: self.wait_left });
        }
        if self.game.is_none() && self.is_spent && self.lost_terms.is_none() {
            return Some(Closing::WrongCodes);
        }
        self.admit();
        None
    }

    /// Waits until the guest knows the result of the game, for a short time.
    async fn settle_result(&mut self) {
        let until = Instant::now() + RESULT_MAX;
        while self.owes_result() {
            let Ok(message) = tokio::time::timeout_at(until, hear(&mut self.guest)).await else { return };
            if self.handle(Happening::Message(message)).await.is_err() {
                return;
            }
        }
    }

    async fn bid_farewell(&mut self, closing: &Closing) {
        if *closing == Closing::Left {
            self.settle_result().await;
        }
        if matches!(closing, Closing::Left | Closing::WrongCodes | Closing::Failed(_)) {
            let _ = self.send(TableMessage::Leave).await;
        }
        if let Some(guest) = self.guest.take() {
            guest.channel.close().await;
        }
    }
}
