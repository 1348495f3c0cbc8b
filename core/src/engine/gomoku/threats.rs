//! Static threat detection: a five to make, a five to block, a straight or double four to make or to face.

use arrayvec::ArrayVec;

use super::field::Field;
use crate::base::Side;
use crate::gomoku::Point;
use crate::gomoku::pattern::{Class, Shape};
use crate::gomoku::point::Direction;

pub type Points = ArrayVec<Point, { Point::COUNT }>;

/// The points that stop a five: the one that completes it, and in Caro perhaps one beyond its end.
pub type Blocks = ArrayVec<Point, 2>;

/// The most urgent threat at a node, in order of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The side to move completes a five here.
    Five(Point),
    /// The only legal move that blocks the enemy's five.
    Block(Point),
    /// The two moves that block the enemy's five, in Caro only.
    Blocks([Point; 2]),
    /// No single move blocks the enemy's fives.
    Lost,
    /// The side to move makes a straight or double four here, and a five two plies later.
    Four(Point),
    /// The enemy threatens a straight or double four here.
    Threat(Point),
    /// No threat of either side forces a move.
    Calm,
}

/// Returns the most urgent threat for the side to move.
#[must_use]
pub fn urgency(field: &Field) -> Urgency {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let patterns = field.patterns();
    if field.fives(mover) > 0
        && let Some(point) = field.first_at_least(mover, Class::Five)
    {
        return Urgency::Five(point);
    }
    match field.fives(waiter) {
        0 => {}
        _ if patterns.rule().blocks_ends() => {
            return match blocks(field, waiter)[..] {
                [] => Urgency::Lost,
                [block] => Urgency::Block(block),
                [first, second, ..] => Urgency::Blocks([first, second]),
            };
        }
        1 => {
            let block = patterns.points_at_least(waiter, Class::Five).find(|&point| field.is_legal(point, mover));
            return block.map_or(Urgency::Lost, Urgency::Block);
        }
        _ => return Urgency::Lost,
    }
    if let Some(point) = field.first_at_least(mover, Class::DoubleFour)
        && field.keeps_a_move(waiter, 1)
    {
        return Urgency::Four(point);
    }
    field.first_at_least(waiter, Class::DoubleFour).map_or(Urgency::Calm, Urgency::Threat)
}

/// Lists the points, legal or not, that block every five of `attacker`.
#[must_use]
pub fn blocks(field: &Field, attacker: Side) -> Blocks {
    // The count ends the scan early: a full scan costs as much as finding the points.
    let count = usize::from(field.fives(attacker));
    let mut fives = field.patterns().points_at_least(attacker, Class::Five).take(count);
    let mut blocks = fives.next().map_or_else(Blocks::new, |five| stops(field, attacker, five));
    for five in fives {
        let also = stops(field, attacker, five);
        blocks.retain(|point| also.contains(point));
    }
    blocks
}

/// Lists the points that block the five of `attacker` at `five`.
///
/// In Caro a five blocked at both ends does not win. Where one end is taken, the open end blocks too, unless the point
/// completes two lines.
fn stops(field: &Field, attacker: Side, five: Point) -> Blocks {
    let patterns = field.patterns();
    let mut stops = Blocks::new();
    stops.push(five);
    if patterns.rule().blocks_ends() {
        let makes_five = |&direction: &Direction| patterns.shape(five, attacker, direction) == Shape::Five;
        let mut lines = Direction::ALL.into_iter().filter(makes_five);
        if let (Some(direction), None) = (lines.next(), lines.next()) {
            let end = patterns.board().line(five, direction, attacker).open_end();
            stops.extend(end.and_then(|offset| five.step(direction, offset)));
        }
    }
    stops
}

/// Lists every legal move that may answer the enemy's straight or double four at `threat`, the point itself first.
///
/// The other answers lie on the lines of its fours, on cells that their fives need occupied or open.
#[must_use]
pub fn answers(field: &Field, threat: Point) -> Points {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let mut points = Points::new();
    let patterns = field.patterns();
    let shape = |direction| patterns.shape(threat, waiter, direction);
    let threes = Direction::ALL.into_iter().filter(|&direction| shape(direction) == Shape::OpenThree).count();
    if patterns.rule().has_fouls(waiter) && threes >= 2 {
        // A stone anywhere may turn the point into a forbidden double three.
        points.extend(field.legal_points(mover));
        return points;
    }
    let fours = [Shape::Four, Shape::TwoFours, Shape::StraightFour];
    let lines = Direction::ALL.into_iter().filter(|&direction| fours.contains(&shape(direction)));
    let cells = lines.flat_map(|direction| field.around(threat, direction));
    points.extend(std::iter::once(threat).chain(cells).filter(|&point| field.is_legal(point, mover)));
    points
}

/// Lists the legal fours of the side to move.
#[must_use]
pub fn fours(field: &Field) -> Points {
    let mover = field.side_to_move();
    let fours = field.patterns().points_at_least(mover, Class::Four);
    fours.filter(|&point| field.is_legal(point, mover)).collect()
}
