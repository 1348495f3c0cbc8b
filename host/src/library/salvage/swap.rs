//! A salvaged library takes the place of the damaged one.
//!
//! The report is written first. From then on the new library is complete, and a start that finds both finishes the
//! exchange. Each step can be repeated. The report stays until a person has seen it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::source::SIDE_FILES;
use super::{SalvageCounts, target};
use crate::files::{
    FileError, Notice, free_aside_name, open_to_lock, read_capped, rename, sync_folder, try_lock, try_lock_shared,
    wait_for_lock, with_suffix, write_whole,
};
use crate::library::{Library, LibraryError, OpenedLibrary};
use rusqlite::Connection;

/// Suffix of the report.
const REPORT: &str = "-salvage-report";

/// Longest accepted report in bytes.
const REPORT_BYTES_MAX: u64 = 1 << 20;

/// The result of a salvage, as it is kept beside the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::library) struct SalvageReport {
    /// File name of the damaged library, in the folder of the library.
    aside: String,
    saved: u32,
    lost: u32,
    is_exact: bool,
    reason: String,
}

impl SalvageReport {
    pub(super) fn new(path: &Path, reason: String, counts: SalvageCounts) -> SalvageReport {
        let aside = free_aside_name(path, true);
        let aside = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let SalvageCounts { saved, lost, is_exact } = counts;
        SalvageReport { aside, saved, lost, is_exact, reason }
    }

    /// Returns the report of the library at `path` that no person has seen yet.
    pub(in crate::library) fn find(path: &Path) -> Option<SalvageReport> {
        let bytes = read_capped(&with_suffix(path, REPORT), REPORT_BYTES_MAX).ok()?;
        let report: SalvageReport = serde_json::from_slice(&bytes).ok()?;
        // A name is no path: the report names a file of this folder.
        let is_name = Path::new(&report.aside).file_name().is_some_and(|name| name == report.aside.as_str());
        is_name.then_some(report)
    }

    /// Returns the notice for the person. Only a list of all games that was read to its end proves that none is lost.
    pub(in crate::library) fn notice(&self, path: &Path) -> Notice {
        let SalvageReport { saved, lost, is_exact, reason, .. } = self;
        let aside = self.aside(path);
        let games = |count: &u32| if *count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        let (code, rest) = match (saved, lost, is_exact) {
            (0, _, _) => ("library-set-aside", "no game could be read, and a new, empty one was begun".to_owned()),
            (_, 0, true) => ("library-salvaged", format!("all its games are in the new one: {saved}")),
            (_, _, true) => {
                ("library-salvaged-partly", format!("{} are in the new one; {lost} could not be read", games(saved)))
            }
            (_, _, false) => (
                "library-salvaged-roughly",
                format!("{} are in the new one; at least {lost} could not be read", games(saved)),
            ),
        };
        let message = format!("The library was damaged and is kept as {}; {rest}.", aside.display());
        let details = vec![reason.clone()];
        Notice { details, games: *saved, lost: *lost, ..Notice::new(code, message, Some(&aside)) }
    }

    fn aside(&self, path: &Path) -> PathBuf {
        path.with_file_name(&self.aside)
    }
}

/// Joins an open library with the report of its salvage, if no person has seen that.
pub(in crate::library) fn opened(path: &Path, connection: Connection) -> OpenedLibrary {
    let notice = SalvageReport::find(path).map(|report| report.notice(path));
    OpenedLibrary { library: Library::new(path, connection), notice }
}

/// Removes the report, once a person has seen it.
pub(in crate::library) fn forget_report(path: &Path) {
    // If this fails, the person sees it again.
    let _ = fs::remove_file(with_suffix(path, REPORT));
}

/// Declares that the new library is complete.
pub(super) fn begin(path: &Path, report: SalvageReport) -> Result<(), LibraryError> {
    let bytes = serde_json::to_vec(&report).expect("texts and numbers are JSON");
    Ok(write_whole(&with_suffix(path, REPORT), &bytes)?)
}

/// Returns whether a complete new library waits for its place.
pub(in crate::library) fn is_waiting(path: &Path) -> bool {
    target(path).exists() && SalvageReport::find(path).is_some()
}

/// Sets the damaged library aside with the files beside it, and gives its name to the new one. The name always has a
/// file where the file system has hard links.
pub(in crate::library) fn finish(path: &Path) -> Result<(), LibraryError> {
    let Some(report) = SalvageReport::find(path).filter(|_| target(path).exists()) else { return Ok(()) };
    let folder = path.parent().unwrap_or(Path::new(""));
    let aside = report.aside(path);
    let done = (|| {
        for suffix in SIDE_FILES {
            let (from, to) = (with_suffix(path, suffix), with_suffix(&aside, suffix));
            let to = if to.exists() { with_suffix(&free_aside_name(path, true), suffix) } else { to };
            missing_is_fine(rename(&from, &to))?;
        }
        if !aside.exists() {
            let linked = fs::hard_link(path, &aside);
            if linked.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::NotFound) {
                missing_is_fine(rename(path, &aside))?;
            }
        }
        // A log that kept its old name would be applied to the new library.
        sync_folder(folder)?;
        rename(&target(path), path)?;
        sync_folder(folder)
    })();
    Ok(done.map_err(|error| FileError::new(path, error))?)
}

fn missing_is_fine(renamed: io::Result<()>) -> io::Result<()> {
    match renamed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The lock under which one program salvages a library, while no other opens it.
pub(in crate::library) struct SalvageLock(Option<fs::File>);

impl SalvageLock {
    /// Waits at most `patience` for the lock.
    pub(in crate::library) fn take(path: &Path, patience: Duration) -> Result<SalvageLock, LibraryError> {
        let file = open_to_lock(&lock_path(path))?;
        wait(path, patience, || try_lock(&file)).map(|()| SalvageLock(Some(file)))
    }

    /// Waits at most `patience` for the end of a salvage; other programs may open the library at the same time.
    pub(in crate::library) fn share(path: &Path, patience: Duration) -> Result<SalvageLock, LibraryError> {
        // Most libraries have never been salvaged.
        let Ok(file) = OpenOptions::new().read(true).open(lock_path(path)) else { return Ok(SalvageLock(None)) };
        wait(path, patience, || try_lock_shared(&file)).map(|()| SalvageLock(Some(file)))
    }
}

impl Drop for SalvageLock {
    fn drop(&mut self) {
        // A child process between fork and exec may briefly hold a copy of the file, and its lock.
        if let Some(file) = &self.0 {
            let _ = file.unlock();
        }
    }
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_file_name(".salvage.lock")
}

fn wait(path: &Path, patience: Duration, lock: impl Fn() -> io::Result<()>) -> Result<(), LibraryError> {
    wait_for_lock(patience, lock).map_err(|error| match error.kind() {
        io::ErrorKind::WouldBlock => LibraryError::Salvaging(path.to_owned()),
        _ => FileError::new(lock_path(path), error).into(),
    })
}
