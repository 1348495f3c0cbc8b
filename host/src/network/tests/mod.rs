//! Whole games between two tables in one process, over TCP, with a proxy that delays and cuts, and with peers that lie.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use duiyi_core::base::{BySide, Millis, Outcome, Reason, Rng, Side};
use duiyi_core::game::{GameKind, Setup, SetupCodes};
use duiyi_core::record::TimeControl;
use duiyi_core::session::{Coach, GameConfig, Player, Snapshot};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::channel::{ChannelError, Secret};
use super::door::{Admits, AtDoor, Door, TcpChannel, knock};
use super::message::{Mark, SeatRefusal, Step, TableMessage};
use super::*;
use crate::files::DataDir;
use crate::journal::{Journal, JournalEntry, words};
use crate::reactor::Reactor;

mod class;
mod connections;
mod dishonest;
mod games;

/// The longest wait for an event.
const PATIENCE: Duration = Duration::from_secs(30);

/// One side of a table, as a shell sees it.
struct Shell {
    table: Option<Table>,
    events: mpsc::Receiver<TableEvent>,
    dir: TempDir,
    view: Option<TableView>,
    safe: u32,
    address: Option<(String, TableCode)>,
    here: u32,
    is_away: bool,
}

fn data(dir: &TempDir) -> DataDir {
    DataDir::open(dir.path()).expect("a folder of the test")
}

fn offer(setup: Setup, clock: TimeControl, seat: Side) -> TableOffer {
    let person = |name: &str| Player::Human { name: name.to_owned() };
    let players = BySide { first: person("Anna"), second: person("Anna") };
    let config = GameConfig { setup, players, clock, coach: Coach::default(), odds: None };
    TableOffer { config, seat, wait: Duration::from_secs(20), resumes: GameToResume::None }
}

impl Shell {
    fn of(dir: TempDir, open: impl FnOnce(DataDir, Box<dyn Fn(TableEvent) + Send + Sync>) -> Table) -> Shell {
        let (send, events) = mpsc::channel();
        let table = open(
            data(&dir),
            Box::new(move |event| {
                let _ = send.send(event);
            }),
        );
        Shell { table: Some(table), events, dir, view: None, safe: 0, address: None, here: 0, is_away: false }
    }

    fn host(reactor: &Reactor, offer: TableOffer) -> Shell {
        Shell::host_in(reactor, offer, tempfile::tempdir().expect("a folder"))
    }

    fn host_in(reactor: &Reactor, offer: TableOffer, dir: TempDir) -> Shell {
        let mut host = Shell::of(dir, |dir, listener| Table::open(reactor, dir, offer, listener));
        host.until("it is open", |host, _| host.address.is_some());
        host
    }

    fn guest(reactor: &Reactor, address: &str, code: TableCode) -> Shell {
        Shell::guest_in(reactor, address, code, tempfile::tempdir().expect("a folder"))
    }

    fn guest_in(reactor: &Reactor, address: &str, code: TableCode, dir: TempDir) -> Shell {
        let visit =
            TableVisit { address: address.to_owned(), code, name: "Bo".to_owned(), accepts: true, watches: false };
        Shell::of(dir, |dir, listener| Table::join(reactor, dir, visit, listener))
    }

    fn port(&self) -> u16 {
        let (address, _) = self.address.as_ref().expect("it is open");
        address.rsplit(':').next().expect("a port").parse().expect("a port")
    }

    fn code(&self) -> TableCode {
        self.address.as_ref().expect("it is open").1
    }

    /// Takes the next event.
    fn next(&mut self, until: Instant, what: &str) -> TableEvent {
        let wait = until.saturating_duration_since(Instant::now());
        let event = self.events.recv_timeout(wait).unwrap_or_else(|_| panic!("{what} did not happen"));
        match &event {
            TableEvent::Open { address, code } => self.address = Some((address.clone(), *code)),
            TableEvent::Game { view, .. } => self.view = Some((**view).clone()),
            TableEvent::Safe { steps } => self.safe = *steps,
            TableEvent::Here { .. } => self.here += 1,
            _ => {}
        }
        event
    }

    /// Takes events until one fits.
    #[track_caller]
    fn until(&mut self, what: &str, fits: impl Fn(&Shell, &TableEvent) -> bool) -> TableEvent {
        let until = Instant::now() + PATIENCE;
        loop {
            let event = self.next(until, what);
            if fits(self, &event) {
                return event;
            }
            assert!(!matches!(event, TableEvent::Closed(_)), "{what} did not happen before {event:?}");
        }
    }

    fn closing(&mut self) -> Closing {
        match self.until("it closes", |_, event| matches!(event, TableEvent::Closed(_))) {
            TableEvent::Closed(closing) => closing,
            _ => unreachable!("the event fits"),
        }
    }

    fn act(&self, act: TableAct) {
        assert!(self.table.as_ref().expect("it is open").request(TableRequest::Act(act)), "the table takes it");
    }

    fn play(&self, mv: &str) {
        self.act(TableAct::Play { mv: mv.to_owned() });
    }

    fn snapshot(&self) -> &Snapshot {
        &self.view.as_ref().expect("a game has begun").snapshot
    }

    fn is_in_turn(&self) -> bool {
        let view = self.view.as_ref().expect("a game has begun");
        let to_move = view.snapshot.deciding.as_ref().map_or(view.snapshot.board.side_to_move, |deciding| deciding.by);
        view.snapshot.board.outcome.is_none() && to_move == view.mine
    }

    fn plies(&self) -> usize {
        self.snapshot().ply
    }

    fn outcome(&self) -> Option<Outcome> {
        self.snapshot().board.outcome
    }

    /// Returns the lines of the only journal, without their times.
    fn journal(&self) -> Vec<JournalEntry> {
        journal_of(self.dir.path())
    }
}

fn journals_of(dir: &Path) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(dir.join("journal")).expect("the folder of journals");
    let mut paths: Vec<_> = files.map(|file| file.expect("it can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    paths.sort();
    paths
}

fn journal_of(dir: &Path) -> Vec<JournalEntry> {
    let paths = journals_of(dir);
    let (_, entries) = Journal::entries(paths.last().expect("a journal")).expect("it is whole");
    let untimed = |entry| match entry {
        JournalEntry::Ply { mv, clock_ms, .. } => JournalEntry::Ply { mv, clock_ms, at_ms: 0 },
        JournalEntry::Undo { to_ply, clock_ms, .. } => JournalEntry::Undo { to_ply, clock_ms, at_ms: 0 },
        JournalEntry::End { winner, reason, .. } => JournalEntry::End { winner, reason, at_ms: 0 },
    };
    entries.into_iter().map(untimed).collect()
}

/// Seats a guest at a new table.
fn seat(reactor: &Reactor, setup: Setup, clock: TimeControl, host_seat: Side) -> (Shell, Shell) {
    let mut host = Shell::host(reactor, offer(setup, clock, host_seat));
    let mut guest = Shell::guest(reactor, &format!("127.0.0.1:{}", host.port()), host.code());
    guest.until("the game begins", |guest, _| guest.view.is_some());
    host.until("the game begins", |host, _| host.view.is_some());
    (host, guest)
}

/// Returns a random move or decision for the shell in turn.
fn any_move(shell: &Shell, rng: &mut Rng) -> String {
    any_move_in(shell.snapshot(), rng)
}

fn any_move_in(snapshot: &Snapshot, rng: &mut Rng) -> String {
    if let Some(deciding) = &snapshot.deciding {
        let words = &deciding.words;
        let points = snapshot.board.destinations.get("").map_or(&[][..], Vec::as_slice);
        let at = rng.below(words.len() + points.len());
        return words.iter().chain(points).nth(at).expect("an opening has a choice").clone();
    }
    let moves: Vec<String> = snapshot
        .board
        .destinations
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| format!("{from}{to}")))
        .collect();
    moves[rng.below(moves.len())].clone()
}

/// Plays random moves until the game has `plies` moves or is over. Returns the moves of a turn that were refused.
fn play_on(host: &mut Shell, guest: &mut Shell, plies: usize, rng: &mut Rng) {
    while host.outcome().is_none() && host.plies() < plies {
        let steps = host.safe.max(guest.safe);
        let mover = if host.is_in_turn() { &mut *host } else { &mut *guest };
        let mv = any_move(mover, rng);
        mover.play(&mv);
        let moved = |shell: &Shell, _: &TableEvent| shell.safe > steps;
        host.until(&mv, moved);
        guest.until(&mv, moved);
        settle(host, guest);
    }
}

/// Waits until both have shown all steps that are safe.
fn settle(host: &mut Shell, guest: &mut Shell) {
    for shell in [host, guest] {
        while let Ok(event) = shell.events.recv_timeout(Duration::from_millis(15)) {
            match event {
                TableEvent::Game { view, .. } => shell.view = Some(*view),
                TableEvent::Safe { steps } => shell.safe = steps,
                TableEvent::Closed(closing) => panic!("it closed: {closing:?}"),
                _ => {}
            }
        }
    }
}

/// Waits until the guest has the steps that the host made while the guest was away, however slow the machine is.
#[track_caller]
fn catch_up(host: &mut Shell, guest: &mut Shell) {
    let until = Instant::now() + PATIENCE;
    loop {
        settle(host, guest);
        let steps = host.journal().len();
        let is_shown = host.plies() == guest.plies() && host.outcome() == guest.outcome();
        if is_shown && guest.journal().len() == steps && host.safe as usize == steps && guest.safe as usize == steps {
            return;
        }
        assert!(Instant::now() < until, "the guest does not catch up: {:?} {:?}", host.journal(), guest.journal());
    }
}

#[track_caller]
fn assert_same(host: &Shell, guest: &Shell) {
    assert_eq!(host.journal(), guest.journal());
    assert_eq!(host.snapshot().board.placement, guest.snapshot().board.placement);
    assert_eq!(host.outcome(), guest.outcome());
    assert_eq!(host.view.as_ref().map(|view| view.mine), guest.view.as_ref().map(|view| view.mine.opponent()));
}

fn setup(game: &str, rule: &str, size: Option<u8>, opening: Option<&str>) -> Setup {
    Setup::read(SetupCodes { game, rule, size, start: None, opening }).expect("a known game")
}

/// Every game, rule and opening, the colours both ways.
fn every_setup() -> Vec<Setup> {
    let mut setups = vec![setup("tictactoe", "", None, None)];
    setups.extend(["asian", "chinese", "simple"].map(|rule| setup("xiangqi", rule, None, None)));
    setups.extend(["freestyle", "standard", "renju", "caro"].map(|rule| setup("gomoku", rule, Some(15), None)));
    setups.extend(["swap1", "swap", "swap2"].map(|opening| setup("gomoku", "standard", Some(15), Some(opening))));
    let renju = ["rif", "yamaguchi", "soosorv-8", "taraguchi-10"];
    setups.extend(renju.map(|opening| setup("gomoku", "renju", Some(15), Some(opening))));
    setups
}

/// Reads a number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn say(reactor: &Reactor, channel: &mut TcpChannel, message: &TableMessage) {
    reactor.block_on(channel.writer.send(message)).expect("the host reads");
}

/// Reads until a message fits or the host hangs up.
fn read_until(
    reactor: &Reactor,
    channel: &mut TcpChannel,
    fits: impl Fn(&TableMessage) -> bool,
) -> Result<TableMessage, ChannelError> {
    loop {
        let message = reactor.block_on(channel.reader.receive::<TableMessage>())?;
        if fits(&message) {
            return Ok(message);
        }
    }
}

/// Returns a message with some changed bytes.
fn changed(message: &TableMessage, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(message).expect("it can be written");
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len());
        match rng.below(3) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, b"0123456789\"{}[],:-e."[rng.below(20)]),
        }
    }
    bytes
}

/// A proxy that passes bytes on after a delay and can cut all connections.
struct Proxy {
    address: String,
    delay_ms: Arc<AtomicU64>,
    cuts: Arc<AtomicU64>,
    is_down: Arc<AtomicBool>,
}

impl Proxy {
    fn start(reactor: &Reactor, to: u16) -> Proxy {
        let listener = reactor.block_on(TcpListener::bind("127.0.0.1:0")).expect("the system has a port");
        let address = listener.local_addr().expect("it has one").to_string();
        let proxy = Proxy { address, delay_ms: Arc::default(), cuts: Arc::default(), is_down: Arc::default() };
        let (delay, cuts, is_down) = (proxy.delay_ms.clone(), proxy.cuts.clone(), proxy.is_down.clone());
        reactor.spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                if is_down.load(Ordering::Relaxed) {
                    continue;
                }
                let Ok(far) = TcpStream::connect(("127.0.0.1", to)).await else { continue };
                let (near_read, near_write) = near.into_split();
                let (far_read, far_write) = far.into_split();
                tokio::spawn(pass(near_read, far_write, delay.clone(), cuts.clone()));
                tokio::spawn(pass(far_read, near_write, delay.clone(), cuts.clone()));
            }
        });
        proxy
    }

    fn cut(&self) {
        self.cuts.fetch_add(1, Ordering::Relaxed);
    }
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    delay: Arc<AtomicU64>,
    cuts: Arc<AtomicU64>,
) {
    let born = cuts.load(Ordering::Relaxed);
    let mut bytes = [0; 1024];
    loop {
        let read = tokio::time::timeout(Duration::from_millis(5), from.read(&mut bytes)).await;
        if cuts.load(Ordering::Relaxed) != born {
            return;
        }
        let count = match read {
            Err(_) => continue,
            Ok(Err(_) | Ok(0)) => return,
            Ok(Ok(count)) => count,
        };
        tokio::time::sleep(Duration::from_millis(delay.load(Ordering::Relaxed))).await;
        if cuts.load(Ordering::Relaxed) != born || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
