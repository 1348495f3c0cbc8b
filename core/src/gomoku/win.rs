//! Five in a row: who wins with which runs.

use super::board::Board;
use super::point::{Direction, Point};
use super::rule::Rule;
use crate::base::Side;

/// Returns whether a stone of `side` at `point` makes a five that wins under `rule`. The stone may already stand there.
#[must_use]
pub fn makes_five(board: &Board, rule: Rule, side: Side, point: Point) -> bool {
    winning_direction(board, rule, side, point).is_some()
}

/// Returns the whole winning run through the stone of `side` at `point`, in order along its line; the first one when a
/// stone makes several.
#[must_use]
pub fn winning_line(board: &Board, rule: Rule, side: Side, point: Point) -> Option<Vec<Point>> {
    winning_direction(board, rule, side, point).map(|direction| run(board, side, point, direction))
}

/// Returns the unbroken run of `side` through `point` along `direction`, counting a stone at `point` itself.
#[must_use]
pub fn run(board: &Board, side: Side, point: Point, direction: Direction) -> Vec<Point> {
    let follow = |step: i8| {
        std::iter::successors(Some(point), move |here| here.step(direction, step))
            .skip(1)
            .take_while(|&here| board.stone_at(here) == Some(side))
    };
    let mut points: Vec<Point> = follow(-1).collect();
    points.reverse();
    points.push(point);
    points.extend(follow(1));
    points
}

fn winning_direction(board: &Board, rule: Rule, side: Side, point: Point) -> Option<Direction> {
    let five = rule.five(side);
    Direction::ALL.into_iter().find(|&direction| board.line(point, direction, side).is_five(five))
}
