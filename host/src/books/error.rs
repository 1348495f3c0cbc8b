//! Why a book cannot be read or written.

use std::path::{Path, PathBuf};

use duiyi_core::game::{GameKind, Refusal};
use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_READONLY_RECOVERY, SQLITE_READONLY_ROLLBACK};
use thiserror::Error;

use crate::files::{FileError, FileErrorKind, is_held_now};

#[derive(Debug, Error)]
pub enum BookFileError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} is not an opening book of a known form; choose a .book, .obk or .pfBook file.", .0.display())]
    NotABook(PathBuf),
    #[error("{} was written by a newer version of Duiyi; update Duiyi. The file was not changed.", .0.display())]
    Newer(PathBuf),
    #[error("{} is a book of the game {game}; give a position of that game.", .path.display())]
    OtherGame { path: PathBuf, game: GameKind },
    #[error("{} is a book of another program and is only read; make a copy of it.", .0.display())]
    ReadOnly(PathBuf),
    #[error("{mv} is no move of this position; {} is unchanged.", .path.display())]
    NoSuchMove { path: PathBuf, mv: String },
    #[error("there is no book {0} in the list; open it again.")]
    NoBook(String),
    #[error("a book cannot be named '{0}'; use letters, digits and spaces, at most 60.")]
    BadName(String),
    #[error("{} is there already; choose another name.", .0.display())]
    Exists(PathBuf),
    #[error("the list holds 100 books; close one of them.")]
    TooMany,
    #[error("{} is being changed; wait for the end, or cancel it.", .0.display())]
    Busy(PathBuf),
    #[error("There is no earlier version of {}.", .0.display())]
    NothingKept(PathBuf),
    #[error("The work on the book was cancelled; nothing was changed.")]
    Stopped,
    #[error("{} takes too long to read; it has no index of its positions, or another program is using the disk.", .0.display())]
    Slow(PathBuf),
    #[error("{} was left in the middle of a change; open it once, where it can be written, with the program that changed it.", .0.display())]
    Unfinished(PathBuf),
    #[error("{} is damaged ({why}); use a copy of it.", .path.display())]
    Damaged { path: PathBuf, why: String },
}

impl BookFileError {
    pub(super) fn new(path: &Path, error: &rusqlite::Error) -> BookFileError {
        let file = |kind| BookFileError::File(FileError::sorted(path, kind, std::io::Error::other(error.to_string())));
        if let Some(SQLITE_READONLY_ROLLBACK | SQLITE_READONLY_RECOVERY) =
            error.sqlite_error().map(|why| why.extended_code)
        {
            return BookFileError::Unfinished(path.to_owned());
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => BookFileError::NotABook(path.to_owned()),
            Some(ErrorCode::OperationInterrupted) => BookFileError::Slow(path.to_owned()),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure)
                if is_held_now(path) =>
            {
                file(FileErrorKind::Locked)
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => file(FileErrorKind::Locked),
            Some(ErrorCode::DiskFull) => file(FileErrorKind::Full),
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly) => {
                file(FileErrorKind::Denied)
            }
            Some(ErrorCode::SystemIoFailure) => file(FileErrorKind::Other),
            _ => BookFileError::Damaged { path: path.to_owned(), why: error.to_string() },
        }
    }
}

impl BookFileError {
    /// Returns the code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            BookFileError::File(error) => match error.kind {
                FileErrorKind::Missing => "book-missing",
                FileErrorKind::Locked => "locked",
                _ => "book-unusable",
            },
            BookFileError::NotABook(_) => "not-a-book",
            BookFileError::Newer(_) => "newer-version",
            BookFileError::OtherGame { .. } => "other-game",
            BookFileError::ReadOnly(_) => "read-only-book",
            BookFileError::NoSuchMove { .. } => "unreadable-move",
            BookFileError::NoBook(_) => "no-book",
            BookFileError::BadName(_) => "bad-book-name",
            BookFileError::Exists(_) => "book-exists",
            BookFileError::TooMany => "too-many-books",
            BookFileError::Busy(_) => "book-busy",
            BookFileError::NothingKept(_) => "no-earlier-book",
            BookFileError::Stopped => "stopped",
            BookFileError::Slow(_) => "slow-book",
            BookFileError::Unfinished(_) => "unfinished-book",
            BookFileError::Damaged { .. } => "damaged-book",
        }
    }

    fn place(&self) -> Option<String> {
        match self {
            BookFileError::File(error) => Some(error.path.display().to_string()),
            BookFileError::NotABook(path)
            | BookFileError::Newer(path)
            | BookFileError::OtherGame { path, .. }
            | BookFileError::ReadOnly(path)
            | BookFileError::Exists(path)
            | BookFileError::Busy(path)
            | BookFileError::NothingKept(path)
            | BookFileError::Slow(path)
            | BookFileError::Unfinished(path)
            | BookFileError::Damaged { path, .. } => Some(path.display().to_string()),
            BookFileError::NoSuchMove { mv, .. } => Some(mv.clone()),
            BookFileError::NoBook(name) | BookFileError::BadName(name) => Some(name.clone()),
            BookFileError::TooMany | BookFileError::Stopped => None,
        }
    }
}

impl From<BookFileError> for Refusal {
    fn from(error: BookFileError) -> Refusal {
        Refusal { at: error.place(), ..Refusal::plain(error.code(), &error) }
    }
}
