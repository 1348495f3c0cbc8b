//! Files that another program holds for a moment. On Windows a virus scanner or an indexer does so with every new file.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// The time that a rename, a removal or a read waits for the other program.
const PATIENCE: Duration = Duration::from_secs(1);

/// The interval between two attempts.
const STEP: Duration = Duration::from_millis(20);

/// As [`fs::rename`]; waits up to a second for a program that holds one of the files.
///
/// # Errors
/// As [`fs::rename`]; [`is_held`] is true of the error if a program still holds the file.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    patiently(PATIENCE, may_pass, || fs::rename(from, to)).map_err(|error| reason(error, &[from, to]))
}

/// As [`fs::remove_file`]; waits up to a second for a program that holds the file.
///
/// # Errors
/// As [`rename`].
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    patiently(PATIENCE, may_pass, || fs::remove_file(path)).map_err(|error| reason(error, &[path]))
}

/// As [`File::open`]; waits up to a second for a program that holds the file. A lack of permission is reported at once.
///
/// # Errors
/// As [`File::open`]; [`is_held`] is true of the error if a program still holds the file.
pub(super) fn open(path: &Path) -> io::Result<File> {
    patiently(PATIENCE, is_held, || File::open(path))
}

/// Returns whether the error means that another program holds the file.
pub(super) fn is_held(error: &io::Error) -> bool {
    /// `ERROR_SHARING_VIOLATION`, `ERROR_LOCK_VIOLATION`, `ERROR_DELETE_PENDING` and `ERROR_USER_MAPPED_FILE`.
    const CODES: [i32; 4] = [32, 33, 303, 1224];
    cfg!(windows) && error.raw_os_error().is_some_and(|code| CODES.contains(&code))
}

/// Returns whether another program holds the file, so that this one may not open it.
pub(crate) fn is_held_now(path: &Path) -> bool {
    cfg!(windows) && fs::OpenOptions::new().read(true).write(true).open(path).is_err_and(|error| is_held(&error))
}

/// Returns whether the error may be gone a moment later.
fn may_pass(error: &io::Error) -> bool {
    // Windows says so, too, of a target that is held: `ERROR_ACCESS_DENIED`.
    cfg!(windows) && (is_held(error) || error.kind() == io::ErrorKind::PermissionDenied)
}

/// Repeats `attempt` for `patience` while its error may pass.
fn patiently<T>(
    patience: Duration,
    may_pass: impl Fn(&io::Error) -> bool,
    mut attempt: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    let until = Instant::now() + patience;
    loop {
        match attempt() {
            Err(error) if may_pass(&error) && Instant::now() < until => thread::sleep(STEP),
            done => return done,
        }
    }
}

/// Replaces a refusal by the reason of one of the files: Windows calls a held target a lack of permission.
#[cfg(windows)]
fn reason(error: io::Error, files: &[&Path]) -> io::Error {
    use std::os::windows::fs::OpenOptionsExt as _;

    /// The right to delete or rename a file, `DELETE` of the Windows API.
    const DELETE: u32 = 0x0001_0000;
    if error.kind() != io::ErrorKind::PermissionDenied {
        return error;
    }
    let held = files.iter().find_map(|file| {
        let opened = fs::OpenOptions::new().access_mode(DELETE).open(file);
        opened.err().filter(is_held)
    });
    held.unwrap_or(error)
}

#[cfg(not(windows))]
fn reason(error: io::Error, _: &[&Path]) -> io::Error {
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_is_waited_for_and_nothing_else() {
        let busy = || io::Error::from(io::ErrorKind::ResourceBusy);
        let passes = |error: &io::Error| error.kind() == io::ErrorKind::ResourceBusy;
        let mut left = 3;
        let done = patiently(Duration::from_secs(60), passes, || {
            left -= 1;
            if left == 0 { Ok("done") } else { Err(busy()) }
        });
        assert_eq!(done.unwrap(), "done");
        let mut attempts = 0;
        let failed = patiently(Duration::from_secs(60), passes, || -> io::Result<()> {
            attempts += 1;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!((failed.unwrap_err().kind(), attempts), (io::ErrorKind::StorageFull, 1));
        let given_up = patiently(Duration::from_millis(50), passes, || -> io::Result<()> { Err(busy()) });
        assert_eq!(given_up.unwrap_err().kind(), io::ErrorKind::ResourceBusy);
    }

    /// As a scanner opens a file: no other program may write or remove it.
    #[cfg(windows)]
    fn scan(path: &Path) -> fs::File {
        use std::os::windows::fs::OpenOptionsExt as _;
        fs::OpenOptions::new().read(true).share_mode(0).open(path).unwrap()
    }

    #[cfg(windows)]
    #[test]
    fn a_file_that_a_scanner_holds_for_a_moment_is_replaced_and_read() {
        use crate::files::{read_own, write_whole};
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("settings.json");
        write_whole(&path, b"old").unwrap();
        let scan_for_a_moment = || {
            let scanner = scan(&path);
            thread::spawn(move || {
                thread::sleep(Duration::from_millis(300));
                drop(scanner);
            })
        };
        let scanning = scan_for_a_moment();
        write_whole(&path, b"new").unwrap();
        scanning.join().unwrap();
        let scanning = scan_for_a_moment();
        assert_eq!(read_own(&path, 3).unwrap(), b"new");
        scanning.join().unwrap();
        let scanning = scan_for_a_moment();
        remove(&path).unwrap();
        scanning.join().unwrap();
    }

    #[cfg(windows)]
    #[test]
    fn a_file_that_stays_held_is_locked() {
        use crate::files::{read_capped, write_whole};
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("settings.json");
        write_whole(&path, b"old").unwrap();
        let scanner = scan(&path);
        for error in [write_whole(&path, b"new").unwrap_err(), read_capped(&path, 3).unwrap_err()] {
            assert_eq!(error.code(), "locked");
            assert!(error.to_string().contains("is locked by another program"), "{error}");
        }
        drop(scanner);
        assert_eq!(read_capped(&path, 3).unwrap(), b"old");
    }
}
