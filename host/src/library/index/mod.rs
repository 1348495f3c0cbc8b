//! The index beside the library: the words and positions of each game.
//!
//! The library can rebuild the whole index. It therefore has its own file, `library.index`, outside every backup. A
//! damaged or foreign index, or one of another version, is deleted. The index follows the library's change counter in
//! small steps, one per query. A new index grows while the library is in use and continues after a restart.
//!
//! Two parts are inverted indexes of SQLite's FTS5. One holds trigrams and finds words of any script. The other holds
//! positions (see [`super::explorer`]). Tables have what lists show of a record ([`super::facts`]), the moves as
//! cells ([`super::pattern`]), and a number for all moves ([`super::duplicates`]).

mod entry;
mod in_order;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior};

use super::raw_path::RawPath;
use super::{COLUMNS, duplicates, facts, game_row, pattern};
use crate::files::{database_path, shared_journal_mode};
use crate::machine::processors;
use entry::IndexEntry;
use in_order::in_order;

/// Version of the index's schema and contents; an index of another version is rebuilt.
const VERSION: i64 = 8;

const SCHEMA: &str = "
    CREATE TABLE idx.state (library TEXT NOT NULL, change INTEGER NOT NULL) STRICT;
    CREATE VIRTUAL TABLE idx.texts USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
    CREATE VIRTUAL TABLE idx.grams USING fts5vocab(texts, instance);
    CREATE VIRTUAL TABLE idx.positions
        USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
    CREATE VIRTUAL TABLE idx.position_terms USING fts5vocab(positions, row);
    INSERT INTO idx.positions (positions, rank) VALUES ('hashsize', 4194304);";

/// Fewest games for which threads are begun.
const FEW: u32 = 64;

/// Most purged games that one step removes from the index, in some milliseconds.
const PURGED_MAX: u32 = 250;

/// Most threads that compute entries; one thread writes them hardly faster.
const THREADS_MAX: usize = 4;

/// Returns the path of the index of the library at `library`.
pub(super) fn path(library: &Path) -> PathBuf {
    library.with_extension("index")
}

/// Attaches the index to `connection` as `idx`, unless it is attached.
pub(super) fn attach(connection: &Connection, library: &Path) -> rusqlite::Result<()> {
    if connection.is_readonly("idx").is_ok() {
        return Ok(());
    }
    match try_attach(connection, library) {
        Ok(true) => Ok(()),
        // Damaged or foreign: a rebuild costs only time.
        Ok(false) | Err(_) => {
            discard(connection, library);
            try_attach(connection, library).map(drop)
        }
    }
}

pub(super) fn discard(connection: &Connection, library: &Path) {
    // If this fails, the next attachment tries again.
    let _ = connection.execute_batch("DETACH idx");
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path(library).into_os_string();
        name.push(suffix);
        let _ = fs::remove_file(name);
    }
}

/// Attaches the index and returns whether it belongs to this library and this version.
fn try_attach(connection: &Connection, library: &Path) -> rusqlite::Result<bool> {
    let index = path(library);
    // A connection beside the first one creates no files. An existing file is not opened here: closing it would end the
    // locks of this program.
    if !index.exists() {
        let _ = fs::File::create_new(&index);
    }
    connection.execute("ATTACH DATABASE ?1 AS idx", [RawPath(database_path(&index).into_owned())])?;
    connection.pragma_update_and_check(Some("idx"), "journal_mode", shared_journal_mode(&index), |_| Ok(()))?;
    // After a power cut the lost part is indexed again.
    connection.pragma_update(Some("idx"), "synchronous", "NORMAL")?;
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let name: String = transaction.query_row("SELECT name FROM shelf", [], |row| row.get(0))?;
    let version: i64 = transaction.pragma_query_value(Some("idx"), "user_version", |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(SCHEMA)?;
        transaction.execute_batch(facts::SCHEMA)?;
        transaction.execute_batch(pattern::line::SCHEMA)?;
        transaction.execute_batch(duplicates::SCHEMA)?;
        transaction.execute("INSERT INTO idx.state VALUES (?1, 0)", [&name])?;
        transaction.pragma_update(Some("idx"), "user_version", VERSION)?;
    }
    if version != 0 && version != VERSION {
        return Ok(false);
    }
    let known = transaction
        .query_row("SELECT library, change FROM idx.state", [], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))
        .optional()?;
    let latest: i64 = transaction.query_row("SELECT change FROM shelf", [], |row| row.get(0))?;
    // An index ahead of its library belongs to a library that was reset to an earlier state.
    let fits = known.is_some_and(|(library, change): (String, i64)| library == name && change <= latest);
    transaction.commit()?;
    Ok(fits)
}

/// Indexes changes for about `patience` and returns how many games the index still lacks, with the purged games that it
/// still has: the explorer counts those.
pub(super) fn catch_up(connection: &Connection, patience: Duration) -> rusqlite::Result<u32> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let begun = Instant::now();
    if number("SELECT change FROM idx.state")? == number("SELECT change FROM shelf")? {
        return Ok(0);
    }
    // Immediate: two programs never index the same games at once.
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let mut seen: i64 = transaction.query_row("SELECT change FROM idx.state", [], |row| row.get(0))?;
    let latest: i64 = transaction.query_row("SELECT change FROM shelf", [], |row| row.get(0))?;
    let purged = forget_purged(&transaction)?;
    let lacks = |seen: i64| {
        transaction.query_row("SELECT count(*) FROM game WHERE change > ?1", [seen], |row| row.get::<_, u32>(0))
    };
    let threads = if lacks(seen)? < FEW { 1 } else { processors().min(THREADS_MAX) };
    let mut whole = true;
    {
        let changed = format!(
            "SELECT {COLUMNS}, change FROM game JOIN game_text ON game_id = id WHERE change > ?1 ORDER BY change"
        );
        let mut changed = transaction.prepare_cached(&changed)?;
        let (mut rows, mut is_first) = (changed.query([seen])?, true);
        let next = || {
            if !is_first && begun.elapsed() > patience {
                whole = false;
                return Ok(None);
            }
            is_first = false;
            let Some(row) = rows.next()? else { return Ok(None) };
            seen = row.get("change")?;
            game_row(row).map(Some)
        };
        in_order(threads, next, IndexEntry::of, |entry| entry.write(&transaction))?;
    }
    // An index at the latest change has nothing to forget, so before that its last game is indexed once more.
    let change = if whole && purged == 0 { latest } else { seen.min(latest - 1) };
    transaction.execute("UPDATE idx.state SET change = ?1", [change])?;
    let left = purged + if whole { 0 } else { lacks(seen)? };
    transaction.commit()?;
    Ok(left)
}

/// Removes the first purged games from the index, and returns the number of the others.
fn forget_purged(transaction: &Transaction) -> rusqlite::Result<u32> {
    let last = "SELECT max(change) FROM (SELECT change FROM purged ORDER BY change LIMIT ?1)";
    let last: Option<i64> = transaction.query_row(last, [PURGED_MAX], |row| row.get(0))?;
    for table in ["texts", "positions", "facts", "lines", "fingerprints"] {
        let sql = format!("DELETE FROM idx.{table} WHERE rowid IN (SELECT game_id FROM purged WHERE change <= ?1)");
        transaction.execute(&sql, [last])?;
    }
    transaction.execute("DELETE FROM purged WHERE change <= ?1", [last])?;
    transaction.query_row("SELECT count(*) FROM purged", [], |row| row.get(0))
}

/// Returns the size of the index on disk in bytes.
#[cfg(test)]
pub(super) fn bytes(library: &Path) -> std::io::Result<u64> {
    fs::metadata(path(library)).map(|metadata| metadata.len())
}

#[cfg(test)]
mod tests;
