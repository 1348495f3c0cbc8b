//! The reasons why files cannot be read or written.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::held;

/// The reason why a file could not be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileErrorKind {
    /// The file or its folder does not exist.
    Missing,
    Full,
    /// No permission, or a read-only disk.
    Denied,
    /// Another program holds the file.
    Locked,
    /// The file is larger than any file of its kind.
    TooLarge,
    /// With what is to be written the file would be larger than any file of its kind.
    Overfull,
    /// A folder, a pipe or a device stands where a file is expected.
    NotAFile,
    /// A newer version of the program wrote the file.
    Newer,
    /// The system or the database takes no such path: it is too long, or has a forbidden character.
    InvalidPath,
    Other,
}

impl FileErrorKind {
    /// Sorts an error of the operating system.
    #[must_use]
    pub fn of(error: &io::Error) -> FileErrorKind {
        use io::ErrorKind;
        if held::is_held(error) {
            return FileErrorKind::Locked;
        }
        match error.kind() {
            _ if is_away(error) => FileErrorKind::Missing,
            ErrorKind::NotFound | ErrorKind::NotADirectory => FileErrorKind::Missing,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => FileErrorKind::Full,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => FileErrorKind::Denied,
            ErrorKind::WouldBlock | ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => FileErrorKind::Locked,
            ErrorKind::FileTooLarge => FileErrorKind::TooLarge,
            ErrorKind::IsADirectory => FileErrorKind::NotAFile,
            ErrorKind::InvalidFilename => FileErrorKind::InvalidPath,
            _ => FileErrorKind::Other,
        }
    }

    /// Returns the kind's code, on which the window switches.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            FileErrorKind::Missing => "missing-folder",
            FileErrorKind::Full => "full",
            FileErrorKind::Denied => "unwritable",
            FileErrorKind::Locked => "locked",
            FileErrorKind::TooLarge => "too-large",
            FileErrorKind::Overfull => "overfull",
            FileErrorKind::NotAFile => "not-a-file",
            FileErrorKind::Newer => "newer-version",
            FileErrorKind::InvalidPath => "invalid-path",
            FileErrorKind::Other => "other",
        }
    }
}

#[derive(Debug, Error)]
#[error("{}", self.sentence())]
pub struct FileError {
    pub path: PathBuf,
    pub kind: FileErrorKind,
    pub(super) source: io::Error,
}

impl FileError {
    /// Adds the path to an error of the operating system.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, source: io::Error) -> FileError {
        let kind = FileErrorKind::of(&source);
        FileError::sorted(path, kind, source)
    }

    /// Adds the path and the kind to an error of the operating system.
    pub(crate) fn sorted(path: impl Into<PathBuf>, kind: FileErrorKind, source: io::Error) -> FileError {
        FileError { path: path.into(), kind, source }
    }

    /// Returns the error's code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }

    fn sentence(&self) -> String {
        let path = self.path.display();
        match self.kind {
            FileErrorKind::Missing => format!("{path} was moved or deleted; put it back or choose another folder."),
            FileErrorKind::Full => format!("The disk that holds {path} is full; free some space and try again."),
            FileErrorKind::Denied => {
                format!("{path} may not be read or written; change its permissions or choose another folder.")
            }
            FileErrorKind::Locked => format!("{path} is locked by another program; close it and try again."),
            FileErrorKind::TooLarge => {
                format!("{path} is too large to be a Duiyi file; choose another file.")
            }
            FileErrorKind::Overfull => {
                format!("There is no room left in {path}; delete what you no longer need and try again.")
            }
            FileErrorKind::NotAFile => {
                format!("{path} is a folder, a pipe or a device where a file is expected; move it away and try again.")
            }
            FileErrorKind::Newer => {
                format!("{path} was saved by a newer version of Duiyi; update Duiyi. The file was not changed.")
            }
            FileErrorKind::InvalidPath => {
                format!("{path} is too long, or has a character that no name may have; choose another folder or name.")
            }
            FileErrorKind::Other => {
                format!("{path} could not be read or written ({}); check the disk and try again.", self.source)
            }
        }
    }
}

/// Returns whether the disk of the file is away: Windows has an error for a drive without a medium.
fn is_away(error: &io::Error) -> bool {
    const ERROR_NOT_READY: i32 = 21;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_NOT_READY)
}
