//! Lists of moves in the usual spellings: `h8 i9 g7`, `H8, I9` or `h8i9g7`.

use thiserror::Error;

use super::point::Point;

/// A place in a text that is no move of the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum ReadMovesError {
    /// The text does not go on with a letter and a number that name a point.
    #[error("{text:?} at character {place} is not a point such as h8")]
    NotAPoint {
        /// The text there, cut to a readable length.
        text: String,
        /// Which character of the text it begins with, counted from 1.
        place: usize,
    },
    /// The point is outside the board.
    #[error("{at} at character {place} is off the {size} x {size} board")]
    OffBoard {
        at: Point,
        /// Which character of the text it begins with, counted from 1.
        place: usize,
        size: u8,
    },
}

/// Reads a list of points of a board of `size` lines. Blanks and commas may stand between them or not; letters may be
/// small or capital. Whether the moves are legal is the position's question.
///
/// # Errors
/// The first place that names no point of the board.
pub fn read_moves(text: &str, size: u8) -> Result<Vec<Point>, ReadMovesError> {
    let mut points = Vec::new();
    let mut rest = text;
    // Characters passed, not bytes: errors count characters.
    let mut passed = 0;
    loop {
        let word = rest.trim_start_matches(is_separator);
        passed += rest[..rest.len() - word.len()].chars().count();
        if word.is_empty() {
            return Ok(points);
        }
        let place = passed + 1;
        let name = first_name(word);
        let Ok(point) = name.parse::<Point>() else {
            let shown = word.split(is_separator).next().unwrap_or(word).chars().take(8).collect();
            return Err(ReadMovesError::NotAPoint { text: shown, place });
        };
        if !point.is_on_board(size) {
            return Err(ReadMovesError::OffBoard { at: point, place, size });
        }
        points.push(point);
        passed += name.len();
        rest = &word[name.len()..];
    }
}

/// Writes points with single blanks between them.
#[must_use]
pub fn write_moves(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || letter == ','
}

/// Returns the leading letter of `word` with all digits after it.
fn first_name(word: &str) -> &str {
    let letter = word.chars().next().map_or(0, char::len_utf8);
    let digits = word[letter..].bytes().take_while(u8::is_ascii_digit).count();
    &word[..letter + digits]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_way_of_writing_reads_the_same() {
        let expected = [Point::new(7, 7), Point::new(8, 8), Point::new(0, 14)];
        for text in ["h8 i9 a15", "h8i9a15", " H8,I9 , A15\n", "h8\ti9\u{3000}a15"] {
            assert_eq!(read_moves(text, 15).as_deref(), Ok(&expected[..]), "{text:?}");
        }
        assert_eq!(read_moves("  ", 15), Ok(Vec::new()));
        assert_eq!(write_moves(&expected), "h8 i9 a15");
    }

    #[test]
    fn errors_name_the_place() {
        let sentence = |text: &str| read_moves(text, 15).expect_err("the text is wrong").to_string();
        assert_eq!(sentence("h8 i99 a1"), "\"i99\" at character 4 is not a point such as h8");
        assert_eq!(sentence("h8 7,7"), "\"7\" at character 4 is not a point such as h8");
        assert_eq!(sentence("h8 h16"), "h16 at character 4 is off the 15 x 15 board");
        assert_eq!(sentence("棋h8"), "\"棋h8\" at character 1 is not a point such as h8");
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC*", size in 5u8..=22) {
            let _ = read_moves(&text, size);
        }

        #[test]
        fn a_written_list_reads_back(indices in prop::collection::vec(0..Point::COUNT, 0..40)) {
            let points: Vec<Point> = indices.into_iter().filter_map(Point::from_index).collect();
            prop_assert_eq!(read_moves(&write_moves(&points), 22), Ok(points));
        }
    }
}
