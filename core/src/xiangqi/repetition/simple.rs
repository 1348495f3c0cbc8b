//! The simple rule: perpetual check; all else is allowed.

use super::cycle::Cycle;
use super::violation::Violation;
use crate::base::BySide;

/// Returns the violation of each side.
pub(super) fn violations(cycle: &Cycle<'_>) -> BySide<Option<Violation>> {
    BySide::from_fn(|side| cycle.always_checks(side).then_some(Violation::Check))
}
