//! Points of the board and the four directions of its lines.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The fewest lines a board has.
pub const MIN_SIZE: u8 = 5;
/// The most lines a board has.
pub const MAX_SIZE: u8 = 22;

/// A crossing of lines on the largest board; a smaller board has only some of them.
///
/// The order is row by row from the bottom, each row from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    // Both are below MAX_SIZE. The derived order compares the row first.
    row: u8,
    column: u8,
}

impl Point {
    /// How many points the largest board has; every [`Point::index`] is below it.
    pub const COUNT: usize = MAX_SIZE as usize * MAX_SIZE as usize;

    /// Returns the point in `column` from the left and `row` from the bottom, both counted from 0.
    ///
    /// # Panics
    /// If one of them is not below [`MAX_SIZE`].
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Point {
        assert!(column < MAX_SIZE && row < MAX_SIZE, "no board has such a point");
        Point { row, column }
    }

    /// Returns the point in `column` and `row`, or `None` where even the largest board has none.
    #[must_use]
    pub const fn checked(column: u8, row: u8) -> Option<Point> {
        if column < MAX_SIZE && row < MAX_SIZE { Some(Point { row, column }) } else { None }
    }

    /// Returns the point whose [`Point::index`] is `index`, if there is one.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Point> {
        if index >= Point::COUNT {
            return None;
        }
        Some(Point { row: (index / MAX_SIZE as usize) as u8, column: (index % MAX_SIZE as usize) as u8 })
    }

    /// Returns a dense number below [`Point::COUNT`] that does not depend on the size of the board.
    #[must_use]
    pub const fn index(self) -> usize {
        self.row as usize * MAX_SIZE as usize + self.column as usize
    }

    /// Returns the column, 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the row, 0 at the bottom; its name is one more.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the letter of the column.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.column) as char
    }

    /// Returns whether a board of `size` lines has this point.
    #[must_use]
    pub const fn is_on_board(self, size: u8) -> bool {
        self.column < size && self.row < size
    }

    /// Returns the point `steps` further along `direction`, if the largest board has it.
    #[must_use]
    pub const fn step(self, direction: Direction, steps: i8) -> Option<Point> {
        let (columns, rows) = direction.delta();
        let column = self.column as i8 + columns * steps;
        let row = self.row as i8 + rows * steps;
        if column < 0 || row < 0 { None } else { Point::checked(column as u8, row as u8) }
    }

    /// Returns whether one five could hold both points: they stand on a line, at most four steps apart.
    #[must_use]
    pub const fn fits_a_five_with(self, other: Point) -> bool {
        let (columns, rows) = (self.column.abs_diff(other.column), self.row.abs_diff(other.row));
        (columns == 0 || rows == 0 || columns == rows) && columns <= 4 && rows <= 4
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.row + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a point: write a letter from a to v and a number from 1 to 22, such as h8")]
pub struct ParsePointError {
    /// The text, cut to a readable length.
    pub text: String,
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        parse(text).ok_or_else(|| {
            let ellipsis = text.chars().nth(16).map(|_| '…');
            ParsePointError { text: text.chars().take(16).chain(ellipsis).collect() }
        })
    }
}

fn parse(text: &str) -> Option<Point> {
    let (&letter, digits) = text.as_bytes().split_first()?;
    let is_number = matches!(digits.len(), 1 | 2) && digits.iter().all(u8::is_ascii_digit) && digits[0] != b'0';
    if !letter.is_ascii_alphabetic() || !is_number {
        return None;
    }
    let number = digits.iter().fold(0, |number, digit| number * 10 + (digit - b'0'));
    Point::checked(letter.to_ascii_lowercase() - b'a', number - 1)
}

/// One of the four directions in which five stones may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Along a row, to the right.
    Horizontal,
    /// Along a column, upwards.
    Vertical,
    /// Along a diagonal, right and upwards.
    Rising,
    /// Along a diagonal, right and downwards.
    Falling,
}

impl Direction {
    /// How many directions there are.
    pub const COUNT: usize = 4;
    /// Every direction.
    pub const ALL: [Direction; Direction::COUNT] =
        [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// Returns by how many columns and rows one step goes.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// Returns the place in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_survives_its_name_and_its_index() {
        for index in 0..Point::COUNT {
            let point = Point::from_index(index).expect("the index is in range");
            assert_eq!(point.index(), index);
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        }
        assert_eq!(Point::from_index(Point::COUNT), None);
        assert_eq!(Point::new(7, 7).to_string(), "h8");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "h", "8", "h0", "h08", "h23", "w1", "h8 ", " h8", "88", "h-1", "h123", "棋8", "hé", "{1"] {
            assert!(text.parse::<Point>().is_err(), "{text:?}");
        }
        let error = "h99".parse::<Point>().expect_err("no board has so many rows");
        assert!(error.to_string().starts_with("\"h99\" is not a point"));
    }

    #[test]
    fn a_five_holds_points_of_one_line_up_to_four_steps_apart() {
        let point = Point::new(7, 7);
        for (column, row, fits) in
            [(7, 7, true), (11, 7, true), (7, 3, true), (3, 11, true), (12, 7, false), (2, 2, false), (8, 9, false)]
        {
            assert_eq!(point.fits_a_five_with(Point::new(column, row)), fits, "{column} {row}");
            assert_eq!(Point::new(column, row).fits_a_five_with(point), fits, "{column} {row}");
        }
    }

    #[test]
    fn steps_stop_at_the_edge_of_the_largest_board() {
        let corner = Point::new(0, 0);
        assert_eq!(corner.step(Direction::Rising, 3), Some(Point::new(3, 3)));
        assert_eq!(corner.step(Direction::Falling, 1), None);
        assert_eq!(corner.step(Direction::Horizontal, 22), None);
    }
}
