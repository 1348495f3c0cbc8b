//! Salvages the readable games of a damaged library.
//!
//! The damaged file is only read. The games go into `library.db-salvage`, which takes the place of the library in one
//! step once it is complete (see [`swap`]). A program that ends before that leaves the damaged library as it was, and
//! the next start begins the salvage again.

mod source;
pub(super) mod swap;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::connect::{OpenPolicy, connect};
use super::restore::{follow_salvage, name_of};
use super::row::{columns_of, corrected_row, has_name, text};
use super::schema::migrate;
use super::walk::{WalkEnd, walk};
use super::{FinishedGame, LibraryError, OpenedLibrary, upsert};
use crate::files::{FileError, open_database, sync_file, with_suffix};
use source::DamagedLibrary;
use swap::{SalvageLock, SalvageReport, opened};

/// Suffix of the library in the making.
const SUFFIX: &str = "-salvage";

/// How often the salvage begins again because another program changed the damaged library meanwhile.
const ATTEMPTS: u32 = 3;

/// A damaged library whose games have not been salvaged yet.
#[derive(Debug)]
pub struct Salvage {
    path: PathBuf,
    care: OpenPolicy,
    is_again: bool,
}

impl Salvage {
    pub(super) fn of(path: &Path, care: OpenPolicy) -> Salvage {
        // The damage may be where a quick check does not look.
        let care = OpenPolicy { full_check_bytes_max: u64::MAX, ..care };
        Salvage { path: path.to_owned(), care, is_again: is_begun(path) }
    }

    /// Returns whether an earlier run began the salvage and did not end it.
    #[must_use]
    pub const fn is_again(&self) -> bool {
        self.is_again
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Copies the readable games into a new library, sets the damaged one aside and opens the new one. It takes some
    /// seconds for a hundred thousand games. `progress` receives the number of games saved so far.
    ///
    /// # Errors
    /// [`LibraryError`]; the damaged library is unchanged.
    pub fn run(self, progress: &mut dyn FnMut(u32)) -> Result<OpenedLibrary, LibraryError> {
        let Salvage { path, care, .. } = self;
        let _lock = SalvageLock::take(&path, care.busy_timeout)?;
        for _ in 0..ATTEMPTS {
            // Another program may have saved it meanwhile.
            let reason = match connect(&path, care) {
                Ok(connection) => return Ok(opened(&path, connection)),
                Err(LibraryError::Corrupt { reason, .. }) => reason,
                Err(error) => return Err(error),
            };
            let stamp = source::stamp(&path);
            progress(0);
            let made = fill(&path, care, progress);
            if made.is_err() {
                discard(&path);
            }
            let counts = made?;
            if source::stamp(&path) == stamp {
                swap::begin(&path, SalvageReport::new(&path, reason, counts))?;
                swap::finish(&path)?;
                return connect(&path, care).map(|connection| opened(&path, connection));
            }
            discard(&path);
        }
        Err(LibraryError::Salvaging(path))
    }
}

/// The games of a salvage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SalvageCounts {
    pub(super) saved: u32,
    /// Known games that could not be read.
    pub(super) lost: u32,
    /// Whether the number of lost games is exact: a list of all games could be read to its end.
    pub(super) is_exact: bool,
}

/// Returns whether a salvage of the library at `path` was begun and not ended.
pub(super) fn is_begun(path: &Path) -> bool {
    target(path).exists()
}

pub(super) fn target(path: &Path) -> PathBuf {
    with_suffix(path, SUFFIX)
}

/// Removes an incomplete salvage.
pub(super) fn discard(path: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let _ = fs::remove_file(with_suffix(&target(path), suffix));
    }
    source::discard(path);
}

/// Makes the new library and writes it through to the disk.
fn fill(path: &Path, care: OpenPolicy, progress: &mut dyn FnMut(u32)) -> Result<SalvageCounts, LibraryError> {
    discard(path);
    let target = target(path);
    let fail = |error| LibraryError::new(&target, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut library = open_database(&target, flags).map_err(fail)?;
    // The file is thrown away after any error, so it needs no journal; it is written through once at the end.
    library.pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(())).map_err(fail)?;
    library.pragma_update(None, "synchronous", "OFF").map_err(fail)?;
    library.pragma_update(None, "foreign_keys", false).map_err(fail)?;
    migrate(&mut library).map_err(fail)?;
    let (counts, name) = {
        let damaged = DamagedLibrary::open(path);
        let name = damaged.as_ref().and_then(|damaged| name_of(&damaged.database.connection).ok());
        let filled = without_indexes(&library, |library| match &damaged {
            Some(damaged) => copy(&damaged.database.connection, library, care.read, progress),
            None => Ok(SalvageCounts::default()),
        });
        (filled.map_err(fail)?, name)
    };
    let sound: String = library.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(fail)?;
    if sound != "ok" {
        return Err(LibraryError::Corrupt { path: target, reason: sound });
    }
    if let Some(name) = name {
        let new = name_of(&library).map_err(fail)?;
        // If this fails, an interrupted restore is not undone, which costs no game.
        let _ = follow_salvage(path, &name, &new);
    }
    library.close().map_err(|(_, error)| LibraryError::new(&target, error))?;
    sync_file(&target).map_err(|error| FileError::new(&target, error))?;
    Ok(counts)
}

/// Runs `work` in one transaction without the indexes and triggers of the library, and makes them again. That is several
/// times faster than to keep ten indexes in order.
fn without_indexes<T>(
    library: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = library.unchecked_transaction()?;
    let made: Vec<(String, String, String)> = transaction
        .prepare("SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (kind, name, _) in &made {
        transaction.execute_batch(&format!("DROP {kind} {name}"))?;
    }
    let value = work(&transaction)?;
    // The triggers would have counted the changes.
    transaction.execute_batch(
        "UPDATE game SET change = id; UPDATE shelf SET change = (SELECT coalesce(max(id), 0) FROM game)",
    )?;
    for (_, _, sql) in &made {
        transaction.execute_batch(sql)?;
    }
    transaction.commit()?;
    Ok(value)
}

/// Copies every readable game, tag and name.
fn copy(
    from: &Connection,
    library: &Connection,
    read: fn(&str) -> Option<FinishedGame>,
    progress: &mut dyn FnMut(u32),
) -> rusqlite::Result<SalvageCounts> {
    // The numbers of all games that are known to exist, and of those that are saved.
    let (mut found, mut saved) = (HashSet::new(), HashSet::new());
    let mut games = 0;
    let mut save = |game: &FinishedGame, deleted_at_ms: Option<i64>| -> rusqlite::Result<()> {
        let id = upsert(library, game)?;
        if deleted_at_ms.is_some() {
            let delete = "UPDATE game SET deleted_at_ms = ?2 WHERE id = ?1";
            library.prepare_cached(delete)?.execute(params![id, deleted_at_ms])?;
        }
        games += 1;
        progress(games);
        Ok(())
    };
    // A game is its moves: a row without its text stays in the damaged file.
    let rows = format!(
        "SELECT {} FROM game CROSS JOIN game_text ON game_id = id WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
        columns_of(from)
    );
    walk(from, &rows, corrected_row, |id, (game, _)| {
        found.insert(id);
        if has_name(&game.saved.uid) {
            save(&game.saved, game.deleted_at_ms)?;
            saved.insert(id);
        }
        Ok::<(), rusqlite::Error>(())
    })?;
    let texts = "SELECT game_id, record FROM game_text WHERE game_id BETWEEN ?1 AND ?2 ORDER BY game_id";
    let texts = walk(
        from,
        texts,
        |row| text(row, 1),
        |id, record| {
            found.insert(id);
            if saved.contains(&id) {
                return Ok(());
            }
            if let Some(game) = read(&record) {
                save(&game, None)?;
                saved.insert(id);
            }
            Ok::<(), rusqlite::Error>(())
        },
    )?;
    let listed = list(from, &mut found)?;
    copy_tags(from, library)?;
    copy_aliases(from, library)?;
    let lost = found.difference(&saved).count();
    Ok(SalvageCounts {
        saved: u32::try_from(saved.len()).unwrap_or(u32::MAX),
        lost: u32::try_from(lost).unwrap_or(u32::MAX),
        is_exact: [texts, listed].iter().any(|end| end.failures + end.unusable == 0),
    })
}

/// Adds the numbers of all games to `found`, from an index that does not share the pages of the games.
fn list(from: &Connection, found: &mut HashSet<i64>) -> rusqlite::Result<WalkEnd> {
    let changes =
        "SELECT change, id FROM game INDEXED BY game_by_change WHERE change BETWEEN ?1 AND ?2 ORDER BY change";
    walk(
        from,
        changes,
        |row| row.get(1),
        |_, id: i64| {
            found.insert(id);
            Ok::<(), rusqlite::Error>(())
        },
    )
}

/// Copies the readable tags. A library of version 1 has none.
fn copy_tags(from: &Connection, library: &Connection) -> rusqlite::Result<()> {
    let tags = "SELECT game_id, tag, uid FROM tag CROSS JOIN game ON id = game_id
        WHERE game_id BETWEEN ?1 AND ?2 ORDER BY game_id";
    let insert = "INSERT OR IGNORE INTO tag (tag, game_id) SELECT ?1, id FROM game WHERE uid = ?2";
    let mut insert = library.prepare(insert)?;
    walk(
        from,
        tags,
        |row| Ok((text(row, 1)?, text(row, 2)?)),
        |_, (tag, uid)| match super::tags::tidy(&tag) {
            Some(tag) => insert.execute([tag, uid]).map(drop),
            None => Ok(()),
        },
    )
    .map(drop)
}

/// Copies the readable names of players. A library of version 4 has none.
fn copy_aliases(from: &Connection, library: &Connection) -> rusqlite::Result<()> {
    let aliases = "SELECT id, name, person FROM player_alias WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
    let mut insert = library.prepare("INSERT OR IGNORE INTO player_alias (name, person) VALUES (?1, ?2)")?;
    walk(
        from,
        aliases,
        |row| Ok((text(row, 1)?, text(row, 2)?)),
        |_, (name, person)| match (super::alias::tidy(&name), super::alias::tidy(&person)) {
            (Some(name), Some(person)) if name != person => insert.execute([name, person]).map(drop),
            _ => Ok(()),
        },
    )
    .map(drop)
}

#[cfg(test)]
mod tests;
