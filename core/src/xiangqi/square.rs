//! The 90 points of the board, named as ICCS does: files `a` to `i` from Red's left, ranks `0` to `9` from Red's side.

use std::fmt;
use std::str::FromStr;

use crate::base::Side;

/// A point of the board: `a0` is 0, `b0` is 1, `i9` is 89.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many points there are.
    pub const COUNT: usize = 90;
    /// How many files there are.
    pub const FILES: u8 = 9;
    /// How many ranks there are.
    pub const RANKS: u8 = 10;
    /// Every point, from `a0` to `i9`.
    pub const ALL: [Square; Square::COUNT] = {
        let mut all = [Square(0); Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            all[index] = Square(index as u8);
            index += 1;
        }
        all
    };

    /// Returns the point with this number.
    #[must_use]
    pub const fn new(index: u8) -> Option<Square> {
        if (index as usize) < Square::COUNT { Some(Square(index)) } else { None }
    }

    /// Returns the point on `file` (0 is `a`) and `rank` (0 is Red's back rank).
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < Square::FILES && rank < Square::RANKS { Some(Square(rank * Square::FILES + file)) } else { None }
    }

    /// Returns the number of this point, below 90.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 for `a` to 8 for `i`.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Square::FILES
    }

    /// Returns the rank, 0 for Red's back rank to 9 for Black's.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Square::FILES
    }

    /// Returns the point so many files to the right and ranks up, seen from Red, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Square::at(file as u8, rank as u8) }
    }

    /// Returns the rank counted from `side`'s own back rank.
    #[must_use]
    pub const fn rank_from(self, side: Side) -> u8 {
        match side {
            Side::First => self.rank(),
            Side::Second => Square::RANKS - 1 - self.rank(),
        }
    }

    /// Returns the number of the file as `side` counts: 1 to 9 from its own right hand.
    #[must_use]
    pub const fn file_number(self, side: Side) -> u8 {
        match side {
            Side::First => Square::FILES - self.file(),
            Side::Second => self.file() + 1,
        }
    }

    /// Returns whether the point lies on `side`'s own half of the board.
    #[must_use]
    pub const fn is_home(self, side: Side) -> bool {
        (self.index() < Square::COUNT / 2) == matches!(side, Side::First)
    }

    /// Returns the point mirrored left to right.
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square(self.0 - self.file() + (Square::FILES - 1 - self.file()))
    }

    /// Returns the point as the other side sees it: ranks turned round, files kept.
    #[must_use]
    pub const fn flipped(self) -> Square {
        Square((Square::RANKS - 1 - self.rank()) * Square::FILES + self.file())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a point of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a point is written as a letter a to i and a digit 0 to 9, such as h2")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `h2` or `H2`.
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else { return Err(ParseSquareError) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        Square::at(file, rank.wrapping_sub(b'0')).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_read_as_it_is_written() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.flipped().flipped(), square);
            assert_eq!(square.flipped().rank_from(Side::Second), square.rank_from(Side::First));
        }
        assert_eq!("h2".parse(), Ok(Square(25)));
        assert_eq!("I9".parse(), Ok(Square(89)));
    }

    #[test]
    fn squares_off_the_board_are_refused() {
        for text in ["", "h", "j0", "a10", "a:", "`0", "5a", "帅五"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
        assert_eq!(Square::new(90), None);
        assert_eq!(Square(8).offset(1, 0), None);
        assert_eq!(Square(0).offset(0, -1), None);
    }
}
