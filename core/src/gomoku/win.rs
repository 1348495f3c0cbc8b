//! Five in a row: the runs that win under each rule.

use super::board::Board;
use super::point::{Direction, Point};
use super::rule::Rule;
use crate::base::Side;

/// Returns whether a stone of `side` at `point` makes a five that wins under `rule`. The stone may be there already.
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
    let mut points: Vec<Point> = beside(board, side, point, direction, -1).collect();
    points.reverse();
    points.push(point);
    points.extend(beside(board, side, point, direction, 1));
    points
}

/// Returns the stones of `side` that follow `point` without a gap, going by `step` along `direction`.
fn beside(board: &Board, side: Side, point: Point, direction: Direction, step: i8) -> impl Iterator<Item = Point> {
    std::iter::successors(point.step(direction, step), move |here| here.step(direction, step))
        .take_while(move |&here| board.stone_at(here) == Some(side))
}

fn winning_direction(board: &Board, rule: Rule, side: Side, point: Point) -> Option<Direction> {
    let five = rule.five(side);
    Direction::ALL.into_iter().find(|&direction| {
        let beside = [-1, 1].map(|step| beside(board, side, point, direction, step).take(4).count());
        beside[0] + beside[1] >= 4 && board.line(point, direction, side).is_five(five)
    })
}
