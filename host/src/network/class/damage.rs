//! Damaged files of classes: what they have lost, what a person is told, and where they are kept.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files::{FileError, Notice, set_aside};

/// The damaged files that are kept in a folder.
const ASIDES_MAX: usize = 8;

/// What the file of a class has lost. The class goes on with the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassDamage {
    pub path: PathBuf,
    /// The first faulty line, from 1.
    pub line: u32,
    /// The lines that the class goes on without: those that cannot be read, and those that make no sense without them.
    pub lost: u32,
}

impl fmt::Display for ClassDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClassDamage { path, line, lost } = self;
        let path = path.display();
        write!(f, "{path} is damaged at line {line}; the class can go on with the rest. Entries lost: {lost}.")
    }
}

impl ClassDamage {
    pub(crate) fn notice(&self) -> Notice {
        Notice { lost: self.lost, ..Notice::new("class-cut-short", self, Some(&self.path)) }
    }
}

/// Why the class of a file cannot go on.
#[derive(Debug, Error)]
pub enum ClassFileError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} is damaged at line 1 ({reason}); its class cannot go on, so open a new one.", path.display())]
    Corrupt { path: PathBuf, reason: String },
    /// A newer program wrote the file.
    #[error("{} was saved by a newer version of Duiyi; update Duiyi to go on with the class.", .0.display())]
    NewerVersion(PathBuf),
    /// A later program has a game, a rule or an opening that this one lacks.
    #[error("the class {} cannot be set up by this program ({reason}); it is kept as it is.", path.display())]
    UnknownGame { path: PathBuf, reason: String },
}

impl ClassFileError {
    fn path(&self) -> &Path {
        match self {
            ClassFileError::File(error) => &error.path,
            ClassFileError::Corrupt { path, .. }
            | ClassFileError::NewerVersion(path)
            | ClassFileError::UnknownGame { path, .. } => path,
        }
    }

    pub(crate) fn notice(&self) -> Notice {
        let code = match self {
            ClassFileError::File(error) => error.code(),
            ClassFileError::Corrupt { .. } => "class-lost",
            ClassFileError::NewerVersion(_) => "newer-version",
            ClassFileError::UnknownGame { .. } => "unknown-class",
        };
        Notice::new(code, self, Some(self.path()))
    }

    /// Sets a damaged file aside, and returns the notice of it; `None` leaves the file as it is.
    pub(super) fn set_aside(&self) -> Option<Notice> {
        let ClassFileError::Corrupt { path, .. } = self else { return None };
        let Ok(aside) = set_aside(path, false) else { return Some(self.notice()) };
        keep_newest_asides(path);
        let message = format!(
            "The file of a class was damaged and is kept as {}; the class cannot go on, so open a new one. Its games are \
             unfinished games of this computer.",
            aside.display()
        );
        Some(Notice { details: vec![self.to_string()], ..Notice::new("class-lost", message, Some(&aside)) })
    }
}

/// Removes the oldest of the damaged files beside `path`, once there are more than [`ASIDES_MAX`].
pub(super) fn keep_newest_asides(path: &Path) {
    let Some(ending) = path.extension().and_then(OsStr::to_str) else { return };
    let tag = format!(".{ending}.corrupt-");
    let time_of = |path: &Path| -> Option<u64> {
        let (_, time) = path.file_name()?.to_str()?.split_once(&tag)?;
        time.parse().ok()
    };
    let files = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let mut asides: Vec<(u64, PathBuf)> =
        files.filter_map(|file| Some((time_of(&file.path())?, file.path()))).collect();
    asides.sort();
    for (_, path) in asides.iter().rev().skip(ASIDES_MAX) {
        // One that stays is tried again with the next.
        let _ = fs::remove_file(path);
    }
}
