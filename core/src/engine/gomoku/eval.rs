//! What a position is worth at a glance: the sum over its empty points, kept by the patterns.

use super::field::Field;
use super::params::{EVAL_MAX, MOVER, TEMPO, UNWARY, WAITER};
use crate::base::{Score, Side};
use crate::gomoku::Rule;
use crate::gomoku::pattern::{Class, Tables};

/// Makes the pattern tables of `rule` with the values that [`evaluate`] sums up.
#[must_use]
pub fn tables(rule: Rule) -> Tables {
    Tables::with_values(rule, |side, combo| {
        let class = Class::of(combo.shapes(), rule.has_fouls(side)).index();
        [MOVER[class] as i16, WAITER[class] as i16]
    })
}

/// Returns the value of the position for the side to move, in centipawns within ±[`EVAL_MAX`].
///
/// Every empty point counts by what a stone of either side would make there, as the tables of [`tables`] say; by
/// [`UNWARY`] where the player does not see threes (`wary` is false). The sums follow the stones, so this is the same
/// however the position was reached.
#[must_use]
pub fn evaluate(field: &Field, wary: bool) -> Score {
    let (mover, waiter) = (field.side(), !field.side());
    let value = if wary {
        field.patterns().total(mover)[0] - field.patterns().total(waiter)[1]
    } else {
        unwary(field, mover) - unwary(field, waiter)
    };
    Score((TEMPO + value).clamp(-EVAL_MAX, EVAL_MAX))
}

fn unwary(field: &Field, side: Side) -> i32 {
    Class::ALL.iter().zip(UNWARY).map(|(&class, value)| i32::from(field.patterns().count_of(side, class)) * value).sum()
}
