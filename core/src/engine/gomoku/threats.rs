//! What the side to move must do at once: the five it can make, the five it must stop, the straight four it faces.

use arrayvec::ArrayVec;

use super::field::Field;
use crate::base::Side;
use crate::gomoku::Point;
use crate::gomoku::pattern::{Class, Shape};
use crate::gomoku::point::Direction;

/// A list of points to play.
pub type Points = ArrayVec<Point, { Point::COUNT }>;

/// The points that stop a five: the one that completes it, and in Caro perhaps one beyond its end.
pub type Blocks = ArrayVec<Point, 2>;

/// What the next stones decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// The side to move makes a five here.
    Five(Point),
    /// The enemy makes a five here unless this point is taken; taking it is legal.
    Block(Point),
    /// The enemy makes a five here unless one of these two points is taken, which only Caro knows.
    Blocks([Point; 2]),
    /// The enemy makes a five whatever is played.
    Lost,
    /// The side to move makes a straight four or two fours here, and the five after the next move.
    Four(Point),
    /// The enemy makes a straight four or two fours here unless something is done.
    Threat(Point),
    /// Nothing is urgent.
    Calm,
}

/// Returns what is urgent for the side to move.
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
    if let Some(point) = field.first_at_least(mover, Class::DoubleFour) {
        return Urgency::Four(point);
    }
    field.first_at_least(waiter, Class::DoubleFour).map_or(Urgency::Calm, Urgency::Threat)
}

/// Lists the points on which a stone, legal or not, leaves `attacker` no five of those it could complete next.
#[must_use]
pub fn blocks(field: &Field, attacker: Side) -> Blocks {
    // To be told that there is no further one would cost as much as to find it.
    let count = usize::from(field.fives(attacker));
    let mut fives = field.patterns().points_at_least(attacker, Class::Five).take(count);
    let mut blocks = fives.next().map_or_else(Blocks::new, |five| stops(field, attacker, five));
    for five in fives {
        let also = stops(field, attacker, five);
        blocks.retain(|point| also.contains(point));
    }
    blocks
}

/// Lists the points on which a stone keeps `attacker` from making a five at `five`.
///
/// Where a five that is blocked at both ends does not win, its open end is one if the enemy has the other; a point that
/// completes two lines can only be taken itself.
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

/// Lists every legal move that may stop the enemy's two completions to come at `threat`, the point itself first.
///
/// A stone stops them on the point or on one of the cells that its fives would need, to be there or to be open.
#[must_use]
pub fn answers(field: &Field, threat: Point) -> Points {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let mut points = Points::new();
    let patterns = field.patterns();
    let shape = |direction| patterns.shape(threat, waiter, direction);
    let threes = Direction::ALL.into_iter().filter(|&direction| shape(direction) == Shape::OpenThree).count();
    if patterns.rule().has_fouls(waiter) && threes >= 2 {
        // A stone anywhere may turn the point into a double-three, which Black may not play.
        points.extend(patterns.board().empty_points().filter(|&point| field.is_legal(point, mover)));
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
