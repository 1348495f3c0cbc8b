//! Which moves give check, found once for a position instead of once for each move.

use super::tables;
use crate::xiangqi::{Bitboard, Move, Position, Role, Square, attacks};

/// Where a move must begin or end to give check.
///
/// Most moves touch neither the lines of the enemy king nor the legs of horses beside it; of those only a horse's jump
/// can give check. The others are looked at closely.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The king's rank and file, where rooks, cannons and their screens stand, and its diagonal neighbours, where the
    /// legs of horses do.
    near: Bitboard,
    /// The points from which a horse checks.
    horse: Bitboard,
}

impl Checks {
    /// Looks at the enemy king's surroundings.
    #[inline]
    #[must_use]
    pub fn new(position: &Position) -> Checks {
        let king = position.king(!position.turn());
        Checks {
            near: attacks::cross(king) | tables::diagonal(king),
            horse: attacks::horse_to(king, position.board().occupied()),
        }
    }

    /// Returns whether the legal move `mv` gives check.
    #[inline]
    #[must_use]
    pub fn gives(&self, position: &Position, mv: Move) -> bool {
        let (from, to): (Square, Square) = (mv.from(), mv.to());
        if self.near.contains(from) || self.near.contains(to) {
            return position.gives_check(mv);
        }
        self.horse.contains(to) && position.piece_at(from).is_some_and(|piece| piece.role == Role::Horse)
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
