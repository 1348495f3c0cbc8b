//! The damaged library, opened so that every byte of it stays.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rusqlite::OpenFlags;

use super::super::untrusted::{UntrustedDatabase, foreign_part};
use crate::files::with_suffix;

/// The time for reading a damaged library, and for each mebibyte of it. The limit ends only a statement that never ends.
const TIME: Duration = Duration::from_secs(600);
const MEBIBYTE_TIME: Duration = Duration::from_secs(1);

/// Files that SQLite keeps beside a database.
pub(super) const SIDE_FILES: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Suffix of a temporary copy.
const COPY: &str = "-copy";

/// A damaged library, open for reading.
pub(super) struct DamagedLibrary {
    /// Closed before the copy is removed: Windows removes no open file.
    pub(super) database: UntrustedDatabase,
    _copy: Option<TemporaryCopy>,
}

/// A copy of the damaged library, which is removed when it is dropped.
struct TemporaryCopy(PathBuf);

impl DamagedLibrary {
    /// Opens the library at `path`; `None` if nothing can be read from it.
    pub(super) fn open(path: &Path) -> Option<DamagedLibrary> {
        let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
        let time = TIME + MEBIBYTE_TIME * u32::try_from(bytes >> 20).unwrap_or(u32::MAX);
        let has_log = ["-wal", "-journal"]
            .iter()
            .any(|suffix| fs::metadata(with_suffix(path, suffix)).is_ok_and(|log| log.len() > 0));
        let copy = if has_log || cfg!(not(unix)) { Some(TemporaryCopy::of(path)) } else { None };
        let database = match &copy {
            // SQLite applies the log to the copy.
            Some(TemporaryCopy(copy)) => UntrustedDatabase::open(copy, OpenFlags::SQLITE_OPEN_READ_WRITE, time),
            None => {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
                UntrustedDatabase::open(&immutable(path), flags, time)
            }
        };
        let library = DamagedLibrary { database: database.ok()?, _copy: copy };
        // A view or a trigger is no game. If the schema cannot be read, no game can.
        matches!(foreign_table(&library.database), Ok(false)).then_some(library)
    }
}

impl TemporaryCopy {
    fn of(path: &Path) -> TemporaryCopy {
        let copy = with_suffix(path, COPY);
        remove(&copy);
        for suffix in ["", "-wal", "-journal"] {
            // A failed copy shows up as a failed read.
            let _ = fs::copy(with_suffix(path, suffix), with_suffix(&copy, suffix));
        }
        TemporaryCopy(copy)
    }
}

impl Drop for TemporaryCopy {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Returns whether a table that the salvage reads is a program.
fn foreign_table(database: &UntrustedDatabase) -> rusqlite::Result<bool> {
    // A trigger does not fire here, and a computed index is not read.
    Ok(foreign_part(&database.connection)?.is_some_and(|part| !matches!(part, "a trigger" | "a computed index")))
}

/// The sizes and times of the files of a library, which show whether a program wrote to it.
#[derive(PartialEq, Eq)]
pub(super) struct Stamp([Option<(u64, Option<SystemTime>)>; 3]);

pub(super) fn stamp(path: &Path) -> Stamp {
    Stamp(["", "-wal", "-journal"].map(|suffix| {
        let metadata = fs::metadata(with_suffix(path, suffix)).ok()?;
        Some((metadata.len(), metadata.modified().ok()))
    }))
}

/// Removes the temporary copy of an earlier salvage.
pub(super) fn discard(path: &Path) {
    remove(&with_suffix(path, COPY));
}

fn remove(copy: &Path) {
    let _ = fs::remove_file(copy);
    for suffix in SIDE_FILES {
        let _ = fs::remove_file(with_suffix(copy, suffix));
    }
}

/// Returns the URI of a file that SQLite must neither lock nor change.
fn immutable(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut uri = "file://".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02x}"));
        }
    }
    PathBuf::from(uri + "?immutable=1")
}
