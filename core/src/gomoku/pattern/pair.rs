//! The cells around a point as one code for both sides, and the table of what either side makes there.
//!
//! Each half of a line is the number of its cells up to the wall and, in base three, what stands on them: 0 nothing, 1 a
//! stone of the first side, 2 one of the second, the nearest cell lowest. Numbers of halves with fewer cells come first,
//! so a wall costs nothing when stones come and go: a stone adds the same to every half it stands in.

use super::shape::{self, LineCode, Shape};
use crate::base::{BySide, Side};
use crate::gomoku::line::REACH;
use crate::gomoku::rule::Rule;

/// Both halves of a line, the one behind the point times the number of halves, plus the one beyond it.
pub type PairCode = u32;

/// Places of a table: a power of two above all codes, so that a masked index needs no check.
pub const PLACES: usize = 1 << 18;
const _: () = assert!(halves(REACH).pow(2) as usize <= PLACES);

/// What a cell of a line is, if it is on the board.
type Seen = Option<Option<Side>>;

/// Returns how many halves there are with fewer than `cells` cells.
const fn shorter(cells: i8) -> PairCode {
    (3_u32.pow(cells as u32) - 1) / 2
}

/// Returns how many halves of at most `reach` cells there are.
const fn halves(reach: i8) -> PairCode {
    shorter(reach + 1)
}

/// Returns how far the codes of a rule look: to a fifth cell only where a sixth stone would spoil a five.
pub fn reach(rule: Rule) -> i8 {
    shape::reach(Side::ALL.into_iter().any(|side| rule.needs_exact_five(side)))
}

/// Returns what a stone of `side` that stands `offset` cells from a point adds to the point's code.
pub const fn weight(offset: i8, side: Side, reach: i8) -> PairCode {
    let steps = offset.unsigned_abs() as u32;
    if steps == 0 || steps > reach as u32 {
        return 0;
    }
    let place = 3_u32.pow(steps - 1) * digit(Some(side));
    if offset < 0 { place * halves(reach) } else { place }
}

const fn digit(stone: Option<Side>) -> PairCode {
    match stone {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => 2,
    }
}

/// Returns the code of a line whose cell at an offset is what `cell` says.
pub fn code(reach: i8, cell: impl Fn(i8) -> Seen) -> PairCode {
    let half = |sign: i8| {
        let cells = (1..=reach).map_while(|steps| cell(sign * steps));
        let digits: Vec<PairCode> = cells.map(digit).collect();
        shorter(digits.len() as i8) + digits.iter().rev().fold(0, |number, digit| 3 * number + digit)
    };
    half(-1) * halves(reach) + half(1)
}

/// Returns what a half says to `side`, as its part of a [`LineCode`].
fn part(half: PairCode, back: bool, reach: i8, side: Side, exact: bool) -> LineCode {
    let cells = (0..=reach).rev().find(|&cells| shorter(cells) <= half).unwrap_or(0);
    let stones = half - shorter(cells);
    let cell = |steps: i8| match stones / 3_u32.pow(steps as u32 - 1) % 3 {
        _ if steps > cells => 2,
        0 => 0,
        own if own == digit(Some(side)) => 1,
        _ => 2,
    };
    (1..=reach).map(|steps| cell(steps) * shape::weight(if back { -steps } else { steps }, exact)).sum()
}

/// Makes the table of what both sides make in a line, by its code: the first side's [`Shape`] in the low four bits, the
/// second's in the high ones.
pub fn table(rule: Rule) -> Box<[u8; PLACES]> {
    let reach = reach(rule);
    let exact = BySide::from_fn(|side| rule.needs_exact_five(side));
    let first = shape::table(exact.first);
    let second = (exact.first != exact.second).then(|| shape::table(exact.second));
    let second = second.as_ref().unwrap_or(&first);
    let parts = |side: Side, back| -> Vec<LineCode> {
        (0..halves(reach)).map(|half| part(half, back, reach, side, exact[side])).collect()
    };
    let [first_back, first_on] = [true, false].map(|back| parts(Side::First, back));
    let [second_back, second_on] = [true, false].map(|back| parts(Side::Second, back));
    let shape = |shapes: &[Shape; 1 << 16], back: LineCode, on: LineCode| shapes[usize::from(back + on)] as u8;
    let mut table = vec![0; PLACES].into_boxed_slice();
    let rows = table.chunks_mut(halves(reach) as usize);
    for (row, (&first_back, &second_back)) in rows.zip(first_back.iter().zip(&second_back)) {
        for (place, (&first_on, &second_on)) in row.iter_mut().zip(first_on.iter().zip(&second_on)) {
            *place = shape(&first, first_back, first_on) | shape(second, second_back, second_on) << 4;
        }
    }
    table.try_into().expect("as long as it was made")
}
