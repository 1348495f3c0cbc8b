//! Moves as people write them: coordinates, ICCS, WXF and Chinese, written on request and read without being told
//! which.

mod chinese;
mod iccs;
mod relative;
mod wxf;

use std::fmt;

use super::piece::side_name;
use super::{IllegalMove, Move, Position, Role};
use crate::base::Side;
use crate::position::Position as _;

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// `h2e2`.
    Uci,
    /// `H2-E2`.
    Iccs,
    /// `C2=5`, the World Xiangqi Federation's letters.
    Wxf,
    /// 炮二平五, in simplified characters.
    Chinese,
    /// 炮二平五 in traditional characters, as in 馬二進三.
    Traditional,
}

impl Style {
    /// Every style.
    pub const ALL: [Style; 5] = [Style::Uci, Style::Iccs, Style::Wxf, Style::Chinese, Style::Traditional];

    /// Returns the word for the style in settings and on the command line.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Style::Uci => "uci",
            Style::Iccs => "iccs",
            Style::Wxf => "wxf",
            Style::Chinese => "chinese",
            Style::Traditional => "traditional",
        }
    }

    /// Returns the style of a word.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Style> {
        Style::ALL.into_iter().find(|style| style.code() == code)
    }
}

/// Writes `mv`, a move of a piece on the board; without a piece on its origin only the coordinates can be written.
#[must_use]
pub fn write(position: &Position, mv: Move, style: Style) -> String {
    let Some(piece) = position.piece_at(mv.from()) else { return mv.to_string() };
    match style {
        Style::Uci => mv.to_string(),
        Style::Iccs => iccs::write(mv),
        Style::Wxf => wxf::write(position, piece, mv),
        Style::Chinese => chinese::write(position, piece, mv, &chinese::SIMPLIFIED),
        Style::Traditional => chinese::write(position, piece, mv, &chinese::TRADITIONAL),
    }
}

/// Reads a legal move in whichever notation it is written.
///
/// # Errors
/// [`ReadMoveError`] if the text is no move, names no piece or more than one, or the move is illegal.
pub fn read(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let text = text.trim();
    if let Some(mv) = iccs::parse(text) {
        return position.legality(mv).map(|()| mv).map_err(ReadMoveError::Illegal);
    }
    match chinese::parse(text).or_else(|| wxf::parse(text)) {
        Some(spoken) => relative::find(position, spoken),
        None => Err(ReadMoveError::Unrecognised { text: text.chars().take(20).collect() }),
    }
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ReadMoveError {
    /// No notation reads like that.
    Unrecognised {
        /// The text, cut short if it is long.
        text: String,
    },
    /// Files are counted from 1 to 9.
    NoSuchFile {
        /// The number that was written.
        file: u8,
    },
    /// No such piece stands on the file.
    NoPieceOnFile {
        side: Side,
        role: Role,
        /// The file as that side counts.
        file: u8,
    },
    /// Front or rear was said, but no file holds two such pieces (or not that many).
    NotTandem { side: Side, role: Role },
    /// The piece has no such move anywhere.
    Unreachable { role: Role },
    /// More than one legal move is written like that.
    Ambiguous {
        /// These moves, in their order.
        moves: Vec<Move>,
    },
    /// The move is clear, but the rules forbid it.
    Illegal(IllegalMove),
}

impl ReadMoveError {
    /// Returns the code that the window switches on; for an illegal move that of the reason.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            ReadMoveError::Unrecognised { .. } => "unrecognised",
            ReadMoveError::NoSuchFile { .. } => "no-such-file",
            ReadMoveError::NoPieceOnFile { .. } => "no-piece-on-file",
            ReadMoveError::NotTandem { .. } => "not-tandem",
            ReadMoveError::Unreachable { .. } => "unreachable",
            ReadMoveError::Ambiguous { .. } => "ambiguous",
            ReadMoveError::Illegal(reason) => reason.code(),
        }
    }
}

impl fmt::Display for ReadMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadMoveError::Unrecognised { text } => write!(f, "'{text}' is not a move in any notation"),
            ReadMoveError::NoSuchFile { file } => write!(f, "there is no file {file}"),
            ReadMoveError::NoPieceOnFile { side, role, file } => {
                write!(f, "there is no {} {} on file {file}", side_name(*side), role.name())
            }
            ReadMoveError::NotTandem { side, role } => {
                write!(f, "there are not so many {} {}s on one file", side_name(*side), role.name())
            }
            ReadMoveError::Unreachable { role } => write!(f, "the {} has no such move", role.name()),
            ReadMoveError::Ambiguous { moves } => {
                f.write_str("ambiguous: ")?;
                for (index, mv) in moves.iter().enumerate() {
                    write!(f, "{}{mv}", if index > 0 { " or " } else { "" })?;
                }
                Ok(())
            }
            ReadMoveError::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ReadMoveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ReadMoveError::Illegal(reason) => Some(reason),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
