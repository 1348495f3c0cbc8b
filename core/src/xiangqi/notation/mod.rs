//! Moves as people write them: coordinates, ICCS, WXF and Chinese, written on request and read without being told
//! which.

mod error;
pub mod algebraic;
mod chinese;
mod iccs;
mod relative;
mod wxf;

pub use error::ReadMoveError;

use super::{Move, Position};
use crate::position::Position as _;

/// A way of writing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotationStyle {
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

impl NotationStyle {
    /// Every style.
    pub const ALL: [NotationStyle; 5] = [
        NotationStyle::Uci,
        NotationStyle::Iccs,
        NotationStyle::Wxf,
        NotationStyle::Chinese,
        NotationStyle::Traditional,
    ];

    /// Returns the word for the style in settings and on the command line.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            NotationStyle::Uci => "uci",
            NotationStyle::Iccs => "iccs",
            NotationStyle::Wxf => "wxf",
            NotationStyle::Chinese => "chinese",
            NotationStyle::Traditional => "traditional",
        }
    }

    /// Returns the style of a word.
    #[must_use]
    pub fn from_code(code: &str) -> Option<NotationStyle> {
        NotationStyle::ALL.into_iter().find(|style| style.code() == code)
    }
}

/// Writes `mv`, a move of a piece on the board; without a piece on its origin only the coordinates can be written.
#[must_use]
pub fn write(position: &Position, mv: Move, style: NotationStyle) -> String {
    let Some(piece) = position.piece_at(mv.from()) else { return mv.to_string() };
    match style {
        NotationStyle::Uci => mv.to_string(),
        NotationStyle::Iccs => iccs::write(mv),
        NotationStyle::Wxf => wxf::write(position, piece, mv),
        NotationStyle::Chinese => chinese::write(position, piece, mv, &chinese::SIMPLIFIED),
        NotationStyle::Traditional => chinese::write(position, piece, mv, &chinese::TRADITIONAL),
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
        None => read_algebraic(position, text),
    }
}

/// Reads a move of a chess server. A move alone does not say how its ranks are counted; if both ways lead to legal moves,
/// they are counted from 0 as in coordinates.
fn read_algebraic(position: &Position, text: &str) -> Result<Move, ReadMoveError> {
    let unrecognised = || ReadMoveError::Unrecognised { text: text.chars().take(20).collect() };
    if !algebraic::names_piece(text) {
        return Err(unrecognised());
    }
    let read = |first_rank| algebraic::read(position, text, first_rank).unwrap_or_else(|| Err(unrecognised()));
    read(0).or_else(|_| read(1))
}

#[cfg(test)]
mod tests;
