//! Salvages the readable games of a damaged library.
//!
//! A damaged page hides a run of neighbouring games. Bisection of a failing range of numbers finds the games around it.
//! The reads use a copy, so that the damaged file keeps every byte.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, Row, TransactionBehavior, params};

use super::{FinishedGame, GameRow, columns_of, game_row, text, upsert};
use crate::files::with_suffix;

/// Most failed reads. A damaged page costs about two per game on it; a damaged root makes every read fail.
const FAILURES_MAX: u32 = 20_000;

/// Games per transaction.
const BATCH: usize = 500;

/// Copies the readable games of the library at `damaged` into a new one and returns their number. Where the row of a
/// game is lost, `read` rebuilds it from the record.
pub(super) fn salvage(damaged: &Path, library: &mut Connection, read: fn(&str) -> Option<FinishedGame>) -> usize {
    let copy = Copy::of(damaged);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let Ok(from) = Connection::open_with_flags(&copy.0, flags) else { return 0 };
    let (mut games, mut known, mut batch) = (0, HashSet::new(), Vec::new());
    // A game is its moves: a row without its text stays in the kept file.
    let rows = format!(
        "SELECT {} FROM game CROSS JOIN game_text ON game_id = id WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
        columns_of(&from)
    );
    walk(&from, &rows, game_row, |id, GameRow { saved, deleted_at_ms, .. }| {
        known.insert(id);
        batch.push((saved, deleted_at_ms));
        if batch.len() == BATCH {
            games += keep(library, &mut batch);
        }
    });
    let texts = "SELECT game_id, record FROM game_text WHERE game_id BETWEEN ?1 AND ?2 ORDER BY game_id";
    walk(
        &from,
        texts,
        |row| text(row, 1),
        |id, record| {
            if known.contains(&id) {
                return;
            }
            batch.extend(read(&record).map(|game| (game, None)));
            if batch.len() >= BATCH {
                games += keep(library, &mut batch);
            }
        },
    );
    let games = games + keep(library, &mut batch);
    keep_tags(&from, library);
    games
}

/// Copies the readable tags. A library of version 1 has none.
fn keep_tags(from: &Connection, library: &Connection) {
    let tags = "SELECT game_id, tag, uid FROM tag CROSS JOIN game ON id = game_id
        WHERE game_id BETWEEN ?1 AND ?2 ORDER BY game_id";
    let insert = "INSERT OR IGNORE INTO tag (tag, game_id) SELECT ?1, id FROM game WHERE uid = ?2";
    walk(
        from,
        tags,
        |row| Ok((text(row, 1)?, text(row, 2)?)),
        |_, (tag, uid)| {
            // A tag that fails to write does not affect the game.
            let _ = library.execute(insert, [tag, uid]);
        },
    );
}

/// Passes every readable row to `take`, by number.
fn walk<T>(from: &Connection, sql: &str, read: impl Fn(&Row) -> rusqlite::Result<T>, mut take: impl FnMut(i64, T)) {
    let Ok(mut statement) = from.prepare(sql) else { return };
    let mut failures = 0;
    let mut ranges = vec![(i64::MIN, i64::MAX)];
    while let Some((first, last)) = ranges.pop() {
        let mut next = Some(first);
        let Ok(mut rows) = statement.query(params![first, last]) else { return };
        let whole = loop {
            match rows.next() {
                Ok(Some(row)) => {
                    let Ok(id) = row.get::<_, i64>(0) else { continue };
                    // Skips a row with values that no program wrote.
                    if let Ok(value) = read(row) {
                        take(id, value);
                    }
                    next = id.checked_add(1);
                }
                Ok(None) => break true,
                Err(_) => break false,
            }
        };
        let Some(first) = next.filter(|&next| !whole && next <= last) else { continue };
        failures += 1;
        if failures > FAILURES_MAX {
            return;
        }
        if first < last {
            let middle = first.midpoint(last).min(last - 1);
            ranges.extend([(middle + 1, last), (first, middle)]);
        }
    }
}

/// Writes the games of a batch and returns how many the library took.
fn keep(library: &mut Connection, batch: &mut Vec<(FinishedGame, Option<i64>)>) -> usize {
    let rows = std::mem::take(batch);
    let written = (|| {
        let transaction = library.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (game, deleted_at_ms) in &rows {
            let id = upsert(&transaction, game)?;
            transaction.execute("UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1", params![id, deleted_at_ms])?;
        }
        transaction.commit()
    })();
    // A full disk ends the salvage: the damaged file still has the games.
    written.map_or(0, |()| rows.len())
}

/// A temporary copy of a library and its log. Dropping it deletes the files.
struct Copy(PathBuf);

impl Copy {
    fn of(library: &Path) -> Copy {
        let copy = Copy(with_suffix(library, "-copy"));
        for suffix in ["", "-wal"] {
            // A failed copy shows up as a failed read.
            let _ = fs::copy(with_suffix(library, suffix), with_suffix(&copy.0, suffix));
        }
        copy
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_suffix(&self.0, suffix));
        }
    }
}
