//! Where each piece can go, as tables built at compile time.
//!
//! A rook or cannon reads the inner points of its rank and of its file, seven and eight, as one small number each and
//! looks the answer up: whether a piece stands on the edge makes no difference to what lies before it. The points of a
//! file lie nine bits apart, so one multiplication gathers the inner eight into a byte and spreads them again (the chess
//! trick for the long diagonal: G. Isenberg's "kindergarten bitboards").
//! A horse or elephant looks up its four legs or eyes the same way.

use super::{Bitboard, Square};
use crate::base::Side;

/// The four straight neighbours, as (files, ranks): down, left, right, up. The order is that of the bits in [`legs`].
const STRAIGHT: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// The four diagonal neighbours, in the order of the bits in [`eyes`].
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// The points that a slider attacks along one line, one bit a point.
#[derive(Clone, Copy)]
struct Line {
    /// Every point up to and including the first piece each way: what a rook reaches.
    slide: u16,
    /// Every point behind it up to and including the second: where a cannon could capture over this screen.
    over: u16,
}

static RANKS: [[Line; 128]; 9] = line_table(9);
static FILES: [[Line; 256]; 10] = line_table(10);
static HORSE: [[Bitboard; 16]; 90] = horse(false);
static HORSE_TO: [[Bitboard; 16]; 90] = horse(true);
static ELEPHANT: [[Bitboard; 16]; 90] = elephant_table();
static ADVISOR: [Bitboard; 90] = palace_steps(DIAGONAL);
static GENERAL: [Bitboard; 90] = palace_steps(STRAIGHT);
static PAWN: [[Bitboard; 90]; Side::COUNT] = [pawn(Side::First, 1), pawn(Side::Second, 1)];
static PAWN_TO: [[Bitboard; 90]; Side::COUNT] = [pawn(Side::First, -1), pawn(Side::Second, -1)];
static BETWEEN: [[Bitboard; 90]; 90] = betweens();
static CROSS: [Bitboard; 90] = crosses();

/// Returns the attacks of a rook on `square`: the empty points along its lines and the first piece each way.
#[must_use]
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    lines(square, occupied).0
}

/// Returns [`rook`] together with what a cannon on `square` can capture on, the second piece each way. Reversed, the pieces
/// on these points are those that would take on `square` if they were cannons.
#[must_use]
#[inline]
pub fn sliders(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (slides, over) = lines(square, occupied);
    (slides, over & occupied)
}

/// Returns [`rook`], and the points behind the first piece each way up to and including the second: those from which a
/// cannon would take on `square`.
#[must_use]
#[inline]
pub fn lines(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let first = rank * Square::FILES;
    let across = RANKS[file as usize][(occupied.bits() >> (first + 1)) as usize & 0x7f];
    let along = FILES[rank as usize][inner_file(occupied, file)];
    let set = |across: u16, along: u16| Bitboard::of_points(u128::from(across) << first) | file_points(along, file);
    (set(across.slide, along.slide), set(across.over, along.over))
}

/// Returns where a cannon on `square` goes: to the empty points along its lines, and over one screen to what it can take.
#[must_use]
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let (slides, jumps) = sliders(square, occupied);
    slides & !occupied | jumps
}

/// Returns the attacks of a horse on `square`, blocked legs left out.
#[must_use]
#[inline]
pub fn horse_from(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE[square.index()][legs(square, occupied)]
}

/// Returns the points from which a horse reaches `square` past its free leg.
#[must_use]
#[inline]
pub fn horse_to(square: Square, occupied: Bitboard) -> Bitboard {
    HORSE_TO[square.index()][eyes(square, occupied)]
}

/// Returns the points a horse's move away, whatever its legs.
#[must_use]
#[inline]
pub fn horse_shape(square: Square) -> Bitboard {
    HORSE[square.index()][0]
}

/// Returns the leg of a horse's move.
///
/// # Panics
/// If the points are not a horse's move apart.
#[must_use]
pub fn horse_leg(from: Square, to: Square) -> Square {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    from.offset(files / 2, ranks / 2).expect("the leg of a horse's move lies between two points of the board")
}

/// Returns what an elephant on `square` reaches past its free eyes, without crossing the river. An elephant's move can
/// always be made backwards, so these are also the points from which one reaches `square`.
#[must_use]
#[inline]
pub fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    ELEPHANT[square.index()][eyes(square, occupied)]
}

/// Returns the attacks of an advisor on `square`.
#[must_use]
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// Returns the attacks of a general on `square`; the other general is not among them.
#[must_use]
#[inline]
pub fn general(square: Square) -> Bitboard {
    GENERAL[square.index()]
}

/// Returns the attacks of `side`'s pawn on `square`.
#[must_use]
#[inline]
pub fn pawn_from(side: Side, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// Returns the points from which a pawn of `side` reaches `square`.
#[must_use]
#[inline]
pub fn pawn_to(side: Side, square: Square) -> Bitboard {
    PAWN_TO[side.index()][square.index()]
}

/// Returns the points strictly between two points of one line; none if they share no line.
#[must_use]
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// Returns the other points on the rank and file of `square`.
#[must_use]
#[inline]
pub fn cross(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// Bits 0, 9, 18 … 63: the lower eight points of file `a`.
const FILE_LOW: u64 = 0x8040_2010_0804_0201;
/// One in every byte: times a byte it copies it eight times, times [`FILE_LOW`] it collects the eight bits on top.
const BYTES: u64 = 0x0101_0101_0101_0101;
/// Shifts by a file are shorter than this, which spares the processor the question whether they leave the word.
const SHORT: u8 = 15;

/// Reads the eight inner points of a file as a number, the lowest rank in bit 0.
#[inline]
fn inner_file(occupied: Bitboard, file: u8) -> usize {
    let bits = (occupied.bits() >> Square::FILES >> (file & SHORT)) as u64;
    ((bits & FILE_LOW).wrapping_mul(BYTES) >> 56) as usize
}

/// Turns the ten points of a file, the lowest rank in bit 0, into a set.
#[inline]
fn file_points(line: u16, file: u8) -> Bitboard {
    let line = u64::from(line);
    let low = (line & 0xff).wrapping_mul(BYTES) & FILE_LOW;
    let high = line & 0x100 | (line & 0x200) << 8;
    Bitboard::of_points((u128::from(high) << 64 | u128::from(low)) << (file & SHORT))
}

/// Reads the four straight neighbours as a number below 16. Bits read across the board's edge do no harm: a move past
/// such a leg is in no table.
#[inline]
fn legs(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.bits() << 9) >> square.index()) as usize;
    near & 1 | near >> 7 & 2 | near >> 8 & 4 | near >> 15 & 8
}

/// Reads the four diagonal neighbours as a number below 16.
#[inline]
fn eyes(square: Square, occupied: Bitboard) -> usize {
    let near = ((occupied.bits() << 10) >> square.index()) as usize;
    near & 1 | near >> 1 & 2 | near >> 16 & 4 | near >> 17 & 8
}

const fn line_table<const PATTERNS: usize, const LENGTH: usize>(length: i32) -> [[Line; PATTERNS]; LENGTH] {
    let mut table = [[Line { slide: 0, over: 0 }; PATTERNS]; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        let mut inner = 0;
        while inner < PATTERNS {
            let down = ray(length, place as i32, -1, inner << 1);
            let up = ray(length, place as i32, 1, inner << 1);
            table[place][inner] = Line { slide: down.slide | up.slide, over: down.over | up.over };
            inner += 1;
        }
        place += 1;
    }
    table
}

const fn ray(length: i32, place: i32, step: i32, occupied: usize) -> Line {
    let mut line = Line { slide: 0, over: 0 };
    let mut pieces = 0;
    let mut at = place + step;
    while at >= 0 && at < length && pieces < 2 {
        if pieces == 0 {
            line.slide |= 1 << at;
        } else {
            line.over |= 1 << at;
        }
        pieces += (occupied >> at & 1) as i32;
        at += step;
    }
    line
}

/// Adds the point at an offset, if it is on the board.
const fn add(set: Bitboard, square: Square, files: i8, ranks: i8) -> Bitboard {
    match square.offset(files, ranks) {
        Some(to) => set.with(to),
        None => set,
    }
}

/// The horse's moves from a point by its blocked legs, or (`reversed`) to a point by the blocked legs of the horses
/// around, which are the diagonal neighbours of that point.
const fn horse(reversed: bool) -> [[Bitboard; 16]; 90] {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut index = 0;
    while index < 90 {
        let square = Square::ALL[index];
        let mut blocked = 0;
        while blocked < 16 {
            let mut set = Bitboard::EMPTY;
            let mut way = 0;
            while way < 4 {
                if blocked >> way & 1 == 0 {
                    if reversed {
                        let (files, ranks) = DIAGONAL[way];
                        set = add(add(set, square, 2 * files, ranks), square, files, 2 * ranks);
                    } else {
                        let (files, ranks) = STRAIGHT[way];
                        set = add(set, square, 2 * files + ranks, 2 * ranks + files);
                        set = add(set, square, 2 * files - ranks, 2 * ranks - files);
                    }
                }
                way += 1;
            }
            table[index][blocked] = set;
            blocked += 1;
        }
        index += 1;
    }
    table
}

const fn elephant_moves(square: Square, blocked: usize) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut way = 0;
    while way < 4 {
        let (files, ranks) = DIAGONAL[way];
        if blocked >> way & 1 == 0
            && let Some(to) = square.offset(2 * files, 2 * ranks)
            && to.is_home(Side::First) == square.is_home(Side::First)
        {
            set = set.with(to);
        }
        way += 1;
    }
    set
}

const fn elephant_table() -> [[Bitboard; 16]; 90] {
    let mut table = [[Bitboard::EMPTY; 16]; 90];
    let mut index = 0;
    while index < 90 {
        let mut blocked = 0;
        while blocked < 16 {
            table[index][blocked] = elephant_moves(Square::ALL[index], blocked);
            blocked += 1;
        }
        index += 1;
    }
    table
}

/// Returns whether the point lies in either palace.
const fn is_palace(square: Square) -> bool {
    square.file() >= 3 && square.file() <= 5 && (square.rank() <= 2 || square.rank() >= 7)
}

const fn palace_steps(ways: [(i8, i8); 4]) -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut index = 0;
    while index < 90 {
        let square = Square::ALL[index];
        let mut way = 0;
        while way < 4 {
            if is_palace(square)
                && let Some(to) = square.offset(ways[way].0, ways[way].1)
                && is_palace(to)
            {
                table[index] = table[index].with(to);
            }
            way += 1;
        }
        index += 1;
    }
    table
}

/// The pawn's moves; with `sense` −1 the moves that lead to a point. A sideways move needs a point across the river.
const fn pawn(side: Side, sense: i8) -> [Bitboard; 90] {
    let forward = match side {
        Side::First => sense,
        Side::Second => -sense,
    };
    let mut table = [Bitboard::EMPTY; 90];
    let mut index = 0;
    while index < 90 {
        let square = Square::ALL[index];
        table[index] = add(table[index], square, 0, forward);
        if !square.is_home(side) {
            table[index] = add(add(table[index], square, -1, 0), square, 1, 0);
        }
        index += 1;
    }
    table
}

const fn betweens() -> [[Bitboard; 90]; 90] {
    let mut table = [[Bitboard::EMPTY; 90]; 90];
    let mut index = 0;
    while index < 90 {
        let mut way = 0;
        while way < 4 {
            let mut set = Bitboard::EMPTY;
            let mut at = Square::ALL[index].offset(STRAIGHT[way].0, STRAIGHT[way].1);
            while let Some(square) = at {
                table[index][square.index()] = set;
                set = set.with(square);
                at = square.offset(STRAIGHT[way].0, STRAIGHT[way].1);
            }
            way += 1;
        }
        index += 1;
    }
    table
}

const fn crosses() -> [Bitboard; 90] {
    let mut table = [Bitboard::EMPTY; 90];
    let mut index = 0;
    while index < 90 {
        let mut other = 0;
        while other < 90 {
            let (one, two) = (Square::ALL[index], Square::ALL[other]);
            if index != other && (one.file() == two.file() || one.rank() == two.rank()) {
                table[index] = table[index].with(two);
            }
            other += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;

    /// Walks step by step: (attacks of a rook, targets of a cannon).
    fn walked(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut slides, mut over) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in STRAIGHT {
            let mut pieces = 0;
            let mut at = square.offset(files, ranks);
            while let Some(point) = at {
                let is_piece = occupied.contains(point);
                match pieces {
                    0 => slides |= Bitboard::of(point),
                    1 => over |= Bitboard::of(point),
                    _ => {}
                }
                pieces += i32::from(is_piece);
                at = point.offset(files, ranks);
            }
        }
        (slides, over)
    }

    #[test]
    fn tables_agree_with_walking() {
        let mut rng = Rng::from_seed(5);
        for _ in 0..500 {
            let random = |rng: &mut Rng| u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let occupied = Bitboard::from_bits(random(&mut rng) & random(&mut rng));
            for square in Square::ALL {
                let (slides, over) = walked(square, occupied);
                assert_eq!(lines(square, occupied), (slides, over), "{square} {occupied:?}");
                assert_eq!(sliders(square, occupied), (slides, over & occupied), "{square} {occupied:?}");
                let line = cross(square);
                for to in Bitboard::FULL.into_iter().filter(|to| *to != square) {
                    let screens = (between(square, to) & occupied).count();
                    assert_eq!(slides.contains(to), line.contains(to) && screens == 0, "{square} {to} {occupied:?}");
                    assert_eq!(over.contains(to), line.contains(to) && screens == 1, "{square} {to} {occupied:?}");
                }
                for to in horse_from(square, occupied) {
                    assert!(!occupied.contains(horse_leg(square, to)), "{square} {to} {occupied:?}");
                    assert!(horse_to(to, occupied).contains(square), "{square} {to} {occupied:?}");
                }
                for to in horse_shape(square) & !horse_from(square, occupied) {
                    assert!(occupied.contains(horse_leg(square, to)), "{square} {to} {occupied:?}");
                    assert!(!horse_to(to, occupied).contains(square), "{square} {to} {occupied:?}");
                }
            }
        }
    }

    #[test]
    fn points_between_two_points() {
        let point = |text: &str| text.parse::<Square>().expect(text);
        let set = |texts: &[&str]| texts.iter().map(|text| point(text)).collect::<Bitboard>();
        assert_eq!(between(point("b2"), point("e2")), set(&["c2", "d2"]));
        assert_eq!(between(point("e9"), point("e6")), set(&["e7", "e8"]));
        assert_eq!(between(point("a0"), point("b1")), Bitboard::EMPTY);
        assert_eq!(cross(point("e4")).count(), 17);
        assert_eq!(pawn_from(Side::First, point("a4")), set(&["a5"]));
        assert_eq!(pawn_from(Side::First, point("a5")), set(&["a6", "b5"]));
        assert_eq!(pawn_from(Side::Second, point("e0")), set(&["d0", "f0"]));
        assert_eq!(pawn_to(Side::Second, point("e4")), set(&["e5", "d4", "f4"]));
        assert_eq!(pawn_to(Side::First, point("e4")), set(&["e3"]));
    }
}
