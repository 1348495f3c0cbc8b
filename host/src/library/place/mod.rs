//! The folder of the library: the data folder, or the chosen folder that `library.place` names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Library, LibraryError, backup, open};
use crate::files::{DataDir, FileError, FileErrorKind, read_own, write_whole};

/// Longest accepted `library.place`, in bytes.
const BYTES_MAX: u64 = 1 << 16;

fn pointer(dir: &DataDir) -> PathBuf {
    dir.root().join("library.place")
}

/// Returns the folder that a person chose for the library; `None` means the data folder.
///
/// # Errors
/// [`FileError`] if `library.place` is unreadable.
fn chosen(dir: &DataDir) -> Result<Option<PathBuf>, FileError> {
    match read_own(&pointer(dir), BYTES_MAX) {
        Ok(bytes) => {
            let folder = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
            Ok((!folder.is_empty()).then(|| PathBuf::from(folder)))
        }
        Err(error) if error.kind == FileErrorKind::Missing => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns whether the library has a folder other than the data folder.
#[must_use]
pub fn is_chosen(dir: &DataDir) -> bool {
    !matches!(chosen(dir), Ok(None))
}

#[must_use]
pub fn of(dir: &DataDir) -> PathBuf {
    chosen(dir).ok().flatten().unwrap_or_else(|| dir.root().to_owned())
}

/// Returns the path of the library's file. An error if a chosen folder lacks it: the folder or its disk is missing, and
/// an empty library there would look like a loss.
pub(super) fn find(dir: &DataDir) -> Result<PathBuf, LibraryError> {
    let Some(folder) = chosen(dir)? else { return Ok(dir.library()) };
    let path = library_in(&folder);
    match fs::metadata(&path) {
        Ok(_) => Ok(path),
        Err(error) => {
            let place = if folder.is_dir() { path } else { folder };
            Err(FileError::new(place, error).into())
        }
    }
}

/// Makes `folder` the library's folder. A library already in `folder` is used as it is. Otherwise the present one is
/// copied there completely, and the original stays. Returns whether it was copied.
///
/// # Errors
/// [`LibraryError`] if `folder` is not a folder, not writable, or holds a foreign library; nothing changes.
pub fn choose(dir: &DataDir, present: Option<&Library>, folder: &Path) -> Result<bool, LibraryError> {
    if !folder.is_absolute() || !folder.is_dir() {
        return Err(FileError::new(folder, io::ErrorKind::NotFound.into()).into());
    }
    let path = library_in(folder);
    let there = path.exists();
    match present {
        _ if there => drop(backup::open(&path)?),
        Some(library) => drop(library.back_up(&path)?),
        None => drop(open::begin(&path, open::OpenPolicy::default())?),
    }
    let text = folder.to_str().ok_or_else(|| FileError::new(folder, io::ErrorKind::InvalidInput.into()))?;
    write_whole(&pointer(dir), text.as_bytes())?;
    Ok(!there && present.is_some())
}

/// Returns to the data folder. The library in the chosen folder stays there.
///
/// # Errors
/// [`FileError`]; nothing changes.
pub fn forget(dir: &DataDir) -> Result<(), FileError> {
    let pointer = pointer(dir);
    match fs::remove_file(&pointer) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::new(pointer, error)),
        _ => Ok(()),
    }
}

fn library_in(folder: &Path) -> PathBuf {
    folder.join("library.db")
}

#[cfg(test)]
mod tests;
