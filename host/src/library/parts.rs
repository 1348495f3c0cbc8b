//! Long work on the library beside the game: connections of their own, and writes in short parts.
//!
//! SQLite lets one connection write at a time. The connections of this program take turns, and a turn is short. The
//! log is copied into the file between two turns.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rusqlite::Transaction;

use super::connect::reconnect;
use super::{Library, LibraryError, failed};
use crate::files::{FileError, sync_file, with_suffix};

/// The progress of a backup, a restore or a move of the library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LibraryProgress {
    /// Games so far; fewer from report to report while a cancelled restore is undone.
    pub games: u32,
    /// Games in all.
    pub total: u32,
}

/// Time of one part, without its commit.
const PART_TIME: Duration = Duration::from_millis(10);

/// Cache of a connection for many writes, in KiB: the pages of all indexes of some hundred thousand games.
const CACHE_KIB: i64 = 32 << 10;

/// Pages in the log before it is copied into the file. SQLite's own default.
const LOG_PAGES_MAX: i64 = 1_000;

impl Library {
    /// Opens a second connection to the same file. It takes less than a millisecond.
    ///
    /// # Errors
    /// [`LibraryError`] if the file is gone.
    pub fn beside(&self) -> Result<Library, LibraryError> {
        self.still_there()?;
        let connection = reconnect(&self.path).map_err(|error| failed(&self.path, error))?;
        let beside =
            Library { turn: Arc::clone(&self.turn), identity: self.identity, ..Library::new(&self.path, connection) };
        beside.still_there()?;
        Ok(beside)
    }

    /// Opens a second connection for many writes. They are on the disk after [`Library::flush`].
    ///
    /// # Errors
    /// [`LibraryError`] if the file is gone.
    pub fn beside_for_many(&self) -> Result<Library, LibraryError> {
        let library = self.beside()?;
        let set = || {
            library.connection.pragma_update(None, "synchronous", "NORMAL")?;
            library.connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
            library.connection.pragma_update_and_check(None, "wal_autocheckpoint", 0, |_| Ok(()))
        };
        set().map_err(|error| failed(&library.path, error))?;
        Ok(library)
    }

    /// Returns whether this is a connection to the same file.
    #[must_use]
    pub fn is_same(&self, other: &Library) -> bool {
        Arc::ptr_eq(&self.turn, &other.turn)
    }

    /// Returns a number that changes whenever another connection writes.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn version(&self) -> Result<i64, LibraryError> {
        self.read(|connection| connection.query_row("PRAGMA data_version", [], |row| row.get(0)))
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn flush(&self) -> Result<(), LibraryError> {
        let log = with_suffix(&self.path, "-wal");
        match sync_file(&log) {
            // Without a log each write was written through.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            synced => synced.map_err(|error| FileError::new(log, error).into()),
        }
    }

    /// Passes each of `items` to `work`, in transactions of about [`PART_TIME`], and the results of each transaction to
    /// `done` once it is committed.
    pub(super) fn write_parts<'a, T, R>(
        &mut self,
        items: &'a [T],
        mut work: impl FnMut(&Transaction, &'a T) -> rusqlite::Result<R>,
        mut done: impl FnMut(R),
    ) -> Result<(), LibraryError> {
        let mut rest = items;
        while !rest.is_empty() {
            let results = self.write(|transaction| {
                let begun = Instant::now();
                let mut results = Vec::new();
                for item in rest {
                    results.push(work(transaction, item)?);
                    if begun.elapsed() >= PART_TIME {
                        break;
                    }
                }
                Ok(results)
            })?;
            rest = &rest[results.len()..];
            results.into_iter().for_each(&mut done);
            self.shorten_log();
        }
        Ok(())
    }

    /// Copies the log into the file and empties it, so that a copy of the file alone has every game.
    pub fn fold_log(&self) {
        // A full disk or another program delays the copy; the log stays valid.
        let _ = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }

    /// Copies a long log into the file, which other connections may write meanwhile.
    fn shorten_log(&self) {
        let pragma = |mode: &str| {
            let sql = format!("PRAGMA wal_checkpoint({mode})");
            self.connection.query_row(&sql, [], |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))
        };
        // A full disk or a reader delays the copy; the log stays valid.
        if pragma("NOOP").is_ok_and(|pages| pages >= LOG_PAGES_MAX) {
            let _ = pragma("PASSIVE");
        }
    }
}
