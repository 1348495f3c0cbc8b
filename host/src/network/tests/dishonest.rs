//! Tables beside a peer that lies.

use duiyi_core::base::Stamp;
use duiyi_core::session::{Command, Session};

use super::*;
use crate::network::message::ClockReading;

/// A peer of our own making, for lies.
fn liar(reactor: &Reactor, host: &Shell) -> TcpChannel {
    let address = format!("127.0.0.1:{}", host.port());
    let secret = Secret::Code(host.code().to_string());
    reactor.block_on(knock(&address, &secret)).unwrap_or_else(|error| panic!("the code is right: {error}"))
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

/// A guest that was offered no game has nothing to disagree about.
#[test]
fn a_guest_who_never_sat_down_closes_no_table() {
    let reactor = Reactor::start();
    let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First));
    let mut eve = liar(&reactor, &host);
    say(&reactor, &mut eve, &TableMessage::Disagree { steps: 0, placement: "hers".to_owned() });
    read_until(&reactor, &mut eve, |_| false).expect_err("the host hangs up");
    let mut guest = Shell::guest(&reactor, &format!("127.0.0.1:{}", host.port()), host.code());
    guest.until("the game begins", |guest, _| guest.view.is_some());
    host.until("the game begins", |host, _| host.view.is_some());
}

/// Makes a host that sends `steps` to a guest after its terms.
fn lying_host(reactor: &Reactor, steps: Vec<JournalEntry>) -> (Shell, tokio::task::JoinHandle<Option<TableMessage>>) {
    let guard = reactor.enter();
    let mut door = reactor.block_on(Door::open(0, Admits::One)).expect("the system has a port");
    let code = TableCode::random().expect("the system has randomness");
    door.admit(Some(Secret::Code(code.to_string())));
    let port = door.port();
    let task = tokio::spawn(async move {
        let AtDoor::Guest(mut channel) = door.next().await else { return None };
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

/// A host that sends any step of a game, also one that is not its own.
struct LyingHost {
    reactor: Reactor,
    door: Door,
    code: TableCode,
    channel: Option<TcpChannel>,
    session: Session,
    steps: u32,
}

fn new_session() -> Session {
    Session::new(offer(Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First).config, 1, Stamp(0)).0
}

impl LyingHost {
    fn open(reactor: &Reactor) -> LyingHost {
        let door = reactor.block_on(Door::open(0, Admits::One)).expect("the system has a port");
        let code = TableCode::random().expect("the system has randomness");
        door.admit([Secret::Code(code.to_string())]);
        LyingHost { reactor: reactor.clone(), door, code, channel: None, session: new_session(), steps: 0 }
    }

    /// Lets a guest join. One that `accepts` takes the first terms without a word.
    fn meet(&mut self, dir: TempDir, accepts: bool) -> Shell {
        let address = format!("127.0.0.1:{}", self.door.port());
        let visit = TableVisit { address, code: self.code, name: "Bo".to_owned(), accepts, watches: false };
        let guest = Shell::of(dir, |dir, listener| Table::join(&self.reactor, dir, visit, listener));
        let AtDoor::Guest(channel) = self.reactor.block_on(self.door.next()) else { panic!("the secret is right") };
        self.channel = Some(*channel);
        self.hear(|message| matches!(message, TableMessage::Sit { .. })).expect("the guest sits down");
        guest
    }

    /// Begins a game at a table for two with a new guest, who plays second, and makes the first move.
    fn begin(reactor: &Reactor) -> (LyingHost, Shell) {
        let mut host = LyingHost::open(reactor);
        let mut guest = host.meet(tempfile::tempdir().expect("a folder"), true);
        host.offer("t");
        host.hear(|message| *message == TableMessage::Accept).expect("the guest accepts");
        host.play("h2e2");
        guest.until("the move", |guest, _| guest.view.is_some() && guest.plies() == 1);
        (host, guest)
    }

    fn say(&mut self, message: &TableMessage) {
        say(&self.reactor, self.channel.as_mut().expect("a guest is here"), message);
    }

    fn hear(&mut self, fits: impl Fn(&TableMessage) -> bool) -> Result<TableMessage, ChannelError> {
        read_until(&self.reactor, self.channel.as_mut().expect("a guest is here"), fits)
    }

    /// Waits until the guest hangs up.
    fn hear_end(&mut self) {
        let end = self.hear(|_| false).expect_err("the guest hangs up");
        assert!(matches!(end, ChannelError::Closed | ChannelError::Io(_)), "{end:?}");
    }

    /// Offers a new game, with the token of a class or of a table for two.
    fn offer(&mut self, token: &str) {
        (self.session, self.steps) = (new_session(), 0);
        let header = Box::new(words::header(&self.session.begun(), "host".to_owned(), 1, 1));
        let (seat, token) = ("second".to_owned(), token.to_owned());
        self.say(&TableMessage::Terms { header, seat, token, wait_s: 20 });
    }

    fn welcome(&mut self) {
        let (name, game, token) = ("Anna".to_owned(), "xiangqi".to_owned(), "a.b".to_owned());
        self.say(&TableMessage::Welcome { name, game, token, wait_s: 20 });
    }

    fn step(&self, number: u32, entry: JournalEntry) -> TableMessage {
        let (plies, key) = self.session.mark();
        let mark = Mark { plies: plies as u64, key: key.0 };
        TableMessage::Step(Box::new(Step { number, entry, mark, clocks: None }))
    }

    fn send(&mut self, entry: JournalEntry) {
        let step = self.step(self.steps, entry);
        self.say(&step);
        self.steps += 1;
    }

    fn play(&mut self, mv: &str) {
        self.session.apply(Command::Play(mv.to_owned()), Stamp(0)).expect("a legal move");
        self.send(JournalEntry::Ply { mv: mv.to_owned(), clock_ms: None, at_ms: 0 });
    }

    fn take_back(&mut self) {
        self.session.apply(Command::Undo, Stamp(0)).expect("there is a move");
        let to_ply = self.session.mark().0 as u32;
        self.send(JournalEntry::Undo { to_ply, clock_ms: None, at_ms: 0 });
    }

    fn end(&mut self, winner: Option<&str>, reason: &str) {
        self.send(JournalEntry::End { winner: winner.map(str::to_owned), reason: reason.to_owned(), at_ms: 0 });
    }

    /// Waits until the guest disagrees, and for the end of its table.
    fn is_contradicted(&mut self, guest: &mut Shell) {
        self.hear(|message| matches!(message, TableMessage::Disagree { .. })).expect("the guest disagrees");
        self.say(&TableMessage::Disagree { steps: 1, placement: "theirs".to_owned() });
        let closing = guest.closing();
        assert!(matches!(closing, Closing::Disagreement { .. }), "{closing:?}");
    }
}

fn is_play(message: &TableMessage) -> bool {
    matches!(message, TableMessage::Act { act: TableAct::Play { .. }, .. })
}

/// Begins a game of three moves, ends the program of the guest and starts it again.
fn go_on(reactor: &Reactor) -> (LyingHost, Shell) {
    let (mut host, mut guest) = LyingHost::begin(reactor);
    guest.play("h9g7");
    host.hear(is_play).expect("the guest moves");
    host.play("h9g7");
    host.play("h0g2");
    guest.until("the moves", |guest, _| guest.plies() == 3);
    guest.table = None;
    guest.closing();
    host.door.admit([Secret::Token("t".to_owned())]);
    let mut guest = host.meet(guest.dir, true);
    host.say(&TableMessage::GoOn { name: "Anna".to_owned(), steps: u32::MAX });
    guest.until("it goes on", |guest, _| guest.view.is_some() && guest.plies() == 3);
    (host, guest)
}

/// A program that was ended does not know what it had said. Its host may act on that once, and no more.
#[test]
fn a_host_does_not_play_for_a_guest_that_comes_back() {
    let reactor = Reactor::start();
    let lies: [fn(&mut LyingHost); 6] = [
        // Two moves, two moves after one that was taken back, one of an earlier position.
        |host| ["i9h9", "i0h0", "b9c7"].iter().for_each(|mv| host.play(mv)),
        |host| {
            host.play("i9h9");
            host.take_back();
            host.play("b9c7");
        },
        |host| {
            host.take_back();
            host.take_back();
            host.play("b9c7");
        },
        // More than the last move of each.
        |host| (0..3).for_each(|_| host.take_back()),
        // Results that a player does not agree to.
        |host| host.end(None, "unstated"),
        |host| host.end(Some("first"), "checkmate"),
    ];
    for lie in lies {
        let (mut host, mut guest) = go_on(&reactor);
        lie(&mut host);
        host.is_contradicted(&mut guest);
    }
    // Once the guest has moved again nothing is on its way any more.
    for (winner, reason) in [(Some("first"), "resignation"), (None, "agreement")] {
        let (mut host, mut guest) = go_on(&reactor);
        guest.play("i9h9");
        host.hear(is_play).expect("the guest moves");
        host.play("i9h9");
        host.end(winner, reason);
        host.is_contradicted(&mut guest);
    }
}

/// What a break can lose: a move, a take-back, a resignation.
#[test]
fn what_a_guest_said_before_its_program_ended_is_carried_out() {
    let reactor = Reactor::start();
    let (mut host, mut guest) = go_on(&reactor);
    for mv in ["i9h9", "i0h0"] {
        host.play(mv);
    }
    host.take_back();
    host.take_back();
    host.end(Some("first"), "resignation");
    guest.until("it is over", |guest, _| guest.outcome().is_some());
    assert_eq!((guest.plies(), guest.outcome()), (3, Some(Outcome::win(Side::First, Reason::Resignation))));
}

/// The arbiter of a class may declare any result, the host of a table for two may not.
#[test]
fn a_table_for_two_is_no_class() {
    let reactor = Reactor::start();
    let folder = || tempfile::tempdir().expect("a folder");
    // The token of a class, though there is none.
    let mut host = LyingHost::open(&reactor);
    let mut guest = host.meet(folder(), true);
    host.offer("a.b");
    assert!(matches!(guest.closing(), Closing::NotJoined { .. }));
    // A class while a person looks at the terms.
    let mut host = LyingHost::open(&reactor);
    let mut guest = host.meet(folder(), false);
    host.offer("t");
    guest.until("there are terms", |_, event| matches!(event, TableEvent::Offered { .. }));
    host.welcome();
    assert!(matches!(guest.closing(), Closing::NotJoined { .. }));
    // A class in the middle of a game.
    let (mut host, mut guest) = LyingHost::begin(&reactor);
    host.welcome();
    host.hear_end();
    guest.until("it is away", |_, event| {
        assert!(!matches!(event, TableEvent::InClass { .. }));
        matches!(event, TableEvent::Away { .. })
    });
    // In a class the token is one of a class.
    let mut host = LyingHost::open(&reactor);
    let _guest = host.meet(folder(), true);
    host.welcome();
    host.offer("t");
    host.hear_end();
}

#[test]
fn terms_do_not_change_while_a_person_looks_at_them() {
    let reactor = Reactor::start();
    let mut host = LyingHost::open(&reactor);
    let mut guest = host.meet(tempfile::tempdir().expect("a folder"), false);
    host.offer("t");
    guest.until("there are terms", |_, event| matches!(event, TableEvent::Offered { .. }));
    host.offer("t");
    let closing = guest.until("it closes", |_, event| {
        assert!(!matches!(event, TableEvent::Offered { .. }));
        matches!(event, TableEvent::Closed(_))
    });
    assert!(matches!(closing, TableEvent::Closed(Closing::NotJoined { .. })), "{closing:?}");
}

/// A class begins games without asking, and each is a journal, then a row of the library.
#[test]
fn a_class_begins_no_flood_of_games() {
    let reactor = Reactor::start();
    let mut host = LyingHost::open(&reactor);
    let guest = host.meet(tempfile::tempdir().expect("a folder"), false);
    host.welcome();
    let mut games = 0;
    loop {
        host.offer("a.b");
        if host.hear(|message| *message == TableMessage::Accept).is_err() {
            break;
        }
        games += 1;
        assert!(games < 100, "it does not end");
        host.play("h2e2");
        host.end(None, "unstated");
    }
    assert_eq!((games, journals_of(guest.dir.path()).len()), (10, 10));
}

/// A host whose machine slept has other clocks than its guest counts. Those that the guest counts are not shown again.
#[test]
fn a_guest_shows_the_clocks_of_its_host() {
    let reactor = Reactor::start();
    let (mut host, mut guest) = LyingHost::begin(&reactor);
    let ping = |left_ms: [u64; 2], running: Option<&str>| {
        let running = running.map(str::to_owned);
        TableMessage::Ping { at_ms: 0, clocks: Some(ClockReading { left_ms, running }) }
    };
    let is_game = |event: &TableEvent| matches!(event, TableEvent::Game { .. });
    // The first ones, a clock that runs, one that stood still meanwhile, and one that is stopped.
    for (left_ms, running) in [
        ([60_000, 60_000], None),
        ([60_000, 60_000], Some(Side::Second)),
        ([60_000, 80_000], Some(Side::Second)),
        ([60_000, 70_000], None),
    ] {
        host.say(&ping(left_ms, running.map(|_| "second")));
        guest.until("its clocks", |_, event| is_game(event));
        let clocks = guest.snapshot().clocks.expect("it has clocks");
        let is_near = clocks.left.second.0.abs_diff(left_ms[1]) < 5_000;
        assert!(clocks.running == running && is_near, "{clocks:?} after {left_ms:?}");
    }
    host.say(&ping([60_000, 69_600], None));
    host.say(&TableMessage::Act { steps: 1, act: TableAct::Say { phrase: Phrase::Hello } });
    guest.until("it is greeted", |_, event| {
        assert!(!is_game(event));
        matches!(event, TableEvent::Said { .. })
    });
    // What is not shown does not add up.
    host.say(&ping([60_000, 69_300], None));
    guest.until("its clocks", |_, event| is_game(event));
    assert_eq!(guest.snapshot().clocks.map(|clocks| clocks.left.second), Some(Millis(69_300)));
}

/// The window shows no step twice, and a host that repeats or skips steps is cut off.
#[test]
fn a_flood_of_steps_is_cut_off() {
    let reactor = Reactor::start();
    for number in [0, 9] {
        let (mut host, mut guest) = LyingHost::begin(&reactor);
        let step = host.step(number, JournalEntry::Ply { mv: "h2e2".to_owned(), clock_ms: None, at_ms: 0 });
        for _ in 0..3_000 {
            let channel = host.channel.as_mut().expect("a guest is here");
            if reactor.block_on(channel.writer.send(&step)).is_err() {
                break;
            }
        }
        guest.until("it is away", |_, event| {
            assert!(!matches!(event, TableEvent::Game { .. }));
            matches!(event, TableEvent::Away { .. })
        });
    }
}
