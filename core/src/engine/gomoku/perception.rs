//! How difficult a Gomoku move is to see for a human.
//!
//! People look near the last stone, and see adjacent stones in a row or column. They miss diagonals, broken lines and
//! distant threats. The factors are chosen, not measured.

use super::field::Field;
use super::levels::TacticalVision;
use super::threats::{self, Urgency};
use crate::base::{Rng, Side};
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::gomoku::point::Direction;
use crate::search::level::DIFFICULTY;

/// Distance from the last stone within which a player sees everything, in points.
const NEAR: u8 = 4;
/// Separates the draw for a three from the level's other draws.
const SALT: u64 = 0x7468_7265_6573;

/// Returns the difficulty of seeing a stone of `side` on the empty `point`, after the stone `last`. An ordinary move
/// has [`DIFFICULTY`].
#[must_use]
pub fn difficulty(field: &Field, point: Point, side: Side, last: Option<Point>) -> u32 {
    let mut percent = 100;
    let mut times = |factor: u32| percent = percent * factor / 100;
    times(match field.class(point, side) {
        Class::Five => 30,
        class if class >= Class::Four => 70,
        Class::OpenThree | Class::OpenThreePlus | Class::DoubleThree => 90,
        _ => 100,
    });
    let best = Direction::ALL.into_iter().max_by_key(|&direction| field.patterns().shape(point, side, direction));
    if let Some(direction) = best {
        if matches!(direction, Direction::Rising | Direction::Falling) {
            times(130);
        }
        if is_gap(field, point, side, direction) {
            times(130);
        }
    }
    if last.is_some_and(|last| distance(point, last) > NEAR) {
        times(130);
    }
    DIFFICULTY * percent / 100
}

/// Returns whether a stone on `point` would close or leave a gap in the line of `direction`.
fn is_gap(field: &Field, point: Point, side: Side, direction: Direction) -> bool {
    let is_own = |steps| {
        let beside = point.step(direction, steps);
        beside.is_some_and(|beside| field.patterns().board().stone_at(beside) == Some(side))
    };
    is_own(1) == is_own(-1)
}

fn distance(one: Point, other: Point) -> u8 {
    one.column().abs_diff(other.column()).max(one.row().abs_diff(other.row()))
}

/// Returns the vision for this turn: `vision`, perhaps blind to the enemy's open three.
///
/// The draw depends on `seed` alone, so every search of a turn sees the same threes.
#[must_use]
pub fn vision(field: &Field, vision: TacticalVision, last: Option<Point>, seed: u64) -> TacticalVision {
    let Urgency::Threat(threat) = threats::urgency(field) else { return vision };
    let chance = vision.blind_permille * difficulty(field, threat, !field.side_to_move(), last) / 700;
    TacticalVision { threes: !Rng::from_seed(seed ^ SALT).chance_permille(chance.min(1000)), ..vision }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::gomoku::eval;
    use crate::gomoku::{Position, Rule, Setup};
    use std::sync::Arc;

    #[test]
    fn what_beginners_overlook_is_harder_to_see() {
        let point = |text: &str| text.parse::<Point>().expect(text);
        let stones = |text: &str| text.split(' ').map(point).collect::<Vec<_>>();
        let mut setup = Setup::empty(15, Rule::Freestyle);
        setup.black = stones("h8 i8 j8 c3 d4 e5 l11 l12 l14");
        setup.white = stones("a1 a3 a5 a7 a9 a11 a13 a15 c15");
        setup.side = Some(Side::Second);
        let field = Field::new(
            &Position::from_setup(setup).expect("it can be played"),
            Arc::new(eval::tables(Rule::Freestyle)),
        );
        let of = |text: &str, last: &str| difficulty(&field, point(text), Side::First, Some(point(last)));
        let plain = of("k8", "j8");
        assert!(of("f6", "e5") > plain, "a diagonal");
        assert!(of("l13", "l12") > plain, "a gap");
        assert!(of("k8", "c3") > plain, "far from the last stone");
    }
}
