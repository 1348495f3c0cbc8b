//! Backup and restore of the library as one file.
//!
//! A backup is a complete library without its index. Restoring merges: missing games arrive with their tags; present
//! games gain the backup's tags. A game leaves the trash if the backup has it outside the trash.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params};

use super::row::{columns_of, corrected_row, has_name, text};
use super::schema::APPLICATION_ID;
use super::untrusted::{UntrustedDatabase, foreign_part};
use super::walk::walk;
use super::{GameRow, LibraryError, schema, tags, upsert};
use crate::files::{FileError, sync_folder, temporary_name, with_suffix};

/// Result of a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct MergeReport {
    /// Games that were missing.
    pub added: u32,
    /// Games that left the trash.
    pub undeleted: u32,
    /// Games that were present already.
    pub known: u32,
    /// Games that came or were present, with impossible values in the backup; those are unknown here.
    pub corrected: u32,
    /// Games that could not be read.
    pub unreadable: u32,
}

/// Writes the library at `library` to `to` by a connection of its own, beside the program's work, and returns its number
/// of games.
///
/// # Errors
/// [`LibraryError`]; an old file at `to` is unchanged.
pub fn back_up_beside(library: &Path, to: &Path) -> Result<u32, LibraryError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(library, flags);
    let connection = connection.map_err(|error| LibraryError::new(library, error))?;
    back_up(&connection, library, to)
}

/// Writes the library at `library` to `to` and returns its number of games.
pub(super) fn back_up(connection: &Connection, library: &Path, to: &Path) -> Result<u32, LibraryError> {
    let fail = |error| LibraryError::new(to, error);
    if same_file(library, to) {
        let cause = std::io::Error::other("it is the library itself");
        return Err(FileError::new(to, cause).into());
    }
    let folder = to.parent().unwrap_or(Path::new(""));
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(temporary_name(&name));
    let written = (|| {
        connection.execute("VACUUM main INTO ?1", [temporary.to_string_lossy()]).map_err(fail)?;
        let games = games_in(&temporary).map_err(fail)?;
        fs::File::open(&temporary)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&temporary, to))
            .and_then(|()| sync_folder(folder))
            .map_err(|error| FileError::new(to, error))?;
        Ok(games)
    })();
    if written.is_err() {
        // An incomplete backup has no use, nor has what SQLite wrote beside it.
        for suffix in ["", "-journal", "-wal", "-shm"] {
            let _ = fs::remove_file(with_suffix(&temporary, suffix));
        }
    }
    written
}

/// Counts the games of a new backup after checking every page.
fn games_in(path: &Path) -> rusqlite::Result<u32> {
    let backup = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    backup.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))?;
    backup.query_row("SELECT count(*) FROM game", [], |row| row.get(0))
}

fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Largest backup, in bytes: that of some two million games.
const BYTES_MAX: u64 = 4 << 30;

/// The time of a restore in which nothing is read, and of each mebibyte. A disk reads a mebibyte in some milliseconds.
const TIME: Duration = Duration::from_secs(60);
const MEBIBYTE_TIME: Duration = Duration::from_millis(500);

/// A backup of this or an older version, every page of which has been checked. It is read-only and not trusted.
#[derive(Debug)]
pub struct Backup {
    path: PathBuf,
    database: UntrustedDatabase,
}

/// Opens a backup. Checking a hundred thousand games takes some tenths of a second.
///
/// # Errors
/// [`LibraryError`].
pub fn open(path: &Path) -> Result<Backup, LibraryError> {
    let metadata = fs::metadata(path).map_err(|error| FileError::new(path, error))?;
    let no_library = || LibraryError::NotALibrary(path.to_owned());
    if !metadata.is_file() || metadata.len() == 0 {
        return Err(no_library());
    }
    if metadata.len() > BYTES_MAX {
        return Err(FileError::new(path, std::io::ErrorKind::FileTooLarge.into()).into());
    }
    let time = TIME + MEBIBYTE_TIME * u32::try_from(metadata.len() >> 20).unwrap_or(u32::MAX);
    let database = UntrustedDatabase::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY, time)
        .map_err(|error| LibraryError::new(path, error))?;
    let backup = &database.connection;
    match version_of(backup) {
        Ok(Some(version)) if version > schema::VERSION as i64 => Err(LibraryError::NewerVersion(path.to_owned())),
        Ok(Some(_)) => {
            // The check of the pages evaluates the constraints of the tables, so the parts are checked first.
            let fail = |error: rusqlite::Error| match error.sqlite_error_code() {
                Some(ErrorCode::OperationInterrupted) => slow(path),
                _ => no_library(),
            };
            if let Some(part) = foreign_part(backup).map_err(fail)? {
                return Err(LibraryError::ForeignPart { path: path.to_owned(), part });
            }
            let verdict = backup.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)).map_err(fail)?;
            if verdict != "ok" {
                return Err(no_library());
            }
            Ok(Backup { path: path.to_owned(), database })
        }
        Ok(None) | Err(_) => Err(no_library()),
    }
}

/// The error of a backup whose reading takes longer than that of any library of its size.
fn slow(path: &Path) -> LibraryError {
    LibraryError::ForeignPart { path: path.to_owned(), part: "a statement that does not end" }
}

/// Returns the version of a library; `None` for the database of another program.
fn version_of(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let version = number("PRAGMA user_version")?;
    Ok((number("PRAGMA application_id")? == i64::from(APPLICATION_ID) && version > 0).then_some(version))
}

/// A part of a backup, small enough that writing it takes some milliseconds.
#[derive(Debug)]
pub enum BackupPart {
    /// Games, each with its number in the backup.
    Games(Vec<GameRow>),
    /// Tags, each with the number of its game in the backup.
    Tags(Vec<(i64, String)>),
}

/// Most games or tags of a part, and most bytes of its texts.
const PART_ROWS: usize = 50;
const PART_BYTES: usize = 4 << 20;

/// The state of a restore between two parts.
#[derive(Debug, Default)]
pub struct Restore {
    pub report: MergeReport,
    /// Maps numbers of the backup to numbers of the library.
    ids: HashMap<i64, i64>,
}

impl Backup {
    /// Passes the backup to `take` part by part, the games first, until `take` fails. A row that is unusable costs its
    /// own game only.
    ///
    /// # Errors
    /// The error of `take`, or [`LibraryError::ForeignPart`] if reading takes too long.
    pub fn read_parts<E: From<LibraryError>>(
        &self,
        restore: &mut Restore,
        mut take: impl FnMut(&mut Restore, BackupPart) -> Result<(), E>,
    ) -> Result<(), E> {
        let backup = &self.database.connection;
        // A slow disk of the library is no fault of the backup.
        let mut take = |restore: &mut Restore, part| self.database.paused(|| take(restore, part));
        let games = format!(
            "SELECT {} FROM game CROSS JOIN game_text ON game_id = id WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
            columns_of(backup)
        );
        let (mut part, mut bytes) = (Vec::new(), 0);
        let end = walk(backup, &games, corrected_row, |_, (game, corrected)| {
            if !has_name(&game.saved.uid) {
                restore.report.unreadable += 1;
                return Ok(());
            }
            restore.report.corrected += u32::from(corrected);
            bytes += game.saved.record.len() + game.saved.moves.len();
            part.push(game);
            if part.len() < PART_ROWS && bytes < PART_BYTES {
                return Ok(());
            }
            bytes = 0;
            take(restore, BackupPart::Games(std::mem::take(&mut part)))
        })?;
        self.check_time()?;
        restore.report.unreadable += end.unreadable + end.unusable;
        take(restore, BackupPart::Games(part))?;

        // A backup of version 1 has no tags.
        let tags = "SELECT game_id, tag FROM tag WHERE game_id BETWEEN ?1 AND ?2 ORDER BY game_id";
        let mut part = Vec::new();
        walk(
            backup,
            tags,
            |row| text(row, 1),
            |number, tag| {
                part.extend(tags::tidy(&tag).map(|tag| (number, tag)));
                if part.len() < PART_ROWS * 10 {
                    return Ok(());
                }
                take(restore, BackupPart::Tags(std::mem::take(&mut part)))
            },
        )?;
        self.check_time()?;
        take(restore, BackupPart::Tags(part))
    }

    /// Fails if the time of the restore is over.
    fn check_time(&self) -> Result<(), LibraryError> {
        if self.database.is_late() { Err(slow(&self.path)) } else { Ok(()) }
    }
}

impl Restore {
    /// Adds the missing games and tags of one part, all or none.
    pub(super) fn add(&mut self, connection: &mut Connection, part: &BackupPart) -> rusqlite::Result<()> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut report = self.report;
        match part {
            BackupPart::Games(games) => {
                let ids = games.iter().map(|game| Ok((game.id, restore(&transaction, game, &mut report)?)));
                let ids: Vec<(i64, i64)> = ids.collect::<rusqlite::Result<_>>()?;
                transaction.commit()?;
                self.ids.extend(ids);
            }
            BackupPart::Tags(tags) => {
                for (number, tag) in tags {
                    if let Some(id) = self.ids.get(number) {
                        let insert = "INSERT OR IGNORE INTO tag (tag, game_id) SELECT ?1, id FROM game WHERE id = ?2";
                        transaction.prepare_cached(insert)?.execute(params![tag, id])?;
                    }
                }
                transaction.commit()?;
            }
        }
        self.report = report;
        Ok(())
    }
}

/// Adds one game, unless it is there, and returns its number here.
fn restore(transaction: &Transaction, game: &GameRow, restored: &mut MergeReport) -> rusqlite::Result<i64> {
    let find = "SELECT id, deleted_at_ms IS NOT NULL FROM game WHERE uid = ?1";
    let place = "UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1";
    let known = transaction
        .prepare_cached(find)?
        .query_row([&game.saved.uid], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    match known {
        Some((id, true)) if game.deleted_at_ms.is_none() => {
            transaction.prepare_cached(place)?.execute(params![id, None::<i64>])?;
            restored.undeleted += 1;
            Ok(id)
        }
        Some((id, _)) => {
            restored.known += 1;
            Ok(id)
        }
        None => {
            let id = upsert(transaction, &game.saved)?;
            if game.deleted_at_ms.is_some() {
                transaction.prepare_cached(place)?.execute(params![id, game.deleted_at_ms])?;
            }
            restored.added += 1;
            Ok(id)
        }
    }
}

#[cfg(test)]
mod tests;
