//! LibraryOpening a library that may be missing, damaged, locked, foreign or newer than this program.

use std::fs;
use std::path::{Path, PathBuf};

pub(super) use super::connect::{OpenPolicy, suspect};

use super::connect::connect;
use super::salvage::swap::{self, SalvageLock, opened};
use super::salvage::{self, Salvage};
use super::{LibraryError, OpenedLibrary, index};
use crate::files::{FileError, Notice};

/// A library that is open, or one that has to be salvaged first.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one value, at the start of the program")]
pub enum LibraryOpening {
    Ready(OpenedLibrary),
    Damaged(Salvage),
}

/// Opens the library; salvages a damaged one first.
#[cfg(test)]
pub(super) fn open(path: &Path, care: OpenPolicy) -> Result<OpenedLibrary, LibraryError> {
    begin(path, care)?.finish(&mut |_| {})
}

impl LibraryOpening {
    /// Salvages a damaged library, as [`Salvage::run`] does.
    ///
    /// # Errors
    /// [`LibraryError`]; the damaged library is unchanged.
    pub fn finish(self, progress: &mut dyn FnMut(u32)) -> Result<OpenedLibrary, LibraryError> {
        match self {
            LibraryOpening::Ready(opened) => Ok(opened),
            LibraryOpening::Damaged(salvage) => salvage.run(progress),
        }
    }
}

/// Opens a sound library, and one that was salvaged completely.
pub(super) fn begin(path: &Path, care: OpenPolicy) -> Result<LibraryOpening, LibraryError> {
    let path = &target(path)?;
    if swap::is_waiting(path) {
        let _lock = SalvageLock::take(path, care.busy_timeout)?;
        swap::finish(path)?;
    }
    let _lock = SalvageLock::share(path, care.busy_timeout)?;
    // The damage that a salvage began to repair may be where a quick check does not look.
    let full_check_bytes_max = if salvage::is_begun(path) { u64::MAX } else { care.full_check_bytes_max };
    let care = OpenPolicy { full_check_bytes_max, ..care };
    // A person moved it, or a synchroniser has not brought it yet.
    let is_missing =
        !path.exists() && fs::metadata(index::path(path)).is_ok_and(|index| index.is_file() && index.len() > 0);
    match connect(path, care) {
        Ok(connection) => {
            let mut opened = opened(path, connection);
            if is_missing {
                opened.library.is_in_place_of_missing = true;
                let gone = path.display();
                let message = format!("{gone} was missing; an empty library was begun. Restore the old one into it.");
                opened.notice = opened.notice.or_else(|| Some(Notice::new("library-missing", message, Some(path))));
            }
            Ok(LibraryOpening::Ready(opened))
        }
        Err(LibraryError::Corrupt { .. }) => Ok(LibraryOpening::Damaged(Salvage::of(path, care))),
        Err(error) => Err(error),
    }
}

/// Returns the file behind a link: SQLite keeps the log beside it. A link to a missing file is an error, because an empty
/// library there would look like a loss.
fn target(path: &Path) -> Result<PathBuf, LibraryError> {
    if !path.is_symlink() {
        return Ok(path.to_owned());
    }
    Ok(fs::canonicalize(path).map_err(|error| FileError::new(path, error))?)
}
