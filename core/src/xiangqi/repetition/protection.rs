//! Protectors of a piece: true and false roots (真根, 假根).

use super::exposure;
use crate::base::Side;
use crate::xiangqi::{Bitboard, Board, Role, Square};

/// The pieces that protect another, by their points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roots {
    /// They can take back.
    pub(super) real: Bitboard,
    /// They look as if they could, but their general would be taken.
    pub(super) sham: Bitboard,
}

impl Roots {
    /// Returns the protectors of `prey`, a piece of `side`, once `hunter` has taken it.
    ///
    /// They are found on the board after the capture: a cannon whose screen was the hunter or the prey is none, and a
    /// piece that the hunter stood before is one.
    pub(super) fn of(board: &Board, side: Side, hunter: Square, prey: Square) -> Roots {
        let taken = exposure::after_capture(board, hunter, prey);
        let known = exposure::checkers(board, side);
        let mut roots = Roots { real: Bitboard::EMPTY, sham: Bitboard::EMPTY };
        for root in taken.attackers_to(prey, taken.occupied()) & taken.side(side) {
            let known = if taken.pieces(side, Role::General).contains(root) { Bitboard::EMPTY } else { known };
            let retaken = exposure::after_capture(&taken, root, prey);
            let kind = if exposure::is_exposed(&retaken, side, known) { &mut roots.sham } else { &mut roots.real };
            *kind = kind.with(root);
        }
        roots
    }
}
