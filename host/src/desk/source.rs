//! Where a record comes from: the clipboard, a file, or an archive of files.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use duiyi_core::game::Refusal;
use duiyi_core::record::format::{self, COLLECTION_BYTES_MAX, Codec, UnreadableRecord};

use crate::files::archive::{self, ArchiveContent};
use crate::files::gather::SkippedFile;
use crate::files::{FileError, read_capped};

/// The part of a long file that is examined before the whole file is read.
const HEAD_BYTES: usize = 4096;

/// One source of records.
#[derive(Debug)]
pub(super) enum RecordSource {
    /// The content of the clipboard, or of a file that the page received.
    Pasted(Vec<u8>),
    File(PathBuf),
    /// A file in an archive.
    Packed {
        /// The path of the archive, then that of the file in it.
        place: PathBuf,
        archive: ArchiveContent,
        /// As [`archive::PackedFile::route`].
        route: Vec<usize>,
    },
}

impl RecordSource {
    /// Returns the file; `None` for pasted text.
    pub(super) fn place(&self) -> Option<&Path> {
        match self {
            RecordSource::Pasted(_) => None,
            RecordSource::File(path) | RecordSource::Packed { place: path, .. } => Some(path),
        }
    }

    /// Returns the content, if it begins as an archive does.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn as_archive(&self) -> Result<Option<ArchiveContent>, Refusal> {
        match self {
            RecordSource::Pasted(bytes) if archive::is_archive(bytes) => {
                Ok(Some(ArchiveContent::Bytes(bytes.as_slice().into())))
            }
            RecordSource::File(path) => {
                let is_archive = archive::is_archive_file(path).map_err(|error| refused(&error.into()))?;
                Ok(is_archive.then(|| ArchiveContent::File(path.clone())))
            }
            _ => Ok(None),
        }
    }

    /// Reads a file up to the size of a collection; of a longer file that is certainly no record, only the head.
    ///
    /// # Errors
    /// The file cannot be read, or is no record.
    pub(super) fn bytes(&self) -> Result<Cow<'_, [u8]>, Refusal> {
        match self {
            RecordSource::Pasted(bytes) => Ok(Cow::Borrowed(bytes)),
            RecordSource::File(path) => read_file(path).map(Cow::Owned),
            RecordSource::Packed { place, archive, route } => {
                let read = archive::read_again(place, archive, route, COLLECTION_BYTES_MAX as u64);
                read.map(Cow::Owned).map_err(|why| refused(&why))
            }
        }
    }

    /// Returns the form that its `bytes` are in.
    pub(super) fn codec(&self, bytes: &[u8]) -> &'static dyn Codec {
        let ending = self.place().and_then(Path::extension).and_then(|ending| ending.to_str());
        format::sniff_file(bytes, ending)
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Refusal> {
    let fail = |error| refused(&FileError::new(path, error).into());
    let mut head = Vec::with_capacity(HEAD_BYTES);
    File::open(path).and_then(|file| file.take(HEAD_BYTES as u64).read_to_end(&mut head)).map_err(fail)?;
    let is_whole = fs::metadata(path).map_err(fail)?.len() <= head.len() as u64;
    let is_utf16 = head.starts_with(&[0xFF, 0xFE]) || head.starts_with(&[0xFE, 0xFF]);
    if is_whole {
        return Ok(head);
    }
    if head.contains(&0) && !is_utf16 && format::sniff(&head).is_text() {
        return Err(UnreadableRecord::Unknown.into());
    }
    read_capped(path, COLLECTION_BYTES_MAX as u64).map_err(|error| refused(&error.into()))
}

/// Turns the reason why a file was skipped into a refusal.
pub(super) fn refused(why: &SkippedFile) -> Refusal {
    let at = if let SkippedFile::File(error) = why { Some(error.path.display().to_string()) } else { None };
    Refusal { at, ..Refusal::plain(why.code(), why) }
}
