//! Connecting to the file of a library, and checking it.

use std::fs;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::row::COLUMNS;
use super::{FinishedGame, LibraryError, fold, index, schema, untrusted};
use crate::files::{FileError, FileErrorKind, open_database, shared_journal_mode, with_suffix};

#[derive(Clone, Copy, Debug)]
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

/// Pages in the log before the connection of the game copies it into the file.
const LOG_PAGES_MAX: u32 = 8_000;

/// Suffix of the file that requests a full check at the next start.
const CHECK_MARK: &str = "-check";

/// Makes the next start check every page, after a read found damage.
pub(super) fn suspect(path: &Path) {
    // If this fails, the next start still checks small libraries, and a later read finds the damage again.
    let _ = fs::write(with_suffix(path, CHECK_MARK), b"");
}

/// Opens a sound library or an empty file and brings it to this program's version. All checks precede the first write.
pub(super) fn connect(path: &Path, care: OpenPolicy) -> Result<Connection, LibraryError> {
    let len = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
    let log_len = len(&with_suffix(path, "-wal"));
    if len(path) == 0 && log_len > 0 {
        // SQLite would delete the log as a left-over, and with it the last games.
        return Err(corrupt(path, "its main file is gone and only its log is left"));
    }
    if path.exists() && len(path) == 0 && len(&index::path(path)) > 0 {
        return Err(corrupt(path, "it is empty, and its index is not"));
    }
    let denied = |kind: io::ErrorKind| FileError::sorted(path, FileErrorKind::Denied, kind.into());
    if path.is_dir() {
        return Err(denied(io::ErrorKind::IsADirectory).into());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let fail = |error| LibraryError::new(path, error);
    let mut connection = open_database(path, flags).map_err(fail)?;
    connection.busy_timeout(care.busy_timeout).map_err(fail)?;
    untrusted::harden(&connection).map_err(fail)?;
    if connection.is_readonly("main").map_err(fail)? {
        return Err(denied(io::ErrorKind::PermissionDenied).into());
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(fail)?;
    // A remaining log means that the last program was killed or is still running.
    let mark = with_suffix(path, CHECK_MARK);
    let full = log_len > 0 || len(path) <= care.full_check_bytes_max || mark.exists();
    let is_used = len(path) > 0 && len(&index::path(path)) > 0;
    check(&connection, path, full, is_used)?;
    if full
        && let Err(error) = fs::remove_file(&mark)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(FileError::new(mark, error).into());
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(fail)?;

    // A file system without shared memory refuses WAL. SQLite then keeps the rollback journal, which is as safe.
    let mode = shared_journal_mode(path);
    set_journal_mode(&connection, mode, care.busy_timeout).map_err(fail)?;
    configure(&connection).map_err(fail)?;
    // A game that ends does not wait for the copy of a log that a restore or an import has made long.
    connection.pragma_update_and_check(None, "wal_autocheckpoint", LOG_PAGES_MAX, |_| Ok(())).map_err(fail)?;
    schema::migrate(&mut connection).map_err(fail)?;
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

/// Opens another connection to a library that this program has opened.
pub(super) fn reconnect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = open_database(path, flags)?;
    connection.busy_timeout(OpenPolicy::default().busy_timeout)?;
    untrusted::harden(&connection)?;
    configure(&connection)?;
    Ok(connection)
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    fold::add_function(connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")
}

/// Sets the journal mode. Of two programs that do so at once, SQLite refuses one instead of making it wait.
fn set_journal_mode(connection: &Connection, mode: &str, patience: Duration) -> rusqlite::Result<()> {
    let until = Instant::now() + patience;
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", mode, |_| Ok(())) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < until => {
                thread::sleep(Duration::from_millis(5));
            }
            turned => return turned,
        }
    }
}

/// Refuses a damaged, foreign or newer library. Checks every page if `full`, else only the tables behind lists. One that
/// `is_used` has tables.
fn check(connection: &Connection, path: &Path, full: bool, is_used: bool) -> Result<(), LibraryError> {
    let fail = |error| LibraryError::new(path, error);
    // One transaction for all checks: another program may be creating the library at this time.
    let _moment = connection.unchecked_transaction().map_err(fail)?;
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fail);
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    let version = number("PRAGMA user_version")?;
    if tables > 0 && number("PRAGMA application_id")? != i64::from(schema::APPLICATION_ID) {
        return Err(corrupt(path, "it is a database of another program"));
    }
    if tables == 0 && is_used {
        return Err(corrupt(path, "it is empty, and its index is not; it may be a copy without its library.db-wal"));
    }
    if version > schema::VERSION as i64 {
        return Err(LibraryError::NewerVersion(path.to_owned()));
    }
    if version < 0 || (version > 0 && tables == 0) {
        return Err(corrupt(path, "its version makes no sense"));
    }
    // A view or a trigger of another program would run here without end.
    if let Some(part) = untrusted::foreign_part(connection).map_err(fail)? {
        return Err(corrupt(path, &format!("it has {part} of another program")));
    }
    let pragma = if full || tables == 0 { "PRAGMA quick_check(1)" } else { "PRAGMA quick_check(game)" };
    let verdict: String = connection.query_row(pragma, [], |row| row.get(0)).map_err(fail)?;
    if verdict == "ok" { Ok(()) } else { Err(corrupt(path, &verdict)) }
}

fn corrupt(path: &Path, reason: &str) -> LibraryError {
    LibraryError::Corrupt { path: path.to_owned(), reason: reason.to_owned() }
}
