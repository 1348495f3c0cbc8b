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

/// A hostile guest: it moves for the other side, plays twice, answers what nobody asked, and resigns in the end. Returns
/// how many of its lies were refused once the class has closed.
async fn eve(address: String, code: TableCode) -> (usize, usize) {
    let (mut lies, mut refused) = (0, 0);
    let Ok(mut channel) = knock(&address, &Secret::Code(code.to_string())).await else { return (1, 0) };
    let sit = TableMessage::Sit { name: "Eve".to_owned(), game: None, seat: None, watches: false };
    if channel.writer.send(&sit).await.is_err() {
        return (1, 0);
    }
    while let Ok(message) = channel.reader.receive::<TableMessage>().await {
        let act = |steps: u32, act: TableAct| TableMessage::Act { steps, act };
        let play = |steps: u32, mv: &str| act(steps, TableAct::Play { mv: mv.to_owned() });
        let says = match message {
            TableMessage::Terms { seat, .. } => {
                let mut says = vec![TableMessage::Accept];
                if seat == "second" {
                    // The move of the other side.
                    lies += 1;
                    says.push(play(0, "h8"));
                }
                lies += 3;
                says.extend([
                    act(0, TableAct::Answer { question: TableQuestion::Draw, accept: true }),
                    act(0, TableAct::Ask { question: TableQuestion::TakeBack }),
                    play(7, "a1"),
                    act(0, TableAct::Resign),
                ]);
                says
            }
            TableMessage::Step(step) => vec![TableMessage::Ack { steps: step.number + 1 }],
            TableMessage::Ping { at_ms, .. } => vec![TableMessage::Pong { at_ms }],
            TableMessage::Refuse { .. } => {
                refused += 1;
                Vec::new()
            }
            _ => Vec::new(),
        };
        for message in says {
            if channel.writer.send(&message).await.is_err() {
                return (lies, refused);
            }
        }
    }
    (lies, refused)
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

/// Thirty guests, one of them hostile, one with a bad connection, one whose program ends: three rounds of a Swiss, a study
/// that all see, and results that are computed twice.
#[test]
fn a_class_of_thirty_plays_a_swiss_and_looks_at_a_study() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(30);
    let mut teacher = Teacher::open(&reactor, gomoku(), TimeControl::None);
    let (address, code) = (teacher.address.clone(), teacher.code());
    let port = address.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port");
    let proxy = Proxy::start(&reactor, port);
    let mut pupils: Vec<Pupil> = Vec::new();
    for number in 1..30 {
        let name = format!("Pupil {number:02}");
        let through = if number == 7 { &proxy.address } else { &address };
        let mut pupil = Pupil::join(&reactor, through, code, &name, false);
        pupil.until("seat", |pupil| pupil.is_in_class);
        pupils.push(pupil);
    }
    let guard = reactor.enter();
    let eve = tokio::spawn(eve(address.clone(), code));
    drop(guard);
    teacher.until("thirty guests", |teacher| teacher.here() == 30);

    let mut late = Pupil::join(&reactor, &address, code, "Late", false);
    late.until("refusal", |late| late.closed.is_some());
    let why = "This class is full.".to_owned();
    assert_eq!(late.closed, Some(Closing::NotJoined { code: "class-full", why }));

    // The study, forwards and back.
    teacher.request(ClassRequest::Show(Some(Box::new(shown_game()))));
    for pupil in &mut pupils {
        pupil.until("study", |pupil| pupil.shown.is_some());
        let shown = pupil.shown.as_ref().expect("it is shown");
        assert_eq!((shown.title.as_str(), shown.session.rows().len()), ("Opening", 3));
        assert_eq!(shown.session.game().placement(), shown_game().session.game().placement());
    }

    // A guest's program ends and comes back by its name, for it has no game.
    let gone = pupils.remove(2);
    let (name, dir) = (gone.name.clone(), gone.dir);
    drop(gone.table);
    teacher.until("one is gone", |teacher| teacher.here() == 29);
    let mut back = Pupil::join_in(&reactor, &address, code, &name, false, dir);
    back.until("study", |back| back.shown.is_some());
    pupils.insert(2, back);
    teacher.until("thirty guests", |teacher| teacher.here() == 30);

    let mut points: BTreeMap<String, u32> = BTreeMap::new();
    let mut games: Vec<(BySide<String>, ScriptedEnd)> = Vec::new();
    let mut met: BTreeSet<BTreeSet<String>> = BTreeSet::new();
    teacher.request(ClassRequest::Pair(TournamentFormat::Swiss { rounds: 3 }));
    for round in 1..=3 {
        teacher.until("it is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == round));
        let next = teacher.paired.clone().expect("it is paired");
        assert_eq!((next.pairs.len(), &next.bye), (15, &None));
        let shows: Vec<usize> = pupils.iter().map(|pupil| pupil.shows).collect();
        teacher.request(ClassRequest::Begin);
        if round == 2 {
            // Some games have begun when the connection breaks.
            pupils[6].until("game", |pupil| pupil.view.as_ref().is_some_and(|view| view.session.outcome().is_none()));
            let away = pupils[6].away;
            proxy.cut();
            pupils[6].until("loss", |pupil| pupil.away > away);
        }
        play_round(&mut teacher, &mut pupils, &mut rng);
        for players in next.pairs {
            let pair = BTreeSet::from([players.first.clone(), players.second.clone()]);
            assert!(met.insert(pair), "nobody meets twice");
            let (_, end) = script(round, &players);
            let (first, second) = match end {
                ScriptedEnd::Resigns(Side::First) => (0, 2),
                ScriptedEnd::Resigns(Side::Second) => (2, 0),
                ScriptedEnd::Draw => (1, 1),
            };
            *points.entry(players.first.clone()).or_default() += first;
            *points.entry(players.second.clone()).or_default() += second;
            games.push((players, end));
        }
        let results = teacher.results.as_ref().expect("the round is over");
        assert_eq!((results.round, results.is_last), (round, round == 3));
        for row in &results.standings {
            assert_eq!(row.half_points, points[&results.names[row.player]], "{}", results.names[row.player]);
        }
        assert!(results.standings.is_sorted_by(|a, b| a.half_points >= b.half_points));
        // All look at the study again.
        for (pupil, before) in pupils.iter_mut().zip(shows) {
            pupil.until("result", |pupil| pupil.outcome().is_some());
            pupil.until("study", |pupil| pupil.shows > before && pupil.shown.is_some());
        }
    }
    let results = teacher.results.as_ref().expect("the rounds are over");
    for row in &results.standings {
        let name = &results.names[row.player];
        // In quarter points: the points of the beaten, and half of those of the drawn.
        let beaten: u32 = games
            .iter()
            .map(|(players, end)| match end {
                ScriptedEnd::Resigns(Side::First) if players.second == *name => 2 * points[&players.first],
                ScriptedEnd::Resigns(Side::Second) if players.first == *name => 2 * points[&players.second],
                ScriptedEnd::Draw if players.first == *name => points[&players.second],
                ScriptedEnd::Draw if players.second == *name => points[&players.first],
                _ => 0,
            })
            .sum();
        assert_eq!(row.sonneborn_berger, beaten, "{name}");
    }
    assert_eq!(points["Eve"], 0);

    // The teacher files all games but those of Eve, who resigned before the first move.
    teacher.close();
    assert_eq!(journals_of(teacher.dir.path()).len(), 42);
    assert!(reactor.block_on(TcpStream::connect(&address)).is_err(), "no socket is left");
    let (lies, refused) = reactor.block_on(eve).expect("it does not panic");
    assert!(lies >= 9 && lies == refused, "{lies} lies, {refused} refused");
    for pupil in &mut pupils {
        pupil.until("end", |pupil| pupil.closed.is_some());
        assert_eq!(pupil.closed, Some(Closing::OtherLeft));
        let met_eve = met.contains(&BTreeSet::from([pupil.name.clone(), "Eve".to_owned()]));
        assert_eq!(journals_of(pupil.dir.path()).len(), 3 - usize::from(met_eve));
    }
    drop(Desk::open(Some(teacher.dir.path().to_owned()), |_| {}));
    assert_eq!(journals_of(teacher.dir.path()).len(), 0, "the games are in the library");
}

#[test]
fn a_round_robin_of_three_has_byes_and_the_teacher_decides() {
    let reactor = Reactor::start();
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan"]);
    let mut byes = BTreeSet::new();
    teacher.request(ClassRequest::Pair(TournamentFormat::RoundRobin));
    for round in 1..=3 {
        teacher.until("it is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == round));
        let next = teacher.paired.clone().expect("it is paired");
        assert_eq!(next.pairs.len(), 1);
        byes.insert(next.bye.clone().expect("one of three"));
        teacher.request(ClassRequest::Begin);
        let number = round as usize;
        teacher.until("it begins", |teacher| {
            teacher.boards.get(&number).is_some_and(|board| board.is_here.first && board.is_here.second)
        });
        teacher.refused = None;
        teacher.request(ClassRequest::Begin);
        teacher.until("a refusal", |teacher| teacher.refused.is_some());
        teacher.results = None;
        // The first of each pair wins.
        teacher.request(ClassRequest::Decide { board: number, winner: Some(Side::First) });
        teacher.until("it is over", |teacher| teacher.results.is_some());
        for name in [&next.pairs[0].first, &next.pairs[0].second] {
            let pupil = pupils.iter_mut().find(|pupil| pupil.name == *name).expect("a guest");
            pupil.until("result", |pupil| pupil.outcome().is_some());
            assert_eq!(pupil.outcome(), Some(Outcome::win(Side::First, Reason::Unstated)));
        }
    }
    assert_eq!(byes.len(), 3);
    let results = teacher.results.as_ref().expect("it is over");
    assert!(results.is_last);
    assert_eq!(results.standings.iter().map(|row| row.half_points).sum::<u32>(), 6);
    teacher.refused = None;
    teacher.request(ClassRequest::Begin);
    teacher.until("a refusal", |teacher| teacher.refused.is_some());
    teacher.close();
}

/// The winner is the player, whatever colour an opening gave it.
#[test]
fn a_swap_of_colours_does_not_swap_the_points() {
    let reactor = Reactor::start();
    let setup = setup("gomoku", "standard", Some(15), Some("swap"));
    let (mut teacher, mut pupils) = class_of(&reactor, setup, TimeControl::None, &["Bo", "Cai"]);
    teacher.begin(TournamentFormat::RoundRobin);
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    let first = teacher.boards[&1].players.first.clone();
    pupils.sort_by_key(|pupil| pupil.name != first);
    for (number, mv) in ["h8", "i9", "j10", "swap"].into_iter().enumerate() {
        let marks = |pupil: &Pupil| pupil.view.as_ref().map_or(0, |view| view.session.mark().0);
        for pupil in &mut pupils {
            pupil.until("step", |pupil| pupil.view.is_some() && marks(pupil) == number);
        }
        pupils[usize::from(mv == "swap")].play(mv);
    }
    pupils[0].until("swap", |pupil| pupil.view.as_ref().is_some_and(|view| view.mine == Side::Second));
    pupils[0].act(TableAct::Resign);
    teacher.until("it is over", |teacher| teacher.results.is_some());
    let results = teacher.results.as_ref().expect("it is over");
    let best = results.standings.first().expect("two players");
    assert_eq!((results.names[best.player].as_str(), best.half_points), (pupils[1].name.as_str(), 2));
    assert_eq!(teacher.boards[&1].outcome, Some(Outcome::win(Side::Second, Reason::Resignation)));
    assert_eq!(teacher.boards[&1].session.outcome(), Some(Outcome::win(Side::First, Reason::Resignation)));
    teacher.close();
}

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
    let mv = if cai.is_in_turn() { "i9h9" } else { "i0h0" };
    cai.play(mv);
    cai.until("refusal", |cai| cai.refused.is_some());
    proxy.is_down.store(false, Ordering::Relaxed);
    teacher.until("it is back", both);
    assert!(teacher.boards[&1].session.flag_at().is_some());

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
    // In the next rounds it loses without a game, or has the bye.
    for round in 2..=3 {
        teacher.until("it is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == round));
        let next = teacher.paired.clone().expect("it is paired");
        (teacher.results, teacher.refused) = (None, None);
        teacher.request(ClassRequest::Begin);
        if next.bye.as_ref() == Some(&removed) {
            let number = round as usize;
            teacher.until("it begins", |teacher| teacher.boards.contains_key(&number));
            teacher.request(ClassRequest::Decide { board: number, winner: None });
        }
        teacher.until("it is over", |teacher| teacher.results.is_some());
    }
    let results = teacher.results.as_ref().expect("it is over");
    assert!(results.is_last);
    // A round without an opponent counts as a win.
    assert_eq!(results.standings.iter().map(|row| row.half_points).sum::<u32>(), 3 * 4);
    teacher.close();
}

/// A guest that has the code and says what it should not: its connection ends, and the class goes on.
#[test]
fn what_is_no_part_of_a_class_ends_the_connection_and_not_the_class() {
    let reactor = Reactor::start();
    let (mut teacher, _pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai"]);
    let sit = || TableMessage::Sit { name: "Eve".to_owned(), game: None, seat: None, watches: false };
    let shown = || TableMessage::Show { board: Some(Box::new(shown_game().to_board())) };
    let welcome =
        || TableMessage::Welcome { name: String::new(), game: "gomoku".to_owned(), token: "a.b".to_owned(), wait_s: 1 };
    let lies: Vec<Vec<TableMessage>> = vec![
        vec![TableMessage::Accept],
        vec![shown()],
        vec![sit(), shown()],
        vec![sit(), welcome()],
        vec![sit(), TableMessage::Accept],
        vec![sit(), TableMessage::Adjourned],
        vec![sit(), sit()],
        vec![sit(), TableMessage::Disagree { steps: 0, placement: String::new() }],
        vec![TableMessage::Sit { name: "E\u{1b}".to_owned(), game: None, seat: None, watches: false }],
        vec![TableMessage::Sit {
            name: "Eve".to_owned(),
            game: None,
            seat: Some("guessed".to_owned()),
            watches: false,
        }],
    ];
    for lie in lies {
        let secret = Secret::Code(teacher.code().to_string());
        let mut channel = reactor
            .block_on(knock(&teacher.address, &secret))
            .unwrap_or_else(|error| panic!("the code is right: {error}"));
        for message in &lie {
            say(&reactor, &mut channel, message);
        }
        let end = read_until(&reactor, &mut channel, |_| false).expect_err("the class hangs up");
        assert!(matches!(end, ChannelError::Closed | ChannelError::Io(_)), "{end:?} after {lie:?}");
    }
    teacher
        .until("it is gone", |teacher| teacher.here() == 2 && teacher.guests.iter().all(|guest| guest.board.is_none()));
    teacher.begin(TournamentFormat::RoundRobin);
    teacher.until("the class goes on", |teacher| teacher.boards.contains_key(&1));
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

/// Returns the entries of the unfinished or newest journal of each game in a folder, by its seed, without their times.
fn games_in(dir: &Path) -> BTreeMap<u64, Vec<JournalEntry>> {
    let untimed = |entry| match entry {
        JournalEntry::Ply { mv, .. } => JournalEntry::Ply { mv, clock_ms: None, at_ms: 0 },
        JournalEntry::Undo { to_ply, .. } => JournalEntry::Undo { to_ply, clock_ms: None, at_ms: 0 },
        JournalEntry::End { winner, reason, .. } => JournalEntry::End { winner, reason, at_ms: 0 },
    };
    let read = |path: &std::path::PathBuf| {
        let (header, entries) = Journal::entries(path).expect("it is whole");
        (header.seed, entries.into_iter().map(untimed).collect())
    };
    journals_of(dir).iter().map(read).collect()
}

/// The program of the teacher is killed in every phase of a tournament, in the middle of games most of all: the class goes
/// on with the same seats, games and points, and both machines of each game have the same moves.
#[test]
fn a_class_survives_the_end_of_its_program() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(9);
    let clock = TimeControl::Fischer { main: Millis(600_000), increment: Millis(0) };
    let names = ["Bo", "Cai", "Dan", "Eli", "Fay", "Gus", "Hu"];
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), clock, &names);
    let (address, code) = (teacher.address.clone(), teacher.code());

    // Killed before the first round: the pairing is kept.
    teacher.request(ClassRequest::Pair(TournamentFormat::Swiss { rounds: 3 }));
    teacher.until("they are paired", |teacher| teacher.paired.is_some());
    let paired = teacher.paired.clone();
    let go_on = |teacher: Teacher, pupils: &mut [Pupil]| {
        let here = pupils.len();
        let dir = teacher.kill();
        let mut teacher = Teacher::go_on(&reactor, dir);
        assert_eq!((&teacher.address, teacher.code()), (&address, code), "guests know port and code");
        for pupil in pupils {
            pupil.until("return", |pupil| pupil.is_in_class);
            pupil.acted = None;
        }
        teacher.until("all are back", |teacher| teacher.here() == here);
        teacher
    };
    let mut teacher = go_on(teacher, &mut pupils);
    assert_eq!(teacher.paired, paired);

    let mut points = BTreeMap::new();
    for round in 1..=3 {
        teacher.until("it is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == round));
        let next = teacher.paired.clone().expect("it is paired");
        assert!(next.bye.is_some());
        teacher.results = None;
        teacher.request(ClassRequest::Begin);
        teacher.until("it begins", |teacher| {
            let games = teacher.boards.values().filter(|board| board.round == round);
            games.filter(|board| board.is_here.first && board.is_here.second).count() == 3
        });
        for _ in 0..2 {
            // Some moves, and then the end while others are on their way.
            for _ in 0..60 {
                teacher.pump();
                for pupil in &mut pupils {
                    pupil.pump();
                    step(pupil, &next, &mut rng);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            teacher = go_on(teacher, &mut pupils);
        }
        teacher.paired.get_or_insert(next.clone());
        let is_over = |teacher: &Teacher| teacher.results.as_ref().is_some_and(|results| results.round == round);
        let until = Instant::now() + PATIENCE;
        while !is_over(&teacher) {
            assert!(Instant::now() < until, "round {round} does not end: {:?}", teacher.guests);
            teacher.pump();
            for pupil in &mut pupils {
                pupil.pump();
                step(pupil, &next, &mut rng);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // All machines have the same games.
        for pupil in &mut pupils {
            pupil.until("result", |pupil| pupil.view.is_none() || pupil.outcome().is_some());
        }
        let kept = games_in(teacher.dir.path());
        for pupil in &pupils {
            for (seed, entries) in games_in(pupil.dir.path()) {
                assert_eq!(kept.get(&seed), Some(&entries), "{} in round {round}", pupil.name);
            }
        }
        for players in &next.pairs {
            let (_, end) = script(round, players);
            let (first, second) = match end {
                ScriptedEnd::Resigns(Side::First) => (0, 2),
                ScriptedEnd::Resigns(Side::Second) => (2, 0),
                ScriptedEnd::Draw => (1, 1),
            };
            *points.entry(players.first.clone()).or_insert(0) += first;
            *points.entry(players.second.clone()).or_insert(0) += second;
        }
        *points.entry(next.bye.clone().expect("seven guests")).or_insert(0) += 2;
        // Between rounds, too.
        teacher = go_on(teacher, &mut pupils);
        let results = teacher.results.clone().expect("a round is over");
        let counted = results.standings.iter().map(|row| (results.names[row.player].clone(), row.half_points));
        assert_eq!(counted.collect::<BTreeMap<_, _>>(), points, "after round {round}");
    }
    assert!(teacher.results.as_ref().expect("it is over").is_last);

    // While the class is cut off its games are its own; once the teacher has ended it, it is not offered again.
    let dir = teacher.kill();
    let desk = Desk::open(Some(dir.path().to_owned()), |_| {});
    assert_eq!(journals_of(dir.path()).len(), 9);
    drop(desk);
    let mut teacher = Teacher::go_on(&reactor, dir);
    teacher.close();
    assert!(find_classes(&data(&teacher.dir)).cut_off.is_empty());
    drop(Desk::open(Some(teacher.dir.path().to_owned()), |_| {}));
    assert_eq!(journals_of(teacher.dir.path()).len(), 0);
}

/// Guests whose machines lost power with that of the teacher come back with the code: one that plays from its journal, one
/// that does not by its name; nobody takes the seat of one that plays.
#[test]
fn all_programs_of_a_class_end_and_come_back() {
    let reactor = Reactor::start();
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan"]);
    teacher.begin(TournamentFormat::Swiss { rounds: 2 });
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    let next = teacher.paired.clone().expect("it is paired");
    pupils.sort_by_key(|pupil| pupil.name != next.pairs[0].first);
    pupils[0].until("game", |pupil| pupil.view.is_some());
    pupils[0].play("h8");
    teacher.until("a move", |teacher| teacher.boards[&1].session.rows().len() == 1);
    let removed = next.bye.clone().expect("three guests");
    let code = teacher.code();
    let dir = teacher.kill();
    let dirs = pupils.into_iter().map(|pupil| {
        drop(pupil.table);
        (pupil.name, pupil.dir)
    });
    let dirs: Vec<_> = dirs.collect();
    let mut teacher = Teacher::go_on(&reactor, dir);
    teacher.until("its board", |teacher| teacher.boards.contains_key(&1));
    assert_eq!(teacher.boards[&1].session.rows().len(), 1);
    let mut liar = Pupil::join(&reactor, &teacher.address, code, &next.pairs[0].first, false);
    liar.until("refusal", |liar| liar.closed.is_some());
    let mut pupils: Vec<Pupil> = Vec::new();
    for (name, dir) in dirs {
        pupils.push(Pupil::join_in(&reactor, &teacher.address, code, &name, false, dir));
    }
    teacher.until("all are back", |teacher| teacher.here() == 3 && teacher.guests.len() == 3);
    let second = pupils.iter_mut().find(|pupil| pupil.name == next.pairs[0].second).expect("a guest");
    second.until("game", |pupil| pupil.view.as_ref().is_some_and(|view| view.snapshot.ply == 1));
    teacher.until("both are back", |teacher| teacher.boards[&1].is_here.first && teacher.boards[&1].is_here.second);
    second.play("i9");
    teacher.until("the move", |teacher| teacher.boards[&1].session.rows().len() == 2);

    // A seat that was closed stays so, and its token is of no use.
    teacher.request(ClassRequest::Remove { name: removed.clone() });
    teacher.until("it is gone", |teacher| teacher.guests.len() == 2);
    let mut teacher = Teacher::go_on(&reactor, teacher.kill());
    teacher.until("two are back", |teacher| teacher.here() == 2);
    assert!(teacher.guests.iter().all(|guest| guest.name != removed));
    teacher.close();
}

fn class_file(dir: &TempDir) -> PathBuf {
    let files = std::fs::read_dir(dir.path().join("journal")).expect("the folder of journals");
    let mut paths = files.map(|file| file.expect("it can be listed").path());
    paths.find(|path| path.extension().is_some_and(|ending| ending == "class")).expect("a class")
}

/// What a program that was killed between two lines leaves: a result that the class did not count, a line without its end,
/// games of a round that had not begun.
#[test]
fn half_of_what_was_written_is_carried_out_when_the_class_goes_on() {
    let reactor = Reactor::start();
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai"]);
    teacher.begin(TournamentFormat::Swiss { rounds: 1 });
    pupils.iter_mut().for_each(|pupil| pupil.until("game", |pupil| pupil.view.is_some()));
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    let mover = usize::from(!pupils[0].is_in_turn());
    pupils[mover].play("h8");
    pupils[1 - mover].until("move", |pupil| pupil.snapshot().ply == 1);
    pupils[mover].act(TableAct::Resign);
    pupils.iter_mut().for_each(|pupil| pupil.until("result", |pupil| pupil.outcome().is_some()));
    teacher.until("it is over", |teacher| teacher.results.is_some());
    let dir = teacher.kill();

    let path = class_file(&dir);
    let text = std::fs::read_to_string(&path).expect("it is text");
    let counted = text.lines().take_while(|line| !line.contains("\"over\"")).map(|line| format!("{line}\n"));
    std::fs::write(&path, counted.collect::<String>() + "{\"entry\":\"over\",\"boa").expect("it is written");
    let config = offer(gomoku(), TimeControl::None, Side::First).config;
    for (id, age) in [("new", 0), ("old", 2 * 24 * 60 * 60 * 1_000)] {
        let header = words::header(&config, id.to_owned(), 1, crate::clock::unix_ms() - age);
        drop(Journal::create(&data(&dir), &header).expect("a journal"));
    }
    let mut teacher = Teacher::go_on(&reactor, dir);
    teacher.until("it is over", |teacher| teacher.results.is_some());
    let results = teacher.results.clone().expect("it is over");
    assert_eq!(results.standings.iter().map(|row| row.half_points).collect::<Vec<_>>(), [2, 0]);
    teacher.until("both are back", |teacher| teacher.here() == 2);
    let again = std::fs::read_to_string(&path).expect("it is text");
    assert_eq!(again.matches("\"over\"").count(), 1);

    // Games without a move are removed once nobody can mean them any more.
    drop(Desk::open(Some(teacher.dir.path().to_owned()), |_| {}));
    let ids = journals_of(teacher.dir.path());
    assert!(ids.iter().any(|path| path.ends_with("new.jsonl")) && !ids.iter().any(|path| path.ends_with("old.jsonl")));
    teacher.close();
}

/// A file that is no class, that is damaged or that another program holds is no class to go on with, and harms nothing.
#[test]
fn only_a_readable_class_that_nobody_holds_is_offered() {
    let reactor = Reactor::start();
    let (teacher, _pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo"]);
    assert!(find_classes(&data(&teacher.dir)).cut_off.is_empty(), "it is open");
    let dir = teacher.kill();
    let path = class_file(&dir);
    let whole = std::fs::read(&path).expect("it can be read");
    let class = find_classes(&data(&dir)).cut_off.into_iter().next().expect("it was cut off");
    assert_eq!((class.guests.as_slice(), class.round, class.playing), (&["Bo".to_owned()][..], 0, 0));
    let mut rng = Rng::from_seed(3);
    for _ in 0..500 {
        let mut bytes = whole.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = rng.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at + 1),
            }
        }
        std::fs::write(&path, bytes).expect("it is written");
        // A damaged guest is not made up.
        assert!(find_classes(&data(&dir)).cut_off.iter().all(|class| class.guests.len() <= 1));
    }
}

/// Peers that have the code sit down and send messages with changed bytes, as many as `DUIYI_NETWORK_PEERS`: each ends its own
/// connection at most, and a game between two others goes on.
#[test]
fn changed_messages_of_guests_harm_no_game() {
    let reactor = Reactor::start();
    let mut rng = Rng::from_seed(number("DUIYI_NETWORK_SEED", 21));
    let (mut teacher, mut pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai"]);
    teacher.begin(TournamentFormat::RoundRobin);
    pupils.iter_mut().for_each(|pupil| pupil.until("game", |pupil| pupil.view.is_some()));
    teacher.until("it begins", |teacher| {
        teacher.boards.get(&1).is_some_and(|board| board.is_here.first && board.is_here.second)
    });
    let act = |act: TableAct| TableMessage::Act { steps: 0, act };
    let messages = [
        act(TableAct::Play { mv: "h8".to_owned() }),
        act(TableAct::Answer { question: TableQuestion::Draw, accept: true }),
        act(TableAct::Resign),
        TableMessage::Sit { name: "Bo".to_owned(), game: None, seat: Some("ab".to_owned()), watches: false },
        TableMessage::Ack { steps: 3 },
        TableMessage::Disagree { steps: 3, placement: "x".repeat(300) },
        TableMessage::Show { board: Some(Box::new(shown_game().to_board())) },
    ];
    let peers = number("DUIYI_NETWORK_PEERS", 30);
    let mut sent = 0;
    for peer in 0..peers {
        let secret = Secret::Code(teacher.code().to_string());
        let Ok(mut channel) = reactor.block_on(knock(&teacher.address, &secret)) else { continue };
        if rng.below(2) == 0 {
            let name = format!("Eve {}", peer % 20);
            say(&reactor, &mut channel, &TableMessage::Sit { name, game: None, seat: None, watches: peer % 5 == 0 });
        }
        for _ in 0..20 {
            let message = &messages[rng.below(messages.len())];
            // A frame has any JSON here; what is none is written as a text.
            let bytes = changed(message, &mut rng);
            let value: serde_json::Value = serde_json::from_slice(&bytes)
                .unwrap_or_else(|_| serde_json::Value::String(String::from_utf8_lossy(&bytes).into_owned()));
            if reactor.block_on(channel.writer.send(&value)).is_err() {
                break;
            }
            sent += 1;
        }
        drop(channel);
        if peer % 5 == 0 && teacher.boards[&1].session.outcome().is_none() {
            pupils.iter_mut().for_each(Pupil::pump);
            let ply = pupils[0].snapshot().ply.max(pupils[1].snapshot().ply);
            pupils.iter_mut().for_each(|pupil| pupil.until("move", |pupil| pupil.snapshot().ply == ply));
            let mover = usize::from(!pupils[0].is_in_turn());
            let mv = any_move_in(pupils[mover].snapshot(), &mut rng);
            pupils[mover].play(&mv);
            pupils.iter_mut().for_each(|pupil| pupil.until("move", |pupil| pupil.snapshot().ply == ply + 1));
        }
        teacher.pump();
    }
    println!("{sent} changed messages of {peers} peers");
    assert!(
        teacher.guests.iter().filter(|guest| ["Bo", "Cai"].contains(&guest.name.as_str())).all(|guest| guest.is_here)
    );
    assert!(teacher.guests.len() <= 22);
    assert_eq!(pupils[0].placement(), pupils[1].placement());
    teacher.close();
}
