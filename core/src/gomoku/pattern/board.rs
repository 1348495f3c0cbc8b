//! The board that keeps the shapes and classes of all empty points.

use std::sync::Arc;

use super::Tables;
use super::class::{Class, Shapes};
use super::shape::{self, LineCode, Shape};
use crate::base::{BySide, Side};
use crate::gomoku::board::Board;
use crate::gomoku::forbidden::{self, Foul};
use crate::gomoku::line::REACH;
use crate::gomoku::point::{Direction, Point};
use crate::gomoku::rule::Rule;

/// A board with what a stone of each side would make at every empty point.
///
/// It does not know whose turn it is: stones of either side may be placed and removed in any order.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    tables: Arc<Tables>,
    board: Board,
    // The codes follow the stones at every point of the board; shapes and classes only at the empty ones, an occupied
    // point keeping what it had when its stone came.
    codes: Vec<[BySide<LineCode>; Direction::COUNT]>,
    shapes: Vec<BySide<Shapes>>,
    classes: Vec<BySide<Class>>,
    counts: BySide<[u16; Class::COUNT]>,
}

impl PatternBoard {
    /// Builds the patterns of the stones of `board` from nothing, under the rule of `tables`.
    #[must_use]
    pub fn new(board: &Board, tables: Arc<Tables>) -> PatternBoard {
        let mut patterns = PatternBoard {
            tables,
            board: board.clone(),
            codes: vec![Default::default(); Point::COUNT],
            shapes: vec![BySide::default(); Point::COUNT],
            classes: vec![BySide::default(); Point::COUNT],
            counts: BySide::default(),
        };
        for point in board.points() {
            for direction in Direction::ALL {
                patterns.codes[point.index()][direction.index()] =
                    BySide::from_fn(|side| code_from_scratch(board, point, direction, side));
            }
        }
        for point in board.empty_points() {
            patterns.read_all_shapes(point);
            patterns.count(point);
        }
        patterns
    }

    /// Returns the stones.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rule set.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.tables.rule
    }

    /// Puts a stone on an empty point.
    pub fn place(&mut self, point: Point, side: Side) {
        self.uncount(point);
        self.board.place(point, side);
        self.tell_neighbours(point, side, LineCode::wrapping_add);
    }

    /// Takes the stone at `point` off the board. A point without a stone stays as it is.
    pub fn remove(&mut self, point: Point) {
        let Some(side) = self.board.stone_at(point) else {
            return;
        };
        self.board.remove(point, side);
        self.tell_neighbours(point, side, LineCode::wrapping_sub);
        self.read_all_shapes(point);
        self.count(point);
    }

    /// Returns what a stone of `side` at the empty `point` makes in `direction`.
    #[must_use]
    pub fn shape(&self, point: Point, side: Side, direction: Direction) -> Shape {
        self.shapes[point.index()][side].get(direction)
    }

    /// Returns what a stone of `side` at the empty `point` makes.
    #[must_use]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.classes[point.index()][side]
    }

    /// Returns the code of the ten cells around `point` as `side` sees them, for tables of the engine's own.
    #[must_use]
    pub fn code(&self, point: Point, side: Side, direction: Direction) -> LineCode {
        self.codes[point.index()][direction.index()][side]
    }

    /// Returns on how many empty points a stone of `side` makes exactly `class`.
    #[must_use]
    pub fn count_of(&self, side: Side, class: Class) -> u16 {
        self.counts[side][class.index()]
    }

    /// Returns whether a stone of `side` makes `class` or more somewhere.
    #[must_use]
    pub fn has_at_least(&self, side: Side, class: Class) -> bool {
        self.counts[side][class.index()..].iter().any(|&count| count > 0)
    }

    /// Lists the empty points at which a stone of `side` makes `class` or more, row by row from the bottom.
    pub fn points_at_least(&self, side: Side, class: Class) -> impl Iterator<Item = Point> + '_ {
        let points = self.has_at_least(side, class).then(|| self.board.empty_points());
        points.into_iter().flatten().filter(move |&point| self.class(point, side) >= class)
    }

    /// Returns the foul of a stone of `side` at the empty `point`, asking the judge only where two threes seem to meet.
    #[must_use]
    pub fn foul(&self, point: Point, side: Side) -> Option<Foul> {
        if !self.rule().has_fouls(side) {
            return None;
        }
        let class = self.class(point, side);
        let is_suspect = class < Class::Five && self.shapes[point.index()][side].count(Shape::OpenThree) >= 2;
        if class == Class::Forbidden || is_suspect { forbidden::foul(&self.board, point) } else { None }
    }

    /// Changes the codes of the cells that see a stone of `side` come to or go from `point`, and what follows from them.
    fn tell_neighbours(&mut self, point: Point, side: Side, change: impl Fn(LineCode, LineCode) -> LineCode) {
        let on_board = 0..self.board.size() as i8;
        for direction in Direction::ALL {
            let (columns, rows) = direction.delta();
            for steps in (-REACH..=REACH).filter(|&steps| steps != 0) {
                let column = point.column() as i8 + columns * steps;
                let row = point.row() as i8 + rows * steps;
                if !on_board.contains(&column) || !on_board.contains(&row) {
                    continue;
                }
                let neighbour = Point::new(column as u8, row as u8);
                let weight = shape::weight(-steps);
                let codes = &mut self.codes[neighbour.index()][direction.index()];
                codes[side] = change(codes[side], weight);
                codes[!side] = change(codes[!side], 2 * weight);
                if self.board.is_empty_at(neighbour) {
                    self.read_shape(neighbour, direction);
                }
            }
        }
    }

    /// Reads the shapes of an empty point in one direction again and moves its class in the counts if that changed.
    fn read_shape(&mut self, point: Point, direction: Direction) {
        let codes = self.codes[point.index()][direction.index()];
        for side in Side::ALL {
            let shape = self.tables.shapes[side][usize::from(codes[side])];
            let shapes = &mut self.shapes[point.index()][side];
            let changed = shapes.with(direction, shape);
            if *shapes == changed {
                continue;
            }
            *shapes = changed;
            let class = self.tables.classes[side][shapes.index()];
            let before = std::mem::replace(&mut self.classes[point.index()][side], class);
            self.counts[side][before.index()] -= 1;
            self.counts[side][class.index()] += 1;
        }
    }

    /// Reads the shapes and classes of an empty point in all directions, without counting them.
    fn read_all_shapes(&mut self, point: Point) {
        for side in Side::ALL {
            let codes = &self.codes[point.index()];
            let shape = |direction: Direction| self.tables.shapes[side][usize::from(codes[direction.index()][side])];
            let shapes = Direction::ALL
                .into_iter()
                .fold(Shapes::default(), |shapes, direction| shapes.with(direction, shape(direction)));
            self.shapes[point.index()][side] = shapes;
            self.classes[point.index()][side] = self.tables.classes[side][shapes.index()];
        }
    }

    fn count(&mut self, point: Point) {
        for side in Side::ALL {
            let class = self.class(point, side);
            self.counts[side][class.index()] += 1;
        }
    }

    fn uncount(&mut self, point: Point) {
        for side in Side::ALL {
            let class = self.class(point, side);
            self.counts[side][class.index()] -= 1;
        }
    }
}

/// Reads the code of the cells around `point` off the board.
fn code_from_scratch(board: &Board, point: Point, direction: Direction, side: Side) -> LineCode {
    let line = board.line(point, direction, side);
    let digit = |offset| match (line.is_own_at(offset), line.is_empty_at(offset)) {
        (true, _) => 1,
        (_, true) => 0,
        (false, false) => 2,
    };
    (-REACH..=REACH).filter(|&offset| offset != 0).map(|offset| digit(offset) * shape::weight(offset)).sum()
}
