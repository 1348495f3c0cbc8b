//! A class that a desk has opened, with two desks as its guests.

use super::table::Seated;
use super::*;
use crate::clock::now_stamp;
use crate::desk::class::{ClassNews, ClassState, ClassUpdate};
use crate::desk::table::{TableNews, TableSetup, TableState};
use crate::network::class::{ClassOffer, ClassRequest, ClassStart};
use crate::network::{CodeLanguage, TableVisit};
use crate::pairing::TournamentFormat;

struct Teacher {
    seated: Seated,
    news: Receiver<ClassUpdate>,
    address: String,
    code: String,
}

fn offer() -> ClassOffer {
    let (setup, wait) = (Setup::usual(GameKind::TicTacToe), Duration::from_secs(30));
    ClassOffer { teacher: "Ms Li".to_owned(), setup, clock: TimeControl::None, wait }
}

impl Teacher {
    fn open(folder: &TempDir, offer: ClassOffer) -> Teacher {
        let (sender, news) = mpsc::channel();
        let seated = Seated::open(folder);
        let told = move |update| drop(sender.send(update));
        seated.desk.open_class(ClassStart::New(Box::new(offer)), CodeLanguage::English, told).expect("a class");
        let mut teacher = Teacher { seated, news, address: String::new(), code: String::new() };
        let class = teacher.hear(|update| update.news == ClassNews::Opened);
        teacher.address = format!("127.0.0.1:{}", class.address.rsplit(':').next().expect("a port"));
        teacher.code = class.code.expect("a code").words;
        teacher
    }

    #[track_caller]
    fn hear(&self, wanted: impl Fn(&ClassUpdate) -> bool) -> ClassState {
        loop {
            let update = self.news.recv_timeout(PATIENCE).expect("the news come");
            if wanted(&update) {
                return update.class;
            }
        }
    }

    fn ask(&self, request: ClassRequest) {
        self.seated.desk.ask_class(request).expect("the class is open");
    }

    /// Lets a guest join, and waits until it is there.
    fn seat(&self, folder: &TempDir, name: &str, watches: bool) -> Seated {
        let guest = Seated::open(folder);
        let code = self.code.parse().expect("a code");
        let (address, name) = (self.address.clone(), name.to_owned());
        guest.sit_down(TableSetup::Join(TableVisit { address, code, name, accepts: false, watches }));
        guest.hear(|update| update.news == TableNews::InClass);
        guest
    }
}

fn moves_shown(table: &TableState) -> Option<usize> {
    table.class.as_ref()?.shown.as_ref().map(|shown| shown.ply)
}

#[test]
fn a_desk_teaches_two_others_and_each_files_its_game() {
    let folders = [(); 4].map(|()| TempDir::new().unwrap());
    let teacher = Teacher::open(&folders[0], offer());
    let desk = &teacher.seated.desk;
    let again = desk.open_class(ClassStart::New(Box::new(offer())), CodeLanguage::English, |_| {});
    assert_eq!(super::table::code_of(again), "class-open");
    let guests = [teacher.seat(&folders[1], "Bo", false), teacher.seat(&folders[2], "Cai", false)];
    let projector = teacher.seat(&folders[3], "", true);
    let class = teacher.hear(|update| update.class.spectators == 1);
    assert_eq!(class.guests.iter().map(|guest| guest.name.as_str()).collect::<Vec<_>>(), ["Bo", "Cai"]);

    // The study is shown, and its cursor followed.
    assert_eq!(super::table::code_of(desk.show_study_in_class()), "no-study");
    let start = duiyi_core::study::Beginning { setup: Setup::usual(GameKind::TicTacToe), moves: Vec::new() };
    desk.new_study(&start).expect("a study");
    desk.play_in_study("b2").expect("a legal move");
    assert_eq!(desk.show_study_in_class().expect("the class is open").shown.map(|shown| shown.ply), Some(1));
    for seated in [&guests[0], &guests[1], &projector] {
        seated.hear(|update| moves_shown(&update.table) == Some(1));
    }
    desk.play_in_study("a1").expect("a legal move");
    teacher.hear(|update| update.news == ClassNews::Shown && update.class.shown.as_ref().is_some_and(|it| it.ply == 2));
    guests[0].hear(|update| moves_shown(&update.table) == Some(2));
    desk.go(0).expect("the start");
    guests[1].hear(|update| moves_shown(&update.table) == Some(0));
    assert_eq!(desk.hide_in_class().expect("the class is open").shown, None);
    guests[0].hear(|update| update.news == TableNews::Shown && moves_shown(&update.table).is_none());

    teacher.ask(ClassRequest::Pair(TournamentFormat::RoundRobin));
    let next = teacher.hear(|update| update.news == ClassNews::Paired).next.expect("a round");
    assert_eq!((next.round, next.pairs.len(), next.bye), (1, 1, None));
    teacher.ask(ClassRequest::Begin);
    for guest in &guests {
        guest.see(|event| *event == DeskEvent::Game(Event::Started));
    }
    let class =
        teacher.hear(|update| update.class.games.first().is_some_and(|game| game.is_here.first && game.is_here.second));
    assert_eq!((class.next, class.games.len(), class.games[0].ply), (None, 1, 0));
    let mover = usize::from(class.games[0].players.first == "Cai");
    let [first, second] = [&guests[mover], &guests[1 - mover]];
    let game = first.desk.seen().expect("a game");
    assert!(game.snapshot.can.play && !game.snapshot.can.undo);
    first.desk.play("b2").expect("a legal move");
    let class = teacher.hear(|update| update.class.games[0].ply == 1);
    assert_eq!(
        (class.games[0].turn, class.games[0].last.as_ref().map(|row| row.to.as_str())),
        (Side::Second, Some("b2"))
    );
    projector.hear(|update| moves_shown(&update.table) == Some(1));
    assert_eq!(super::table::code_of(desk.watch_in_class(Some(9))), "no-game");
    assert_eq!(desk.watch_in_class(Some(1)).expect("the class is open").watched, Some(1));
    second.saw_move(1);
    desk.decide_in_class(1, Some(Side::Second)).expect("the class is open");
    let class = teacher.hear(|update| update.news == ClassNews::RoundOver);
    assert_eq!(class.games[0].outcome.and_then(|outcome| outcome.winner), Some(Side::Second));
    let results = class.results.expect("results");
    assert!(results.is_last && results.names[results.standings[0].player] == class.games[0].players.second);
    for guest in &guests {
        let game = guest.see(|event| matches!(event, DeskEvent::Saved { .. }));
        assert!(!game.snapshot.can.rematch, "the teacher pairs");
    }

    teacher.ask(ClassRequest::Close);
    assert!(teacher.hear(|update| matches!(update.news, ClassNews::Closed { message: None })).is_closed);
    for seated in [&guests[0], &guests[1], &projector] {
        seated.hear(|update| update.news == TableNews::Closed);
    }
    assert_eq!(desk.class(), None);
    assert_eq!(super::table::code_of(desk.hide_in_class()), "class-closed");
    assert_eq!(desk.list(&Query::default()).unwrap().rows.len(), 2, "the study and the game of the guests");
}

#[test]
fn a_paired_round_with_too_few_guests_left_is_shown_no_more() {
    let folders = [(); 3].map(|()| TempDir::new().unwrap());
    let teacher = Teacher::open(&folders[0], offer());
    let _guests = [teacher.seat(&folders[1], "Bo", false), teacher.seat(&folders[2], "Cai", false)];
    teacher.ask(ClassRequest::Pair(TournamentFormat::Swiss { rounds: 1 }));
    assert!(teacher.hear(|update| update.news == ClassNews::Paired).next.is_some());
    teacher.ask(ClassRequest::Remove { name: "Cai".to_owned() });
    let class = teacher.hear(|update| update.news == ClassNews::RoundOver);
    assert_eq!((class.next, class.results), (None, None));
}

/// A projector whose page is loaded again counts from the clocks that it gets.
#[test]
fn what_a_class_looks_at_has_the_clocks_of_the_moment() {
    let folders = [(); 4].map(|()| TempDir::new().unwrap());
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(0) };
    let teacher = Teacher::open(&folders[0], ClassOffer { clock, ..offer() });
    let guests = [teacher.seat(&folders[1], "Bo", false), teacher.seat(&folders[2], "Cai", false)];
    let projector = teacher.seat(&folders[3], "", true);
    teacher.ask(ClassRequest::Pair(TournamentFormat::RoundRobin));
    teacher.hear(|update| update.news == ClassNews::Paired);
    teacher.ask(ClassRequest::Begin);
    for guest in &guests {
        guest.see(|event| *event == DeskEvent::Game(Event::Started));
    }
    let first = guests.iter().find(|guest| guest.desk.seen().expect("a game").snapshot.can.play);
    first.expect("one of two").desk.play("b2").expect("a legal move");
    projector.hear(|update| moves_shown(&update.table) == Some(1));
    let (room, now) = (projector.desk.room.lock(), now_stamp());
    let left = |later| {
        let state = room.table.as_ref().expect("a table").state(now + Millis(later));
        let shown = state.class.and_then(|class| class.shown).expect("a position");
        shown.clocks.expect("the clocks of a game that goes on").left
    };
    let (soon, late) = (left(1_000), left(4_000));
    assert_eq!((soon.first, soon.second), (late.first, late.second + Millis(3_000)));
}
