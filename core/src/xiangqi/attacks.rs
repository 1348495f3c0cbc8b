//! Where each piece can go, as tables built at compile time.
//!
//! A rook or cannon reads the nine points of its rank and the ten of its file as one small number each and looks the
//! answer up. The ten points of a file lie nine bits apart, so one multiplication gathers the lower eight of them into
//! a byte and spreads them again (the chess trick for the long diagonal: G. Isenberg's "kindergarten bitboards").
//! A horse or elephant looks up its four legs or eyes the same way.

use super::{Bitboard, Square};
use crate::base::Side;

/// The four straight neighbours, as (files, ranks): down, left, right, up. The order is that of the bits in [`legs`].
const STRAIGHT: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// The four diagonal neighbours, in the order of the bits in [`eyes`].
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// What a slider sees along one line: the points a rook reaches and those a cannon can capture on, one bit a point.
#[derive(Clone, Copy)]
struct Line {
    /// Every point up to and including the first piece each way.
    slide: u16,
    /// The second piece each way: what a cannon takes over its screen.
    jump: u16,
}

static RANKS: [[Line; 512]; 9] = lines(9);
static FILES: [[Line; 1024]; 10] = lines(10);
static HORSE: [[Bitboard; 16]; 90] = horse(false);
static HORSE_TO: [[Bitboard; 16]; 90] = horse(true);
static ELEPHANT: [[Bitboard; 16]; 90] = elephant_table();
static ADVISOR: [Bitboard; 90] = palace_steps(DIAGONAL);
static KING: [Bitboard; 90] = palace_steps(STRAIGHT);
static PAWN: [[Bitboard; 90]; Side::COUNT] = [pawn(Side::First, 1), pawn(Side::Second, 1)];
static PAWN_TO: [[Bitboard; 90]; Side::COUNT] = [pawn(Side::First, -1), pawn(Side::Second, -1)];
static BETWEEN: [[Bitboard; 90]; 90] = betweens();
static CROSS: [Bitboard; 90] = crosses();
static BEYOND: [[Bitboard; 90]; 90] = beyonds();

/// Returns what a rook on `square` reaches: the empty points along its lines and the first piece each way.
#[must_use]
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    sliders(square, occupied).0
}

/// Returns what a cannon on `square` can capture on: the second piece each way. Reversed, the pieces on these points
/// are those that would take on `square` if they were cannons.
#[must_use]
#[inline]
pub fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    sliders(square, occupied).1
}

/// Returns [`rook`] and [`cannon`] together, for the price of one.
#[must_use]
#[inline]
pub fn sliders(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (file, rank) = (square.file(), square.rank());
    let first = rank * Square::FILES;
    let across = RANKS[file as usize][(occupied.bits() >> first) as usize & 0x1ff];
    let along = FILES[rank as usize][file_line(occupied, file)];
    let set = |across: u16, along: u16| Bitboard::of_points(u128::from(across) << first) | file_points(along, file);
    (set(across.slide, along.slide), set(across.jump, along.jump))
}

/// Returns what a horse on `square` reaches past its free legs.
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

/// Returns what an advisor on `square` reaches inside the palace.
#[must_use]
#[inline]
pub fn advisor(square: Square) -> Bitboard {
    ADVISOR[square.index()]
}

/// Returns what a general on `square` reaches inside the palace.
#[must_use]
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns what `side`'s pawn on `square` reaches.
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

/// Returns the points of their line that lie behind `other`, seen from `one`; none if they share no line.
#[must_use]
#[inline]
pub fn beyond(one: Square, other: Square) -> Bitboard {
    BEYOND[one.index()][other.index()]
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

/// Reads the ten points of a file as a number, the lowest rank in bit 0.
#[inline]
fn file_line(occupied: Bitboard, file: u8) -> usize {
    let bits = occupied.bits() >> file;
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    let low = (low & FILE_LOW).wrapping_mul(BYTES) >> 56;
    (low | high & 0x100 | high >> 8 & 0x200) as usize
}

/// Turns the number of [`file_line`] back into points.
#[inline]
fn file_points(line: u16, file: u8) -> Bitboard {
    let line = u64::from(line);
    let low = (line & 0xff).wrapping_mul(BYTES) & FILE_LOW;
    let high = line & 0x100 | (line & 0x200) << 8;
    Bitboard::of_points((u128::from(high) << 64 | u128::from(low)) << file)
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

const fn lines<const PATTERNS: usize, const LENGTH: usize>(length: i32) -> [[Line; PATTERNS]; LENGTH] {
    let mut table = [[Line { slide: 0, jump: 0 }; PATTERNS]; LENGTH];
    let mut place = 0;
    while place < LENGTH {
        let mut occupied = 0;
        while occupied < PATTERNS {
            let down = ray(length, place as i32, -1, occupied);
            let up = ray(length, place as i32, 1, occupied);
            table[place][occupied] = Line { slide: down.slide | up.slide, jump: down.jump | up.jump };
            occupied += 1;
        }
        place += 1;
    }
    table
}

const fn ray(length: i32, place: i32, step: i32, occupied: usize) -> Line {
    let mut line = Line { slide: 0, jump: 0 };
    let mut pieces = 0;
    let mut at = place + step;
    while at >= 0 && at < length && pieces < 2 {
        let is_piece = occupied >> at & 1 != 0;
        if pieces == 0 {
            line.slide |= 1 << at;
        } else if is_piece {
            line.jump |= 1 << at;
        }
        pieces += is_piece as i32;
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

const fn beyonds() -> [[Bitboard; 90]; 90] {
    let mut table = [[Bitboard::EMPTY; 90]; 90];
    let mut index = 0;
    while index < 90 {
        let mut way = 0;
        while way < 4 {
            let (files, ranks) = STRAIGHT[way];
            let mut at = Square::ALL[index].offset(files, ranks);
            while let Some(square) = at {
                let mut set = Bitboard::EMPTY;
                let mut behind = square.offset(files, ranks);
                while let Some(point) = behind {
                    set = set.with(point);
                    behind = point.offset(files, ranks);
                }
                table[index][square.index()] = set;
                at = square.offset(files, ranks);
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

    /// Walks one step after another, as a person would: (what a rook reaches, what a cannon takes on).
    fn walked(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut slides, mut jumps) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in STRAIGHT {
            let mut pieces = 0;
            let mut at = square.offset(files, ranks);
            while let Some(point) = at {
                let is_piece = occupied.contains(point);
                match pieces {
                    0 => slides |= Bitboard::of(point),
                    1 if is_piece => jumps |= Bitboard::of(point),
                    _ => {}
                }
                pieces += i32::from(is_piece);
                at = point.offset(files, ranks);
            }
        }
        (slides, jumps)
    }

    #[test]
    fn tables_agree_with_walking() {
        let mut rng = Rng::from_seed(5);
        for _ in 0..500 {
            let random = |rng: &mut Rng| u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let occupied = Bitboard::from_bits(random(&mut rng) & random(&mut rng));
            for square in Square::ALL {
                assert_eq!(sliders(square, occupied), walked(square, occupied), "{square} {occupied:?}");
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
    fn what_lies_beyond() {
        for one in Square::ALL {
            for other in cross(one) {
                let line = between(one, other) | beyond(one, other);
                assert!(!line.contains(one) && !line.contains(other));
                assert!(!between(one, other).intersects(beyond(one, other)));
                for point in beyond(one, other) {
                    assert!(between(one, point).contains(other), "{one} {other} {point}");
                }
            }
            assert!(beyond(one, one).is_empty());
        }
        assert_eq!(beyond(Square::ALL[0], Square::ALL[3]).count(), 5);
    }

    #[test]
    fn what_lies_between() {
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
