//! A second, slow implementation of Gomoku's rules from the definitions: sets of stones on a board of letters.
//!
//! A *four* is a set of four black stones in a stretch of five whose fifth point makes exactly five. A *three* is a set
//! of three in a stretch of four whose fourth point, legal to Black and no five, makes a straight four. Fouls count
//! different sets. It shares no code with the rules under test.

use std::collections::BTreeSet;

use duiyi_core::base::Side;
use duiyi_core::gomoku::{Foul, Point, Position, Rule, Setup};

type Cell = (usize, usize);

const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board of letters: `x` black, `o` white, `.` empty.
#[derive(Clone)]
pub struct PlainBoard {
    size: usize,
    cells: Vec<char>,
}

impl PlainBoard {
    pub fn new(size: u8) -> PlainBoard {
        let size = usize::from(size);
        PlainBoard { size, cells: vec!['.'; size * size] }
    }

    pub fn get(&self, column: usize, row: usize) -> char {
        self.cells[row * self.size + column]
    }

    pub fn set(&mut self, column: usize, row: usize, letter: char) {
        self.cells[row * self.size + column] = letter;
    }

    pub fn to_position(&self, rule: Rule, side: Side) -> Position {
        let list = |letter| self.cells_with(letter).map(|(column, row)| Point::new(column as u8, row as u8)).collect();
        let size = self.size as u8;
        Position::from_setup(Setup { black: list('x'), white: list('o'), side: Some(side), ..Setup::empty(size, rule) })
            .expect("the board was drawn without fives")
    }

    /// Lists the legal points of `side`.
    pub fn legal_points(&self, rule: Rule, side: Side) -> Vec<Point> {
        let bound = rule == Rule::Renju && side == Side::First;
        self.cells_with('.')
            .filter(|&(column, row)| !bound || self.foul(column, row).is_none())
            .map(|(column, row)| Point::new(column as u8, row as u8))
            .collect()
    }

    /// Returns whether one of the eight neighbours of `point` has a stone.
    pub fn touches_stone(&self, point: Point) -> bool {
        let cell = (point.column().into(), point.row().into());
        DIRECTIONS
            .into_iter()
            .any(|direction| [-1, 1].into_iter().any(|n| "xo".contains(self.look(cell, direction, n))))
    }

    /// Returns whether the stone in the cell is part of a winning row.
    pub fn wins(&self, column: usize, row: usize, rule: Rule) -> bool {
        let letter = self.get(column, row);
        let longest_is_free = rule == Rule::Freestyle || rule == Rule::Renju && letter == 'o';
        DIRECTIONS.into_iter().any(|direction| {
            let length = self.row_length((column, row), direction);
            let counts = length == 5 || length > 5 && longest_is_free;
            counts && !(rule == Rule::Caro && self.is_hemmed_in((column, row), direction))
        })
    }

    /// Returns whether enemy stones block both ends of the row through `cell`.
    fn is_hemmed_in(&self, cell: Cell, direction: (isize, isize)) -> bool {
        let own = self.get(cell.0, cell.1);
        let beyond = |way: isize| (1..).map(|n| self.look(cell, direction, way * n)).find(|&letter| letter != own);
        let enemy = if own == 'x' { 'o' } else { 'x' };
        [-1, 1].into_iter().all(|way| beyond(way) == Some(enemy))
    }

    /// Returns the foul of a black stone on the empty cell.
    pub fn foul(&self, column: usize, row: usize) -> Option<Foul> {
        let mut board = self.clone();
        board.set(column, row, 'x');
        let cell = (column, row);
        let lengths = DIRECTIONS.map(|direction| board.row_length(cell, direction));
        if lengths.contains(&5) {
            None
        } else if lengths.iter().any(|&length| length > 5) {
            Some(Foul::Overline)
        } else if board.fours(cell).len() >= 2 {
            Some(Foul::DoubleFour)
        } else if board.threes(cell).len() >= 2 {
            Some(Foul::DoubleThree)
        } else {
            None
        }
    }

    /// Lists the fours that contain `cell`.
    fn fours(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut fours = BTreeSet::new();
        for direction in DIRECTIONS {
            for (stones, missing) in self.one_short(cell, direction, 5) {
                if self.with(missing).row_length(missing, direction) == 5 {
                    fours.insert(stones);
                }
            }
        }
        fours
    }

    /// Lists the threes that contain `cell`.
    fn threes(&self, cell: Cell) -> BTreeSet<Vec<Cell>> {
        let mut threes = BTreeSet::new();
        for direction in DIRECTIONS {
            for (stones, missing) in self.one_short(cell, direction, 4) {
                let four = self.with(missing);
                let makes_five = four.wins(missing.0, missing.1, Rule::Renju);
                if four.is_straight_four(cell, direction) && !makes_five && self.foul(missing.0, missing.1).is_none() {
                    threes.insert(stones);
                }
            }
        }
        threes
    }

    /// Returns whether the row through `cell` is four stones that both neighbours turn into exactly five.
    fn is_straight_four(&self, cell: Cell, direction: (isize, isize)) -> bool {
        let ends = [-1, 1].map(|way| (1..).find(|&n| self.look(cell, direction, way * n) != 'x').map(|n| way * n));
        self.row_length(cell, direction) == 4
            && ends.into_iter().flatten().all(|n| {
                let end = shift(cell, direction, n).filter(|_| self.look(cell, direction, n) == '.');
                end.is_some_and(|end| self.with(end).row_length(end, direction) == 5)
            })
    }

    /// Lists the stretches of `length` cells over `cell` that are black except for one empty cell, with that cell.
    fn one_short(&self, cell: Cell, direction: (isize, isize), length: isize) -> Vec<(Vec<Cell>, Cell)> {
        let mut found = Vec::new();
        for first in 1 - length..=0 {
            let stretch = || (first..first + length).map(|n| (n, self.look(cell, direction, n)));
            let holes: Vec<isize> = stretch().filter(|&(_, letter)| letter == '.').map(|(n, _)| n).collect();
            let stones: Vec<isize> = stretch().filter(|&(_, letter)| letter == 'x').map(|(n, _)| n).collect();
            if holes.len() == 1 && stones.len() as isize == length - 1 {
                let at = |n| shift(cell, direction, n).expect("a cell with a letter is on the board");
                found.push((stones.into_iter().map(at).collect(), at(holes[0])));
            }
        }
        found
    }

    /// Counts the stones of one colour in an unbroken row through `cell`.
    fn row_length(&self, cell: Cell, direction: (isize, isize)) -> usize {
        let letter = self.get(cell.0, cell.1);
        let count = |way: isize| (1..).take_while(|&n| self.look(cell, direction, way * n) == letter).count();
        count(-1) + 1 + count(1)
    }

    fn with(&self, cell: Cell) -> PlainBoard {
        let mut board = self.clone();
        board.set(cell.0, cell.1, 'x');
        board
    }

    /// Returns the letter `n` cells along, `#` off the board.
    fn look(&self, cell: Cell, direction: (isize, isize), n: isize) -> char {
        match shift(cell, direction, n) {
            Some((column, row)) if column < self.size && row < self.size => self.get(column, row),
            _ => '#',
        }
    }

    fn cells_with(&self, letter: char) -> impl Iterator<Item = Cell> + '_ {
        let cells = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (column, row)));
        cells.filter(move |&(column, row)| self.get(column, row) == letter)
    }
}

fn shift(cell: Cell, direction: (isize, isize), n: isize) -> Option<Cell> {
    Some((cell.0.checked_add_signed(direction.0 * n)?, cell.1.checked_add_signed(direction.1 * n)?))
}
