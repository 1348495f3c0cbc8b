//! What is wrong with an archive, or with a file in one.

use std::io;

use zip::result::ZipError;

/// The greatest number of files in an archive.
pub(super) const FILES_MAX: usize = 100_000;

/// The greatest ratio of size to packed size. Deflate reaches 1,032; PGN with comments reaches 20.
pub(super) const RATIO_MAX: u64 = 200;

/// The greatest number of archives around a file.
pub(super) const DEPTH_MAX: usize = 2;

/// What is wrong with an archive, or with a file in one.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveFault {
    #[error("this is damaged in the archive ({0}); pack it again")]
    Damaged(String),
    #[error("this is encrypted; unpack the archive with its password and pass the files")]
    Encrypted,
    #[error("this is packed by another method than deflate; unpack the archive and pass the files")]
    Method,
    /// More bytes than the caller takes.
    #[error("this is too large; {bytes_max} bytes are the limit")]
    TooLarge {
        /// The limit.
        bytes_max: u64,
    },
    /// More than [`RATIO_MAX`].
    #[error("this is more than {RATIO_MAX} times as large as it is packed; unpack the archive and pass the file")]
    Ratio,
    #[error("the archive has more than {FILES_MAX} files; unpack it and pass its folders")]
    TooMany,
    /// More than two gibibytes.
    #[error("the archive unpacks to more than 2 GiB; this file and the rest were skipped")]
    Full,
    /// More than [`DEPTH_MAX`] archives.
    #[error("archives are nested more than {DEPTH_MAX} deep here; unpack this one and pass it separately")]
    Nested,
}

impl ArchiveFault {
    /// Returns the fault's code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ArchiveFault::Damaged(_) => "archive-damaged",
            ArchiveFault::Encrypted => "archive-encrypted",
            ArchiveFault::Method => "archive-method",
            ArchiveFault::TooLarge { .. } => "archive-too-large",
            ArchiveFault::Ratio => "archive-ratio",
            ArchiveFault::TooMany => "archive-too-many",
            ArchiveFault::Full => "archive-full",
            ArchiveFault::Nested => "archive-nested",
        }
    }
}

impl From<ZipError> for ArchiveFault {
    fn from(error: ZipError) -> ArchiveFault {
        match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
                ArchiveFault::Encrypted
            }
            ZipError::Io(error) if error.kind() == io::ErrorKind::OutOfMemory => ArchiveFault::TooMany,
            error => ArchiveFault::Damaged(error.to_string()),
        }
    }
}
