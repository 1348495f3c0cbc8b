//! Files that are written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::{FileError, FileErrorKind, device, open_to_lock, rename, try_lock, wait_for_lock};

/// The time that a change waits for another program's change.
const CHANGE_PATIENCE: Duration = Duration::from_secs(2);

/// Writes `bytes` to `path` whole or not at all: after a crash the file holds its old bytes or the new ones. A replaced
/// file keeps its permissions, and a link to it stays a link. Pipes and devices are written to directly.
///
/// # Errors
/// [`FileError`]; the old file is unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.write_all(bytes))
}

/// Checks that [`write_whole`] can write to `path`, before long work. What is there stays as it is.
///
/// # Errors
/// [`FileError`].
pub fn expect_writable(path: &Path) -> Result<(), FileError> {
    let fail = |error| FileError::new(path, error);
    let target = follow(path).map_err(fail)?;
    let found = fs::metadata(&target).ok();
    if found.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(fail(io::ErrorKind::IsADirectory.into()));
    }
    if device::is_device(&target) || found.as_ref().is_some_and(|found| !found.is_file()) {
        return Ok(());
    }
    if found.as_ref().is_some_and(|found| found.permissions().readonly()) {
        return Err(fail(io::ErrorKind::PermissionDenied.into()));
    }
    let temporary = temporary_beside(&target);
    OpenOptions::new().write(true).create_new(true).open(&temporary).map_err(fail)?;
    // A left-over temporary file is harmless.
    let _ = fs::remove_file(&temporary);
    Ok(())
}

/// Runs `change` under a lock of the file's folder, so that it can read and replace the file without interference.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::Locked`] if another program keeps the lock for [`CHANGE_PATIENCE`].
pub(crate) fn alone<T, E: From<FileError>>(path: &Path, change: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let file = open_to_lock(&path.with_file_name(".change.lock")).map_err(|error| match error.kind {
        FileErrorKind::NotAFile => error,
        // A person knows the file, not its lock.
        _ => FileError { path: path.to_owned(), ..error },
    })?;
    wait_for_lock(CHANGE_PATIENCE, || try_lock(&file)).map_err(|error| FileError::new(path, error))?;
    let changed = change();
    // A child process between fork and exec may briefly hold a copy of the file, and its lock.
    let _ = file.unlock();
    changed
}

/// Writes the contents of a closed file through to the disk.
pub(crate) fn sync_file(path: &Path) -> io::Result<()> {
    // Windows syncs only a file that is open for writing.
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Makes a created, renamed or removed name in `folder` survive a power cut.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Windows opens no folders as files and writes names through by itself.
    if cfg!(unix) {
        // The folder of a bare file name is the current one.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match File::open(folder)?.sync_all() {
            // Some network file systems cannot do so; they write names through by themselves.
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
            synced => synced,
        }
    } else {
        Ok(())
    }
}

/// Replaces the target of `path` by a file that `write` fills.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), FileError> {
    let fail = |error| FileError::new(path, error);
    let target = follow(path).map_err(fail)?;
    let before = fs::metadata(&target).ok();
    if device::is_device(&target) || before.as_ref().is_some_and(|before| !before.is_file()) {
        return OpenOptions::new().write(true).open(&target).and_then(|mut file| write(&mut file)).map_err(fail);
    }
    // A new file in its place would not ask for the permission that the old one refuses.
    if before.as_ref().is_some_and(|before| before.permissions().readonly()) {
        return Err(fail(io::ErrorKind::PermissionDenied.into()));
    }
    let temporary = temporary_beside(&target);
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
        if let Some(before) = &before {
            // Set before the first byte: the content is never readable with wider permissions.
            file.set_permissions(before.permissions())?;
        }
        write(&mut file)?;
        file.sync_all()?;
        drop(file);
        rename(&temporary, &target)?;
        sync_folder(target.parent().unwrap_or(Path::new(".")))
    })();
    written.map_err(|error| {
        // Report the first error; a left-over temporary file is harmless.
        let _ = fs::remove_file(&temporary);
        FileError::new(path, error)
    })
}

/// Returns the final target of a link, which need not exist; any other path unchanged.
pub(crate) fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    // The limit of Linux.
    for _ in 0..40 {
        match fs::read_link(&place) {
            Ok(next) => place = place.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// Returns a path beside `target` that no other thread or process uses. A long name is cut: file systems allow 255
/// bytes.
pub(crate) fn temporary_beside(target: &Path) -> PathBuf {
    const BYTES_MAX: usize = 200;
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let name = &name[..name.floor_char_boundary(BYTES_MAX)];
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    target.with_file_name(format!(".{name}.{}-{count}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::super::read_capped;
    use super::*;
    use crate::testing::names_in;

    #[test]
    fn a_file_is_replaced_whole() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(read_capped(&path, 3).unwrap(), b"new");
        assert_eq!(names_in(temp.path()), ["file"]);
    }

    #[test]
    fn whether_a_file_can_be_written_is_known_before() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        expect_writable(&path).unwrap();
        assert_eq!(names_in(temp.path()), [] as [&str; 0]);
        fs::write(&path, b"old").unwrap();
        expect_writable(&path).unwrap();
        assert_eq!((names_in(temp.path()), fs::read(&path).unwrap()), (vec!["file".to_owned()], b"old".to_vec()));
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(expect_writable(&path).unwrap_err().code(), "unwritable");
        assert_eq!(expect_writable(&temp.path().join("none/file")).unwrap_err().code(), "missing-folder");
        assert_eq!(expect_writable(temp.path()).unwrap_err().code(), "not-a-file");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_private_file_private() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let temp = tempfile::tempdir().unwrap();
        let (file, link) = (temp.path().join("file"), temp.path().join("link"));
        fs::create_dir(temp.path().join("folder")).unwrap();
        fs::write(&file, b"old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("folder/../file", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);

        // A link to a missing file, a circular link, and a device.
        symlink("folder/later", temp.path().join("ahead")).unwrap();
        write_whole(&temp.path().join("ahead"), b"new").unwrap();
        assert_eq!(fs::read(temp.path().join("folder/later")).unwrap(), b"new");
        symlink("circle", temp.path().join("circle")).unwrap();
        assert_eq!(write_whole(&temp.path().join("circle"), b"new").unwrap_err().code(), "other");
        symlink("/dev/null", temp.path().join("nothing")).unwrap();
        write_whole(&temp.path().join("nothing"), b"new").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert_eq!(names_in(temp.path()), ["ahead", "circle", "file", "folder", "link", "nothing"]);
    }

    #[test]
    fn changes_wait_for_one_another() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("count");
        fs::write(&path, "0").unwrap();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..25 {
                        let counted = alone(&path, || {
                            let count: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                            write_whole(&path, (count + 1).to_string().as_bytes())
                        });
                        counted.unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), "100");
        let other = open_to_lock(&temp.path().join(".change.lock")).unwrap();
        other.lock().unwrap();
        assert_eq!(alone(&path, || Ok::<(), FileError>(())).unwrap_err().code(), "locked");
    }

    #[test]
    fn a_closed_file_is_written_through() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        write_whole(&path, b"whole").unwrap();
        sync_file(&path).unwrap();
        assert_eq!(read_capped(&path, 5).unwrap(), b"whole");
        assert_eq!(sync_file(&temp.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    /// As some network file systems do.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_cannot_be_synced_is_no_error() {
        assert!(File::open("/proc").unwrap().sync_all().is_err());
        sync_folder(Path::new("/proc")).unwrap();
        assert!(sync_folder(Path::new("/no/such/folder")).is_err());
    }

    #[test]
    fn a_full_disk_leaves_the_old_file() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        write_whole(&path, b"old").unwrap();
        let error = replace(&path, |file| {
            file.write_all(b"ne")?;
            Err(io::ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        assert_eq!(error.code(), "full");
        assert_eq!(read_capped(&path, 3).unwrap(), b"old");
        assert_eq!(names_in(temp.path()), ["file"]);
    }

    #[test]
    fn a_name_as_long_as_the_system_allows_can_be_written() {
        let temp = tempfile::tempdir().unwrap();
        for name in ["a".repeat(255), "棋".repeat(85)] {
            write_whole(&temp.path().join(&name), b"new").unwrap();
            assert_eq!(read_capped(&temp.path().join(name), 3).unwrap(), b"new");
        }
    }

    #[test]
    fn a_file_that_may_not_be_written_stays() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        write_whole(&path, b"old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(write_whole(&path, b"new").unwrap_err().kind, FileErrorKind::Denied);
        assert_eq!(read_capped(&path, 3).unwrap(), b"old");
        assert_eq!(names_in(temp.path()), ["file"]);
    }

    #[test]
    fn a_folder_that_vanished_is_named() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("gone/file");
        let error = write_whole(&path, b"new").unwrap_err();
        assert_eq!(error.code(), "missing-folder");
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    }
}
