//! Whole games, questions and clocks at a table.

use duiyi_core::session::Clocks;

use super::*;

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
        resumes: GameToResume::Newest(GameKind::Xiangqi),
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

/// Another game of the folder is not the one that was asked for, and a new one is not one that goes on.
#[test]
fn a_table_goes_on_with_the_game_that_was_asked_for_or_does_not_open() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(9);
    let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), TimeControl::None, Side::First);
    play_on(&mut host, &mut guest, 2, &mut rng);
    assert!(host.table.as_ref().expect("it is open").request(TableRequest::Leave));
    assert_eq!(host.closing(), Closing::Left);
    let (code, mut dir) = (host.code(), host.dir);
    let table =
        |resumes| TableOffer { resumes, ..offer(Setup::usual(GameKind::Gomoku), TimeControl::None, Side::First) };
    for resumes in [GameToResume::Newest(GameKind::Gomoku), GameToResume::Game("other".to_owned())] {
        let mut host = Shell::of(dir, |dir, listener| Table::open(&reactor, dir, table(resumes), listener));
        let why = "The table cannot be opened: no such unfinished game was found in this folder.".to_owned();
        assert_eq!(host.closing(), Closing::Failed(why));
        dir = host.dir;
    }
    let host = Shell::host_in(&reactor, table(GameToResume::Newest(GameKind::Xiangqi)), dir);
    assert_eq!(host.code(), code);
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

#[test]
fn a_guest_has_clocks_before_the_first_move() {
    let reactor = Reactor::start();
    let clock = TimeControl::Fischer { main: Millis(60_000), increment: Millis(0) };
    let (mut host, mut guest) = seat(&reactor, Setup::usual(GameKind::Xiangqi), clock, Side::First);
    let has_full_clocks = |guest: &mut Shell| {
        let begun = Instant::now();
        guest.until("its clocks", |guest, _| guest.snapshot().clocks.is_some());
        let left = BySide { first: Millis(60_000), second: Millis(60_000) };
        assert_eq!(guest.snapshot().clocks, Some(Clocks { left, running: None, controls: None }));
        assert!(begun.elapsed() < Duration::from_secs(2), "they come at once");
    };
    has_full_clocks(&mut guest);
    // A rematch has clocks of its own.
    host.play("h2e2");
    guest.until("the move comes", |guest, _| guest.plies() == 1);
    guest.act(TableAct::Resign);
    for shell in [&mut host, &mut guest] {
        shell.until("the result", |shell, _| shell.outcome().is_some());
    }
    host.act(TableAct::Ask { question: TableQuestion::Rematch });
    guest.until("it is asked", |_, event| matches!(event, TableEvent::Asked { .. }));
    guest.act(TableAct::Answer { question: TableQuestion::Rematch, accept: true });
    guest.until("it begins again", |guest, _| guest.outcome().is_none());
    has_full_clocks(&mut guest);
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
