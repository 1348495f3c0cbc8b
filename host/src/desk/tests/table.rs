//! Two desks at one table, over TCP.

use super::*;
use crate::clock::now_stamp;
use crate::desk::CurrentGame;
use crate::desk::table::{TableClosing, TableNews, TableSetup, TableState, TableUpdate};
use crate::network::{CodeLanguage, GameToResume, TableOffer, TableQuestion, TableVisit};

pub(super) struct Seated {
    pub(super) desk: Desk,
    games: Receiver<Update>,
    news: Receiver<TableUpdate>,
    sender: mpsc::Sender<TableUpdate>,
}

impl Seated {
    pub(super) fn open(folder: &TempDir) -> Seated {
        let (desk, games, notices) = open_with_notices(folder);
        assert_eq!(notices, Vec::<String>::new());
        let (sender, news) = mpsc::channel();
        Seated { desk, games, news, sender }
    }

    pub(super) fn sit_down(&self, plan: TableSetup) -> TableState {
        let sender = self.sender.clone();
        let told = move |update| drop(sender.send(update));
        self.desk.sit_down(plan, told).expect("a table")
    }

    /// Waits for the news that fit.
    #[track_caller]
    pub(super) fn hear(&self, wanted: impl Fn(&TableUpdate) -> bool) -> TableState {
        loop {
            let update = self.news.recv_timeout(PATIENCE).expect("the news come");
            if wanted(&update) {
                return update.table;
            }
        }
    }

    /// Waits for the update that brings `wanted`.
    #[track_caller]
    pub(super) fn see(&self, wanted: impl Fn(&DeskEvent) -> bool) -> CurrentGame {
        loop {
            let update = self.games.recv_timeout(PATIENCE).expect("the update comes");
            if update.events.iter().any(&wanted) {
                return update.game;
            }
        }
    }

    pub(super) fn saw_move(&self, ply: usize) -> CurrentGame {
        self.see(|event| matches!(event, DeskEvent::Game(Event::Moved { ply: at, .. }) if *at == ply))
    }
}

fn offer(kind: GameKind, clock: TimeControl) -> TableSetup {
    let person = |name: &str| Player::Human { name: name.to_owned() };
    let players = BySide { first: person("Anna"), second: person("Anna") };
    let setup = Setup::usual(kind);
    let config = GameConfig { setup, players, clock, coach: Coach::default(), odds: None };
    let wait = Duration::from_secs(30);
    let offer = TableOffer { config, seat: Side::First, wait, resumes: GameToResume::None };
    TableSetup::Open(Box::new(offer), CodeLanguage::English)
}

/// Returns the address of a table on this machine.
fn loopback(table: &TableState) -> String {
    format!("127.0.0.1:{}", table.address.rsplit(':').next().expect("a port"))
}

/// Opens a table and joins it, and accepts its terms.
fn meet(host: &Seated, guest: &Seated, kind: GameKind) -> TableState {
    meet_with_clock(host, guest, kind, TimeControl::None)
}

fn meet_with_clock(host: &Seated, guest: &Seated, kind: GameKind, clock: TimeControl) -> TableState {
    host.sit_down(offer(kind, clock));
    let table = host.hear(|update| update.news == TableNews::Opened);
    let code = table.code.as_ref().expect("the host has a code").words.parse().expect("a code");
    let visit = TableVisit { address: loopback(&table), code, name: "Bo".to_owned(), accepts: false, watches: false };
    guest.sit_down(TableSetup::Join(visit));
    let offered = guest.hear(|update| update.news == TableNews::Offered).offered.expect("terms");
    assert_eq!((offered.config.setup.kind(), offered.mine), (kind, Side::Second));
    assert!(guest.desk.seen().is_none(), "no game before the terms are accepted");
    guest.desk.accept_terms().expect("the table is open");
    assert_eq!(host.hear(|update| update.news == TableNews::Here).other.as_deref(), Some("Bo"));
    assert_eq!(guest.hear(|update| update.news == TableNews::Here).other.as_deref(), Some("Anna"));
    for seated in [host, guest] {
        seated.see(|event| *event == DeskEvent::Game(Event::Started));
    }
    table
}

pub(super) fn code_of(result: Result<impl Sized, DeskError>) -> &'static str {
    result.err().expect("it is refused").0.code
}

#[test]
fn two_desks_play_a_game_and_each_files_it() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [host, guest] = folders.each_ref().map(Seated::open);
    meet(&host, &guest, GameKind::TicTacToe);
    let (ours, theirs) = (host.desk.seen().unwrap(), guest.desk.seen().unwrap());
    assert_eq!((ours.mine, theirs.mine), (Some(Side::First), Some(Side::Second)));
    assert!(ours.snapshot.can.play && !ours.snapshot.board.destinations.is_empty());
    assert!(!theirs.snapshot.can.play && theirs.snapshot.board.destinations.is_empty());
    assert!(!ours.snapshot.can.hint);
    assert_eq!(code_of(guest.desk.play("b2")), "not-your-turn");
    assert_eq!(code_of(host.desk.apply(Command::Hint)), "table-no-help");
    for (ply, mv) in ["a1", "b2", "a2", "c3", "a3"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &host } else { &guest };
        mover.desk.play(mv).expect("a legal move");
        for seated in [&host, &guest] {
            assert_eq!(seated.saw_move(ply + 1).snapshot.ply, ply + 1);
        }
    }
    for seated in [&host, &guest] {
        let game = match seated.desk.seen() {
            Some(game) if game.saved.is_some() => game,
            _ => seated.see(|event| matches!(event, DeskEvent::Saved { .. })),
        };
        assert_eq!(game.snapshot.board.outcome.unwrap().winner, Some(Side::First));
        assert!(game.snapshot.can.rematch);
    }
    // Another game with swapped colours, asked and answered.
    guest.desk.rematch(None).expect("the game is over");
    assert_eq!(
        host.hear(|update| update.news == TableNews::Asked).asked,
        Some(TableQuestion::Rematch),
        "the host is asked"
    );
    host.desk.answer_at_table(TableQuestion::Rematch, true).expect("the table is open");
    for seated in [&host, &guest] {
        seated.see(|event| *event == DeskEvent::Game(Event::Started));
    }
    assert_eq!(host.desk.seen().unwrap().mine, Some(Side::Second));
    guest.desk.leave_table();
    // Its host is told at once; the game goes on another time.
    assert_eq!(host.hear(|update| update.news == TableNews::Closed).closed, Some(TableClosing::OtherLeft));
    for seated in [&host, &guest] {
        assert_eq!(seated.desk.list(&Query::default()).unwrap().rows.len(), 1, "the finished game is filed once");
    }
}

#[test]
fn an_unfinished_game_goes_on_at_its_table_and_not_at_one_board() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [host, guest] = folders.each_ref().map(Seated::open);
    meet(&host, &guest, GameKind::Gomoku);
    for (ply, mv) in ["h8", "i9"].into_iter().enumerate() {
        [&host, &guest][ply].desk.play(mv).expect("a legal move");
        for seated in [&host, &guest] {
            seated.saw_move(ply + 1);
        }
    }
    // A move taken back is asked for.
    guest.desk.apply(Command::Undo).expect("it can be asked for");
    host.hear(|update| update.table.asked == Some(TableQuestion::TakeBack));
    host.desk.answer_at_table(TableQuestion::TakeBack, true).expect("the table is open");
    guest.see(|event| *event == DeskEvent::Game(Event::Undone { ply: 1 }));
    guest.desk.play("g7").expect("a legal move");
    for seated in [&host, &guest] {
        seated.saw_move(2);
    }
    let uid = host.desk.seen().unwrap().uid;
    host.desk.leave_table();
    guest.hear(|update| update.news == TableNews::Closed);
    host.hear(|update| update.news == TableNews::Closed);
    assert!(host.desk.seen().is_none() && guest.desk.seen().is_none());

    let left = host.desk.unfinished().unwrap();
    assert_eq!(left.len(), 1);
    assert!(left[0].journal.header.table.is_some());
    assert_eq!(code_of(host.desk.resume(&uid, None)), "table-game");
    let there = guest.desk.unfinished().unwrap().remove(0).journal.header.id;
    assert_eq!(code_of(guest.desk.resume(&there, None)), "table-game");

    host.sit_down(host.desk.setup_to_go_on(&uid, None, CodeLanguage::English).unwrap());
    let table = host.hear(|update| update.news == TableNews::Opened);
    // The game comes on the board, and then waits.
    host.hear(|update| update.news == TableNews::Away);
    assert!(!host.desk.seen().unwrap().snapshot.can.play, "the game waits for its guest");
    assert_eq!(code_of(host.desk.play("j10")), "table-away");
    guest.sit_down(guest.desk.setup_to_go_on(&there, Some(loopback(&table)), CodeLanguage::English).unwrap());
    for seated in [&host, &guest] {
        seated.hear(|update| update.news == TableNews::Here);
        seated.see(|event| *event == DeskEvent::Game(Event::Resumed));
    }
    let game = host.desk.seen().unwrap();
    assert_eq!((game.uid.as_str(), game.snapshot.ply, game.mine), (uid.as_str(), 2, Some(Side::First)));
    host.desk.play("j10").expect("a legal move");
    guest.saw_move(3);
}

/// A page that is loaded again counts from the clocks that it gets.
#[test]
fn the_game_at_a_table_is_seen_with_the_clocks_of_the_moment() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [host, guest] = folders.each_ref().map(Seated::open);
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(0) };
    meet_with_clock(&host, &guest, GameKind::Xiangqi, clock);
    host.desk.play("h2e2").expect("a legal move");
    for seated in [&host, &guest] {
        seated.saw_move(1);
        let (room, now) = (seated.desk.room.lock(), now_stamp());
        let left = |later| {
            let game = room.seen(now + Millis(later)).expect("a game");
            game.snapshot.clocks.expect("a timed game").left
        };
        let (soon, late) = (left(1_000), left(4_000));
        assert_eq!((soon.first, soon.second), (late.first, late.second + Millis(3_000)));
    }
}

#[test]
fn a_take_back_is_asked_for_by_a_player_who_has_moved() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [host, guest] = folders.each_ref().map(Seated::open);
    meet(&host, &guest, GameKind::Gomoku);
    let can_undo = || [&host, &guest].map(|seated| seated.desk.seen().unwrap().snapshot.can.undo);
    assert_eq!(can_undo(), [false, false]);
    for (ply, mv) in ["h8", "i9"].into_iter().enumerate() {
        [&host, &guest][ply].desk.play(mv).expect("a legal move");
        for seated in [&host, &guest] {
            seated.saw_move(ply + 1);
        }
        assert_eq!(can_undo(), [true, ply == 1]);
    }
}

/// The host judges the game, and a resignation that it never learns of would be lost.
#[test]
fn a_guest_without_a_connection_cannot_resign() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [host, guest] = folders.each_ref().map(Seated::open);
    meet(&host, &guest, GameKind::TicTacToe);
    host.desk.play("b2").expect("a legal move");
    guest.saw_move(1);
    assert!(guest.desk.seen().unwrap().snapshot.can.resign);
    for seated in [&host, &guest] {
        seated.desk.room.lock().table.as_mut().expect("a table").state.is_here = false;
    }
    assert!(!guest.desk.seen().unwrap().snapshot.can.resign);
    assert_eq!(code_of(guest.desk.apply(Command::Resign)), "table-away");
    assert!(host.desk.seen().unwrap().snapshot.can.resign);
    host.desk.apply(Command::Resign).expect("its own session decides");
}

#[test]
fn a_game_of_ones_own_closes_the_table() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [host, guest] = folders.each_ref().map(Seated::open);
    let table = meet(&host, &guest, GameKind::TicTacToe);
    let person = |name: &str| Player::Human { name: name.to_owned() };
    let players = BySide { first: person(""), second: person("") };
    let setup = Setup::usual(GameKind::Gomoku);
    let config = GameConfig { setup, players, clock: TimeControl::None, coach: Coach::default(), odds: None };
    assert_eq!(host.desk.new_game(config).expect("a game").mine, None);
    guest.hear(|update| update.news == TableNews::Closed);
    // What the old table still says does not reach the new game.
    let closed = host.hear(|update| update.news == TableNews::Closed);
    assert_eq!((closed.id, host.desk.table()), (1, None));
    assert_eq!(host.desk.seen().unwrap().snapshot.config.setup.kind(), GameKind::Gomoku);
    // Nobody listens there any more.
    let code = "001-002-003-004".parse().expect("a code");
    let visit = TableVisit { address: loopback(&table), code, name: String::new(), accepts: true, watches: false };
    guest.sit_down(TableSetup::Join(visit));
    let closed = guest.hear(|update| update.news == TableNews::Closed).closed;
    let Some(TableClosing::Failed { code, .. }) = closed else { panic!("it is closed: {closed:?}") };
    assert_eq!(code, "table-unreachable");
}
