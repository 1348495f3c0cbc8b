//! What a person has learned of each repertoire. It is kept in `repertoires.json`, written whole or not at all, and set
//! aside if damaged.
//!
//! # Stability
//! The names of the fields outlive the program, and so do the names of positions.

use std::collections::BTreeMap;

use duiyi_core::base::Side;
use duiyi_core::game::GameKind;
use serde::{Deserialize, Serialize};

use crate::files::shared::{SharedFile, SharedFileFormat};
use crate::files::{DataDir, FileError, Notice};
use crate::schedule::{Day, OwnWeights, RecallMemory, SolveQuality};

/// A position takes some hundred bytes.
const CONTENT: SharedFileFormat = SharedFileFormat {
    bytes_max: 32 << 20,
    version: 1,
    aside: "repertoires-set-aside",
    name: "The progress of the repertoires",
};

/// New positions a day and repertoire.
pub const FRESH_MAX: u32 = 10;

/// A book for one side, and what is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptRepertoire {
    /// The id of the book in the list of books.
    pub book: String,
    /// The game's code.
    pub game: String,
    /// The code of the rule.
    #[serde(default)]
    pub rule: String,
    /// Whether the person has the second side.
    #[serde(default)]
    pub second: bool,
    /// Positions at the last training.
    #[serde(default)]
    pub positions: u32,
    /// The last day with new positions, and how many.
    #[serde(default)]
    pub fresh: (Day, u32),
    /// The schedule of each position that was asked.
    #[serde(default)]
    pub known: BTreeMap<String, RecallMemory>,
    /// The schedule of each such position that the book lacked at the last training. It is never asked, and waits for an
    /// earlier version of the book.
    #[serde(default)]
    pub away: BTreeMap<String, RecallMemory>,
}

impl KeptRepertoire {
    #[must_use]
    pub const fn side(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        self.game.parse().ok()
    }

    /// Returns how many new positions may be asked on `today`.
    #[must_use]
    pub fn fresh_left(&self, today: Day) -> u32 {
        let (day, asked) = self.fresh;
        if day == today { FRESH_MAX.saturating_sub(asked) } else { FRESH_MAX }
    }

    /// Returns whether a position is due by `today`.
    #[must_use]
    pub fn is_due(&self, key: &str, today: Day) -> bool {
        self.known.get(key).is_some_and(|memory| memory.is_due(today))
    }

    /// Returns the number of positions to ask on `today`: those due, and new ones.
    #[must_use]
    pub fn to_ask(&self, today: Day) -> usize {
        let due = self.known.values().filter(|memory| memory.is_due(today)).count();
        let unknown = (self.positions as usize).saturating_sub(self.known.len());
        due + unknown.min(self.fresh_left(today) as usize)
    }

    /// Takes over what the book has now: its number of positions, and whether it has a position.
    fn follow(&mut self, positions: u32, has: impl Fn(&str) -> bool) {
        self.positions = positions;
        let mut all = std::mem::take(&mut self.known);
        all.append(&mut self.away);
        (self.known, self.away) = all.into_iter().partition(|(key, _)| has(key));
    }

    fn is(&self, book: &str, side: Side) -> bool {
        self.book == book && self.side() == side
    }
}

/// The form of the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct RepertoireFile {
    #[serde(default)]
    repertoires: Vec<KeptRepertoire>,
}

/// The progress; without a folder it lasts as long as the program.
#[derive(Debug, Default)]
pub struct RepertoireProgress {
    written: SharedFile<RepertoireFile>,
    weights: OwnWeights,
}

impl RepertoireProgress {
    /// Reads the progress in `dir`. An unreadable file is set aside and reported.
    #[must_use]
    pub fn load(dir: Option<&DataDir>) -> (RepertoireProgress, Option<Notice>) {
        let (written, notice) = SharedFile::load(dir.map(DataDir::repertoires), CONTENT);
        (RepertoireProgress { written, weights: OwnWeights::default() }, notice)
    }

    #[must_use]
    pub fn all(&self) -> &[KeptRepertoire] {
        &self.written.get().repertoires
    }

    #[must_use]
    pub fn find(&self, book: &str, side: Side) -> Option<&KeptRepertoire> {
        self.all().iter().find(|kept| kept.is(book, side))
    }

    /// Adds a repertoire, unless it is there.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the progress is unchanged.
    pub fn add(&mut self, new: KeptRepertoire) -> Result<(), FileError> {
        if self.find(&new.book, new.side()).is_some() {
            return Ok(());
        }
        self.written.change(|file| file.repertoires.push(new))
    }

    /// Notes the number of positions that the book of a repertoire has now. What was learned of positions that it lacks is set
    /// aside, and taken back once it has them again.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the progress is unchanged.
    pub fn follow(
        &mut self,
        book: &str,
        side: Side,
        positions: u32,
        has: impl Fn(&str) -> bool,
    ) -> Result<(), FileError> {
        if self.find(book, side).is_none() {
            return Ok(());
        }
        self.written.change(|file| {
            let kept = file.repertoires.iter_mut().find(|kept| kept.is(book, side));
            kept.into_iter().for_each(|kept| kept.follow(positions, &has));
        })
    }

    /// Forgets a repertoire with all that was learned of it.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the progress is unchanged.
    pub fn forget(&mut self, book: &str, side: Side) -> Result<(), FileError> {
        self.written.change(|file| file.repertoires.retain(|kept| !kept.is(book, side)))
    }

    /// Records an answer.
    ///
    /// # Errors
    /// [`FileError`] if it cannot be written; the progress is unchanged.
    pub fn note(
        &mut self,
        book: &str,
        side: Side,
        key: &str,
        quality: SolveQuality,
        today: Day,
    ) -> Result<(), FileError> {
        let kept = self.written.get().repertoires.iter();
        let weights = self.weights.follow(kept.flat_map(|kept| kept.known.values().chain(kept.away.values())));
        self.written.change(|file| {
            let Some(kept) = file.repertoires.iter_mut().find(|kept| kept.is(book, side)) else { return };
            let before = kept.known.get(key);
            if before.is_none() {
                let (day, asked) = kept.fresh;
                kept.fresh = if day == today { (today, asked.saturating_add(1)) } else { (today, 1) };
            }
            let memory = RecallMemory::scheduled(before, quality, today, weights);
            kept.known.insert(key.to_owned(), memory);
        })
    }
}
