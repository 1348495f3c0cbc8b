//! The built-in puzzles.

use super::packed::{self, PackedError};
use super::themes::index;
use super::{Puzzle, ThemeSet};
use crate::base::Key;
use crate::game::GameKind;

/// Puzzles with their themes; `data/SOURCES.md` has their origin.
#[derive(Debug)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    /// The themes of each puzzle.
    themes: Vec<ThemeSet>,
}

impl Collection {
    /// Reads the built-in puzzles.
    ///
    /// # Panics
    /// Never: a test reads the built-in collection.
    #[must_use]
    pub fn built_in() -> Collection {
        let mut collection = Collection { puzzles: Vec::new(), themes: Vec::new() };
        let files: [(_, &[u8], &[u8]); 2] = [
            (
                GameKind::Xiangqi,
                include_bytes!("../../../data/puzzles/xiangqi.puzzles"),
                include_bytes!("../../../data/puzzles/xiangqi.themes"),
            ),
            (
                GameKind::Gomoku,
                include_bytes!("../../../data/puzzles/gomoku.puzzles"),
                include_bytes!("../../../data/puzzles/gomoku.themes"),
            ),
        ];
        for (kind, puzzles, themes) in files {
            collection.add(kind, puzzles, themes).expect("a test has read these bytes");
        }
        collection
    }

    /// Adds the packed puzzles of one game with their index of themes.
    ///
    /// # Errors
    /// [`PackedError`] of a damaged file. An index of another length fails at the first puzzle without themes.
    fn add(&mut self, kind: GameKind, puzzles: &[u8], themes: &[u8]) -> Result<(), PackedError> {
        let (puzzles, themes) = (packed::read(kind, puzzles)?, index::read(kind, themes)?);
        if puzzles.len() != themes.len() {
            return Err(PackedError::Puzzle { number: puzzles.len().min(themes.len()) + 1 });
        }
        self.puzzles.extend(puzzles);
        self.themes.extend(themes);
        Ok(())
    }

    /// Lists the puzzles in the order of their files.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Lists the puzzles with their themes.
    pub fn with_themes(&self) -> impl Iterator<Item = (&Puzzle, ThemeSet)> {
        self.puzzles.iter().zip(self.themes.iter().copied())
    }

    /// Returns the daily puzzle of `kind`, the same on every machine. `day` counts from any fixed day.
    ///
    /// The order of days is scattered, so adjacent puzzles of the file are days apart.
    #[must_use]
    pub fn daily(&self, kind: GameKind, day: u32) -> Option<&Puzzle> {
        let of_kind: Vec<&Puzzle> = self.puzzles.iter().filter(|puzzle| puzzle.start.kind() == kind).collect();
        let place = Key::feature(FAMILY_DAILY, day).0 % u64::try_from(of_kind.len()).ok().filter(|&count| count > 0)?;
        of_kind.get(usize::try_from(place).ok()?).copied()
    }
}

/// The family of [`Key::feature`] that scatters the days.
const FAMILY_DAILY: u32 = 0x70;
