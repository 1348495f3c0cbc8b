//! A training sample of 40 bytes, and the file of such samples.
//!
//! ```text
//! duiyi-positions 1 gomoku count=1500000⏎
//! any lines that say where they are from⏎
//! ⏎
//! 29 bytes: bits 0 to 224 the occupied points of 15 lines, 225 and 226 Black's result (0 lost, 1 drawn, 2 won), 227 and
//!     228 the rule's number
//! 8 bytes: a bit a stone in the order of its point, set for White's
//! i16: the score of a search in centipawns, side to move's view
//! u8: the number of the game modulo 240
//! ```
//! Numbers are little-endian. Points go row by row from the bottom. The parity of the stone count gives the side to
//! move.
//!
//! # Stability
//! Changing the form needs another number in the first line, or old positions are misread.

use crate::base::{Key, Side};
use crate::engine::packed;
use crate::game::GameKind;
use crate::gomoku::{Point, Position, Rule, Setup, SetupError, Symmetry, zobrist};

/// Lines of the board.
pub const SIZE: u8 = 15;
/// The most stones in a sample.
pub const STONES_MAX: usize = 64;
/// Modulus of the game number.
pub const GAMES: u8 = 240;

const POINTS: usize = SIZE as usize * SIZE as usize;
const RESULT: usize = POINTS;
const RULE: usize = RESULT + 2;
const END: usize = RULE + 2;
/// Byte offsets of the colours, the score and the game number.
const COLOURS: usize = END.div_ceil(8);
const SCORE: usize = COLOURS + STONES_MAX / 8;
const GAME: usize = SCORE + 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed([u8; Packed::BYTES]);

/// The labels of a training sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleLabel {
    /// The score of a search, in centipawns, side to move's view.
    pub score: i16,
    /// The winner of the game; `None` for a draw.
    pub winner: Option<Side>,
    /// The game number, modulo [`GAMES`].
    pub game: u8,
}

impl Packed {
    /// Size of a sample.
    pub const BYTES: usize = GAME + 1;

    /// Packs a position with its labels. `None` for a board of another size or with blocked points, more than
    /// [`STONES_MAX`] stones, or a side to move that contradicts the stone count.
    #[must_use]
    pub fn new(position: &Position, label: &SampleLabel) -> Option<Packed> {
        let Setup { size, rule, black, white, blocked, side } = position.to_setup();
        let mover = if black.len() == white.len() { Side::First } else { Side::Second };
        let is_usual = size == SIZE && side == Some(mover) && black.len() == white.len() + mover.index();
        if !is_usual || !blocked.is_empty() || black.len() + white.len() > STONES_MAX {
            return None;
        }
        let mut found = Packed([0; Packed::BYTES]);
        let result = packed::result(label.winner);
        (0..2).for_each(|bit| found.put(RESULT + bit, result >> bit & 1 == 1));
        (0..2).for_each(|bit| found.put(RULE + bit, rule as usize >> bit & 1 == 1));
        let stones = position.points().filter_map(|point| Some((point, position.stone_at(point)?)));
        for (place, (point, side)) in stones.enumerate() {
            found.put(bit_of(point), true);
            found.put(8 * COLOURS + place, side == Side::Second);
        }
        found.0[SCORE..GAME].copy_from_slice(&label.score.to_le_bytes());
        found.0[GAME] = label.game % GAMES;
        Some(found)
    }

    /// Reads the bytes of [`Packed::as_bytes`]. `None` for bytes of no possible position.
    #[must_use]
    pub fn from_bytes(bytes: [u8; Packed::BYTES]) -> Option<Packed> {
        let packed = Packed(bytes);
        let stones = packed.occupied().count();
        let is_whole = stones <= STONES_MAX
            && (END..8 * COLOURS).chain(8 * COLOURS + stones..8 * SCORE).all(|bit| !packed.has(bit))
            && packed.number(RESULT) < 3
            && packed.0[GAME] < GAMES
            && packed.to_position().is_ok();
        is_whole.then_some(packed)
    }

    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; Packed::BYTES] {
        &self.0
    }

    fn has(&self, bit: usize) -> bool {
        self.0[bit / 8] >> (bit % 8) & 1 == 1
    }

    fn put(&mut self, bit: usize, value: bool) {
        self.0[bit / 8] |= u8::from(value) << (bit % 8);
    }

    /// Returns the two-bit number at `bit`.
    fn number(&self, bit: usize) -> usize {
        usize::from(self.has(bit)) + 2 * usize::from(self.has(bit + 1))
    }

    fn occupied(&self) -> impl Iterator<Item = Point> {
        let bits = (0..POINTS).filter(|&bit| self.has(bit));
        bits.map(|bit| Point::new((bit % usize::from(SIZE)) as u8, (bit / usize::from(SIZE)) as u8))
    }

    pub fn stones(&self) -> impl Iterator<Item = (Side, Point)> {
        let side = |place| if self.has(8 * COLOURS + place) { Side::Second } else { Side::First };
        self.occupied().enumerate().map(move |(place, point)| (side(place), point))
    }

    #[must_use]
    pub fn rule(&self) -> Rule {
        Rule::ALL[self.number(RULE)]
    }

    #[must_use]
    pub fn side_to_move(&self) -> Side {
        if self.occupied().count().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[must_use]
    pub fn label(&self) -> SampleLabel {
        SampleLabel {
            score: i16::from_le_bytes([self.0[SCORE], self.0[SCORE + 1]]),
            winner: packed::winner(self.number(RESULT) as u8),
            game: self.0[GAME],
        }
    }

    /// Returns the position.
    ///
    /// # Errors
    /// [`SetupError`] for bytes that no position packs to.
    pub fn to_position(&self) -> Result<Position, SetupError> {
        let mut setup = Setup::empty(SIZE, self.rule());
        for (side, point) in self.stones() {
            match side {
                Side::First => setup.black.push(point),
                Side::Second => setup.white.push(point),
            }
        }
        Position::from_setup(setup)
    }

    /// Returns a key that all eight symmetric images share, and no other position.
    #[must_use]
    pub fn key(&self) -> Key {
        let mut keys = [zobrist::game(SIZE, self.rule()); Symmetry::ALL.len()];
        for (side, point) in self.stones() {
            for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
                *key ^= zobrist::stone(side, symmetry.apply(point, SIZE));
            }
        }
        keys.into_iter().min().expect("there are eight")
    }
}

fn bit_of(point: Point) -> usize {
    usize::from(point.row()) * usize::from(SIZE) + usize::from(point.column())
}

/// Returns the header of a file with `count` samples from `sources`, one line each.
#[must_use]
pub fn head(count: usize, sources: &[String]) -> String {
    packed::head(GameKind::Gomoku, count, sources)
}

/// Reads a file: its sources and its samples. `None` for another form or a truncated file.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<(Vec<String>, &[[u8; Packed::BYTES]])> {
    packed::read(GameKind::Gomoku, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::position::Position as _;

    const NOTHING: SampleLabel = SampleLabel { score: 0, winner: None, game: 0 };

    /// Random stones of both sides in turn, none of which ends the game.
    fn position(rule: Rule, stones: usize, seed: u64) -> Position {
        let mut rng = Rng::from_seed(seed);
        let mut position = Position::new(SIZE, rule).expect("the board has a usual size");
        while usize::from(position.stone_count()) < stones {
            let moves = position.legal_moves();
            let mut next = position.clone();
            next.play_unchecked(moves[rng.below(moves.len())]);
            if next.winner().is_none() {
                position = next;
            }
        }
        position
    }

    fn pack(rule: Rule, placement: &str) -> Packed {
        let setup = Setup::from_placement(placement, rule).expect(placement);
        Packed::new(&Position::from_setup(setup).expect(placement), &NOTHING).expect(placement)
    }

    #[test]
    fn a_position_comes_out_as_it_went_in() {
        let winners = [Some(Side::First), None, Some(Side::Second)];
        for stones in 0..=STONES_MAX {
            let position = position(Rule::ALL[stones % 4], stones, 5);
            let label =
                SampleLabel { score: -300 + stones as i16, winner: winners[stones % 3], game: 3 * stones as u8 };
            let packed = Packed::new(&position, &label).expect("not too many stones");
            assert_eq!(Packed::from_bytes(*packed.as_bytes()), Some(packed));
            assert_eq!(packed.label(), label);
            assert_eq!((packed.rule(), packed.side_to_move()), (position.rule(), position.side_to_move()));
            assert_eq!(packed.to_position(), Ok(position));
        }
    }

    #[test]
    fn what_does_not_fit_is_not_packed() {
        let full = position(Rule::Renju, STONES_MAX + 1, 7);
        assert_eq!(Packed::new(&full, &NOTHING), None);
        let small = Position::new(13, Rule::Freestyle).expect("a board");
        assert_eq!(Packed::new(&small, &NOTHING), None);
        for (side, is_usual) in [(Side::First, false), (Side::Second, true)] {
            let setup = Setup { black: vec![Point::new(7, 7)], side: Some(side), ..Setup::empty(SIZE, Rule::Renju) };
            let position = Position::from_setup(setup).expect("a diagram");
            assert_eq!(Packed::new(&position, &NOTHING).is_some(), is_usual);
        }
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let packed = pack(Rule::Standard, "15/15/15/15/15/15/7xo6/7x7/15/15/15/15/15/15/15");
        let changed = |at: usize, bits: u8| {
            let mut bytes = *packed.as_bytes();
            bytes[at] ^= bits;
            Packed::from_bytes(bytes)
        };
        assert_eq!(changed(SCORE + 1, 1).map(|packed| packed.label().score), Some(256));
        assert_eq!(changed(COLOURS, 6).map(|packed| packed.side_to_move()), Some(Side::Second), "two stones exchanged");
        assert_eq!(changed(COLOURS, 2), None, "two white stones");
        assert_eq!(changed(COLOURS, 8), None, "the colour of a stone that is not there");
        assert_eq!(changed(0, 1), None, "another black stone");
        assert_eq!(changed(END / 8, 1 << (END % 8)), None, "a bit that means nothing");
        assert_eq!(changed(RESULT / 8, 4), None, "a result that there is not");
        assert_eq!(changed(GAME, GAMES), None, "a number that no game has");

        let four = pack(Rule::Freestyle, "15/15/15/15/x14/15/3oxxxx7/15/4oooo7/15/15/15/15/15/15");
        let mut five = *four.as_bytes();
        // The white stone beside four black ones swaps with a black one elsewhere.
        assert_eq!(five[COLOURS..COLOURS + 2], [0b0001_1111, 0]);
        five[COLOURS..COLOURS + 2].copy_from_slice(&[0b0000_1111, 0b10]);
        assert_eq!(Packed::from_bytes(*four.as_bytes()), Some(four));
        assert_eq!(Packed::from_bytes(five), None);
        // All points occupied: more stones than colours fit.
        assert_eq!(Packed::from_bytes([255; Packed::BYTES]), None);
    }

    #[test]
    fn the_eight_images_share_a_key_and_others_do_not() {
        let position = position(Rule::Renju, 20, 3);
        let key = Packed::new(&position, &NOTHING).expect("few stones").key();
        let setup = position.to_setup();
        let image = |symmetry: Symmetry, rule| {
            let turned = |stones: &[Point]| stones.iter().map(|&point| symmetry.apply(point, SIZE)).collect();
            let setup = Setup { black: turned(&setup.black), white: turned(&setup.white), rule, ..setup.clone() };
            Packed::new(&Position::from_setup(setup).expect("an image"), &NOTHING).expect("few stones")
        };
        for symmetry in Symmetry::ALL {
            assert_eq!(image(symmetry, Rule::Renju).key(), key);
            assert_ne!(image(symmetry, Rule::Caro).key(), key);
        }
        let [first, second] = ["7xo6", "7ox6"].map(|row| {
            let empty = ["15"; 7].join("/");
            pack(Rule::Freestyle, &format!("{empty}/{row}/{empty}")).key()
        });
        assert_ne!(first, second);
    }

    #[test]
    fn a_file_is_read_whole_or_not_at_all() {
        let label = SampleLabel { score: 5, winner: None, game: 1 };
        let pack = |stones| Packed::new(&position(Rule::Caro, stones, 9), &label).expect("few stones");
        let packed = [3, 4, 5].map(pack);
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
