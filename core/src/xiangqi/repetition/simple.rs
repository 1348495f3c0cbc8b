//! The simple rule: perpetual check; all else is allowed.

use super::cycle::Cycle;
use super::violation::Violation;
use crate::base::BySide;

/// Returns what each side has done with every move.
pub(super) fn faults(cycle: &Cycle<'_>) -> BySide<Option<Violation>> {
    BySide::from_fn(|side| cycle.always_checks(side).then_some(Violation::Check))
}
