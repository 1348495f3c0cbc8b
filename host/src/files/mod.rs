//! The data folder, and files that are written whole or not at all.

pub mod archive;
mod device;
pub mod gather;
mod held;
mod left_over;
mod lock;
pub(crate) mod shared;
mod usable;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::clock;

pub use device::is_device_name;
pub(crate) use held::{is_held_now, remove, rename};
pub(crate) use left_over::remove_left_over;
pub(crate) use lock::{open_to_lock, try_lock, try_lock_shared, wait_for_lock};

/// The time that a change waits for another program's change.
const CHANGE_PATIENCE: Duration = Duration::from_secs(2);

/// The folder with everything that a person made: library, journals, settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataDir {
    root: PathBuf,
    /// The usual folder of the library, if it is another one.
    library: Option<PathBuf>,
}

impl DataDir {
    /// Opens the folder, creating it when it is missing, and makes sure that files can be written in it.
    ///
    /// # Errors
    /// [`FileError`] if the folder cannot be created or written.
    pub fn open(path: impl Into<PathBuf>) -> Result<DataDir, FileError> {
        let root = path.into();
        let library = if cfg!(windows) { local_of(&root, dirs::data_dir(), dirs::data_local_dir()) } else { None };
        DataDir::create(DataDir { root, library })
    }

    /// As [`DataDir::open`], with another usual folder of the library.
    #[cfg(test)]
    pub(crate) fn open_apart(root: &Path, library: PathBuf) -> Result<DataDir, FileError> {
        DataDir::create(DataDir { root: root.to_owned(), library: Some(library) })
    }

    fn create(dir: DataDir) -> Result<DataDir, FileError> {
        for folder in [dir.root.clone(), dir.journals()] {
            create_private(&folder).map_err(|error| FileError::new(&folder, error))?;
        }
        remove_left_over(&dir.root);
        let probe = dir.root.join(temporary_name("probe"));
        let written = File::create_new(&probe).and_then(|mut file| file.write_all(b"probe"));
        let removed = remove(&probe);
        written.and(removed).map_err(|error| FileError::new(&dir.root, error))?;
        Ok(dir)
    }

    /// Names the folder without any access to it.
    #[cfg(test)]
    pub(crate) fn assume(path: &Path) -> DataDir {
        DataDir { root: path.to_owned(), library: None }
    }

    /// Returns the folder in which the system keeps the data of the program `app_name`, such as
    /// `~/.local/share/<app_name>` on Linux; `None` if the system names no such folder.
    #[must_use]
    pub fn default_path(app_name: &str) -> Option<PathBuf> {
        dirs::data_dir().map(|folder| folder.join(app_name))
    }

    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder with one journal for each game in progress.
    #[must_use]
    pub fn journals(&self) -> PathBuf {
        self.root.join("journal")
    }

    /// Returns the path of the library, unless a person chose another folder for it.
    #[must_use]
    pub fn library(&self) -> PathBuf {
        self.library_folder().join("library.db")
    }

    /// Returns the usual folder of the library: this one, or on Windows one that stays on the machine.
    #[must_use]
    pub fn library_folder(&self) -> &Path {
        self.library.as_deref().unwrap_or(&self.root)
    }

    /// Returns the path of the log, in a folder that stays on the machine.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.library_folder().join("duiyi.log")
    }

    /// Returns the path of the lock file that the one window of this folder holds.
    #[must_use]
    pub fn window_lock(&self) -> PathBuf {
        self.root.join(".window.lock")
    }

    /// Returns the path of the list of external engines.
    #[must_use]
    pub fn engines(&self) -> PathBuf {
        self.root.join("engines.json")
    }

    /// Returns the folder of the person's own opening books.
    #[must_use]
    pub fn books(&self) -> PathBuf {
        self.root.join("books")
    }

    /// Returns the path of the list of opening books.
    #[must_use]
    pub fn book_list(&self) -> PathBuf {
        self.root.join("books.json")
    }

    /// Returns the path of what is learned of repertoires.
    #[must_use]
    pub fn repertoires(&self) -> PathBuf {
        self.root.join("repertoires.json")
    }

    /// Returns the path of the stars of the endings.
    #[must_use]
    pub fn endings(&self) -> PathBuf {
        self.root.join("endings.json")
    }

    /// Returns the path of the progress in the lessons.
    #[must_use]
    pub fn lessons(&self) -> PathBuf {
        self.root.join("lessons.json")
    }

    /// Returns the path of the puzzle progress.
    #[must_use]
    pub fn puzzles(&self) -> PathBuf {
        self.root.join("puzzles.json")
    }

    /// Returns the path of the person's own sets of puzzles.
    #[must_use]
    pub fn puzzle_sets(&self) -> PathBuf {
        self.root.join("puzzle-sets.json")
    }

    #[must_use]
    pub fn settings(&self) -> PathBuf {
        self.root.join("settings.json")
    }
}

/// Returns the folder in `local` for a `root` in `roaming`; `None` for a folder elsewhere.
///
/// Its name ends with `-data`: the installer puts the programs into the folder `Duiyi` of `local`, which Windows does not
/// tell from `duiyi`.
fn local_of(root: &Path, roaming: Option<PathBuf>, local: Option<PathBuf>) -> Option<PathBuf> {
    let name = root.strip_prefix(roaming?).ok()?;
    Some(with_suffix(&local?.join(name), "-data"))
}

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
    source: io::Error,
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

/// A problem to report to the person, although the work went on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Notice {
    /// The code on which the window switches.
    pub code: &'static str,
    /// One sentence that names the place.
    pub message: String,
    /// The file or folder, if there is one.
    #[cfg_attr(feature = "wire", serde(serialize_with = "displayed"))]
    pub at: Option<PathBuf>,
    /// The single faults, one sentence each; often empty.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub details: Vec<String>,
    /// The number of affected games; often 0.
    pub games: u32,
    /// The number of games that could not be read; often 0.
    pub lost: u32,
}

impl Notice {
    pub(crate) fn new(code: &'static str, message: impl ToString, at: Option<&Path>) -> Notice {
        Notice {
            code,
            message: message.to_string(),
            at: at.map(Path::to_owned),
            details: Vec::new(),
            games: 0,
            lost: 0,
        }
    }
}

impl From<&FileError> for Notice {
    fn from(error: &FileError) -> Notice {
        Notice::new(error.code(), error, Some(&error.path))
    }
}

/// Writes a path for the window, also one that is not Unicode.
#[cfg(feature = "wire")]
pub(crate) fn displayed<S: serde::Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&path.as_deref().map(|path| path.display().to_string()), serializer)
}

/// Writes `bytes` to `path` whole or not at all: after a crash the file holds its old bytes or the new ones. A replaced
/// file keeps its permissions, and a link to it stays a link. Pipes and devices are written to directly.
///
/// # Errors
/// [`FileError`]; the old file is unchanged.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, |file| file.write_all(bytes))
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

/// Reads a file of the data folder of at most `bytes_max` bytes.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::TooLarge`] if the file is longer, and [`FileErrorKind::NotAFile`].
pub(crate) fn read_own(path: &Path, bytes_max: u64) -> Result<Vec<u8>, FileError> {
    expect_file(path)?;
    let mut bytes = read_capped(path, bytes_max)?;
    // Editors of Windows begin a text with it.
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// Reads a file, or what comes through a pipe, of at most `bytes_max` bytes.
///
/// # Errors
/// [`FileError`], with [`FileErrorKind::TooLarge`] if the file is longer.
pub fn read_capped(path: &Path, bytes_max: u64) -> Result<Vec<u8>, FileError> {
    let fail = |error| FileError::new(path, error);
    let mut bytes = Vec::new();
    // Windows denies access to a folder that is opened as a file; Unix says what it is.
    let is_folder = |error| if cfg!(windows) && path.is_dir() { io::ErrorKind::IsADirectory.into() } else { error };
    // One byte beyond the bound reveals a longer file, even if its length is unknown beforehand.
    File::open(path)
        .map_err(is_folder)
        .map_err(fail)?
        .take(bytes_max.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(fail)?;
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

/// Returns whether the disk of the file is away: Windows has an error for a drive without a medium.
fn is_away(error: &io::Error) -> bool {
    const ERROR_NOT_READY: i32 = 21;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_NOT_READY)
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
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let temporary = target.with_file_name(temporary_name(&name));
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

/// Returns a name that no other thread or process uses. A long `name` is cut: file systems allow 255 bytes.
pub(crate) fn temporary_name(name: &str) -> String {
    const BYTES_MAX: usize = 200;
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = &name[..name.floor_char_boundary(BYTES_MAX)];
    format!(".{name}.{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::testing::{as_nobody, names_in};

    #[test]
    fn a_missing_folder_is_created_and_leaves_no_probe() {
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path().join("a/b")).unwrap();
        assert_eq!(names_in(dir.root()), ["journal"]);
        assert_eq!(DataDir::open(dir.root()).unwrap(), dir);
    }

    #[test]
    fn only_a_roaming_folder_has_a_local_one() {
        let roaming = || Some(PathBuf::from("/users/li/roaming"));
        let local = || Some(PathBuf::from("/users/li/local"));
        let root = Path::new("/users/li/roaming/duiyi");
        assert_eq!(local_of(root, roaming(), local()), Some(PathBuf::from("/users/li/local/duiyi-data")));
        assert_eq!(local_of(Path::new("/elsewhere/duiyi"), roaming(), local()), None);
        assert_eq!(local_of(root, None, local()), None);
        assert_eq!(local_of(root, roaming(), None), None);
        if cfg!(windows) {
            let usual = DataDir::default_path("duiyi").expect("Windows names one");
            let library = local_of(&usual, dirs::data_dir(), dirs::data_local_dir());
            assert_eq!(library, dirs::data_local_dir().map(|folder| folder.join("duiyi-data")));
        }
    }

    #[test]
    fn a_file_is_no_folder() {
        let temp = tempfile::NamedTempFile::new().unwrap();
        for path in [temp.path().to_owned(), temp.path().join("data"), temp.path().join("data/deep")] {
            let error = DataDir::open(&path).unwrap_err();
            assert_eq!(error.code(), "missing-folder", "{}", path.display());
            assert!(error.to_string().contains(&path.display().to_string()), "{error}");
        }
    }

    #[test]
    fn a_read_only_folder_is_refused() {
        as_nobody("files::tests::a_read_only_folder_is_refused", |folder| {
            let error = DataDir::open(folder).unwrap_err();
            assert_eq!(error.code(), "unwritable");
            assert!(error.to_string().starts_with(&folder.display().to_string()), "{error}");
        });
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("file");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(read_capped(&path, 3).unwrap(), b"new");
        assert_eq!(names_in(temp.path()), ["file"]);
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
    fn a_byte_order_mark_is_no_part_of_a_text() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("settings.json");
        fs::write(&path, b"\xEF\xBB\xBF{}").unwrap();
        assert_eq!(read_own(&path, 10).unwrap(), b"{}");
    }

    #[test]
    fn a_folder_that_vanished_is_named() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("gone/file");
        let error = write_whole(&path, b"new").unwrap_err();
        assert_eq!(error.code(), "missing-folder");
        assert!(error.to_string().contains(&path.display().to_string()), "{error}");
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

    #[cfg(unix)]
    #[test]
    fn a_new_data_folder_is_for_its_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path().join("data")).unwrap();
        for folder in [dir.root(), &dir.journals()] {
            assert_eq!(fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
        }
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
