//! Classes that were cut off and go on.

use super::*;

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

/// A round robin that began under version 1 meets in its order: by another one two players could meet twice.
#[test]
fn a_class_of_an_earlier_version_keeps_its_pairings() {
    let reactor = Reactor::start();
    let (mut teacher, _pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan"]);
    teacher.request(ClassRequest::Pair(TournamentFormat::RoundRobin));
    teacher.until("they are paired", |teacher| teacher.paired.is_some());
    let dir = teacher.kill();
    let path = class_file(&dir);
    let text = std::fs::read_to_string(&path).expect("it is text");
    let (first, rest) = text.split_once('\n').expect("lines");
    let unsealed = first.split(",\"sum\":").next().unwrap_or_default();
    let earlier = unsealed.replacen("\"version\":2", "\"version\":1", 1);
    std::fs::write(&path, format!("{earlier}}}\n{rest}")).expect("it is written");
    let mut teacher = Teacher::go_on(&reactor, dir);
    let mut pairs = Vec::new();
    for round in 1..=3 {
        teacher.until("it is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == round));
        let next = teacher.paired.clone().expect("it is paired");
        pairs.push([next.pairs[0].first.clone(), next.pairs[0].second.clone()]);
        teacher.results = None;
        teacher.request(ClassRequest::Begin);
        let number = round as usize;
        teacher.until("it begins", |teacher| teacher.boards.contains_key(&number));
        teacher.request(ClassRequest::Decide { board: number, winner: None });
        teacher.until("it is over", |teacher| teacher.results.is_some());
    }
    assert_eq!(pairs, [["Cai", "Dan"], ["Cai", "Bo"], ["Bo", "Dan"]]);
    teacher.close();
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

/// The guest who has won by forfeit gets no round without an opponent before the others.
#[test]
fn a_forfeit_win_is_known_when_the_class_goes_on() {
    let reactor = Reactor::start();
    let (mut teacher, _pupils) = class_of(&reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan", "Eli"]);
    teacher.begin(TournamentFormat::Swiss { rounds: 3 });
    let pairs = teacher.paired.clone().expect("it is paired").pairs;
    teacher.until("both games", |teacher| teacher.boards.len() == 2);
    // One has won by forfeit, the other one by playing.
    teacher.request(ClassRequest::Remove { name: pairs[0].second.clone() });
    teacher.request(ClassRequest::Decide { board: 2, winner: Some(Side::First) });
    let winner = &pairs[1].first;
    teacher.until("two is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == 2));
    let next = teacher.paired.clone().expect("it is paired");
    assert_eq!(next.bye.as_ref(), Some(&pairs[1].second));
    teacher.request(ClassRequest::Begin);
    teacher.until("it begins", |teacher| teacher.boards.contains_key(&3));
    let side = if next.pairs[0].first == *winner { Side::First } else { Side::Second };
    teacher.request(ClassRequest::Decide { board: 3, winner: Some(side) });
    teacher.until("three is paired", |teacher| teacher.paired.as_ref().is_some_and(|next| next.round == 3));
    let next = teacher.paired.clone().expect("it is paired");
    assert_eq!(next.bye.as_ref(), Some(winner));
    let mut teacher = Teacher::go_on(&reactor, teacher.kill());
    teacher.until("it is paired again", |teacher| teacher.paired.is_some());
    assert_eq!(teacher.paired, Some(next));
    teacher.close();
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
