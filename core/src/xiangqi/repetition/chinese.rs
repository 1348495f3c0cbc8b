//! The Chinese rules: check, threat of mate and chase, also mixed, must not be repeated with every move.

use super::cycle::{Cycle, moved_back};
use super::threat::{self, MateBudget};
use super::violation::Violation;
use crate::base::BySide;
use crate::xiangqi::Bitboard;

/// The moves of one side, counted so far.
#[derive(Clone, Copy)]
struct Tally {
    /// None was idle.
    forbidden: bool,
    checks: bool,
    threats: bool,
    /// The pieces chased by every move that neither checks nor threatens mate.
    prey: Option<Bitboard>,
}

impl Tally {
    const NONE: Tally = Tally { forbidden: true, checks: false, threats: false, prey: None };

    /// Returns the side's violation.
    fn violation(&self) -> Option<Violation> {
        match (self.checks, self.threats, self.prey.is_some()) {
            _ if !self.forbidden => None,
            (true, false, false) => Some(Violation::Check),
            (false, false, true) => Some(Violation::Chase),
            _ => Some(Violation::Attack),
        }
    }
}

/// Returns the violation of each side.
pub(super) fn violations(cycle: &Cycle<'_>, budget: MateBudget) -> BySide<Option<Violation>> {
    tallies(cycle, budget).map(|tally| tally.violation())
}

fn tallies(cycle: &Cycle<'_>, budget: MateBudget) -> BySide<Tally> {
    let mut tallies = BySide { first: Tally::NONE, second: Tally::NONE };
    for played in cycle.back() {
        let side = played.side();
        let tally = &mut tallies[side];
        // The heaviest meaning of a move counts.
        if !tally.forbidden {
            // One idle move was enough.
        } else if played.check {
            tally.checks = true;
        } else if threat::of(&played.after, budget).is_some() {
            tally.threats = true;
        } else {
            let chased = played.step().chases().iter().map(|chase| chase.prey).collect();
            let prey = tally.prey.map_or(chased, |prey| prey & chased);
            tally.forbidden = !prey.is_empty();
            tally.prey = Some(prey);
        }
        let theirs = &mut tallies[!side];
        theirs.prey = theirs.prey.map(|prey| moved_back(prey, played.mv));
        if !tallies.first.forbidden && !tallies.second.forbidden {
            break;
        }
    }
    tallies
}
