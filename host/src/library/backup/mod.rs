//! Backup of the library as one file, and reading such a file.
//!
//! A backup is a complete library without its index. [`super::restore`] merges it.

mod write;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::row::{columns_of, corrected_row, has_name, text};
use super::schema::APPLICATION_ID;
use super::untrusted::{UntrustedDatabase, foreign_part};
use super::walk::walk;
use super::{GameRow, LibraryError, alias, schema, tags};
use crate::files::FileError;

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

/// A part of a backup.
#[derive(Debug)]
pub(super) enum BackupPart {
    /// Games, each with its number in the backup.
    Games(Vec<GameRow>),
    /// Tags, each with the number of its game in the backup.
    Tags(Vec<(i64, String)>),
    /// Names, each with the person that it leads to.
    Aliases(Vec<(String, String)>),
}

/// The numbers of rows that cannot be used as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DoubtfulRows {
    pub(super) corrected: u32,
    pub(super) unreadable: u32,
}

/// Most games or tags of a part, and most bytes of its texts.
const PART_ROWS: usize = 500;
const PART_BYTES: usize = 4 << 20;

impl Backup {
    /// Returns the number of games, or 0 if it cannot be read.
    pub(super) fn games(&self) -> u32 {
        let count = "SELECT count(*) FROM game";
        self.database.connection.query_row(count, [], |row| row.get(0)).unwrap_or(0)
    }

    /// Passes the backup to `take` part by part, the games first, until `take` fails. A row that is unusable costs its
    /// own game only.
    ///
    /// # Errors
    /// The error of `take`, or [`LibraryError::ForeignPart`] if reading takes too long.
    pub(super) fn read_parts<E: From<LibraryError>>(
        &self,
        mut take: impl FnMut(BackupPart) -> Result<(), E>,
    ) -> Result<DoubtfulRows, E> {
        let backup = &self.database.connection;
        // A slow disk of the library is no fault of the backup.
        let mut take = |part| self.database.paused(|| take(part));
        let games = format!(
            "SELECT {} FROM game CROSS JOIN game_text ON game_id = id WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
            columns_of(backup)
        );
        let mut rows = DoubtfulRows::default();
        let (mut part, mut bytes) = (Vec::new(), 0);
        let end = walk(backup, &games, corrected_row, |_, (game, corrected)| {
            if !has_name(&game.saved.uid) {
                rows.unreadable += 1;
                return Ok(());
            }
            rows.corrected += u32::from(corrected);
            bytes += game.saved.record.len() + game.saved.moves.len();
            part.push(game);
            if part.len() < PART_ROWS && bytes < PART_BYTES {
                return Ok(());
            }
            bytes = 0;
            take(BackupPart::Games(std::mem::take(&mut part)))
        })?;
        self.check_time()?;
        rows.unreadable += end.unreadable + end.unusable;
        take(BackupPart::Games(part))?;

        // A backup of version 1 has no tags.
        let tags = "SELECT game_id, tag FROM tag WHERE game_id BETWEEN ?1 AND ?2 ORDER BY game_id";
        let mut part = Vec::new();
        walk(
            backup,
            tags,
            |row| text(row, 1),
            |number, tag| {
                part.extend(tags::tidy(&tag).map(|tag| (number, tag)));
                if part.len() < PART_ROWS {
                    return Ok(());
                }
                take(BackupPart::Tags(std::mem::take(&mut part)))
            },
        )?;
        self.check_time()?;
        take(BackupPart::Tags(part))?;

        // A backup of version 4 has no names.
        let aliases = "SELECT id, name, person FROM player_alias WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
        let mut part = Vec::new();
        walk(
            backup,
            aliases,
            |row| Ok((text(row, 1)?, text(row, 2)?)),
            |_, (name, person)| {
                part.extend(alias::tidy(&name).zip(alias::tidy(&person)));
                if part.len() < PART_ROWS {
                    return Ok(());
                }
                take(BackupPart::Aliases(std::mem::take(&mut part)))
            },
        )?;
        self.check_time()?;
        take(BackupPart::Aliases(part))?;
        Ok(rows)
    }

    /// Fails if the time of the restore is over.
    fn check_time(&self) -> Result<(), LibraryError> {
        if self.database.is_late() { Err(slow(&self.path)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
