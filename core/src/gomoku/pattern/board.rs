//! The board that keeps the shapes, classes and values of all empty points.

use std::sync::Arc;

use super::class::Class;
use super::combo::Combo;
use super::pair::{self, PairCode};
use super::shape::Shape;
use super::{Fact, Tables, unpacked};
use crate::base::Side;
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
/// As many bytes of a line as are handled at once; those beyond [`SEEN`] belong to nobody.
const WIDE: usize = 16;
/// The bytes of [`WIDE`] that see a stone.
const SEEN_MASK: u128 = (1 << (8 * SEEN)) - 1;

/// Words of a set of points: two rows to a word; a power of two, so that a masked index needs no check.
const WORDS: usize = (MAX_SIZE as usize / 2).next_power_of_two();
/// Places for the classes in a table, likewise.
const CLASSES: usize = Class::COUNT.next_power_of_two();
/// The classes by number, filled up.
const CLASS: [Class; CLASSES] = {
    let mut classes = [Class::Quiet; CLASSES];
    let mut number = 0;
    while number < Class::COUNT {
        classes[number] = Class::ALL[number];
        number += 1;
    }
    classes
};

/// A sum of [`Value`](super::Value)s: as the side to move, and as the side that waits.
pub type Total = [i32; 2];

/// What is known of a cell for one side: eight bytes, so that what a stone changes is quickly put aside.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    // Kept at empty points only; an occupied point keeps what it had when its stone came.
    /// Four bits a direction.
    shapes: u16,
    combo: Combo,
    class: Class,
    /// Its own place among the cells of both sides.
    at: u16,
}

/// The cells of the first side, then those of the second.
const CELLS_OF_BOTH: usize = Side::COUNT * CELLS;

/// What follows the stones along the lines of one direction, at every point of the board, neighbours side by side.
#[derive(Clone, Debug)]
struct Lines {
    codes: [PairCode; LINE_CELLS],
    /// The first side's shape in the low four bits, the second's in the high ones.
    shapes: [u8; LINE_CELLS],
    /// All bits set for an empty point, none for a taken one or a cell off the board.
    empty: [u8; LINE_CELLS],
}

/// What the empty points of one side come to.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    counts: [u16; CLASSES],
    points: [[u64; WORDS]; CLASSES],
    /// A sum of facts.
    total: i64,
}

/// What a stone that was pushed has changed.
#[derive(Clone, Debug)]
struct Frame {
    point: Point,
    side: Side,
    /// The shapes of the cells that see the stone as they were before.
    shapes: [[u8; WIDE]; Direction::COUNT],
    counts: [[u16; CLASSES]; Side::COUNT],
    totals: [i64; Side::COUNT],
    /// Where its cells begin in the list of changed ones.
    changed: usize,
}

/// A board with what a stone of each side would make at every empty point.
///
/// It does not know whose turn it is: stones of either side may be placed and removed in any order.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    tables: Arc<Tables>,
    board: Board,
    cells: Box<[Cell; CELLS_OF_BOTH]>,
    lines: Box<[Lines; Direction::COUNT]>,
    sums: Box<[Sum; Side::COUNT]>,
    /// The stones that [`PatternBoard::pop`] takes back.
    frames: Vec<Frame>,
    /// The cells that those stones changed, as they were before.
    changed: Vec<Cell>,
}

impl PatternBoard {
    /// Builds the patterns of the stones of `board` from nothing, under the rule of `tables`.
    #[must_use]
    pub fn new(board: &Board, tables: Arc<Tables>) -> PatternBoard {
        let mut cells = Box::new([Cell::default(); CELLS_OF_BOTH]);
        cells.iter_mut().zip(0..).for_each(|(cell, at)| cell.at = at);
        let mut lines =
            Box::new([const { Lines { codes: [0; LINE_CELLS], shapes: [0; LINE_CELLS], empty: [0; LINE_CELLS] } }; 4]);
        let mut sums = Box::new([Sum::default(); Side::COUNT]);
        for point in board.points() {
            for direction in Direction::ALL {
                let line = &mut lines[direction.index()];
                let at = line_of(point, direction);
                line.codes[at] = code_from_scratch(board, tables.rule, point, direction);
                line.shapes[at] = tables.shapes_of(line.codes[at]);
            }
        }
        for point in board.empty_points() {
            enter(&tables, &mut cells, &mut lines, &mut sums, point);
        }
        let (frames, changed) = (Vec::new(), Vec::new());
        PatternBoard { tables, board: board.clone(), cells, lines, sums, frames, changed }
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
        self.push(point, side);
        self.forget();
    }

    /// Puts a stone on an empty point so that [`PatternBoard::pop`] can take it back at little cost.
    pub fn push(&mut self, point: Point, side: Side) {
        let mut frame = Frame {
            point,
            side,
            shapes: [[0; WIDE]; Direction::COUNT],
            counts: self.sums.each_ref().map(|sum| sum.counts),
            totals: self.sums.each_ref().map(|sum| sum.total),
            changed: self.changed.len(),
        };
        for side in Side::ALL {
            let cell = &self.cells[cell_of(point, side)];
            self.sums[side.index()].leave(self.tables.fact(side, cell.combo), bit_at(cell_of(point, side)));
        }
        mark(&mut self.lines, point, TAKEN);
        self.board.place(point, side);
        self.tell_neighbours(point, side, false, &mut frame.shapes);
        self.frames.push(frame);
    }

    /// Takes the stone pushed last off the board and returns it; `None` if there is none.
    pub fn pop(&mut self) -> Option<(Point, Side)> {
        let frame = self.frames.pop()?;
        let Frame { point, side, .. } = frame;
        self.board.remove(point, side);
        for (direction, old) in Direction::ALL.into_iter().zip(&frame.shapes) {
            let line = &mut self.lines[direction.index()];
            let start = line_of(point, direction) - MARGIN;
            let codes = line.codes[start..].first_chunk_mut::<SEEN>().expect("a line has a margin at both ends");
            for (code, weight) in codes.iter_mut().zip(&self.tables.weights[1][side]) {
                *code = code.wrapping_add(*weight);
            }
            line.shapes[start..start + SEEN].copy_from_slice(&old[..SEEN]);
        }
        for &before in &self.changed[frame.changed..] {
            let at = usize::from(before.at);
            let cell = &mut self.cells[at % CELLS_OF_BOTH];
            let sum = &mut self.sums[at / CELLS % Side::COUNT];
            sum.toggle(cell.class.index(), bit_at(at));
            sum.toggle(before.class.index(), bit_at(at));
            *cell = before;
        }
        self.changed.truncate(frame.changed);
        mark(&mut self.lines, point, EMPTY);
        for side in Side::ALL {
            let at = cell_of(point, side);
            let sum = &mut self.sums[side.index()];
            sum.toggle(self.cells[at].class.index(), bit_at(at));
            sum.counts = frame.counts[side.index()];
            sum.total = frame.totals[side.index()];
        }
        Some((point, side))
    }

    /// Makes the stones pushed so far stones like any other.
    fn forget(&mut self) {
        self.frames.clear();
        self.changed.clear();
    }

    /// Takes the stone at `point` off the board. A point without a stone stays as it is.
    pub fn remove(&mut self, point: Point) {
        let Some(side) = self.board.stone_at(point) else {
            return;
        };
        self.board.remove(point, side);
        self.tell_neighbours(point, side, true, &mut [[0; WIDE]; Direction::COUNT]);
        self.forget();
        enter(&self.tables, &mut self.cells, &mut self.lines, &mut self.sums, point);
    }

    /// Returns what a stone of `side` at the empty `point` makes in `direction`.
    #[must_use]
    pub fn shape(&self, point: Point, side: Side, direction: Direction) -> Shape {
        Shape::ALL[usize::from(self.cells[cell_of(point, side)].shapes >> (4 * direction.index()) & 15)]
    }

    /// Returns what a stone of `side` at the empty `point` makes.
    #[inline]
    #[must_use]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.cells[cell_of(point, side)].class
    }

    /// Returns which four shapes a stone of `side` at the empty `point` makes.
    #[inline]
    #[must_use]
    pub fn combo(&self, point: Point, side: Side) -> Combo {
        self.cells[cell_of(point, side)].combo
    }

    /// Returns the code of the cells around `point`, for tables of the engine's own.
    #[must_use]
    pub fn code(&self, point: Point, direction: Direction) -> PairCode {
        self.lines[direction.index()].codes[line_of(point, direction)]
    }

    /// Returns on how many empty points a stone of `side` makes exactly `class`.
    #[inline]
    #[must_use]
    pub fn count_of(&self, side: Side, class: Class) -> u16 {
        self.sums[side.index()].counts[class.index()]
    }

    /// Returns whether a stone of `side` makes `class` or more somewhere.
    #[inline]
    #[must_use]
    pub fn has_at_least(&self, side: Side, class: Class) -> bool {
        self.sums[side.index()].counts[class.index()..].iter().any(|&count| count > 0)
    }

    /// Returns the sum of the values of all empty points for `side`.
    #[inline]
    #[must_use]
    pub fn total(&self, side: Side) -> Total {
        unpacked(self.sums[side.index()].total)
    }

    /// Lists the empty points at which a stone of `side` makes `class` or more, row by row from the bottom.
    pub fn points_at_least(&self, side: Side, class: Class) -> impl Iterator<Item = Point> + '_ {
        let sum = &self.sums[side.index()];
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
    /// The shapes of these cells as they were go to `before`, the changed empty cells to the list of changed ones.
    fn tell_neighbours(&mut self, point: Point, side: Side, goes: bool, before: &mut [[u8; WIDE]; Direction::COUNT]) {
        let PatternBoard { tables, cells, lines, sums, changed, .. } = self;
        // Plain references to arrays: the optimizer need not ask where they are for each cell.
        let (tables, cells, sums): (&Tables, &mut [_; CELLS_OF_BOTH], &mut [_; Side::COUNT]) = (tables, cells, sums);
        let weights = &tables.weights[usize::from(goes)][side];
        for (direction, before) in Direction::ALL.into_iter().zip(before) {
            let line = &mut lines[direction.index()];
            let start = line_of(point, direction) - MARGIN;
            let codes = line.codes[start..].first_chunk_mut::<SEEN>().expect("a line has a margin at both ends");
            let shapes = line.shapes[start..].first_chunk_mut::<WIDE>().expect("the last line is nobody's");
            let empty = line.empty[start..].first_chunk::<WIDE>().expect("the last line is nobody's");
            for (code, weight) in codes.iter_mut().zip(weights) {
                *code = code.wrapping_add(*weight);
            }
            *before = *shapes;
            for (shape, &code) in shapes.iter_mut().zip(codes.iter()) {
                *shape = tables.shapes_of(code);
            }
            let step = STEPS[direction.index()];
            let start = cell_of(point, Side::First).wrapping_sub(MARGIN * step);
            let word = |bytes: &[u8; WIDE]| u128::from_le_bytes(*bytes);
            let differences = (word(before) ^ word(shapes)) & word(empty) & SEEN_MASK;
            for (half, first) in [(differences as u64, 0), ((differences >> 64) as u64, 8)] {
                // Four bits a cell and side: only the sides whose shape has changed are looked at.
                let mut rest = half;
                while rest != 0 {
                    let shift = rest.trailing_zeros() & !3;
                    let difference = (rest >> shift & 15) as u16;
                    rest &= !(15 << shift);
                    let side = shift as usize / 4 % Side::COUNT;
                    let at = start.wrapping_add((first + shift as usize / 8) * step) % CELLS + side * CELLS;
                    let cell = &mut cells[at];
                    changed.push(*cell);
                    cell.shapes ^= difference << (4 * direction.index());
                    read_combo(tables, cell, &mut sums[side], Side::ALL[side], at);
                }
            }
        }
    }
}

impl Sum {
    #[inline]
    fn join(&mut self, fact: Fact, bit: (usize, usize)) {
        self.counts[fact.class()] += 1;
        self.toggle(fact.class(), bit);
        self.total += fact.0;
    }

    #[inline]
    fn leave(&mut self, fact: Fact, bit: (usize, usize)) {
        self.counts[fact.class()] -= 1;
        self.toggle(fact.class(), bit);
        self.total -= fact.0;
    }

    /// Puts a point into the set of a class or takes it out.
    #[inline]
    fn toggle(&mut self, class: usize, (word, bit): (usize, usize)) {
        self.points[class % CLASSES][word % WORDS] ^= 1 << bit;
    }
}

/// Moves an empty cell whose shapes have changed to the combination that they make now.
#[inline]
fn read_combo(tables: &Tables, cell: &mut Cell, sum: &mut Sum, side: Side, at: usize) {
    let combo = tables.combo(cell.shapes);
    sum.leave(tables.fact(side, cell.combo), bit_at(at));
    let fact = tables.fact(side, combo);
    sum.join(fact, bit_at(at));
    cell.combo = combo;
    cell.class = CLASS[fact.class() % CLASSES];
}

/// Marks of [`Lines::empty`].
const EMPTY: u8 = 0xff;
/// See [`EMPTY`].
const TAKEN: u8 = 0;

/// Tells the four lines through a point whether it is empty.
fn mark(lines: &mut [Lines; Direction::COUNT], point: Point, mark: u8) {
    for direction in Direction::ALL {
        lines[direction.index()].empty[line_of(point, direction)] = mark;
    }
}

/// Reads all about a point that is empty now off its lines.
fn enter(
    tables: &Tables,
    cells: &mut [Cell; CELLS_OF_BOTH],
    lines: &mut [Lines; Direction::COUNT],
    sums: &mut [Sum; Side::COUNT],
    point: Point,
) {
    mark(lines, point, EMPTY);
    for side in Side::ALL {
        let shape = |direction: Direction| {
            let both = lines[direction.index()].shapes[line_of(point, direction)];
            u16::from(both >> (4 * side.index()) & 15) << (4 * direction.index())
        };
        let cell = &mut cells[cell_of(point, side)];
        cell.shapes = Direction::ALL.into_iter().map(shape).sum();
        cell.combo = tables.combo(cell.shapes);
        let fact = tables.fact(side, cell.combo);
        cell.class = CLASS[fact.class()];
        sums[side.index()].join(fact, bit_at(cell_of(point, side)));
    }
}

/// Returns the place of a point among the cells of a side.
#[inline]
const fn cell_of(point: Point, side: Side) -> usize {
    ((point.row() as usize + MARGIN) * STRIDE + point.column() as usize + MARGIN) % CELLS + side.index() * CELLS
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

/// Returns the word and the bit of a cell of the board in a set of points.
#[inline]
const fn bit_at(at: usize) -> (usize, usize) {
    let place = (at % CELLS).wrapping_sub(MARGIN * STRIDE + MARGIN);
    (place / (2 * STRIDE), place % (2 * STRIDE))
}

/// Reads the code of the cells around `point` off the board.
fn code_from_scratch(board: &Board, rule: Rule, point: Point, direction: Direction) -> PairCode {
    pair::code(pair::reach(rule), |offset| {
        let there = point.step(direction, offset).filter(|&there| board.contains(there))?;
        Some(board.stone_at(there))
    })
}
