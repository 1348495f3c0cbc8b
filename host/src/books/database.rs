//! The SQLite file of a book of any form, open for reading.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::Duration;

use rusqlite::limits::Limit;
use rusqlite::{OpenFlags, Row, Transaction};

use super::error::BookFileError;
use crate::files::{FileError, expect_file};
use crate::library::untrusted::UntrustedDatabase;

/// "DyBk" in ASCII: tells our books from other SQLite files.
pub(super) const APPLICATION_ID: i32 = 0x4479_426b;

/// The offset of the application id in an SQLite file, where it has the most significant byte first
/// (<https://sqlite.org/fileformat.html>, "The Database Header").
const APPLICATION_ID_AT: u64 = 68;

/// Most rows of a position. No game has as many legal moves.
pub(super) const ROWS_MAX: usize = 1_000;
/// Most bytes of a value. A remark of ours has at most 8,000.
const VALUE_BYTES_MAX: i32 = 64 << 10;

/// The time of one look-up. With an index it takes a millisecond.
pub(super) const PROBE_TIME: Duration = Duration::from_secs(5);
/// The time to pass all rows: a book of some gigabytes.
pub(super) const COUNT_TIME: Duration = Duration::from_secs(600);
/// The pages of a held book in memory.
const HELD_BYTES: u32 = 64 << 20;

/// Opens a book of any form for reading. A book of ours that was left in the middle of a change is first rolled back.
pub(super) fn open(path: &Path) -> Result<UntrustedDatabase, BookFileError> {
    expect_file(path)?;
    let size = std::fs::metadata(path).map_err(|error| FileError::new(path, error))?.len();
    if size == 0 {
        return Err(BookFileError::NotABook(path.to_owned()));
    }
    match connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
        Err(BookFileError::Unfinished(_)) if has_own_id(path)? => {
            // SQLite rolls back with the first row that a connection for writing reads.
            drop(connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?);
            connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
        }
        opened => opened,
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<UntrustedDatabase, BookFileError> {
    let connect = || -> rusqlite::Result<UntrustedDatabase> {
        let database = UntrustedDatabase::open(path, flags, PROBE_TIME)?;
        database.connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX)?;
        database.connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        Ok(database)
    };
    connect().map_err(|error| BookFileError::new(path, &error))
}

/// Returns whether the file says that it is a book of ours, whatever its state.
fn has_own_id(path: &Path) -> Result<bool, BookFileError> {
    let read = || -> std::io::Result<[u8; 4]> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(APPLICATION_ID_AT))?;
        let mut id = [0; 4];
        file.read_exact(&mut id)?;
        Ok(id)
    };
    Ok(read().map_err(|error| FileError::new(path, error))? == APPLICATION_ID.to_be_bytes())
}

/// Begins to read a whole book in any order: other programs can read it meanwhile, but not change it. Look-ups take no
/// lock each, and pages stay in memory.
pub(super) fn hold<'a>(path: &Path, database: &'a UntrustedDatabase) -> Result<Transaction<'a>, BookFileError> {
    let connection = &database.connection;
    // SQLite counts KiB below zero.
    let held = connection
        .pragma_update(None, "cache_size", -i64::from(HELD_BYTES / 1_024))
        .and_then(|()| connection.unchecked_transaction());
    held.map_err(|error| BookFileError::new(path, &error))
}

/// Returns the positions and moves that `sql` counts.
pub(super) fn size(path: &Path, database: &UntrustedDatabase, sql: &str) -> Result<(u64, u64), BookFileError> {
    database.allow(COUNT_TIME);
    let count = |row: &Row, at: usize| row.get(at).map(i64::cast_unsigned);
    let size = database.connection.query_row(sql, [], |row| Ok((count(row, 0)?, count(row, 1)?)));
    size.map_err(|error| BookFileError::new(path, &error))
}
