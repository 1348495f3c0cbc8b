//! The index beside the library: the words and positions of each game.
//!
//! The library can rebuild the whole index. It therefore has its own file, `library.index`, outside every backup. A
//! damaged or foreign index, or one of another version, is deleted. The index follows the library's change counter in
//! small steps, one per query. A new index grows while the library is in use and continues after a restart.
//!
//! Two parts are inverted indexes of SQLite's FTS5. One holds trigrams and finds words of any script. The other holds
//! positions (see [`super::explorer`]). Tables have what lists show of a record ([`super::facts`]), the moves as
//! cells ([`super::pattern`]), and a number for all moves ([`super::duplicates`]).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use duiyi_core::record::format::Record;
use duiyi_core::record::{Tree, format};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::explorer::Replay;
use super::facts::{self, GameFacts};
use super::raw_path::RawPath;
use super::{COLUMNS, FinishedGame, duplicates, explorer, game_row, pattern, query};
use crate::files::database_path;

/// Version of the index's schema; an index of another version is rebuilt.
const VERSION: i64 = 6;

const SCHEMA: &str = "
    CREATE TABLE idx.state (library TEXT NOT NULL, change INTEGER NOT NULL) STRICT;
    CREATE VIRTUAL TABLE idx.texts USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
    CREATE VIRTUAL TABLE idx.grams USING fts5vocab(texts, instance);
    CREATE VIRTUAL TABLE idx.positions
        USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
    CREATE VIRTUAL TABLE idx.position_terms USING fts5vocab(positions, row);";

/// Padding that no text contains: the last letters of a text begin a trigram, too.
const END: &str = "\u{1}\u{1}";

/// Longest text per game that is searched, in characters.
const TEXT_CHARS_MAX: usize = 200_000;

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
    connection.pragma_update_and_check(Some("idx"), "journal_mode", "WAL", |_| Ok(()))?;
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

/// Indexes changes for about `patience` and returns how many games the index still lacks.
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
    forget_purged(&transaction)?;
    let mut whole = true;
    {
        let changed = format!(
            "SELECT {COLUMNS}, change FROM game JOIN game_text ON game_id = id WHERE change > ?1 ORDER BY change"
        );
        let mut changed = transaction.prepare_cached(&changed)?;
        let mut rows = changed.query([seen])?;
        while let Some(row) = rows.next()? {
            let change = row.get("change")?;
            let game = game_row(row)?;
            file(&transaction, game.id, &game.saved, game.deleted_at_ms.is_some())?;
            seen = change;
            if begun.elapsed() > patience {
                whole = false;
                break;
            }
        }
    }
    transaction.execute("UPDATE idx.state SET change = ?1", [if whole { latest } else { seen }])?;
    let left = if whole {
        0
    } else {
        transaction.query_row("SELECT count(*) FROM game WHERE change > ?1", [seen], |row| row.get(0))?
    };
    transaction.commit()?;
    Ok(left)
}

/// Removes purged games from the index.
fn forget_purged(transaction: &Transaction) -> rusqlite::Result<()> {
    for table in ["texts", "positions", "facts", "lines", "fingerprints"] {
        transaction.execute(&format!("DELETE FROM idx.{table} WHERE rowid IN (SELECT game_id FROM purged)"), [])?;
    }
    transaction.execute("DELETE FROM purged", []).map(drop)
}

/// Indexes one game. A deleted game has its words in the trash and no positions.
fn file(transaction: &Transaction, id: i64, game: &FinishedGame, deleted: bool) -> rusqlite::Result<()> {
    let record = format::read(game.record.as_bytes()).ok();
    let text = text_of(game, record.as_ref());
    transaction
        .prepare_cached("INSERT OR REPLACE INTO idx.texts (rowid, text) VALUES (?1, ?2)")?
        .execute(params![id, text])?;
    let Replay { terms, start, moves, end } = explorer::replay(game);
    GameFacts::of(record.as_ref(), end.as_ref()).write(transaction, id)?;
    pattern::line::write(transaction, id, &game.game, &start, &moves)?;
    duplicates::write(transaction, id, game)?;
    let terms = if deleted { String::new() } else { terms };
    transaction
        .prepare_cached("INSERT OR REPLACE INTO idx.positions (rowid, terms) VALUES (?1, ?2)")?
        .execute(params![id, terms])
        .map(drop)
}

/// Returns the searched text: names, rule, reason, opening, and the record's headers and comments.
fn text_of(game: &FinishedGame, record: Option<&Record>) -> String {
    let mut text = query::words_of(game);
    if let Some(record) = record {
        let facts = record.header.tags.iter().map(|(_, value)| value.as_str());
        let comments = record.tree.subtree(Tree::ROOT).map(|node| record.tree.note(node).comment.as_str());
        for words in facts.chain(comments).filter(|words| !words.is_empty()) {
            text.push('\n');
            text.push_str(&words.to_lowercase());
        }
    }
    let mut text: String = text.chars().filter(|&letter| letter != '\0').take(TEXT_CHARS_MAX).collect();
    text.push_str(END);
    text
}

/// Returns the size of the index on disk in bytes.
#[cfg(test)]
pub(super) fn bytes(library: &Path) -> std::io::Result<u64> {
    fs::metadata(path(library)).map(|metadata| metadata.len())
}

#[cfg(test)]
mod tests;
