//! The folder of the library: its usual folder, or the chosen folder that `library.place` names.

pub(super) mod local;
mod unfinished;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::restore::name_of;
use super::{Library, LibraryError, LibraryProgress, backup, open};
use crate::files::{DataDir, FileError, FileErrorKind, read_own, remove, with_suffix, write_whole};
use unfinished::MoveMark;

/// Longest accepted `library.place`, in bytes.
const BYTES_MAX: u64 = 1 << 16;

fn pointer(dir: &DataDir) -> PathBuf {
    dir.root().join("library.place")
}

/// Returns the folder that a person chose for the library; `None` means the usual one.
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

/// Returns whether the library has a folder other than its usual one.
#[must_use]
pub fn is_chosen(dir: &DataDir) -> bool {
    !matches!(chosen(dir), Ok(None))
}

#[must_use]
pub fn of(dir: &DataDir) -> PathBuf {
    chosen(dir).ok().flatten().unwrap_or_else(|| dir.library_folder().to_owned())
}

/// Returns the path of the library's file. An error if a chosen folder lacks it: the folder or its disk is missing, and
/// an empty library there would look like a loss.
pub(super) fn find(dir: &DataDir) -> Result<PathBuf, LibraryError> {
    unfinished::clean_up(dir);
    let Some(folder) = chosen(dir)? else { return Ok(local::bring(dir)?) };
    let path = find_in(&folder);
    match fs::metadata(&path) {
        // A move writes the file whole, so an empty one is what a synchroniser or a full disk has left of it.
        Ok(found) if found.len() == 0 => {
            let reason = "it is empty; bring back a copy of it, or choose another folder".to_owned();
            Err(LibraryError::Corrupt { path, reason })
        }
        Ok(_) => Ok(path),
        Err(error) => {
            let place = if folder.is_dir() { path } else { folder };
            Err(FileError::new(place, error).into())
        }
    }
}

/// A folder that has a library, or takes a new one.
#[derive(Debug)]
pub struct PreparedFolder {
    pub folder: PathBuf,
    /// Whether the present library was copied there.
    pub is_copy: bool,
    mark: Option<MoveMark>,
}

impl PreparedFolder {
    /// Ends the move: the library is there now.
    pub fn keep(self) {
        if let Some(mark) = self.mark {
            mark.end();
        }
    }

    /// Removes the copy, which did not become the library.
    pub fn discard(self) {
        if let Some(mark) = self.mark {
            mark.discard_copy();
        }
    }
}

/// Makes sure that `chosen` has a library, `None` being the usual folder: the one that is there is checked; otherwise
/// `present` is copied, or an empty one is made. A damaged one in the usual folder is salvaged once it is opened. `None` if
/// `told` cancels.
///
/// # Errors
/// [`LibraryError`] if `chosen` is not a folder, not writable, or holds a foreign library; nothing changes.
pub fn prepare(
    dir: &DataDir,
    present: Option<&Library>,
    chosen: Option<&Path>,
    told: &mut dyn FnMut(LibraryProgress) -> ControlFlow<()>,
) -> Result<Option<PreparedFolder>, LibraryError> {
    let path = match chosen {
        Some(folder) if !folder.is_absolute() || !folder.is_dir() => {
            return Err(FileError::new(folder, io::ErrorKind::NotFound.into()).into());
        }
        Some(folder) => find_in(folder),
        None => local::bring(dir)?,
    };
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let text = text_of(&folder)?;
    let used = PreparedFolder { folder: folder.clone(), is_copy: false, mark: None };
    match present {
        _ if path.exists() && chosen.is_none() => Ok(Some(used)),
        _ if path.exists() => backup::open(&path).map(|_| Some(used)),
        Some(library) => {
            let mark = MoveMark::begin(dir, &folder, text, &library.read(name_of)?)?;
            match library.write_backup(&path, told) {
                Ok(Some(_)) => Ok(Some(PreparedFolder { folder, is_copy: true, mark: Some(mark) })),
                // Nothing is left of the copy.
                incomplete => {
                    mark.end();
                    incomplete.map(|_| None)
                }
            }
        }
        None => open::begin(&path, open::OpenPolicy::default()).map(|_| Some(used)),
    }
}

/// Removes the library in `folder`, a copy.
fn discard_copy(folder: &Path) {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let _ = fs::remove_file(with_suffix(&find_in(folder), suffix));
    }
}

/// Makes `folder` the library's folder.
///
/// # Errors
/// [`FileError`]; nothing changes.
pub fn point(dir: &DataDir, folder: &Path) -> Result<(), FileError> {
    write_whole(&pointer(dir), text_of(folder)?.as_bytes())
}

/// Returns the folder as it is written down.
fn text_of(folder: &Path) -> Result<&str, FileError> {
    let invalid = || FileError::new(folder, io::ErrorKind::InvalidInput.into());
    // A name that ends with a line break would be read without it.
    folder.to_str().filter(|text| !text.ends_with(['\r', '\n'])).ok_or_else(invalid)
}

/// Returns to the usual folder. The library in the chosen folder stays there.
///
/// # Errors
/// [`FileError`]; nothing changes.
pub fn forget(dir: &DataDir) -> Result<(), FileError> {
    let pointer = pointer(dir);
    match remove(&pointer) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::new(pointer, error)),
        _ => Ok(()),
    }
}

/// Returns the path of the library in `folder`.
#[must_use]
pub fn find_in(folder: &Path) -> PathBuf {
    folder.join("library.db")
}

#[cfg(test)]
mod tests;
