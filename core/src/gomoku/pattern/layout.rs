//! Where cells, lines and sets of points lie in memory.

use crate::base::Side;
use crate::gomoku::line::REACH;
use crate::gomoku::point::{Direction, MAX_SIZE, Point};

/// Cells of a row, the margins of a line's reach on both sides included.
pub const STRIDE: usize = 32;
/// Cells beyond the board on either side of it.
pub const MARGIN: usize = REACH as usize;
/// Cells of the largest board with its margins: a power of two, so that a masked index needs no check.
pub const CELLS: usize = STRIDE * STRIDE;
const _: () = assert!(MAX_SIZE as usize + 2 * MARGIN == STRIDE);
/// How far apart two neighbours of a line are, by direction.
const STEPS: [isize; Direction::COUNT] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

/// Cells of all lines of one direction, each line with its margins in a row of its own: a diagonal direction has
/// 2 · [`MAX_SIZE`] − 1 lines.
pub const LINE_CELLS: usize = 64 * STRIDE;
/// Cells that see a stone, the stone's own in the middle.
pub const SEEN: usize = 2 * MARGIN + 1;
/// As many bytes of a line as are handled at once; those beyond [`SEEN`] stay as they are.
pub const WIDE: usize = 16;
/// The cells of the four lines through a stone, by direction, [`WIDE`] to each.
pub const STAR: usize = Direction::COUNT * WIDE;
const _: () = assert!(STAR == 64, "a cell of the star has a bit in a word");
/// How far the cells of the four lines are from the stone, on the board.
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
/// The bytes of the second word of a line that see the stone.
pub const TAIL: u64 = (1 << (8 * (SEEN - 8))) - 1;

/// Words of a set of points: two rows to a word; a power of two, so that a masked index needs no check.
pub const WORDS: usize = (MAX_SIZE as usize / 2).next_power_of_two();
/// The cells of the first side, then those of the second.
pub const CELLS_OF_BOTH: usize = Side::COUNT * CELLS;

/// Returns the place of a point among the cells of a side.
#[inline]
pub const fn cell_of(point: Point, side: Side) -> usize {
    ((point.row() as usize + MARGIN) * STRIDE + point.column() as usize + MARGIN) % CELLS + side.index() * CELLS
}

/// Returns the place of a point among the cells of the lines of `direction`.
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

/// Returns the word and the bit of a cell of the board in a set of points.
#[inline]
pub const fn bit_at(at: usize) -> (usize, usize) {
    let place = (at % CELLS).wrapping_sub(MARGIN * STRIDE + MARGIN);
    (place / (2 * STRIDE), place % (2 * STRIDE))
}
