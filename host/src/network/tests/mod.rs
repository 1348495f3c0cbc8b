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
use super::door::{Admits, Door, TcpChannel, knock};
use super::message::{Mark, SeatRefusal, Step, TableMessage};
use super::*;
use crate::files::DataDir;
use crate::journal::{Journal, JournalEntry, words};
use crate::reactor::Reactor;

mod class;

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

#[test]
fn every_game_rule_and_opening_is_played_alike_on_both_machines() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(5);
    for (number, setup) in every_setup().into_iter().enumerate() {
        let seat_of_host = if number % 2 == 0 { Side::First } else { Side::Second };
        let (mut host, mut guest) = seat(&reactor, setup, TimeControl::None, seat_of_host);
        play_on(&mut host, &mut guest, 12, &mut rng);
        assert_same(&host, &guest);
        assert!(host.plies() >= 5);
    }
}

#[test]
fn a_result_of_the_board_is_the_same_on_both_sides() {
    let reactor = Reactor::start();
    let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::TicTacToe), TimeControl::None, Side::First);
    for (number, mv) in ["a1", "b1", "a2", "b2", "a3"].into_iter().enumerate() {
        let mover = if number % 2 == 0 { &host } else { &guest };
        mover.play(mv);
        let moved = |shell: &Shell, _: &TableEvent| shell.safe as usize > number;
        guest.until(mv, moved);
        host.until(mv, moved);
        settle(&mut host, &mut guest);
    }
    assert_eq!(guest.outcome(), Some(Outcome::win(Side::First, Reason::Three)));
    assert_same(&host, &guest);
    // A rematch with the colours swapped, in a journal of its own.
    host.act(TableAct::Ask { question: TableQuestion::Rematch });
    guest.until("it is asked", |_, event| matches!(event, TableEvent::Asked { question: TableQuestion::Rematch }));
    guest.act(TableAct::Answer { question: TableQuestion::Rematch, accept: true });
    guest.until("it begins again", |guest, _| guest.view.as_ref().is_some_and(|view| view.snapshot.ply == 0));
    host.until("it begins again", |host, _| host.view.as_ref().is_some_and(|view| view.snapshot.ply == 0));
    assert_eq!(guest.view.as_ref().map(|view| view.mine), Some(Side::First));
    assert!(guest.is_in_turn());
    assert_eq!(journals_of(host.dir.path()).len(), 2);
    guest.table = None;
    assert_eq!(guest.closing(), Closing::Left);
}

#[test]
fn players_ask_and_answer() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(1);
    let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First);
    play_on(&mut host, &mut guest, 3, &mut rng);
    let asked = |question: TableQuestion| move |_: &Shell, event: &TableEvent| matches!(event, TableEvent::Asked { question: asked } if *asked == question);
    let answered = |_: &Shell, event: &TableEvent| matches!(event, TableEvent::Answered { .. });
    // The guest wants its move back. The host moved since: two steps are taken back.
    guest.act(TableAct::Ask { question: TableQuestion::TakeBack });
    host.until("it is asked", asked(TableQuestion::TakeBack));
    host.act(TableAct::Answer { question: TableQuestion::TakeBack, accept: false });
    guest.until("it is answered", answered);
    guest.act(TableAct::Ask { question: TableQuestion::TakeBack });
    host.until("it is asked", asked(TableQuestion::TakeBack));
    host.act(TableAct::Answer { question: TableQuestion::TakeBack, accept: true });
    guest.until("moves are taken back", |guest, _| guest.plies() == 1);
    host.until("moves are taken back", |host, _| host.plies() == 1);
    settle(&mut host, &mut guest);
    assert_same(&host, &guest);
    // Nobody answers its own question, and nothing is answered that was not asked.
    host.act(TableAct::Ask { question: TableQuestion::Draw });
    guest.until("it is asked", asked(TableQuestion::Draw));
    host.act(TableAct::Answer { question: TableQuestion::Draw, accept: true });
    host.until("it is refused", |_, event| matches!(event, TableEvent::Refused { .. }));
    guest.act(TableAct::Answer { question: TableQuestion::Adjourn, accept: true });
    guest.until("it is refused", |_, event| matches!(event, TableEvent::Refused { .. }));
    guest.act(TableAct::Say { phrase: Phrase::WellPlayed });
    host.until("it is said", |_, event| matches!(event, TableEvent::Said { phrase: Phrase::WellPlayed }));
    guest.act(TableAct::Answer { question: TableQuestion::Draw, accept: true });
    host.until("it is a draw", |host, _| host.outcome().is_some());
    guest.until("it is a draw", |guest, _| guest.outcome().is_some());
    settle(&mut host, &mut guest);
    assert_eq!(guest.outcome(), Some(Outcome::draw(Reason::Agreement)));
    assert_same(&host, &guest);
}

/// What is on its way in one direction does not know what is on its way in the other.
#[test]
fn what_crosses_on_its_way_is_no_disagreement() {
    let reactor = Reactor::start();
    let setup = Setup::usual(GameKind::Xiangqi);
    let mut host = Shell::host(&reactor, offer(setup, TimeControl::None, Side::Second));
    let proxy = Proxy::start(&reactor, host.port());
    let mut guest = Shell::guest(&reactor, &proxy.address, host.code());
    guest.until("the game begins", |guest, _| guest.view.is_some());
    host.until("the game begins", |host, _| host.view.is_some());
    proxy.delay_ms.store(50, Ordering::Relaxed);
    let take_back = TableQuestion::TakeBack;
    let asked = |question: TableQuestion| move |_: &Shell, event: &TableEvent| matches!(event, TableEvent::Asked { question: asked } if *asked == question);
    let yes = |question: TableQuestion| TableAct::Answer { question, accept: true };
    // A question that is refused, a move, and another one before the first is made.
    guest.act(TableAct::Ask { question: TableQuestion::Rematch });
    guest.play("h2e2");
    guest.play("b2e2");
    guest.until("the first move is made", |guest, _| guest.plies() == 1);
    guest.until("the other comes too late", |_, event| matches!(event, TableEvent::Refused { .. }));
    // The move is taken back before the guest sees the one that answers it.
    host.play("h9g7");
    guest.act(TableAct::Ask { question: take_back });
    host.until("it is asked", asked(take_back));
    assert_eq!(host.plies(), 2);
    host.act(yes(take_back));
    guest.until("both moves are taken back", |guest, _| guest.plies() == 0);
    // It is asked before the move is made.
    guest.play("b0c2");
    guest.act(TableAct::Ask { question: take_back });
    host.until("it is asked", asked(take_back));
    host.act(yes(take_back));
    guest.until("the move is made", |guest, _| guest.plies() == 1);
    guest.until("it is taken back", |guest, _| guest.plies() == 0);
    // A draw is offered while the host moves.
    guest.play("h2e2");
    host.until("it is made", |host, _| host.plies() == 1);
    host.play("h9g7");
    guest.act(TableAct::Ask { question: TableQuestion::Draw });
    host.until("it is asked", asked(TableQuestion::Draw));
    host.act(yes(TableQuestion::Draw));
    guest.until("it is a draw", |guest, _| guest.outcome().is_some());
    host.until("it is a draw", |host, _| host.outcome().is_some());
    settle(&mut host, &mut guest);
    assert_eq!(guest.outcome(), Some(Outcome::draw(Reason::Agreement)));
    assert_same(&host, &guest);
}

#[test]
fn either_side_resigns_out_of_turn() {
    let reactor = Reactor::start();
    for guest_resigns in [true, false] {
        let mut rng = Rng::from_seed(2);
        let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Gomoku), TimeControl::None, Side::First);
        play_on(&mut host, &mut guest, if guest_resigns { 2 } else { 3 }, &mut rng);
        let (resigns, winner) = if guest_resigns { (&guest, Side::First) } else { (&host, Side::Second) };
        assert!(!resigns.is_in_turn());
        resigns.act(TableAct::Resign);
        host.until("it is over", |host, _| host.outcome().is_some());
        guest.until("it is over", |guest, _| guest.outcome().is_some());
        assert_eq!(guest.outcome(), Some(Outcome::win(winner, Reason::Resignation)));
        settle(&mut host, &mut guest);
        assert_same(&host, &guest);
    }
}

#[test]
fn an_adjourned_game_goes_on_another_day() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(3);
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(1_000) };
    let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), clock, Side::First);
    play_on(&mut host, &mut guest, 6, &mut rng);
    guest.act(TableAct::Ask { question: TableQuestion::Adjourn });
    host.until("it is asked", |_, event| matches!(event, TableEvent::Asked { question: TableQuestion::Adjourn }));
    host.act(TableAct::Answer { question: TableQuestion::Adjourn, accept: true });
    assert_eq!((host.closing(), guest.closing()), (Closing::Adjourned, Closing::Adjourned));
    let (placement, code) = (host.snapshot().board.placement.clone(), host.code());
    let left = host.snapshot().clocks.as_ref().expect("a timed game").left;
    let (host_dir, guest_dir) = (host.dir, guest.dir);
    let resumed = TableOffer {
        resumes: GameToResume::Newest,
        ..offer(Setup::usual(GameKind::TicTacToe), TimeControl::None, Side::Second)
    };
    let mut host = Shell::host_in(&reactor, resumed, host_dir);
    assert_eq!(host.code(), code);
    let mut guest = Shell::guest_in(&reactor, &format!("127.0.0.1:{}", host.port()), code, guest_dir);
    guest.until("it is back", |guest, _| guest.here == 1 && guest.view.is_some());
    host.until("it is back", |host, _| host.here == 1);
    settle(&mut host, &mut guest);
    assert_eq!((&host.snapshot().board.placement, &guest.snapshot().board.placement), (&placement, &placement));
    let now = host.snapshot().clocks.as_ref().expect("a timed game").left;
    // The turn that was adjourned begins anew.
    assert!(now.first.0.abs_diff(left.first.0) < 5_000, "{now:?} {left:?}");
    play_on(&mut host, &mut guest, 9, &mut rng);
    assert_same(&host, &guest);
}

#[test]
fn the_hosts_clock_ends_a_game_and_both_see_it() {
    let reactor = Reactor::start();
    let clock = TimeControl::Fischer { main: Millis(1_500), increment: Millis(0) };
    let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), clock, Side::First);
    host.play("h2e2");
    guest.until("time runs out", |guest, _| guest.outcome().is_some());
    host.until("time runs out", |host, _| host.outcome().is_some());
    assert_eq!(guest.outcome(), Some(Outcome::win(Side::First, Reason::TimeForfeit)));
    settle(&mut host, &mut guest);
    assert_same(&host, &guest);
    let left = |shell: &Shell| shell.snapshot().clocks.as_ref().expect("a timed game").left;
    assert_eq!(left(&guest).second, Millis(0));
    assert_eq!(left(&host).second, Millis(0));
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

#[test]
fn a_cut_connection_loses_no_move_and_the_game_goes_on_by_itself() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(8);
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(0) };
    let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), clock, Side::First));
    let proxy = Proxy::start(&reactor, host.port());
    let mut guest = Shell::guest(&reactor, &proxy.address, host.code());
    guest.until("the game begins", |guest, _| guest.view.is_some());
    host.until("the game begins", |host, _| host.view.is_some());
    for round in 0..4 {
        play_on(&mut host, &mut guest, 4 * round + 4, &mut rng);
        // The connection breaks while a move is on its way.
        proxy.delay_ms.store(20, Ordering::Relaxed);
        let (here, plies) = (guest.here, guest.plies());
        let mover = if host.is_in_turn() { &host } else { &guest };
        let mv = any_move(mover, &mut rng);
        mover.play(&mv);
        std::thread::sleep(Duration::from_millis(10 * round as u64));
        proxy.cut();
        proxy.delay_ms.store(0, Ordering::Relaxed);
        guest.until("it is lost", |_, event| matches!(event, TableEvent::Away { .. }));
        guest.until("it is back", |guest, _| guest.here > here);
        host.until("it is back", |_, event| matches!(event, TableEvent::Here { .. }));
        catch_up(&mut host, &mut guest);
        assert_same(&host, &guest);
        assert!((plies..=plies + 1).contains(&guest.plies()), "the move is on both boards or on none");
    }
    play_on(&mut host, &mut guest, 24, &mut rng);
    assert_same(&host, &guest);
}

/// Takes the events that come within `time`.
fn pump(shell: &mut Shell, time: Duration) {
    let until = Instant::now() + time;
    while let Ok(event) = shell.events.recv_timeout(until.saturating_duration_since(Instant::now())) {
        match event {
            TableEvent::Game { view, .. } => shell.view = Some(*view),
            TableEvent::Safe { steps } => shell.safe = steps,
            TableEvent::Here { .. } => shell.is_away = false,
            TableEvent::Away { .. } => shell.is_away = true,
            TableEvent::Closed(closing) => panic!("it closed: {closing:?}"),
            _ => {}
        }
    }
}

/// Reads a number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Random games in every game, rule and opening, with delays and cut connections. `DUIYI_NETWORK_GAMES` sets their number,
/// `DUIYI_NETWORK_DELAY_MS` the longest delay.
#[test]
fn games_over_a_bad_network_lose_no_move() {
    let games = number("DUIYI_NETWORK_GAMES", 3);
    let delay_max = usize::try_from(number("DUIYI_NETWORK_DELAY_MS", 20)).expect("a delay in milliseconds");
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(21);
    let setups = every_setup();
    let (mut moves, mut cuts, mut ended) = (0, 0, 0);
    for number in 0..games {
        let setup = setups[number as usize % setups.len()].clone();
        let seat_of_host = if rng.below(2) == 0 { Side::First } else { Side::Second };
        let table = TableOffer { wait: Duration::from_secs(3_600), ..offer(setup, TimeControl::None, seat_of_host) };
        let mut host = Shell::host(&reactor, table);
        let proxy = Proxy::start(&reactor, host.port());
        let mut guest = Shell::guest(&reactor, &proxy.address, host.code());
        guest.until("the game begins", |guest, _| guest.view.is_some());
        host.until("the game begins", |host, _| host.view.is_some());
        // A tenth of the games is slow, the others are quick.
        let slow = if number % 10 == 0 { delay_max } else { delay_max.min(20) };
        let begun = Instant::now();
        while host.outcome().is_none() && host.plies() < 40 {
            assert!(begun.elapsed() < Duration::from_secs(900), "the game does not go on");
            let steps = host.safe.max(guest.safe);
            proxy.delay_ms.store(rng.below(slow + 1) as u64, Ordering::Relaxed);
            let mover = if host.is_in_turn() { &host } else { &guest };
            let mv = any_move(mover, &mut rng);
            mover.play(&mv);
            if rng.below(12) == 0 {
                std::thread::sleep(Duration::from_millis(rng.below(30) as u64));
                proxy.is_down.store(rng.below(3) == 0, Ordering::Relaxed);
                proxy.cut();
                cuts += 1;
                pump(&mut guest, Duration::from_millis(1 + rng.below(300) as u64));
                proxy.is_down.store(false, Ordering::Relaxed);
            }
            // The step is safe, or the connection was lost and is back: then the mover tries again.
            let sent = Instant::now();
            let mut was_away = false;
            loop {
                pump(&mut host, Duration::from_millis(2));
                pump(&mut guest, Duration::from_millis(2));
                was_away |= host.is_away || guest.is_away;
                let is_together = !host.is_away && !guest.is_away && host.safe == guest.safe;
                if is_together && (host.safe > steps || was_away) {
                    break;
                }
                assert!(sent.elapsed() < Duration::from_secs(120), "{} {}", host.safe, guest.safe);
            }
            assert!((steps..=steps + 2).contains(&host.safe), "no step is lost, none is made twice");
            moves += host.safe - steps;
            // What is safe is shown at once.
            pump(&mut host, Duration::from_millis(2));
            pump(&mut guest, Duration::from_millis(2));
        }
        proxy.delay_ms.store(0, Ordering::Relaxed);
        // The last step may still be on its way.
        let sent = Instant::now();
        while host.safe != guest.safe || host.plies() != guest.plies() || host.outcome() != guest.outcome() {
            assert!(sent.elapsed() < PATIENCE, "the last step does not come");
            pump(&mut host, Duration::from_millis(20));
            pump(&mut guest, Duration::from_millis(20));
        }
        pump(&mut host, Duration::from_millis(100));
        pump(&mut guest, Duration::from_millis(100));
        assert_same(&host, &guest);
        ended += u64::from(host.outcome().is_some());
    }
    println!("{games} games, {ended} to their end, {moves} moves, {cuts} cuts, none lost, no disagreement");
}

#[test]
fn the_clock_stands_still_while_a_player_is_away_and_the_wait_ends() {
    let reactor = Reactor::start();
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let mut host = Shell::host(
        &reactor,
        TableOffer { wait: Duration::from_secs(3), ..offer(Setup::usual(GameKind::Xiangqi), clock, Side::First) },
    );
    let proxy = Proxy::start(&reactor, host.port());
    let mut guest = Shell::guest(&reactor, &proxy.address, host.code());
    guest.until("the game begins", |guest, _| guest.view.is_some());
    host.until("the game begins", |host, _| host.view.is_some());
    host.play("h2e2");
    guest.until("the move comes", |guest, _| guest.plies() == 1);
    host.until("the move is safe", |host, _| host.safe == 1);
    proxy.is_down.store(true, Ordering::Relaxed);
    proxy.cut();
    host.until("it is away", |_, event| matches!(event, TableEvent::Away { .. }));
    host.play("h0g2");
    host.until("it is refused", |_, event| matches!(event, TableEvent::Refused { .. }));
    let begun = Instant::now();
    assert_eq!(host.closing(), Closing::WaitOver);
    assert!((Duration::from_secs(2)..Duration::from_secs(6)).contains(&begun.elapsed()));
    let clocks = host.snapshot().clocks.as_ref().expect("a timed game");
    assert!(clocks.running.is_none() && clocks.left.second > Millis(55_000));
    // The game is unfinished, and both have it.
    assert_eq!(host.journal(), guest.journal());
}

#[test]
fn a_player_who_leaves_is_gone_at_once_and_the_game_goes_on_another_time() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(4);
    for guest_leaves in [true, false] {
        let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First);
        play_on(&mut host, &mut guest, 3, &mut rng);
        let (leaver, stayer) = if guest_leaves { (&mut guest, &mut host) } else { (&mut host, &mut guest) };
        let begun = Instant::now();
        assert!(leaver.table.as_ref().expect("it is open").request(TableRequest::Leave));
        assert_eq!((leaver.closing(), stayer.closing()), (Closing::Left, Closing::OtherLeft));
        assert!(begun.elapsed() < Duration::from_secs(3), "it is no lost connection");
        let (code, guest_dir) = (host.code(), guest.dir);
        let table = TableOffer {
            resumes: GameToResume::Newest,
            ..offer(Setup::usual(GameKind::TicTacToe), TimeControl::None, Side::First)
        };
        let mut host = Shell::host_in(&reactor, table, host.dir);
        let mut guest = Shell::guest_in(&reactor, &format!("127.0.0.1:{}", host.port()), code, guest_dir);
        guest.until("it is back", |guest, _| guest.here == 1 && guest.view.is_some());
        host.until("it is back", |host, _| host.here == 1);
        settle(&mut host, &mut guest);
        play_on(&mut host, &mut guest, 5, &mut rng);
        assert_same(&host, &guest);
    }
}

/// A host that resigned while the connection broke: the guest learns the result when it is back, also from a host that was
/// killed.
#[test]
fn a_result_that_was_lost_on_its_way_comes_when_the_guest_is_back() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(6);
    for is_killed in [false, true] {
        let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
        let proxy = Proxy::start(&reactor, host.port());
        let mut guest = Shell::guest(&reactor, &proxy.address, host.code());
        guest.until("the game begins", |guest, _| guest.view.is_some());
        host.until("the game begins", |host, _| host.view.is_some());
        play_on(&mut host, &mut guest, 4, &mut rng);
        proxy.is_down.store(true, Ordering::Relaxed);
        proxy.delay_ms.store(2_000, Ordering::Relaxed);
        host.act(TableAct::Resign);
        host.until("it resigns", |host, _| host.outcome().is_some());
        proxy.cut();
        host.until("the guest is away", |_, event| matches!(event, TableEvent::Away { .. }));
        guest.until("the host is away", |_, event| matches!(event, TableEvent::Away { .. }));
        assert_eq!(guest.outcome(), None);
        if is_killed {
            // A killed program says nothing and leaves its journal.
            host.table = None;
            host.closing();
            let table = TableOffer {
                resumes: GameToResume::Newest,
                ..offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First)
            };
            host = Shell::host_in(&reactor, table, host.dir);
            host.until("it knows the result", |host, _| host.outcome().is_some());
        }
        proxy.delay_ms.store(0, Ordering::Relaxed);
        proxy.is_down.store(false, Ordering::Relaxed);
        guest.until("it learns the result", |guest, _| guest.outcome().is_some());
        host.until("the guest is back", |host, _| host.safe == 5);
        assert_eq!(guest.outcome(), Some(Outcome::win(Side::Second, Reason::Resignation)));
        settle(&mut host, &mut guest);
        assert_same(&host, &guest);
        guest.table = None;
        assert_eq!(host.closing(), Closing::OtherLeft);
    }
}

/// A guest whose acceptance is lost has begun its game, and the host has not: the game begins once the guest is back.
#[test]
fn a_game_begins_though_the_acceptance_was_lost_on_its_way() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(7);
    let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
    let proxy = Proxy::start(&reactor, host.port());
    let visit = TableVisit {
        address: proxy.address.clone(),
        code: host.code(),
        name: "Bo".to_owned(),
        accepts: false,
        watches: false,
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut guest = Shell::of(folder, |dir, listener| Table::join(&reactor, dir, visit, listener));
    guest.until("there are terms", |_, event| matches!(event, TableEvent::Offered { .. }));
    proxy.delay_ms.store(2_000, Ordering::Relaxed);
    assert!(guest.table.as_ref().expect("it is open").request(TableRequest::Accept));
    guest.until("it begins", |guest, _| guest.view.is_some());
    proxy.cut();
    proxy.delay_ms.store(0, Ordering::Relaxed);
    host.until("it begins here, too", |host, _| host.view.is_some());
    play_on(&mut host, &mut guest, 3, &mut rng);
    assert_same(&host, &guest);
    // A rematch begins in the same way.
    host.act(TableAct::Resign);
    guest.until("it is over", |guest, _| guest.outcome().is_some());
    host.until("the guest knows it", |host, _| host.safe == 4);
    proxy.delay_ms.store(500, Ordering::Relaxed);
    host.act(TableAct::Ask { question: TableQuestion::Rematch });
    guest.until("it is asked", |_, event| matches!(event, TableEvent::Asked { .. }));
    guest.act(TableAct::Answer { question: TableQuestion::Rematch, accept: true });
    guest.until("it begins again", |guest, _| guest.outcome().is_none() && guest.plies() == 0);
    assert!(host.outcome().is_some());
    proxy.cut();
    proxy.delay_ms.store(0, Ordering::Relaxed);
    host.until("it begins again here, too", |host, _| host.outcome().is_none() && host.plies() == 0);
    (host.safe, guest.safe) = (0, 0);
    catch_up(&mut host, &mut guest);
    play_on(&mut host, &mut guest, 3, &mut rng);
    assert_same(&host, &guest);
}

/// A peer of our own making, for lies.
fn liar(reactor: &Reactor, host: &Shell) -> TcpChannel {
    let address = format!("127.0.0.1:{}", host.port());
    let secret = Secret::Code(host.code().to_string());
    reactor.block_on(knock(&address, &secret)).unwrap_or_else(|error| panic!("the code is right: {error}"))
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

fn sit(reactor: &Reactor, host: &mut Shell) -> TcpChannel {
    let mut channel = liar(reactor, host);
    say(reactor, &mut channel, &TableMessage::Sit { name: "Eve".to_owned(), game: None, seat: None, watches: false });
    read_until(reactor, &mut channel, |message| matches!(message, TableMessage::Terms { .. })).expect("terms");
    say(reactor, &mut channel, &TableMessage::Accept);
    host.until("the game begins", |host, _| host.view.is_some());
    channel
}

#[test]
fn a_guest_moves_for_itself_alone() {
    let reactor = Reactor::start();
    let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
    let mut eve = sit(&reactor, &mut host);
    let act = |steps: u32, act: TableAct| TableMessage::Act { steps, act };
    let play = |steps: u32, mv: &str| act(steps, TableAct::Play { mv: mv.to_owned() });
    let refused = |message: &TableMessage| matches!(message, TableMessage::Refuse { .. });
    // The host's move, an illegal one, a stale one, an answer to no question, a question at the wrong time.
    for lie in [
        play(0, "h2e2"),
        play(7, "h9g7"),
        act(0, TableAct::Answer { question: TableQuestion::Draw, accept: true }),
        act(0, TableAct::Ask { question: TableQuestion::TakeBack }),
        act(0, TableAct::Ask { question: TableQuestion::Rematch }),
    ] {
        say(&reactor, &mut eve, &lie);
        read_until(&reactor, &mut eve, refused).expect("a refusal");
    }
    host.play("h2e2");
    host.until("the host moves", |host, _| host.plies() == 1);
    say(&reactor, &mut eve, &play(1, "a9a0"));
    read_until(&reactor, &mut eve, refused).expect("a refusal");
    say(&reactor, &mut eve, &play(1, "h9g7"));
    host.until("the guest moves", |host, _| host.plies() == 2);
    assert_eq!(host.journal().len(), 2);
}

#[test]
fn what_is_no_part_of_a_game_ends_the_connection_and_not_the_game() {
    let reactor = Reactor::start();
    let long = "x".repeat(300);
    let header = || {
        let game = offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First).config;
        Box::new(words::header(&game, "id".to_owned(), 1, 1))
    };
    let entry = JournalEntry::Ply { mv: "h9g7".to_owned(), clock_ms: None, at_ms: 0 };
    let mark = Mark { plies: 1, key: 1 };
    let lies = [
        TableMessage::Step(Box::new(Step { number: 0, entry, mark, clocks: None })),
        TableMessage::GoOn { name: String::new(), steps: 3 },
        TableMessage::Terms { header: header(), seat: "first".to_owned(), token: String::new(), wait_s: 1 },
        TableMessage::Accept,
        TableMessage::Ack { steps: 99 },
        TableMessage::Adjourned,
        TableMessage::Sit { name: "Eve".to_owned(), game: None, seat: None, watches: false },
        TableMessage::Sit { name: "E\u{1b}ve".to_owned(), game: None, seat: None, watches: false },
        TableMessage::Act { steps: 0, act: TableAct::Play { mv: long } },
    ];
    for lie in lies {
        let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
        let mut eve = sit(&reactor, &mut host);
        say(&reactor, &mut eve, &lie);
        let end = read_until(&reactor, &mut eve, |_| false).expect_err("the host hangs up");
        assert!(matches!(end, ChannelError::Closed | ChannelError::Io(_)), "{end:?} after {lie:?}");
        host.until("the game waits", |_, event| matches!(event, TableEvent::Away { .. }));
        assert!(host.outcome().is_none());
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

/// What a peer with the code may send: messages with changed bytes are refused, or are messages again.
#[test]
fn changed_messages_are_read_or_refused() {
    let config = offer(setup("gomoku", "renju", Some(15), Some("rif")), TimeControl::None, Side::First).config;
    let header = Box::new(words::header(&config, "id".to_owned(), 1, 1));
    let entry = JournalEntry::End { winner: Some("first".to_owned()), reason: "five".to_owned(), at_ms: -1 };
    let step = Step { number: u32::MAX, entry, mark: Mark { plies: u64::MAX, key: u64::MAX }, clocks: None };
    let messages = [
        TableMessage::Terms { header, seat: "first".to_owned(), token: "t".to_owned(), wait_s: 1 },
        TableMessage::Step(Box::new(step)),
        TableMessage::Act { steps: 3, act: TableAct::Answer { question: TableQuestion::TakeBack, accept: true } },
        TableMessage::Sit { name: "Bo".to_owned(), game: None, seat: Some("ab".to_owned()), watches: false },
        TableMessage::Welcome {
            name: "Anna".to_owned(),
            game: "gomoku".to_owned(),
            token: "ab.cd".to_owned(),
            wait_s: 300,
        },
        TableMessage::NoSeat { reason: SeatRefusal::ClassFull },
        TableMessage::Show { board: Some(Box::new(class::shown_game().to_board())) },
    ];
    let mut rng = Rng::from_seed(number("DUIYI_NETWORK_SEED", 13));
    let mut read = 0;
    for number in 0..number("DUIYI_NETWORK_FRAMES", 2_000) {
        let bytes = changed(&messages[number as usize % messages.len()], &mut rng);
        if let Ok(message) = serde_json::from_slice::<TableMessage>(&bytes) {
            read += 1;
            if let TableMessage::Terms { header, .. } = &message
                && message.is_sound()
            {
                // Terms that are not a game have a reason.
                let _ = words::config(header);
            }
            if let TableMessage::Show { board: Some(board) } = message.clone()
                && message.is_sound()
            {
                // A board that cannot be shown has a reason, too.
                let _ = ShownGame::of(*board);
            }
        }
    }
    assert!(read > 0);
}

#[test]
fn a_flood_of_messages_is_cut_off() {
    let reactor = Reactor::start();
    let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
    let mut eve = sit(&reactor, &mut host);
    let hello = TableMessage::Act { steps: 0, act: TableAct::Say { phrase: Phrase::Hello } };
    for _ in 0..3_000 {
        if reactor.block_on(eve.writer.send(&hello)).is_err() {
            break;
        }
    }
    host.until("the game waits", |_, event| matches!(event, TableEvent::Away { .. }));
}

/// Makes a host that sends `steps` to a guest after its terms.
fn lying_host(reactor: &Reactor, steps: Vec<JournalEntry>) -> (Shell, tokio::task::JoinHandle<Option<TableMessage>>) {
    let guard = reactor.enter();
    let mut door = reactor.block_on(Door::open(0, Admits::One)).expect("the system has a port");
    let code = TableCode::random().expect("the system has randomness");
    door.admit(Some(Secret::Code(code.to_string())));
    let port = door.port();
    let task = tokio::spawn(async move {
        let super::door::AtDoor::Guest(mut channel) = door.next().await else { return None };
        let config = offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First).config;
        let header = Box::new(words::header(&config, "host".to_owned(), 1, 1));
        let terms = TableMessage::Terms { header, seat: "second".to_owned(), token: "t".to_owned(), wait_s: 1 };
        channel.writer.send(&terms).await.ok()?;
        let mark = Mark { plies: 1, key: 1 };
        let mut accepted = false;
        loop {
            match channel.reader.receive::<TableMessage>().await.ok()? {
                TableMessage::Accept if !accepted => {
                    accepted = true;
                    for (number, entry) in (0..).zip(&steps) {
                        let step = Step { number, entry: entry.clone(), mark, clocks: None };
                        channel.writer.send(&TableMessage::Step(Box::new(step))).await.ok()?;
                    }
                }
                message @ TableMessage::Disagree { .. } => {
                    let answer = TableMessage::Disagree { steps: 1, placement: "theirs".to_owned() };
                    channel.writer.send(&answer).await.ok()?;
                    return Some(message);
                }
                _ => {}
            }
        }
    });
    drop(guard);
    let mut guest = Shell::guest(reactor, &format!("127.0.0.1:{port}"), code);
    guest.until("the game begins", |guest, _| guest.view.is_some());
    (guest, task)
}

#[test]
fn a_host_that_breaks_the_rules_is_contradicted_and_both_positions_are_kept() {
    let reactor = Reactor::start();
    let ply = |mv: &str| JournalEntry::Ply { mv: mv.to_owned(), clock_ms: None, at_ms: 0 };
    let end = |winner: Option<&str>, reason: &str| JournalEntry::End {
        winner: winner.map(str::to_owned),
        reason: reason.to_owned(),
        at_ms: 0,
    };
    let lies = [
        // An illegal move, a position that does not follow from a legal one, and results that nobody agreed to.
        vec![ply("a0a9")],
        vec![ply("h2e2")],
        vec![end(Some("first"), "resignation")],
        vec![end(None, "agreement")],
        vec![end(Some("first"), "checkmate")],
        vec![end(Some("first"), "time-forfeit")],
        vec![JournalEntry::Undo { to_ply: 0, clock_ms: None, at_ms: 0 }],
    ];
    for lie in lies {
        let (mut guest, host) = lying_host(&reactor, lie.clone());
        let closing = guest.closing();
        let Closing::Disagreement { file: Some(file), theirs, .. } = &closing else {
            panic!("{closing:?} after {lie:?}")
        };
        assert_eq!(theirs, "theirs");
        let kept = std::fs::read_to_string(file).expect("the file of the disagreement");
        assert!(kept.contains("this machine: rnbakabnr") && kept.contains("the other machine: theirs"), "{kept}");
        let said = reactor.block_on(host).expect("it does not panic");
        assert!(matches!(said, Some(TableMessage::Disagree { .. })));
        assert!(guest.journal().is_empty());
    }
}

#[test]
fn a_table_that_is_not_there_is_one_sentence() {
    let reactor = Reactor::start();
    let code = TableCode::random().expect("the system has randomness");
    let mut guest = Shell::guest(&reactor, "127.0.0.1:1", code);
    let Closing::NotJoined { why, .. } = guest.closing() else { panic!("there is no table") };
    assert!(why.starts_with("The table cannot be joined: "), "{why}");
    let host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
    let mut guest = Shell::guest(&reactor, &format!("127.0.0.1:{}", host.port()), code);
    let why = "The table cannot be joined: the code is wrong; ask for it again.".to_owned();
    assert_eq!(guest.closing(), Closing::NotJoined { code: "table-wrong-code", why });
}

/// A game without a move leaves nothing behind, however it ends: no library would take it.
#[test]
fn a_game_that_ends_before_its_first_move_leaves_no_journal() {
    let reactor = Reactor::start();
    for ends in ["resigned", "left", "rematch"] {
        let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First);
        if ends != "left" {
            guest.act(TableAct::Resign);
            host.until("the result", |host, _| host.outcome().is_some());
            guest.until("the result", |guest, _| guest.outcome().is_some());
        }
        if ends == "rematch" {
            host.act(TableAct::Ask { question: TableQuestion::Rematch });
            guest.until("it is asked", |_, event| matches!(event, TableEvent::Asked { .. }));
            guest.act(TableAct::Answer { question: TableQuestion::Rematch, accept: true });
            for shell in [&mut host, &mut guest] {
                shell.until("another game", |shell, _| shell.outcome().is_none());
            }
            assert_eq!(journals_of(host.dir.path()).len(), 1);
        }
        assert!(host.table.as_ref().expect("it is open").request(TableRequest::Leave));
        assert_eq!(host.closing(), Closing::Left);
        assert_eq!(guest.closing(), Closing::OtherLeft);
        for dir in [&host.dir, &guest.dir] {
            assert_eq!(journals_of(dir.path()).len(), 0, "{ends}");
        }
    }
}
