//! The solved steps. They are kept in `lessons.json`, written whole or not at all, and set aside if damaged.
//!
//! # Stability
//! The names of the fields outlive the program, and so do the ids of the steps.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice};

/// A step takes some thirty bytes.
const CONTENT: SharedFileFormat = SharedFileFormat {
    bytes_max: 1 << 20,
    version: 1,
    aside: "lessons-set-aside",
    name: "The progress of the lessons",
};

/// The form of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LessonsFile {
    #[serde(default)]
    solved: BTreeSet<String>,
    /// The last step on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    last: Option<String>,
}

/// The progress; without a folder it lasts as long as the program.
#[derive(Debug, Default)]
pub struct LessonProgress {
    written: SharedFile<LessonsFile>,
}

impl LessonProgress {
    /// Reads the progress in `dir`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (LessonProgress, Option<Notice>) {
        let (written, notice) = SharedFile::load(dir.map(DataDir::lessons), CONTENT);
        (LessonProgress { written }, notice)
    }

    #[must_use]
    pub fn is_solved(&self, id: &str) -> bool {
        self.written.get().solved.contains(id)
    }

    /// Returns whether no step was ever on the board.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.written.get().last.is_none() && self.written.get().solved.is_empty()
    }

    /// Returns the id of the last step on the board.
    #[must_use]
    pub fn last(&self) -> Option<&str> {
        self.written.get().last.as_deref()
    }

    /// Records a solved step.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the progress is unchanged.
    pub fn solve(&mut self, id: &str) -> Result<(), FileError> {
        if self.is_solved(id) {
            return Ok(());
        }
        self.written.change(|file| {
            file.solved.insert(id.to_owned());
        })
    }

    /// Records the step on the board.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written.
    pub fn open(&mut self, id: &str) -> Result<(), FileError> {
        if self.last() == Some(id) {
            return Ok(());
        }
        self.written.change(|file| file.last = Some(id.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{data_dir, names_in};

    #[test]
    fn progress_survives_a_restart() {
        let (_temp, dir) = data_dir();
        let (mut progress, notice) = LessonProgress::load(Some(&dir));
        assert!(notice.is_none() && progress.is_new());
        progress.open("xiangqi.rook.look").unwrap();
        progress.solve("xiangqi.rook.look").unwrap();
        let again = LessonProgress::load(Some(&dir)).0;
        assert!(again.is_solved("xiangqi.rook.look") && !again.is_solved("xiangqi.rook.reach") && !again.is_new());
        assert_eq!(again.last(), Some("xiangqi.rook.look"));
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_told() {
        for damage in [&b"{"[..], b"[]", b"{\"version\":1,\"solved\":3}", b"\xff"] {
            let (temp, dir) = data_dir();
            std::fs::write(dir.lessons(), damage).unwrap();
            let (mut progress, notice) = LessonProgress::load(Some(&dir));
            assert_eq!(notice.unwrap().code, "lessons-set-aside");
            progress.solve("one").unwrap();
            let kept = names_in(temp.path()).into_iter().find(|name| name.starts_with("lessons.corrupt-")).unwrap();
            assert_eq!(std::fs::read(temp.path().join(kept)).unwrap(), damage);
        }
    }

    #[test]
    fn a_file_of_a_newer_version_is_used_and_left_as_it_is() {
        let (_temp, dir) = data_dir();
        let text = r#"{"version":2,"solved":["one"],"medals":7}"#;
        std::fs::write(dir.lessons(), text).unwrap();
        let (mut progress, notice) = LessonProgress::load(Some(&dir));
        assert_eq!((notice.unwrap().code, progress.is_solved("one")), ("newer-version", true));
        assert_eq!(progress.solve("two").unwrap_err().code(), "newer-version");
        assert_eq!(std::fs::read_to_string(dir.lessons()).unwrap(), text);
    }

    #[test]
    fn two_programs_lose_nothing_of_each_other() {
        let (_temp, dir) = data_dir();
        let (mut one, mut other) = (LessonProgress::load(Some(&dir)).0, LessonProgress::load(Some(&dir)).0);
        one.solve("one").unwrap();
        other.solve("two").unwrap();
        let both = LessonProgress::load(Some(&dir)).0;
        assert!(both.is_solved("one") && both.is_solved("two"));
    }
}
