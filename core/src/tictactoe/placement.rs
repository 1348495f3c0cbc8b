//! The board in one line: rows from the top down, `x` and `o`, a number for as many empty cells.

use std::fmt::Write as _;

use thiserror::Error;

use super::{Position, Square};
use crate::base::{BySide, Side};

/// A text that is no board of tic-tac-toe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParsePlacementError {
    /// There are not three rows of three.
    #[error("a tic-tac-toe board has three rows of three cells, such as x1o/3/1x1")]
    Shape,
    /// The sides cannot have taken turns.
    #[error("the sides take turns and X begins, so there are as many X as O, or one more")]
    Turns,
    /// Play goes on after a win.
    #[error("both sides have three in a row, or the winner did not move last")]
    Won,
}

/// Writes the board.
#[must_use]
pub fn to_placement(position: &Position) -> String {
    let mut written = String::new();
    for row in (0..Square::LINES).rev() {
        let mut empty = 0;
        for square in (0..Square::LINES).filter_map(|column| Square::checked(column, row)) {
            let Some(side) = position.mark_at(square) else {
                empty += 1;
                continue;
            };
            push_empty(&mut written, std::mem::take(&mut empty));
            written.push(if side == Side::First { 'x' } else { 'o' });
        }
        push_empty(&mut written, empty);
        if row > 0 {
            written.push('/');
        }
    }
    written
}

fn push_empty(written: &mut String, count: u8) {
    if count > 0 {
        write!(written, "{count}").expect("writing to a string cannot fail");
    }
}

/// Reads a board; whose turn it is follows from the marks.
///
/// # Errors
/// Why no game can come to it.
pub fn from_placement(text: &str) -> Result<Position, ParsePlacementError> {
    let mut marks = BySide::<u16>::default();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != usize::from(Square::LINES) {
        return Err(ParsePlacementError::Shape);
    }
    for (row, line) in (0..Square::LINES).rev().zip(rows) {
        let mut column = 0;
        for letter in line.chars() {
            let side = match letter {
                '1'..='3' => {
                    column += letter as u8 - b'0';
                    if column > Square::LINES {
                        return Err(ParsePlacementError::Shape);
                    }
                    continue;
                }
                'x' => Side::First,
                'o' => Side::Second,
                _ => return Err(ParsePlacementError::Shape),
            };
            marks[side] |= Square::checked(column, row).ok_or(ParsePlacementError::Shape)?.bit();
            column += 1;
        }
        if column != Square::LINES {
            return Err(ParsePlacementError::Shape);
        }
    }
    let side = match marks.first.count_ones().checked_sub(marks.second.count_ones()) {
        Some(0) => Side::First,
        Some(1) => Side::Second,
        _ => return Err(ParsePlacementError::Turns),
    };
    let position = Position { marks, side };
    // The side that has moved last is the only one that may have won.
    if position.has_line(side) { Err(ParsePlacementError::Won) } else { Ok(position) }
}
