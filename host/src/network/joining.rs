//! The guest's side of a table. It follows the host's steps, and checks each.

use std::time::Duration;

use duiyi_core::base::{Side, Stamp};
use duiyi_core::session::Event;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::channel::{ChannelError, PING_EVERY, Secret};
use super::disagreement;
use super::door::{TcpChannel, knock};
use super::event::{Closing, Listener, MessageBudget, TableEvent, TableRequest, TableView, TableVisit};
use super::message::{ClassToken, ClockReading, Step, TableAct, TableMessage, TableQuestion, tidy_name};
use super::shared_game::{GameFault, SharedGame};
use super::shown_game::ShownGame;
use crate::clock::{now_stamp, unix_ms};
use crate::files::DataDir;
use crate::journal::{self, JournalHeader, RecoveredGame, TableEntry, words};

/// The time between two attempts to come back.
const RETRY_EVERY: Duration = Duration::from_secs(1);

/// Why the guest is not connected any more.
enum LinkEnd {
    Close(Closing),
    Lost(ChannelError),
}

impl From<ChannelError> for LinkEnd {
    fn from(error: ChannelError) -> LinkEnd {
        LinkEnd::Lost(error)
    }
}

impl From<GameFault> for LinkEnd {
    fn from(fault: GameFault) -> LinkEnd {
        LinkEnd::Close(Closing::Failed(fault.to_string()))
    }
}

/// The terms of a host that wait for an answer.
struct Terms {
    header: JournalHeader,
    seat: Side,
    token: String,
    wait_s: u32,
}

struct Joining {
    dir: DataDir,
    visit: TableVisit,
    listener: Listener,
    game: Option<SharedGame>,
    /// Whether the game comes from an earlier run of the program.
    is_reopened: bool,
    offered: Option<Terms>,
    /// The seat in a class, once this machine is in one.
    class: Option<ClassToken>,
    /// Whether the class goes on with the game that this machine has. One that lost it offers another.
    is_known_in_class: bool,
    /// Bounds the games that begin without this player's word.
    game_budget: MessageBudget,
    /// The open question of the host's player.
    asked: Option<TableQuestion>,
    /// The open question of this player.
    asking: Option<TableQuestion>,
    /// The host's clocks, and when they came. They stand still while the connection is lost.
    clocks: Option<(ClockReading, Stamp)>,
    wait_left: Duration,
}

/// Runs a visit until the table closes.
pub(super) async fn run(
    dir: DataDir,
    visit: TableVisit,
    mut requests: mpsc::Receiver<TableRequest>,
    listener: Listener,
) {
    let told = listener.clone();
    let visit = TableVisit { name: tidy_name(&visit.name), ..visit };
    let mut joining = Joining {
        dir,
        visit,
        listener,
        game: None,
        is_reopened: false,
        offered: None,
        class: None,
        is_known_in_class: false,
        game_budget: MessageBudget::for_games(),
        asked: None,
        asking: None,
        clocks: None,
        wait_left: Duration::ZERO,
    };
    let closing = match joining.find_game() {
        Err(why) => Closing::Failed(why),
        Ok(()) => joining.stay(&mut requests).await,
    };
    if let Some(game) = joining.game.take().filter(|_| !closing.keeps_game()) {
        game.put_away();
    }
    // The journal is free before the shell learns that the table is closed.
    drop(joining);
    told(TableEvent::Closed(closing));
}

impl Joining {
    /// Looks for a game that an earlier run of this program left at this table.
    fn find_game(&mut self) -> Result<(), String> {
        if self.visit.watches {
            return Ok(());
        }
        let code = self.visit.code.to_string();
        let is_ours = |game: &RecoveredGame| {
            game.end.is_none() && game.header.table.as_ref().is_some_and(|table| !table.is_host && table.code == code)
        };
        let found = SharedGame::find(&self.dir, is_ours).map_err(|error| error.to_string())?;
        if let Some(found) = found {
            let game = SharedGame::reopen(&found.path, now_stamp()).map_err(|error| error.to_string())?;
            self.wait_left = wait_of(&game);
            self.game = Some(game);
            self.is_reopened = true;
        }
        Ok(())
    }

    /// Returns the seat in a class to come back to, also after the program was ended.
    fn class_token(&self) -> Option<ClassToken> {
        self.class.clone().or_else(|| self.game.as_ref()?.class_token())
    }

    fn secret(&self) -> Secret {
        if let Some(token) = self.class_token() {
            return Secret::Token(token.door);
        }
        match self.game.as_ref().and_then(|game| game.header.table.as_ref()) {
            Some(table) => Secret::Token(table.token.clone()),
            None => Secret::Code(self.visit.code.to_string()),
        }
    }

    /// Connects, and again after each loss, until the table closes.
    async fn stay(&mut self, requests: &mut mpsc::Receiver<TableRequest>) -> Closing {
        let mut lost_at: Option<Instant> = None;
        let mut was_here = false;
        loop {
            let secret = self.secret();
            let connected = tokio::select! {
                connected = knock(&self.visit.address, &secret) => connected,
                closing = wait_to_leave(requests) => return closing,
            };
            let end = match connected {
                Ok(channel) => {
                    if let Some(lost_at) = lost_at.take() {
                        self.wait_left = self.wait_left.saturating_sub(lost_at.elapsed());
                    }
                    let end = self.play(channel, requests).await;
                    was_here |= self.game.is_some();
                    end
                }
                Err(ChannelError::Taken | ChannelError::WrongCode) if self.is_reopened && !was_here => {
                    // The host does not have that game open; it may offer a new one.
                    if let Some(game) = self.game.take() {
                        game.put_away();
                    }
                    self.is_reopened = false;
                    continue;
                }
                Err(error) => LinkEnd::Lost(error),
            };
            let error = match end {
                LinkEnd::Close(closing) => return closing,
                LinkEnd::Lost(error) => error,
            };
            match &self.game {
                // A class is one before, between and after games.
                _ if self.class.is_some() => {}
                None => {
                    let why = format!("The table cannot be joined: {error}.");
                    return Closing::NotJoined { code: error.code(), why };
                }
                Some(game) if game.session.outcome().is_some() => return Closing::OtherLeft,
                Some(_) => {}
            }
            let since = *lost_at.get_or_insert_with(|| {
                self.hold_clocks();
                (self.listener)(TableEvent::Away { wait: self.wait_left });
                Instant::now()
            });
            self.show(Vec::new());
            if since.elapsed() >= self.wait_left {
                return Closing::WaitOver;
            }
            tokio::select! {
                () = sleep(RETRY_EVERY) => {}
                closing = wait_to_leave(requests) => return closing,
            }
        }
    }

    /// Plays over one connection, until it ends.
    async fn play(&mut self, mut channel: TcpChannel, requests: &mut mpsc::Receiver<TableRequest>) -> LinkEnd {
        let sit = TableMessage::Sit {
            name: self.visit.name.clone(),
            game: self.game.as_ref().map(SharedGame::held),
            seat: self.class_token().map(|token| token.seat),
            watches: self.visit.watches,
        };
        if let Err(error) = channel.writer.send(&sit).await {
            return error.into();
        }
        let mut budget = MessageBudget::new();
        let mut ping_at = Instant::now() + PING_EVERY;
        loop {
            let done = tokio::select! {
                message = channel.reader.receive::<TableMessage>() => match message {
                    Ok(message) if !message.is_sound() => Err(ChannelError::Garbage.into()),
                    Ok(message) => {
                        let steps = self.steps();
                        let done = self.hear(message, &mut channel).await;
                        // The journal takes each step that it lacks, however many there are. All else is bounded.
                        if self.steps() > steps || budget.take() { done } else { Err(ChannelError::Garbage.into()) }
                    }
                    Err(error) => Err(error.into()),
                },
                request = requests.recv() => self.request(request, &mut channel).await,
                () = sleep_until(ping_at) => {
                    ping_at = Instant::now() + PING_EVERY;
                    let ping = TableMessage::Ping { at_ms: now_stamp().0, clocks: None };
                    channel.writer.send(&ping).await.map_err(LinkEnd::from)
                }
            };
            if let Err(end) = done {
                if matches!(end, LinkEnd::Close(_)) {
                    channel.close().await;
                }
                return end;
            }
        }
    }

    /// Returns the number of steps in the journal.
    fn steps(&self) -> u32 {
        self.game.as_ref().map_or(0, SharedGame::steps)
    }

    fn tell(&self, event: TableEvent) {
        (self.listener)(event);
    }

    fn show(&self, events: Vec<Event>) {
        let Some(game) = &self.game else { return };
        let now = now_stamp();
        let mut snapshot = game.snapshot(now);
        snapshot.clocks = self.clocks.as_ref().map(|(reading, at)| reading.at(now - *at, game.config().own_controls()));
        let seat = self.seat();
        self.tell(TableEvent::Game {
            events,
            view: Box::new(TableView {
                header: game.header.clone(),
                snapshot,
                at: now,
                session: game.session.clone(),
                mine: game.mine(),
                seat,
            }),
        });
    }

    /// Stops the clocks.
    fn hold_clocks(&mut self) {
        let now = now_stamp();
        self.clocks = self.clocks.take().map(|(reading, at)| (reading.stopped(now - at), now));
    }

    /// Takes the host's clocks of this moment. They are shown if they are not those that this machine counts: the host
    /// has stopped or started them, or one of the machines slept.
    fn hear_clocks(&mut self, clocks: ClockReading) {
        let now = now_stamp();
        let counted = self.clocks.as_ref().map(|(reading, at)| reading.at(now - *at, None));
        if counted.is_none_or(|counted| clocks.differs_from(&counted)) {
            self.clocks = Some((clocks, now));
            self.show(Vec::new());
        }
    }

    fn seat(&self) -> Side {
        let table = self.game.as_ref().and_then(|game| game.header.table.as_ref());
        table.and_then(|table| words::side_of(Some(&table.seat))).unwrap_or(Side::Second)
    }

    async fn hear(&mut self, message: TableMessage, channel: &mut TcpChannel) -> Result<(), LinkEnd> {
        match message {
            TableMessage::Terms { header, seat, token, wait_s } => {
                let seat = words::side_of(Some(&seat)).ok_or(ChannelError::Garbage)?;
                self.hear_terms(Terms { header: *header, seat, token, wait_s }, channel).await
            }
            TableMessage::Welcome { name, game, token, wait_s } => {
                let game = game.parse().map_err(|_| ChannelError::Garbage)?;
                let is_for_two = self.game.as_ref().is_some_and(|game| game.class_token().is_none());
                if is_for_two || self.offered.is_some() {
                    // A table for two becomes no class.
                    return Err(ChannelError::Garbage.into());
                }
                self.class = ClassToken::read(&token);
                self.is_known_in_class = false;
                self.wait_left = Duration::from_secs(wait_s.into());
                self.tell(TableEvent::InClass { teacher: name, game });
                Ok(())
            }
            TableMessage::NoSeat { reason } => {
                let (code, why) = (reason.code(), reason.sentence().to_owned());
                Err(LinkEnd::Close(Closing::NotJoined { code, why }))
            }
            TableMessage::Show { board } if self.class.is_some() => {
                let shown = board.map(|board| ShownGame::of(*board)).transpose();
                // A board of a later program may have a game or a move that this one does not know.
                let shown = shown.map_err(|why| Closing::Failed(why.message)).map_err(LinkEnd::Close)?;
                self.tell(TableEvent::Shown(shown.map(Box::new)));
                Ok(())
            }
            TableMessage::GoOn { name, .. } if self.game.is_some() => {
                self.is_known_in_class = true;
                (self.asked, self.asking) = (None, None);
                self.tell(TableEvent::Here { name });
                self.show(vec![Event::Resumed]);
                self.acknowledge(channel).await
            }
            TableMessage::Step(step) => self.hear_step(&step, channel).await,
            TableMessage::Act { act, .. } => {
                self.hear_act(act);
                Ok(())
            }
            TableMessage::Refuse { text } => {
                self.tell(TableEvent::Refused { why: text });
                Ok(())
            }
            TableMessage::Ping { at_ms, clocks } => {
                channel.writer.send(&TableMessage::Pong { at_ms }).await?;
                if let Some(clocks) = clocks {
                    self.hear_clocks(clocks);
                }
                Ok(())
            }
            TableMessage::Pong { .. } => Ok(()),
            TableMessage::Adjourned => Err(LinkEnd::Close(Closing::Adjourned)),
            TableMessage::Leave => Err(LinkEnd::Close(Closing::OtherLeft)),
            TableMessage::Disagree { placement, .. } => {
                let (id, steps, ours) = self.game.as_ref().map_or((String::new(), 0, String::new()), |game| {
                    (game.header.id.clone(), game.steps(), game.session.game().placement())
                });
                let _ = channel.writer.send(&TableMessage::Disagree { steps, placement: ours.clone() }).await;
                Err(LinkEnd::Close(disagreement::keep(&self.dir, &id, steps, ours, placement)))
            }
            TableMessage::Sit { .. }
            | TableMessage::Accept
            | TableMessage::Ack { .. }
            | TableMessage::GoOn { .. }
            | TableMessage::Show { .. } => Err(ChannelError::Garbage.into()),
        }
    }

    /// Shows the terms of a game, or accepts them where the player has agreed already.
    async fn hear_terms(&mut self, terms: Terms, channel: &mut TcpChannel) -> Result<(), LinkEnd> {
        let is_rematch = self
            .game
            .as_ref()
            .is_some_and(|game| game.session.outcome().is_some() && game.sayings.consents_to(TableQuestion::Rematch));
        let is_next = self.class.is_some() && (self.is_between_games() || !self.is_known_in_class);
        // With such a token in the journal the host may declare any result.
        let is_of_class = ClassToken::read(&terms.token).is_some();
        // The terms that a person looks at do not change.
        if self.visit.watches
            || self.offered.is_some()
            || is_of_class != self.class.is_some()
            || (self.game.is_some() && !is_rematch && !is_next)
            || (is_next && !self.game_budget.take())
        {
            return Err(ChannelError::Garbage.into());
        }
        let config =
            words::config(&terms.header).map_err(|why| Closing::Failed(why.message)).map_err(LinkEnd::Close)?;
        self.tell(TableEvent::Offered { config: Box::new(config), mine: terms.seat });
        self.offered = Some(terms);
        if self.visit.accepts || is_rematch || is_next {
            return self.accept(channel).await;
        }
        Ok(())
    }

    /// Plays a step of the host, unless the journal has it, and acknowledges it.
    async fn hear_step(&mut self, step: &Step, channel: &mut TcpChannel) -> Result<(), LinkEnd> {
        let now = now_stamp();
        let game = self.game.as_mut().ok_or(ChannelError::Garbage)?;
        if step.number < game.steps() {
            // It is in the journal and on the board.
            return self.acknowledge(channel).await;
        }
        if step.clocks.is_some() {
            self.clocks = step.clocks.clone().map(|clocks| (clocks, now));
        }
        match game.follow(step, now) {
            Ok(events) => {
                if matches!(step.entry, journal::JournalEntry::Ply { .. }) {
                    self.asked = None;
                }
                // It is in the journal, whatever becomes of the answer.
                self.show(events);
                self.acknowledge(channel).await
            }
            Err(GameFault::Disagreement) => {
                let (steps, placement) = (game.steps(), game.session.game().placement());
                channel.writer.send(&TableMessage::Disagree { steps, placement }).await?;
                Ok(())
            }
            Err(fault) => Err(fault.into()),
        }
    }

    fn is_between_games(&self) -> bool {
        self.game.as_ref().is_none_or(|game| game.session.outcome().is_some())
    }

    fn hear_act(&mut self, act: TableAct) {
        match act {
            TableAct::Ask { question } => {
                self.asked = Some(question);
                self.tell(TableEvent::Asked { question });
            }
            TableAct::Answer { question, accept } => {
                // It may be the answer of this player.
                if self.asking.take_if(|asking| *asking == question).is_some() {
                    self.tell(TableEvent::Answered { question, accept });
                }
                if let Some(game) = self.game.as_mut().filter(|_| !accept) {
                    game.sayings.withdraw(question);
                }
            }
            TableAct::Say { phrase } => self.tell(TableEvent::Said { phrase }),
            // Only the session of the host makes moves and ends games.
            TableAct::Play { .. } | TableAct::Resign => {}
        }
    }

    /// Tells the host how much of the game is in this journal.
    async fn acknowledge(&mut self, channel: &mut TcpChannel) -> Result<(), LinkEnd> {
        let Some(steps) = self.game.as_ref().map(SharedGame::steps) else { return Ok(()) };
        channel.writer.send(&TableMessage::Ack { steps }).await?;
        self.tell(TableEvent::Safe { steps });
        Ok(())
    }

    /// Begins the offered game; its journal is on disk before the host learns of it.
    async fn accept(&mut self, channel: &mut TcpChannel) -> Result<(), LinkEnd> {
        let Some(Terms { header, seat, token, wait_s }) = self.offered.take() else { return Ok(()) };
        let table = TableEntry {
            is_host: false,
            seat: words::side(seat),
            token,
            code: self.visit.code.to_string(),
            address: self.visit.address.clone(),
            wait_s,
        };
        let (id, started_at_ms) = (journal::new_game_id(), unix_ms());
        let version = journal::version_of(header.odds.is_some(), header.opening.is_some());
        let header = JournalHeader { version, id, started_at_ms, table: Some(table), ..header };
        let game = SharedGame::begin(&self.dir, header, now_stamp())?;
        let host = game.config().players[seat.opponent()].record_name();
        self.wait_left = wait_of(&game);
        if let Some(earlier) = self.game.take() {
            earlier.put_away();
        }
        (self.game, self.asked, self.clocks) = (Some(game), None, None);
        self.is_known_in_class = true;
        channel.writer.send(&TableMessage::Accept).await?;
        self.tell(TableEvent::Here { name: host });
        self.show(vec![Event::Started]);
        Ok(())
    }

    async fn request(&mut self, request: Option<TableRequest>, channel: &mut TcpChannel) -> Result<(), LinkEnd> {
        let act = match request {
            Some(TableRequest::Accept) => return self.accept(channel).await,
            Some(TableRequest::Act(act)) => act,
            Some(TableRequest::Leave) | None => {
                let _ = channel.writer.send(&TableMessage::Leave).await;
                return Err(LinkEnd::Close(Closing::Left));
            }
        };
        let refuse = |why: &str| TableEvent::Refused { why: why.to_owned() };
        let asked = self.asked;
        let Some(game) = &mut self.game else {
            self.tell(refuse("there is no game yet"));
            return Ok(());
        };
        let act = match act {
            TableAct::Play { mv } => {
                if game.session.outcome().is_none() && game.session.side_in_turn() != game.mine() {
                    self.tell(refuse("it is the other player's turn"));
                    return Ok(());
                }
                match game.read_move(&mv) {
                    Ok(mv) => {
                        game.sayings.propose(&mv);
                        TableAct::Play { mv }
                    }
                    Err(why) => {
                        self.tell(refuse(&why.message));
                        return Ok(());
                    }
                }
            }
            TableAct::Resign => {
                game.has_resigned = true;
                TableAct::Resign
            }
            TableAct::Ask { question } => {
                self.asking = Some(question);
                game.sayings.ask(question);
                TableAct::Ask { question }
            }
            TableAct::Answer { question, accept } => {
                if asked != Some(question) {
                    self.tell(refuse("there is nothing to answer"));
                    return Ok(());
                }
                self.asked = None;
                if accept {
                    game.sayings.agree(question);
                }
                TableAct::Answer { question, accept }
            }
            TableAct::Say { phrase } => TableAct::Say { phrase },
        };
        let steps = self.steps();
        Ok(channel.writer.send(&TableMessage::Act { steps, act }).await?)
    }
}

fn wait_of(game: &SharedGame) -> Duration {
    Duration::from_secs(game.header.table.as_ref().map_or(0, |table| table.wait_s.into()))
}

/// Waits until the player leaves. Other requests of a player without a connection are dropped.
async fn wait_to_leave(requests: &mut mpsc::Receiver<TableRequest>) -> Closing {
    while !matches!(requests.recv().await, Some(TableRequest::Leave) | None) {}
    Closing::Left
}
