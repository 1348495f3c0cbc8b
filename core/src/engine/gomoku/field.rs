//! The board of the search: patterns, side to move and key, with make and unmake.

use std::sync::Arc;

use crate::base::{Key, Side};
use crate::gomoku::pattern::{Class, PatternBoard, Tables};
use crate::gomoku::point::{Direction, MAX_SIZE};
use crate::gomoku::{Point, Position, zobrist};
use crate::position::Position as _;

const ROWS: usize = MAX_SIZE as usize;

/// A board with patterns, key and side to move, for make and unmake.
#[derive(Clone, Debug)]
pub struct Field {
    patterns: PatternBoard,
    side: Side,
    key: Key,
    /// Bit `column` of word `row` is set for every stone and every blocked point.
    taken: [u32; ROWS],
}

impl Field {
    /// Builds the field of `position`; `tables` must be those of its rule.
    #[must_use]
    pub fn new(position: &Position, tables: Arc<Tables>) -> Field {
        let mut taken = [0; ROWS];
        let is_taken = |point: &Point| !position.board().is_empty_at(*point);
        position.points().filter(is_taken).for_each(|point| flip(&mut taken, point));
        Field {
            patterns: PatternBoard::new(position.board(), tables),
            side: position.side_to_move(),
            key: position.key(),
            taken,
        }
    }

    #[must_use]
    pub const fn patterns(&self) -> &PatternBoard {
        &self.patterns
    }

    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side
    }

    /// Returns the key of the position, equal to that of the rules' position.
    #[must_use]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Returns whether no point is empty.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.patterns.board().is_full()
    }

    /// Plays a stone of the side to move on an empty point.
    pub fn play(&mut self, point: Point) {
        self.patterns.push(point, self.side);
        self.key ^= zobrist::stone(self.side, point);
        flip(&mut self.taken, point);
        self.pass();
    }

    /// Takes the last move of the search back.
    pub fn undo(&mut self) {
        let (point, _) = self.patterns.pop().expect("every undo answers a play");
        self.pass();
        flip(&mut self.taken, point);
        self.key ^= zobrist::stone(self.side, point);
    }

    /// Passes the turn without a stone. A second pass undoes the first.
    pub fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::WHITE_TO_MOVE;
    }

    /// Returns what a stone of `side` at the empty `point` makes.
    #[must_use]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.patterns.class(point, side)
    }

    /// Returns on how many points a stone of `side` makes a five.
    #[must_use]
    pub fn fives(&self, side: Side) -> u16 {
        self.patterns.count_of(side, Class::Five)
    }

    /// Returns whether the rules let `side` play on the empty `point`.
    #[must_use]
    pub fn is_legal(&self, point: Point, side: Side) -> bool {
        self.patterns.foul(point, side).is_none()
    }

    /// Returns the legal points of `side`, whichever side is to move.
    pub fn legal_points(&self, side: Side) -> impl Iterator<Item = Point> + '_ {
        self.patterns.board().empty_points().filter(move |&point| self.is_legal(point, side))
    }

    /// Returns whether `side` has a legal move at all. Where it has none, the game is drawn.
    #[must_use]
    pub fn can_move(&self, side: Side) -> bool {
        self.legal_points(side).next().is_some()
    }

    /// Returns whether `side` has a legal move even once `stones` of its legal points are taken. If not, what looks like a
    /// loss may be a draw; before the board is full only Renju's Black can run out of moves.
    #[must_use]
    pub fn keeps_a_move(&self, side: Side, stones: usize) -> bool {
        !self.patterns.rule().has_fouls(side) || self.legal_points(side).nth(stones).is_some()
    }

    /// Returns the first legal point at which `side` makes `class` or more.
    #[must_use]
    pub fn first_at_least(&self, side: Side, class: Class) -> Option<Point> {
        self.patterns.points_at_least(side, class).find(|&point| self.is_legal(point, side))
    }

    /// Returns the empty points within `reach` rows and columns of a stone.
    #[must_use]
    pub fn near(&self, reach: usize) -> PointSet {
        let size = usize::from(self.patterns.board().size());
        let wide = self.taken.map(|row| (1..=reach).fold(row, |wide, shift| wide | row << shift | row >> shift));
        let mask = (1_u32 << size) - 1;
        let mut rows = [0; ROWS];
        for (index, row) in rows[..size].iter_mut().enumerate() {
            let around = &wide[index.saturating_sub(reach)..=(index + reach).min(size - 1)];
            *row = around.iter().fold(0, |all, row| all | row) & mask & !self.taken[index];
        }
        PointSet(rows)
    }

    /// Lists the empty points up to four steps from `point` in `direction`, five where the ends of a five matter: where
    /// a five through `point` may be made or stopped.
    pub fn around(&self, point: Point, direction: Direction) -> impl Iterator<Item = Point> + '_ {
        let reach = if self.patterns.rule().blocks_ends() { 5 } else { 4 };
        (-reach..=reach).filter(|&steps| steps != 0).filter_map(move |steps| {
            point.step(direction, steps).filter(|&there| self.patterns.board().is_empty_at(there))
        })
    }

    /// Returns the first point at which `side` makes a five, legal or not.
    #[must_use]
    pub fn five(&self, side: Side) -> Option<Point> {
        self.patterns.points_at_least(side, Class::Five).next()
    }
}

/// A set of points; bit `column` of word `row` is a point's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet([u32; ROWS]);

impl PointSet {
    /// Returns whether `point` belongs to the set.
    #[must_use]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.row() as usize] >> point.column() & 1 == 1
    }

    /// Returns the points that are not in `other`.
    #[must_use]
    pub fn without(mut self, other: &PointSet) -> PointSet {
        for (row, taken) in self.0.iter_mut().zip(other.0) {
            *row &= !taken;
        }
        self
    }

    /// Lists the points, row by row from the bottom.
    pub fn points(self) -> impl Iterator<Item = Point> {
        self.0.into_iter().enumerate().flat_map(|(row, mut bits)| {
            std::iter::from_fn(move || {
                let column = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(Point::new(column as u8, row as u8))
            })
        })
    }
}

fn flip(rows: &mut [u32; ROWS], point: Point) {
    rows[usize::from(point.row())] ^= 1 << point.column();
}
