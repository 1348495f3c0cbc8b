//! The tables of weights by rule and colour, and the mask of threats on the board.

use super::field::Field;
use crate::base::Side;
use crate::gomoku::Rule;
use crate::gomoku::pattern::Class;

/// The weight sets. Freestyle and standard share one for both colours, Renju has one for each. Caro uses standard's,
/// because its pattern tables already classify blocked fives.
pub const WEIGHT_SETS: usize = 4;
/// Their names in `data/weights/gomoku.txt`.
pub const WEIGHT_SET_NAMES: [&str; WEIGHT_SETS] = ["freestyle", "standard", "renju-black", "renju-white"];
pub const THREAT_MASKS: usize = 1 << 6;

#[must_use]
pub const fn weight_set(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard | Rule::Caro, _) => 1,
        (Rule::Renju, Side::First) => 2,
        (Rule::Renju, Side::Second) => 3,
    }
}

/// Returns the threats on the board as six bits.
///
/// The side to move can make a four; an open three; a four with more. The other side can make a straight or double
/// four; a four; a four-three or a double three.
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
