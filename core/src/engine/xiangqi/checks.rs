//! Which moves give check, computed once per position instead of once per move.

use super::tables;
use crate::xiangqi::{Bitboard, Move, Position, Role, Square, attacks};

/// Target squares that give check, and squares where a move may uncover or cover a line.
///
/// Most moves touch no line between a rook or cannon and the enemy general, and no leg of a horse near it. Such a move
/// checks only with the moving piece, from precomputed points. The other moves are tested one by one.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// Our rooks and cannons on the general's rank and file, the squares between, and the legs of our horses.
    lines: Bitboard,
    /// The points from which a piece of each role checks if its move touches none of `lines`.
    landing: [Bitboard; Role::COUNT],
}

impl Checks {
    /// Computes the sets around the enemy general.
    #[inline]
    #[must_use]
    pub fn new(position: &Position) -> Checks {
        let (board, us) = (position.board(), position.side_to_move());
        let (own, occupied, king) = (board.side(us), board.occupied(), position.general(!us));
        let mut lines = Bitboard::EMPTY;
        for square in attacks::cross(king) & own & (board.role(Role::Rook) | board.role(Role::Cannon)) {
            lines |= attacks::between(king, square).with(square);
        }
        if attacks::horse_shape(king).intersects(own & board.role(Role::Horse)) {
            lines |= tables::diagonal(king);
        }
        let (rook, cannon) = attacks::lines(king, occupied);
        let (horse, pawn) = (attacks::horse_to(king, occupied), attacks::pawn_to(us, king));
        let none = Bitboard::EMPTY;
        Checks { lines, landing: [none, none, none, horse, rook, cannon, pawn] }
    }

    /// Returns whether the legal move `mv` gives check.
    #[inline]
    #[must_use]
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let (from, to): (Square, Square) = (mv.from(), mv.to());
        if self.lines.contains(from) || self.lines.contains(to) {
            return position.gives_check(mv);
        }
        position.piece_at(from).is_some_and(|piece| self.landing[piece.role.index()].contains(to))
    }

    /// Returns the only points where a piece of `role` leaving `from` may give check.
    #[inline]
    #[must_use]
    pub fn possible(&self, role: Role, from: Square) -> Bitboard {
        if self.lines.contains(from) { Bitboard::FULL } else { self.lines | self.landing[role.index()] }
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
