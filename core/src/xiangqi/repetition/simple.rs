//! The simple rule: perpetual check; all else is allowed.

use super::Fault;
use super::cycle::Cycle;
use crate::base::BySide;

/// Returns what each side has done with every move.
pub(super) fn faults(cycle: &Cycle<'_>) -> BySide<Option<Fault>> {
    BySide::from_fn(|side| cycle.always_checks(side).then_some(Fault::Check))
}
