//! The inputs of the net: piece and square, in the view of one side.
//!
//! A side sees its own pieces below and its own general on the left half or in the middle. With the general in the
//! middle, other pieces decide by [`lean`]. So the net sees a position, its mirror image and both rotations as the
//! same.

use crate::base::{Key, Side};
use crate::xiangqi::setup::is_possible;
use crate::xiangqi::{Piece, Role, Square};

/// Number of inputs: possible squares of the pieces of both sides, without those of the own general on the right half.
pub const INPUTS: usize = 689;

/// Marks a square that a piece cannot occupy.
const NONE: u16 = u16::MAX;

/// A value per piece and square: own and enemy, by role, by square.
type PerPlace<T> = [[[T; Square::COUNT]; Role::COUNT]; Side::COUNT];

/// Returns the input of `piece` on `square`, below [`INPUTS`], in the view of `viewer`. `mirrored` swaps left and
/// right.
#[inline]
#[must_use]
pub fn input(viewer: Side, mirrored: bool, piece: Piece, square: Square) -> usize {
    let square = if mirrored { square.mirrored() } else { square };
    usize::from(*at(&NUMBERS, viewer, piece, square))
}

/// Returns how far `piece` on `square` leans the board to the right in the view of `viewer`. A sum above zero over all
/// pieces mirrors the view.
///
/// A mirror image has the opposite sum. Generals outweigh all other pieces together; then come advisors, elephants,
/// pawns, horses, cannons and rooks. Pieces that move often decide late, so a view seldom flips and accumulators stay
/// valid.
#[inline]
#[must_use]
pub fn lean(viewer: Side, piece: Piece, square: Square) -> i64 {
    *at(&LEANS, viewer, piece, square)
}

/// Returns the entry of a piece in the view of `viewer`: own pieces first, its own back rank below.
#[inline]
fn at<T>(table: &PerPlace<T>, viewer: Side, piece: Piece, square: Square) -> &T {
    let (whose, square) = match viewer {
        Side::First => (piece.side.index(), square),
        Side::Second => ((!piece.side).index(), square.flipped()),
    };
    &table[whose][piece.role.index()][square.index()]
}

/// Sides of own and enemy pieces in the tables, in Red's view.
const WHOSE: [Side; Side::COUNT] = [Side::First, Side::Second];

static NUMBERS: PerPlace<u16> = NUMBERED.0;
const _: () = assert!(NUMBERED.1 as usize == INPUTS);
const NUMBERED: (PerPlace<u16>, u16) = {
    let mut table = [[[NONE; Square::COUNT]; Role::COUNT]; Side::COUNT];
    let (mut next, mut index) = (0, 0);
    while index < Side::COUNT * Role::COUNT * Square::COUNT {
        let (whose, role) = (index / (Role::COUNT * Square::COUNT), Role::ALL[index / Square::COUNT % Role::COUNT]);
        let square = Square::ALL[index % Square::COUNT];
        let is_mirrored_away = whose == 0 && matches!(role, Role::General) && square.file() > 4;
        if is_possible(Piece::new(WHOSE[whose], role), square) && !is_mirrored_away {
            table[whose][role.index()][square.index()] = next;
            next += 1;
        }
        index += 1;
    }
    (table, next)
};

/// Roles by precedence: a role decides where all roles before it are balanced.
const STEADY: [Role; Role::COUNT] =
    [Role::General, Role::Advisor, Role::Elephant, Role::Pawn, Role::Horse, Role::Cannon, Role::Rook];
/// The key family of the tie-breaking numbers.
const TIES: u32 = 0x6e65_7431;
/// Bound of a tie-breaking number: the sum of 32 stays below the least weight of a role.
const TIE: i64 = 1 << 20;

static LEANS: PerPlace<i64> = {
    let mut table = [[[0; Square::COUNT]; Role::COUNT]; Side::COUNT];
    let mut weight = 32 * TIE;
    let mut index = Role::COUNT * Side::COUNT;
    while index > 0 {
        index -= 1;
        let (role, whose) = (STEADY[index / Side::COUNT], index % Side::COUNT);
        let mut point = 0;
        while point < Square::COUNT {
            let square = Square::ALL[point];
            // The left half has the negated numbers of the right half.
            let right = if square.file() > 4 { square } else { square.mirrored() };
            let place = ((whose * Role::COUNT + role.index()) * Square::COUNT + right.index()) as u32;
            let lean = weight + (Key::feature(TIES, place).0 % TIE as u64) as i64;
            table[whose][role.index()][point] = match square.file() {
                0..=3 => -lean,
                4 => 0,
                _ => lean,
            };
            point += 1;
        }
        weight *= 2 * role.count_max() as i64 + 1;
    }
    assert!(weight < 1 << 61, "a sum over all pieces must not overflow");
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_an_input_of_its_own() {
        for viewer in Side::ALL {
            let mut seen = [false; INPUTS];
            for (side, role) in Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| (side, role))) {
                let piece = Piece::new(side, role);
                for square in crate::xiangqi::setup::possible(piece) {
                    if role == Role::General && side == viewer && square.file() > 4 {
                        assert_eq!(input(viewer, true, piece, square), input(viewer, false, piece, square.mirrored()));
                        continue;
                    }
                    let number = input(viewer, false, piece, square);
                    assert!(!std::mem::replace(&mut seen[number], true), "{piece:?} on {square}");
                    let turned = Piece::new(!side, role);
                    assert_eq!(input(!viewer, false, turned, square.flipped()), number);
                }
            }
            assert!(seen.iter().all(|&seen| seen));
        }
    }

    #[test]
    fn generals_outweigh_everything_and_images_lean_the_other_way() {
        let general = lean(Side::First, Piece::new(Side::First, Role::General), Square::at(5, 0).expect("a point"));
        let mut rest = 0;
        for (side, role) in Side::ALL.into_iter().flat_map(|side| Role::ALL.map(|role| (side, role))) {
            let piece = Piece::new(side, role);
            let leans = Square::ALL.map(|square| {
                assert_eq!(lean(Side::First, piece, square), -lean(Side::First, piece, square.mirrored()));
                let turned = Piece::new(!side, role);
                assert_eq!(lean(Side::First, piece, square), lean(Side::Second, turned, square.flipped()));
                lean(Side::First, piece, square)
            });
            if piece != Piece::new(Side::First, Role::General) {
                rest += i64::from(role.count_max()) * leans.into_iter().max().expect("there are points");
            }
        }
        assert!(general > rest, "{general} against {rest}");
    }
}
