//! The index beside the library: which words and which positions each game has.
//!
//! Everything in it can be made again from the library, so it stands in a file of its own, `library.index`, which no
//! backup carries and which is simply thrown away when it is damaged, of another version, or of another library. It
//! follows the library by the number of the last change it has heard of, a little at each question, so that a new
//! index is built while the library is used, and goes on where it was when the program was closed.
//!
//! Both parts are inverted indexes of SQLite's FTS5: one of trigrams, in which any words can be found whatever their
//! script, and one of positions (see [`super::explorer`]).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use duiyi_core::record::{Tree, format};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};

use super::{COLUMNS, FinishedGame, explorer, game_row, query};

/// What an index of this version looks like; any other is made anew.
const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE idx.state (library TEXT NOT NULL, change INTEGER NOT NULL) STRICT;
    CREATE VIRTUAL TABLE idx.texts USING fts5(text, content='', contentless_delete=1, tokenize='trigram');
    CREATE VIRTUAL TABLE idx.grams USING fts5vocab(texts, instance);
    CREATE VIRTUAL TABLE idx.positions
        USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
    CREATE VIRTUAL TABLE idx.position_terms USING fts5vocab(positions, row);";

/// Nothing that a person writes: behind the last letters of a text, so that they begin a trigram, too.
const END: &str = "\u{1}\u{1}";

/// A comment beyond this length is not searched.
const TEXT_CHARS_MAX: usize = 200_000;

/// Returns the place of the index of the library at `library`.
pub(super) fn path(library: &Path) -> PathBuf {
    library.with_extension("index")
}

/// Makes the index part of `connection`, as `idx`, unless it is already.
pub(super) fn attach(connection: &Connection, library: &Path) -> rusqlite::Result<()> {
    if connection.is_readonly("idx").is_ok() {
        return Ok(());
    }
    match try_attach(connection, library) {
        Ok(true) => Ok(()),
        // Damaged, or of another library: it costs nothing but the time to make it again.
        Ok(false) | Err(_) => {
            discard(connection, library);
            try_attach(connection, library).map(drop)
        }
    }
}

/// Throws the index away.
pub(super) fn discard(connection: &Connection, library: &Path) {
    // What cannot be detached or removed is tried again by whoever attaches it.
    let _ = connection.execute_batch("DETACH idx");
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let mut name = path(library).into_os_string();
        name.push(suffix);
        let _ = fs::remove_file(name);
    }
}

/// Attaches the index and returns whether it belongs to this library and this program.
fn try_attach(connection: &Connection, library: &Path) -> rusqlite::Result<bool> {
    let index = path(library);
    connection.execute("ATTACH DATABASE ?1 AS idx", [index.to_string_lossy()])?;
    connection.pragma_update_and_check(Some("idx"), "journal_mode", "WAL", |_| Ok(()))?;
    // What a power cut takes from an index is indexed again.
    connection.pragma_update(Some("idx"), "synchronous", "NORMAL")?;
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let name: String = transaction.query_row("SELECT name FROM shelf", [], |row| row.get(0))?;
    let version: i64 = transaction.pragma_query_value(Some("idx"), "user_version", |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(SCHEMA)?;
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
    // An index that knows more than its library is of a library that was put back to an earlier state.
    let fits = known.is_some_and(|(library, change): (String, i64)| library == name && change <= latest);
    transaction.commit()?;
    Ok(fits)
}

/// Takes in what has changed, for about as long as `patience`, and returns how many games are still to be taken in.
pub(super) fn catch_up(connection: &Connection, patience: Duration) -> rusqlite::Result<u32> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let begun = Instant::now();
    if number("SELECT change FROM idx.state")? == number("SELECT change FROM shelf")? {
        return Ok(0);
    }
    // Immediate: two programs do not take in the same games.
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

/// Takes the games that are gone for good out of the index.
fn forget_purged(transaction: &Transaction) -> rusqlite::Result<()> {
    for table in ["texts", "positions"] {
        transaction.execute(&format!("DELETE FROM idx.{table} WHERE rowid IN (SELECT game_id FROM purged)"), [])?;
    }
    transaction.execute("DELETE FROM purged", []).map(drop)
}

/// Files one game. A deleted one can be found in the trash by its words, and nowhere by its positions.
fn file(transaction: &Transaction, id: i64, game: &FinishedGame, deleted: bool) -> rusqlite::Result<()> {
    let text = text_of(game);
    transaction
        .prepare_cached("INSERT OR REPLACE INTO idx.texts (rowid, text) VALUES (?1, ?2)")?
        .execute(params![id, text])?;
    let terms = if deleted { String::new() } else { explorer::terms(game) };
    transaction
        .prepare_cached("INSERT OR REPLACE INTO idx.positions (rowid, terms) VALUES (?1, ?2)")?
        .execute(params![id, terms])
        .map(drop)
}

/// Returns what is searched for words: names, rule, reason and opening, and of the record what stands above and beside
/// the moves.
fn text_of(game: &FinishedGame) -> String {
    let mut text = query::words_of(game);
    if let Ok(record) = format::read(game.record.as_bytes()) {
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

/// Returns how many bytes the index takes on disk.
#[cfg(test)]
pub(super) fn bytes(library: &Path) -> std::io::Result<u64> {
    fs::metadata(path(library)).map(|metadata| metadata.len())
}

#[cfg(test)]
mod tests;
