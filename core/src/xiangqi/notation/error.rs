//! Why a text is refused as a move.

use std::fmt;

use crate::base::Side;
use crate::xiangqi::piece::side_name;
use crate::xiangqi::{IllegalMove, Move, Role};

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
    /// The file has no such piece.
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
                write!(f, "there are not that many {} {}s on one file", side_name(*side), role.name())
            }
            ReadMoveError::Unreachable { role } => write!(f, "the {} cannot make that move", role.name()),
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
