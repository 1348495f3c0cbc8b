//! The Asian rules: perpetual check, and perpetual chase of one piece; all else is allowed.

use super::cycle::{Cycle, moved_back};
use super::violation::Violation;
use crate::base::{BySide, Side};
use crate::xiangqi::Bitboard;

/// Returns the violation of each side. Chases are searched only without perpetual check.
pub(super) fn violations(cycle: &Cycle<'_>) -> BySide<Option<Violation>> {
    let checks = BySide::from_fn(|side| cycle.always_checks(side).then_some(Violation::Check));
    if Side::ALL.into_iter().any(|side| checks[side].is_some()) {
        return checks;
    }
    always_chased(cycle).map(|prey| (!prey.is_empty()).then_some(Violation::Chase))
}

/// Returns the pieces that every move of each side chases, at the points where the cycle begins.
///
/// A piece is followed wherever it goes: chasing two in turn is allowed.
fn always_chased(cycle: &Cycle<'_>) -> BySide<Bitboard> {
    let mut prey = BySide { first: Bitboard::FULL, second: Bitboard::FULL };
    for played in cycle.back() {
        let side = played.side();
        if !prey[side].is_empty() {
            prey[side] &= played.step().chases().iter().map(|chase| chase.prey).collect::<Bitboard>();
        }
        prey[!side] = moved_back(prey[!side], played.mv);
        if prey.first.is_empty() && prey.second.is_empty() {
            break;
        }
    }
    prey
}
