//! Tables beside a peer that lies.

use super::*;

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
