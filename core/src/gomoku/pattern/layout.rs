//! Memory layout of cells, lines and sets of points.

use crate::base::Side;
use crate::gomoku::line::REACH;
use crate::gomoku::point::{Direction, MAX_SIZE, Point};

/// Cells per row, with a margin of a line's reach on both sides.
pub const STRIDE: usize = 32;
/// Margin cells on each side of the board.
pub const MARGIN: usize = REACH as usize;
/// Cells of the largest board with margins: a power of two, so that a masked index needs no bounds check.
pub const CELLS: usize = STRIDE * STRIDE;
const _: () = assert!(MAX_SIZE as usize + 2 * MARGIN == STRIDE);
/// Index distance between two neighbours on a line, by direction.
const STEPS: [isize; Direction::COUNT] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Cells of all lines of one direction. Each line has a row with margins; a diagonal direction has 2 · [`MAX_SIZE`] − 1
/// lines.
pub const LINE_CELLS: usize = 64 * STRIDE;
/// Cells of a line that see a stone, with the stone's own in the middle.
pub const SEEN: usize = 2 * MARGIN + 1;
/// Bytes of a line processed at once. Those beyond [`SEEN`] stay unchanged.
pub const WIDE: usize = 16;
/// Cells of the four lines through a stone, [`WIDE`] per direction.
pub const STAR: usize = Direction::COUNT * WIDE;
const _: () = assert!(STAR == 64, "a cell of the star has a bit in a word");
/// Index distance of these cells from the stone, modulo [`CELLS`].
pub const STAR_CELLS: [u16; STAR] = {
    let mut cells = [0; STAR];
    let mut place = 0;
    while place < STAR {
        let steps = (place % WIDE) as isize - MARGIN as isize;
        cells[place] = (steps * STEPS[place / WIDE]).rem_euclid(CELLS as isize) as u16;
        place += 1;
    }
    cells
};
/// The bytes in the second word of a line that see the stone.
pub const TAIL: u64 = (1 << (8 * (SEEN - 8))) - 1;

/// Words of a point set, two rows a word: a power of two, so that a masked index needs no bounds check.
pub const WORDS: usize = (MAX_SIZE as usize / 2).next_power_of_two();
/// Cells of both sides, the first side's first.
pub const CELLS_OF_BOTH: usize = Side::COUNT * CELLS;

/// Returns the index of a point among the cells of both sides.
#[inline]
pub const fn cell_of(point: Point, side: Side) -> usize {
    ((point.row() as usize + MARGIN) * STRIDE + point.column() as usize + MARGIN) % CELLS + side.index() * CELLS
}

/// Returns the index of a point in the lines of `direction`.
#[inline]
pub const fn line_of(point: Point, direction: Direction) -> usize {
    let (row, column) = (point.row() as usize, point.column() as usize);
    let (line, place) = match direction {
        Direction::Horizontal => (row, column),
        Direction::Vertical => (column, row),
        Direction::Rising => (row + MAX_SIZE as usize - 1 - column, column),
        Direction::Falling => (row + column, column),
    };
    line * STRIDE + place + MARGIN
}

/// Returns word and bit of a cell in a point set.
#[inline]
pub const fn bit_at(at: usize) -> (usize, usize) {
    let place = (at % CELLS).wrapping_sub(MARGIN * STRIDE + MARGIN);
    (place / (2 * STRIDE), place % (2 * STRIDE))
}
