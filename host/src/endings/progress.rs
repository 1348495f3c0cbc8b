//! The stars of the endings. They are kept in `endings.json`, written whole or not at all, and set aside if damaged.
//!
//! # Stability
//! The names of the fields outlive the program, and so do the ids of the endings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice};

/// An ending takes some thirty bytes.
const CONTENT: SharedFileFormat = SharedFileFormat {
    bytes_max: 1 << 20,
    version: 1,
    aside: "endings-set-aside",
    name: "The progress of the endings",
};

/// The most stars of an ending.
const STARS_MAX: u8 = 3;

/// The form of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct EndingsFile {
    /// The most stars of each ending, by its id.
    #[serde(default)]
    stars: BTreeMap<String, u8>,
}

/// The progress; without a folder it lasts as long as the program.
#[derive(Debug, Default)]
pub struct EndingProgress {
    written: SharedFile<EndingsFile>,
}

impl EndingProgress {
    /// Reads the progress in `dir`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (EndingProgress, Option<Notice>) {
        let (written, notice) = SharedFile::load(dir.map(DataDir::endings), CONTENT);
        (EndingProgress { written }, notice)
    }

    /// Returns the most stars of an ending, at most three whatever the file says; 0 if it was never reached.
    #[must_use]
    pub fn stars(&self, id: &str) -> u8 {
        self.written.get().stars.get(id).map_or(0, |&stars| stars.min(STARS_MAX))
    }

    /// Records stars, if they are more than before.
    ///
    /// # Errors
    /// [`FileError`] if they cannot be written; the progress is unchanged.
    pub fn reach(&mut self, id: &str, stars: u8) -> Result<(), FileError> {
        if self.stars(id) >= stars {
            return Ok(());
        }
        self.written.change(|file| {
            let most = file.stars.entry(id.to_owned()).or_default();
            *most = stars.max(*most);
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{data_dir, names_in};

    #[test]
    fn the_most_stars_survive_a_restart() {
        let (_temp, dir) = data_dir();
        let (mut progress, notice) = EndingProgress::load(Some(&dir));
        assert!(notice.is_none());
        for stars in [2, 1, 2] {
            progress.reach("one", stars).unwrap();
        }
        let again = EndingProgress::load(Some(&dir)).0;
        assert_eq!((again.stars("one"), again.stars("two")), (2, 0));
    }

    #[test]
    fn no_ending_has_more_than_three_stars() {
        let (_temp, dir) = data_dir();
        std::fs::write(dir.endings(), r#"{"version":1,"stars":{"one":4,"two":255,"three":2}}"#).unwrap();
        let progress = EndingProgress::load(Some(&dir)).0;
        assert_eq!(["one", "two", "three"].map(|id| progress.stars(id)), [3, 3, 2]);
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_told() {
        for damage in [&b"{"[..], b"{\"version\":1,\"stars\":3}"] {
            let (temp, dir) = data_dir();
            std::fs::write(dir.endings(), damage).unwrap();
            let (mut progress, notice) = EndingProgress::load(Some(&dir));
            assert_eq!(notice.unwrap().code, "endings-set-aside");
            progress.reach("one", 3).unwrap();
            let kept = names_in(temp.path()).into_iter().find(|name| name.starts_with("endings.corrupt-")).unwrap();
            assert_eq!(std::fs::read(temp.path().join(kept)).unwrap(), damage);
        }
    }
}
