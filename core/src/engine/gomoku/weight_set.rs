//! What the evaluation looks at beside the combinations of shapes: whose they are, and which threats there are.

use super::field::Field;
use crate::base::Side;
use crate::gomoku::Rule;
use crate::gomoku::pattern::Class;

/// How many different sides there are: freestyle's and standard's, which are alike for both colours, Renju's Black and
/// White. Caro has standard's weights: the shapes of its tables already know which fives are blocked.
pub const WEIGHT_SETS: usize = 4;
/// How many threat masks there are.
pub const THREAT_MASKS: usize = 1 << 6;

/// Returns which table of [`POINTS`](super::weights::POINTS) is a side's.
#[must_use]
pub const fn weight_set(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard | Rule::Caro, _) => 1,
        (Rule::Renju, Side::First) => 2,
        (Rule::Renju, Side::Second) => 3,
    }
}

/// Returns which threats are on the board, for the side to move: whether it can make a four, an open three, a four with
/// more; whether the other side has a straight four to come, can make a four, or one with an open three or two threes.
#[must_use]
pub fn threat_mask(field: &Field) -> usize {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let patterns = field.patterns();
    let any = |side, classes: &[Class]| classes.iter().any(|&class| patterns.count_of(side, class) > 0);
    let bits = [
        patterns.has_at_least(mover, Class::Four),
        any(mover, &[Class::OpenThree, Class::OpenThreePlus, Class::DoubleThree]),
        any(mover, &[Class::FourPlus, Class::FourThree]),
        patterns.has_at_least(waiter, Class::DoubleFour),
        patterns.has_at_least(waiter, Class::Four),
        any(waiter, &[Class::FourThree, Class::DoubleThree]),
    ];
    bits.into_iter().enumerate().fold(0, |mask, (place, bit)| mask | usize::from(bit) << place)
}
