//! Which moves are tried, and in which order.

use arrayvec::ArrayVec;

use super::field::Field;
use super::params::{ATTACK, DEFEND, HISTORY_DIVISOR, KILLER};
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

impl Memory {
    /// Makes a memory of nothing.
    #[must_use]
    pub fn new() -> Memory {
        Memory { history: Butterfly::new(1, Point::COUNT), killers: Killers::new() }
    }
}

/// Moves with their promise, picked the most promising first.
#[derive(Clone, Debug, Default)]
pub struct Picker {
    moves: ArrayVec<(i32, Point), { Point::COUNT }>,
    picked: usize,
}

impl Picker {
    /// Lists the moves worth a try where nothing is urgent: the points up to two rows and columns from a stone, and
    /// those three away that make a sleeping three or more. Whether they are legal is asked when they are played.
    #[must_use]
    pub fn calm(field: &Field, memory: &Memory, ply: usize, first: Option<Point>) -> Picker {
        let (mover, waiter) = (field.side(), !field.side());
        let far = field.near(3).filter(|&point| {
            field.class(point, mover) >= Class::SleepingThree || field.class(point, waiter) >= Class::SleepingThree
        });
        let mut picker = Picker::default();
        let mut near = field.near(2).peekable();
        // Both lists go row by row, so a point in both is met at the same time.
        let mut far = far.peekable();
        loop {
            let point = match (near.peek(), far.peek()) {
                (Some(&one), Some(&two)) => {
                    if one <= two {
                        near.next();
                    }
                    if two <= one {
                        far.next();
                    }
                    one.min(two)
                }
                (Some(&one), None) => {
                    near.next();
                    one
                }
                (None, Some(&two)) => {
                    far.next();
                    two
                }
                (None, None) => return picker,
            };
            picker.moves.push((promise(field, memory, ply, first, point), point));
        }
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

    /// Returns how many moves there are in all.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
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
    let mut promise = static_promise(field, point) + memory.history.get(mover, 0, point.index()) / HISTORY_DIVISOR;
    if field.class(point, mover) < Class::Four && field.class(point, waiter) < Class::Four {
        let rank = memory.killers.at(ply).iter().position(|&killer| killer == Some(point));
        promise += rank.map_or(0, |rank| KILLER >> rank);
    }
    promise
}

/// Returns how promising `point` is by what both sides would make there.
#[must_use]
pub fn static_promise(field: &Field, point: Point) -> i32 {
    let mover = field.side();
    ATTACK[field.class(point, mover).index()] + DEFEND[field.class(point, !mover).index()]
}
