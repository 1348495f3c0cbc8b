//! Plain mistakes: a row that a stone would have stopped, and a stone without a neighbour.

use super::win::Prover;
use super::{StoneRows, all_stone_rows, five, open_threes};
use crate::explain::threat::{Threat, ThreatKind};
use crate::gomoku::point::Direction;
use crate::gomoku::{Point, Position};
use crate::position::Position as _;

/// Half the width of the lines on which a five could join two stones, in points.
const REACH: i8 = 4;

/// Returns the four or the open three of the other side that `point` leaves, if a stone of the mover would stop it: the
/// four by its only completion, the three by a point of its straight fours, after which no win by fours remains.
///
/// A five or a four of the mover leaves nothing: it wins or forces.
pub(in crate::explain) fn threat_left(position: &Position, point: Point) -> Option<Threat> {
    let (mover, them) = (position.side_to_move(), !position.side_to_move());
    if !position.is_legal(point) {
        return None;
    }
    let has_five = |made: &[StoneRows]| made.iter().any(|made| made.five.is_some());
    if has_five(&all_stone_rows(position, mover)) {
        return None;
    }
    let after = after(position, point);
    let (before, now) = (all_stone_rows(position, them), all_stone_rows(&after, them));
    let fives: Vec<&StoneRows> = before.iter().filter(|made| made.five.is_some()).collect();
    if let [made] = fives[..] {
        let row = made.five.clone()?;
        // In Caro a stone at the open end of a four stops it, too.
        let is_left = now.iter().any(|left| left.point == made.point && left.five.is_some());
        let is_left = is_left && position.is_legal(made.point);
        return is_left.then(|| five(position, them, made.point, row));
    }
    if !fives.is_empty() || has_five(&all_stone_rows(&after, mover)) {
        return None;
    }
    let mut prover = Prover::new(position);
    let mut is_stopped_by =
        |at: Point| position.is_legal(at) && prover.is_without_win(&self::after(position, at), them, false);
    open_threes(position, them, &before).into_iter().find(|three| {
        let is_left = open_threes(&after, them, &now).iter().any(|left| row(&left.what) == row(&three.what));
        is_left && fours(&three.what).into_iter().any(&mut is_stopped_by)
    })
}

/// Returns the stones of an open three.
fn row(what: &ThreatKind) -> Option<&[String]> {
    if let ThreatKind::OpenThree { row, .. } = what { Some(row) } else { None }
}

/// Returns the points that make a straight four of an open three.
fn fours(what: &ThreatKind) -> Vec<Point> {
    let ThreatKind::OpenThree { fours, .. } = what else { return Vec::new() };
    fours.iter().filter_map(|four| four.parse().ok()).collect()
}

fn after(position: &Position, point: Point) -> Position {
    let mut after = position.clone();
    after.play_unchecked(point);
    after
}

/// Returns whether no stone is on the lines of `point` within the reach of a five, although stones are on the board.
pub(in crate::explain) fn is_apart(position: &Position, point: Point) -> bool {
    let board = position.board();
    let mut neighbours = Direction::ALL.into_iter().flat_map(|direction| {
        let steps = (-REACH..=REACH).filter(|&steps| steps != 0);
        steps.filter_map(move |steps| point.step(direction, steps)).filter(|&at| board.contains(at))
    });
    position.stone_count() > 0 && neighbours.all(|at| board.stone_at(at).is_none())
}
