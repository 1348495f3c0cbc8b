//! The openings of a person for tournaments of the window: a file with an opening a line, as for `duiyi tournament`.
//!
//! The last list of each game is copied into the folder of the tournaments, and each tournament keeps the list with which it
//! began, so neither needs the file again.

use std::fs;
use std::path::{Path, PathBuf};

use duiyi_core::game::{GameKind, Refusal, Setup};

use crate::desk::DeskError;
use crate::files::{FileError, read_capped, write_whole};
use crate::matches::MatchOpening;

/// The largest list, in bytes: some ten thousand openings. A tournament keeps it with its games.
const BYTES_MAX: u64 = 1 << 20;
/// The longest name, in characters.
const NAME_CHARS_MAX: usize = 80;
/// The ending of the copies.
const EXTENSION: &str = "openings";

/// A list of openings that a person has chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct OwnOpenings {
    pub game: GameKind,
    /// The name of the file.
    pub name: String,
    pub count: usize,
    #[cfg_attr(feature = "wire", serde(skip))]
    #[cfg_attr(feature = "bindings", ts(skip))]
    pub(super) text: String,
}

impl OwnOpenings {
    /// Reads the list in a file.
    ///
    /// # Errors
    /// The file cannot be read, or `tournament-openings` at the name and the line that is not an opening of `setup`.
    pub fn read(path: &Path, setup: &Setup) -> Result<OwnOpenings, Refusal> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let bytes = read_capped(path, BYTES_MAX).map_err(DeskError::from)?;
        OwnOpenings::new(&name, &String::from_utf8_lossy(&bytes), setup)
    }

    /// Makes the list of a text.
    ///
    /// # Errors
    /// `tournament-openings`, as [`OwnOpenings::read`].
    pub(super) fn new(name: &str, text: &str, setup: &Setup) -> Result<OwnOpenings, Refusal> {
        let name = name.chars().filter(|letter| !letter.is_control()).take(NAME_CHARS_MAX).collect();
        let text = text.trim_start_matches('\u{feff}');
        let list = OwnOpenings { game: setup.kind(), name, count: 0, text: text.to_owned() };
        let count = list.openings(setup)?.len();
        Ok(OwnOpenings { count, ..list })
    }

    /// Returns the openings, which are at least one.
    ///
    /// # Errors
    /// `tournament-openings` at the name and the line that is not an opening of `setup`: another rule may forbid a move.
    pub(super) fn openings(&self, setup: &Setup) -> Result<Vec<MatchOpening>, Refusal> {
        let refused = |line: usize, why: &str| {
            let at = format!("{}:{line}", self.name);
            Refusal { at: Some(at.clone()), ..Refusal::plain("tournament-openings", format!("{at}: {why}")) }
        };
        let openings = MatchOpening::read_all(setup, &self.text).map_err(|error| refused(error.line, &error.why))?;
        if openings.is_empty() { Err(refused(1, "there is no opening in it")) } else { Ok(openings) }
    }

    /// Keeps a copy in `folder` in the place of the last list of this game.
    ///
    /// # Errors
    /// The file cannot be written; the last list stays.
    pub(super) fn keep(&self, folder: &Path) -> Result<(), Refusal> {
        fs::create_dir_all(folder).map_err(|error| DeskError::from(FileError::new(folder, error)))?;
        // A comment, so that the copy is a list of openings, too.
        let text = format!("# {}\n{}", self.name, self.text);
        Ok(write_whole(&place(folder, self.game), text.as_bytes()).map_err(DeskError::from)?)
    }

    /// Returns the last list of a game; `None` also if its copy is damaged.
    pub(super) fn kept(folder: &Path, game: GameKind) -> Option<OwnOpenings> {
        let bytes = read_capped(&place(folder, game), 2 * BYTES_MAX).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (name, text) = text.strip_prefix("# ")?.split_once('\n')?;
        OwnOpenings::new(name, text, &Setup::usual(game)).ok()
    }
}

fn place(folder: &Path, game: GameKind) -> PathBuf {
    folder.join(game.code()).with_extension(EXTENSION)
}
