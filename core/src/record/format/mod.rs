//! The written forms of a game. Reading is in two steps: a format turns text into a [`RawGame`] and never judges a
//! move; [`crate::session::Film::read`] walks it with positions.

pub mod pgn;
pub mod sgf;
pub mod text;

use super::{GameTree, Header};

/// The longest record that is read, in bytes: no game comes near it.
pub const RECORD_BYTES_MAX: usize = 4 << 20;

/// A move as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawMove {
    /// The words of the record.
    pub text: String,
    /// The line it stands on, counted from 1.
    pub line: usize,
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

/// A record as it was written, with what of it could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawGame {
    /// What stands above the moves.
    pub header: Header,
    /// The moves and their variations.
    pub tree: GameTree<RawMove>,
    /// What was skipped.
    pub faults: Vec<Fault>,
}

/// Why a text is no record at all.
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
}

/// The formats that are told apart by their content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Xiangqi's portable game notation.
    Pgn,
    /// Smart game format, for Gomoku.
    Sgf,
    /// A FEN, or moves one after the other.
    Text,
}

/// Tells which format `text` is in.
#[must_use]
pub fn detect(text: &str) -> Format {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('(') && text[1..].trim_start().starts_with(';') {
        Format::Sgf
    } else if text.starts_with('[') {
        Format::Pgn
    } else {
        Format::Text
    }
}

/// Reads a record in any known format.
///
/// # Errors
/// [`UnreadableRecord`] if there is no game in `text`; anything less is a fault of the game that is returned.
pub fn read(text: &str) -> Result<RawGame, UnreadableRecord> {
    if text.len() > RECORD_BYTES_MAX {
        return Err(UnreadableRecord::TooLong { bytes: text.len() });
    }
    let text = text.trim_start_matches('\u{feff}');
    match detect(text) {
        Format::Pgn => Ok(pgn::read(text)),
        Format::Sgf => Ok(sgf::read(text)),
        Format::Text => text::read(text).ok_or(UnreadableRecord::Unknown),
    }
}
