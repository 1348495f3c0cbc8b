//! Stones on a square board, as masks of rows.

use super::line::{Line, REACH};
use super::point::{Direction, MAX_SIZE, MIN_SIZE, Point};
use crate::base::{BySide, Side};

/// The margin around the board: a line from any point stays inside the masks.
pub const MARGIN: usize = REACH as usize;
/// Rows of a mask, with both margins.
pub const ROWS: usize = MAX_SIZE as usize + 2 * MARGIN;
const _: () = assert!(ROWS == 32, "a row with both margins fills a word");

/// A square board with its stones, cheap to copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: u8,
    stone_count: u16,
    /// The number of points that are not blocked.
    capacity: u16,
    // Bit `MARGIN + column` of word `MARGIN + row`. No point is in two of the three masks. A point of the board that is
    // in none of them is blocked.
    stones: BySide<[u32; ROWS]>,
    empty: [u32; ROWS],
}

impl Board {
    /// Returns an empty board of `size` lines.
    ///
    /// # Panics
    /// If `size` is outside [`MIN_SIZE`] to [`MAX_SIZE`].
    #[must_use]
    pub fn new(size: u8) -> Board {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "no board has this size");
        let mut empty = [0; ROWS];
        empty[MARGIN..MARGIN + usize::from(size)].fill(((1 << size) - 1) << MARGIN);
        Board {
            size,
            stone_count: 0,
            capacity: u16::from(size) * u16::from(size),
            stones: BySide { first: [0; ROWS], second: [0; ROWS] },
            empty,
        }
    }

    /// Returns the number of lines each way.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the number of stones.
    #[must_use]
    pub const fn stone_count(&self) -> u16 {
        self.stone_count
    }

    /// Returns whether no point is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.stone_count == self.capacity
    }

    /// Returns whether the board has this point.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        point.is_on_board(self.size)
    }

    /// Returns the owner of the stone at `point`; `None` off the board.
    #[must_use]
    pub fn stone_at(&self, point: Point) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| holds(&self.stones[side], point))
    }

    /// Returns whether `point` is on the board, has no stone and is not blocked.
    #[must_use]
    pub fn is_empty_at(&self, point: Point) -> bool {
        holds(&self.empty, point)
    }

    /// Puts a stone on an empty point of the board.
    pub fn place(&mut self, point: Point, side: Side) {
        debug_assert!(self.is_empty_at(point), "{point} is not empty");
        flip(&mut self.empty, point);
        flip(&mut self.stones[side], point);
        self.stone_count += 1;
    }

    /// Takes the stone at `point`, which is `side`'s, off the board.
    pub fn remove(&mut self, point: Point, side: Side) {
        debug_assert_eq!(self.stone_at(point), Some(side), "at {point}");
        flip(&mut self.stones[side], point);
        flip(&mut self.empty, point);
        self.stone_count -= 1;
    }

    /// Makes an empty point of the board unusable for both sides: lines end there as at the edge.
    pub fn block(&mut self, point: Point) {
        debug_assert!(self.is_empty_at(point), "{point} is not empty");
        flip(&mut self.empty, point);
        self.capacity -= 1;
    }

    /// Lists the blocked points, row by row from the bottom.
    pub fn blocked(&self) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(|&point| !self.is_empty_at(point) && self.stone_at(point).is_none())
    }

    /// Lists the points of the board, row by row from the bottom.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let size = self.size;
        (0..size).flat_map(move |row| (0..size).map(move |column| Point::new(column, row)))
    }

    /// Lists the empty points, row by row from the bottom.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.empty_points_among(&[u32::MAX; ROWS])
    }

    /// Lists the empty points among `rows`, which have margins like the masks of the board.
    pub fn empty_points_among(&self, rows: &[u32; ROWS]) -> impl Iterator<Item = Point> + use<'_> {
        let rows = *rows;
        (0..self.size).flat_map(move |row| {
            let place = MARGIN + usize::from(row);
            let mut bits = (self.empty[place] & rows[place]) >> MARGIN;
            std::iter::from_fn(move || {
                let column = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Point::new(column as u8, row))
            })
        })
    }

    /// Lists the stones of `side`, row by row from the bottom.
    pub fn stones(&self, side: Side) -> impl Iterator<Item = Point> + '_ {
        self.points().filter(move |&point| holds(&self.stones[side], point))
    }

    /// Returns the line through `point` as it would be with a stone of `side` there.
    #[must_use]
    pub fn line(&self, point: Point, direction: Direction, side: Side) -> Line {
        let (columns, rows) = direction.delta();
        let (own, enemy) = (&self.stones[side], &self.stones[!side]);
        let (mut own_mask, mut empty_mask, mut enemy_mask) = (0, 0, 0);
        let mut row = (MARGIN as i8 + point.row() as i8) - REACH * rows;
        let mut bit = (MARGIN as i8 + point.column() as i8) - REACH * columns;
        for place in 0..=2 * REACH {
            own_mask |= ((own[row as usize] >> bit & 1) as u16) << place;
            empty_mask |= ((self.empty[row as usize] >> bit & 1) as u16) << place;
            enemy_mask |= ((enemy[row as usize] >> bit & 1) as u16) << place;
            row += rows;
            bit += columns;
        }
        Line::new(own_mask, empty_mask, enemy_mask)
    }
}

fn holds(mask: &[u32; ROWS], point: Point) -> bool {
    mask[MARGIN + usize::from(point.row())] >> (MARGIN + usize::from(point.column())) & 1 == 1
}

fn flip(mask: &mut [u32; ROWS], point: Point) {
    mask[MARGIN + usize::from(point.row())] ^= 1 << (MARGIN + usize::from(point.column()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_placed_and_removed_leaves_no_trace() {
        for size in [MIN_SIZE, 15, MAX_SIZE] {
            let empty = Board::new(size);
            assert_eq!(empty.points().count(), usize::from(size) * usize::from(size));
            for point in empty.points() {
                let mut board = empty.clone();
                board.place(point, Side::Second);
                assert_eq!(board.stone_at(point), Some(Side::Second));
                assert!(!board.is_empty_at(point));
                assert_eq!(board.stones(Side::Second).collect::<Vec<_>>(), [point]);
                board.remove(point, Side::Second);
                assert_eq!(board, empty);
            }
        }
    }

    #[test]
    fn off_the_board_there_is_neither_stone_nor_room() {
        let board = Board::new(15);
        let outside = Point::new(15, 0);
        assert!(!board.contains(outside) && !board.is_empty_at(outside));
        assert_eq!(board.stone_at(outside), None);
        let line = board.line(Point::new(14, 7), Direction::Horizontal, Side::First);
        assert!(!line.is_empty_at(1) && line.is_empty_at(-1) && line.is_empty_at(-5));
    }

    #[test]
    fn a_blocked_point_is_as_the_edge() {
        let mut board = Board::new(5);
        let at = Point::new(3, 2);
        board.block(at);
        assert!(board.contains(at) && !board.is_empty_at(at) && !board.empty_points().any(|point| point == at));
        assert_eq!((board.stone_at(at), board.blocked().collect::<Vec<_>>()), (None, vec![at]));
        let line = board.line(Point::new(2, 2), Direction::Horizontal, Side::First);
        assert!(!line.is_empty_at(1) && line.is_empty_at(-1));
        let empty: Vec<Point> = board.empty_points().collect();
        empty.into_iter().for_each(|point| board.place(point, Side::First));
        assert!(board.is_full() && board.stone_count() == 24);
    }

    #[test]
    fn a_line_runs_through_its_direction() {
        let mut board = Board::new(15);
        let centre = Point::new(7, 7);
        for direction in Direction::ALL {
            let next = centre.step(direction, 2).expect("the centre is far from the edge");
            board.place(next, Side::First);
            let line = board.line(centre, direction, Side::First);
            assert!(line.is_empty_at(-2));
            assert_eq!(line.with(1).run(), (0, 2), "the run reaches the stone");
            assert!(!board.line(centre, direction, Side::Second).is_empty_at(2));
        }
    }
}
