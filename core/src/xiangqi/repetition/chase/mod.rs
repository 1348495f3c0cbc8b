//! Which pieces a move chases (捉).

use arrayvec::ArrayVec;

use super::exposure::may_capture;
use super::protection::Roots;
use crate::base::Side;
use crate::xiangqi::{Bitboard, Board, Move, Role, Square};

/// Why an attack is a chase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// The piece attacked is worth more, protected or not: a rook by horse or cannon; a rook, horse or cannon by advisor
    /// or elephant.
    Stronger,
    /// No piece can recapture.
    Unprotected,
}

/// An attack that is a chase, by points on the board after the move that begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attack {
    pub(super) hunter: Square,
    pub(super) prey: Square,
    pub(super) ground: Ground,
    pub(super) false_roots: Bitboard,
}

/// All the chases of one move: ten pieces of a side can hunt, two of them horses with eight points in reach, the others
/// with four.
pub(super) type Attacks = ArrayVec<Attack, 48>;

/// A move that takes nothing, with the board on either side of it.
#[derive(Clone, Copy)]
pub(super) struct QuietMove<'a> {
    pub(super) side: Side,
    pub(super) mv: Move,
    pub(super) before: &'a Board,
    pub(super) after: &'a Board,
}

impl QuietMove<'_> {
    /// Finds the chases that the move begins.
    pub(super) fn chases(&self) -> Attacks {
        let mut chases = Attacks::new();
        let QuietMove { side, mv, before, after } = *self;
        let them = after.side(!side);
        let generals = after.role(Role::General);
        let at_home: Bitboard =
            after.pieces(!side, Role::Pawn).into_iter().filter(|pawn| pawn.is_home(!side)).collect();
        let preys = them & !generals & !at_home;
        for hunter in after.side(side) & !generals & !after.role(Role::Pawn) {
            let Some(piece) = after.piece_at(hunter) else { continue };
            let stood = if hunter == mv.to() { mv.from() } else { hunter };
            for prey in after.reach(hunter) & preys {
                let was_there = before.reach(stood).contains(prey) && may_capture(before, side, stood, prey);
                if !may_capture(after, side, hunter, prey) {
                    continue;
                }
                let Some(hunted) = after.piece_at(prey) else { continue };
                if is_stronger(piece.role, hunted.role) {
                    if !was_there {
                        let false_roots = Bitboard::EMPTY;
                        chases.push(Attack { hunter, prey, ground: Ground::Stronger, false_roots });
                    }
                    continue;
                }
                // Pieces of a kind that attack each other offer an exchange.
                if piece.role == hunted.role
                    && after.reach(prey).contains(hunter)
                    && may_capture(after, !side, prey, hunter)
                {
                    continue;
                }
                let roots = Roots::of(after, !side, hunter, prey);
                if !roots.real.is_empty() {
                    continue;
                }
                // An attack that is merely kept is a chase again only when it has made a protector false.
                if was_there && !Roots::of(before, !side, stood, prey).real.intersects(roots.sham) {
                    continue;
                }
                chases.push(Attack { hunter, prey, ground: Ground::Unprotected, false_roots: roots.sham });
            }
        }
        chases
    }
}

/// Returns whether `prey` is worth more than `hunter`, so that protection does not matter.
const fn is_stronger(hunter: Role, prey: Role) -> bool {
    match hunter {
        Role::Horse | Role::Cannon => matches!(prey, Role::Rook),
        Role::Advisor | Role::Elephant => matches!(prey, Role::Rook | Role::Horse | Role::Cannon),
        Role::General | Role::Rook | Role::Pawn => false,
    }
}

#[cfg(test)]
mod tests;
