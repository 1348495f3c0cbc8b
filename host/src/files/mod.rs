//! The data folder, and files that are written whole or not at all.

pub mod archive;
mod data_dir;
mod database;
mod device;
mod error;
pub mod gather;
mod held;
mod left_over;
mod lock;
mod notice;
pub(crate) mod shared;
mod usable;
mod whole;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::clock;

pub use data_dir::DataDir;
pub(crate) use database::{database_path, open_database, shared_journal_mode};
pub use device::is_device_name;
pub use error::{FileError, FileErrorKind};
pub(crate) use held::{is_held_now, remove, rename};
pub(crate) use left_over::remove_left_over;
pub(crate) use lock::{open_to_lock, try_lock, try_lock_shared, wait_for_lock};
pub use notice::Notice;
#[cfg(feature = "wire")]
pub(crate) use notice::displayed;
pub(crate) use usable::usable;
pub(crate) use whole::{alone, follow, replace, sync_file, sync_folder, temporary_beside};
pub use whole::{expect_writable, write_whole};

/// Checks that no folder, pipe or device stands at `path`, which would fail or wait for ever. A missing file is fine.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::NotAFile`].
pub fn expect_file(path: &Path) -> Result<(), FileError> {
    let is_odd = device::is_device(path) || fs::metadata(path).is_ok_and(|found| !found.is_file());
    if is_odd {
        Err(FileError::sorted(path, FileErrorKind::NotAFile, io::ErrorKind::InvalidInput.into()))
    } else {
        Ok(())
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a file of the data folder of at most `bytes_max` bytes; waits up to a second for a program that holds it.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::TooLarge`] if the file is longer, and [`FileErrorKind::NotAFile`].
pub(crate) fn read_own(path: &Path, bytes_max: u64) -> Result<Vec<u8>, FileError> {
    expect_file(path)?;
    let mut bytes = read_opened(path, bytes_max, held::open(path))?;
    // Editors of Windows begin a text with it.
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// Writes a file of the data folder of at most `bytes_max` bytes, the bound with which [`read_own`] reads it: a longer one
/// would count as damaged.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::Overfull`] if `bytes` are more; the old file is unchanged.
pub(crate) fn write_own(path: &Path, bytes: &[u8], bytes_max: u64) -> Result<(), FileError> {
    if bytes.len() as u64 > bytes_max {
        return Err(FileError::sorted(path, FileErrorKind::Overfull, io::ErrorKind::FileTooLarge.into()));
    }
    write_whole(path, bytes)
}

/// Reads a file, or what comes through a pipe, of at most `bytes_max` bytes.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::TooLarge`] if the file is longer.
pub fn read_capped(path: &Path, bytes_max: u64) -> Result<Vec<u8>, FileError> {
    read_opened(path, bytes_max, File::open(path))
}

fn read_opened(path: &Path, bytes_max: u64, opened: io::Result<File>) -> Result<Vec<u8>, FileError> {
    let fail = |error| FileError::new(path, error);
    let mut bytes = Vec::new();
    // Windows denies access to a folder that is opened as a file; Unix says what it is.
    let is_folder = |error| if cfg!(windows) && path.is_dir() { io::ErrorKind::IsADirectory.into() } else { error };
    // One byte beyond the bound reveals a longer file, even if its length is unknown beforehand.
    opened.map_err(is_folder).map_err(fail)?.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > bytes_max { Err(fail(io::ErrorKind::FileTooLarge.into())) } else { Ok(bytes) }
}

/// Renames a file that cannot be read to `<name>.corrupt-<unix ms>`, or `<stem>.corrupt-<unix ms>.<extension>` where
/// `keep_extension` says so, and returns its new place. An existing file is never overwritten.
///
/// # Errors
/// [`FileError`]; the file keeps its name.
pub fn set_aside(path: &Path, keep_extension: bool) -> Result<PathBuf, FileError> {
    let aside = free_aside_name(path, keep_extension);
    rename(path, &aside).map_err(|error| FileError::new(path, error))?;
    Ok(aside)
}

/// Writes a copy of the damaged file at `path`, which has `bytes`, under the name that [`set_aside`] gives, and returns it.
pub(crate) fn copy_aside(path: &Path, bytes: &[u8], keep_extension: bool) -> Result<PathBuf, FileError> {
    let aside = free_aside_name(path, keep_extension);
    write_whole(&aside, bytes)?;
    Ok(aside)
}

/// Returns an unused name for [`set_aside`].
pub(crate) fn free_aside_name(path: &Path, keep_extension: bool) -> PathBuf {
    let mut ms = clock::unix_ms();
    loop {
        let tag = format!("corrupt-{ms}");
        let aside = match path.extension() {
            Some(extension) if keep_extension => path.with_extension(tag + "." + &extension.to_string_lossy()),
            _ => path.with_file_name(format!("{}.{tag}", path.file_name().unwrap_or_default().to_string_lossy())),
        };
        if !aside.exists() {
            return aside;
        }
        ms += 1;
    }
}

/// Appends `suffix` to the whole name of a file: `library.db` and `-wal` make `library.db-wal`.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Creates a folder, and those above it, for this user alone; an existing one is left as it is.
pub(crate) fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        // A file has the place of the folder, or of one above it. Windows reports the latter so, too.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(io::ErrorKind::NotADirectory.into()),
        created => created,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::names_in;

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("settings.json");
        fs::write(&path, b"\xEF\xBB\xBF{}").unwrap();
        assert_eq!(read_own(&path, 10).unwrap(), b"{}");
    }

    #[cfg(windows)]
    #[test]
    fn devices_are_written_to_and_not_read_as_own_files() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["NUL", "nul.pgn"] {
            assert_eq!(expect_file(&temp.path().join(name)).unwrap_err().code(), "not-a-file");
            assert_eq!(read_own(&temp.path().join(name), 10).unwrap_err().code(), "not-a-file");
        }
        for device in ["NUL", r"\\.\NUL"] {
            write_whole(Path::new(device), b"new").unwrap();
        }
        assert_eq!(names_in(temp.path()), Vec::<String>::new());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_named_at_once() {
        let temp = tempfile::tempdir().unwrap();
        let (folder, pipe) = (temp.path().join("folder"), temp.path().join("pipe"));
        fs::create_dir(&folder).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for odd in [&folder, &pipe, Path::new("/dev/null")] {
            assert_eq!(read_own(odd, 10).unwrap_err().code(), "not-a-file");
        }
        // A lock beside a file may be odd, too.
        fs::rename(&pipe, temp.path().join(".change.lock")).unwrap();
        let locked = alone(&temp.path().join("file"), || Ok::<(), FileError>(()));
        assert_eq!(locked.unwrap_err().code(), "not-a-file");
    }

    #[test]
    fn reading_stops_at_the_cap() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        write_whole(&path, b"four").unwrap();
        assert_eq!(read_capped(&path, 4).unwrap(), b"four");
        assert_eq!(read_capped(&path, 3).unwrap_err().code(), "too-large");
        if cfg!(target_os = "linux") {
            assert_eq!(read_capped(Path::new("/dev/zero"), 1000).unwrap_err().code(), "too-large");
        }
    }

    #[test]
    fn set_aside_never_overwrites() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("a.db");
        for content in ["one", "two", "three"] {
            fs::write(&path, content).unwrap();
            set_aside(&path, true).unwrap();
        }
        let mut contents: Vec<String> =
            names_in(temp.path()).iter().map(|name| fs::read_to_string(temp.path().join(name)).unwrap()).collect();
        contents.sort();
        assert_eq!(contents, ["one", "three", "two"]);
        assert!(names_in(temp.path()).iter().all(|name| name.starts_with("a.corrupt-") && name.ends_with(".db")));
    }
}
