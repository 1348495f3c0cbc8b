//! Writing a backup: whole, or not at all.

use std::fs::{self, OpenOptions};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rusqlite::OpenFlags;

use crate::files::{
    FileError, database_path, follow, open_database, remove_left_over, rename, sync_file, sync_folder,
    temporary_beside, with_suffix,
};
use crate::library::connect::reconnect;
use crate::library::raw_path::RawPath;
use crate::library::{Library, LibraryError, LibraryProgress};

/// Instructions of SQLite's machine between two looks at the request to stop.
const STEPS: i32 = 1_000;

/// The interval between two looks at the growing file.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Most bytes that wait for the disk. A journal waits for them, too.
const UNWRITTEN_MAX: u64 = 4 << 20;

impl Library {
    /// Writes the whole library to the file `to`, by a connection of its own. Returns the number of games; `None` if
    /// `told` cancels.
    ///
    /// # Errors
    /// [`LibraryError`]; an old file at `to` is unchanged.
    pub fn write_backup(
        &self,
        to: &Path,
        told: &mut dyn FnMut(LibraryProgress) -> ControlFlow<()>,
    ) -> Result<Option<u32>, LibraryError> {
        self.still_there()?;
        if same_file(&self.path, to) {
            let cause = std::io::Error::other("it is the library itself");
            return Err(FileError::new(to, cause).into());
        }
        // A link stays a link.
        let to = &follow(to).map_err(|error| FileError::new(to, error))?;
        remove_left_over(to.parent().unwrap_or(Path::new("")));
        let temporary = temporary_beside(to);
        let written = self.write_to(&temporary, to, told);
        if !matches!(written, Ok(Some(_))) {
            // An incomplete backup has no use, nor has what SQLite wrote beside it.
            for suffix in ["", "-journal", "-wal", "-shm"] {
                let _ = fs::remove_file(with_suffix(&temporary, suffix));
            }
        }
        written
    }

    fn write_to(
        &self,
        temporary: &Path,
        to: &Path,
        told: &mut dyn FnMut(LibraryProgress) -> ControlFlow<()>,
    ) -> Result<Option<u32>, LibraryError> {
        let fail = |error| LibraryError::new(to, error);
        if !self.vacuum(temporary, told).map_err(fail)? {
            return Ok(None);
        }
        let games = games_in(temporary).map_err(fail)?;
        sync_file(temporary)
            .and_then(|()| rename(temporary, to))
            .and_then(|()| sync_folder(to.parent().unwrap_or(Path::new(""))))
            .map_err(|error| FileError::new(to, error))?;
        Ok(Some(games))
    }

    /// Copies every table on a thread of its own. Returns whether the copy is complete.
    fn vacuum(
        &self,
        temporary: &Path,
        told: &mut dyn FnMut(LibraryProgress) -> ControlFlow<()>,
    ) -> rusqlite::Result<bool> {
        let mut connection = reconnect(&self.path)?;
        let total = connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        let size = "SELECT (page_count - freelist_count) * page_size
            FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
        let bytes_total: u64 = connection.query_row(size, [], |row| row.get::<_, i64>(0))?.max(1).unsigned_abs();
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        connection.progress_handler(STEPS, Some(move || is_stopped.load(Ordering::Relaxed)))?;
        let into = RawPath(database_path(temporary).into_owned());
        let copy = move || connection.execute("VACUUM main INTO ?1", [into]).map(drop);
        let copied = thread::scope(|scope| {
            let copying = thread::Builder::new().spawn_scoped(scope, copy);
            // The system has no thread left.
            let copying = copying.map_err(|why| rusqlite::Error::ToSqlConversionFailure(Box::new(why)))?;
            let (mut file, mut flushed) = (None, 0);
            while !copying.is_finished() {
                thread::sleep(LOOK_EVERY);
                // Windows syncs only a file that is open for writing.
                file = file.or_else(|| OpenOptions::new().write(true).open(temporary).ok());
                let Some(file) = &file else { continue };
                let bytes = file.metadata().map_or(0, |metadata| metadata.len());
                if bytes >= flushed + UNWRITTEN_MAX {
                    // Fails at the end, too, and is reported there.
                    let _ = file.sync_data();
                    flushed = bytes;
                }
                let games = (f64::from(total) * bytes as f64 / bytes_total as f64) as u32;
                if told(LibraryProgress { games: games.min(total), total }).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            copying.join().expect("SQLite does not panic")
        });
        match copied {
            Ok(()) => Ok(true),
            Err(_) if stop.load(Ordering::Relaxed) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Counts the games of a new backup after checking every page.
fn games_in(path: &Path) -> rusqlite::Result<u32> {
    let backup = open_database(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    backup.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))?;
    backup.query_row("SELECT count(*) FROM game", [], |row| row.get(0))
}

fn same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
