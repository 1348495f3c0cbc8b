//! Which moves give check, found once for a position instead of once for each move.

use super::tables;
use crate::xiangqi::{Bitboard, Move, Position, Role, Square, attacks};

/// Where pieces must land to give check, and where a move may uncover or cover a line.
///
/// A move that touches no line between a rook or cannon and the enemy king, nor the leg of a horse beside it, can only
/// check with the piece that moves, from points known beforehand. The few others are looked at closely.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// Our rooks and cannons on the king's rank and file, what lies between, and the legs of our horses.
    lines: Bitboard,
    /// The points from which a piece of each role checks.
    rook: Bitboard,
    cannon: Bitboard,
    horse: Bitboard,
    pawn: Bitboard,
}

impl Checks {
    /// Looks at the enemy king's surroundings.
    #[inline]
    #[must_use]
    pub fn new(position: &Position) -> Checks {
        let (board, us) = (position.board(), position.turn());
        let (own, occupied, king) = (board.side(us), board.occupied(), position.king(!us));
        let mut lines = Bitboard::EMPTY;
        for square in attacks::cross(king) & own & (board.role(Role::Rook) | board.role(Role::Cannon)) {
            lines |= attacks::between(king, square).with(square);
        }
        if attacks::horse_shape(king).intersects(own & board.role(Role::Horse)) {
            lines |= tables::diagonal(king);
        }
        let rook = attacks::rook(king, occupied);
        let mut cannon = Bitboard::EMPTY;
        for screen in rook & occupied {
            cannon |= attacks::rook(screen, occupied) & attacks::beyond(king, screen);
        }
        let horse = attacks::horse_to(king, occupied);
        Checks { lines, rook, cannon, horse, pawn: attacks::pawn_to(us, king) }
    }

    /// Returns whether the legal move `mv` gives check.
    #[inline]
    #[must_use]
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let (from, to): (Square, Square) = (mv.from(), mv.to());
        if self.lines.contains(from) || self.lines.contains(to) {
            return position.gives_check(mv);
        }
        position.piece_at(from).is_some_and(|piece| self.landing(piece.role).contains(to))
    }

    /// Returns the points from which a piece of `role` checks, if its move touches none of the lines.
    #[inline]
    const fn landing(&self, role: Role) -> Bitboard {
        match role {
            Role::Rook => self.rook,
            Role::Cannon => self.cannon,
            Role::Horse => self.horse,
            Role::Pawn => self.pawn,
            Role::King | Role::Advisor | Role::Elephant => Bitboard::EMPTY,
        }
    }

    /// Returns the points that a move giving check begins or ends on.
    #[inline]
    #[must_use]
    pub fn touched(&self) -> Bitboard {
        self.lines | self.rook | self.cannon | self.horse | self.pawn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position as _;

    #[test]
    fn it_agrees_with_the_rules() {
        let mut checks = 0;
        for row in include_str!("../../../../tests/data/xiangqi-perft.tsv").lines() {
            let position: Position = row.split('\t').next().unwrap_or_default().parse().expect(row);
            let known = Checks::new(&position);
            for mv in position.legal_moves() {
                let mut after = position;
                after.make(mv);
                assert_eq!(known.gives(&position, mv), after.is_check(), "{mv} in {position:?}");
                checks += i32::from(after.is_check());
            }
        }
        assert!(checks > 250, "only {checks} checks were seen");
    }
}
