//! A class between programs: a teacher's script, guests and a spectator.

use std::fs;
#[cfg(target_os = "linux")]
use std::time::Duration;

use super::table::{Player, folder};

/// Reads a number from the environment.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What a process has used: resident memory at most, in KiB, and processor time in clock ticks of 10 ms.
#[cfg(target_os = "linux")]
fn usage(process: u32) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let peak = peak.split_whitespace().next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> =
        stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().collect()).unwrap_or_default();
    let ticks = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    (peak, ticks(11) + ticks(12))
}

/// A script opens a class, shows a record, pairs the guests and ends it. `DUIYI_CLASS_GUESTS` sets the number of guests.
#[test]
fn a_piped_class_shows_a_record_and_plays_a_swiss() {
    let guests = number("DUIYI_CLASS_GUESTS", 4);
    let data = folder();
    let record = data.path().join("opening.sgf");
    fs::write(&record, "(;GM[4]FF[4]SZ[15];B[hh];W[ii];B[jj])").expect("a record");
    let mut teacher = Player::of("class", data.path(), &["gomoku", "--name", "Ms Li"]);
    let open = teacher.expect("class", |line| line.starts_with("The class is open at "));
    let port = open.split_once(". Tell").and_then(|(head, _)| head.rsplit_once(':')).expect("an address").1.to_owned();
    let words = teacher.expect("code", |line| line.starts_with("  ")).trim().to_owned();
    let address = format!("127.0.0.1:{port}");
    #[cfg(target_os = "linux")]
    let alone = usage(teacher.id());

    let folders: Vec<_> = (0..=guests).map(|_| folder()).collect();
    let mut pupils: Vec<Player> = Vec::new();
    for (number, data) in folders.iter().take(guests).enumerate() {
        let name = format!("Pupil {number:02}");
        let args = ["gomoku", "--join", &address, "--code", &words, "--name", &name];
        let mut pupil = Player::of("play", data.path(), &args);
        pupil.expect("seat", |line| line.starts_with("You are in the class of Ms Li"));
        pupils.push(pupil);
    }
    let args = ["gomoku", "--join", &address, "--code", &words, "--watch"];
    let mut projector = Player::of("play", folders[guests].path(), &args);
    projector.expect("seat", |line| line.starts_with("You are in the class of Ms Li"));
    teacher.write(&format!("wait guests {guests}"));
    teacher.write("guests");
    teacher.expect("guests", |line| line == format!("guests: {guests} here, {guests} in all"));

    teacher.write(&format!("show {}", record.display()));
    teacher.write("go 2");
    for pupil in pupils.iter_mut().chain([&mut projector]) {
        pupil.expect("record", |line| line == "shown: opening, move 2");
    }
    let rounds = 2;
    teacher.write(&format!("pair swiss {rounds}"));
    for round in 1..=rounds {
        teacher.expect("pairs", |line| line.starts_with(&format!("round {round} is paired")));
        teacher.write("begin");
        if round == 1 {
            teacher.write("watch 1");
            projector.expect("board", |line| line.starts_with("shown: Pupil "));
        }
        // The player who moves first plays a move, and the other one resigns.
        for pupil in &mut pupils {
            let line = pupil.expect("game", |line| line.contains(" (you)") && line.contains("Type 'help'"));
            pupil.write(if line.contains("(you), White") { "h8" } else { "resign" });
        }
        teacher.write("wait round");
        teacher.write("boards");
        teacher.expect("results", |line| line.starts_with(&format!("results after round {round}")));
    }
    teacher.expect("the best", |line| line.starts_with("1. Pupil ") && line.contains(": 2 (+2 =0 -0)"));
    #[cfg(target_os = "linux")]
    {
        std::thread::sleep(Duration::from_secs(1));
        let (peak, ticks) = usage(teacher.id());
        println!(
            "{guests} guests: the host had {peak} KiB at most, {} KiB before they came; {} ms of processor time, {} ms before",
            alone.0,
            10 * ticks,
            10 * alone.1
        );
    }
    teacher.write("quit");
    assert_eq!(teacher.end().1, 0);
    for pupil in pupils {
        let (last, status) = pupil.end();
        assert!(last.starts_with("result ") && status == 0, "{last}");
    }
    assert_eq!(projector.end().1, 0);
    let journals = data.path().join("journal");
    assert_eq!(fs::read_dir(journals).expect("the folder of journals").count(), 0, "the games are in the library");
}

/// Returns the moves and the end in a journal, without times and clocks.
#[cfg(target_os = "linux")]
fn lines_of(journal: &std::path::Path) -> Vec<String> {
    let text = fs::read_to_string(journal).expect("a journal");
    let entries = text.lines().skip(1).map(|line| {
        let entry: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        ["entry", "mv", "to_ply", "winner", "reason"].map(|field| entry[field].to_string()).join(" ")
    });
    entries.collect()
}

/// Returns the journals of a folder by the seed of their games.
#[cfg(target_os = "linux")]
fn games_of(data: &std::path::Path) -> std::collections::BTreeMap<String, Vec<String>> {
    let files = fs::read_dir(data.join("journal")).expect("the folder of journals");
    let paths = files.map(|file| file.expect("it can be listed").path());
    let journals = paths.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    journals
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a journal");
            let header: serde_json::Value =
                serde_json::from_str(text.lines().next().expect("a first line")).expect("a line of JSON");
            (header["seed"].to_string(), lines_of(&path))
        })
        .collect()
}

/// The teacher's program is killed in the middle of a round and started again with `--resume`: the guests come back by
/// themselves, no move is lost, and all machines have the same games.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_class_goes_on_with_its_games() {
    let guests = number("DUIYI_CLASS_GUESTS", 6);
    let kills = number("DUIYI_CLASS_KILLS", 2);
    let data = folder();
    let args = ["gomoku", "--name", "Ms Li", "--tc", "600+0"];
    let mut teacher = Player::of("class", data.path(), &args);
    let open = teacher.expect("class", |line| line.starts_with("The class is open at "));
    let port = open.split_once(". Tell").and_then(|(head, _)| head.rsplit_once(':')).expect("an address").1.to_owned();
    let words = teacher.expect("code", |line| line.starts_with("  ")).trim().to_owned();
    let address = format!("127.0.0.1:{port}");
    let folders: Vec<_> = (0..guests).map(|_| folder()).collect();
    let mut pupils: Vec<Player> = Vec::new();
    for (number, data) in folders.iter().enumerate() {
        let name = format!("Pupil {number:02}");
        let args = ["gomoku", "--join", &address, "--code", &words, "--name", &name];
        let mut pupil = Player::of("play", data.path(), &args);
        pupil.expect("seat", |line| line.starts_with("You are in the class of Ms Li"));
        pupils.push(pupil);
    }
    teacher.write(&format!("wait guests {guests}"));
    teacher.write("pair round-robin");
    teacher.expect("pairs", |line| line.starts_with("round 1 is paired"));
    teacher.write("begin");
    let mut is_first = Vec::new();
    for pupil in &mut pupils {
        let line = pupil.expect("game", |line| line.contains(" (you)") && line.contains("Type 'help'"));
        is_first.push(line.contains("(you), White"));
    }
    let row = |kill: usize, is_first: bool| format!("{}{}", if is_first { 'a' } else { 'c' }, kill + 1);
    let mut lost = 0;
    for kill in 0..kills {
        // Everybody plays; the program is killed while the moves are on their way.
        for first in [true, false] {
            for (pupil, _) in pupils.iter_mut().zip(&is_first).filter(|(_, is)| **is == first) {
                pupil.write(&row(kill, first));
            }
            std::thread::sleep(Duration::from_millis(30 * kill as u64));
            if first == (kill % 2 == 0) {
                let before = games_of(data.path());
                teacher.kill();
                teacher = Player::of("class", data.path(), &["--resume"]);
                teacher.expect("class", |line| line.starts_with("The class is open at ") && line.contains(&port));
                teacher.write(&format!("wait guests {guests}"));
                teacher.write("guests");
                teacher.expect("guests", |line| line == format!("guests: {guests} here, {guests} in all"));
                for (seed, lines) in before {
                    let now = games_of(data.path());
                    lost += usize::from(!now.get(&seed).is_some_and(|now| now.starts_with(&lines)));
                }
                for pupil in &mut pupils {
                    pupil.expect("return", |line| line.starts_with("The game goes on at move "));
                }
            }
            // A move that never arrived is played again.
            for (pupil, _) in pupils.iter_mut().zip(&is_first).filter(|(_, is)| **is == first) {
                pupil.write(&row(kill, first));
            }
            let plies = 2 * kill + if first { 1 } else { 2 };
            let until = std::time::Instant::now() + Duration::from_secs(60);
            let are_there = |data: &std::path::Path, games: usize| {
                let all = games_of(data);
                all.len() == games && all.values().all(|lines| lines.len() == plies)
            };
            while !(are_there(data.path(), guests / 2) && folders.iter().all(|data| are_there(data.path(), 1))) {
                assert!(std::time::Instant::now() < until, "{plies} moves: {:#?}", games_of(data.path()));
                std::thread::sleep(Duration::from_millis(20));
            }
            let ours = games_of(data.path());
            for data in &folders {
                for (seed, lines) in games_of(data.path()) {
                    assert_eq!(ours.get(&seed), Some(&lines));
                }
            }
        }
    }
    println!("{kills} kills, {guests} guests: {lost} of the journaled moves are lost");
    assert_eq!(lost, 0);
    // Those whose turn it is.
    for (pupil, _) in pupils.iter_mut().zip(&is_first).filter(|(_, is_first)| **is_first) {
        pupil.write("resign");
    }
    teacher.expect("results", |line| line.starts_with("results after round 1"));
    teacher.expect("the best", |line| line.starts_with("1. Pupil ") && line.contains(": 1 (+1 =0 -0)"));
    teacher.write("quit");
    assert_eq!(teacher.end().1, 0);
    for pupil in pupils {
        let (last, status) = pupil.end();
        assert!(last.starts_with("result ") && status == 0, "{last}");
    }
    assert_eq!(fs::read_dir(data.path().join("journal")).expect("the folder of journals").count(), 0);
    // It was ended: there is nothing to go on with.
    assert_eq!(Player::of("class", data.path(), &["--resume"]).end().1, 2);
}

#[test]
fn a_damaged_class_is_told_and_goes_on_and_one_without_a_head_is_named() {
    let data = folder();
    let mut teacher = Player::of("class", data.path(), &["gomoku", "--name", "Ms Li"]);
    teacher.expect("class", |line| line.starts_with("The class is open at "));
    teacher.kill();
    let file = || {
        let files = fs::read_dir(data.path().join("journal")).expect("the folder of journals");
        let mut paths = files.map(|file| file.expect("it can be listed").path());
        paths.find(|path| path.extension().is_some_and(|ending| ending == "class")).expect("a class")
    };
    let whole = fs::read_to_string(file()).expect("it is text");
    fs::write(file(), format!("{whole}nonsense\n")).expect("it is written");
    let mut teacher = Player::of("class", data.path(), &["--resume"]);
    let told = teacher.expect("damage", |line| line.starts_with("The file of the class was damaged and is kept as "));
    assert!(told.contains(".class.corrupt-") && told.ends_with("(guests, pairings or results): 1."), "{told}");
    teacher.kill();

    fs::write(file(), "nonsense\n").expect("it is written");
    let mut teacher = Player::of("class", data.path(), &["--resume"]);
    let told = teacher.expect("loss", |line| line.starts_with("The file of a class was damaged and is kept as "));
    assert!(told.contains("open a new one"), "{told}");
    assert_eq!(teacher.end().1, 2);
}

#[test]
fn a_class_answers_lines_that_it_cannot_follow() {
    let data = folder();
    let mut teacher = Player::of("class", data.path(), &["xiangqi"]);
    for (line, why) in [
        ("pair swiss 3", "two guests are needed"),
        ("begin", "pair the guests first"),
        ("pair knockout", "pair: write"),
        ("board 3", "board: write"),
        ("decide 1 2-0", "decide: write"),
        ("decide 1 1-0", "no unfinished game"),
        ("remove Bo", "no guest of this name"),
        ("watch 1", "no such board"),
        ("next", "Nothing is shown"),
        ("show no-such-file.pgn", "no-such-file.pgn"),
        ("boards", "No round has begun"),
        ("results", "No round is over"),
        ("h2e2", "A class has no word"),
        ("help", "guests              list"),
    ] {
        teacher.write(line);
        teacher.expect(why, |line| line.contains(why));
    }
    assert_eq!(teacher.end().1, 0);
}
