//! Moves as people write them: coordinates, ICCS, WXF, Chinese and Vietnamese, written on request and read without
//! being told which.

mod error;
pub mod algebraic;
mod chinese;
pub(crate) mod iccs;
mod relative;
pub(crate) mod vietnamese;
mod wxf;

pub(crate) use chinese::role as role_of_character;
pub use error::ReadMoveError;

use super::{Move, Position};
use crate::position::Position as _;

wire! {
    both:
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
        /// `P2-5`, the letters and signs of Vietnamese books.
        Vietnamese,
    }
}

impl NotationStyle {
    /// Every style.
    pub const ALL: [NotationStyle; 6] = [
        NotationStyle::Uci,
        NotationStyle::Iccs,
        NotationStyle::Wxf,
        NotationStyle::Chinese,
        NotationStyle::Traditional,
        NotationStyle::Vietnamese,
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
            NotationStyle::Vietnamese => "vietnamese",
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
        NotationStyle::Vietnamese => vietnamese::write(position, piece, mv),
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
    if let Some(spoken) = chinese::parse(text) {
        return relative::find(position, spoken);
    }
    // `C3.1` is a cannon in WXF and a soldier in Vietnamese; the meaning that is legal counts, WXF's first.
    match (wxf::parse(text), vietnamese::parse(text)) {
        (Some(spoken), None) => relative::find(position, spoken),
        (_, Some(spoken)) if vietnamese::is_certain(text) => relative::find(position, spoken),
        (None, Some(spoken)) => relative::find(position, spoken),
        (Some(wxf), Some(vietnamese)) => {
            relative::find(position, wxf).or_else(|why| relative::find(position, vietnamese).map_err(|_| why))
        }
        (None, None) => read_algebraic(position, text),
    }
}

/// Returns whether `text` has the form of a Vietnamese move, `P2-5` or `Xt/1`.
#[must_use]
pub fn is_vietnamese(text: &str) -> bool {
    vietnamese::parse(text).is_some()
}

/// Returns whether `moves`, those of one record, are Vietnamese. A move such as `C3.1` alone does not say: it is a
/// cannon's in WXF.
#[must_use]
pub fn are_vietnamese<'a>(moves: impl IntoIterator<Item = &'a str>) -> bool {
    let mut is_certain = false;
    for text in moves {
        match (vietnamese::parse(text), wxf::parse(text)) {
            (Some(_), _) => is_certain |= vietnamese::is_certain(text),
            (None, Some(_)) => return false,
            (None, None) => {}
        }
    }
    is_certain
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
