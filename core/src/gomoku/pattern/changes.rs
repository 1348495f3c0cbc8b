//! The points whose patterns some stones changed.

use crate::gomoku::board::{Board, MARGIN, ROWS};
use crate::gomoku::line::REACH;
use crate::gomoku::point::Point;

/// Columns on a line with a stone in column [`MARGIN`], by the distance of their row from [`REACH`] below to [`REACH`]
/// above.
const STAR: [u32; 2 * REACH as usize + 1] = {
    let mut star = [0; 2 * REACH as usize + 1];
    let mut place = 0;
    while place < star.len() {
        let distance = place.abs_diff(MARGIN);
        star[place] = 1 << MARGIN | 1 << (MARGIN - distance) | 1 << (MARGIN + distance);
        place += 1;
    }
    star[MARGIN] = (1 << (2 * MARGIN + 1)) - 1;
    star
};

/// Sets `points` to the empty points of `board` in line with `stones` and in reach, each once, and the stones' own.
pub fn around(board: &Board, stones: impl Iterator<Item = Point>, points: &mut Vec<Point>) {
    points.clear();
    let mut rows = [0; ROWS];
    for stone in stones {
        let (row, column) = (usize::from(stone.row()), stone.column());
        for (row, star) in rows[row..].iter_mut().zip(STAR) {
            *row |= star << column;
        }
        points.push(stone);
    }
    points.extend(board.empty_points_among(&rows));
}
