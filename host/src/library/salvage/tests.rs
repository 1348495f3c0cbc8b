use std::time::Duration;

use tempfile::TempDir;

use super::super::tests::{game, open as open_library};
use super::super::{InterruptedRestore, Library, LibraryOpening, Query, TrashFilter};
use super::*;
use crate::files::DataDir;
use crate::testing::{data_dir, names_in};

const GAMES: u32 = 300;

fn all() -> Query {
    Query { limit: 2 * GAMES, shelf: TrashFilter::Both, ..Query::default() }
}

/// The damaged bytes of a library, and what is in it.
struct Damaged {
    _temp: TempDir,
    dir: DataDir,
    bytes: Vec<u8>,
}

/// Returns a library of [`GAMES`] games, of which `damage` overwrites some pages of these tables and indexes.
fn damaged(parts: &[&str]) -> Damaged {
    let (temp, dir) = data_dir();
    let mut library = open_library(&dir);
    let games: Vec<_> = (0..GAMES).map(|number| FinishedGame { moves: "h2e2 ".repeat(80), ..game(number) }).collect();
    let ids = library.save_all(&games).unwrap();
    library.tag(&ids[..20], "残局", true).unwrap();
    library.delete(ids[7]).unwrap();
    let page = |part: &&str| {
        let sql = "SELECT max(pageno) FROM dbstat WHERE name = ?1 AND pagetype = 'leaf'";
        library.connection.query_row(sql, [part], |row| row.get::<_, u32>(0)).unwrap()
    };
    let pages: Vec<u32> = parts.iter().map(page).collect();
    drop(library);
    let mut bytes = fs::read(dir.library()).unwrap();
    for page in pages {
        bytes[(page as usize - 1) * 4096..][..4096].fill(0xee);
    }
    fs::write(dir.library(), &bytes).unwrap();
    Damaged { _temp: temp, dir, bytes }
}

fn count(library: &Library) -> u32 {
    library.list(&all()).unwrap().total
}

/// Returns the file that was set aside.
fn aside(dir: &DataDir) -> Option<Vec<u8>> {
    let name = names_in(dir.root()).into_iter().find(|name| name.starts_with("library.corrupt-"))?;
    Some(fs::read(dir.root().join(name)).unwrap())
}

#[test]
fn nothing_is_said_to_be_whole_that_is_not() {
    // An index alone: every game is there.
    let whole = damaged(&["game_by_players"]);
    let opened = Library::open(&whole.dir, |_| None).unwrap();
    let notice = opened.notice.unwrap();
    assert_eq!((notice.code, notice.games, notice.lost), ("library-salvaged", GAMES, 0), "{}", notice.message);
    assert_eq!(count(&opened.library), GAMES);

    // Rows without a readable record are lost, and the list of changes knows how many.
    for (parts, code) in [
        (&["game"][..], "library-salvaged-partly"),
        (&["game_text"], "library-salvaged-partly"),
        (&["game", "game_text", "game_by_change"], "library-salvaged-roughly"),
    ] {
        let part = damaged(parts);
        let opened = Library::open(&part.dir, |_| None).unwrap();
        let notice = opened.notice.unwrap();
        assert_eq!(notice.code, code, "{}", notice.message);
        assert_eq!(count(&opened.library), notice.games);
        assert!(notice.lost > 0);
        if code.ends_with("partly") {
            assert_eq!(notice.games + notice.lost, GAMES, "{}", notice.message);
        }
        assert_eq!(aside(&part.dir).as_ref(), Some(&part.bytes));
    }

    // The rows are rebuilt from the records.
    let rebuilt = damaged(&["game"]);
    let read = |_: &str| Some(FinishedGame { uid: format!("again-{}", crate::clock::seed()), ..game(0) });
    let notice = Library::open(&rebuilt.dir, read).unwrap().notice.unwrap();
    assert_eq!((notice.code, notice.games, notice.lost), ("library-salvaged", GAMES, 0));
}

#[test]
fn a_salvaged_library_is_like_any_other() {
    let damaged = damaged(&["game_by_players"]);
    let library = Library::open(&damaged.dir, |_| None).unwrap().library;
    let schema = |library: &Library| -> Vec<(String, String)> {
        let mut schema =
            library.connection.prepare("SELECT name, coalesce(sql, '') FROM sqlite_schema ORDER BY name").unwrap();
        schema.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    let (_temp, other) = data_dir();
    assert_eq!(schema(&library), schema(&open_library(&other)));
    let row = |uid: &str| library.load(library.find(uid).unwrap().unwrap()).unwrap();
    assert!(row("uid-7").deleted_at_ms.is_some());
    assert_eq!(row("uid-3").tags, ["残局"]);
    assert_eq!(
        library.list(&Query { text: "duiyi".into(), ..all() }).unwrap().total,
        GAMES,
        "the index has every game"
    );
}

/// The salvaged library has a new name.
#[test]
fn an_interrupted_restore_is_undone_in_the_salvaged_library() {
    let damaged = damaged(&["game_by_players"]);
    let path = damaged.dir.library();
    let name = name_of(&Connection::open(&path).unwrap()).unwrap();
    // The program was killed within the last line.
    let log = format!("duiyi-restore-1\t{name}\t/backup\nadd\tuid-1\nadded\tuid-1\t9999\nadd\tuid-2\nadd\tuid");
    fs::write(with_suffix(&path, "-restore"), log).unwrap();
    let mut library = Library::open(&damaged.dir, |_| None).unwrap().library;
    let undone = InterruptedRestore::Undone { games: 2, from: PathBuf::from("/backup") };
    assert_eq!(library.undo_restore().unwrap(), Some(undone));
    assert_eq!((count(&library), library.find("uid-1").unwrap()), (GAMES - 2, None));
}

/// Writes, as a program that was killed, what a salvage has written after `steps` steps.
fn interrupted(damaged: &Damaged, steps: usize) {
    let path = damaged.dir.library();
    fs::write(with_suffix(&path, "-wal"), b"a log").unwrap();
    let counts = fill(&path, OpenPolicy::default(), &mut |_| {}).unwrap();
    let new = target(&path);
    if steps == 0 {
        let bytes = fs::read(&new).unwrap();
        return fs::write(&new, &bytes[..bytes.len() / 2]).unwrap();
    }
    if steps == 1 {
        return;
    }
    let report = SalvageReport::new(&path, "a test".to_owned(), counts);
    let aside = report.notice(&path).at.unwrap();
    swap::begin(&path, report).unwrap();
    if steps >= 3 {
        fs::rename(with_suffix(&path, "-wal"), with_suffix(&aside, "-wal")).unwrap();
    }
    if steps == 4 {
        fs::hard_link(&path, &aside).unwrap();
    }
    if steps == 5 {
        // A file system without hard links.
        fs::rename(&path, &aside).unwrap();
    }
    if steps == 6 {
        swap::finish(&path).unwrap();
    }
}

#[test]
fn a_salvage_that_ends_anywhere_is_taken_up_again_and_reported() {
    for steps in 0..=6 {
        let damaged = damaged(&["game_by_players"]);
        interrupted(&damaged, steps);
        let path = damaged.dir.library();
        let opening = Library::begin(&damaged.dir, |_| None).unwrap();
        match &opening {
            LibraryOpening::Damaged(salvage) => assert!(steps < 2 && salvage.is_again(), "{steps} steps"),
            LibraryOpening::Ready(_) => assert!(steps >= 2, "{steps} steps"),
        }
        let opened = opening.finish(&mut |_| {}).unwrap();
        let notice = opened.notice.unwrap();
        assert_eq!((notice.code, notice.games), ("library-salvaged", GAMES), "{steps} steps");
        assert_eq!(count(&opened.library), GAMES);
        assert_eq!(aside(&damaged.dir), Some(damaged.bytes.clone()), "{steps} steps");
        let names = names_in(damaged.dir.root());
        let log = names.iter().find(|name| name.starts_with("library.corrupt-") && name.ends_with("-wal")).unwrap();
        assert_eq!(fs::read(damaged.dir.root().join(log)).unwrap(), b"a log");
        assert!(names.iter().all(|name| !name.ends_with("-salvage") && !name.contains("-copy")), "{names:?}");

        // The report is repeated until a person has seen it.
        drop(opened.library);
        let opened = Library::open(&damaged.dir, |_| None).unwrap();
        assert_eq!(opened.notice.unwrap().games, GAMES);
        opened.library.forget_report();
        drop(opened.library);
        assert_eq!(Library::open(&damaged.dir, |_| None).unwrap().notice, None);
        assert!(!with_suffix(&path, "-salvage-report").exists());
    }
}

/// Without the mark of a begun salvage, a start would check only a part of a big library and miss the damage.
#[test]
fn a_begun_salvage_makes_the_next_start_check_every_page() {
    let damaged = damaged(&["game_text"]);
    let hasty = OpenPolicy { full_check_bytes_max: 0, ..OpenPolicy::default() };
    let path = damaged.dir.library();
    assert!(matches!(super::super::open::begin(&path, hasty).unwrap(), LibraryOpening::Ready(_)));
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(with_suffix(&path, suffix));
    }
    fs::write(target(&path), b"half a library").unwrap();
    assert!(matches!(super::super::open::begin(&path, hasty).unwrap(), LibraryOpening::Damaged(_)));
}

#[test]
fn a_full_disk_ends_the_salvage_and_changes_nothing() {
    let damaged = damaged(&["game"]);
    let path = damaged.dir.library();
    // A folder in the place of the new library refuses every write, as a full disk does.
    fs::create_dir(target(&path)).unwrap();
    let error = Library::open(&damaged.dir, |_| None).unwrap_err();
    assert_eq!(error.path(), target(&path), "{error}");
    assert_eq!(fs::read(&path).unwrap(), damaged.bytes);
    assert_eq!(aside(&damaged.dir), None);
    fs::remove_dir(target(&path)).unwrap();
    assert!(Library::open(&damaged.dir, |_| None).unwrap().notice.is_some(), "the next attempt succeeds");
}

#[test]
fn two_programs_do_not_salvage_at_once() {
    let damaged = damaged(&["game_by_players"]);
    let path = damaged.dir.library();
    let hasty = OpenPolicy { busy_timeout: Duration::from_millis(50), ..OpenPolicy::default() };
    let LibraryOpening::Damaged(second) = super::super::open::begin(&path, hasty).unwrap() else {
        panic!("it is damaged")
    };
    let lock = SalvageLock::take(&path, Duration::ZERO).unwrap();
    assert_eq!(second.run(&mut |_| {}).unwrap_err().code(), "library-salvaging");
    assert_eq!(super::super::open::begin(&path, hasty).unwrap_err().code(), "library-salvaging");
    assert_eq!(fs::read(&path).unwrap(), damaged.bytes);
    drop(lock);
    // On a slow machine the first salvage takes longer than the others wait.
    let start = || loop {
        match Library::open(&damaged.dir, |_| None) {
            Err(error) if error.code() == "library-salvaging" => {}
            opened => break opened.unwrap().notice.unwrap(),
        }
    };
    let notices: Vec<_> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(start)).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    assert!(notices.iter().all(|notice| notice == &notices[0]), "one salvage, which all report");
    let asides = names_in(damaged.dir.root()).into_iter().filter(|name| name.ends_with(".db")).count();
    assert_eq!(asides, 2, "the library and the damaged one");
}

/// A program that has the damaged library open must not save into the file that was set aside.
#[cfg(unix)]
#[test]
fn a_program_that_has_the_damaged_library_open_is_refused() {
    let damaged = damaged(&["game_text"]);
    let hasty = OpenPolicy { full_check_bytes_max: 0, ..OpenPolicy::default() };
    let LibraryOpening::Ready(mut old) = super::super::open::begin(&damaged.dir.library(), hasty).unwrap() else {
        panic!("a partial check finds no damage")
    };
    let salvaged = Library::open(&damaged.dir, |_| None).unwrap().library;
    assert_eq!(old.library.save(&game(1_000)).unwrap_err().code(), "missing-folder");
    assert_eq!(salvaged.find("uid-1000").unwrap(), None);
}

/// A view or a trigger of another program is no damage, but would run in every query.
#[test]
fn programs_in_the_library_are_not_run_and_cost_no_game() {
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    let view = format!("ALTER TABLE game RENAME TO old; CREATE VIEW game AS SELECT old.* FROM old, ({endless})");
    for (sql, kept) in [
        ("CREATE TRIGGER more AFTER INSERT ON game BEGIN DELETE FROM game; END", 2),
        ("CREATE INDEX more ON game (length(hex(zeroblob(plies))))", 2),
        (view.as_str(), 0),
    ] {
        let (_temp, dir) = data_dir();
        open_library(&dir).save_all(&[game(1), game(2)]).unwrap();
        Connection::open(dir.library()).unwrap().execute_batch(sql).unwrap();
        let mut opened = Library::open(&dir, |_| None).unwrap();
        assert_eq!(opened.notice.unwrap().games, kept, "{sql}");
        opened.library.save(&game(3)).unwrap();
        assert_eq!(count(&opened.library), kept + 1, "{sql}");
    }
}
