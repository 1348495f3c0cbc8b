//! What a position is worth at a glance: the sum over its empty points, kept by the patterns, and what the threats of
//! both sides come to together.

use super::field::Field;
use super::params::{EVAL_MAX, TEMPO, UNWARY};
use super::weights::{POINTS, THREATS};
use crate::base::{Score, Side};
use crate::gomoku::Rule;
use crate::gomoku::pattern::{Class, Tables};

/// How many different sides there are: freestyle's and standard's, which are alike for both colours, Renju's Black and
/// White. Caro has standard's weights: the shapes of its tables already know which fives are blocked.
pub const KINDS: usize = 4;
/// How many threat masks there are.
pub const MASKS: usize = 1 << 6;

/// Returns which table of [`POINTS`] is a side's.
#[must_use]
pub const fn kind(rule: Rule, side: Side) -> usize {
    match (rule, side) {
        (Rule::Freestyle, _) => 0,
        (Rule::Standard | Rule::Caro, _) => 1,
        (Rule::Renju, Side::First) => 2,
        (Rule::Renju, Side::Second) => 3,
    }
}

/// Makes the pattern tables of `rule` with the values that [`evaluate`] sums up.
#[must_use]
pub fn tables(rule: Rule) -> Tables {
    Tables::with_values(rule, |side, combo| POINTS[kind(rule, side)][combo.index()])
}

/// Returns which threats are on the board, for the side to move: whether it can make a four, an open three, a four with
/// more; whether the other side has a straight four to come, can make a four, or one with an open three or two threes.
#[must_use]
pub fn mask(field: &Field) -> usize {
    let (mover, waiter) = (field.side(), !field.side());
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

/// Returns the value of the position for the side to move, in centipawns within ±[`EVAL_MAX`].
///
/// Every empty point counts by what a stone of either side would make there, and the threats of both sides by which of
/// them there are; by [`UNWARY`] where the player does not see threes (`wary` is false). The sums follow the stones, so
/// this is the same however the position was reached.
#[must_use]
pub fn evaluate(field: &Field, wary: bool) -> Score {
    let (mover, waiter) = (field.side(), !field.side());
    let patterns = field.patterns();
    let value = if wary {
        let threats = THREATS[kind(patterns.rule(), mover)][mask(field)];
        i32::from(threats) + patterns.total(mover)[0] - patterns.total(waiter)[1]
    } else {
        TEMPO + unwary(field, mover) - unwary(field, waiter)
    };
    Score(value.clamp(-EVAL_MAX, EVAL_MAX))
}

/// Returns what [`evaluate`] would say of the sums alone, for a search that leaves the threats of both sides out.
#[must_use]
pub fn sums(field: &Field) -> Score {
    let patterns = field.patterns();
    let value = TEMPO + patterns.total(field.side())[0] - patterns.total(!field.side())[1];
    Score(value.clamp(-EVAL_MAX, EVAL_MAX))
}

fn unwary(field: &Field, side: Side) -> i32 {
    field.patterns().board().empty_points().map(|point| UNWARY[field.class(point, side).index()]).sum()
}
