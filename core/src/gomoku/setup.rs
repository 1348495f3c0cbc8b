//! A position as written down, before it is checked.

use thiserror::Error;

use super::point::{MAX_SIZE, MIN_SIZE, Point};
use super::rule::Rule;
use crate::base::Side;

/// Everything that describes a Gomoku position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Setup {
    /// The number of lines, 5 to 22.
    pub size: u8,
    pub rule: Rule,
    /// Black's stones, in any order.
    pub black: Vec<Point>,
    /// White's stones, in any order.
    pub white: Vec<Point>,
    /// The points that neither side may use, as those of finished rows where play goes on after a five. No record form
    /// and no placement has them.
    pub blocked: Vec<Point>,
    /// Whose turn it is. `None` lets the count decide: Black with equal numbers, White with one black stone more. A side
    /// that is named may be to move with any numbers, as in a diagram.
    pub side: Option<Side>,
}

impl Setup {
    /// Returns the empty board.
    #[must_use]
    pub const fn empty(size: u8, rule: Rule) -> Setup {
        Setup { size, rule, black: Vec::new(), white: Vec::new(), blocked: Vec::new(), side: None }
    }

    /// Reads the stones from rows written as `Position::placement` writes them; whose turn it is follows from the count.
    ///
    /// # Errors
    /// The first place that is no such text.
    pub fn from_placement(text: &str, rule: Rule) -> Result<Setup, PlacementError> {
        let rows = text.split('/').count();
        let size = u8::try_from(rows).ok().filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        let size = size.ok_or(PlacementError::Rows { rows })?;
        let mut setup = Setup::empty(size, rule);
        for (row, cells) in (0..size).rev().zip(text.split('/')) {
            read_row(&mut setup, row, cells)?;
        }
        setup.black.sort_unstable();
        setup.white.sort_unstable();
        Ok(setup)
    }
}

fn read_row(setup: &mut Setup, row: u8, cells: &str) -> Result<(), PlacementError> {
    let mut column = 0_usize;
    let mut run = 0_usize;
    for cell in cells.chars() {
        if let Some(digit) = cell.to_digit(10) {
            // A run longer than any board is refused below; saturating keeps a long text of digits harmless.
            run = run.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        column = column.saturating_add(std::mem::take(&mut run));
        let stones = match cell {
            'x' => &mut setup.black,
            'o' => &mut setup.white,
            _ => return Err(PlacementError::Letter { letter: cell, row: row + 1 }),
        };
        if column >= usize::from(setup.size) {
            return Err(PlacementError::Width { row: row + 1, size: setup.size });
        }
        stones.push(Point::new(column as u8, row));
        column += 1;
    }
    if column.saturating_add(run) == usize::from(setup.size) {
        Ok(())
    } else {
        Err(PlacementError::Width { row: row + 1, size: setup.size })
    }
}

/// Why a text of rows is no board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum PlacementError {
    /// The number of rows is no board size.
    #[error("{rows} rows are outside {MIN_SIZE} to {MAX_SIZE}")]
    Rows {
        /// The number of rows written.
        rows: usize,
    },
    /// A row does not have as many points as there are rows.
    #[error("row {row} does not have {size} points")]
    Width {
        /// The row's number, 1 at the bottom.
        row: u8,
        /// The number of points it should have.
        size: u8,
    },
    /// A letter that is no stone.
    #[error("{letter:?} in row {row} is neither x, o nor a number")]
    Letter {
        letter: char,
        /// The row's number, 1 at the bottom.
        row: u8,
    },
}

/// Why a setup cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetupError {
    /// The board is too small or too large.
    #[error("board size {size} is outside {MIN_SIZE} to {MAX_SIZE}")]
    Size {
        /// The number of lines asked for.
        size: u8,
    },
    /// A stone lies outside the board.
    #[error("stone {at} is off the {size} x {size} board")]
    OffBoard { at: Point, size: u8 },
    /// Two stones, or a stone and a block, lie on one point.
    #[error("stone {at} is placed twice")]
    Twice { at: Point },
    /// The numbers of stones leave the side to move open.
    #[error("{black} black and {white} white stones do not say whose turn it is: name the side to move")]
    Counts {
        /// The number of black stones.
        black: usize,
        /// The number of white stones.
        white: usize,
    },
    /// The game is already won.
    #[error("there is already a five in a row at {at}")]
    Five {
        /// A stone of the five.
        at: Point,
        /// Whose five it is.
        side: Side,
    },
}
