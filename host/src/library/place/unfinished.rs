//! The mark of a move in progress, `library.place-next`: it names the folder of a copy that is not the library yet.
//!
//! Without it, the copy of a move that was interrupted would later be used as it is, without the games that were added
//! meanwhile. The second line is the name of the library then: a restore gives it another one.

use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use rusqlite::OpenFlags;

use super::{BYTES_MAX, chosen, discard_copy, find_in};
use crate::files::{DataDir, FileError, open_database, open_to_lock, sync_folder, try_lock};

/// The mark, locked while the move goes on.
#[derive(Debug)]
pub(super) struct MoveMark {
    path: PathBuf,
    folder: PathBuf,
    _file: File,
}

impl MoveMark {
    /// Writes the mark before the first byte of the copy.
    pub(super) fn begin(dir: &DataDir, folder: &Path, text: &str, name: &str) -> Result<MoveMark, FileError> {
        let path = path(dir);
        let fail = |error| FileError::new(&path, error);
        let mut file = open_to_lock(&path)?;
        try_lock(&file).map_err(fail)?;
        file.set_len(0).and_then(|()| file.write_all(format!("{text}\n{name}").as_bytes())).map_err(fail)?;
        file.sync_data().and_then(|()| sync_folder(dir.root())).map_err(fail)?;
        Ok(MoveMark { path: path.clone(), folder: folder.to_owned(), _file: file })
    }

    /// Removes the mark: the copy is the library, or there is none.
    pub(super) fn end(self) {
        // If it stays, the next start finds that there is nothing to do.
        let _ = fs::remove_file(&self.path);
    }

    pub(super) fn discard_copy(self) {
        discard_copy(&self.folder);
        self.end();
    }
}

fn path(dir: &DataDir) -> PathBuf {
    dir.root().join("library.place-next")
}

/// Removes the copy of a move that was interrupted. Errors are ignored; the next start tries again.
pub(super) fn clean_up(dir: &DataDir) {
    let path = path(dir);
    if !path.is_file() {
        return;
    }
    let Ok(file) = OpenOptions::new().read(true).write(true).open(&path) else { return };
    if try_lock(&file).is_err() {
        return;
    }
    // Windows lets no other handle read a locked file.
    let mut text = Vec::new();
    let (Ok(_), Ok(place)) = ((&file).take(BYTES_MAX).read_to_end(&mut text), chosen(dir)) else { return };
    let text = String::from_utf8_lossy(&text);
    // The mark of an earlier version has no name.
    let (folder, name) = text.rsplit_once('\n').unwrap_or((&*text, ""));
    let folder = PathBuf::from(folder);
    let present = place.as_deref().map_or_else(|| dir.library(), find_in);
    let copy = find_in(&folder);
    if copy != present && !folder.as_os_str().is_empty() {
        if !folder.is_dir() {
            // Its disk is away.
            return;
        }
        if is_copy(&copy, &present, name).unwrap_or(false) {
            discard_copy(&folder);
        }
    }
    let _ = fs::remove_file(&path);
}

/// Returns whether `copy` is a copy of the library `present`, to which no game was added. `former` is the name that the
/// library had then.
fn is_copy(copy: &Path, present: &Path, former: &str) -> rusqlite::Result<bool> {
    let state = |path: &Path| {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let library = open_database(path, flags)?;
        library.query_row("SELECT name, change FROM shelf", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
        })
    };
    let ((copied, copied_change), (name, change)) = (state(copy)?, state(present)?);
    Ok((copied == name || copied == former) && copied_change <= change)
}
