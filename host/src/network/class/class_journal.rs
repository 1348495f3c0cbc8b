//! A class on the disk of its teacher: guests, pairings and results, so that a killed program loses none of them.
//!
//! The file `journal/<id>.class` has a [`ClassHeader`] on its first line, then one [`ClassEntry`] a line, sealed as those of
//! games are. The games have journals of their own, which the class names. A class that its teacher ends removes the file.
//!
//! A class whose file is damaged goes on with all that is readable and depends on nothing lost ([`ClassDamage`]). Reading
//! changes no file; the class that goes on writes its lines again, and the damaged file is kept beside.
//!
//! # Stability
//! The file outlives the program that wrote it. A change that older programs would misread raises [`VERSION`].
//! Version 1 is paired by other rules ([`ClassHeader::rules`]).

use std::io;
use std::path::{Path, PathBuf};

use duiyi_core::base::{Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

use super::damage::{ClassDamage, ClassFileError, keep_newest_asides};
use crate::files::{DataDir, FileError, copy_aside};
use crate::journal::sealed_file::{SealedFile, read_unheld};
use crate::journal::{JournalHeader, seal, words};
use crate::network::code::TableCode;
use crate::pairing::PairingRules;

const VERSION: u32 = 2;

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

impl ClassHeader {
    /// Returns the rules by which all tournaments of the class are paired. They stay those of its begin: all rounds of a
    /// round robin follow from them.
    pub(super) const fn rules(&self) -> PairingRules {
        if self.version < 2 { PairingRules::BalancedFirst } else { PairingRules::AlternatingFirst }
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KeptClass {
    pub(super) path: PathBuf,
    pub(super) header: ClassHeader,
    pub(super) entries: Vec<ClassEntry>,
    pub(super) damage: Option<ClassDamage>,
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

    /// Goes on with the file of `kept`. A damaged one is written again without its damage, whole or not at all; the place
    /// where the old one is kept is returned.
    ///
    /// # Errors
    /// [`FileError`]: another program has the class open, or the file changed.
    pub(super) fn reopen(kept: &KeptClass) -> Result<(ClassJournal, Option<PathBuf>), FileError> {
        let fail = |error| FileError::new(&kept.path, error);
        let (mut file, bytes) = SealedFile::open(&kept.path).map_err(fail)?;
        if parse(kept.path.clone(), &bytes).ok().as_ref() != Some(kept) {
            return Err(fail(io::ErrorKind::InvalidData.into()));
        }
        if kept.damage.is_none() {
            let lines = u32::try_from(kept.entries.len() + 1).unwrap_or(u32::MAX);
            file.keep(kept.bytes_whole, lines).map_err(fail)?;
            return Ok((ClassJournal { file }, None));
        }
        let aside = copy_aside(&kept.path, &bytes, false)?;
        let file = file.write_again(&kept.header, &kept.entries).map_err(fail)?;
        keep_newest_asides(&kept.path);
        Ok((ClassJournal { file }, Some(aside)))
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

/// Finds the classes that no running program holds, newest first, and the files that cannot be read. No file is changed.
pub(super) fn find(dir: &DataDir) -> Vec<Result<KeptClass, ClassFileError>> {
    let files = std::fs::read_dir(dir.journals()).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING) && path.is_file())
        .collect();
    // Ids sort by date.
    paths.sort();
    paths.into_iter().rev().filter_map(read).collect()
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

fn read(path: PathBuf) -> Option<Result<KeptClass, ClassFileError>> {
    match read_unheld(&path) {
        // Another program has this class open, or has just ended it.
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotFound) => None,
        Err(error) => Some(Err(FileError::new(&path, error).into())),
        Ok(bytes) => Some(parse(path, &bytes)),
    }
}

/// Reads all lines that can be read and that need no lost one.
fn parse(path: PathBuf, bytes: &[u8]) -> Result<KeptClass, ClassFileError> {
    let bytes_whole = bytes.iter().rposition(is_end).map_or(0, |at| at + 1);
    let (whole, torn) = bytes.split_at(bytes_whole);
    let mut lines = (1..).zip(whole.split_inclusive(is_end));
    let Some((_, first)) = lines.next() else {
        return Err(ClassFileError::Corrupt { path, reason: "it was never completed".to_owned() });
    };
    let (header, mut faulty) = read_header(&path, first)?;
    let (mut entries, mut lost, mut is_cut) = (Vec::new(), 0, false);
    let mut next = 2;
    for (number, line) in lines {
        next = number + 1;
        let entry = seal::read(number, line);
        if entry.is_err() {
            faulty.get_or_insert(number);
            is_cut |= !may_be_missing(line);
        }
        match entry {
            Ok(entry) if !is_cut => entries.push(entry),
            _ => lost += 1,
        }
    }
    if seal::is_unended(next, torn) {
        // Only its line end is damaged.
        faulty.get_or_insert(next);
        match seal::read(next, &torn[..torn.len() - 1]) {
            Ok(entry) if !is_cut => entries.push(entry),
            _ => lost += 1,
        }
    }
    let damage = faulty.map(|line| ClassDamage { path: path.clone(), line, lost });
    Ok(KeptClass { path, header, entries, damage, bytes_whole })
}

/// Returns whether the other lines keep their meaning without this damaged one, by its kind. A result is counted again from
/// the journal of its game, a guest says again what it knows, and one without its token is known by its name.
fn may_be_missing(line: &[u8]) -> bool {
    ["over", "known", "token"].iter().any(|kind| line.starts_with(format!("{{\"entry\":\"{kind}\"").as_bytes()))
}

/// Reads the first line, and returns its number if it is damaged. What it says of the code may be wrong then; the class has
/// that code from now on.
fn read_header(path: &Path, line: &[u8]) -> Result<(ClassHeader, Option<u32>), ClassFileError> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let read = || {
        let line = seal::open(1, line)?;
        match serde_json::from_slice(line.bytes()) {
            Ok(Version { version: 0 }) => Err("there is no version 0".to_owned()),
            Ok(Version { version: 1..=VERSION }) => line.read::<ClassHeader>().map(Some),
            Ok(_) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    };
    let has_code = |header: &ClassHeader| {
        let table = header.terms.table.as_ref();
        table.is_some_and(|table| table.code.parse::<TableCode>().is_ok())
    };
    match read() {
        Ok(Some(header)) if has_code(&header) => Ok((header, None)),
        Ok(Some(_)) => Err(ClassFileError::Corrupt { path: path.to_owned(), reason: "it has no code".to_owned() }),
        Ok(None) => Err(ClassFileError::NewerVersion(path.to_owned())),
        Err(reason) => {
            let whole = serde_json::from_slice::<ClassHeader>(line).ok().filter(has_code);
            let header = whole.ok_or_else(|| ClassFileError::Corrupt { path: path.to_owned(), reason })?;
            let version = header.version.clamp(1, VERSION);
            Ok((ClassHeader { version, ..header }, Some(1)))
        }
    }
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
