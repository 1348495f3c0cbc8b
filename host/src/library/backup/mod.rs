//! Backup and restore of the library as one file.
//!
//! A backup is a complete library without its index. Restoring merges: missing games arrive with their tags; present
//! games gain the backup's tags. A game leaves the trash if the backup has it outside the trash.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};

use super::open::APPLICATION_ID;
use super::{LibraryError, columns_of, game_row, schema, upsert};
use crate::files::{FileError, sync_folder, temporary_name};

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
        // An incomplete backup has no use.
        let _ = fs::remove_file(&temporary);
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

/// Opens a backup of this or an older version after checking every page.
pub(super) fn open(path: &Path) -> Result<Connection, LibraryError> {
    let metadata = fs::metadata(path).map_err(|error| FileError::new(path, error))?;
    let no_library = || LibraryError::NotALibrary(path.to_owned());
    if !metadata.is_file() || metadata.len() == 0 {
        return Err(no_library());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let backup = Connection::open_with_flags(path, flags).map_err(|error| LibraryError::new(path, error))?;
    match version_of(&backup) {
        Ok(Some(version)) if version > schema::VERSION as i64 => Err(LibraryError::NewerVersion(path.to_owned())),
        Ok(Some(_)) => {
            let verdict = backup.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
            if verdict.is_ok_and(|verdict| verdict == "ok") { Ok(backup) } else { Err(no_library()) }
        }
        Ok(None) | Err(_) => Err(no_library()),
    }
}

/// Returns the version of a library; `None` for the database of another program.
fn version_of(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0));
    let version = number("PRAGMA user_version")?;
    Ok((number("PRAGMA application_id")? == i64::from(APPLICATION_ID) && version > 0).then_some(version))
}

/// Adds the missing games and tags.
pub(super) fn merge(backup: &Connection, transaction: &Transaction) -> rusqlite::Result<MergeReport> {
    let mut restored = MergeReport::default();
    // Maps numbers of the backup to numbers here.
    let mut ids: HashMap<i64, i64> = HashMap::new();
    let columns = columns_of(backup);
    let mut games =
        backup.prepare(&format!("SELECT {columns} FROM game JOIN game_text ON game_id = id ORDER BY id"))?;
    let mut here = transaction.prepare("SELECT id, deleted_at_ms IS NOT NULL FROM game WHERE uid = ?1")?;
    let mut place = transaction.prepare("UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1")?;
    let mut rows = games.query([])?;
    while let Some(row) = rows.next()? {
        let game = game_row(row)?;
        let known = here.query_row([&game.saved.uid], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let id = match known {
            Some((id, true)) if game.deleted_at_ms.is_none() => {
                place.execute(params![id, None::<i64>])?;
                restored.undeleted += 1;
                id
            }
            Some((id, _)) => {
                restored.known += 1;
                id
            }
            None => {
                let id = upsert(transaction, &game.saved)?;
                if game.deleted_at_ms.is_some() {
                    place.execute(params![id, game.deleted_at_ms])?;
                }
                restored.added += 1;
                id
            }
        };
        ids.insert(game.id, id);
    }
    merge_tags(backup, transaction, &ids)?;
    Ok(restored)
}

/// Adds the tags. A backup of version 1 has none.
fn merge_tags(backup: &Connection, transaction: &Transaction, ids: &HashMap<i64, i64>) -> rusqlite::Result<()> {
    let tagged = backup.query_row("SELECT 1 FROM sqlite_schema WHERE name = 'tag'", [], |_| Ok(())).optional()?;
    if tagged.is_none() {
        return Ok(());
    }
    let mut tags = backup.prepare("SELECT tag, game_id FROM tag")?;
    let mut rows = tags.query([])?;
    let mut insert = transaction.prepare("INSERT OR IGNORE INTO tag (tag, game_id) VALUES (?1, ?2)")?;
    while let Some(row) = rows.next()? {
        if let Some(id) = ids.get(&row.get(1)?) {
            insert.execute(params![row.get::<_, String>(0)?, id])?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
