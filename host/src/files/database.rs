//! Opening databases at paths of any length.

use std::borrow::Cow;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

/// Opens a database; `flags` may say that the path is an URI.
pub(crate) fn open_database(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    if cfg!(windows) && !flags.contains(OpenFlags::SQLITE_OPEN_URI) {
        // By itself SQLite cuts a path of more than 1,040 bytes, also that of a copy, and opens another file.
        Connection::open_with_flags_and_vfs(database_path(path), flags, "win32-longpath")
    } else {
        Connection::open_with_flags(path, flags)
    }
}

/// Returns the path under which SQLite finds a database. The standard library tells Windows that a path is long, SQLite does
/// not; a path without that mark ends after 260 characters (Microsoft, "Maximum Path Length Limitation").
pub(crate) fn database_path(path: &Path) -> Cow<'_, Path> {
    #[cfg(windows)]
    if let Some(long) = windows::marked(path) {
        return Cow::Owned(long);
    }
    Cow::Borrowed(path)
}

/// Returns the journal mode of a database that several programs open at once. With a write-ahead log they share memory,
/// so all of them must run on one machine (SQLite, "Write-Ahead Logging"). Other systems refuse that memory on a
/// network share; Windows grants it to each machine for itself.
pub(crate) fn shared_journal_mode(path: &Path) -> &'static str {
    if cfg!(windows) && is_on_share(path) { "DELETE" } else { "WAL" }
}

fn is_on_share(path: &Path) -> bool {
    // The folder exists, the file maybe not yet. A drive that stands for a share has the share in its full path.
    let folder = path.parent().unwrap_or(path);
    let full = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    is_share(&full.to_string_lossy())
}

/// Returns whether a path of Windows is one of a network share, with the mark `\\?\` or without: `\\server\games`.
fn is_share(path: &str) -> bool {
    let path = path.replace('/', r"\");
    match path.strip_prefix(r"\\") {
        // A marked path or one of a device.
        Some(rest) if rest.starts_with(['?', '.']) => {
            rest.get(1..6).is_some_and(|unc| unc.eq_ignore_ascii_case(r"\UNC\"))
        }
        Some(_) => true,
        None => false,
    }
}

#[cfg(windows)]
mod windows {
    use std::os::windows::ffi::OsStrExt as _;
    use std::path::{Component, Path, PathBuf, Prefix};

    /// The most units of UTF-16 in a plain path, less those of the longest ending: SQLite adds `-journal` to the names of
    /// the library's own files.
    const UNITS_MAX: usize = 259 - 40;

    /// Returns a long path with the mark `\\?\`; `None` if the path is short or has a mark.
    pub(super) fn marked(path: &Path) -> Option<PathBuf> {
        let whole = std::path::absolute(path).ok()?;
        let Some(Component::Prefix(prefix)) = whole.components().next() else { return None };
        if whole.as_os_str().encode_wide().count() <= UNITS_MAX {
            return None;
        }
        let text = whole.to_str()?;
        match prefix.kind() {
            Prefix::Disk(_) => Some(format!(r"\\?\{text}").into()),
            Prefix::UNC(..) => Some(format!(r"\\?\UNC\{}", text.strip_prefix(r"\\")?).into()),
            _ => None,
        }
    }

    #[test]
    fn only_a_long_path_is_marked() {
        let deep = "棋".repeat(300);
        for (path, wanted) in [
            (r"C:\games\library.db".to_owned(), None),
            (format!(r"C:\{deep}/../{deep}\a.db"), Some(format!(r"\\?\C:\{deep}\a.db"))),
            (format!(r"\\nas\games\{deep}"), Some(format!(r"\\?\UNC\nas\games\{deep}"))),
            (format!(r"\\?\C:\{deep}"), None),
        ] {
            assert_eq!(marked(Path::new(&path)), wanted.map(PathBuf::from), "{path}");
        }
        let relative = marked(Path::new(&deep)).and_then(|path| path.to_str().map(str::to_owned)).expect("a long path");
        assert!(relative.starts_with(r"\\?\") && relative.ends_with(&deep), "{relative}");
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::names_in;

    #[test]
    fn shares_are_known_by_their_paths() {
        for (path, expected) in [
            (r"\\nas\games", true),
            ("//nas/games/duiyi", true),
            (r"\\?\UNC\nas\games", true),
            (r"\\?\unc\nas\games", true),
            (r"\\.\UNC\nas\games", true),
            (r"C:\games", false),
            (r"\\?\C:\games", false),
            (r"\\?\UNCLE", false),
            (r"\\.\NUL", false),
            (r"\games", false),
            ("棋谱", false),
            ("", false),
        ] {
            assert_eq!(is_share(path), expected, "{path}");
        }
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(shared_journal_mode(&temp.path().join("library.db")), "WAL");
    }

    /// On Windows 1,200 bytes: more than SQLite takes there by itself. Unix has 512.
    #[test]
    fn a_database_in_a_deep_folder_is_that_file() {
        let temp = tempfile::tempdir().unwrap();
        let folder =
            (0..if cfg!(windows) { 5 } else { 1 }).fold(temp.path().to_owned(), |path, _| path.join("棋".repeat(80)));
        fs::create_dir_all(&folder).unwrap();
        let (path, copy) = (temp.path().join("games.db"), folder.join("copy.db"));
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let near = open_database(&path, flags).unwrap();
        near.execute_batch("CREATE TABLE game (id)").unwrap();
        near.execute("VACUUM INTO ?1", [database_path(&copy).to_str()]).unwrap();
        assert_eq!(names_in(&folder), ["copy.db"]);
        let deep = open_database(&copy, flags).unwrap();
        deep.pragma_update(None, "journal_mode", "WAL").unwrap();
        deep.execute("INSERT INTO game VALUES (1)", []).unwrap();
        assert_eq!(names_in(&folder), ["copy.db", "copy.db-shm", "copy.db-wal"]);
    }
}
