//! The board that keeps the shapes, classes and values of all empty points.

use std::sync::Arc;

use super::class::Class;
use super::combo::Combo;
use super::shape::{self, LineCode, Shape};
use super::{Codes, Tables};
use crate::base::{BySide, Side};
use crate::gomoku::board::Board;
use crate::gomoku::forbidden::{self, Foul};
use crate::gomoku::line::REACH;
use crate::gomoku::point::{Direction, MAX_SIZE, Point};
use crate::gomoku::rule::Rule;

/// Cells of a row, the margins of a line's reach on both sides included.
const STRIDE: usize = 32;
const MARGIN: usize = REACH as usize;
/// Cells of the largest board with its margins: a power of two, so that a masked index needs no check.
const CELLS: usize = STRIDE * STRIDE;
const _: () = assert!(MAX_SIZE as usize + 2 * MARGIN == STRIDE);
/// How far apart two neighbours of a line are, by direction.
const STEPS: [usize; Direction::COUNT] = [1, STRIDE, STRIDE + 1, CELLS + 1 - STRIDE];

/// Cells of all lines of one direction, each line with its margins in a row of its own: a diagonal direction has
/// 2 · [`MAX_SIZE`] − 1 lines.
const LINE_CELLS: usize = 64 * STRIDE;
/// Cells that see a stone, the stone's own in the middle.
const SEEN: usize = 2 * MARGIN + 1;

/// Words of a set of points: two rows to a word.
const WORDS: usize = MAX_SIZE as usize / 2;

/// A sum of [`Value`](super::Value)s: as the side to move, and as the side that waits.
pub type Total = [i32; 2];

/// What is known of a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    // Kept at empty points only; an occupied point keeps what it had when its stone came.
    /// Four bits a direction, the first side's shapes in the low half, the second's in the high half.
    shapes: u32,
    combos: BySide<Combo>,
    classes: BySide<Class>,
    is_empty: bool,
}

/// What follows the stones along the lines of one direction, at every point of the board, neighbours side by side.
#[derive(Clone, Debug)]
struct Lines {
    codes: [Codes; LINE_CELLS],
    /// The first side's shape in the low four bits, the second's in the high ones.
    shapes: [u8; LINE_CELLS],
}

/// What the empty points of one side come to.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    counts: [u16; Class::COUNT],
    points: [[u64; WORDS]; Class::COUNT],
    total: Total,
}

/// A board with what a stone of each side would make at every empty point.
///
/// It does not know whose turn it is: stones of either side may be placed and removed in any order.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    tables: Arc<Tables>,
    board: Board,
    cells: Box<[Cell; CELLS]>,
    lines: Box<[Lines; Direction::COUNT]>,
    sums: Box<BySide<Sum>>,
}

impl PatternBoard {
    /// Builds the patterns of the stones of `board` from nothing, under the rule of `tables`.
    #[must_use]
    pub fn new(board: &Board, tables: Arc<Tables>) -> PatternBoard {
        let mut cells = Box::new([Cell::default(); CELLS]);
        let mut lines = Box::new([const { Lines { codes: [0; LINE_CELLS], shapes: [0; LINE_CELLS] } }; 4]);
        let mut sums = Box::new(BySide::default());
        for point in board.points() {
            for direction in Direction::ALL {
                let code = |side| Codes::from(code_from_scratch(board, tables.rule(), point, direction, side));
                let line = &mut lines[direction.index()];
                let at = line_of(point, direction);
                line.codes[at] = code(Side::First) | code(Side::Second) << 16;
                line.shapes[at] = shapes_of(&tables, line.codes[at]);
            }
        }
        for point in board.empty_points() {
            enter(&tables, &mut cells[cell_of(point)], &lines, &mut sums, point);
        }
        PatternBoard { tables, board: board.clone(), cells, lines, sums }
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
        let cell = &mut self.cells[cell_of(point)];
        cell.is_empty = false;
        for side in Side::ALL {
            let fact = self.tables.facts[side][cell.combos[side].index()];
            self.sums[side].leave(fact.class, fact.value, bit_of(point));
        }
        self.board.place(point, side);
        self.tell_neighbours(point, side, false);
    }

    /// Takes the stone at `point` off the board. A point without a stone stays as it is.
    pub fn remove(&mut self, point: Point) {
        let Some(side) = self.board.stone_at(point) else {
            return;
        };
        self.board.remove(point, side);
        self.tell_neighbours(point, side, true);
        enter(&self.tables, &mut self.cells[cell_of(point)], &self.lines, &mut self.sums, point);
    }

    /// Returns what a stone of `side` at the empty `point` makes in `direction`.
    #[must_use]
    pub fn shape(&self, point: Point, side: Side, direction: Direction) -> Shape {
        let shift = 16 * side.index() + 4 * direction.index();
        Shape::ALL[(self.cells[cell_of(point)].shapes >> shift & 15) as usize]
    }

    /// Returns what a stone of `side` at the empty `point` makes.
    #[inline]
    #[must_use]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.cells[cell_of(point)].classes[side]
    }

    /// Returns which four shapes a stone of `side` at the empty `point` makes.
    #[inline]
    #[must_use]
    pub fn combo(&self, point: Point, side: Side) -> Combo {
        self.cells[cell_of(point)].combos[side]
    }

    /// Returns the code of the cells around `point` as `side` sees them, for tables of the engine's own.
    #[must_use]
    pub fn code(&self, point: Point, side: Side, direction: Direction) -> LineCode {
        (self.lines[direction.index()].codes[line_of(point, direction)] >> (16 * side.index())) as LineCode
    }

    /// Returns on how many empty points a stone of `side` makes exactly `class`.
    #[inline]
    #[must_use]
    pub fn count_of(&self, side: Side, class: Class) -> u16 {
        self.sums[side].counts[class.index()]
    }

    /// Returns whether a stone of `side` makes `class` or more somewhere.
    #[inline]
    #[must_use]
    pub fn has_at_least(&self, side: Side, class: Class) -> bool {
        self.sums[side].counts[class.index()..].iter().any(|&count| count > 0)
    }

    /// Returns the sum of the values of all empty points for `side`.
    #[inline]
    #[must_use]
    pub fn total(&self, side: Side) -> Total {
        self.sums[side].total
    }

    /// Lists the empty points at which a stone of `side` makes `class` or more, row by row from the bottom.
    pub fn points_at_least(&self, side: Side, class: Class) -> impl Iterator<Item = Point> + '_ {
        let sum = &self.sums[side];
        let words = if self.has_at_least(side, class) { usize::from(self.board.size()).div_ceil(2) } else { 0 };
        (0..words).flat_map(move |word| {
            let classes = &sum.points[class.index()..];
            let mut bits = classes.iter().fold(0, |all, points| all | points[word]);
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(Point::new((bit % STRIDE) as u8, (2 * word + bit / STRIDE) as u8))
            })
        })
    }

    /// Returns the foul of a stone of `side` at the empty `point`, asking the judge only where two threes seem to meet.
    #[must_use]
    pub fn foul(&self, point: Point, side: Side) -> Option<Foul> {
        if !self.rule().has_fouls(side) {
            return None;
        }
        let class = self.class(point, side);
        let threes = || Direction::ALL.into_iter().filter(|&d| self.shape(point, side, d) == Shape::OpenThree);
        let is_suspect = class < Class::Five && class >= Class::DoubleThree && threes().count() >= 2;
        if class == Class::Forbidden || is_suspect { forbidden::foul(&self.board, point) } else { None }
    }

    /// Changes the codes of the cells that see a stone of `side` come to or go from `point`, and what follows from them.
    fn tell_neighbours(&mut self, point: Point, side: Side, goes: bool) {
        let PatternBoard { tables, cells, lines, sums, .. } = self;
        let tables: &Tables = tables;
        let centre = cell_of(point);
        let weights = &tables.weights[if goes { 1 } else { 0 }][side];
        for direction in Direction::ALL {
            let line = &mut lines[direction.index()];
            let start = line_of(point, direction) - MARGIN;
            let codes = line.codes[start..].first_chunk_mut::<SEEN>().expect("a line has a margin at both ends");
            let shapes = line.shapes[start..].first_chunk_mut::<SEEN>().expect("a line has a margin at both ends");
            for (code, weight) in codes.iter_mut().zip(weights) {
                *code = code.wrapping_add(*weight);
            }
            let mut fresh = [0; SEEN];
            for (shape, &code) in fresh.iter_mut().zip(codes.iter()) {
                *shape = shapes_of(tables, code);
            }
            let step = STEPS[direction.index()];
            let mut at = centre.wrapping_sub(MARGIN * step);
            for (&shape, old) in fresh.iter().zip(shapes.iter_mut()) {
                let changed = *old ^ shape;
                *old = shape;
                let cell = &mut cells[at % CELLS];
                if changed != 0 && cell.is_empty {
                    cell.shapes ^= spread(changed) << (4 * direction.index());
                    read_combos(tables, cell, sums, at % CELLS);
                }
                at = at.wrapping_add(step);
            }
        }
    }
}

impl Sum {
    #[inline]
    fn join(&mut self, class: Class, value: super::Value, bit: (usize, u32)) {
        self.counts[class.index()] += 1;
        self.points[class.index()][bit.0] |= 1 << bit.1;
        self.total[0] += i32::from(value[0]);
        self.total[1] += i32::from(value[1]);
    }

    #[inline]
    fn leave(&mut self, class: Class, value: super::Value, bit: (usize, u32)) {
        self.counts[class.index()] -= 1;
        self.points[class.index()][bit.0] &= !(1 << bit.1);
        self.total[0] -= i32::from(value[0]);
        self.total[1] -= i32::from(value[1]);
    }
}

/// Returns the shapes of both sides that `codes` stand for, four bits each.
#[inline]
fn shapes_of(tables: &Tables, codes: Codes) -> u8 {
    let first = tables.shapes.first[usize::from(codes as u16)] as u8;
    let second = tables.shapes.second[usize::from((codes >> 16) as u16)] as u8;
    first | second << 4
}

/// Spreads two shapes of four bits to the halves of a word.
#[inline]
const fn spread(shapes: u8) -> u32 {
    (shapes & 15) as u32 | ((shapes >> 4) as u32) << 16
}

/// Moves an empty cell whose shapes have changed to the combinations that they make now.
#[inline]
fn read_combos(tables: &Tables, cell: &mut Cell, sums: &mut BySide<Sum>, at: usize) {
    let (row, column) = (at / STRIDE - MARGIN, at % STRIDE - MARGIN);
    let bit = (row / 2, (row % 2 * STRIDE + column) as u32);
    for side in Side::ALL {
        let combo = Combo::of_nibbles((cell.shapes >> (16 * side.index())) as u16);
        let before = cell.combos[side];
        if combo == before {
            continue;
        }
        let facts = &tables.facts[side];
        let (old, new) = (facts[before.index() % facts.len()], facts[combo.index() % facts.len()]);
        let sum = &mut sums[side];
        cell.combos[side] = combo;
        sum.total[0] += i32::from(new.value[0]) - i32::from(old.value[0]);
        sum.total[1] += i32::from(new.value[1]) - i32::from(old.value[1]);
        if old.class != new.class {
            cell.classes[side] = new.class;
            sum.counts[old.class.index()] -= 1;
            sum.counts[new.class.index()] += 1;
            sum.points[old.class.index()][bit.0] &= !(1 << bit.1);
            sum.points[new.class.index()][bit.0] |= 1 << bit.1;
        }
    }
}

/// Reads all about a cell that is empty now off its lines.
fn enter(tables: &Tables, cell: &mut Cell, lines: &[Lines; 4], sums: &mut BySide<Sum>, point: Point) {
    let shapes = |direction: Direction| lines[direction.index()].shapes[line_of(point, direction)];
    cell.is_empty = true;
    cell.shapes = Direction::ALL
        .into_iter()
        .fold(0, |all, direction| all | spread(shapes(direction)) << (4 * direction.index()));
    for side in Side::ALL {
        let combo = Combo::of_nibbles((cell.shapes >> (16 * side.index())) as u16);
        let fact = tables.facts[side][combo.index()];
        cell.combos[side] = combo;
        cell.classes[side] = fact.class;
        sums[side].join(fact.class, fact.value, bit_of(point));
    }
}

/// Returns the place of a point among the cells.
#[inline]
const fn cell_of(point: Point) -> usize {
    ((point.row() as usize + MARGIN) * STRIDE + point.column() as usize + MARGIN) % CELLS
}

/// Returns the place of a point among the cells of the lines of `direction`.
#[inline]
const fn line_of(point: Point, direction: Direction) -> usize {
    let (row, column) = (point.row() as usize, point.column() as usize);
    let (line, place) = match direction {
        Direction::Horizontal => (row, column),
        Direction::Vertical => (column, row),
        Direction::Rising => (row + MAX_SIZE as usize - 1 - column, column),
        Direction::Falling => (row + column, column),
    };
    line * STRIDE + place + MARGIN
}

/// Returns the word and the bit of a point in a set of points.
#[inline]
const fn bit_of(point: Point) -> (usize, u32) {
    let (row, column) = (point.row() as usize, point.column() as usize);
    (row / 2, (row % 2 * STRIDE + column) as u32)
}

/// Reads the code of the cells around `point` off the board.
fn code_from_scratch(board: &Board, rule: Rule, point: Point, direction: Direction, side: Side) -> LineCode {
    let line = board.line(point, direction, side);
    let exact = rule.needs_exact_five(side);
    let digit = |offset| match (line.is_own_at(offset), line.is_empty_at(offset)) {
        (true, _) => 1,
        (_, true) => 0,
        (false, false) => 2,
    };
    (-REACH..=REACH).filter(|&offset| offset != 0).map(|offset| digit(offset) * shape::weight(offset, exact)).sum()
}
