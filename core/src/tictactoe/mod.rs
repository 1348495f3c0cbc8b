//! Tic-tac-toe: three in a row on nine cells, the smallest game that goes through every seam of the program, and the only
//! one of which everything is known ([`Solved`]).

mod placement;
mod solved;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::base::{BySide, Key, Outcome, Reason, Rng, Side};
use crate::position::{History, MoveList, Position as _};

pub use placement::{ParsePlacementError, from_placement, to_placement};
pub use solved::{GameCounts, Known, Solved};

/// A cell of the board, `a1` at the lower left to `c3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many cells there are.
    pub const COUNT: usize = 9;
    /// How many cells a side of the board has.
    pub const LINES: u8 = 3;

    /// Lists every cell, row by row from the bottom.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8).map(Square)
    }

    /// Returns the cell in `column` from the left and `row` from the bottom, both 0 to 2.
    #[must_use]
    pub const fn checked(column: u8, row: u8) -> Option<Square> {
        if column < 3 && row < 3 { Some(Square(row * 3 + column)) } else { None }
    }

    /// Returns the column, 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 3
    }

    /// Returns the row, 0 at the bottom.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 3
    }

    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a cell is a letter from a to c and a number from 1 to 3, such as b2")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[letter, digit] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let (column, row) = (letter.to_ascii_lowercase().wrapping_sub(b'a'), digit.wrapping_sub(b'1'));
        Square::checked(column, row).ok_or(ParseSquareError)
    }
}

/// Three cells in a row, as bits of [`Square`].
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
const FULL: u16 = 0b111_111_111;

/// Marks on the nine cells and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    marks: BySide<u16>,
    side: Side,
}

impl Default for Position {
    fn default() -> Position {
        Position::new()
    }
}

impl Position {
    /// Returns the empty board.
    #[must_use]
    pub const fn new() -> Position {
        Position { marks: BySide { first: 0, second: 0 }, side: Side::First }
    }

    /// Returns the owner of the mark in `square`.
    #[must_use]
    pub fn mark_at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.marks[side] & square.bit() != 0)
    }

    /// Returns the side with three in a row.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.has_line(side))
    }

    /// Returns the cells of a winning row.
    #[must_use]
    pub fn winning_line(&self) -> Option<Vec<Square>> {
        let marks = self.marks[self.winner()?];
        let line = LINES.into_iter().find(|&line| marks & line == line)?;
        Some(Square::all().filter(|square| line & square.bit() != 0).collect())
    }

    /// Returns whether `side` has three in a row.
    fn has_line(&self, side: Side) -> bool {
        LINES.iter().any(|&line| self.marks[side] & line == line)
    }

    const fn taken(&self) -> u16 {
        self.marks.first | self.marks.second
    }
}

impl crate::position::Position for Position {
    type Move = Square;
    type Illegal = IllegalMove;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn key(&self) -> Key {
        // The marks are the whole position: their number gives the side to move.
        Key::feature(0x70, u32::from(self.marks.first) << 16 | u32::from(self.marks.second))
    }

    fn legal_moves(&self) -> MoveList<Square> {
        if self.winner().is_some() {
            return MoveList::new();
        }
        Square::all().filter(|square| self.taken() & square.bit() == 0).collect()
    }

    fn legality(&self, mv: Square) -> Result<(), IllegalMove> {
        if self.winner().is_some() {
            Err(IllegalMove::GameOver { at: mv })
        } else if self.taken() & mv.bit() != 0 {
            Err(IllegalMove::Occupied { at: mv })
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, mv: Square) {
        self.marks[self.side] |= mv.bit();
        self.side = !self.side;
    }

    fn is_irreversible(&self, _mv: Square) -> bool {
        true
    }

    fn outcome(&self, _history: &History<Position>) -> Option<Outcome> {
        match self.winner() {
            Some(side) => Some(Outcome::win(side, Reason::Three)),
            None if self.taken() == FULL => Some(Outcome::draw(Reason::BoardFull)),
            None => None,
        }
    }
}

/// Why a mark may not be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver { at: Square },
    /// A mark is there.
    #[error("there is already a mark on {at}")]
    Occupied { at: Square },
}

impl IllegalMove {
    /// Every code that [`IllegalMove::code`] returns.
    pub const CODES: [&'static str; 2] = ["game-over", "occupied"];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            IllegalMove::GameOver { .. } => "game-over",
            IllegalMove::Occupied { .. } => "occupied",
        }
    }
}

/// Chooses a move: one of the `best` at random, or with a chance of `mistakes_permille` thousandths any legal one.
/// `None` when the game is over.
pub fn choose(position: &Position, best: &[Square], mistakes_permille: u32, rng: &mut Rng) -> Option<Square> {
    let moves = if rng.chance_permille(mistakes_permille) { position.legal_moves().to_vec() } else { best.to_vec() };
    if moves.is_empty() { None } else { Some(moves[rng.below(moves.len())]) }
}

#[cfg(test)]
mod tests;
