//! The patterns of every cell and their sums, with incremental updates.

use super::class::Class;
use super::combo::Combo;
use super::layout::{
    CELLS, CELLS_OF_BOTH, LINE_CELLS, MARGIN, SEEN, STAR, STAR_CELLS, TAIL, WIDE, WORDS, bit_at, cell_of, line_of,
};
use super::pair::{self, PairCode};
use super::{Tables, Weights};
use crate::base::{BySide, Side};
use crate::gomoku::board::Board;
use crate::gomoku::line::REACH;
use crate::gomoku::point::{Direction, Point};

/// Table size for classes: a power of two, so that a masked index needs no bounds check.
const CLASSES: usize = Class::COUNT.next_power_of_two();

/// The patterns of a cell for one side. Eight bytes, so that saving a changed cell is cheap.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatternCell {
    /// Four bits per direction. Valid at empty points only; an occupied point keeps its last value.
    pub shapes: u16,
    pub combo: Combo,
    pub class: Class,
    /// Index among the cells of both sides.
    at: u16,
}

/// Data of all lines of one direction, with neighbours adjacent in memory.
#[derive(Clone, Debug)]
struct Lines {
    codes: [PairCode; LINE_CELLS],
    /// The first side's shape in the low four bits, the second's in the high ones.
    shapes: [u8; LINE_CELLS],
    /// All bits set for an empty point, none for an occupied point or a cell off the board.
    empty: [u8; LINE_CELLS],
}

impl Lines {
    /// Returns the codes of the cells that see the cell `at`. From the first of them on, also [`WIDE`] shapes and
    /// marks.
    #[inline]
    fn around(&mut self, at: usize) -> (&mut [PairCode; SEEN], &mut [u8; WIDE], &[u8; WIDE]) {
        let start = at - MARGIN;
        (
            self.codes[start..].first_chunk_mut().expect("a line has a margin at both ends"),
            self.shapes[start..].first_chunk_mut().expect("the last line is nobody's"),
            self.empty[start..].first_chunk().expect("the last line is nobody's"),
        )
    }
}

/// Sums over the empty points of one side. Only threats are counted and listed, since most changes concern weaker
/// classes that no caller needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    pub counts: [u16; CLASSES],
    pub points: [[u64; WORDS]; CLASSES],
    /// Packed sum of facts.
    pub total: i64,
}

/// Most cells that a stone changes: both sides of every neighbour in reach. A power of two, so that a masked index
/// needs no bounds check.
const CHANGES: usize = (Side::COUNT * Direction::COUNT * 2 * MARGIN).next_power_of_two();

/// A cell whose class is or was a threat.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    at: u16,
    before: Class,
    after: Class,
}

/// The data to undo a stone.
#[derive(Clone, Debug)]
pub struct UndoEntry {
    pub point: Point,
    pub side: Side,
    /// The former shapes of the cells that see the stone.
    shapes: [[u64; 2]; Direction::COUNT],
    counts: [[u16; CLASSES]; Side::COUNT],
    totals: [i64; Side::COUNT],
    /// The former values of the changed cells.
    changed: [PatternCell; CHANGES],
    changed_count: usize,
    /// The changed cells that entered or left the sets of threats.
    moved: [Moved; CHANGES],
    moved_count: usize,
}

/// The cells of a board, its lines, and their sums.
#[derive(Clone, Debug)]
pub struct PatternState {
    cells: Box<[PatternCell; CELLS_OF_BOTH]>,
    lines: Box<[Lines; Direction::COUNT]>,
    pub sums: Box<BySide<Sum>>,
    /// The board without its stones, if it has blocked points.
    blocked: Option<Box<Board>>,
}

impl PatternState {
    /// Computes the state of `board` from scratch.
    pub fn new(board: &Board, tables: &Tables) -> PatternState {
        let mut cells = Box::new([PatternCell::default(); CELLS_OF_BOTH]);
        cells.iter_mut().zip(0..).for_each(|(cell, at)| cell.at = at);
        let lines = Lines { codes: [0; LINE_CELLS], shapes: [0; LINE_CELLS], empty: [0; LINE_CELLS] };
        let blocked: Vec<Point> = board.blocked().collect();
        let bare = || {
            let mut bare = Board::new(board.size());
            blocked.iter().for_each(|&point| bare.block(point));
            Box::new(bare)
        };
        let mut state = PatternState {
            cells,
            lines: Box::new(std::array::from_fn(|_| lines.clone())),
            sums: Box::default(),
            blocked: (!blocked.is_empty()).then(bare),
        };
        for point in board.points() {
            for direction in Direction::ALL {
                let line = &mut state.lines[direction.index()];
                let at = line_of(point, direction);
                line.codes[at] = pair::code(pair::reach(tables.rule), |offset| {
                    let there = point.step(direction, offset)?;
                    // Off the board and at a blocked point there is neither stone nor room.
                    if board.is_empty_at(there) { Some(None) } else { board.stone_at(there).map(Some) }
                });
                line.shapes[at] = tables.shapes_of(line.codes[at]);
            }
        }
        board.empty_points().for_each(|point| state.enter(point, tables));
        state
    }

    /// Computes an empty point from its lines.
    fn enter(&mut self, point: Point, tables: &Tables) {
        self.mark(point, EMPTY);
        for side in Side::ALL {
            let shape = |direction: Direction| {
                let both = self.lines[direction.index()].shapes[line_of(point, direction)];
                u16::from(both >> (4 * side.index()) & 15) << (4 * direction.index())
            };
            let cell = &mut self.cells[cell_of(point, side)];
            cell.shapes = Direction::ALL.into_iter().map(shape).sum();
            cell.combo = tables.combo(cell.shapes);
            let fact = tables.fact(side, cell.combo);
            cell.class = fact.class();
            self.sums[side].total += fact.0;
            self.sums[side].exchange(&Moved { at: cell.at, before: Class::Quiet, after: cell.class });
        }
    }

    /// Returns the cell of the empty `point` for `side`.
    #[inline]
    pub fn cell(&self, point: Point, side: Side) -> &PatternCell {
        &self.cells[cell_of(point, side)]
    }

    #[inline]
    pub fn code(&self, point: Point, direction: Direction) -> PairCode {
        self.lines[direction.index()].codes[line_of(point, direction)]
    }

    /// Sets the mark of a point in its four lines.
    fn mark(&mut self, point: Point, mark: u8) {
        for direction in Direction::ALL {
            self.lines[direction.index()].empty[line_of(point, direction)] = mark;
        }
    }

    /// Puts a stone of `side` on the empty `point` and saves the former state in `frame`.
    pub fn push(&mut self, point: Point, side: Side, tables: &Tables, frame: &mut UndoEntry) {
        (frame.point, frame.side) = (point, side);
        for side in Side::ALL {
            let sum = &mut self.sums[side];
            (frame.counts[side.index()], frame.totals[side.index()]) = (sum.counts, sum.total);
            let cell = self.cells[cell_of(point, side)];
            sum.total -= tables.fact(side, cell.combo).0;
            sum.exchange(&Moved { at: cell.at, before: cell.class, after: Class::Quiet });
        }
        self.mark(point, TAKEN);
        let differences = match self.blocked {
            None => self.reshape::<false>(point, side, tables, frame),
            Some(_) => self.reshape_around_blocks(point, side, tables, frame),
        };
        self.reclass(point, &differences, tables, frame);
    }

    #[cold]
    fn reshape_around_blocks(&mut self, at: Point, side: Side, tables: &Tables, frame: &mut UndoEntry) -> Differences {
        self.reshape::<true>(at, side, tables, frame)
    }

    /// Adds a stone to the codes of the cells that see it, and updates their shapes.
    #[inline]
    fn reshape<const BLOCKED: bool>(
        &mut self,
        point: Point,
        side: Side,
        tables: &Tables,
        frame: &mut UndoEntry,
    ) -> Differences {
        let mut differences = Differences { shapes: [0; STAR], places: [0; Side::COUNT] };
        for (direction, old) in Direction::ALL.into_iter().zip(&mut frame.shapes) {
            let mut weights = &tables.weights[side];
            let seen;
            if BLOCKED && let Some(bare) = &self.blocked {
                seen = as_seen(weights, bare, point, direction);
                weights = &seen;
            }
            let (codes, shapes, empty) = self.lines[direction.index()].around(line_of(point, direction));
            for (code, weight) in codes.iter_mut().zip(weights) {
                *code = code.wrapping_add(*weight);
            }
            *old = words_of(shapes);
            let mut new = [0, old[1] & !TAIL];
            // Assembled in a register: a word load after single byte stores would stall.
            for (place, &code) in codes.iter().enumerate() {
                new[place / 8] |= u64::from(tables.shapes_of(code)) << (8 * (place % 8));
            }
            *shapes = bytes_of(new);
            for (half, empty) in words_of(empty).into_iter().enumerate() {
                differences.tell(WIDE * direction.index() + 8 * half, (old[half] ^ new[half]) & empty);
            }
        }
        differences
    }

    /// Updates combination and class of the empty cells with changed shapes.
    #[inline]
    fn reclass(&mut self, point: Point, differences: &Differences, tables: &Tables, frame: &mut UndoEntry) {
        let centre = cell_of(point, Side::First);
        let (mut changed_count, mut moved_count) = (0, 0);
        for side in Side::ALL {
            let first_moved = moved_count;
            let mut total = 0;
            let mut rest = differences.places[side.index()];
            while rest != 0 {
                let place = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let difference = differences.shapes[place] >> (4 * side.index()) & 15;
                let at = (centre + usize::from(STAR_CELLS[place])) % CELLS + side.index() * CELLS;
                let cell = &mut self.cells[at];
                frame.changed[changed_count % CHANGES] = *cell;
                changed_count += 1;
                cell.shapes ^= u16::from(difference) << (4 * (place / WIDE));
                let combo = tables.combo(cell.shapes);
                let (old, new) = (tables.fact(side, cell.combo), tables.fact(side, combo));
                total += new.0 - old.0;
                let moved = Moved { at: at as u16, before: cell.class, after: new.class() };
                (cell.combo, cell.class) = (combo, moved.after);
                // Branch-free, since the outcome is unpredictable.
                frame.moved[moved_count % CHANGES] = moved;
                moved_count += usize::from(moved.before.is_threat() | moved.after.is_threat());
            }
            let sum = &mut self.sums[side];
            sum.total += total;
            frame.moved[first_moved..moved_count].iter().for_each(|moved| sum.exchange(moved));
        }
        (frame.changed_count, frame.moved_count) = (changed_count, moved_count);
    }

    /// Removes the last stone, which `frame` describes.
    pub fn pop(&mut self, tables: &Tables, frame: &UndoEntry) {
        match self.blocked {
            None => self.restore_lines::<false>(tables, frame),
            Some(_) => self.restore_lines_around_blocks(tables, frame),
        }
        for &before in frame.changed() {
            self.cells[usize::from(before.at) % CELLS_OF_BOTH] = before;
        }
        for moved in &frame.moved[..frame.moved_count] {
            self.sums[Side::ALL[usize::from(moved.at) / CELLS % Side::COUNT]].toggle(moved);
        }
        self.mark(frame.point, EMPTY);
        for side in Side::ALL {
            let cell = self.cells[cell_of(frame.point, side)];
            let sum = &mut self.sums[side];
            sum.toggle(&Moved { at: cell.at, before: Class::Quiet, after: cell.class });
            (sum.counts, sum.total) = (frame.counts[side.index()], frame.totals[side.index()]);
        }
    }

    #[cold]
    fn restore_lines_around_blocks(&mut self, tables: &Tables, frame: &UndoEntry) {
        self.restore_lines::<true>(tables, frame);
    }

    /// Takes the last stone out of the codes and restores the shapes.
    #[inline]
    fn restore_lines<const BLOCKED: bool>(&mut self, tables: &Tables, frame: &UndoEntry) {
        for (direction, &old) in Direction::ALL.into_iter().zip(&frame.shapes) {
            let mut weights = &tables.weights[frame.side];
            let seen;
            if BLOCKED && let Some(bare) = &self.blocked {
                seen = as_seen(weights, bare, frame.point, direction);
                weights = &seen;
            }
            let (codes, shapes, _) = self.lines[direction.index()].around(line_of(frame.point, direction));
            for (code, weight) in codes.iter_mut().zip(weights) {
                *code = code.wrapping_sub(*weight);
            }
            *shapes = bytes_of(old);
        }
    }
}

impl Sum {
    /// Moves a cell between the sets of two classes and updates their counts.
    #[inline]
    fn exchange(&mut self, moved: &Moved) {
        self.counts[moved.before.index() % CLASSES] -= u16::from(moved.before.is_threat());
        self.counts[moved.after.index() % CLASSES] += u16::from(moved.after.is_threat());
        self.toggle(moved);
    }

    /// Moves a cell between two sets, in either direction.
    #[inline]
    fn toggle(&mut self, &Moved { at, before, after }: &Moved) {
        let (word, bit) = bit_at(usize::from(at));
        for class in [before, after] {
            self.points[class.index() % CLASSES][word % WORDS] ^= u64::from(class.is_threat()) << bit;
        }
    }
}

impl UndoEntry {
    /// Returns the former values of the changed cells.
    #[inline]
    pub fn changed(&self) -> &[PatternCell] {
        &self.changed[..self.changed_count]
    }

    /// Makes an empty frame.
    pub fn new() -> UndoEntry {
        UndoEntry {
            point: Point::new(0, 0),
            side: Side::First,
            shapes: [[0; 2]; Direction::COUNT],
            counts: [[0; CLASSES]; Side::COUNT],
            totals: [0; Side::COUNT],
            changed: [PatternCell::default(); CHANGES],
            changed_count: 0,
            moved: [Moved::default(); CHANGES],
            moved_count: 0,
        }
    }
}

/// Returns the summands of a stone at `point`: zero for the cells from which a blocked point hides it.
#[cold]
fn as_seen(weights: &Weights, bare: &Board, point: Point, direction: Direction) -> Weights {
    let mut seen = *weights;
    for sign in [-1, 1] {
        let is_open = |steps: &i8| point.step(direction, sign * steps).is_some_and(|there| bare.is_empty_at(there));
        let open = (1..=REACH).take_while(is_open).count() as i8;
        // The first cell that is not open sees the stone, those behind it do not.
        for steps in open + 2..=REACH {
            seen[(REACH + sign * steps) as usize] = 0;
        }
    }
    seen
}

/// Changed shapes of the empty cells that see a stone.
struct Differences {
    /// The differing bits, the first side's low.
    shapes: [u8; STAR],
    /// The changed places of each side, one bit a place.
    places: [u64; Side::COUNT],
}

impl Differences {
    /// Records the differences of the eight cells from place `first` on.
    #[inline]
    fn tell(&mut self, first: usize, differences: u64) {
        self.shapes[first..first + 8].copy_from_slice(&differences.to_le_bytes());
        for (side, places) in self.places.iter_mut().enumerate() {
            *places |= nonzero(differences >> (4 * side) & LOW) << first;
        }
    }
}

/// A mark of [`Lines::empty`].
const EMPTY: u8 = 0xff;
/// A mark of [`Lines::empty`].
const TAKEN: u8 = 0;

const LOW: u64 = u64::MAX / 0xff * 0x0f;

/// Returns which bytes are nonzero, as eight bits. Bytes must be at most 15.
#[inline]
const fn nonzero(bytes: u64) -> u64 {
    // Isolates a bit per byte, then gathers the bits.
    let bits = (bytes + LOW) >> 4 & (u64::MAX / 0xff);
    bits.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Converts bytes to words, the first byte lowest.
#[inline]
fn words_of(bytes: &[u8; WIDE]) -> [u64; 2] {
    let both = u128::from_le_bytes(*bytes);
    [both as u64, (both >> 64) as u64]
}

/// The inverse of [`words_of`].
#[inline]
fn bytes_of(words: [u64; 2]) -> [u8; WIDE] {
    (u128::from(words[0]) | u128::from(words[1]) << 64).to_le_bytes()
}
