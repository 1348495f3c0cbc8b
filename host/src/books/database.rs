//! The SQLite file of a book of any form, open for reading.

use std::path::Path;
use std::time::Duration;

use rusqlite::{OpenFlags, Row, Transaction};

use super::error::BookFileError;
use crate::files::{FileError, expect_file};
use crate::library::untrusted::UntrustedDatabase;

/// The time of one look-up. With an index it takes a millisecond.
pub(super) const PROBE_TIME: Duration = Duration::from_secs(5);
/// The time to pass all rows: a book of some gigabytes.
pub(super) const COUNT_TIME: Duration = Duration::from_secs(600);
/// The pages of a held book in memory.
const HELD_BYTES: u32 = 64 << 20;

/// Opens a book of any form for reading.
pub(super) fn open(path: &Path) -> Result<UntrustedDatabase, BookFileError> {
    expect_file(path)?;
    let size = std::fs::metadata(path).map_err(|error| FileError::new(path, error))?.len();
    if size == 0 {
        return Err(BookFileError::NotABook(path.to_owned()));
    }
    let database = UntrustedDatabase::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, PROBE_TIME)
        .map_err(|error| BookFileError::new(path, &error))?;
    let read = database.connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0));
    read.map_err(|error| BookFileError::new(path, &error))?;
    Ok(database)
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
