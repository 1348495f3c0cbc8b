//! Whether a capture leaves the general of the side that makes it in a danger it was not in before.
//!
//! This is what makes a piece pinned, an attack idle and a protector a false root. A check that stands on the board
//! already is left out of it: it says nothing about the piece that would capture.

use crate::base::Side;
use crate::xiangqi::{Bitboard, Board, Role, Square, attacks};

/// Returns the pieces that attack `side`'s general.
pub(super) fn checkers(board: &Board, side: Side) -> Bitboard {
    match general(board, side) {
        None => Bitboard::EMPTY,
        Some(general) => board.attackers_to(general, board.occupied()) & board.side(!side),
    }
}

/// Returns the board after the capture `from`–`to`.
pub(super) fn after_capture(board: &Board, from: Square, to: Square) -> Board {
    let mut after = *board;
    let piece = after.set(from, None);
    after.set(to, piece);
    after
}

/// Returns whether `side`, whose general `known` attack already, has brought it into danger on `board` by a capture.
pub(super) fn is_exposed(board: &Board, side: Side, known: Bitboard) -> bool {
    let Some(general) = general(board, side) else { return true };
    let occupied = board.occupied();
    let attackers = board.attackers_to(general, occupied) & board.side(!side) & !known;
    !attackers.is_empty() || attacks::rook(general, occupied).intersects(board.pieces(!side, Role::General))
}

/// Returns whether the piece on `from`, which attacks `to`, may capture there: it is not pinned.
pub(super) fn may_capture(board: &Board, side: Side, from: Square, to: Square) -> bool {
    let after = after_capture(board, from, to);
    // A moving general escapes its attackers, and must not meet another.
    let is_general = board.pieces(side, Role::General).contains(from);
    let known = if is_general { Bitboard::EMPTY } else { checkers(board, side) };
    !is_exposed(&after, side, known)
}

fn general(board: &Board, side: Side) -> Option<Square> {
    board.pieces(side, Role::General).first()
}
