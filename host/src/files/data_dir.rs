//! The data folder.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{FileError, create_private, remove, remove_left_over, temporary_beside, with_suffix};

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
        let probe = temporary_beside(&dir.root.join("probe"));
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

    /// Returns the folder of the tournaments.
    #[must_use]
    pub fn tournaments(&self) -> PathBuf {
        self.root.join("tournaments")
    }

    /// Returns the path of the list of games to review.
    #[must_use]
    pub fn reviews(&self) -> PathBuf {
        self.root.join("reviews.json")
    }

    /// Returns the path of the list of open studies.
    #[must_use]
    pub fn studies(&self) -> PathBuf {
        self.root.join("studies.json")
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

#[cfg(test)]
mod tests {
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
        as_nobody("files::data_dir::tests::a_read_only_folder_is_refused", |folder| {
            let error = DataDir::open(folder).unwrap_err();
            assert_eq!(error.code(), "unwritable");
            assert!(error.to_string().starts_with(&folder.display().to_string()), "{error}");
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_new_data_folder_is_for_its_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let temp = tempfile::tempdir().unwrap();
        let dir = DataDir::open(temp.path().join("data")).unwrap();
        for folder in [dir.root(), &dir.journals()] {
            assert_eq!(std::fs::metadata(folder).unwrap().permissions().mode() & 0o777, 0o700);
        }
    }
}
