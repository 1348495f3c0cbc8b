//! Keys and moves of Xiangqi books in the forms `.obk` and `.pfBook`.
//!
//! The key of a position is the exclusive or of one number for each piece on its point, and of one more when Red is to
//! move. The numbers belong to the forms; `data/SOURCES.md` says where they were compared.

use crate::base::Side;
use crate::position::Position as _;
use crate::xiangqi::{Move, Piece, Position, Role, Square};

const NUMBERS: &str = include_str!("../../../data/books/obk-keys.tsv");

/// The numbers of the keys.
#[derive(Clone, Debug)]
pub struct ObkKeys {
    pieces: Vec<[u64; Square::COUNT]>,
    red_to_move: u64,
}

impl ObkKeys {
    /// Reads the numbers that the program carries.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn built_in() -> ObkKeys {
        let mut keys = ObkKeys { pieces: vec![[0; Square::COUNT]; Side::COUNT * Role::COUNT], red_to_move: 0 };
        for line in NUMBERS.lines().filter(|line| !line.starts_with('#')).skip(1) {
            let mut fields = line.split('\t');
            let (Some(piece), Some(point), Some(number)) = (fields.next(), fields.next(), fields.next()) else {
                panic!("{line}: three fields a line")
            };
            let number = u64::from_str_radix(number, 16).expect("a number of sixteen digits");
            let letter = piece.chars().next().filter(|_| piece.len() == 1);
            match letter.and_then(Piece::from_letter) {
                Some(piece) => keys.pieces[index(piece)][point.parse::<Square>().expect("a point").index()] = number,
                None => keys.red_to_move = number,
            }
        }
        keys
    }

    /// Returns the key of `position`, or of its mirror image.
    #[must_use]
    pub fn key(&self, position: &Position, mirrored: bool) -> u64 {
        let turn = if position.side_to_move() == Side::First { self.red_to_move } else { 0 };
        let place = |square: Square| if mirrored { square.mirrored() } else { square };
        let pieces = position.board().placed().map(|(piece, square)| self.pieces[index(piece)][place(square).index()]);
        pieces.fold(turn, |key, number| key ^ number)
    }
}

const fn index(piece: Piece) -> usize {
    piece.side.index() * Role::COUNT + piece.role.index()
}

/// Writes a move as the forms do: the points from and to, one byte each.
///
/// Programs disagree which byte comes first. Ours writes the point of departure first, and [`unpack`] reads both.
#[must_use]
pub fn pack(mv: Move) -> u16 {
    u16::from_be_bytes([byte(mv.from()), byte(mv.to())])
}

/// Reads a move, in the order of the points in which it is legal in `position`. A `mirrored` one is that of the mirror image.
#[must_use]
pub fn unpack(position: &Position, packed: u16, mirrored: bool) -> Option<Move> {
    let [first, second] = packed.to_be_bytes().map(square);
    let (first, second) = (first?, second?);
    [(first, second), (second, first)]
        .into_iter()
        .filter(|(from, to)| from != to)
        .map(|(from, to)| Move::new(from, to))
        .map(|mv| if mirrored { mv.mirrored() } else { mv })
        .find(|&mv| position.is_legal(mv))
}

/// Rows are counted from Black's side; three rows and files lie around the board.
const fn byte(square: Square) -> u8 {
    16 * (9 - square.rank() + 3) + square.file() + 3
}

fn square(byte: u8) -> Option<Square> {
    let (row, file) = ((byte / 16).checked_sub(3)?, (byte % 16).checked_sub(3)?);
    Square::at(file, 9_u8.checked_sub(row)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_those_of_other_programs() {
        let keys = ObkKeys::built_in();
        // From `ChessBoard.zhash` of PyPI cchess 1.25.5.
        for (fen, key) in [
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0x628d_04d7_c9c1_44ae),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", 0xa1ea_d1f6_470e_07ee),
        ] {
            let position: Position = fen.parse().expect(fen);
            assert_eq!(keys.key(&position, false), key, "{fen}");
        }
        assert!(keys.pieces.iter().flatten().all(|&number| number != 0));
    }

    #[test]
    fn the_key_of_a_mirror_image_is_that_of_the_image() {
        let keys = ObkKeys::built_in();
        let (mut right, mut left) = (Position::start(), Position::start());
        right.play_unchecked("h2e2".parse().expect("a move"));
        left.play_unchecked("b2e2".parse().expect("a move"));
        assert_eq!(keys.key(&right, true), keys.key(&left, false));
        assert_ne!(keys.key(&right, false), keys.key(&left, false));
    }

    #[test]
    fn moves_are_read_in_either_order() {
        let position = Position::start();
        for mv in position.legal_moves() {
            assert_eq!(unpack(&position, pack(mv), false), Some(mv));
            assert_eq!(unpack(&position, pack(mv).swap_bytes(), false), Some(mv));
            assert_eq!(unpack(&position, pack(mv.mirrored()), true), Some(mv));
        }
        // h2e2: Red's right cannon to the centre, from row 7 and file 7 to file 4.
        assert_eq!(pack("h2e2".parse().expect("a move")), 0xaaa7);
    }

    #[test]
    fn bytes_off_the_board_are_no_move() {
        let position = Position::start();
        for packed in [0, 0xffff, 0x3333, 0xaa00, 0x02aa, 0xdaaa, 0xaaac] {
            assert_eq!(unpack(&position, packed, false), None, "{packed:#x}");
        }
    }
}
