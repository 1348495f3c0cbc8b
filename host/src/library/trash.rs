//! The trash: deleted games, which can be restored until they are purged.

use rusqlite::{Connection, Params, Transaction, params};

use super::{Library, LibraryError};
use crate::clock;

/// The days that a deleted game can be restored.
const TRASH_DAYS: i64 = 30;

/// The days with a start of the program that must have passed, too.
const TRASH_RUN_DAYS: i64 = 7;

/// A game in the trash, as it was found there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TrashedGame {
    id: i64,
    deleted_at_ms: i64,
}

impl Library {
    /// Moves a game to the trash.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn delete(&mut self, id: i64) -> Result<(), LibraryError> {
        self.mark_deleted(id, Some(clock::unix_ms()))
    }

    /// Takes a game out of the trash.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn restore(&mut self, id: i64) -> Result<(), LibraryError> {
        self.mark_deleted(id, None)
    }

    /// Moves games to the trash, or takes them out of it, in parts of some milliseconds. Returns how many moved.
    ///
    /// # Errors
    /// [`LibraryError`]; the games of earlier parts have moved.
    pub fn set_deleted(&mut self, ids: &[i64], deleted: bool) -> Result<usize, LibraryError> {
        let at_ms = deleted.then(clock::unix_ms);
        let sql = "UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1 AND (deleted_at_ms IS NULL) <> (?2 IS NULL)";
        let mut moved = 0;
        self.write_parts(
            ids,
            |transaction, id| transaction.prepare_cached(sql)?.execute(params![id, at_ms]),
            |changed| moved += changed,
        )?;
        Ok(moved)
    }

    /// Notes that the program runs on this day, and returns the old games in the trash. They were deleted more than
    /// [`TRASH_DAYS`] days ago, and the program ran on at least [`TRASH_RUN_DAYS`] days since: one start with a wrong clock
    /// makes no game old. Days in the future come from a clock that was ahead: such a run is forgotten, and a game deleted
    /// then counts as deleted now.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub(crate) fn old_trash(&mut self, now_ms: i64) -> Result<Vec<TrashedGame>, LibraryError> {
        const DAY_MS: i64 = 24 * 60 * 60 * 1000;
        let is_old = "deleted_at_ms < ?1 AND (SELECT count(*) FROM run_day WHERE day > deleted_at_ms / ?2) >= ?3";
        let forget = "DELETE FROM run_day WHERE day NOT IN (SELECT day FROM run_day ORDER BY day DESC LIMIT ?1)";
        let (today, ahead_ms) = (now_ms.div_euclid(DAY_MS), now_ms.saturating_add(DAY_MS));
        self.write(|transaction| {
            transaction.execute("UPDATE game SET deleted_at_ms = ?1 WHERE deleted_at_ms > ?2", [now_ms, ahead_ms])?;
            transaction.execute("DELETE FROM run_day WHERE day > ?1", [today + 1])?;
            transaction.execute("INSERT OR IGNORE INTO run_day VALUES (?1)", [today])?;
            transaction.execute(forget, [2 * TRASH_DAYS])?;
            trashed(transaction, is_old, [now_ms.saturating_sub(TRASH_DAYS * DAY_MS), DAY_MS, TRASH_RUN_DAYS])
        })
    }

    /// Removes the games in the trash permanently, in parts of some milliseconds, and returns their number.
    ///
    /// # Errors
    /// [`LibraryError`]; the games of earlier parts are gone.
    pub fn empty_trash(&mut self) -> Result<usize, LibraryError> {
        let games = self.read(|connection| trashed(connection, "deleted_at_ms IS NOT NULL", []))?;
        self.purge_all(&games)
    }

    /// Removes these games permanently, in parts of some milliseconds, and returns their number. A game that has left the
    /// trash meanwhile stays.
    ///
    /// # Errors
    /// [`LibraryError`]; the games of earlier parts are gone.
    pub(crate) fn purge_all(&mut self, games: &[TrashedGame]) -> Result<usize, LibraryError> {
        let sql = "DELETE FROM game WHERE id = ?1 AND deleted_at_ms = ?2";
        let mut purged = 0;
        self.write_parts(
            games,
            |transaction, game| transaction.prepare_cached(sql)?.execute([game.id, game.deleted_at_ms]),
            |removed| purged += removed,
        )?;
        Ok(purged)
    }

    /// Removes a game in the trash permanently.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn purge(&mut self, id: i64) -> Result<(), LibraryError> {
        let sql = "DELETE FROM game WHERE id = ?1 AND deleted_at_ms IS NOT NULL";
        let changed = self.write(|transaction| transaction.execute(sql, [id]))?;
        if changed == 0 { Err(self.no_game(id)) } else { Ok(()) }
    }

    pub(super) fn mark_deleted(&mut self, id: i64, at_ms: Option<i64>) -> Result<(), LibraryError> {
        let changed = self.write(|transaction| {
            transaction.execute("UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1", params![id, at_ms])
        })?;
        if changed == 0 { Err(self.no_game(id)) } else { Ok(()) }
    }
}

/// Returns the games in the trash that meet an SQL condition.
pub(super) fn trashed(
    connection: &Connection,
    condition: &str,
    values: impl Params,
) -> rusqlite::Result<Vec<TrashedGame>> {
    let mut find = connection.prepare(&format!("SELECT id, deleted_at_ms FROM game WHERE {condition}"))?;
    let games = find.query_map(values, |row| Ok(TrashedGame { id: row.get(0)?, deleted_at_ms: row.get(1)? }))?;
    games.collect()
}

/// Returns whether the game was in the trash.
pub(super) fn take_out_of_trash(transaction: &Transaction, id: i64) -> rusqlite::Result<bool> {
    let restore = "UPDATE game SET deleted_at_ms = NULL WHERE id = ?1 AND deleted_at_ms IS NOT NULL";
    Ok(transaction.prepare_cached(restore)?.execute([id])? > 0)
}
