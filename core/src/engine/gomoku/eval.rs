//! The hand-crafted evaluation: a sum over the empty points, updated by the patterns, plus a term for the threats of
//! both sides.

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

/// The hand-crafted evaluation. It reads only the [`Field`].
#[derive(Clone, Copy, Debug)]
pub struct HandCrafted {
    /// Whether the evaluation knows open threes as threats.
    wary: bool,
    /// Whether the evaluation adds the term for the threats of both sides.
    threat_mask: bool,
}

impl HandCrafted {
    /// Makes the evaluation for a level's `vision`.
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

/// Makes the pattern tables of `rule` with the values that [`evaluate`] sums.
#[must_use]
pub fn tables(rule: Rule) -> Tables {
    Tables::with_values(rule, |side, combo| POINTS[weight_set(rule, side)][combo.index()])
}

/// Returns the value of the position, in centipawns within ±[`EVAL_MAX`], side to move's view.
///
/// The sum takes the value of each empty point for both sides and the value of the threat mask. A player blind to
/// threes (`wary` is false) uses [`UNWARY`] instead. The value depends on the stones alone, not on their order.
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

/// Returns the value without the threat mask, for a search without the feature `threat-mask`.
#[must_use]
fn sums(field: &Field) -> Score {
    let patterns = field.patterns();
    let value = TEMPO + patterns.total(field.side_to_move())[0] - patterns.total(!field.side_to_move())[1];
    Score(value.clamp(-EVAL_MAX, EVAL_MAX))
}

fn unwary(field: &Field, side: Side) -> i32 {
    field.patterns().board().empty_points().map(|point| UNWARY[field.class(point, side).index()]).sum()
}
