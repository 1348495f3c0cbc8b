//! The points whose patterns some stones changed.

use crate::gomoku::board::{Board, MARGIN, ROWS};
use crate::gomoku::line::REACH;
use crate::gomoku::point::Point;

/// The columns in line with a stone in column [`MARGIN`] and in reach, by the distance of their row from [`REACH`] below to
/// [`REACH`] above.
pub type Star = [u32; 2 * REACH as usize + 1];

/// Returns the star of stones that are seen from `reach` cells.
pub const fn star(reach: i8) -> Star {
    let reach = reach as usize;
    let mut star = [0; _];
    let mut distance = 1;
    while distance <= reach {
        let columns = 1 << MARGIN | 1 << (MARGIN - distance) | 1 << (MARGIN + distance);
        star[MARGIN - distance] = columns;
        star[MARGIN + distance] = columns;
        distance += 1;
    }
    star[MARGIN] = ((1 << (2 * reach + 1)) - 1) << (MARGIN - reach);
    star
}

/// Sets `points` to the empty points of `board` in the `star` of `stones`, each once, and the stones' own.
pub fn around(board: &Board, star: &Star, stones: impl Iterator<Item = Point>, points: &mut Vec<Point>) {
    points.clear();
    let mut rows = [0; ROWS];
    for stone in stones {
        let (row, column) = (usize::from(stone.row()), stone.column());
        for (row, star) in rows[row..].iter_mut().zip(star) {
            *row |= star << column;
        }
        points.push(stone);
    }
    board.empty_points_among(&rows).for_each(|point| points.push(point));
}
