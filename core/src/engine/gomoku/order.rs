//! Which moves are tried, and in which order.

use arrayvec::ArrayVec;

use super::field::Field;
use super::params::{ATTACK, DEFEND, HISTORY_DIVISOR, KILLER};
use crate::base::Side;
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::search::{Butterfly, Killers};

/// What a search has learned about moves.
#[derive(Clone, Debug)]
pub struct Memory {
    /// How well a point has done for a side.
    pub history: Butterfly,
    /// Points that cut off at a ply.
    pub killers: Killers<Point>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory { history: Butterfly::new(1, Point::COUNT), killers: Killers::new() }
    }
}

/// Moves with their promise, picked the most promising first.
#[derive(Clone, Debug)]
pub struct Picker {
    moves: ArrayVec<(i32, Point), { Point::COUNT }>,
    picked: usize,
}

impl Picker {
    /// Lists the moves worth a try where nothing is urgent: the points up to two rows and columns from a stone, and
    /// those three away that make a sleeping three or more. Whether they are legal is asked when they are played.
    #[must_use]
    pub fn calm(field: &Field, memory: &Memory, ply: usize, first: Option<Point>) -> Picker {
        let near = field.near(2);
        let tells = |point| Side::ALL.into_iter().any(|side| field.class(point, side) >= Class::SleepingThree);
        let points = field.near(3).points().filter(|&point| near.contains(point) || tells(point));
        Picker::of(points, field, memory, ply, first)
    }

    /// Ranks the given moves.
    #[must_use]
    pub fn of(
        points: impl Iterator<Item = Point>,
        field: &Field,
        memory: &Memory,
        ply: usize,
        first: Option<Point>,
    ) -> Picker {
        let moves = points.map(|point| (promise(field, memory, ply, first, point), point)).collect();
        Picker { moves, picked: 0 }
    }
}

impl Iterator for Picker {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let rest = &mut self.moves[self.picked..];
        // Equal promises go by the order of the points: a total order, the same on every machine.
        let best = (0..rest.len()).max_by_key(|&index| (rest[index].0, std::cmp::Reverse(rest[index].1)))?;
        rest.swap(0, best);
        self.picked += 1;
        Some(self.moves[self.picked - 1].1)
    }
}

/// Returns how promising `point` is for the side to move.
fn promise(field: &Field, memory: &Memory, ply: usize, first: Option<Point>, point: Point) -> i32 {
    if first == Some(point) {
        return i32::MAX;
    }
    let (mover, waiter) = (field.side(), !field.side());
    let classes = ATTACK[field.class(point, mover).index()] + DEFEND[field.class(point, waiter).index()];
    let mut promise = classes + memory.history.get(mover, 0, point.index()) / HISTORY_DIVISOR;
    if field.class(point, mover) < Class::Four && field.class(point, waiter) < Class::Four {
        let rank = memory.killers.at(ply).iter().position(|&killer| killer == Some(point));
        promise += rank.map_or(0, |rank| KILLER >> rank);
    }
    promise
}
