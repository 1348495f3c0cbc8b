//! Long work on the library while a game goes on: restore, backup, move and the deletion of many games. One at a time,
//! imports included; each works by a connection of its own. All but a deletion can be cancelled.

use std::path::Path;
use std::sync::Weak;

use duiyi_core::game::Refusal;
use parking_lot::Mutex;

use super::resume::tidy;
use super::state::{DeskState, salvaging};
use super::{Desk, DeskError, filing};
use crate::files::{DataDir, Notice};
use crate::library::{self, InterruptedRestore, Library, LibraryError, LibraryOpening, LibraryProgress, MergeReport};
use crate::long_work::LongWork;

/// How often a move copies the library again because it changed meanwhile.
const ATTEMPTS: u32 = 5;

impl Desk {
    /// Runs `work` on a second connection to the library, beside the game.
    pub(super) fn shelf<T>(&self, work: impl FnOnce(&mut Library) -> Result<T, LibraryError>) -> Result<T, DeskError> {
        let mut shelf = self.shelf.lock();
        {
            let mut room = self.room.lock();
            let library = room.library()?;
            if !shelf.as_ref().is_some_and(|own| own.is_same(library)) {
                *shelf = Some(library.beside()?);
            }
        }
        Ok(work(shelf.as_mut().expect("it was opened"))?)
    }

    /// Opens a connection for many writes.
    pub(super) fn writer(&self) -> Result<Library, DeskError> {
        Ok(self.room.lock().library()?.beside_for_many()?)
    }

    /// Runs `work`, which writes many games in parts. Lists, studies and the game go on meanwhile.
    pub(super) fn write_many<T>(
        &self,
        work: impl FnOnce(&mut Library) -> Result<T, LibraryError>,
    ) -> Result<T, DeskError> {
        let _turn = self.work.take_turn();
        let mut library = self.writer()?;
        let value = work(&mut library)?;
        library.flush()?;
        Ok(value)
    }

    /// Writes the library to one file and returns its number of games; `None` if it was stopped. A game goes on meanwhile.
    /// An old file is replaced only with `replace`.
    ///
    /// # Errors
    /// `file-exists`, or the file cannot be written; an old file is unchanged.
    pub fn back_up(
        &self,
        to: &Path,
        replace: bool,
        told: &mut dyn FnMut(LibraryProgress),
    ) -> Result<Option<u32>, DeskError> {
        if !replace && to.exists() && !to.is_dir() {
            let message = format!("{} exists already; choose another file, or replace it.", to.display());
            return Err(DeskError(Refusal {
                at: Some(to.display().to_string()),
                ..Refusal::plain("file-exists", message)
            }));
        }
        let _turn = self.work.take_turn();
        let library = self.room.lock().library()?.beside()?;
        Ok(library.write_backup(to, &mut self.work.reports(told))?)
    }

    /// Merges a backup into the library. A game goes on meanwhile. Returns `None` if it was stopped: the library is then
    /// as it was.
    ///
    /// # Errors
    /// The backup cannot be read or the library written. The library is as it was; if that cannot be written now, either,
    /// the next start or the next restore removes what was added.
    pub fn bring_back(
        &self,
        from: &Path,
        told: &mut dyn FnMut(LibraryProgress),
    ) -> Result<Option<MergeReport>, DeskError> {
        let _turn = self.work.take_turn();
        let mut library = self.writer()?;
        if let Some(left @ InterruptedRestore::Elsewhere { .. }) = library.undo_restore()? {
            self.report_library(restore_notice(left));
        }
        Ok(library.merge_backup(from, &mut self.work.reports(told))?)
    }

    /// Stops the backup, restore or move in progress.
    pub fn stop_library_work(&self) {
        self.work.stop();
    }

    /// Moves the library to another folder, `None` being the usual one. A game goes on meanwhile. Returns whether the
    /// games were copied there; the original stays. `None` if it was stopped.
    ///
    /// # Errors
    /// The folder is unusable; the library stays where it was.
    pub fn choose_library_folder(
        &self,
        folder: Option<&Path>,
        told: &mut dyn FnMut(LibraryProgress),
    ) -> Result<Option<bool>, DeskError> {
        if let Some(salvaging) = self.salvage().and_then(|_| self.room.lock().library().err()) {
            // Its end would bring the library of the former folder.
            return Err(salvaging);
        }
        let _turn = self.work.take_turn();
        let mut reports = self.work.reports(told);
        for _ in 0..ATTEMPTS {
            let (dir, present) = {
                let mut room = self.room.lock();
                let present = room.library().and_then(|library| Ok(library.beside()?));
                let Some(dir) = room.dir.clone() else { return Err(present.err().unwrap_or_else(no_folder)) };
                (dir, present.ok())
            };
            let version = present.as_ref().map(Library::version).transpose()?;
            let Some(prepared) = library::prepare(&dir, present.as_ref(), folder, &mut reports)? else {
                return Ok(None);
            };
            let is_copy = prepared.is_copy;
            // Opening takes some tenths of a second.
            let opening = Library::begin_in(&prepared.folder, filing::reread);
            let present = present.as_ref().zip(version).filter(|_| is_copy);
            let taken =
                opening.map_err(DeskError::from).and_then(|opening| self.exchange(&dir, folder, present, opening));
            if matches!(taken, Ok(true)) {
                prepared.keep()
            } else {
                prepared.discard()
            }
            if taken? {
                return Ok(Some(is_copy));
            }
        }
        let message = "The library changed again and again while it was copied; try again later.";
        Err(DeskError(Refusal::plain("locked", message)))
    }

    /// Puts another library in the place of `present`, unless that was written to since its `version`. Returns whether it
    /// did.
    fn exchange(
        &self,
        dir: &DataDir,
        folder: Option<&Path>,
        present: Option<(&Library, i64)>,
        opening: LibraryOpening,
    ) -> Result<bool, DeskError> {
        // No connection of this program writes meanwhile, and no study is asked for by its former row.
        let mut studies = self.studies.lock();
        let mut shelf = self.shelf.lock();
        let mut room = self.room.lock();
        if let Some((library, version)) = present
            && library.version()? != version
        {
            return Ok(false);
        }
        match folder {
            Some(folder) => library::point(dir, folder)?,
            None => library::forget_place(dir)?,
        }
        *shelf = None;
        let damaged = room.take_opening(opening);
        studies.find_again(&mut room);
        drop(room);
        drop(shelf);
        drop(studies);
        self.begin_with_library(damaged);
        Ok(true)
    }

    /// Opens the library again, for example once its folder is back.
    ///
    /// # Errors
    /// The library is still unusable.
    pub fn reopen_library(&self) -> Result<(), DeskError> {
        if self.salvage().is_some() {
            return self.room.lock().library().map(drop);
        }
        let (damaged, notice) = {
            let mut studies = self.studies.lock();
            *self.shelf.lock() = None;
            let mut room = self.room.lock();
            let reopened = room.reopen_library()?;
            studies.find_again(&mut room);
            reopened
        };
        if let Some(notice) = notice {
            self.report_library(notice);
        }
        self.begin_with_library(damaged);
        self.room.lock().library().map(drop)
    }

    /// Files the games that ended before this library was opened, or begins to salvage a damaged one, which files them later.
    fn begin_with_library(&self, damaged: Option<library::Salvage>) {
        let mut notices = if damaged.is_none() { tidy(&self.room) } else { Vec::new() };
        notices.extend(self.begin_salvage(damaged));
        for notice in notices {
            self.report_library(notice);
        }
    }
}

impl DeskState {
    /// Opens the library again. Returns a damaged one, which has to be salvaged, and the notice of a missing one.
    fn reopen_library(&mut self) -> Result<(Option<library::Salvage>, Option<Notice>), DeskError> {
        let Some(dir) = &self.dir else { return self.library().map(|_| (None, None)) };
        // Close the old file first: it may be the same one.
        self.library = Err(no_folder());
        match Library::begin(dir, filing::reread) {
            Ok(mut opening) => {
                let notice = match &mut opening {
                    LibraryOpening::Ready(opened) if opened.library.is_in_place_of_missing() => opened.notice.take(),
                    _ => None,
                };
                Ok((self.take_opening(opening), notice))
            }
            Err(error) => {
                let error = DeskError::from(error);
                self.library = Err(error.clone());
                Err(error)
            }
        }
    }

    /// Takes another library. Returns a damaged one.
    fn take_opening(&mut self, opening: LibraryOpening) -> Option<library::Salvage> {
        match opening {
            LibraryOpening::Damaged(salvage) => {
                self.library = Err(salvaging(&salvage));
                return Some(salvage);
            }
            LibraryOpening::Ready(opened) => self.library = Ok(opened.library),
        }
        self.find_game_again();
        None
    }
}

/// Undoes a restore that an earlier run did not end, and returns the report.
pub(super) fn undo_restore(room: &Weak<Mutex<DeskState>>, work: &LongWork) -> Option<Notice> {
    let library = {
        let room = room.upgrade()?;
        let mut room = room.lock();
        let library = room.library().ok()?;
        library.has_restore_to_undo().then(|| library.beside_for_many())?
    };
    let _turn = work.take_turn();
    match library.and_then(|mut library| library.undo_restore()) {
        Ok(left) => left.map(restore_notice),
        Err(error) => Some(Notice::new(error.code(), &error, Some(error.path()))),
    }
}

/// Returns the report of an interrupted restore.
fn restore_notice(left: InterruptedRestore) -> Notice {
    match left {
        InterruptedRestore::Undone { games, from } => {
            let message = format!(
                "Restoring {} was interrupted; the games that it had added are removed again. Restore it once more.",
                from.display()
            );
            Notice { games, ..Notice::new("restore-undone", message, Some(&from)) }
        }
        InterruptedRestore::Elsewhere { log } => {
            let message = format!(
                "A restore into another library was interrupted. Nothing is undone here; its list is kept as {}.",
                log.display()
            );
            Notice::new("restore-of-another-library", message, Some(&log))
        }
    }
}

fn no_folder() -> DeskError {
    DeskError::disk("missing-folder", "There is no folder for saved games, so there is no library.", None)
}
