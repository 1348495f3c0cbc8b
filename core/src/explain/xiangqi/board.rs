//! Helpers of several proofs.

use crate::base::Side;
use crate::game::PlacedPiece;
use crate::position::Position as _;
use crate::xiangqi::{Bitboard, Board, Move, Position, Square, attacks};

/// Returns the position after a pass; `None` in check, where a pass is impossible.
pub(in crate::explain) fn passed(position: &Position) -> Option<Position> {
    (!position.is_check()).then(|| position.passed())
}

/// Lists the legal moves that give check.
pub(super) fn checks(position: &Position) -> impl Iterator<Item = Move> + '_ {
    position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv))
}

pub(super) fn placed(position: &Position, at: Square) -> Option<PlacedPiece> {
    placed_on(position.board(), at)
}

pub(super) fn placed_on(board: &Board, at: Square) -> Option<PlacedPiece> {
    Some(PlacedPiece { piece: board.piece_at(at)?.letter(), at: at.to_string() })
}

pub(super) fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.make(mv);
    after
}

/// Returns whether a general on `general` and the general of `side` face each other on an open file.
pub(super) fn faces(position: &Position, general: Square, side: Side, occupied: Bitboard) -> bool {
    let other = position.general(side);
    other.file() == general.file() && !attacks::between(other, general).intersects(occupied)
}
