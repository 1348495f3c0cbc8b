//! The built-in puzzles.

use super::Puzzle;
use super::packed::{self, PackedError};
use crate::base::Key;
use crate::game::GameKind;

/// Puzzles by index and by id; `data/SOURCES.md` has their origin.
#[derive(Debug)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
}

impl Collection {
    /// Reads the built-in puzzles.
    ///
    /// # Panics
    /// Never: a test reads the built-in collection.
    #[must_use]
    pub fn built_in() -> Collection {
        let read = |kind, bytes| packed::read(kind, bytes).expect("a test has read these bytes");
        let mut puzzles = read(GameKind::Xiangqi, include_bytes!("../../../data/puzzles/xiangqi.puzzles"));
        puzzles.extend(read(GameKind::Gomoku, include_bytes!("../../../data/puzzles/gomoku.puzzles")));
        Collection { puzzles }
    }

    /// Reads packed puzzles of both games.
    ///
    /// # Errors
    /// [`PackedError`] of the first damaged file.
    pub fn from_bytes(xiangqi: &[u8], gomoku: &[u8]) -> Result<Collection, PackedError> {
        let mut puzzles = packed::read(GameKind::Xiangqi, xiangqi)?;
        puzzles.extend(packed::read(GameKind::Gomoku, gomoku)?);
        Ok(Collection { puzzles })
    }

    /// Lists the puzzles in the order of their files.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
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
