//! What a position is worth at a glance: the patterns counted by class.

use super::field::Field;
use super::params::{EVAL_MAX, MOVER, TEMPO, UNWARY, WAITER};
use crate::base::{Score, Side};
use crate::gomoku::pattern::Class;

/// Returns the value of the position for the side to move, in centipawns within ±[`EVAL_MAX`].
///
/// Every empty point counts by what a stone of either side would make there, the side to move by [`MOVER`], the other
/// by [`WAITER`]; both by [`UNWARY`] where the player does not see threes (`wary` is false). The counts follow the
/// stones, so this is the same however the position was reached.
#[must_use]
pub fn evaluate(field: &Field, wary: bool) -> Score {
    let mover = field.side();
    let (moving, waiting) = if wary { (&MOVER, &WAITER) } else { (&UNWARY, &UNWARY) };
    let value = TEMPO + total(field, mover, moving) - total(field, !mover, waiting);
    Score(value.clamp(-EVAL_MAX, EVAL_MAX))
}

fn total(field: &Field, side: Side, values: &[i32; Class::COUNT]) -> i32 {
    Class::ALL.iter().zip(values).map(|(&class, value)| i32::from(field.patterns().count_of(side, class)) * value).sum()
}
