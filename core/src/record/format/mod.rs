//! The written forms of a game, one file a form. Reading is in two steps: a [`Codec`] turns bytes into a [`Record`] and
//! never judges a move; [`crate::study::Study`] walks its tree with positions.

pub mod cursor;
pub mod encoding;

pub mod pgn;
pub mod sgf;
pub mod text;

use super::{Header, NodeId, Tree};
use crate::game::{GameKind, Refusal};

/// The longest record that is read, in bytes: no game comes near it.
pub const RECORD_BYTES_MAX: usize = 4 << 20;

/// How many faults of one record are told; more would not be read.
const FAULTS_MAX: usize = 100;

/// One written form of a game.
pub trait Codec: Sync {
    /// Returns the name of the form, which is also the usual ending of its files.
    fn name(&self) -> &'static str;

    /// Returns whether `bytes` look like this form.
    fn sniff(&self, bytes: &[u8]) -> bool;

    /// Reads the first game; what of it cannot be used becomes a fault.
    ///
    /// # Errors
    /// [`UnreadableRecord`] if there is no game in it, or one that cannot be set up.
    fn read(&self, bytes: &[u8]) -> Result<Record, UnreadableRecord>;

    /// Writes a game whose moves are in coordinates; what this form cannot carry is left out.
    fn write(&self, header: &Header, tree: &Tree) -> Vec<u8>;
}

/// Every form, in the order in which they are asked whether they know some bytes; the last knows all that is text.
pub const CODECS: [&dyn Codec; 3] = [&sgf::Sgf, &pgn::Pgn, &text::Text];

/// Returns the form in which games of `kind` are saved.
#[must_use]
pub fn usual(kind: GameKind) -> &'static dyn Codec {
    match kind {
        GameKind::Xiangqi => &pgn::Pgn,
        GameKind::Gomoku => &sgf::Sgf,
        GameKind::TicTacToe => &text::Text,
    }
}

/// Returns the form that `bytes` are in.
#[must_use]
pub fn sniff(bytes: &[u8]) -> &'static dyn Codec {
    CODECS.into_iter().find(|codec| codec.sniff(bytes)).unwrap_or(&text::Text)
}

/// Reads a record in any known form.
///
/// # Errors
/// [`UnreadableRecord`] if there is no game in `bytes`; anything less is a fault of the game that is returned.
pub fn read(bytes: &[u8]) -> Result<Record, UnreadableRecord> {
    if bytes.len() > RECORD_BYTES_MAX {
        return Err(UnreadableRecord::TooLong { bytes: bytes.len() });
    }
    sniff(bytes).read(bytes)
}

/// Something in a record that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, in one sentence without a full stop.
    pub message: String,
}

/// Why some bytes are no record at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableRecord {
    /// Nothing in it looks like a game.
    #[error("this is not a record Duiyi knows; paste a PGN, an SGF, a FEN or a list of moves")]
    Unknown,
    /// It is too long to be a game.
    #[error("the record has {bytes} bytes, more than the {RECORD_BYTES_MAX} a game can fill")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// The game that it names cannot be set up.
    #[error(transparent)]
    Setup(#[from] Refusal),
}

/// A record as it was written, with what of it could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What stands above the moves.
    pub header: Header,
    /// The moves and their variations, in the words of the record.
    pub tree: Tree,
    /// The line of each move, by the index of its node.
    lines: Vec<u32>,
    faults: Vec<Fault>,
    /// How many more faults there are than are told.
    untold: usize,
    untold_from: usize,
}

impl Record {
    /// Begins a record without moves.
    #[must_use]
    pub const fn new(header: Header, tree: Tree) -> Record {
        Record { header, tree, lines: Vec::new(), faults: Vec::new(), untold: 0, untold_from: 0 }
    }

    /// Adds a move that stands on `line`.
    pub fn push(&mut self, parent: NodeId, mv: &str, line: usize) -> NodeId {
        let node = self.tree.push(parent, mv);
        self.lines.resize(node.index(), 0);
        self.lines.push(u32::try_from(line).unwrap_or(u32::MAX));
        node
    }

    /// Returns the line on which the move of `node` stands, counted from 1.
    #[must_use]
    pub fn line(&self, node: NodeId) -> usize {
        self.lines.get(node.index()).map_or(1, |&line| line as usize)
    }

    /// Tells of something that could not be used.
    pub fn fault(&mut self, line: usize, message: impl Into<String>) {
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(Fault { line, message: message.into() });
        } else {
            self.untold_from = if self.untold == 0 { line } else { self.untold_from };
            self.untold += 1;
        }
    }

    /// Returns what could not be used; of very many faults the last one tells how many more there are.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = self.faults.clone();
        if self.untold > 0 {
            let message = format!("{} more places from here on could not be used", self.untold);
            faults.push(Fault { line: self.untold_from, message });
        }
        faults
    }
}

#[cfg(test)]
mod tests;
