//! Sets of points, and the value of a piece on each point.

use super::groups::{FOLDED, PLACES};
use super::tapered::{Tapered, taper};
use super::weights::WEIGHTS;
use crate::base::Side;
use crate::xiangqi::{Bitboard, Piece, Role, Square};

/// Phase weight of each role: attackers mark the middle game.
pub const PHASE_WEIGHT: [i32; Role::COUNT] = [0, 0, 0, 2, 4, 2, 0];
/// Phase of the initial position.
pub const PHASE_MAX: i32 = 32;

/// Returns the feature of `role` on `square` in `side`'s view. Mirrored squares share a feature.
#[must_use]
pub const fn place_feature(side: Side, role: Role, square: Square) -> usize {
    let file = square.file() as usize;
    let file = if file > 4 { 8 - file } else { file };
    PLACES + role.index() * FOLDED + square.rank_from(side) as usize * 5 + file
}

static TABLE: [[[Tapered; Square::COUNT]; Role::COUNT]; Side::COUNT] = [table(Side::First), table(Side::Second)];

const fn table(side: Side) -> [[Tapered; Square::COUNT]; Role::COUNT] {
    let sign = match side {
        Side::First => 1,
        Side::Second => -1,
    };
    let mut table = [[taper(0, 0); Square::COUNT]; Role::COUNT];
    let mut index = 0;
    while index < Role::COUNT * Square::COUNT {
        let (role, square) = (Role::ALL[index / Square::COUNT], Square::ALL[index % Square::COUNT]);
        table[role.index()][square.index()] = WEIGHTS[place_feature(side, role, square)].times(sign);
        index += 1;
    }
    table
}

/// Returns the value of `piece` on `square`, material included, Red's view.
#[inline]
#[must_use]
pub fn place(piece: Piece, square: Square) -> Tapered {
    TABLE[piece.side.index()][piece.role.index()][square.index()]
}

static FILES: [Bitboard; 9] = {
    let mut files = [Bitboard::EMPTY; 9];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::ALL[index];
        files[square.file() as usize] = files[square.file() as usize].with(square);
        index += 1;
    }
    files
};

#[inline]
#[must_use]
pub fn file(square: Square) -> Bitboard {
    FILES[square.file() as usize]
}

#[inline]
#[must_use]
pub fn rank(square: Square) -> Bitboard {
    Bitboard::from_bits(0x1ff << (square.rank() * Square::FILES))
}

#[inline]
#[must_use]
pub fn diagonal(square: Square) -> Bitboard {
    DIAGONALS[square.index()]
}

static DIAGONALS: [Bitboard; Square::COUNT] = {
    let mut table = [Bitboard::EMPTY; Square::COUNT];
    let mut index = 0;
    while index < 4 * Square::COUNT {
        let (square, way) = (Square::ALL[index / 4], index as i8 % 4);
        if let Some(to) = square.offset(way % 2 * 2 - 1, way / 2 * 2 - 1) {
            table[square.index()] = table[square.index()].with(to);
        }
        index += 1;
    }
    table
};

#[inline]
#[must_use]
pub const fn palace(side: Side) -> Bitboard {
    /// Files d to f of the three lowest ranks.
    const RED: u128 = 0o70 | 0o70 << 9 | 0o70 << 18;
    match side {
        Side::First => Bitboard::from_bits(RED),
        Side::Second => Bitboard::from_bits(RED << 63),
    }
}
