//! Where the library is: in the data folder, or in a folder that a person chose, which `library.place` names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Library, LibraryError, backup, open};
use crate::files::{DataDir, FileError, FileErrorKind, read_capped, write_whole};

/// No path is longer.
const BYTES_MAX: u64 = 1 << 16;

fn pointer(dir: &DataDir) -> PathBuf {
    dir.root().join("library.place")
}

/// Returns the folder that a person chose for the library, if one was chosen.
///
/// # Errors
/// [`FileError`] if that cannot be read.
fn chosen(dir: &DataDir) -> Result<Option<PathBuf>, FileError> {
    match read_capped(&pointer(dir), BYTES_MAX) {
        Ok(bytes) => {
            let folder = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_owned();
            Ok((!folder.is_empty()).then(|| PathBuf::from(folder)))
        }
        Err(error) if error.kind == FileErrorKind::Missing => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns whether a person chose another folder than the usual one.
#[must_use]
pub fn is_chosen(dir: &DataDir) -> bool {
    !matches!(chosen(dir), Ok(None))
}

/// Returns the folder in which the library is looked for.
#[must_use]
pub fn of(dir: &DataDir) -> PathBuf {
    chosen(dir).ok().flatten().unwrap_or_else(|| dir.root().to_owned())
}

/// Returns the file that is the library. One in a chosen folder was put there when it was chosen: where it is missing
/// now, the folder was moved, or its disk is not there, and an empty library in its place would look like a loss.
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

/// Points the library at `folder` from now on. A library that is there already is used; else the present one is copied
/// there, whole or not at all, and stays where it is as well. Returns whether it was copied.
///
/// # Errors
/// [`LibraryError`] if the folder is none, cannot be written or holds what is no library; nothing has changed.
pub fn choose(dir: &DataDir, present: Option<&Library>, folder: &Path) -> Result<bool, LibraryError> {
    if !folder.is_absolute() || !folder.is_dir() {
        return Err(FileError::new(folder, io::ErrorKind::NotFound.into()).into());
    }
    let path = library_in(folder);
    let there = path.exists();
    match present {
        _ if there => drop(backup::open(&path)?),
        Some(library) => drop(library.back_up(&path)?),
        None => drop(open::open(&path, open::OpenPolicy::default())?),
    }
    let text = folder.to_str().ok_or_else(|| FileError::new(folder, io::ErrorKind::InvalidInput.into()))?;
    write_whole(&pointer(dir), text.as_bytes())?;
    Ok(!there && present.is_some())
}

/// Goes back to the usual folder. The library in the chosen one stays there.
///
/// # Errors
/// [`FileError`]; nothing has changed.
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
