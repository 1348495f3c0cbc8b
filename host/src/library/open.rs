//! Opening a library that may be missing, damaged, locked, foreign or newer than this program.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use super::{COLUMNS, FinishedGame, Library, LibraryError, OpenedLibrary, salvage, schema};
use crate::files::{FileError, FileErrorKind, Notice, alone, free_aside_name, set_aside, with_suffix};

#[derive(Clone, Copy)]
pub(super) struct OpenPolicy {
    /// How long one program waits for the write lock of another.
    pub busy_timeout: Duration,
    /// Largest library, in bytes, of which every start checks all pages.
    pub full_check_bytes_max: u64,
    /// Rebuilds a game from its record; `None` if the text is not a record.
    pub read: fn(&str) -> Option<FinishedGame>,
}

impl Default for OpenPolicy {
    fn default() -> OpenPolicy {
        // Checking 170 MiB, a hundred thousand games, takes 0.2 seconds when the system has cached the file.
        OpenPolicy { busy_timeout: Duration::from_secs(2), full_check_bytes_max: 64 << 20, read: |_| None }
    }
}

/// "Duiy" in ASCII: tells our libraries from other SQLite files.
pub(super) const APPLICATION_ID: i32 = 0x4475_6979;

/// Suffix of the file that requests a full check at the next start.
const CHECK_MARK: &str = "-check";

/// What each version changed. A library of version `n` has the first `n` steps behind it.
///
/// # Stability
/// Libraries outlive the program that made them: steps are added at the end and never changed.
const MIGRATIONS: [&str; schema::VERSION] = [
    // The checks repeat the ranges of the program's types. A check of the file therefore finds every unreadable value.
    // A table of its own holds the long texts. Listing and searching a hundred thousand games read only the short ones.
    "CREATE TABLE game (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         uid TEXT NOT NULL UNIQUE,
         game TEXT NOT NULL,
         rule TEXT NOT NULL,
         size INTEGER CHECK (size BETWEEN 0 AND 255),
         first_kind TEXT NOT NULL,
         first_level INTEGER CHECK (first_level BETWEEN 0 AND 255),
         first_name TEXT NOT NULL,
         second_kind TEXT NOT NULL,
         second_level INTEGER CHECK (second_level BETWEEN 0 AND 255),
         second_name TEXT NOT NULL,
         result TEXT NOT NULL,
         winner TEXT,
         reason TEXT NOT NULL,
         plies INTEGER NOT NULL CHECK (plies BETWEEN 0 AND 4294967295),
         started_at_ms INTEGER NOT NULL,
         ended_at_ms INTEGER NOT NULL,
         start TEXT,
         final_placement TEXT NOT NULL,
         opening TEXT,
         words TEXT NOT NULL,
         deleted_at_ms INTEGER
     ) STRICT;
     CREATE TABLE game_text (
         game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
         moves TEXT NOT NULL,
         record TEXT NOT NULL
     ) STRICT;
     CREATE INDEX game_by_date ON game (started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_by_game ON game (game, started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_by_result ON game (result, started_at_ms DESC, id DESC) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_by_levels ON game (first_level, second_level) WHERE deleted_at_ms IS NULL;
     CREATE INDEX game_deleted ON game (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;
     PRAGMA application_id = 0x44756979;",
    schema::TAGS_AND_CHANGES,
    schema::DATES,
];

/// Makes the next start check every page, after a read found damage.
pub(super) fn suspect(path: &Path) {
    // If this fails, the next start still checks small libraries, and a later read finds the damage again.
    let _ = fs::write(with_suffix(path, CHECK_MARK), b"");
}

pub(super) fn open(path: &Path, care: OpenPolicy) -> Result<OpenedLibrary, LibraryError> {
    match connect(path, care) {
        Err(LibraryError::Corrupt { .. }) => alone(path, || replace(path, care)),
        connected => connected.map(|connection| opened(path, connection, None)),
    }
}

fn opened(path: &Path, connection: Connection, notice: Option<Notice>) -> OpenedLibrary {
    OpenedLibrary { library: Library { path: path.to_owned(), connection }, notice }
}

/// Sets a damaged library aside and salvages its games into a new one. If another program has replaced it meanwhile,
/// opens the replacement.
fn replace(path: &Path, care: OpenPolicy) -> Result<OpenedLibrary, LibraryError> {
    let reason = match connect(path, care) {
        Ok(connection) => return Ok(opened(path, connection, None)),
        Err(LibraryError::Corrupt { reason, .. }) => reason,
        Err(error) => return Err(error),
    };
    let aside = set_library_aside(path)?;
    let mut connection = connect(path, care)?;
    let games = salvage::salvage(&aside, &mut connection, care.read);
    let (code, rest) = match games {
        0 => ("library-set-aside", "a new, empty one was started in its place".to_owned()),
        1 => ("library-salvaged", "the one game that could be read is in the library".to_owned()),
        _ => ("library-salvaged", format!("the {games} games that could be read are in the library")),
    };
    let message = format!("The library was damaged and is kept as {}; {rest}.", aside.display());
    let games = u32::try_from(games).unwrap_or(u32::MAX);
    let notice = Notice { details: vec![reason], games, ..Notice::new(code, message, Some(&aside)) };
    Ok(opened(path, connection, Some(notice)))
}

/// Opens a sound library or an empty file and brings it to this program's version. All checks precede the first write.
fn connect(path: &Path, care: OpenPolicy) -> Result<Connection, LibraryError> {
    let len = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    let log_len = len(&with_suffix(path, "-wal"));
    if len(path) == 0 && log_len > 0 {
        // SQLite would delete the log as a left-over, and with it the last games.
        return Err(corrupt(path, "its main file is gone and only its log is left"));
    }
    let denied = |kind: io::ErrorKind| FileError::sorted(path, FileErrorKind::Denied, kind.into());
    if path.is_dir() {
        return Err(denied(io::ErrorKind::IsADirectory).into());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let fail = |error| LibraryError::new(path, error);
    let mut connection = Connection::open_with_flags(path, flags).map_err(fail)?;
    connection.busy_timeout(care.busy_timeout).map_err(fail)?;
    if connection.is_readonly("main").map_err(fail)? {
        return Err(denied(io::ErrorKind::PermissionDenied).into());
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(fail)?;
    // A remaining log means that the last program was killed or is still running.
    let mark = with_suffix(path, CHECK_MARK);
    let full = log_len > 0 || len(path) <= care.full_check_bytes_max || mark.exists();
    check(&connection, path, full)?;
    if full
        && let Err(error) = fs::remove_file(&mark)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(FileError::new(mark, error).into());
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(fail)?;

    // A file system without shared memory refuses WAL. SQLite then keeps the rollback journal, which is as safe.
    write_ahead(&connection, care.busy_timeout).map_err(fail)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(fail)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(fail)?;
    connection.pragma_update(None, "temp_store", "MEMORY").map_err(fail)?;
    migrate(&mut connection).map_err(fail)?;
    let shape =
        connection.prepare(&format!("SELECT {COLUMNS}, words FROM game JOIN game_text ON game_id = id LIMIT 0"));
    match shape.map(drop) {
        Ok(()) => Ok(connection),
        // SQLite rejects our own statements: a table or a column is missing.
        Err(error @ rusqlite::Error::SqlInputError { .. }) => Err(corrupt(path, &error.to_string())),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::Unknown) => Err(corrupt(path, &error.to_string())),
        Err(error) => Err(fail(error)),
    }
}

/// Turns the write-ahead log on. Of two programs that do so at once, SQLite refuses one instead of making it wait.
fn write_ahead(connection: &Connection, patience: Duration) -> rusqlite::Result<()> {
    let until = Instant::now() + patience;
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until => {
                thread::sleep(Duration::from_millis(5));
            }
            turned => return turned,
        }
    }
}

/// Refuses a damaged, foreign or newer library. Checks every page if `full`, else only the tables behind lists.
fn check(connection: &Connection, path: &Path, full: bool) -> Result<(), LibraryError> {
    let fail = |error| LibraryError::new(path, error);
    // One transaction for all checks: another program may be creating the library at this time.
    let _moment = connection.unchecked_transaction().map_err(fail)?;
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fail);
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let version = number("PRAGMA user_version")?;
    if tables > 0 && number("PRAGMA application_id")? != i64::from(APPLICATION_ID) {
        return Err(corrupt(path, "it is a database of another program"));
    }
    if version > MIGRATIONS.len() as i64 {
        return Err(LibraryError::NewerVersion(path.to_owned()));
    }
    if version < 0 || (version > 0 && tables == 0) {
        return Err(corrupt(path, "its version makes no sense"));
    }
    let pragma = if full || tables == 0 { "PRAGMA quick_check(1)" } else { "PRAGMA quick_check(game)" };
    let verdict: String = connection.query_row(pragma, [], |row| row.get(0)).map_err(fail)?;
    if verdict == "ok" { Ok(()) } else { Err(corrupt(path, &verdict)) }
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    // Reads the version within the transaction: two programs may start at once.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for (step, sql) in MIGRATIONS.iter().enumerate().skip(version as usize) {
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", step as i64 + 1)?;
    }
    transaction.commit()
}

/// Renames the library with its log and its index, so that a tool can still combine them.
fn set_library_aside(path: &Path) -> Result<PathBuf, LibraryError> {
    let aside = if path.exists() { set_aside(path, true)? } else { free_aside_name(path, true) };
    for suffix in ["-wal", "-shm"] {
        let (from, to) = (with_suffix(path, suffix), with_suffix(&aside, suffix));
        match fs::rename(&from, to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(FileError::new(from, error).into()),
            _ => {}
        }
    }
    Ok(aside)
}

fn corrupt(path: &Path, reason: &str) -> LibraryError {
    LibraryError::Corrupt { path: path.to_owned(), reason: reason.to_owned() }
}
