//! Rounds: pairings, byes, results.

use super::*;

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
