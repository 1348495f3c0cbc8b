//! Threats of mate (杀): a mate by checks if the opponent passed.

use crate::position::Position as _;
use crate::xiangqi::{Move, Position};

/// How far a mate is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MateBudget {
    /// Checks in a row, the mate included.
    checks: u8,
    /// Positions looked at.
    nodes: u32,
}

impl MateBudget {
    /// A ruling in a game: every mate by five checks is found within these nodes in positions of play.
    pub(super) const RULING: MateBudget = MateBudget { checks: 5, nodes: 20_000 };
    /// A leaf of a search, which meets many: a mate at once.
    pub(super) const SEARCH: MateBudget = MateBudget { checks: 1, nodes: 64 };
}

/// Returns the move that begins the shortest mate by checks alone, which the side that has just moved would make at `position` if it
/// were its turn again. Where the other side is in check there is none: that is a check.
pub(super) fn of(position: &Position, budget: MateBudget) -> Option<Move> {
    if position.is_check() {
        return None;
    }
    let mut nodes = budget.nodes;
    // The shortest mate is the evidence, and it costs the least.
    (1..=budget.checks).find_map(|checks| mating_move(&position.passed(), checks, &mut nodes))
}

/// Returns a checking move after which every answer is mated by `checks - 1` more.
fn mating_move(position: &Position, checks: u8, nodes: &mut u32) -> Option<Move> {
    if checks == 0 {
        return None;
    }
    let is_mating = |mv: Move, nodes: &mut u32| {
        *nodes = nodes.checked_sub(1)?;
        let mut next = *position;
        next.make(mv);
        let is_mate = next.legal_moves().into_iter().all(|answer| {
            let mut after = next;
            after.make(answer);
            mating_move(&after, checks - 1, nodes).is_some()
        });
        is_mate.then_some(mv)
    };
    position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv)).find_map(|mv| is_mating(mv, nodes))
}
