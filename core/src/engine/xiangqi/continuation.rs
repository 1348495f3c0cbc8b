//! The indices of moves in the continuation histories.

use crate::xiangqi::{Move, Piece, Position, Role, Square};

/// Index of a move in a continuation history: piece × squares + target square.
pub type PieceTo = usize;
/// The index of no move: a null move, or plies before the game's first.
pub const NO_PIECE_TO: PieceTo = 2 * Role::COUNT * Square::COUNT;

/// Returns the index of a piece, below 14.
#[inline]
const fn piece_index(piece: Piece) -> usize {
    piece.side.index() * Role::COUNT + piece.role.index()
}

/// Returns the continuation history index of `mv`, played from `position`.
#[inline]
#[must_use]
pub fn piece_to(position: &Position, mv: Move) -> PieceTo {
    position.piece_at(mv.from()).map_or(NO_PIECE_TO, |piece| piece_index(piece) * Square::COUNT + mv.to().index())
}

/// Returns [`piece_to`] without the side: role × squares + target square.
#[inline]
pub fn own_piece_to(position: &Position, mv: Move) -> PieceTo {
    position.piece_at(mv.from()).map_or(0, |piece| piece.role.index() * Square::COUNT + mv.to().index())
}

/// The moves one, two and four plies before a node.
pub type Continuation = [PieceTo; 3];
/// The continuation of a node whose earlier moves do not matter.
pub const NO_CONTINUATION: Continuation = [NO_PIECE_TO; 3];
