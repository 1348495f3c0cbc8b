//! Locks of files between programs. Windows enforces them: another program cannot even read a locked file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::{FileError, expect_file};

/// The interval between two attempts.
const STEP: Duration = Duration::from_millis(5);

/// Opens a file for a lock, creating it. It can be shortened and written; the first byte goes to its start.
///
/// # Errors
/// [`FileError`], with [`super::FileErrorKind::NotAFile`] for a folder, a pipe or a device.
pub(crate) fn open_to_lock(path: &Path) -> Result<File, FileError> {
    expect_file(path)?;
    // Windows refuses to lock a file that is open for appending alone (documentation of `File::lock`), and to shorten
    // one that is open for appending at all (rust-lang/rust#105437).
    let file = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path);
    file.map_err(|error| FileError::new(path, error))
}

/// Locks the file for this program alone. Succeeds without a lock if the file system has none.
///
/// # Errors
/// [`io::ErrorKind::WouldBlock`] if another program has the lock; any other error if the lock failed.
pub(crate) fn try_lock(file: &File) -> io::Result<()> {
    outcome(file.try_lock())
}

/// Locks the file together with other programs that only read. A file that is open for reading suffices on every system.
///
/// # Errors
/// As [`try_lock`].
pub(crate) fn try_lock_shared(file: &File) -> io::Result<()> {
    outcome(file.try_lock_shared())
}

/// Repeats `lock` until it succeeds or fails; waits at most `patience` for another program.
///
/// # Errors
/// As [`try_lock`].
pub(crate) fn wait_for_lock(patience: Duration, lock: impl Fn() -> io::Result<()>) -> io::Result<()> {
    let until = Instant::now() + patience;
    loop {
        match lock() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && Instant::now() < until => thread::sleep(STEP),
            done => return done,
        }
    }
}

fn outcome(tried: Result<(), TryLockError>) -> io::Result<()> {
    match tried {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(io::ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(error)) if is_without_locks(&error) => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Returns whether the error means that the file system has no locks.
fn is_without_locks(error: &io::Error) -> bool {
    /// `ERROR_INVALID_FUNCTION` and `ERROR_NOT_SUPPORTED`.
    #[cfg(windows)]
    const CODES: [i32; 2] = [1, 50];
    /// `ENOLCK`, which network file systems without a lock daemon return, and `EOPNOTSUPP`.
    #[cfg(target_os = "linux")]
    const CODES: [i32; 2] = [37, 95];
    /// `ENOLCK` and `ENOTSUP`.
    #[cfg(not(any(windows, target_os = "linux")))]
    const CODES: [i32; 2] = [77, 45];
    error.kind() == io::ErrorKind::Unsupported || error.raw_os_error().is_some_and(|code| CODES.contains(&code))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_lock_binds_every_other_handle() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("lock");
        let (first, second) = (open_to_lock(&path).unwrap(), open_to_lock(&path).unwrap());
        try_lock(&first).unwrap();
        assert_eq!(try_lock(&second).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert_eq!(try_lock_shared(&second).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        // The standard library unlocks twice on Windows, and Wine reports the second time as a fault.
        assert!(first.unlock().is_ok() || cfg!(windows));
        let reader = File::open(&path).unwrap();
        try_lock_shared(&reader).unwrap();
        assert_eq!(try_lock(&second).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        assert!(reader.unlock().is_ok() || cfg!(windows));
        wait_for_lock(Duration::ZERO, || try_lock(&second)).unwrap();
    }

    #[test]
    fn a_lock_that_fails_is_no_lock() {
        let failed = |code| outcome(Err(TryLockError::Error(io::Error::from_raw_os_error(code))));
        // `EBADF` on Unix, `ERROR_ACCESS_DENIED` on Windows: what a file open for appending alone gets there.
        let refused = if cfg!(windows) { 5 } else { 9 };
        assert_eq!(failed(refused).unwrap_err().raw_os_error(), Some(refused));
        let unsupported = if cfg!(windows) {
            50
        } else if cfg!(target_os = "linux") {
            95
        } else {
            45
        };
        failed(unsupported).unwrap();
    }

    #[test]
    fn a_locked_file_is_kept_and_can_be_written_anew() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("lock");
        fs::write(&path, "the old content").unwrap();
        let mut file = open_to_lock(&path).unwrap();
        try_lock(&file).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 15);
        file.set_len(0).unwrap();
        file.write_all(b"new").unwrap();
        // Windows lets no other handle read a locked file.
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_folder_is_not_locked() {
        let temp = tempfile::tempdir().unwrap();
        fs::create_dir(temp.path().join("lock")).unwrap();
        assert_eq!(open_to_lock(&temp.path().join("lock")).unwrap_err().code(), "not-a-file");
    }
}
