//! The game in progress, on disk after every ply.
//!
//! A journal is a text file, `journal/<game id>.jsonl`: a [`JournalHeader`] on the first line, then one
//! [`JournalEntry`] a line. [`Journal::append`] returns once its line has reached the disk, so a killed program loses
//! no acknowledged line. Bytes after the last line end were never acknowledged and are dropped. A program locks the
//! journals that it holds open, so a second program does not offer those games.
//!
//! Each line ends with a checksum (see [`seal`]): a flipped bit is reported and never played. A scan changes no
//! journal. A damaged one keeps its name until a person resumes or files it.
//!
//! # Stability
//! Journals outlive the program that wrote them. A change that older programs would misread raises [`VERSION`].

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::clock;
use crate::files::{DataDir, FileError};
use crate::player::PlayerEntry;

pub(crate) mod seal;
pub(crate) mod sealed_file;
pub(crate) mod words;

use sealed_file::{SealedFile, read, read_unheld};

/// The newest version that this program reads, of a game with odds. It writes the oldest version that can hold the game.
pub const VERSION: u32 = 3;

/// The version of a journal with an opening.
pub const VERSION_OPENING: u32 = 2;

/// The version of a journal whose plies are all moves.
pub const VERSION_MOVES: u32 = 1;

/// Returns the oldest version that can hold a game.
#[must_use]
pub const fn version_of(has_odds: bool, has_opening: bool) -> u32 {
    match (has_odds, has_opening) {
        (true, _) => VERSION,
        (false, true) => VERSION_OPENING,
        (false, false) => VERSION_MOVES,
    }
}

/// The first line of a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalHeader {
    /// [`VERSION`] with odds, [`VERSION_OPENING`] with an opening, else [`VERSION_MOVES`], so that older programs can read
    /// the file.
    pub version: u32,
    /// The name of the game, also in the library: see [`new_game_id`].
    pub id: String,
    /// `xiangqi`, `gomoku` or `tictactoe`.
    pub game: String,
    pub rule: String,
    /// Points along one side of a Gomoku board.
    pub size: Option<u8>,
    /// The start position as FEN; `None` for the usual one.
    pub start: Option<String>,
    /// The opening protocol of a Gomoku game. Its decisions are the first plies, each written as its word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The player who moves first; with an opening protocol, the player who opens.
    pub first: PlayerEntry,
    pub second: PlayerEntry,
    /// The time control; `None` is a game without clocks.
    pub clock: Option<ClockEntry>,
    /// The parts of the coach in use, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coach: Vec<String>,
    /// The odds that one side gives, in the words of core.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// The table of a game between two machines. Programs without tables resume it as a game of two people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableEntry>,
    /// Seeds the random choices of the engines.
    pub seed: u64,
    /// In milliseconds since 1970.
    pub started_at_ms: i64,
}

/// What one of two machines must know to go on with their game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEntry {
    /// Whether this machine opened the table.
    pub is_host: bool,
    /// The colour of this machine's player at the start: `first` or `second`.
    pub seat: String,
    /// The secret of the seats, which proves that a guest is the one who sat here.
    pub token: String,
    /// The code of the table, as digits.
    pub code: String,
    /// The address of the host for its guest; the port alone for the host.
    pub address: String,
    /// The seconds that a lost player is waited for, in all.
    pub wait_s: u32,
}

/// A time control, in milliseconds; 0 means that the part is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockEntry {
    /// The time of each side for the whole game.
    pub main_ms: u64,
    /// The time added after each ply.
    pub increment_ms: u64,
    /// The time for each ply, or the length of a period.
    pub per_move_ms: u64,
    /// The number of periods after the main time; 0 without byo-yomi.
    #[serde(default, skip_serializing_if = "is_none")]
    pub periods: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_none(periods: &u8) -> bool {
    *periods == 0
}

/// A line after the first one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "kebab-case")]
pub enum JournalEntry {
    Ply {
        /// The move in coordinates, or the word of an opening decision.
        mv: String,
        /// The clocks of first and second after the ply.
        clock_ms: Option<[u64; 2]>,
        /// In milliseconds since 1970.
        at_ms: i64,
    },
    Undo {
        /// The number of plies that remain.
        to_ply: u32,
        /// The clocks of first and second after the take-back.
        clock_ms: Option<[u64; 2]>,
        /// In milliseconds since 1970.
        at_ms: i64,
    },
    End {
        /// `first` or `second`; `None` is a draw.
        winner: Option<String>,
        /// A code of `base::Reason`.
        reason: String,
        /// In milliseconds since 1970.
        at_ms: i64,
    },
}

/// A ply of the game, all take-backs applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move in coordinates, or the word of an opening decision.
    pub mv: String,
    /// The clocks of first and second after the ply.
    pub clock_ms: Option<[u64; 2]>,
    /// In milliseconds since 1970.
    pub at_ms: i64,
}

impl From<Ply> for JournalEntry {
    fn from(Ply { mv, clock_ms, at_ms }: Ply) -> JournalEntry {
        JournalEntry::Ply { mv, clock_ms, at_ms }
    }
}

/// The end of a game that has not reached the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalEnd {
    /// `first` or `second`; `None` is a draw.
    pub winner: Option<String>,
    /// A code of `base::Reason`.
    pub reason: String,
    /// In milliseconds since 1970.
    pub at_ms: i64,
}

/// An unfinished game of a program that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredGame {
    /// The journal, for [`Journal::reopen`].
    pub path: PathBuf,
    pub header: JournalHeader,
    /// The plies, take-backs applied.
    pub plies: Vec<Ply>,
    /// The clocks of first and second at the end.
    pub clock_ms: Option<[u64; 2]>,
    /// The end, if the program stopped between the end of the game and the library.
    pub end: Option<JournalEnd>,
    /// The time of the last entry, in milliseconds since 1970.
    pub last_at_ms: i64,
}

/// The result of a scan of the journal folder.
#[derive(Debug, Default)]
pub struct Recovery {
    /// Newest first.
    pub games: Vec<RecoveredGame>,
    pub faults: Vec<JournalFault>,
}

/// A journal that could not be read to its end.
#[derive(Debug)]
pub struct JournalFault {
    pub error: JournalError,
    pub path: PathBuf,
    /// The game up to the damage, if that much is readable. The file keeps its name; the plies can start a new journal.
    pub readable: Option<RecoveredGame>,
}

#[derive(Debug, Error)]
pub enum JournalError {
    #[error(transparent)]
    File(#[from] FileError),
    /// The id cannot be a file name.
    #[error("'{0}' is not a valid game name; use 1 to 64 letters, digits, '-' and '_'.")]
    BadId(String),
    /// A journal of this id exists.
    #[error("{} already holds a game; resume it or choose another name.", .0.display())]
    Exists(PathBuf),
    #[error("{} is damaged at line {line} ({reason}); the game up to there can be resumed.", path.display())]
    Corrupt {
        path: PathBuf,
        /// The first faulty line, from 1.
        line: u32,
        reason: String,
    },
    /// A newer program wrote the file.
    #[error("{} was saved by a newer version of Duiyi; update Duiyi to resume the game.", .0.display())]
    NewerVersion(PathBuf),
}

impl JournalError {
    /// Returns the error's code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            JournalError::File(error) => error.code(),
            JournalError::BadId(_) => "bad-id",
            JournalError::Exists(_) => "exists",
            JournalError::Corrupt { .. } => "corrupt",
            JournalError::NewerVersion(_) => "newer-version",
        }
    }

    /// Returns the file of the error; a bad id has none.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            JournalError::File(error) => Some(&error.path),
            JournalError::BadId(_) => None,
            JournalError::Exists(path) | JournalError::Corrupt { path, .. } | JournalError::NewerVersion(path) => {
                Some(path)
            }
        }
    }
}

/// Returns a unique game id. Ids sort by date.
#[must_use]
pub fn new_game_id() -> String {
    format!("{:012x}-{:016x}", clock::unix_ms(), clock::seed())
}

/// Returns whether `id` can be the name of a journal.
fn is_game_id(id: &str) -> bool {
    let named = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !id.is_empty() && id.len() <= 64 && id.chars().all(named)
}

#[derive(Debug)]
pub struct Journal {
    file: SealedFile,
}

impl Journal {
    /// Returns the file of a game's journal.
    #[must_use]
    pub fn path_in(dir: &DataDir, id: &str) -> PathBuf {
        dir.journals().join(format!("{id}.jsonl"))
    }

    /// Starts the journal of a new game.
    ///
    /// # Errors
    /// [`JournalError`]; no journal is left behind, and an existing one is untouched.
    pub fn create(dir: &DataDir, header: &JournalHeader) -> Result<Journal, JournalError> {
        if !is_game_id(&header.id) {
            return Err(JournalError::BadId(header.id.clone()));
        }
        let path = Journal::path_in(dir, &header.id);
        match SealedFile::create(&path, header) {
            Ok(file) => Ok(Journal { file }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(JournalError::Exists(path)),
            Err(error) => Err(FileError::new(&path, error).into()),
        }
    }

    /// Continues a journal that [`Journal::scan`] found, dropping a torn last line.
    ///
    /// # Errors
    /// [`JournalError`]; the file is unchanged.
    pub fn reopen(path: &Path) -> Result<Journal, JournalError> {
        let fail = |error| FileError::new(path, error);
        let (mut file, bytes) = SealedFile::open(path).map_err(fail)?;
        let parsed = parse(path, &bytes);
        if let Some(error) = parsed.error {
            return Err(error);
        }
        file.keep(parsed.bytes_whole, parsed.lines).map_err(fail)?;
        Ok(Journal { file })
    }

    /// Reads every entry of a whole journal, take-backs among them.
    ///
    /// # Errors
    /// [`JournalError`].
    pub(crate) fn entries(path: &Path) -> Result<(JournalHeader, Vec<JournalEntry>), JournalError> {
        let fail = |error| FileError::new(path, error);
        let bytes = read(&File::open(path).map_err(fail)?).map_err(fail)?;
        let parsed = parse(path, &bytes);
        let header = match (parsed.error, parsed.game) {
            (None, Some(game)) => game.header,
            (Some(error), _) => return Err(error),
            (None, None) => unreachable!("a journal without a header has an error"),
        };
        let lines = (1..).zip(bytes[..parsed.bytes_whole].split_inclusive(|&byte| byte == b'\n')).skip(1);
        let entries = lines.map(|(number, line)| {
            seal::read(number, line).map_err(|reason| JournalError::Corrupt {
                path: path.to_owned(),
                line: number,
                reason,
            })
        });
        Ok((header, entries.collect::<Result<_, _>>()?))
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Writes an entry; it is on disk when this returns.
    ///
    /// # Errors
    /// [`FileError`] within [`JournalError`]. The journal is as before and the same entry may be tried again.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), JournalError> {
        self.append_all(slice::from_ref(entry))
    }

    /// Writes entries, for which the disk is awaited once; they are on disk when this returns.
    ///
    /// # Errors
    /// [`FileError`] within [`JournalError`]. The journal is as before and the same entries may be tried again.
    pub fn append_all(&mut self, entries: &[JournalEntry]) -> Result<(), JournalError> {
        self.file.append_all(entries).map_err(|error| FileError::new(self.path(), error).into())
    }

    /// Removes the journal of a game that is filed or discarded.
    ///
    /// # Errors
    /// [`FileError`] within [`JournalError`]; [`Journal::scan`] then finds the game again.
    pub fn finish(self) -> Result<(), JournalError> {
        let path = self.path().to_owned();
        self.file.remove().map_err(|error| FileError::new(&path, error).into())
    }

    /// Finds the games that no running program holds, and the damaged journals. It changes no file.
    ///
    /// # Errors
    /// [`FileError`] within [`JournalError`] if the folder cannot be listed.
    pub fn scan(dir: &DataDir) -> Result<Recovery, JournalError> {
        let folder = dir.journals();
        let fail = |error| FileError::new(&folder, error);
        let mut recovery = Recovery::default();
        for entry in fs::read_dir(&folder).map_err(fail)? {
            let path = entry.map_err(fail)?.path();
            if path.extension().is_some_and(|extension| extension == "jsonl") && path.is_file() {
                scan_one(path, &mut recovery);
            }
        }
        recovery.games.sort_by(|a, b| (b.last_at_ms, &b.path).cmp(&(a.last_at_ms, &a.path)));
        Ok(recovery)
    }

    /// Finds the game `id` as [`Journal::scan`] does. A scan names each game by its file, so one file is read, unless no
    /// journal of this program can have the name: a synchroniser has made it. Then all games are found.
    ///
    /// # Errors
    /// Those of [`Journal::scan`].
    pub fn find(dir: &DataDir, id: &str) -> Result<Recovery, JournalError> {
        if !is_game_id(id) {
            return Journal::scan(dir);
        }
        let mut recovery = Recovery::default();
        let path = Journal::path_in(dir, id);
        if path.is_file() {
            scan_one(path, &mut recovery);
        }
        Ok(recovery)
    }
}

fn scan_one(path: PathBuf, recovery: &mut Recovery) {
    let parsed = match read_unheld(&path) {
        // Another program holds this game, or has just filed it.
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotFound) => return,
        Err(error) => Parsed { error: Some(FileError::new(&path, error).into()), ..Parsed::default() },
        Ok(bytes) => parse(&path, &bytes),
    };
    // Only the file name is unique: the id within may be damaged, or a synchroniser has copied the file.
    let named = |mut game: RecoveredGame| {
        if let Some(name) = game.path.file_stem() {
            game.header.id = name.to_string_lossy().into_owned();
        }
        game
    };
    match (parsed.error, parsed.game.map(named)) {
        (None, Some(game)) => recovery.games.push(game),
        (Some(error @ JournalError::Corrupt { .. }), readable) => {
            recovery.faults.push(JournalFault { error, path, readable });
        }
        (Some(error), _) => recovery.faults.push(JournalFault { error, path, readable: None }),
        (None, None) => unreachable!("a journal without a header has an error"),
    }
}

#[derive(Default)]
struct Parsed {
    game: Option<RecoveredGame>,
    bytes_whole: usize,
    lines: u32,
    error: Option<JournalError>,
}

/// Reads up to the first faulty line.
fn parse(path: &Path, bytes: &[u8]) -> Parsed {
    let bytes_whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let (whole, torn) = bytes.split_at(bytes_whole);
    // `BYTES_MAX` bounds the number of lines.
    let mut lines = (1..).zip(whole.split_inclusive(|&byte| byte == b'\n'));
    let mut parsed = Parsed { bytes_whole, lines: lines.clone().count() as u32, ..Parsed::default() };
    let corrupt = |line, reason| Some(JournalError::Corrupt { path: path.to_owned(), line, reason });
    // A torn last line has no checksum. If it has one, only its line end is damaged.
    let unended = seal::is_unended(parsed.lines + 1, torn);
    let Some((_, first)) = lines.next() else {
        let reason = if unended { "its end is damaged" } else { "it was never completed" };
        parsed.error = corrupt(1, reason.to_owned());
        return parsed;
    };
    let header = match parse_header(first) {
        Ok(Some(header)) => header,
        Ok(None) => {
            parsed.error = Some(JournalError::NewerVersion(path.to_owned()));
            return parsed;
        }
        Err(reason) => {
            parsed.error = corrupt(1, reason);
            match salvage_header(first) {
                Some(header) => header,
                None => return parsed,
            }
        }
    };
    let last_at_ms = header.started_at_ms;
    let path = path.to_owned();
    let mut game = RecoveredGame { path, header, plies: Vec::new(), clock_ms: None, end: None, last_at_ms };
    let mut entries = lines.map(|(number, line)| (number, seal::read::<JournalEntry>(number, line)));
    let damage = entries
        .find_map(|(number, entry)| entry.and_then(|entry| game.apply(entry)).err().map(|reason| (number, reason)));
    let unended = unended.then(|| (parsed.lines + 1, "its end is damaged".to_owned()));
    if let Some((line, reason)) = damage.or(unended).filter(|_| parsed.error.is_none()) {
        parsed.error = corrupt(line, reason);
    }
    parsed.game = Some(game);
    parsed
}

/// Reads the first line; `None` if a newer program wrote it.
fn parse_header(line: &[u8]) -> Result<Option<JournalHeader>, String> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let line = seal::open(1, line)?;
    let Version { version } = serde_json::from_slice(line.bytes()).map_err(|error| error.to_string())?;
    match version {
        1..=VERSION => line.read().map(Some),
        0 => Err("there is no version 0".to_owned()),
        _ => Ok(None),
    }
}

/// Reads a damaged first line that is complete. Damage of the game, the rule or the start makes the moves unplayable.
fn salvage_header(line: &[u8]) -> Option<JournalHeader> {
    let header: JournalHeader = serde_json::from_slice(line).ok()?;
    let version = version_of(header.odds.is_some(), header.opening.is_some());
    Some(JournalHeader { version, ..header })
}

impl RecoveredGame {
    fn apply(&mut self, entry: JournalEntry) -> Result<(), String> {
        match entry {
            JournalEntry::Ply { mv, clock_ms, at_ms } => {
                self.plies.push(Ply { mv, clock_ms, at_ms });
                self.continue_at(clock_ms, at_ms);
            }
            JournalEntry::Undo { to_ply, clock_ms, at_ms } => {
                if to_ply as usize > self.plies.len() {
                    return Err(format!("it goes back to ply {to_ply} of {}", self.plies.len()));
                }
                self.plies.truncate(to_ply as usize);
                self.continue_at(clock_ms, at_ms);
            }
            JournalEntry::End { winner, reason, at_ms } => {
                self.end = Some(JournalEnd { winner, reason, at_ms });
                self.last_at_ms = at_ms;
            }
        }
        Ok(())
    }

    pub(crate) fn cut(&mut self, plies: usize) {
        self.plies.truncate(plies);
        self.end = None;
        self.clock_ms = self.plies.iter().rev().find_map(|ply| ply.clock_ms);
        self.last_at_ms = self.plies.last().map_or(self.header.started_at_ms, |ply| ply.at_ms);
    }

    /// Records a ply or a take-back. Either reopens a game that had ended.
    fn continue_at(&mut self, clock_ms: Option<[u64; 2]>, at_ms: i64) {
        self.clock_ms = clock_ms.or(self.clock_ms);
        self.last_at_ms = at_ms;
        self.end = None;
    }
}

#[cfg(test)]
mod tests;
