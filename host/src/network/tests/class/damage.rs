//! Damaged files of classes: what can be read goes on, the damaged file is kept, and nothing is lost without a word.

use std::fs;

use super::*;

/// Leaves a class of three in the second of two rounds, its first one counted. Returns it with the points of the first round.
fn leave(reactor: &Reactor) -> (TempDir, Vec<Pupil>, Vec<u32>) {
    let (mut teacher, mut pupils) = class_of(reactor, gomoku(), TimeControl::None, &["Bo", "Cai", "Dan"]);
    let mut rng = Rng::from_seed(5);
    teacher.begin(TournamentFormat::RoundRobin);
    play_round(&mut teacher, &mut pupils, &mut rng);
    let points = points(&teacher);
    teacher.boards.clear();
    teacher.request(ClassRequest::Begin);
    teacher.until("a game", |teacher| teacher.boards.values().any(|board| board.is_here.first && board.is_here.second));
    (teacher.kill(), pupils, points)
}

/// Returns the half points of all players, the best first.
fn points(teacher: &Teacher) -> Vec<u32> {
    let results = teacher.results.as_ref().expect("a round is over");
    results.standings.iter().map(|row| row.half_points).collect()
}

/// Copies the journals of `dir` into a folder of their own, with another class.
fn copy(dir: &TempDir, class: &[u8]) -> TempDir {
    let to = tempfile::tempdir().expect("a folder");
    fs::create_dir(to.path().join("journal")).expect("it can be made");
    for file in fs::read_dir(dir.path().join("journal")).expect("it can be listed") {
        let file = file.expect("it can be listed");
        fs::copy(file.path(), to.path().join("journal").join(file.file_name())).expect("it can be copied");
    }
    fs::write(class_file(&to), class).expect("it is written");
    to
}

/// Returns the file with a byte of line `number` changed.
fn flipped(whole: &[u8], number: usize) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = whole.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    let at = lines[number].len() - 6;
    lines[number][at] ^= 1;
    lines.concat()
}

fn kinds(whole: &[u8]) -> Vec<String> {
    let kind = |line: &str| line.split('"').nth(3).unwrap_or_default().to_owned();
    String::from_utf8_lossy(whole).lines().map(kind).collect()
}

#[test]
fn a_class_goes_on_with_what_its_damaged_file_still_has() {
    let reactor = Reactor::start();
    let (dir, pupils, of_first_round) = leave(&reactor);
    drop(pupils);
    let whole = fs::read(class_file(&dir)).expect("it can be read");
    let kinds = kinds(&whole);
    assert!(["over", "known", "round"].iter().all(|kind| kinds.iter().any(|one| one == kind)), "{kinds:?}");
    for (number, kind) in kinds.iter().enumerate() {
        let damaged = flipped(&whole, number);
        let dir = copy(&dir, &damaged);
        let found = find_classes(&data(&dir));
        let damage = found.cut_off[0].damage.clone().expect("it is damaged");
        assert_eq!((damage.line as usize, found.unreadable.len()), (number + 1, 0), "{kind}");
        let lost = match kind.as_str() {
            "over" | "known" | "token" => 1,
            _ if number == 0 => 0,
            _ => kinds.len() - number,
        };
        assert_eq!(damage.lost as usize, lost, "line {number}, {kind}");
        assert_eq!(fs::read(class_file(&dir)).expect("it can be read"), damaged, "a look changes nothing");

        let mut teacher = Teacher::go_on(&reactor, dir);
        teacher.until("it is told", |teacher| teacher.damaged.is_some());
        let (told, aside) = teacher.damaged.clone().expect("it is told");
        assert_eq!((told.lost, fs::read(aside).expect("it is kept")), (damage.lost, damaged));
        if matches!(kind.as_str(), "over" | "known") {
            teacher.until("its games", |teacher| !teacher.boards.is_empty());
            for number in teacher.boards.keys().copied().collect::<Vec<_>>() {
                teacher.request(ClassRequest::Decide { board: number, winner: None });
            }
            teacher.until("results", |teacher| teacher.results.as_ref().is_some_and(|results| results.round == 2));
            let sum = |points: &[u32]| points.iter().sum::<u32>();
            assert_eq!(sum(&points(&teacher)), 2 * sum(&of_first_round), "no result is lost");
        }
        let dir = teacher.kill();
        let again = find_classes(&data(&dir));
        assert_eq!((again.cut_off.len(), &again.cut_off[0].damage), (1, &None), "line {number}, {kind}");
    }
}

#[test]
fn guests_come_back_to_a_class_that_has_lost_their_round_or_their_seats() {
    let reactor = Reactor::start();
    for lost in ["round", "seat"] {
        let (dir, mut pupils, _) = leave(&reactor);
        let whole = fs::read(class_file(&dir)).expect("it can be read");
        let number = kinds(&whole).iter().rposition(|kind| kind == lost).expect("there is one");
        fs::write(class_file(&dir), flipped(&whole, number)).expect("it is written");
        let mut teacher = Teacher::go_on(&reactor, dir);
        teacher.until("all are back", |teacher| teacher.here() == 3);
        let mut names: Vec<&str> = teacher.guests.iter().map(|guest| guest.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Bo", "Cai", "Dan"], "{lost}");
        if lost == "seat" {
            teacher.paired = None;
            teacher.request(ClassRequest::Pair(TournamentFormat::RoundRobin));
        }
        teacher.until("a pairing", |teacher| teacher.paired.is_some());
        pupils.iter_mut().for_each(Pupil::pump);
        let lost: Vec<_> = pupils.iter().map(|pupil| pupil.view.as_ref().map(|view| view.header.id.clone())).collect();
        teacher.request(ClassRequest::Begin);
        let pair = teacher.paired.as_ref().expect("it is paired").pairs[0].clone();
        for (pupil, lost) in pupils.iter_mut().zip(lost) {
            if [&pair.first, &pair.second].contains(&&pupil.name) {
                pupil.until("another game", |pupil| pupil.view.as_ref().map(|view| view.header.id.clone()) != lost);
            }
        }
        play_round(&mut teacher, &mut pupils, &mut Rng::from_seed(6));
        teacher.close();
    }
}

#[test]
fn a_result_without_its_line_and_its_journal_is_decided_by_the_teacher() {
    let reactor = Reactor::start();
    let (dir, pupils, _) = leave(&reactor);
    drop(pupils);
    let whole = fs::read(class_file(&dir)).expect("it can be read");
    let number = kinds(&whole).iter().position(|kind| kind == "over").expect("there is one");
    let game = find_classes(&data(&dir)).cut_off[0].games().next().expect("a game").to_owned();
    fs::write(class_file(&dir), flipped(&whole, number)).expect("it is written");
    fs::remove_file(Journal::path_in(&data(&dir), &game)).expect("it was there");
    let mut teacher = Teacher::go_on(&reactor, dir);
    teacher.until("the second round", |teacher| teacher.boards.len() == 1);
    for board in [1, 2] {
        teacher.request(ClassRequest::Decide { board, winner: Some(Side::First) });
    }
    teacher.until("results", |teacher| teacher.results.is_some());
    assert_eq!(teacher.refused, None);
    teacher.close();
}

#[test]
fn a_class_whose_head_is_lost_is_named_and_set_aside_with_the_seven_before_it() {
    let reactor = Reactor::start();
    let (dir, pupils, _) = leave(&reactor);
    drop(pupils);
    let path = class_file(&dir);
    let whole = fs::read(&path).expect("it can be read");
    let damaged = [b"\0", &whole[1..]].concat();
    let asides = || -> Vec<PathBuf> {
        let files = fs::read_dir(dir.path().join("journal")).expect("it can be listed");
        let paths = files.map(|file| file.expect("it can be listed").path());
        paths.filter(|path| path.to_string_lossy().contains(".class.corrupt-")).collect()
    };
    let mut last = None;
    for _ in 0..10 {
        fs::write(&path, &damaged).expect("it is written");
        assert!(find_classes(&data(&dir)).cut_off.is_empty());
        let (desk, notices) = Desk::open(Some(dir.path().to_owned()), |_| {});
        assert_eq!((notices.len(), notices[0].code), (1, "class-lost"));
        let aside = notices[0].at.clone().expect("a place");
        assert_eq!(fs::read(&aside).expect("it is kept"), damaged);
        assert!(!path.exists() && asides().len() <= 8);
        // Its game in progress is one of this machine.
        assert!(desk.unfinished_class().is_none());
        last = Some(aside);
    }
    assert_eq!(asides().len(), 8);
    assert!(last.is_some_and(|last| asides().contains(&last)), "the newest one is kept");

    // What a newer program wrote stays, and is named at each start.
    let newer = String::from_utf8_lossy(&whole).replacen("\"version\":2", "\"version\":9", 1);
    let (first, rest) = newer.split_once('\n').expect("lines");
    let plain = first.split(",\"sum\":").next().unwrap_or_default();
    let newer = format!("{plain}}}\n{rest}");
    fs::write(&path, &newer).expect("it is written");
    for _ in 0..2 {
        let (desk, notices) = Desk::open(Some(dir.path().to_owned()), |_| {});
        let told = desk.unfinished_with_notices().expect("the journals can be read").1;
        assert_eq!((notices.len(), told.len(), told[0].code), (0, 1, "newer-version"));
    }
    assert_eq!(fs::read_to_string(&path).expect("it is kept"), newer);
}

#[test]
fn a_damaged_class_is_told_at_the_start_and_again_when_it_goes_on() {
    let reactor = Reactor::start();
    let (dir, pupils, _) = leave(&reactor);
    drop(pupils);
    let whole = fs::read(class_file(&dir)).expect("it can be read");
    let number = kinds(&whole).iter().rposition(|kind| kind == "round").expect("there is one");
    fs::write(class_file(&dir), flipped(&whole, number)).expect("it is written");
    let (desk, notices) = Desk::open(Some(dir.path().to_owned()), |_| {});
    let told = desk.unfinished_with_notices().expect("the journals can be read").1;
    assert_eq!(
        (notices.len(), told.len(), told[0].code, told[0].lost),
        (0, 1, "class-cut-short", kinds(&whole).len() as u32 - number as u32)
    );
    assert!(told[0].message.contains(".class"), "{}", told[0].message);
    assert_eq!(desk.unfinished_class().map(|class| class.round), Some(1));
}
