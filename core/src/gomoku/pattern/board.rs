//! A board with the shapes, classes and values of all empty points, updated incrementally.

use std::sync::Arc;

use super::changes;
use super::class::Class;
use super::combo::Combo;
use super::layout::STRIDE;
use super::line_pattern::LinePattern;
use super::shape::Shape;
use super::state::{PatternState, UndoEntry};
use super::{Tables, unpacked};
use crate::base::Side;
use crate::gomoku::board::Board;
use crate::gomoku::forbidden::{self, Foul};
use crate::gomoku::point::{Direction, Point};
use crate::gomoku::rule::Rule;

/// A sum of [`Value`](super::Value)s: with the move, and without.
pub type Total = [i32; 2];

/// A board with the patterns of both sides at every empty point.
///
/// It has no side to move: stones of either side may come in any order, and leave in reverse order.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    tables: Arc<Tables>,
    board: Board,
    state: PatternState,
    /// Undo frames for [`PatternBoard::pop`]. Frames beyond `pushed` are spare.
    frames: Vec<UndoEntry>,
    /// Number of stones that `pop` can remove.
    pushed: usize,
}

impl PatternBoard {
    /// Builds the patterns of `board` from scratch, under the rule of `tables`.
    #[must_use]
    pub fn new(board: &Board, tables: Arc<Tables>) -> PatternBoard {
        PatternBoard {
            state: PatternState::new(board, &tables),
            tables,
            board: board.clone(),
            frames: Vec::new(),
            pushed: 0,
        }
    }

    /// Returns the board without patterns.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rule of the tables.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.tables.rule
    }

    /// Puts a stone on an empty point, in time proportional to the cells that see it.
    pub fn push(&mut self, point: Point, side: Side) {
        if self.pushed == self.frames.len() {
            self.frames.push(UndoEntry::new());
        }
        self.board.place(point, side);
        self.state.push(point, side, &self.tables, &mut self.frames[self.pushed]);
        self.pushed += 1;
    }

    /// Removes the last pushed stone and returns it; `None` without one.
    pub fn pop(&mut self) -> Option<(Point, Side)> {
        self.pushed = self.pushed.checked_sub(1)?;
        let frame = &self.frames[self.pushed];
        self.board.remove(frame.point, frame.side);
        self.state.pop(&self.tables, frame);
        Some((frame.point, frame.side))
    }

    /// Sets `points` to those whose patterns the last `stones` pushed stones may have changed, and to these stones' own.
    ///
    /// # Panics
    /// If fewer than `stones` stones can be popped.
    pub fn changed_points(&self, stones: usize, points: &mut Vec<Point>) {
        let frames = &self.frames[self.pushed - stones..self.pushed];
        changes::around(&self.board, &self.tables.star, frames.iter().map(|frame| frame.point), points);
    }

    /// Returns the shape that a stone of `side` at the empty `point` makes in `direction`.
    #[must_use]
    pub fn shape(&self, point: Point, side: Side, direction: Direction) -> Shape {
        Shape::ALL[usize::from(self.state.cell(point, side).shapes >> (4 * direction.index()) & 15)]
    }

    /// Returns the code of the line around `point`.
    #[cfg(test)]
    pub(super) fn code(&self, point: Point, direction: Direction) -> super::PairCode {
        self.state.code(point, direction)
    }

    /// Returns the stones within four cells of `point` in `direction`.
    #[inline]
    #[must_use]
    pub fn line_pattern(&self, point: Point, direction: Direction) -> LinePattern {
        self.tables.line_pattern(self.state.code(point, direction))
    }

    /// Hashes the cells of the four lines around `point`. The upper bits are the best.
    #[inline]
    #[must_use]
    pub fn surroundings(&self, point: Point) -> u64 {
        Direction::ALL.into_iter().fold(0_u64, |mixed, direction| {
            (mixed ^ u64::from(self.state.code(point, direction))).rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Returns the class of a stone of `side` at the empty `point`.
    #[inline]
    #[must_use]
    pub fn class(&self, point: Point, side: Side) -> Class {
        self.state.cell(point, side).class
    }

    /// Returns the combination of a stone of `side` at the empty `point`.
    #[inline]
    #[must_use]
    pub fn combo(&self, point: Point, side: Side) -> Combo {
        self.state.cell(point, side).combo
    }

    /// Counts the empty points at which a stone of `side` makes exactly `class`, which must be a threat.
    #[inline]
    #[must_use]
    pub fn count_of(&self, side: Side, class: Class) -> u16 {
        debug_assert!(class.is_threat(), "{class:?} is not counted");
        self.state.sums[side].counts[class.index()]
    }

    /// Returns whether a stone of `side` makes `class` or more at some point. `class` must be a threat.
    #[inline]
    #[must_use]
    pub fn has_at_least(&self, side: Side, class: Class) -> bool {
        debug_assert!(class.is_threat(), "{class:?} is not counted");
        self.state.sums[side].counts[class.index()..].iter().any(|&count| count > 0)
    }

    /// Returns the sum over all empty points for `side`.
    #[inline]
    #[must_use]
    pub fn total(&self, side: Side) -> Total {
        unpacked(self.state.sums[side].total)
    }

    /// Lists the empty points at which a stone of `side` makes `class` or more, row by row from the bottom. `class`
    /// must be a threat.
    pub fn points_at_least(&self, side: Side, class: Class) -> impl Iterator<Item = Point> + '_ {
        let sum = &self.state.sums[side];
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

    /// Returns the foul of a stone of `side` at the empty `point`. Calls the full test only where two threes may meet.
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
}
