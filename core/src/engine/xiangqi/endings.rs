//! Endings in which an advantage in material is worth less than it seems.

use super::counts::PieceCounts;
use crate::base::Side;
use crate::xiangqi::Role;

/// The full chance of [`winning_chances`].
pub const CERTAIN: i32 = 64;

/// Returns the share of its advantage that `strong` can convert to a win, in 64ths.
///
/// By endgame manuals a side without attackers cannot win. A lone rook draws against two advisors and two elephants; a
/// lone horse, cannon or pawn draws against a nearly complete defence.
#[inline]
pub fn winning_chances(counts: &PieceCounts, strong: Side) -> i32 {
    if counts.attackers(strong) >= 3 { CERTAIN } else { few_attackers(counts, strong) }
}

fn few_attackers(counts: &PieceCounts, strong: Side) -> i32 {
    let weak = !strong;
    let count = |role| counts.of(strong, role);
    let (rooks, pawns) = (count(Role::Rook), count(Role::Pawn));
    let minors = count(Role::Horse) + count(Role::Cannon);
    let defenders = counts.defenders(weak);
    match (rooks, minors, pawns) {
        (0, 0, 0) => 0,
        (1, 0, 0) if defenders == 4 => 8,
        (1, 0, 0) if defenders == 3 && counts.attackers(weak) > 0 => 24,
        (1, 0, 0) if counts.of(weak, Role::Rook) > 0 => 20,
        (0, 1, 0) if defenders >= 2 => 6,
        (0, 1, 0) if count(Role::Cannon) == 1 && count(Role::Advisor) == 0 => 10,
        (0, 1, 0) => 36,
        (0, 0, 1) if defenders >= 1 => 8,
        (0, 0, 2) if defenders >= 3 => 16,
        (0, 1, 1) if defenders == 4 => 28,
        (0, 2, 0) if defenders == 4 && count(Role::Horse) == 0 => 24,
        _ => CERTAIN,
    }
}
