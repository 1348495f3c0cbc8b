use super::super::tests::{fresh, game, lost_gomoku, open as open_library};
use super::super::{GameOrder, MergeReport, Query, TrashFilter};
use super::*;
use crate::testing::{data_dir, names_in};

const NOTHING: MergeReport =
    MergeReport { added: 0, undeleted: 0, known: 0, differing: 0, corrected: 0, unreadable: 0 };

#[test]
fn what_is_backed_up_comes_back() {
    let (temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), lost_gomoku(2), game(3)]).unwrap();
    library.tag(&ids[..2], "残局", true).unwrap();
    library.delete(ids[2]).unwrap();
    let file = temp.path().join("games.duiyi");
    assert_eq!(library.back_up(&file).unwrap(), 3);

    let (_other, mut empty) = fresh();
    empty.save(&game(9)).unwrap();
    assert_eq!(empty.bring_back(&file).unwrap(), MergeReport { added: 3, ..NOTHING });
    let rows = empty
        .list(&Query { shelf: TrashFilter::Both, sort: GameOrder::Date, reversed: true, ..Query::default() })
        .unwrap()
        .rows;
    let rows: Vec<_> = rows.iter().map(|row| empty.load(row.id).unwrap()).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!((&rows[0].saved, rows[0].tags.as_slice()), (&game(1), &["残局".to_owned()][..]));
    assert_eq!(rows[1].saved, lost_gomoku(2));
    assert!(rows[2].deleted_at_ms.is_some(), "what was in the trash is in the trash");
    assert_eq!(empty.bring_back(&file).unwrap(), MergeReport { known: 3, ..NOTHING }, "twice is once");
}

#[test]
fn what_is_here_stays_as_it_is_and_comes_out_of_the_trash() {
    let (temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    let file = temp.path().join("games.duiyi");
    library.back_up(&file).unwrap();
    let newer = super::super::FinishedGame { record: "commented".into(), ..game(1) };
    library.save(&newer).unwrap();
    library.delete(ids[1]).unwrap();
    assert_eq!(library.bring_back(&file).unwrap(), MergeReport { undeleted: 1, known: 1, differing: 1, ..NOTHING });
    assert_eq!(library.load(ids[0]).unwrap().saved, newer);
    assert_eq!(library.load(ids[1]).unwrap().deleted_at_ms, None);
}

#[test]
fn a_backup_is_whole_or_not_at_all() {
    let (temp, dir) = data_dir();
    let mut library = open_library(&dir);
    library.save(&game(1)).unwrap();
    let nowhere = temp.path().join("no/such/folder/games.duiyi");
    assert_eq!(library.back_up(&nowhere).unwrap_err().code(), "missing-folder");
    let error = library.back_up(&dir.library()).unwrap_err();
    assert!(error.to_string().contains("the library itself"), "{error}");
    let folder = temp.path().join("a folder");
    fs::create_dir(&folder).unwrap();
    assert!(library.back_up(&folder).is_err());
    assert!(names_in(dir.root()).iter().all(|name| !name.ends_with(".tmp")), "{:?}", names_in(dir.root()));

    let file = temp.path().join("games.duiyi");
    fs::write(&file, b"an old backup").unwrap();
    library.back_up(&file).unwrap();
    library.save(&game(2)).unwrap();
    library.back_up(&file).unwrap();
    let (_other, mut empty) = fresh();
    assert_eq!(empty.bring_back(&file).unwrap().added, 2);
}

#[test]
fn what_is_no_backup_is_refused_and_changes_nothing() {
    let (temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    let file = temp.path().join("games.duiyi");
    assert_eq!(library.bring_back(&file).unwrap_err().code(), "missing-folder");
    library.back_up(&file).unwrap();
    let sound = fs::read(&file).unwrap();
    let damaged = [&sound[..4096], &[0xee; 4096][..], &sound[8192..]].concat();
    for bytes in [&b""[..], b"[Game \"Chinese Chess\"]", &sound[..sound.len() / 2], &damaged] {
        fs::write(&file, bytes).unwrap();
        assert_eq!(library.bring_back(&file).unwrap_err().code(), "not-a-library", "{} bytes", bytes.len());
    }
    fs::write(&file, &sound).unwrap();
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert_eq!(library.bring_back(&file).unwrap_err().code(), "newer-version");
    Connection::open(temp.path().join("foreign")).unwrap().execute_batch("CREATE TABLE recipe (name TEXT)").unwrap();
    assert_eq!(library.bring_back(&temp.path().join("foreign")).unwrap_err().code(), "not-a-library");
    assert_eq!(library.list(&Query::default()).unwrap().total, 1);
}

/// A salvaged library keeps its tags.
#[test]
fn tags_are_salvaged_with_their_games() {
    let (_temp, dir) = data_dir();
    let mut library = open_library(&dir);
    let ids = library.save_all(&[game(1), game(2)]).unwrap();
    library.tag(&ids[1..], "残局", true).unwrap();
    library
        .connection
        .execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE game SET plies = -1 WHERE id = 1")
        .unwrap();
    drop(library);
    let opened = super::super::Library::open(&dir, |_| None).unwrap();
    assert_eq!(opened.notice.unwrap().code, "library-salvaged");
    let rows = opened.library.list(&Query::default()).unwrap().rows;
    assert_eq!((rows.len(), rows[0].tags.as_slice()), (2, &["残局".to_owned()][..]));
}

/// Writes a backup of three games and changes it by `sql`, as a stranger would.
fn prepared(sql: &str) -> (tempfile::TempDir, PathBuf) {
    let (temp, mut library) = fresh();
    let ids = library.save_all(&[game(1), game(2), game(3)]).unwrap();
    library.tag(&ids, "残局", true).unwrap();
    let file = temp.path().join("prepared.db");
    library.back_up(&file).unwrap();
    Connection::open(&file).unwrap().execute_batch(sql).unwrap();
    (temp, file)
}

const ENDLESS: &str = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";

#[test]
fn a_backup_that_is_a_program_is_refused_at_once() {
    let view = format!("ALTER TABLE game RENAME TO old; CREATE VIEW game AS SELECT old.* FROM old, ({ENDLESS})");
    let texts =
        format!("ALTER TABLE game_text RENAME TO old; CREATE VIEW game_text AS SELECT old.* FROM old, ({ENDLESS})");
    let tags = format!("DROP TABLE tag; CREATE VIEW tag (tag, game_id) AS SELECT hex(zeroblob(i)), i FROM ({ENDLESS})");
    for (sql, part) in [
        (view.as_str(), "a view"),
        (&texts, "a view"),
        (&tags, "a view"),
        ("CREATE TRIGGER more AFTER INSERT ON game BEGIN DELETE FROM game; END", "a trigger"),
        ("DROP TABLE tag; CREATE VIRTUAL TABLE tag USING fts5(name, game_id)", "a virtual table"),
        ("ALTER TABLE game ADD COLUMN more TEXT AS (hex(zeroblob(100000000)))", "a computed column"),
        ("CREATE INDEX more ON game (length(hex(zeroblob(plies))))", "a computed index"),
        ("CREATE INDEX more ON game (plies) WHERE length(hex(zeroblob(plies))) > 0", "a computed index"),
    ] {
        let (temp, file) = prepared(sql);
        let (_other, mut library) = fresh();
        library.save(&game(9)).unwrap();
        let begun = std::time::Instant::now();
        let error = library.bring_back(&file).unwrap_err();
        assert_eq!(error.code(), "foreign-library", "{sql}");
        assert!(error.to_string().contains(part), "{error}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{sql}: {:?}", begun.elapsed());
        assert_eq!(library.list(&Query::default()).unwrap().total, 1);
        drop(temp);
    }
}

/// A check of the pages may evaluate constraints, which take any time.
#[test]
fn a_constraint_that_takes_too_long_is_interrupted() {
    let long = "length(hex(zeroblob(8000000 + length(record)))) > 0 AND ".repeat(60);
    let sql = format!(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema
        SET sql = replace(sql, 'record TEXT NOT NULL', 'record TEXT NOT NULL CHECK ({long} 1)') WHERE name = 'game_text'"
    );
    let (_temp, file) = prepared(&sql);
    let time = Duration::from_millis(100);
    for sql in ["PRAGMA quick_check(1)".to_owned(), format!("SELECT max(i) FROM ({ENDLESS})")] {
        let database = UntrustedDatabase::open(&file, OpenFlags::SQLITE_OPEN_READ_WRITE, time).unwrap();
        let begun = std::time::Instant::now();
        let error = database.connection.query_row(&sql, [], |_| Ok(())).unwrap_err();
        assert_eq!(error.sqlite_error_code(), Some(ErrorCode::OperationInterrupted), "{sql}");
        assert!(database.is_late() && begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}

#[test]
fn an_impossible_value_costs_at_most_its_own_row() {
    for (sql, report) in [
        ("UPDATE game SET date = '9999.99.99' WHERE id = 2", MergeReport { added: 3, corrected: 1, ..NOTHING }),
        ("UPDATE game SET started_at_ms = -1 << 63 WHERE id = 2", MergeReport { added: 3, corrected: 1, ..NOTHING }),
        ("UPDATE game SET ended_at_ms = 1 << 62 WHERE id = 2", MergeReport { added: 3, corrected: 1, ..NOTHING }),
        ("UPDATE game SET deleted_at_ms = -1 << 63 WHERE id = 2", MergeReport { added: 3, corrected: 1, ..NOTHING }),
        ("UPDATE game SET result = 'both', winner = 'all'", MergeReport { added: 3, corrected: 3, ..NOTHING }),
        ("UPDATE game SET uid = '' WHERE id = 2", MergeReport { added: 2, unreadable: 1, ..NOTHING }),
        (
            "UPDATE game SET uid = char(10) || hex(zeroblob(3)) WHERE id = 2",
            MergeReport { added: 2, unreadable: 1, ..NOTHING },
        ),
        (
            "UPDATE game_text SET record = hex(zeroblob(40000000)) WHERE game_id = 2",
            MergeReport { added: 2, unreadable: 1, ..NOTHING },
        ),
        ("UPDATE game SET first_name = hex(zeroblob(3000000))", MergeReport { added: 3, corrected: 3, ..NOTHING }),
        ("UPDATE tag SET tag = hex(zeroblob(1000000))", MergeReport { added: 3, ..NOTHING }),
    ] {
        let (temp, file) = prepared(sql);
        let (_other, mut library) = fresh();
        assert_eq!(library.bring_back(&file).unwrap(), report, "{sql}");
        let page = library.list(&Query { shelf: TrashFilter::Both, ..Query::default() }).unwrap();
        assert_eq!((page.total, page.corrected), (report.added, 0), "what came in is possible: {sql}");
        assert!(page.rows.iter().flat_map(|row| &row.tags).all(|tag| tag.chars().count() <= 40));
        library.facets(&Query::default()).unwrap();
        drop(temp);
    }
}

/// A deletion in the distant past must not purge the game at the next start.
#[test]
fn a_game_deleted_at_an_impossible_time_waits_in_the_trash() {
    let (_temp, file) = prepared("UPDATE game SET deleted_at_ms = -1 << 63 WHERE id = 2");
    let (_other, mut library) = fresh();
    library.bring_back(&file).unwrap();
    assert_eq!(library.age_trash(crate::clock::unix_ms()).unwrap(), 0);
}

#[test]
fn a_backup_of_text_where_numbers_belong_costs_its_rows() {
    let rebuilt = "CREATE TABLE loose AS SELECT * FROM game; DROP TABLE game; ALTER TABLE loose RENAME TO game;
        UPDATE game SET id = 'two' WHERE id = 2; UPDATE game SET plies = 'many', size = 1e300 WHERE id = 3";
    let (_temp, file) = prepared(&format!("PRAGMA foreign_keys = OFF; {rebuilt}"));
    let (_other, mut library) = fresh();
    let report = library.bring_back(&file).unwrap();
    assert_eq!((report.added, report.corrected), (2, 1));
}

/// What people give as the name of a file: a link, other bytes than Unicode, an URI.
#[cfg(unix)]
#[test]
fn a_backup_goes_where_its_name_says() {
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;

    let (temp, mut library) = fresh();
    library.save(&game(1)).unwrap();
    let disk = temp.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let link = temp.path().join("games.db");
    symlink("disk/games.db", &link).unwrap();
    // To a missing file first, then over an old backup.
    for _ in 0..2 {
        assert_eq!(library.back_up(&link).unwrap(), 1);
        assert!(link.is_symlink());
        assert_eq!(names_in(&disk), ["games.db"]);
    }
    assert_eq!(library.bring_back(&link).unwrap().known, 1);
    let names: [&[u8]; 6] =
        [b"\xff\xfe.db", b"file:x?mode=memory", b"a 'b' \"c\"#%3f.db", "对弈 🀄.db".as_bytes(), b"-", b"a\nb"];
    for name in names {
        let folder = temp.path().join("odd").join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(std::ffi::OsStr::from_bytes(name));
        assert_eq!(library.back_up(&file).unwrap(), 1, "{file:?}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "{file:?}");
        assert_eq!(library.bring_back(&file).unwrap().known, 1, "{file:?}");
    }
}
