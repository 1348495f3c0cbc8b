//! Whole classes over TCP, with guests that are lost, lie or are too many.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::super::class::{
    ClassBoard, ClassDamage, ClassEvent, ClassGuest, ClassOffer, ClassRequest, ClassResults, ClassStart, NextRound,
    OpenClass, find_classes,
};
use super::*;
use crate::desk::Desk;
use crate::pairing::TournamentFormat;

mod damage;
mod dishonest;
mod guests;
mod restored;
mod rounds;

/// A teacher, as a shell sees the class.
struct Teacher {
    class: Option<OpenClass>,
    events: mpsc::Receiver<ClassEvent>,
    dir: TempDir,
    address: String,
    code: Option<TableCode>,
    guests: Vec<ClassGuest>,
    spectators: usize,
    paired: Option<NextRound>,
    /// The round that was begun last, and the number of its games.
    begun: Option<(u32, usize)>,
    boards: BTreeMap<usize, ClassBoard>,
    results: Option<ClassResults>,
    refused: Option<String>,
    damaged: Option<(ClassDamage, PathBuf)>,
    closed: Option<Option<String>>,
}

impl Teacher {
    fn open(reactor: &Reactor, setup: Setup, clock: TimeControl) -> Teacher {
        let offer = ClassOffer { teacher: "Ms Li".to_owned(), setup, clock, wait: Duration::from_secs(60) };
        Teacher::open_in(reactor, ClassStart::New(Box::new(offer)), tempfile::tempdir().expect("a folder"))
    }

    /// Goes on with the class of a program that was killed.
    fn go_on(reactor: &Reactor, dir: TempDir) -> Teacher {
        let class = find_classes(&data(&dir)).cut_off.into_iter().next().expect("the class was cut off");
        Teacher::open_in(reactor, ClassStart::GoOn(Box::new(class)), dir)
    }

    fn open_in(reactor: &Reactor, start: ClassStart, dir: TempDir) -> Teacher {
        let (send, events) = mpsc::channel();
        let class = OpenClass::open(reactor, data(&dir), start, move |event| drop(send.send(event)));
        let mut teacher = Teacher {
            class: Some(class),
            events,
            dir,
            address: String::new(),
            code: None,
            guests: Vec::new(),
            spectators: 0,
            paired: None,
            begun: None,
            boards: BTreeMap::new(),
            results: None,
            refused: None,
            damaged: None,
            closed: None,
        };
        teacher.until("it is open", |teacher| teacher.code.is_some());
        teacher
    }

    fn take(&mut self, event: ClassEvent) {
        match event {
            ClassEvent::Open { address, code } => {
                let (_, port) = address.rsplit_once(':').expect("a port");
                (self.address, self.code) = (format!("127.0.0.1:{port}"), Some(code));
            }
            ClassEvent::Damaged { damage, aside } => self.damaged = Some((damage, aside)),
            ClassEvent::WrongCode { .. } => {}
            ClassEvent::Guests { guests, spectators } => (self.guests, self.spectators) = (guests, spectators),
            ClassEvent::Paired(next) => self.paired = Some(next),
            ClassEvent::Began { round, games } => self.begun = Some((round, games)),
            ClassEvent::Board { board, .. } => drop(self.boards.insert(board.number, *board)),
            ClassEvent::RoundOver(results) => self.results = Some(results),
            ClassEvent::Refused { why } => self.refused = Some(why),
            ClassEvent::Closed { why } => self.closed = Some(why),
        }
    }

    fn pump(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.take(event);
        }
    }

    #[track_caller]
    fn until(&mut self, what: &str, fits: impl Fn(&Teacher) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !fits(self) {
            let wait = until.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(wait).unwrap_or_else(|_| panic!("{what} did not happen"));
            self.take(event);
        }
    }

    fn request(&self, request: ClassRequest) {
        assert!(self.class.as_ref().expect("it is open").request(request), "the class takes it");
    }

    fn code(&self) -> TableCode {
        self.code.expect("it is open")
    }

    fn here(&self) -> usize {
        self.guests.iter().filter(|guest| guest.is_here).count()
    }

    /// Pairs the guests and begins the first round.
    fn begin(&mut self, format: TournamentFormat) {
        self.request(ClassRequest::Pair(format));
        self.until("they are paired", |teacher| teacher.paired.is_some());
        self.request(ClassRequest::Begin);
        self.until("the round has begun", |teacher| {
            teacher.begun.is_some_and(|(round, games)| round == 1 && games > 0)
        });
    }

    /// Ends the program: nobody hears a goodbye, and the journals stay as they are.
    fn kill(mut self) -> TempDir {
        self.class = None;
        self.until("it is gone", |teacher| teacher.closed.is_some());
        self.dir
    }

    fn close(&mut self) {
        self.request(ClassRequest::Close);
        self.until("it closes", |teacher| teacher.closed.is_some());
        assert_eq!(self.closed, Some(None));
    }
}

/// A guest, as a shell sees the class.
struct Pupil {
    table: Option<Table>,
    events: mpsc::Receiver<TableEvent>,
    dir: TempDir,
    name: String,
    is_in_class: bool,
    view: Option<TableView>,
    shown: Option<ShownGame>,
    shows: usize,
    asked: bool,
    refused: Option<String>,
    away: usize,
    closed: Option<Closing>,
    /// The game and the number of moves of the last action, so that none is repeated.
    acted: Option<(String, usize)>,
}

impl Pupil {
    fn join(reactor: &Reactor, address: &str, code: TableCode, name: &str, watches: bool) -> Pupil {
        Pupil::join_in(reactor, address, code, name, watches, tempfile::tempdir().expect("a folder"))
    }

    fn join_in(reactor: &Reactor, address: &str, code: TableCode, name: &str, watches: bool, dir: TempDir) -> Pupil {
        let (send, events) = mpsc::channel();
        let visit = TableVisit { address: address.to_owned(), code, name: name.to_owned(), accepts: false, watches };
        let table = Table::join(reactor, data(&dir), visit, move |event| drop(send.send(event)));
        Pupil {
            table: Some(table),
            events,
            dir,
            name: name.to_owned(),
            is_in_class: false,
            view: None,
            shown: None,
            shows: 0,
            asked: false,
            refused: None,
            away: 0,
            closed: None,
            acted: None,
        }
    }

    fn take(&mut self, event: TableEvent) {
        match event {
            TableEvent::InClass { teacher, .. } => self.is_in_class = teacher == "Ms Li",
            TableEvent::Shown(shown) => (self.shown, self.shows) = (shown.map(|shown| *shown), self.shows + 1),
            TableEvent::Game { view, .. } => self.view = Some(*view),
            TableEvent::Asked { question: TableQuestion::Draw } => self.asked = true,
            TableEvent::Refused { why } => (self.refused, self.acted) = (Some(why), None),
            TableEvent::Away { .. } => (self.away, self.is_in_class) = (self.away + 1, false),
            TableEvent::Closed(closing) => self.closed = Some(closing),
            _ => {}
        }
    }

    fn pump(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.take(event);
        }
    }

    #[track_caller]
    fn until(&mut self, what: &str, fits: impl Fn(&Pupil) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !fits(self) {
            let wait = until.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(wait);
            let event = event.unwrap_or_else(|_| panic!("{}: no {what}; closed: {:?}", self.name, self.closed));
            self.take(event);
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

    fn outcome(&self) -> Option<Outcome> {
        self.view.as_ref().and_then(|view| view.session.outcome())
    }

    fn is_in_turn(&self) -> bool {
        let view = self.view.as_ref().expect("a game has begun");
        view.session.outcome().is_none() && view.session.side_in_turn() == view.mine
    }

    fn placement(&self) -> String {
        self.view.as_ref().map(|view| view.session.game().placement()).unwrap_or_default()
    }
}

/// A study that a teacher shows: three moves of Gomoku.
pub(super) fn shown_game() -> ShownGame {
    let config = offer(setup("gomoku", "freestyle", Some(15), None), TimeControl::None, Side::First).config;
    let moves = ["h8", "i9", "j8"].map(str::to_owned).to_vec();
    ShownGame::new("Opening", config, moves).expect("the moves are legal")
}

fn gomoku() -> Setup {
    setup("gomoku", "freestyle", Some(15), None)
}

/// Opens a class of these guests.
fn class_of(reactor: &Reactor, setup: Setup, clock: TimeControl, names: &[&str]) -> (Teacher, Vec<Pupil>) {
    let mut teacher = Teacher::open(reactor, setup, clock);
    let mut pupils = Vec::new();
    for name in names {
        let mut pupil = Pupil::join(reactor, &teacher.address, teacher.code(), name, false);
        pupil.until("seat", |pupil| pupil.is_in_class);
        pupils.push(pupil);
    }
    teacher.until("all are here", |teacher| teacher.here() == names.len());
    (teacher, pupils)
}

/// How a game of the script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScriptedEnd {
    Resigns(Side),
    Draw,
}

/// The end of the game between two guests; Eve always resigns.
fn script(round: u32, players: &BySide<String>) -> (usize, ScriptedEnd) {
    let number = |name: &str| name.bytes().map(usize::from).sum::<usize>();
    if players.first == "Eve" || players.second == "Eve" {
        let side = if players.first == "Eve" { Side::First } else { Side::Second };
        return (0, ScriptedEnd::Resigns(side));
    }
    let mixed = number(&players.first) * 7 + number(&players.second) * 3 + round as usize * 5;
    let end = match mixed % 5 {
        0 | 1 => ScriptedEnd::Resigns(Side::First),
        2 | 3 => ScriptedEnd::Resigns(Side::Second),
        _ => ScriptedEnd::Draw,
    };
    (3 + mixed % 3, end)
}

/// Plays a round by the script until the teacher has its results.
fn play_round(teacher: &mut Teacher, pupils: &mut [Pupil], rng: &mut Rng) {
    let until = Instant::now() + Duration::from_secs(300);
    teacher.results = None;
    while teacher.results.is_none() {
        let gone: Vec<_> =
            pupils.iter().map(|pupil| (&pupil.name, &pupil.closed, pupil.away, &pupil.refused)).collect();
        assert!(Instant::now() < until, "the round does not end: {:?}, {gone:?}", teacher.guests);
        teacher.pump();
        for pupil in pupils.iter_mut() {
            pupil.pump();
            step(pupil, teacher.paired.as_ref().expect("it is paired"), rng);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Lets a guest do what the script wants of it now.
fn step(pupil: &mut Pupil, round: &NextRound, rng: &mut Rng) {
    let Some(view) = pupil.view.as_ref().filter(|view| view.session.outcome().is_none()) else { return };
    let players = view.session.begun().players.as_ref().map(Player::record_name);
    if !round.pairs.contains(&players) {
        return;
    }
    let (plies, end) = script(round.round, &players);
    let at = (view.header.id.clone(), view.snapshot.ply);
    if pupil.asked {
        pupil.asked = false;
        return pupil.act(TableAct::Answer { question: TableQuestion::Draw, accept: end == ScriptedEnd::Draw });
    }
    if pupil.acted.as_ref() == Some(&at) {
        return;
    }
    let act = match end {
        ScriptedEnd::Resigns(side) if view.snapshot.ply >= plies => (side == view.seat).then_some(TableAct::Resign),
        ScriptedEnd::Draw if view.snapshot.ply >= plies => {
            pupil.is_in_turn().then_some(TableAct::Ask { question: TableQuestion::Draw })
        }
        _ => pupil.is_in_turn().then(|| TableAct::Play { mv: any_move_in(&view.snapshot, rng) }),
    };
    if let Some(act) = act {
        pupil.act(act);
        pupil.acted = Some(at);
    }
}

fn class_file(dir: &TempDir) -> PathBuf {
    let files = std::fs::read_dir(dir.path().join("journal")).expect("the folder of journals");
    let mut paths = files.map(|file| file.expect("it can be listed").path());
    paths.find(|path| path.extension().is_some_and(|ending| ending == "class")).expect("a class")
}
