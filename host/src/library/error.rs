//! The errors of the library, and their codes for the window.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

use super::open;
use crate::files::{FileError, FileErrorKind, is_held_now};

/// SQLite opens no longer path on Unix: its limit is 512 with the suffix of a journal.
pub(super) const PATH_BYTES_MAX: usize = if cfg!(unix) { 504 } else { usize::MAX };

/// A failed operation of the library.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The file is not readable or not writable.
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} is damaged ({reason}); start the program again to save what can be read.", path.display())]
    Corrupt { path: PathBuf, reason: String },
    /// A newer version of the program made the file.
    #[error("{} was made by a newer version of Duiyi; update Duiyi to open the library.", .0.display())]
    NewerVersion(PathBuf),
    /// The chosen file is not a library.
    #[error("{} is not a valid Duiyi library; choose another.", .0.display())]
    NotALibrary(PathBuf),
    /// Another program is salvaging the library.
    #[error("{} was damaged, and its games are being saved; try again when that is done.", .0.display())]
    Salvaging(PathBuf),
    /// The file has a part that no library has, such as a view; it is not read.
    #[error("{} has {part}, which no Duiyi library has; choose another file.", path.display())]
    ForeignPart { path: PathBuf, part: &'static str },
    /// The library has no game with this number.
    #[error("Game {id} is no longer in {}; open the list again.", path.display())]
    NoGame { id: i64, path: PathBuf },
}

impl LibraryError {
    /// Returns the error code for the window.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            LibraryError::File(error) => error.code(),
            LibraryError::Corrupt { .. } => "corrupt",
            LibraryError::NewerVersion(_) => "newer-version",
            LibraryError::NotALibrary(_) => "not-a-library",
            LibraryError::Salvaging(_) => "library-salvaging",
            LibraryError::ForeignPart { .. } => "foreign-library",
            LibraryError::NoGame { .. } => "no-game",
        }
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            LibraryError::File(error) => &error.path,
            LibraryError::Corrupt { path, .. }
            | LibraryError::NewerVersion(path)
            | LibraryError::NotALibrary(path)
            | LibraryError::Salvaging(path)
            | LibraryError::ForeignPart { path, .. }
            | LibraryError::NoGame { path, .. } => path,
        }
    }

    /// Converts an error of SQLite.
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> LibraryError {
        use rusqlite::Error;
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => None,
            Some(_) if !path.parent().is_some_and(Path::exists) => Some(FileErrorKind::Missing),
            // SQLite calls a file that another program holds one that it cannot open.
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure)
                if is_held_now(path) =>
            {
                Some(FileErrorKind::Locked)
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Some(FileErrorKind::Locked),
            Some(ErrorCode::DiskFull) => Some(FileErrorKind::Full),
            Some(ErrorCode::CannotOpen) if path.as_os_str().len() > PATH_BYTES_MAX => Some(FileErrorKind::InvalidPath),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                Some(FileErrorKind::Denied)
            }
            Some(_) => Some(FileErrorKind::Other),
            // A column holds a value that this program never writes.
            None => match error {
                Error::FromSqlConversionFailure(..)
                | Error::IntegralValueOutOfRange(..)
                | Error::InvalidColumnType(..)
                | Error::Utf8Error(..) => None,
                _ => Some(FileErrorKind::Other),
            },
        };
        match kind {
            None => LibraryError::Corrupt { path: path.to_owned(), reason: error.to_string() },
            Some(kind) => FileError::sorted(path, kind, io::Error::other(error)).into(),
        }
    }
}

/// Converts an error after opening, and requests a full check if the file is damaged.
pub(super) fn failed(path: &Path, error: rusqlite::Error) -> LibraryError {
    let error = LibraryError::new(path, error);
    if matches!(error, LibraryError::Corrupt { .. }) {
        open::suspect(path);
    }
    error
}
