use std::io::{BufRead, BufReader, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use proptest::prelude::*;

use super::*;
use crate::testing::{self, as_nobody_after, data_dir, names_in};

fn header(id: &str) -> JournalHeader {
    let player = |kind: &str, level| {
        let (kind, name) = (kind.to_owned(), "甲 \"A\"\n".to_owned());
        PlayerEntry { kind, level, name, external: None }
    };
    JournalHeader {
        version: VERSION_OPENING,
        id: id.to_owned(),
        game: "xiangqi".to_owned(),
        rule: "asian".to_owned(),
        size: None,
        start: None,
        opening: Some("swap2".to_owned()),
        first: player("human", None),
        second: player("engine", Some(3)),
        clock: Some(ClockEntry { main_ms: 600_000, increment_ms: 5_000, per_move_ms: 0, periods: 0 }),
        coach: Vec::new(),
        odds: None,
        table: None,
        seed: u64::MAX,
        started_at_ms: 1_000,
    }
}

fn ply(number: u32) -> JournalEntry {
    let left = 600_000 - u64::from(number);
    JournalEntry::Ply { mv: format!("h2e{number}"), clock_ms: Some([left, left + 1]), at_ms: 2_000 + i64::from(number) }
}

/// Writes a game of `plies` plies and drops the journal as a stopped program does.
fn write_game(dir: &DataDir, id: &str, plies: u32) -> PathBuf {
    let mut journal = Journal::create(dir, &header(id)).unwrap();
    (0..plies).for_each(|number| journal.append(&ply(number)).unwrap());
    journal.path().to_owned()
}

#[track_caller]
fn only_game(dir: &DataDir) -> RecoveredGame {
    let mut recovery = Journal::scan(dir).unwrap();
    assert!(recovery.faults.is_empty(), "{:?}", recovery.faults);
    assert_eq!(recovery.games.len(), 1);
    recovery.games.remove(0)
}

#[test]
fn a_game_comes_back_with_its_clocks() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 3);
    let game = only_game(&dir);
    assert_eq!(game.header, header("game-1"));
    assert_eq!(game.path, path);
    assert_eq!(game.plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>(), ["h2e0", "h2e1", "h2e2"]);
    assert_eq!(game.clock_ms, Some([599_998, 599_999]));
    assert_eq!((game.end, game.last_at_ms), (None, 2_002));
}

#[test]
fn take_backs_are_applied_and_reopen_an_ended_game() {
    let (_temp, dir) = data_dir();
    let mut journal = Journal::create(&dir, &header("game-1")).unwrap();
    (0..4).for_each(|number| journal.append(&ply(number)).unwrap());
    journal
        .append(&JournalEntry::End { winner: Some("first".into()), reason: "checkmate".into(), at_ms: 3_000 })
        .unwrap();
    drop(journal);
    let game = only_game(&dir);
    let end = JournalEnd { winner: Some("first".into()), reason: "checkmate".into(), at_ms: 3_000 };
    assert_eq!((game.plies.len(), game.end, game.last_at_ms), (4, Some(end), 3_000));

    let mut journal = Journal::reopen(&game.path).unwrap();
    journal.append(&JournalEntry::Undo { to_ply: 1, clock_ms: Some([7, 8]), at_ms: 4_000 }).unwrap();
    journal.append(&JournalEntry::Ply { mv: "b2e2".into(), clock_ms: None, at_ms: 5_000 }).unwrap();
    drop(journal);
    let game = only_game(&dir);
    assert_eq!(game.plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>(), ["h2e0", "b2e2"]);
    assert_eq!((game.clock_ms, game.end, game.last_at_ms), (Some([7, 8]), None, 5_000));
}

#[test]
fn entries_that_are_written_together_are_lines_like_any_other() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 4);
    let one_by_one = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let mut journal = Journal::create(&dir, &header("game-1")).unwrap();
    journal.append_all(&[ply(0), ply(1), ply(2)]).unwrap();
    journal.append(&ply(3)).unwrap();
    drop(journal);
    assert_eq!(fs::read(&path).unwrap(), one_by_one);
}

#[test]
fn newest_game_first() {
    let (_temp, dir) = data_dir();
    for (id, plies) in [("a", 2), ("b", 9), ("c", 5)] {
        write_game(&dir, id, plies);
    }
    let games = Journal::scan(&dir).unwrap().games;
    assert_eq!(games.iter().map(|game| game.header.id.as_str()).collect::<Vec<_>>(), ["b", "c", "a"]);
}

#[test]
fn one_game_is_found_without_the_others() {
    let (_temp, dir) = data_dir();
    for id in ["a", "b", "c"] {
        write_game(&dir, id, 2);
    }
    fs::copy(Journal::path_in(&dir, "a"), dir.journals().join("a.sync-conflict.jsonl")).unwrap();
    let found = |id: &str| -> Vec<String> {
        Journal::find(&dir, id).unwrap().games.into_iter().map(|game| game.header.id).collect()
    };
    assert_eq!(found("b"), ["b"]);
    assert!(found("d").is_empty());
    assert!(found("a.sync-conflict").contains(&"a.sync-conflict".to_owned()), "the name of another program");
    let _held = Journal::reopen(&Journal::path_in(&dir, "b")).unwrap();
    assert!(found("b").is_empty());
    fs::write(Journal::path_in(&dir, "c"), "garbage\n").unwrap();
    assert_eq!(Journal::find(&dir, "c").unwrap().faults[0].error.code(), "corrupt");
}

#[test]
fn a_journal_is_opened_although_a_scan_reads_it() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 2);
    let reader = File::open(&path).unwrap();
    crate::files::try_lock_shared(&reader).unwrap();
    let opened = thread::scope(|scope| {
        let opened = scope.spawn(|| Journal::reopen(&path));
        thread::sleep(std::time::Duration::from_millis(20));
        drop(reader);
        opened.join().unwrap()
    });
    assert_eq!(opened.unwrap().path(), path);
}

#[test]
fn a_game_that_is_being_played_is_not_offered() {
    let (_temp, dir) = data_dir();
    let journal = Journal::create(&dir, &header("game-1")).unwrap();
    let recovery = Journal::scan(&dir).unwrap();
    assert!(recovery.games.is_empty() && recovery.faults.is_empty());
    assert_eq!(Journal::reopen(journal.path()).unwrap_err().code(), "locked");
    drop(journal);
    only_game(&dir);
}

#[test]
fn a_finished_game_leaves_nothing() {
    let (_temp, dir) = data_dir();
    Journal::create(&dir, &header("game-1")).unwrap().finish().unwrap();
    assert!(names_in(&dir.journals()).is_empty());
}

#[test]
fn ids_are_file_names_and_unique() {
    let (_temp, dir) = data_dir();
    for id in ["", "..", "a/b", "a\\b", "a b", "对局", &"x".repeat(65)] {
        assert_eq!(Journal::create(&dir, &header(id)).unwrap_err().code(), "bad-id", "{id}");
    }
    let path = write_game(&dir, "game-1", 1);
    let before = fs::read(&path).unwrap();
    assert_eq!(Journal::create(&dir, &header("game-1")).unwrap_err().code(), "exists");
    assert_eq!(fs::read(&path).unwrap(), before);
    let id = new_game_id();
    assert_ne!(id, new_game_id());
    Journal::create(&dir, &header(&id)).unwrap();
}

/// A journal cut at any byte keeps every whole line, and play continues after it.
#[test]
fn a_cut_at_any_byte_keeps_every_whole_line() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 6);
    let whole = fs::read(&path).unwrap();
    for len in 0..=whole.len() {
        fs::write(&path, &whole[..len]).unwrap();
        let lines = whole[..len].iter().filter(|&&byte| byte == b'\n').count();
        if lines == 0 {
            let recovery = Journal::scan(&dir).unwrap();
            assert_eq!((recovery.games.len(), recovery.faults[0].error.code()), (0, "corrupt"));
            assert_eq!(fs::read(&recovery.faults[0].path).unwrap(), &whole[..len]);
            continue;
        }
        assert_eq!(only_game(&dir).plies.len(), lines - 1, "cut at {len}");
        Journal::reopen(&path).unwrap().append(&ply(9)).unwrap();
        let plies = only_game(&dir).plies;
        assert_eq!((plies.len(), plies[lines - 1].mv.as_str()), (lines, "h2e9"), "cut at {len}");
    }
}

#[test]
fn a_damaged_journal_is_read_up_to_the_damage_and_left_as_it_is() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 4);
    let mut bytes = fs::read(&path).unwrap();
    let third_line = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(1).unwrap().0 + 1;
    bytes[third_line] = b'?';
    fs::write(&path, &bytes).unwrap();

    assert_eq!(Journal::reopen(&path).unwrap_err().code(), "corrupt");
    let recovery = Journal::scan(&dir).unwrap();
    assert!(recovery.games.is_empty());
    let fault = &recovery.faults[0];
    assert!(matches!(fault.error, JournalError::Corrupt { line: 3, .. }), "{}", fault.error);
    assert!(fault.error.to_string().contains("line 3"), "{}", fault.error);
    assert_eq!(fault.readable.as_ref().unwrap().plies.len(), 1);
    assert_eq!((&fault.path, fs::read(&path).unwrap()), (&path, bytes));
    assert_eq!(names_in(&dir.journals()), ["game-1.jsonl"]);
    assert_eq!(Journal::scan(&dir).unwrap().faults.len(), 1, "looking changes nothing");
}

#[test]
fn a_take_back_beyond_the_start_is_damage() {
    let (_temp, dir) = data_dir();
    let mut journal = Journal::create(&dir, &header("game-1")).unwrap();
    journal.append(&ply(0)).unwrap();
    journal.append(&JournalEntry::Undo { to_ply: 2, clock_ms: None, at_ms: 0 }).unwrap();
    drop(journal);
    assert_eq!(Journal::scan(&dir).unwrap().faults[0].error.code(), "corrupt");
}

#[test]
fn a_newer_version_is_refused_and_kept() {
    let (_temp, dir) = data_dir();
    let path = dir.journals().join("new.jsonl");
    let text = format!("{{\"version\":{},\"anything\":[]}}\n{{}}\n", VERSION + 1);
    fs::write(&path, &text).unwrap();
    let recovery = Journal::scan(&dir).unwrap();
    assert_eq!((recovery.games.len(), recovery.faults[0].error.code()), (0, "newer-version"));
    assert_eq!(recovery.faults[0].path, path);
    assert_eq!(Journal::reopen(&path).unwrap_err().code(), "newer-version");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_called_full() {
    let path = PathBuf::from("/dev/full");
    let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    let error = Journal { file: SealedFile::of(path, file) }.append(&ply(0)).unwrap_err();
    assert_eq!(error.code(), "full");
    assert_eq!(error.to_string(), "The disk that holds /dev/full is full; free some space and try again.");
}

#[test]
fn a_failed_write_leaves_no_trace() {
    let (_temp, dir) = data_dir();
    let mut journal = Journal::create(&dir, &header("game-1")).unwrap();
    journal.append(&ply(0)).unwrap();
    // A full disk leaves half a line beyond the acknowledged ones.
    fs::OpenOptions::new().append(true).open(journal.path()).unwrap().write_all(b"{\"entry\":\"pl").unwrap();
    journal.append(&ply(1)).unwrap();
    drop(journal);
    assert_eq!(only_game(&dir).plies.len(), 2);
}

// Windows does not remove a folder with an open file.
#[cfg(unix)]
#[test]
fn a_folder_removed_in_mid_game_is_named() {
    let (_temp, dir) = data_dir();
    let mut journal = Journal::create(&dir, &header("game-1")).unwrap();
    fs::remove_dir_all(dir.root()).unwrap();
    let error = journal.append(&ply(0)).unwrap_err();
    assert_eq!(error.code(), "missing-folder");
    assert!(error.to_string().contains("game-1.jsonl"), "{error}");
    assert_eq!(Journal::create(&dir, &header("game-2")).unwrap_err().code(), "missing-folder");
    assert_eq!(Journal::scan(&dir).unwrap_err().code(), "missing-folder");
    journal.finish().unwrap();
}

#[test]
fn a_read_only_folder_is_refused() {
    let prepare = |folder: &Path| {
        // A new one could be read by its owner alone.
        fs::create_dir(folder.join("journal")).unwrap();
        let dir = DataDir::open(folder).unwrap();
        fs::write(dir.journals().join("bad.jsonl"), "garbage\n").unwrap();
        let mut permissions = fs::metadata(dir.journals()).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(dir.journals(), permissions).unwrap();
    };
    as_nobody_after("journal::tests::a_read_only_folder_is_refused", prepare, |folder| {
        let dir = DataDir::assume(folder);
        assert_eq!(Journal::create(&dir, &header("game-1")).unwrap_err().code(), "unwritable");
        let recovery = Journal::scan(&dir).unwrap();
        assert_eq!(recovery.faults[0].path, dir.journals().join("bad.jsonl"));
    });
}

/// Kills a program that plays as fast as it can: every acknowledged ply is there.
#[test]
fn a_killed_program_loses_no_ply() {
    if let Some(folder) = std::env::var_os(testing::CHILD) {
        let mut journal = Journal::create(&DataDir::open(folder).unwrap(), &header("game-1")).unwrap();
        for number in 0.. {
            journal.append(&ply(number)).unwrap();
            println!("\nacknowledged {number}");
        }
    }
    let (temp, dir) = data_dir();
    let test = "journal::tests::a_killed_program_loses_no_ply";
    for kill_at in [1, 7, 40] {
        let mut child = testing::again(test, temp.path()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let acknowledged = lines.filter(|line| line.starts_with("acknowledged ")).take(kill_at).count();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(acknowledged, kill_at, "the program stopped by itself");
        let game = only_game(&dir);
        assert!(game.plies.len() >= kill_at, "{} < {kill_at}", game.plies.len());
        assert!(game.plies.iter().zip(0..).all(|(found, number)| found.mv == format!("h2e{number}")));
        Journal::reopen(&game.path).unwrap().finish().unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Damages a journal anywhere, or replaces it by garbage: nothing panics, and no file and no byte is lost.
    #[test]
    fn damage_never_deletes(
        cut in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 0..64),
        keep_head: bool,
    ) {
        let (_temp, dir) = data_dir();
        let path = write_game(&dir, "game-1", 3);
        let mut bytes = fs::read(&path).unwrap();
        let start = if keep_head { cut.index(bytes.len()) } else { 0 };
        let end = (start + noise.len()).min(bytes.len());
        bytes.splice(start..end, noise);
        fs::write(&path, &bytes).unwrap();
        let recovery = Journal::scan(&dir).unwrap();
        prop_assert_eq!(recovery.games.len() + recovery.faults.len(), 1);
        let names = names_in(&dir.journals());
        prop_assert_eq!(names.len(), 1);
        prop_assert_eq!(fs::read(dir.journals().join(&names[0])).unwrap(), bytes);
    }
}

/// Flips any bit of a journal, line ends included: the scan gives the same game or reports damage.
#[test]
fn a_flipped_bit_changes_nothing_or_is_told() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 3);
    let (whole, before) = (fs::read(&path).unwrap(), only_game(&dir));
    let (mut same, mut told) = (0, 0);
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        let recovery = Journal::scan(&dir).unwrap();
        match (&recovery.games[..], &recovery.faults[..]) {
            ([game], []) => {
                assert_eq!(game, &before, "bit {bit}");
                same += 1;
            }
            ([], [fault]) => {
                assert_eq!(fault.error.code(), "corrupt", "bit {bit}");
                let plies = fault.readable.as_ref().map_or(&[][..], |game| &game.plies);
                assert!(before.plies.starts_with(plies), "bit {bit}: a ply that was never played");
                told += 1;
            }
            other => panic!("bit {bit}: {other:?}"),
        }
    }
    assert_eq!(same + told, whole.len() * 8);
    assert!(told > 3_000, "{told} told, {same} without effect");
    println!("{told} flips told, {same} without effect");
}

#[test]
fn lines_that_are_lost_or_moved_are_noticed() {
    let (_temp, dir) = data_dir();
    let path = write_game(&dir, "game-1", 3);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (order, line) in [([0, 1, 3, 3], 3), ([0, 2, 1, 3], 2), ([0, 1, 1, 2], 3)] {
        fs::write(&path, order.map(|at| lines[at]).concat()).unwrap();
        let faults = Journal::scan(&dir).unwrap().faults;
        assert!(matches!(faults[0].error, JournalError::Corrupt { line: found, .. } if found == line), "{order:?}");
    }
}

/// Journals from before the checksums are read and continued.
#[test]
fn journals_without_checksums_are_read_and_continued() {
    let (_temp, dir) = data_dir();
    let path = dir.journals().join("old.jsonl");
    let old = concat!(
        r#"{"version":1,"id":"old","game":"xiangqi","rule":"simple","size":null,"start":null,"#,
        r#""first":{"kind":"human","level":null,"name":"A"},"second":{"kind":"engine","level":3,"name":"B"},"#,
        r#""clock":null,"seed":7,"started_at_ms":1}"#,
        "\n",
        r#"{"entry":"ply","mv":"h2e2","clock_ms":null,"at_ms":2}"#,
        "\n",
    );
    fs::write(&path, old).unwrap();
    Journal::reopen(&path).unwrap().append(&ply(7)).unwrap();
    assert_eq!(only_game(&dir).plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>(), ["h2e2", "h2e7"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(old) && text.lines().last().unwrap().contains("\"sum\":"), "{text}");
}

#[test]
fn nobody_meets_a_journal_that_is_only_half_begun() {
    let (_temp, dir) = data_dir();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let looks = scope.spawn(|| {
            let mut looks = 0;
            while !is_done.load(Ordering::Relaxed) {
                let recovery = Journal::scan(&dir).unwrap();
                assert!(recovery.faults.is_empty(), "{:?}", recovery.faults);
                looks += 1;
            }
            looks
        });
        for number in 0..200 {
            Journal::create(&dir, &header(&format!("game-{number}"))).unwrap().finish().unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
        println!("{} looks", looks.join().unwrap());
    });
}
