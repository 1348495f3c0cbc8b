//! The constants behind a position's key.

use super::{Board, Piece, Role, Square};
use crate::base::{Key, Side};

/// The family of the pieces' constants, one for each side, role and point.
const PIECES: u32 = u32::from_be_bytes(*b"xqpc");
/// The family of the one constant that says that Black is to move.
const TURN: u32 = u32::from_be_bytes(*b"xqtn");

/// Part of the key when Black is to move.
pub const BLACK_TO_MOVE: Key = Key::feature(TURN, 0);

static TABLE: [[[Key; Square::COUNT]; Role::COUNT]; Side::COUNT] = table();

/// Returns the constant of a piece on a point.
#[must_use]
#[inline]
pub fn piece(piece: Piece, square: Square) -> Key {
    TABLE[piece.side.index()][piece.role.index()][square.index()]
}

/// Computes the key of a board and a side to move from scratch.
#[must_use]
pub fn key(board: &Board, side_to_move: Side) -> Key {
    let start = if side_to_move == Side::Second { BLACK_TO_MOVE } else { Key::default() };
    board.placed().fold(start, |key, (found, square)| key ^ piece(found, square))
}

const fn table() -> [[[Key; Square::COUNT]; Role::COUNT]; Side::COUNT] {
    let mut table = [[[Key(0); Square::COUNT]; Role::COUNT]; Side::COUNT];
    let mut index = 0;
    while index < Side::COUNT * Role::COUNT * Square::COUNT {
        let (owner, square) = (index / Square::COUNT, index % Square::COUNT);
        table[owner / Role::COUNT][owner % Role::COUNT][square] = Key::feature(PIECES, index as u32);
        index += 1;
    }
    table
}
