//! The move of the library out of the folder that Windows copies between machines.
//!
//! Windows copies *Roaming* folders at every sign-in and sign-out. A database does not belong there, its write-ahead log
//! even less. Earlier versions kept the library beside the settings, in *Roaming*; now it is in *Local*. The move has
//! three steps, and a start after an interruption goes on with the next one:
//!
//! 1. The library is copied whole to `library.db-arriving` in the new folder.
//! 2. The old library becomes `library.db-moved`. Windows refuses that while another program has it open.
//! 3. The copy becomes `library.db`.
//!
//! The old library is removed once the new one has been opened.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::super::backup;
use super::super::index;
use super::super::open::{OpenPolicy, begin};
use super::super::salvage::swap::SalvageReport;
use super::super::{LibraryError, LibraryOpening};
use super::find_in;
use crate::files::{
    DataDir, FileError, Notice, create_private, open_to_lock, remove, rename, sync_folder, try_lock, wait_for_lock,
    with_suffix,
};

/// The time that a start waits for another program's move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Suffix of the copy, which is whole.
const ARRIVING: &str = "-arriving";

/// Suffix of the old library, whose copy is whole.
const MOVED: &str = "-moved";

/// The paths of a move.
struct Local {
    old: PathBuf,
    new: PathBuf,
    arriving: PathBuf,
    moved: PathBuf,
}

impl Local {
    /// `None` where the library belongs into the data folder.
    fn of(dir: &DataDir) -> Option<Local> {
        let (old, new) = (find_in(dir.root()), dir.library());
        (old != new).then(|| Local { arriving: with_suffix(&new, ARRIVING), moved: with_suffix(&old, MOVED), old, new })
    }

    /// Goes on with the move. Returns the library to open now.
    fn go_on(&self) -> io::Result<&Path> {
        if self.new.exists() {
            return Ok(&self.new);
        }
        if !self.moved.exists() {
            if !self.old.exists() || !self.is_movable() {
                return Ok(if self.old.exists() { &self.old } else { &self.new });
            }
            if self.copy().is_err() || rename(&self.old, &self.moved).is_err() {
                // It is damaged or in use, or the new folder is full: the next start tries again.
                let _ = remove(&self.arriving);
                return Ok(&self.old);
            }
            sync_folder(self.folder_of_old())?;
        }
        if !self.arriving.exists() {
            // Another program removed the copy.
            rename(&self.moved, &self.old)?;
            return Ok(&self.old);
        }
        rename(&self.arriving, &self.new)?;
        sync_folder(self.folder_of_new())?;
        Ok(&self.new)
    }

    /// Returns whether the old library is a plain file, with nothing beside it that a start would repair.
    fn is_movable(&self) -> bool {
        let is_plain = fs::symlink_metadata(&self.old).is_ok_and(|found| found.is_file());
        is_plain && !with_suffix(&self.old, "-restore").exists() && SalvageReport::find(&self.old).is_none()
    }

    /// Copies the old library whole, and closes it.
    fn copy(&self) -> Result<(), LibraryError> {
        let _ = remove(&self.arriving);
        let LibraryOpening::Ready(opened) = begin(&self.old, OpenPolicy::default())? else {
            return Err(FileError::new(&self.old, io::ErrorKind::InvalidData.into()).into());
        };
        opened.library.write_backup(&self.arriving, &mut |_| ControlFlow::Continue(()))?;
        drop(opened);
        // The last connection copies the log into the file and removes it.
        if with_suffix(&self.old, "-wal").exists() {
            return Err(FileError::new(&self.old, io::ErrorKind::ResourceBusy.into()).into());
        }
        Ok(())
    }

    fn folder_of_old(&self) -> &Path {
        self.old.parent().unwrap_or(Path::new(""))
    }

    fn folder_of_new(&self) -> &Path {
        self.new.parent().unwrap_or(Path::new(""))
    }
}

/// Returns the path of the library that lies in no chosen folder, after moving one of an earlier version.
///
/// # Errors
/// [`FileError`] if the folder cannot be made, or another program moves the library for a minute.
pub(super) fn bring(dir: &DataDir) -> Result<PathBuf, FileError> {
    let Some(local) = Local::of(dir) else { return Ok(dir.library()) };
    let folder = local.folder_of_new();
    create_private(folder).map_err(|error| FileError::new(folder, error))?;
    if local.new.exists() {
        return Ok(local.new);
    }
    let lock = open_to_lock(&folder.join(".library-move.lock"))?;
    wait_for_lock(PATIENCE, || try_lock(&lock)).map_err(|error| FileError::new(&local.new, error))?;
    local.go_on().map(Path::to_owned).map_err(|error| FileError::new(&local.new, error))
}

/// Returns the notice of a library in the old folder that an earlier version has made since the move. The one at
/// `opened` has none of its games.
pub(in crate::library) fn left_behind(dir: &DataDir, opened: &Path) -> Option<Notice> {
    let Local { old, new, .. } = Local::of(dir)?;
    if new != opened || !fs::symlink_metadata(&old).is_ok_and(|found| found.is_file() && found.len() > 0) {
        return None;
    }
    // It was opened without a game. One that cannot be read may have some.
    if backup::open(&old).is_ok_and(|backup| backup.games() == 0) {
        return None;
    }
    let message = format!(
        "An earlier version of Duiyi has kept games in {}. Restore that file into the library, then delete it.",
        old.display()
    );
    Some(Notice::new("library-of-earlier-version", message, Some(&old)))
}

/// Removes the old library after its move: the new one at `opened` is sound.
pub(in crate::library) fn forget_moved(dir: &DataDir, opened: &Path) {
    if let Some(local) = Local::of(dir).filter(|local| local.new == opened && local.moved.exists()) {
        // If this fails, the next start tries again.
        let _ = remove(&local.moved);
        // The new library makes its index anew.
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_suffix(&index::path(&local.old), suffix));
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::super::super::tests::{game, open};
    use super::super::super::{Library, Query};
    use super::*;
    use crate::files::temporary_beside;
    use crate::testing::names_in;

    struct Machine {
        roaming: TempDir,
        local: TempDir,
    }

    impl Machine {
        /// A machine with a library of an earlier version.
        fn new(games: u32) -> Machine {
            let machine = Machine { roaming: TempDir::new().unwrap(), local: TempDir::new().unwrap() };
            let mut library = open(&DataDir::open(machine.roaming.path()).unwrap());
            for number in 1..=games {
                library.save(&game(number)).unwrap();
            }
            machine
        }

        fn dir(&self) -> DataDir {
            DataDir::open_apart(self.roaming.path(), self.local.path().join("duiyi")).unwrap()
        }

        fn paths(&self) -> Local {
            Local::of(&self.dir()).unwrap()
        }

        /// Starts the program and counts the games.
        fn games(&self) -> u32 {
            open(&self.dir()).list(&Query::default()).unwrap().total
        }

        fn is_moved(&self) -> bool {
            let old = names_in(self.roaming.path());
            self.paths().new.exists() && !old.iter().any(|name| name.starts_with("library"))
        }
    }

    #[test]
    fn a_library_moves_once_and_whole() {
        let machine = Machine::new(3);
        assert_eq!(machine.games(), 3);
        assert!(machine.is_moved(), "{:?}", names_in(machine.roaming.path()));
        open(&machine.dir()).save(&game(4)).unwrap();
        assert_eq!(machine.games(), 4);
        // A new machine has nothing to move.
        let fresh = Machine { roaming: TempDir::new().unwrap(), local: TempDir::new().unwrap() };
        assert_eq!(fresh.games(), 0);
        assert!(fresh.is_moved());
    }

    #[test]
    fn an_interruption_at_any_step_loses_nothing() {
        type Step = fn(&Local);
        let copied: Step = |local| local.copy().unwrap();
        let steps: [(&str, Step); 5] = [
            ("within the copy", |local| {
                fs::write(temporary_beside(&local.new.with_file_name("library.db-arriving")), b"half").unwrap()
            }),
            ("after the copy", copied),
            ("after the old one's rename", |local| {
                local.copy().unwrap();
                fs::rename(&local.old, &local.moved).unwrap();
            }),
            ("the copy is lost", |local| fs::rename(&local.old, &local.moved).unwrap()),
            ("before the removal", |local| assert_eq!(local.go_on().unwrap(), local.new)),
        ];
        for (name, step) in steps {
            let machine = Machine::new(3);
            let local = machine.paths();
            fs::create_dir_all(local.folder_of_new()).unwrap();
            step(&local);
            assert_eq!(machine.games(), 3, "{name}");
            assert_eq!(machine.games(), 3, "{name}, again");
            assert!(machine.is_moved(), "{name}: {:?}", names_in(machine.roaming.path()));
        }
    }

    #[test]
    fn games_of_an_old_program_after_the_copy_are_copied_again() {
        let machine = Machine::new(2);
        let local = machine.paths();
        fs::create_dir_all(local.folder_of_new()).unwrap();
        local.copy().unwrap();
        // The move was interrupted, and an earlier version plays on.
        open(&DataDir::open(machine.roaming.path()).unwrap()).save(&game(3)).unwrap();
        assert_eq!(machine.games(), 3);
        assert!(machine.is_moved());
    }

    #[test]
    fn a_library_that_an_earlier_version_made_after_the_move_is_named() {
        let machine = Machine::new(2);
        assert_eq!(machine.games(), 2);
        let old = machine.paths().old;
        drop(open(&DataDir::open(machine.roaming.path()).unwrap()));
        assert!(old.exists());
        assert_eq!(Library::open(&machine.dir(), |_| None).unwrap().notice, None, "it has no game");
        open(&DataDir::open(machine.roaming.path()).unwrap()).save(&game(3)).unwrap();
        for _ in 0..2 {
            let opened = Library::open(&machine.dir(), |_| None).unwrap();
            let notice = opened.notice.expect("it has a game that is nowhere else");
            assert_eq!((notice.code, notice.at), ("library-of-earlier-version", Some(old.clone())));
            assert_eq!(opened.library.list(&Query::default()).unwrap().total, 2);
        }
        fs::remove_file(&old).unwrap();
        assert_eq!(machine.games(), 2);
    }

    #[test]
    fn what_a_start_has_to_repair_stays_until_it_is_repaired() {
        let machine = Machine::new(2);
        fs::write(with_suffix(&machine.paths().old, "-restore"), b"").unwrap();
        assert_eq!(machine.games(), 2);
        assert!(!machine.is_moved());
        fs::remove_file(with_suffix(&machine.paths().old, "-restore")).unwrap();
        assert_eq!(machine.games(), 2);
        assert!(machine.is_moved());

        let machine = Machine::new(40);
        let old = machine.paths().old;
        let mut bytes = fs::read(&old).unwrap();
        bytes[..100].fill(0);
        fs::write(&old, bytes).unwrap();
        let opened = Library::open(&machine.dir(), |_| None).unwrap();
        assert_eq!(opened.notice.expect("it was damaged").code, "library-set-aside");
        assert_eq!(opened.library.path(), old, "it is salvaged in its place");
    }

    #[test]
    fn a_move_in_two_programs_at_once_happens_once() {
        let machine = Machine::new(5);
        let dir = machine.dir();
        std::thread::scope(|scope| {
            let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| bring(&dir).unwrap())).collect();
            for start in starts {
                assert_eq!(start.join().unwrap(), dir.library());
            }
        });
        assert_eq!(machine.games(), 5);
    }

    /// Only Windows refuses to rename an open file.
    #[cfg(windows)]
    #[test]
    fn a_library_that_another_program_has_open_moves_later() {
        let machine = Machine::new(2);
        let other = open(&DataDir::open(machine.roaming.path()).unwrap());
        assert_eq!(machine.games(), 2);
        assert!(!machine.is_moved());
        drop(other);
        assert_eq!(machine.games(), 2);
        assert!(machine.is_moved());
    }
}
