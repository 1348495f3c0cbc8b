//! Tables over a bad network: late, cut, left and found again.

use duiyi_core::session::Event;

use super::*;

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
fn a_guest_that_comes_back_counts_no_time_of_the_loss() {
    let reactor = Reactor::start();
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let mut host = Shell::host(&reactor, offer(Setup::usual(GameKind::Xiangqi), clock, Side::First));
    let proxy = Proxy::start(&reactor, host.port());
    let mut guest = Shell::guest(&reactor, &proxy.address, host.code());
    guest.until("the game begins", |guest, _| guest.view.is_some());
    host.until("the game begins", |host, _| host.view.is_some());
    let begun = Instant::now();
    host.play("h2e2");
    guest.until("the move comes", |guest, _| guest.plies() == 1);
    proxy.is_down.store(true, Ordering::Relaxed);
    proxy.cut();
    for shell in [&mut host, &mut guest] {
        shell.until("the other is away", |_, event| matches!(event, TableEvent::Away { .. }));
    }
    // The clock of the guest ran for no longer than this.
    let ran = begun.elapsed();
    std::thread::sleep(Duration::from_secs(3));
    let back = Instant::now();
    proxy.is_down.store(false, Ordering::Relaxed);
    let clocks = |guest: &Shell| guest.snapshot().clocks.expect("a timed game");
    // Stamps are whole milliseconds.
    let least = |ran: Duration| Millis(60_000).saturating_sub(Millis(ran.as_millis() as u64 + 10));
    guest.until(
        "the game goes on",
        |_, event| matches!(event, TableEvent::Game { events, .. } if events.contains(&Event::Resumed)),
    );
    assert!(clocks(&guest).running.is_none() && clocks(&guest).left.second >= least(ran), "{:?}", clocks(&guest));
    guest.until("its clock runs", |guest, _| clocks(guest).running == Some(Side::Second));
    assert!(clocks(&guest).left.second >= least(ran + back.elapsed()), "{:?}", clocks(&guest));
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
            resumes: GameToResume::Newest(GameKind::Xiangqi),
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
                resumes: GameToResume::Newest(GameKind::Xiangqi),
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
