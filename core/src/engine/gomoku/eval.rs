//! The hand-crafted evaluation: the sum over the empty points, kept by the patterns, and what the threats of both sides
//! come to together.

use super::evaluator::{EVAL_MAX, Evaluator};
use super::feature::Feature;
use super::field::Field;
use super::levels::TacticalVision;
use super::params::{TEMPO, UNWARY};
use super::weight_set::{threat_mask, weight_set};
use super::weights::{POINTS, THREATS};
use crate::base::{Score, Side};
use crate::gomoku::pattern::Tables;
use crate::gomoku::{Point, Rule};
use crate::search::Features;

/// The hand-crafted evaluation. All it needs to be told is on the [`Field`].
#[derive(Clone, Copy, Debug)]
pub struct HandCrafted {
    /// Whether an open three is seen as the threat it is.
    wary: bool,
    /// Whether the threats of both sides count together.
    threat_mask: bool,
}

impl HandCrafted {
    /// Makes the evaluation of a player who sees so much.
    #[must_use]
    pub fn new(vision: &TacticalVision, features: Features) -> HandCrafted {
        HandCrafted { wary: vision.threes, threat_mask: features.has(Feature::ThreatMask) }
    }
}

impl Evaluator for HandCrafted {
    fn reset(&mut self, _: &Field) {}

    #[inline]
    fn push(&mut self, _: Point, _: Side) {}

    #[inline]
    fn pop(&mut self) {}

    fn evaluate(&mut self, field: &Field) -> Score {
        if self.wary && !self.threat_mask { sums(field) } else { evaluate(field, self.wary) }
    }
}

/// Makes the pattern tables of `rule` with the values that [`evaluate`] sums up.
#[must_use]
pub fn tables(rule: Rule) -> Tables {
    Tables::with_values(rule, |side, combo| POINTS[weight_set(rule, side)][combo.index()])
}

/// Returns the value of the position for the side to move, in centipawns within ±[`EVAL_MAX`].
///
/// Every empty point counts by what a stone of either side would make there, and the threats of both sides by which of
/// them there are; by [`UNWARY`] where the player does not see threes (`wary` is false). The sums follow the stones, so
/// this is the same however the position was reached.
#[must_use]
pub fn evaluate(field: &Field, wary: bool) -> Score {
    let (mover, waiter) = (field.side_to_move(), !field.side_to_move());
    let patterns = field.patterns();
    let value = if wary {
        let threats = THREATS[weight_set(patterns.rule(), mover)][threat_mask(field)];
        i32::from(threats) + patterns.total(mover)[0] - patterns.total(waiter)[1]
    } else {
        TEMPO + unwary(field, mover) - unwary(field, waiter)
    };
    Score(value.clamp(-EVAL_MAX, EVAL_MAX))
}

/// Returns what [`evaluate`] would say of the sums alone, for a search that leaves the threats of both sides out.
#[must_use]
fn sums(field: &Field) -> Score {
    let patterns = field.patterns();
    let value = TEMPO + patterns.total(field.side_to_move())[0] - patterns.total(!field.side_to_move())[1];
    Score(value.clamp(-EVAL_MAX, EVAL_MAX))
}

fn unwary(field: &Field, side: Side) -> i32 {
    field.patterns().board().empty_points().map(|point| UNWARY[field.class(point, side).index()]).sum()
}
