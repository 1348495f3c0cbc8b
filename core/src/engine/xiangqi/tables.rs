//! What a piece is worth on each point, and small sets of points.
//!
//! The tables are drawn for Red with the enemy on top, files a to e; the right half is their mirror image. Hand-set in
//! centipawns from what players' manuals say of good and bad places; to be tuned.

use super::eval::{Tapered, taper};
use crate::base::Side;
use crate::xiangqi::{Bitboard, Piece, Role, Square};

/// What a piece of each role weighs in telling the middle game from the ending.
pub const PHASE_WEIGHT: [i32; Role::COUNT] = [0, 0, 0, 2, 4, 2, 0];
/// The weights of all pieces of the start together.
pub const PHASE_MAX: i32 = 32;

/// What each role is worth anywhere.
const MATERIAL: [Tapered; Role::COUNT] =
    [taper(0, 0), taper(120, 115), taper(110, 105), taper(350, 400), taper(840, 900), taper(415, 395), taper(45, 75)];

type Half = [[i16; 5]; 10];

const ZERO: Half = [[0; 5]; 10];

const KING_MG: Half = rows([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, -60, -70],
    [0, 0, 0, -32, -28],
    [0, 0, 0, -6, 12],
]);
const KING_EG: Half = rows([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, -12, -8],
    [0, 0, 0, -2, 6],
    [0, 0, 0, 4, 12],
]);
const ADVISOR: Half = rows([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, -12, 0],
    [0, 0, 0, 0, 8],
    [0, 0, 0, 2, 0],
]);
const ELEPHANT: Half = rows([
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, -10, 0, 0],
    [0, 0, 0, 0, 0],
    [-14, 0, 0, 0, 14],
    [0, 0, 0, 0, 0],
    [0, 0, 2, 0, 0],
]);
const HORSE_MG: Half = rows([
    [-6, 0, 6, -4, -8],
    [2, 10, 26, 14, -6],
    [8, 14, 28, 40, 28],
    [12, 34, 30, 36, 34],
    [6, 22, 26, 38, 34],
    [4, 18, 22, 28, 32],
    [2, 8, 16, 18, 20],
    [0, 2, 14, 4, 6],
    [-10, 0, 0, 2, -26],
    [-22, -12, -6, -10, -20],
]);
const HORSE_EG: Half = rows([
    [-16, -6, -2, -4, -6],
    [-6, 6, 14, 14, 8],
    [-2, 10, 20, 28, 24],
    [2, 14, 20, 26, 26],
    [0, 10, 16, 20, 22],
    [-2, 8, 12, 16, 18],
    [-6, 2, 6, 10, 12],
    [-8, -2, 2, 4, 4],
    [-14, -8, -4, -2, -8],
    [-24, -16, -10, -10, -14],
]);
const ROOK_MG: Half = rows([
    [10, 14, 12, 22, 24],
    [16, 24, 20, 34, 44],
    [10, 14, 14, 26, 28],
    [12, 22, 20, 28, 30],
    [14, 20, 18, 26, 26],
    [14, 20, 18, 24, 26],
    [8, 14, 10, 20, 20],
    [0, 12, 6, 18, 12],
    [-6, 10, 4, 16, -4],
    [-24, 6, -2, 16, -10],
]);
const ROOK_EG: Half = rows([
    [6, 8, 8, 12, 12],
    [10, 14, 14, 18, 22],
    [8, 12, 12, 16, 18],
    [8, 12, 12, 14, 16],
    [6, 10, 10, 12, 14],
    [4, 8, 8, 10, 12],
    [0, 4, 4, 6, 8],
    [-4, 0, 0, 4, 2],
    [-8, -2, -2, 2, -2],
    [-14, -4, -4, 2, -6],
]);
const CANNON_MG: Half = rows([
    [18, 14, 4, -8, -10],
    [10, 10, 4, -6, -10],
    [6, 6, 2, -4, -6],
    [2, 6, 6, 8, 18],
    [0, 2, 4, 6, 14],
    [0, 2, 6, 6, 14],
    [-2, 0, 6, 4, 12],
    [0, 2, 8, 6, 16],
    [-2, 2, 4, 6, 4],
    [-8, -4, 0, 0, 2],
]);
const CANNON_EG: Half = rows([
    [4, 4, 2, 0, 0],
    [2, 2, 2, 2, 2],
    [0, 2, 2, 4, 4],
    [0, 0, 2, 4, 6],
    [0, 0, 2, 4, 6],
    [0, 2, 2, 4, 8],
    [0, 2, 2, 6, 8],
    [2, 2, 4, 8, 10],
    [2, 4, 6, 12, 14],
    [2, 4, 8, 12, 14],
]);
const PAWN_MG: Half = rows([
    [-10, -6, -2, 6, 12],
    [30, 46, 62, 90, 96],
    [28, 44, 60, 78, 84],
    [24, 38, 48, 56, 60],
    [16, 28, 34, 40, 44],
    [4, 0, 12, 0, 18],
    [0, 0, -4, 0, 8],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
]);
const PAWN_EG: Half = rows([
    [-20, -10, 0, 10, 14],
    [14, 26, 38, 54, 60],
    [24, 38, 52, 66, 68],
    [26, 40, 50, 58, 60],
    [22, 32, 38, 44, 46],
    [4, 0, 6, 0, 8],
    [0, 0, 0, 0, 2],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0],
]);

/// Turns a table as drawn, the enemy's back rank first, into one by rank.
const fn rows(drawn: Half) -> Half {
    let mut table = ZERO;
    let mut rank = 0;
    while rank < 10 {
        table[rank] = drawn[9 - rank];
        rank += 1;
    }
    table
}

const PLACES: [(Half, Half); Role::COUNT] = [
    (KING_MG, KING_EG),
    (ADVISOR, ADVISOR),
    (ELEPHANT, ELEPHANT),
    (HORSE_MG, HORSE_EG),
    (ROOK_MG, ROOK_EG),
    (CANNON_MG, CANNON_EG),
    (PAWN_MG, PAWN_EG),
];

static TABLE: [[[Tapered; Square::COUNT]; Role::COUNT]; Side::COUNT] = [table(Side::First), table(Side::Second)];

const fn table(side: Side) -> [[Tapered; Square::COUNT]; Role::COUNT] {
    let sign = match side {
        Side::First => 1,
        Side::Second => -1,
    };
    let mut table = [[taper(0, 0); Square::COUNT]; Role::COUNT];
    let mut index = 0;
    while index < Role::COUNT * Square::COUNT {
        let (role, square) = (index / Square::COUNT, Square::ALL[index % Square::COUNT]);
        let file = square.file() as usize;
        let (rank, file) = (square.rank_from(side) as usize, if file > 4 { 8 - file } else { file });
        let (mg, eg) = (&PLACES[role].0, &PLACES[role].1);
        let material = MATERIAL[role];
        let value = taper(material.mg + mg[rank][file] as i32, material.eg + eg[rank][file] as i32);
        table[role][square.index()] = taper(sign * value.mg, sign * value.eg);
        index += 1;
    }
    table
}

/// Returns what `piece` is worth on `square`, material included, Red's view.
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

/// Returns the points of the file of `square`.
#[inline]
#[must_use]
pub fn file(square: Square) -> Bitboard {
    FILES[square.file() as usize]
}

/// Returns the points of the rank of `square`.
#[inline]
#[must_use]
pub fn rank(square: Square) -> Bitboard {
    Bitboard::from_bits(0x1ff << (square.rank() * Square::FILES))
}

/// Returns the diagonal neighbours of `square`.
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

/// Returns the nine points of the palace of `side`.
#[inline]
#[must_use]
pub const fn palace(side: Side) -> Bitboard {
    /// d to f of the three lowest ranks.
    const RED: u128 = 0o70 | 0o70 << 9 | 0o70 << 18;
    match side {
        Side::First => Bitboard::from_bits(RED),
        Side::Second => Bitboard::from_bits(RED << 63),
    }
}

/// Returns the five ranks beyond the river, seen from `side`.
#[inline]
#[must_use]
pub const fn far_half(side: Side) -> Bitboard {
    /// The five lowest ranks.
    const RED: u128 = (1 << 45) - 1;
    match side {
        Side::First => Bitboard::from_bits(RED << 45),
        Side::Second => Bitboard::from_bits(RED),
    }
}
