//! Why a book cannot be read or written.

use std::path::{Path, PathBuf};

use duiyi_core::game::GameKind;
use rusqlite::ErrorCode;
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
    #[error("{} takes too long to read; it has no index of its positions, or another program is using the disk.", .0.display())]
    Slow(PathBuf),
    #[error("{} is damaged ({why}); use a copy of it.", .path.display())]
    Damaged { path: PathBuf, why: String },
}

impl BookFileError {
    pub(super) fn new(path: &Path, error: &rusqlite::Error) -> BookFileError {
        let file = |kind| BookFileError::File(FileError::sorted(path, kind, std::io::Error::other(error.to_string())));
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
