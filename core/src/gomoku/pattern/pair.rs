//! The line around a point as one code for both sides, and the table of both sides' shapes by that code.
//!
//! Half a line is a number in base three, the nearest cell lowest: 0 for an empty cell, 1 for a stone of the first
//! side, 2 for one of the second. Shorter halves, cut off by the edge, come first. So a stone adds the same weight to
//! every half that contains it, at any distance from the edge.

use super::shape::{self, ENEMY, Half, Shapes};
use crate::base::{BySide, Side};
use crate::gomoku::line::REACH;
use crate::gomoku::rule::{Five, Rule};

/// Code of a line: the half behind the point times the number of halves, plus the half beyond it.
pub type PairCode = u32;

/// Size of a table: a power of two above all codes, so that a masked index needs no bounds check.
pub const PLACES: usize = 1 << 18;
const _: () = assert!(halves(REACH).pow(2) as usize <= PLACES);

/// The stone on a cell, if any; `None` beyond the edge.
type Seen = Option<Option<Side>>;

/// Returns the number of halves with fewer than `cells` cells.
const fn shorter(cells: i8) -> PairCode {
    (3_u32.pow(cells as u32) - 1) / 2
}

/// Returns the number of halves of at most `reach` cells.
pub const fn halves(reach: i8) -> PairCode {
    shorter(reach + 1)
}

/// Returns the cells of a half under `rule`: the greater [`shape::reach`] of both sides.
pub fn reach(rule: Rule) -> i8 {
    let [first, second] = Side::ALL.map(|side| shape::reach(rule.five(side)));
    first.max(second)
}

/// Returns what a stone of `side`, `offset` cells from a point, adds to the point's code.
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

/// Returns the code of the line whose cells `cell` gives by their offset from the point.
pub fn code(reach: i8, cell: impl Fn(i8) -> Seen) -> PairCode {
    let seen = |sign: i8| -> Vec<Option<Side>> { (1..=reach).map_while(|steps| cell(sign * steps)).collect() };
    half(&seen(-1)) * halves(reach) + half(&seen(1))
}

/// Returns the number of a half with these cells, the nearest first.
pub fn half(cells: &[Option<Side>]) -> PairCode {
    shorter(cells.len() as i8) + cells.iter().rev().fold(0, |number, &cell| 3 * number + digit(cell))
}

/// Returns the cells of a half, the nearest first.
pub fn cells(half: PairCode) -> Vec<Option<Side>> {
    let count = (0..=REACH).rev().find(|&cells| shorter(cells) <= half).unwrap_or(0);
    let stones = half - shorter(count);
    let digits = (0..count).map(|place| stones / 3_u32.pow(place as u32) % 3);
    digits.map(|found| [None, Some(Side::First), Some(Side::Second)][found as usize]).collect()
}

/// Returns the view of a half that `side` has, whose fives are `five`.
fn seen_by(side: Side, five: Five, half: PairCode, reach: i8) -> Half {
    let on_board = (0..=reach).rev().find(|&cells| shorter(cells) <= half).unwrap_or(0);
    let stones = half - shorter(on_board);
    let cells = on_board.min(shape::reach(five));
    let mut own = 0;
    for steps in 0..cells {
        match stones / 3_u32.pow(steps as u32) % 3 {
            0 => {}
            stone if stone == digit(Some(side)) => own |= 1 << steps,
            _ => return own | 1 << steps | if five.can_be_blocked() { ENEMY } else { 0 },
        }
    }
    own | 1 << cells
}

/// Makes the table of both sides' shapes by [`PairCode`]: the first side's [`Shape`] in the low four bits, the second's
/// above them.
///
/// A stone at `*`, between edges, first side `O`, second side `X`, in Freestyle:
///
/// | line | first side | second side |
/// | --- | --- | --- |
/// | `__OO*__` | `OpenThree` | `None` |
/// | `_OOO*_X` | `StraightFour` | `None` |
/// | `XXX*XOO` | `None` | `Five` |
/// | `_XX*OO__` | `SleepingThree` | `None` |
/// | `__X*OOO_` | `Four` | `None` |
pub fn table(rule: Rule) -> Box<[u8; PLACES]> {
    let reach = reach(rule);
    let fives = BySide::from_fn(|side| rule.five(side));
    let first = shape::table(fives.first);
    let second = (fives.first != fives.second).then(|| shape::table(fives.second));
    let second = second.as_ref().unwrap_or(&first);
    let halves_of =
        |side: Side| -> Vec<Half> { (0..halves(reach)).map(|half| seen_by(side, fives[side], half, reach)).collect() };
    let halves = halves_of(Side::First).into_iter().zip(halves_of(Side::Second)).collect::<Vec<_>>();
    let shape = |shapes: &Shapes, back, on| shapes[shape::place(back, on)] as u8;
    let mut table = vec![0; PLACES].into_boxed_slice();
    for (row, &(first_back, second_back)) in table.chunks_mut(halves.len()).zip(&halves) {
        for (place, &(first_on, second_on)) in row.iter_mut().zip(&halves) {
            *place = shape(&first, first_back, first_on) | shape(second, second_back, second_on) << 4;
        }
    }
    table.try_into().expect("as long as it was made")
}
