//! A training sample of 34 bytes, and the file of such samples.
//!
//! ```text
//! duiyi-positions 1 xiangqi count=3000000⏎
//! any lines that say where they are from⏎
//! ⏎
//! 12 bytes: bits 0 to 89 the occupied points, 90 Black to move, 91 and 92 Red's result (0 lost, 1 drawn, 2 won)
//! 16 bytes: half a byte a piece in the order of its point: the side's number × 7 + the role's
//! i16: the score of a search in centipawns, side to move's view
//! u32: the number of the game
//! ```
//! Numbers are little-endian.
//!
//! # Stability
//! Changing the form needs another number in the first line, or old positions are misread.

use crate::base::{Key, Side};
use crate::engine::packed;
use crate::game::GameKind;
use crate::xiangqi::{Bitboard, Piece, Position, Role, Setup, SetupError, Square, zobrist};

const BLACK: u32 = 90;
const RESULT: u32 = 91;
const OCCUPIED: u128 = (1 << 90) - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed([u8; Packed::BYTES]);

/// The labels of a training sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleLabel {
    /// The score of a search, in centipawns, side to move's view.
    pub score: i16,
    /// The winner of the game; `None` for a draw.
    pub winner: Option<Side>,
    pub game: u32,
}

impl Packed {
    /// Size of a sample.
    pub const BYTES: usize = 34;

    /// Packs a position with its labels, without the counts of plies and moves.
    #[must_use]
    pub fn new(position: &Position, label: &SampleLabel) -> Packed {
        let board = position.board();
        let (mut head, mut codes) = (board.occupied().bits(), 0_u128);
        head |= u128::from(position.side_to_move() == Side::Second) << BLACK;
        head |= u128::from(packed::result(label.winner)) << RESULT;
        for (index, (piece, _)) in board.placed().enumerate() {
            codes |= ((piece.side.index() * Role::COUNT + piece.role.index()) as u128) << (4 * index);
        }
        let mut bytes = [0; Packed::BYTES];
        bytes[..12].copy_from_slice(&head.to_le_bytes()[..12]);
        bytes[12..28].copy_from_slice(&codes.to_le_bytes());
        bytes[28..30].copy_from_slice(&label.score.to_le_bytes());
        bytes[30..].copy_from_slice(&label.game.to_le_bytes());
        Packed(bytes)
    }

    /// Reads the bytes of [`Packed::as_bytes`]. `None` for bytes of no possible position.
    #[must_use]
    pub fn from_bytes(bytes: [u8; Packed::BYTES]) -> Option<Packed> {
        let packed = Packed(bytes);
        let is_whole = packed.head() >> 93 == 0
            && packed.head() >> RESULT < 3
            && packed.pieces().count() == (packed.head() & OCCUPIED).count_ones() as usize
            && packed.to_position().is_ok();
        is_whole.then_some(packed)
    }

    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; Packed::BYTES] {
        &self.0
    }

    fn head(&self) -> u128 {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.0[..12]);
        u128::from_le_bytes(bytes)
    }

    #[must_use]
    pub fn side_to_move(&self) -> Side {
        if self.head() >> BLACK & 1 == 1 { Side::Second } else { Side::First }
    }

    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        let occupied = Bitboard::from_bits(self.head() & OCCUPIED);
        let codes = self.0[12..28].iter().flat_map(|byte| [byte & 15, byte >> 4]);
        occupied.into_iter().zip(codes).filter_map(|(square, code)| {
            let side = *Side::ALL.get(usize::from(code) / Role::COUNT)?;
            Some((Piece::new(side, Role::ALL[usize::from(code) % Role::COUNT]), square))
        })
    }

    #[must_use]
    pub fn label(&self) -> SampleLabel {
        SampleLabel {
            score: i16::from_le_bytes([self.0[28], self.0[29]]),
            winner: packed::winner((self.head() >> RESULT & 3) as u8),
            game: u32::from_le_bytes([self.0[30], self.0[31], self.0[32], self.0[33]]),
        }
    }

    /// Returns the position.
    ///
    /// # Errors
    /// [`SetupError`] for bytes that no position packs to.
    pub fn to_position(&self) -> Result<Position, SetupError> {
        let mut setup = Setup { side_to_move: self.side_to_move(), ..Setup::EMPTY };
        for (piece, square) in self.pieces() {
            setup.board.set(square, Some(piece));
        }
        Position::from_setup(setup)
    }

    /// Returns a key that the mirror image shares, and no other position.
    #[must_use]
    pub fn key(&self) -> Key {
        let turn = if self.side_to_move() == Side::Second { zobrist::BLACK_TO_MOVE } else { Key(0) };
        let [mut key, mut image] = [turn; 2];
        for (piece, square) in self.pieces() {
            key ^= zobrist::piece(piece, square);
            image ^= zobrist::piece(piece, square.mirrored());
        }
        key.min(image)
    }
}

/// Returns the header of a file with `count` samples from `sources`, one line each.
#[must_use]
pub fn head(count: usize, sources: &[String]) -> String {
    packed::head(GameKind::Xiangqi, count, sources)
}

/// Reads a file: its sources and its samples. `None` for another form or a truncated file.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<(Vec<String>, &[[u8; Packed::BYTES]])> {
    packed::read(GameKind::Xiangqi, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions() -> impl Iterator<Item = Position> {
        let rows = include_str!("../../../../../tests/data/xiangqi-perft.tsv").lines().step_by(7);
        rows.map(|row| row.split('\t').next().unwrap_or_default().parse().expect(row))
    }

    #[test]
    fn a_position_comes_out_as_it_went_in() {
        let winners = [Some(Side::First), None, Some(Side::Second)];
        for (index, position) in positions().enumerate() {
            let label =
                SampleLabel { score: -300 + index as i16, winner: winners[index % 3], game: 70_000 * index as u32 };
            let packed = Packed::new(&position, &label);
            assert_eq!(Packed::from_bytes(*packed.as_bytes()), Some(packed));
            assert_eq!(packed.label(), label);
            let back = packed.to_position().expect("it was one");
            assert_eq!((back.board(), back.side_to_move()), (position.board(), position.side_to_move()));
        }
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let packed = Packed::new(&Position::start(), &SampleLabel { score: 0, winner: None, game: 0 });
        let changed = |at: usize, bits: u8| {
            let mut bytes = *packed.as_bytes();
            bytes[at] ^= bits;
            Packed::from_bytes(bytes)
        };
        assert_eq!(changed(29, 1).map(|packed| packed.label().score), Some(256));
        assert_eq!(changed(0, 16), None, "the general is gone, and the codes belong to others");
        assert_eq!(changed(12, 15), None, "a code that is no piece");
        assert_eq!(changed(11, 128), None, "a bit that means nothing");
    }

    #[test]
    fn mirror_images_share_a_key_and_others_do_not() {
        let pack =
            |fen: &str| Packed::new(&fen.parse().expect(fen), &SampleLabel { score: 0, winner: None, game: 0 }).key();
        let key = pack("5k3/9/9/9/9/9/9/R8/9/3AK4 w");
        assert_eq!(pack("3k5/9/9/9/9/9/9/8R/9/4KA3 w"), key);
        assert_ne!(pack("5k3/9/9/9/9/9/9/R8/9/3AK4 b"), key);
        assert_ne!(pack("5k3/9/9/9/9/9/9/8R/9/3AK4 w"), key);
    }

    #[test]
    fn a_file_is_read_whole_or_not_at_all() {
        let label = SampleLabel { score: 5, winner: None, game: 1 };
        let packed: Vec<Packed> = positions().take(3).map(|position| Packed::new(&position, &label)).collect();
        let sources = vec!["games of our own".to_owned()];
        let mut bytes = head(3, &sources).into_bytes();
        packed.iter().for_each(|packed| bytes.extend(packed.as_bytes()));
        let (from, positions) = read(&bytes).expect("it is a file");
        assert_eq!((from, positions.len()), (sources, 3));
        assert!(positions.iter().zip(&packed).all(|(bytes, packed)| bytes == packed.as_bytes()));
        assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        assert_eq!(read(&bytes[1..]), None);
        assert_eq!(read(&[&bytes[..], b"x"].concat()), None);
    }
}
