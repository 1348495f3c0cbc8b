//! A class on the disk of its teacher: guests, pairings and results, so that a killed program loses none of them.
//!
//! The file `journal/<id>.class` has a [`ClassHeader`] on its first line, then one [`ClassEntry`] a line, sealed as those of
//! games are. The games have journals of their own, which the class names. A class that its teacher ends removes the file.
//!
//! # Stability
//! The file outlives the program that wrote it. A change that older programs would misread raises [`VERSION`].

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

use crate::files::{DataDir, FileError};
use crate::journal::sealed_file::{SealedFile, read_unheld};
use crate::journal::{JournalHeader, seal, words};

const VERSION: u32 = 1;

/// The ending of the file.
const ENDING: &str = "class";

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ClassHeader {
    pub(super) version: u32,
    pub(super) teacher: String,
    /// The game of all boards. Its id is that of the class, and its table has the code, the port and the token of the door.
    pub(super) terms: JournalHeader,
}

/// A line after the first one. Seats and boards are named by their numbers, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub(super) enum ClassEntry {
    /// A guest sat down at a new seat.
    Seat { name: String, token: String },
    /// A guest without a token took its seat again.
    Token { seat: usize, token: String },
    /// The seat was closed.
    Removed { seat: usize },
    /// A tournament of these seats is paired.
    Paired { format: String, rounds: u32, seats: Vec<usize> },
    /// The next round has begun.
    Round { boards: Vec<BoardEntry> },
    /// A game is over and counted. The winner is named by the colour at the start.
    Over { board: usize, winner: Option<String>, reason: String },
    /// A guest knows the result of its game.
    Known { seat: usize, board: usize },
}

/// A board of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BoardEntry {
    pub(super) round: u32,
    /// By their numbers in the tournament, the first one with the first move.
    pub(super) players: [usize; 2],
    pub(super) seats: [usize; 2],
    /// The id of the game; `None` for one that was decided before it began.
    pub(super) game: Option<String>,
    /// The result of such a game: winner and reason.
    pub(super) decided: Option<(Option<String>, String)>,
}

/// A class whose program ended before its teacher closed it.
#[derive(Clone, Debug)]
pub(super) struct KeptClass {
    pub(super) path: PathBuf,
    pub(super) header: ClassHeader,
    pub(super) entries: Vec<ClassEntry>,
    bytes_whole: usize,
}

impl KeptClass {
    /// Returns the ids of the games of the class.
    pub(super) fn games(&self) -> impl Iterator<Item = &str> {
        let boards = self.entries.iter().filter_map(|entry| match entry {
            ClassEntry::Round { boards } => Some(boards),
            _ => None,
        });
        boards.flatten().filter_map(|board| board.game.as_deref())
    }
}

/// The open file of a class.
#[derive(Debug)]
pub(super) struct ClassJournal {
    file: SealedFile,
}

impl ClassJournal {
    /// Begins the file.
    ///
    /// # Errors
    /// [`FileError`].
    pub(super) fn create(dir: &DataDir, header: &ClassHeader) -> Result<ClassJournal, FileError> {
        let path = path_in(dir, &header.terms.id);
        let file = SealedFile::create(&path, header).map_err(|error| FileError::new(&path, error))?;
        Ok(ClassJournal { file })
    }

    /// Goes on with the file of `kept`.
    ///
    /// # Errors
    /// [`FileError`]: another program has the class open, or the file changed.
    pub(super) fn reopen(kept: &KeptClass) -> Result<ClassJournal, FileError> {
        let fail = |error| FileError::new(&kept.path, error);
        let (mut file, bytes) = SealedFile::open(&kept.path).map_err(fail)?;
        let lines = u32::try_from(kept.entries.len() + 1).unwrap_or(u32::MAX);
        if bytes.get(..kept.bytes_whole).is_none_or(|whole| whole.split_inclusive(is_end).count() != lines as usize) {
            return Err(fail(std::io::ErrorKind::InvalidData.into()));
        }
        file.keep(kept.bytes_whole, lines).map_err(fail)?;
        Ok(ClassJournal { file })
    }

    /// Writes an entry; it is on disk when this returns.
    ///
    /// # Errors
    /// [`FileError`]; the file is as before.
    pub(super) fn append(&mut self, entry: &ClassEntry) -> Result<(), FileError> {
        self.file.append(entry).map_err(|error| FileError::new(self.file.path(), error))
    }

    /// Removes the file: the class is over.
    pub(super) fn finish(self) {
        // Where it stays, the class is offered once more.
        let _ = self.file.remove();
    }
}

/// Makes the header of a new class.
pub(super) fn header(teacher: &str, terms: JournalHeader) -> ClassHeader {
    ClassHeader { version: VERSION, teacher: teacher.to_owned(), terms }
}

/// Finds the classes that no running program holds, newest first. A damaged one ends before its first faulty line; one
/// without a readable first line, or of a newer program, is not found. No file is changed.
pub(super) fn find(dir: &DataDir) -> Vec<KeptClass> {
    let files = std::fs::read_dir(dir.journals()).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING) && path.is_file())
        .collect();
    // Ids sort by date.
    paths.sort();
    paths.into_iter().rev().filter_map(read).collect()
}

/// Returns the games of classes that can go on. Their journals are parts of these classes.
pub(super) fn games_of_kept(dir: &DataDir) -> HashSet<String> {
    find(dir).iter().flat_map(|kept| kept.games().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Removes the file of a class that does not go on.
///
/// # Errors
/// [`FileError`].
pub(super) fn discard(path: &Path) -> Result<(), FileError> {
    let fail = |error| FileError::new(path, error);
    let (file, _) = SealedFile::open(path).map_err(fail)?;
    file.remove().map_err(fail)
}

fn path_in(dir: &DataDir, id: &str) -> PathBuf {
    dir.journals().join(format!("{id}.{ENDING}"))
}

const fn is_end(byte: &u8) -> bool {
    *byte == b'\n'
}

fn read(path: PathBuf) -> Option<KeptClass> {
    let bytes = read_unheld(&path).ok()?;
    let whole = bytes.iter().rposition(is_end).map_or(0, |at| at + 1);
    let mut lines = (1..).zip(bytes[..whole].split_inclusive(is_end));
    let (number, first) = lines.next()?;
    let header: ClassHeader = seal::read(number, first).ok()?;
    if header.version != VERSION || header.terms.table.is_none() {
        return None;
    }
    let mut bytes_whole = first.len();
    let mut entries = Vec::new();
    for (number, line) in lines {
        let Ok(entry) = seal::read(number, line) else { break };
        entries.push(entry);
        bytes_whole += line.len();
    }
    Some(KeptClass { path, header, entries, bytes_whole })
}

/// Writes a result; the winner is named by the colour at the start.
pub(super) fn over(board: usize, outcome: Outcome) -> ClassEntry {
    ClassEntry::Over { board, winner: outcome.winner.map(words::side), reason: outcome.reason.code().to_owned() }
}

/// Reads a result; `None` for a reason of a later program.
pub(super) fn outcome(winner: Option<&str>, reason: &str) -> Option<Outcome> {
    let winner: Option<Side> = words::side_of(winner);
    Reason::from_code(reason).map(|reason| Outcome { winner, reason })
}
