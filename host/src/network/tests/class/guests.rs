//! Guests that are lost, only watch, or are removed.

use super::*;

#[test]
fn a_lost_guest_comes_back_to_its_game_and_no_clock_runs_meanwhile() {
    let reactor = Reactor::start();
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(0) };
    let mut teacher = Teacher::open(&reactor, setup("xiangqi", "asian", None, None), clock);
    let port = teacher.address.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port");
    let proxy = Proxy::start(&reactor, port);
    let mut bo = Pupil::join(&reactor, &proxy.address, teacher.code(), "Bo", false);
    let mut cai = Pupil::join(&reactor, &teacher.address, teacher.code(), "Cai", false);
    bo.until("seat", |bo| bo.is_in_class);
    cai.until("seat", |cai| cai.is_in_class);
    teacher.until("both are here", |teacher| teacher.here() == 2);
    teacher.begin(TournamentFormat::Swiss { rounds: 1 });
    let both =
        |teacher: &Teacher| teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second);
    teacher.until("it begins", both);
    let plays = |first: &mut Pupil, second: &mut Pupil, mv: &str, ply: usize| {
        for pupil in [&mut *first, &mut *second] {
            pupil.until("board", |pupil| pupil.view.as_ref().is_some_and(|view| view.snapshot.ply == ply));
        }
        let mover = if first.is_in_turn() { first } else { second };
        mover.play(mv);
    };
    for pupil in [&mut bo, &mut cai] {
        pupil.until("clocks", |pupil| pupil.view.as_ref().is_some_and(|view| view.snapshot.clocks.is_some()));
    }
    plays(&mut bo, &mut cai, "h2e2", 0);
    plays(&mut bo, &mut cai, "h9g7", 1);
    plays(&mut bo, &mut cai, "h0g2", 2);
    teacher.until("the move", |teacher| teacher.boards[&1].session.rows().len() == 3);

    // The cable is pulled, and the other player cannot move meanwhile.
    proxy.is_down.store(true, Ordering::Relaxed);
    proxy.cut();
    teacher.until("it is away", |teacher| !both(teacher));
    assert_eq!(teacher.boards[&1].session.flag_at(), None);
    cai.refused = None;
    cai.until("board", |cai| cai.snapshot().ply == 3);
    let runs = |pupil: &Pupil| pupil.snapshot().clocks.is_some_and(|clocks| clocks.running.is_some());
    cai.until("stopped clock", |cai| !runs(cai));
    let mv = if cai.is_in_turn() { "i9h9" } else { "i0h0" };
    cai.play(mv);
    cai.until("refusal", |cai| cai.refused.is_some());
    proxy.is_down.store(false, Ordering::Relaxed);
    teacher.until("it is back", both);
    assert!(teacher.boards[&1].session.flag_at().is_some());
    for pupil in [&mut bo, &mut cai] {
        pupil.until("running clock", runs);
    }

    // Its program is killed and joins again with the code; the journal has the seat.
    let dir = bo.dir;
    drop(bo.table);
    teacher.until("it is away", |teacher| !both(teacher));
    let mut liar = Pupil::join(&reactor, &teacher.address, teacher.code(), "bo", false);
    liar.until("refusal", |liar| liar.closed.is_some());
    assert!(matches!(liar.closed, Some(Closing::NotJoined { code: "class-name-taken", .. })), "{:?}", liar.closed);
    let mut bo = Pupil::join_in(&reactor, &teacher.address, teacher.code(), "Bo", false, dir);
    bo.until("game", |bo| bo.is_in_class && bo.view.as_ref().is_some_and(|view| view.snapshot.ply == 3));
    teacher.until("it is back", both);
    let mover = if bo.is_in_turn() { &bo } else { &cai };
    mover.play("i9h9");
    for pupil in [&mut bo, &mut cai] {
        pupil.until("move", |pupil| pupil.snapshot().ply == 4);
    }
    assert_eq!(bo.placement(), cai.placement());
    bo.act(TableAct::Resign);
    teacher.until("it is over", |teacher| teacher.results.is_some());
    for pupil in [&mut bo, &mut cai] {
        pupil.until("result", |pupil| pupil.outcome().is_some());
    }
    assert_eq!(journal_of(bo.dir.path()), journal_of(teacher.dir.path()));
    assert_eq!(journal_of(cai.dir.path()), journal_of(teacher.dir.path()));
    teacher.close();
}

#[test]
fn a_spectator_sees_the_board_that_the_teacher_chose() {
    let reactor = Reactor::start();
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(0) };
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), clock, &["Bo", "Cai"]);
    let mut projector = Pupil::join(&reactor, &teacher.address, teacher.code(), "", true);
    teacher.until("a spectator", |teacher| teacher.spectators == 1);
    teacher.request(ClassRequest::Show(Some(Box::new(shown_game()))));
    projector.until("study", |projector| projector.shown.as_ref().is_some_and(|shown| shown.title == "Opening"));
    teacher.begin(TournamentFormat::RoundRobin);
    for pupil in &mut pupils {
        pupil.until("game", |pupil| pupil.view.is_some());
    }
    teacher.request(ClassRequest::Watch(Some(9)));
    teacher.until("a refusal", |teacher| teacher.refused.is_some());
    teacher.request(ClassRequest::Watch(Some(1)));
    projector.until("board", |projector| {
        projector.shown.as_ref().is_some_and(|shown| shown.title.is_empty() && shown.session.rows().is_empty())
    });
    teacher.until("both are there", |teacher| teacher.boards[&1].is_here.first && teacher.boards[&1].is_here.second);
    let mover = usize::from(!pupils[0].is_in_turn());
    pupils[mover].play("h8");
    projector.until("move", |projector| projector.shown.as_ref().is_some_and(|shown| shown.session.rows().len() == 1));
    let shown = projector.shown.as_ref().expect("it is shown");
    let clocks = shown.clocks().expect("the game has clocks");
    assert_eq!((shown.control, clocks.running), (clock, Some(Side::Second)));
    assert!(clocks.left.first <= Millis(600_000) && clocks.left.second > Millis(500_000));
    let players = shown.session.begun().players;
    assert_eq!(players.as_ref().map(Player::record_name), teacher.boards[&1].players);
    pupils[0].act(TableAct::Resign);
    projector.until("result", |projector| {
        projector
            .shown
            .as_ref()
            .is_some_and(|shown| shown.session.outcome().is_some_and(|outcome| outcome.reason == Reason::Resignation))
    });
    // Players do not see it, and a spectator plays nothing.
    projector.play("h9");
    projector.until("refusal", |projector| projector.refused.is_some());
    teacher.request(ClassRequest::Watch(None));
    projector.until("study", |projector| projector.shown.as_ref().is_some_and(|shown| shown.title == "Opening"));
    // Without a study it is the first board.
    teacher.request(ClassRequest::Show(None));
    projector.until("the first board", |projector| {
        projector.shown.as_ref().is_some_and(|shown| shown.title.is_empty() && shown.session.outcome().is_some())
    });
    assert!(projector.table.as_ref().expect("it is open").request(TableRequest::Leave));
    teacher.until("nobody watches", |teacher| teacher.spectators == 0);
    teacher.close();

    // A table for two has no spectators.
    let host = Shell::host(&reactor, offer(gomoku(), TimeControl::None, Side::First));
    let address = format!("127.0.0.1:{}", host.port());
    let mut projector = Pupil::join(&reactor, &address, host.code(), "", true);
    projector.until("refusal", |projector| projector.closed.is_some());
    assert!(matches!(projector.closed, Some(Closing::NotJoined { code: "table-taken", .. })));
}

#[test]
fn names_are_needed_once_and_a_closed_seat_loses() {
    let reactor = Reactor::start();
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan"]);
    for (name, expected) in [("", "class-needs-name"), ("CAI", "class-name-taken")] {
        let mut other = Pupil::join(&reactor, &teacher.address, teacher.code(), name, false);
        other.until("refusal", |other| other.closed.is_some());
        assert!(matches!(&other.closed, Some(Closing::NotJoined { code, .. }) if *code == expected), "{name}");
    }
    teacher.begin(TournamentFormat::Swiss { rounds: 3 });
    let next = teacher.paired.clone().expect("it is paired");
    let removed = next.pairs[0].second.clone();
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    teacher.request(ClassRequest::Remove { name: removed.clone() });
    teacher.until("it is over", |teacher| teacher.results.is_some());
    assert_eq!(teacher.boards[&1].outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
    let gone = pupils.iter_mut().find(|pupil| pupil.name == removed).expect("a guest");
    gone.until("end", |gone| gone.closed.is_some());
    assert!(matches!(gone.closed, Some(Closing::NotJoined { code: "class-removed", .. })), "{:?}", gone.closed);
    // In the next rounds the two others meet.
    for round in 2..=3 {
        teacher.until("it is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == round));
        let next = teacher.paired.clone().expect("it is paired");
        assert_eq!((next.pairs.len(), &next.bye), (1, &None));
        assert!(next.pairs[0].first != removed && next.pairs[0].second != removed, "{next:?}");
        teacher.results = None;
        teacher.request(ClassRequest::Begin);
        let number = round as usize;
        teacher.until("it begins", |teacher| teacher.boards.contains_key(&number));
        teacher.request(ClassRequest::Decide { board: number, winner: None });
        teacher.until("it is over", |teacher| teacher.results.is_some());
    }
    let results = teacher.results.as_ref().expect("it is over");
    assert!(results.is_last);
    // A round without an opponent counts as a win; the removed guest has none.
    assert_eq!(results.standings.iter().map(|row| row.half_points).sum::<u32>(), 4 + 2 + 2);
    let points = results.standings.iter().find(|row| results.names[row.player] == removed).map(|row| row.half_points);
    assert_eq!(points, Some(0));
    teacher.close();
}

#[test]
fn a_round_that_waits_is_paired_again_without_a_removed_guest() {
    let reactor = Reactor::start();
    let (mut teacher, _pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan", "Eli"]);
    teacher.request(ClassRequest::Pair(TournamentFormat::Swiss { rounds: 2 }));
    teacher.until("they are paired", |teacher| teacher.paired.is_some());
    let removed = teacher.paired.as_ref().expect("it is paired").pairs[0].first.clone();
    teacher.request(ClassRequest::Remove { name: removed.clone() });
    teacher.until("three are paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.bye.is_some()));
    let is_paired_without = |teacher: &Teacher| {
        let next = teacher.paired.as_ref().expect("it is paired");
        let names = next.pairs.iter().flat_map(|pair| [&pair.first, &pair.second]).chain(&next.bye);
        let names: Vec<&String> = names.collect();
        names.len() == 3 && !names.contains(&&removed)
    };
    assert!(is_paired_without(&teacher), "{:?}", teacher.paired);
    // The journal has the same.
    let mut teacher = Teacher::go_on(&reactor, teacher.kill());
    teacher.until("three are paired", |teacher| teacher.paired.is_some());
    assert!(is_paired_without(&teacher), "{:?}", teacher.paired);
    teacher.close();
}

/// A guest that neither reads nor writes is lost after a while, and delays nobody.
#[test]
fn a_silent_guest_delays_nobody() {
    let reactor = Reactor::start();
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai"]);
    teacher.begin(TournamentFormat::RoundRobin);
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    let secret = Secret::Code(teacher.code().to_string());
    let mut silent =
        reactor.block_on(knock(&teacher.address, &secret)).unwrap_or_else(|error| panic!("the code is right: {error}"));
    say(&reactor, &mut silent, &TableMessage::Sit { name: "Eve".to_owned(), game: None, seat: None, watches: false });
    teacher.until("three guests", |teacher| teacher.here() == 3);
    pupils.iter_mut().for_each(|pupil| pupil.until("game", |pupil| pupil.view.is_some()));
    let mover = usize::from(!pupils[0].is_in_turn());
    pupils[mover].play("h8");
    pupils[1 - mover].until("move", |pupil| pupil.snapshot().ply == 1);
    teacher.until("it is away", |teacher| teacher.here() == 2);
    assert!(teacher.guests.iter().any(|guest| guest.name == "Eve" && !guest.is_here));
    teacher.close();
}
