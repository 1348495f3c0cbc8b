//! The board that keeps the shapes, classes and values of all empty points.

use std::sync::Arc;

use super::class::Class;
use super::combo::Combo;
use super::shape::{self, LineCode, Shape};
use super::{Codes, Fact, Tables, unpacked};
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
/// As many bytes of a line as are handled at once; those beyond [`SEEN`] belong to nobody.
const WIDE: usize = 16;
/// The bytes of [`WIDE`] that see a stone.
const SEEN_MASK: u128 = (1 << (8 * SEEN)) - 1;

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
    /// Its own place: what is kept of a changed cell is a plain copy.
    at: u16,
}

/// What follows the stones along the lines of one direction, at every point of the board, neighbours side by side.
#[derive(Clone, Debug)]
struct Lines {
    codes: [Codes; LINE_CELLS],
    /// The first side's shape in the low four bits, the second's in the high ones.
    shapes: [u8; LINE_CELLS],
    /// All bits set for an empty point, none for a taken one or a cell off the board.
    empty: [u8; LINE_CELLS],
}

/// What the empty points of one side come to.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    counts: [u16; Class::COUNT],
    points: [[u64; WORDS]; Class::COUNT],
    /// A sum of packed values.
    total: i64,
}

/// What a stone that was pushed has changed.
#[derive(Clone, Debug)]
struct Frame {
    point: Point,
    side: Side,
    /// The shapes of the cells that see the stone as they were before.
    shapes: [[u8; WIDE]; Direction::COUNT],
    counts: BySide<[u16; Class::COUNT]>,
    totals: BySide<i64>,
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
    cells: Box<[Cell; CELLS]>,
    lines: Box<[Lines; Direction::COUNT]>,
    sums: Box<BySide<Sum>>,
    /// The stones that [`PatternBoard::pop`] takes back.
    frames: Vec<Frame>,
    /// The cells that those stones changed, as they were before.
    changed: Vec<Cell>,
}

impl PatternBoard {
    /// Builds the patterns of the stones of `board` from nothing, under the rule of `tables`.
    #[must_use]
    pub fn new(board: &Board, tables: Arc<Tables>) -> PatternBoard {
        let mut cells = Box::new([Cell::default(); CELLS]);
        cells.iter_mut().zip(0..).for_each(|(cell, at)| cell.at = at);
        let mut lines =
            Box::new([const { Lines { codes: [0; LINE_CELLS], shapes: [0; LINE_CELLS], empty: [0; LINE_CELLS] } }; 4]);
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
            enter(&tables, &mut cells[cell_of(point)], &mut lines, &mut sums, point);
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
        let cell = &self.cells[cell_of(point)];
        let mut frame = Frame {
            point,
            side,
            shapes: [[0; WIDE]; Direction::COUNT],
            counts: self.sums.as_ref().as_ref().map(|sum| sum.counts),
            totals: self.sums.as_ref().as_ref().map(|sum| sum.total),
            changed: self.changed.len(),
        };
        for side in Side::ALL {
            let fact = self.tables.facts[side][cell.combos[side].index()];
            self.sums[side].leave(fact, bit_of(point));
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
        for before in self.changed.drain(frame.changed..) {
            let at = usize::from(before.at);
            let cell = &mut self.cells[at % CELLS];
            for side in Side::ALL {
                if cell.classes[side] != before.classes[side] {
                    self.sums[side].toggle(cell.classes[side], bit_at(at));
                    self.sums[side].toggle(before.classes[side], bit_at(at));
                }
            }
            *cell = before;
        }
        mark(&mut self.lines, point, EMPTY);
        let cell = &self.cells[cell_of(point)];
        for side in Side::ALL {
            let sum = &mut self.sums[side];
            sum.toggle(cell.classes[side], bit_of(point));
            sum.counts = frame.counts[side];
            sum.total = frame.totals[side];
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
        enter(&self.tables, &mut self.cells[cell_of(point)], &mut self.lines, &mut self.sums, point);
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
        unpacked(self.sums[side].total)
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
    /// The shapes of these cells as they were go to `before`, the changed empty cells to the list of changed ones.
    fn tell_neighbours(&mut self, point: Point, side: Side, goes: bool, before: &mut [[u8; WIDE]; Direction::COUNT]) {
        let PatternBoard { tables, cells, lines, sums, changed, .. } = self;
        let tables: &Tables = tables;
        let centre = cell_of(point);
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
                *shape = shapes_of(tables, code);
            }
            let step = STEPS[direction.index()];
            let start = centre.wrapping_sub(MARGIN * step);
            let word = |bytes: &[u8; WIDE]| u128::from_le_bytes(*bytes);
            let differences = (word(before) ^ word(shapes)) & word(empty) & SEEN_MASK;
            for (half, first) in [(differences as u64, 0), ((differences >> 64) as u64, 8)] {
                let mut rest = half;
                while rest != 0 {
                    let shift = rest.trailing_zeros() & !7;
                    let difference = (rest >> shift) as u8;
                    rest &= !(0xff << shift);
                    let at = start.wrapping_add((first + shift as usize / 8) * step) % CELLS;
                    let cell = &mut cells[at];
                    changed.push(*cell);
                    cell.shapes ^= spread(difference) << (4 * direction.index());
                    read_combos(tables, cell, sums, at);
                }
            }
        }
    }
}

impl Sum {
    #[inline]
    fn join(&mut self, fact: Fact, bit: (usize, u32)) {
        self.counts[fact.class.index()] += 1;
        self.toggle(fact.class, bit);
        self.total += fact.value;
    }

    #[inline]
    fn leave(&mut self, fact: Fact, bit: (usize, u32)) {
        self.counts[fact.class.index()] -= 1;
        self.toggle(fact.class, bit);
        self.total -= fact.value;
    }

    /// Puts a point into the set of a class or takes it out.
    #[inline]
    fn toggle(&mut self, class: Class, (word, bit): (usize, u32)) {
        self.points[class.index()][word] ^= 1 << bit;
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
    for side in Side::ALL {
        let combo = Combo::of_nibbles((cell.shapes >> (16 * side.index())) as u16);
        let facts = &tables.facts[side];
        let (old, new) = (facts[cell.combos[side].index() % facts.len()], facts[combo.index() % facts.len()]);
        let sum = &mut sums[side];
        cell.combos[side] = combo;
        sum.total += new.value - old.value;
        if old.class != new.class {
            cell.classes[side] = new.class;
            sum.counts[old.class.index()] -= 1;
            sum.counts[new.class.index()] += 1;
            sum.toggle(old.class, bit_at(at));
            sum.toggle(new.class, bit_at(at));
        }
    }
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

/// Reads all about a cell that is empty now off its lines.
fn enter(tables: &Tables, cell: &mut Cell, lines: &mut [Lines; 4], sums: &mut BySide<Sum>, point: Point) {
    mark(lines, point, EMPTY);
    let shapes = |direction: Direction| lines[direction.index()].shapes[line_of(point, direction)];
    cell.shapes =
        Direction::ALL.into_iter().fold(0, |all, direction| all | spread(shapes(direction)) << (4 * direction.index()));
    for side in Side::ALL {
        let combo = Combo::of_nibbles((cell.shapes >> (16 * side.index())) as u16);
        let fact = tables.facts[side][combo.index()];
        cell.combos[side] = combo;
        cell.classes[side] = fact.class;
        sums[side].join(fact, bit_of(point));
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

/// Returns the word and the bit of a cell of the board in a set of points.
#[inline]
const fn bit_at(at: usize) -> (usize, u32) {
    let (row, column) = (at / STRIDE - MARGIN, at % STRIDE - MARGIN);
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
