//! Reads the files in `.zip` archives, within bounds: an archive can come from anywhere.

pub mod fault;

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use duiyi_core::record::format::encoding::TextEncoding;
use zip::{CompressionMethod, ZipArchive};

use super::FileError;
use super::gather::SkippedFile;
pub use fault::ArchiveFault;
use fault::{DEPTH_MAX, FILES_MAX, RATIO_MAX};

/// The greatest size of an archive, in bytes. The room for its list is reserved by a number that may be a lie, but never for
/// more files than its bytes could list.
const ARCHIVE_BYTES_MAX: u64 = 512 << 20;

/// The greatest size of an archive's list of files, in bytes: the list is in memory while the archive is read.
const LIST_BYTES_MAX: u64 = 32 << 20;

/// The greatest size of all files in an archive, in bytes, those in archives inside it included.
const UNPACKED_BYTES_MAX: u64 = 2 << 30;

/// Files up to this size may be packed in any ratio, in bytes.
const SMALL_BYTES: u64 = 1 << 20;

/// Returns whether a file that begins with `head` is an archive: its first file, no file at all, or a part of several.
#[must_use]
pub fn is_archive(head: &[u8]) -> bool {
    [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"].iter().any(|mark| head.starts_with(*mark))
}

/// Returns whether a path is a file that is an archive, by its content. From a pipe nothing is read.
///
/// # Errors
/// The file cannot be read.
pub fn is_archive_file(path: &Path) -> Result<bool, FileError> {
    let fail = |error| FileError::new(path, error);
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Ok(false);
    }
    let mut head = Vec::with_capacity(4);
    File::open(path).and_then(|file| file.take(4).read_to_end(&mut head)).map_err(fail)?;
    Ok(is_archive(&head))
}

/// Where the bytes of an archive are.
#[derive(Clone, Debug)]
pub enum ArchiveContent {
    /// In the file of this path.
    File(PathBuf),
    /// In memory.
    Bytes(Arc<[u8]>),
}

/// A file in an archive, or why it was skipped.
#[derive(Debug)]
pub struct PackedFile {
    /// The path of the archive, then that of the file in it. The fault of a whole archive has the archive's path.
    pub place: PathBuf,
    /// The number of the file in the archive, after those of the archives around it; for [`read_again`].
    pub route: Vec<usize>,
    pub bytes: Result<Vec<u8>, SkippedFile>,
}

/// The files of an archive in its order, those in archives inside it included. Folders, and names with a leading dot,
/// are left out, as in folders on disk.
#[derive(Debug)]
pub struct PackedFiles {
    /// The archive, and the archive inside it that is being read.
    open: Vec<OpenArchive>,
    bytes_max: u64,
    /// What is left of [`UNPACKED_BYTES_MAX`].
    bytes_left: u64,
}

impl PackedFiles {
    /// Opens an archive; `place` is its name in messages. A file of more than `bytes_max` bytes is not unpacked.
    ///
    /// # Errors
    /// The archive cannot be read, or has too many files.
    pub fn open(place: &Path, content: ArchiveContent, bytes_max: u64) -> Result<PackedFiles, SkippedFile> {
        let archive = OpenArchive::open(place.to_owned(), Vec::new(), content)?;
        Ok(PackedFiles { open: vec![archive], bytes_max, bytes_left: UNPACKED_BYTES_MAX })
    }

    /// Returns the number of files that are known so far; an archive inside counts as one until it is reached.
    #[must_use]
    pub fn known(&self) -> usize {
        self.open.iter().map(|archive| archive.files.len()).sum()
    }
}

impl Iterator for PackedFiles {
    type Item = PackedFile;

    fn next(&mut self) -> Option<PackedFile> {
        loop {
            let depth = self.open.len();
            let archive = self.open.last_mut()?;
            let Some((index, place)) = archive.files.next() else {
                self.open.pop();
                continue;
            };
            let route: Vec<usize> = archive.route.iter().copied().chain([index]).collect();
            if self.bytes_left == 0 {
                self.open.clear();
                return Some(PackedFile { place, route, bytes: Err(ArchiveFault::Full.into()) });
            }
            let bytes = archive.read(index, self.bytes_max.min(self.bytes_left));
            let bytes = match bytes {
                // The rest of the total is the smaller limit.
                Err(SkippedFile::Archive(ArchiveFault::TooLarge { bytes_max })) if bytes_max < self.bytes_max => {
                    self.open.clear();
                    Err(ArchiveFault::Full.into())
                }
                bytes => bytes,
            };
            self.bytes_left -= bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
            match bytes {
                Ok(bytes) if is_archive(&bytes) => {
                    if depth == DEPTH_MAX {
                        return Some(PackedFile { place, route, bytes: Err(ArchiveFault::Nested.into()) });
                    }
                    match OpenArchive::open(place.clone(), route.clone(), ArchiveContent::Bytes(bytes.into())) {
                        Ok(inner) => self.open.push(inner),
                        Err(why) => return Some(PackedFile { place, route, bytes: Err(why) }),
                    }
                }
                bytes => return Some(PackedFile { place, route, bytes }),
            }
        }
    }
}

/// Reads one file of an archive again, by its [`PackedFile::route`].
///
/// # Errors
/// As when it was read first, or the archive has changed.
pub fn read_again(
    place: &Path,
    content: &ArchiveContent,
    route: &[usize],
    bytes_max: u64,
) -> Result<Vec<u8>, SkippedFile> {
    let mut content = content.clone();
    let mut read = None;
    for &index in route {
        if let Some(bytes) = read.take() {
            content = ArchiveContent::Bytes(Vec::into(bytes));
        }
        let mut archive = OpenArchive::open(place.to_owned(), Vec::new(), content.clone())?;
        read = Some(archive.read(index, bytes_max)?);
    }
    read.ok_or_else(|| ArchiveFault::Damaged("there is no such file".to_owned()).into())
}

#[derive(Debug)]
struct OpenArchive {
    zip: ZipArchive<Metered>,
    reads_left: Arc<AtomicU64>,
    /// As [`PackedFile::route`].
    route: Vec<usize>,
    /// Numbers and places of the files that are still to be read.
    files: std::vec::IntoIter<(usize, PathBuf)>,
}

impl OpenArchive {
    fn open(place: PathBuf, route: Vec<usize>, content: ArchiveContent) -> Result<OpenArchive, SkippedFile> {
        let content: Box<dyn ReadAndSeek> = match content {
            ArchiveContent::File(path) => {
                let fail = |error| FileError::new(&path, error);
                let file = File::open(&path).map_err(fail)?;
                if file.metadata().map_err(fail)?.len() > ARCHIVE_BYTES_MAX {
                    return Err(ArchiveFault::TooLarge { bytes_max: ARCHIVE_BYTES_MAX }.into());
                }
                Box::new(BufReader::new(file))
            }
            ArchiveContent::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        };
        let reads_left = Arc::new(AtomicU64::new(LIST_BYTES_MAX));
        let zip = ZipArchive::new(Metered { content, left: Arc::clone(&reads_left) }).map_err(ArchiveFault::from)?;
        if zip.len() > FILES_MAX {
            return Err(ArchiveFault::TooMany.into());
        }
        let names = zip.file_names_raw().filter(|name| std::str::from_utf8(name).is_err());
        let encoding = TextEncoding::guess_of(names);
        let files = zip.file_names_raw().enumerate().filter_map(|(index, name)| {
            let name = match std::str::from_utf8(name) {
                Ok(name) => name.into(),
                Err(_) => encoding.decode(name),
            };
            Some((index, place.join(shown(&name)?)))
        });
        let files: Vec<(usize, PathBuf)> = files.collect();
        Ok(OpenArchive { zip, reads_left, route, files: files.into_iter() })
    }

    fn read(&mut self, index: usize, bytes_max: u64) -> Result<Vec<u8>, SkippedFile> {
        // The list is read; each file has bounds of its own.
        self.reads_left.store(u64::MAX, Ordering::Relaxed);
        let entry = self.zip.by_index(index).map_err(ArchiveFault::from)?;
        if entry.is_symlink() {
            return Err(SkippedFile::Link);
        }
        if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(ArchiveFault::Method.into());
        }
        let ratio_bytes_max = entry.compressed_size().saturating_mul(RATIO_MAX).max(SMALL_BYTES);
        let mut bytes = Vec::new();
        // The declared size may be a lie, so the bytes are counted.
        let read = entry.take(bytes_max.min(ratio_bytes_max) + 1).read_to_end(&mut bytes);
        read.map_err(|error| ArchiveFault::Damaged(error.to_string()))?;
        let length = bytes.len() as u64;
        if length > ratio_bytes_max {
            return Err(ArchiveFault::Ratio.into());
        }
        if length > bytes_max { Err(ArchiveFault::TooLarge { bytes_max }.into()) } else { Ok(bytes) }
    }
}

/// Returns the name of a file in an archive as a path below it; `None` for a folder and for what folders hide.
fn shown(name: &str) -> Option<PathBuf> {
    // Some programs of Windows write its separator.
    let name = name.replace('\\', "/");
    if name.ends_with('/') {
        return None;
    }
    let plain: String = name.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c }).collect();
    let path: PathBuf = Path::new(&plain).components().filter(|part| matches!(part, Component::Normal(_))).collect();
    let is_hidden = |part: Component| {
        let name = part.as_os_str();
        name.as_encoded_bytes().starts_with(b".") || name == "__MACOSX"
    };
    (path.components().next().is_some() && !path.components().any(is_hidden)).then_some(path)
}

trait ReadAndSeek: Read + Seek + Send + std::fmt::Debug {}

impl<T: Read + Seek + Send + std::fmt::Debug> ReadAndSeek for T {}

/// A reader that fails once it has read too much.
#[derive(Debug)]
struct Metered {
    content: Box<dyn ReadAndSeek>,
    left: Arc<AtomicU64>,
}

impl Read for Metered {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(into)?;
        let left = self.left.load(Ordering::Relaxed);
        let Some(left) = left.checked_sub(read as u64) else { return Err(io::ErrorKind::OutOfMemory.into()) };
        self.left.store(left, Ordering::Relaxed);
        Ok(read)
    }
}

impl Seek for Metered {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.content.seek(to)
    }
}

#[cfg(test)]
pub(crate) mod tests;
