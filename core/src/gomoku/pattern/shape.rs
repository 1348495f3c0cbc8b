//! The threat that a stone makes in one line.

use crate::gomoku::line::{Fours, Line, REACH};
use crate::gomoku::rule::Five;

/// The threat of a stone in one line, weakest first.
///
/// A shape is defined by what one more stone of its side makes: of `Two` an open three, of `OpenThree` a straight four,
/// of `Four` a five. One enemy stone stops a `Four`; none stops `TwoFours` or a `StraightFour`.
///
/// A diagram shows a line between edges or enemy stones: `O` is a stone of the side, `_` an empty cell. Any `O` may be
/// the last stone; of two fours, one that belongs to both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// Two more stones make no four: `O____`, `OOO_`.
    #[default]
    None,
    /// One more stone makes a sleeping three, 眠二: `OO___`, `O_O__`, `O__O_`, `O___O`, `_OO__`.
    SleepingTwo,
    /// One more stone makes an open three, 活二: `_OO___`, `__OO__`, `_O_O__`, `_O__O_`.
    Two,
    /// One more stone makes a four with one completion, 眠三: `OOO__`, `OO_O_`, `O_OO_`, `OO__O`, `O_O_O`, `_OOO_`.
    SleepingThree,
    /// One more stone makes a straight four, 活三: `_OOO__`, `_OO_O_`. Under Renju a black one is real only if that stone
    /// is legal.
    OpenThree,
    /// One point makes it a five, 冲四: `OOOO_`, `OOO_O`, `OO_OO`. In Caro two points may, if one enemy stone stops both.
    Four,
    /// Two fours in this one line: `O_OOO_O`, `OO_OO_OO`.
    TwoFours,
    /// Two points make it a five, 活四: `_OOOO_`.
    StraightFour,
    /// A five that wins: `OOOOO`.
    Five,
    /// Five or more that do not win: `OOOOOO` where a five is exactly five stones, or a five blocked at both ends in
    /// Caro.
    Overline,
}

impl Shape {
    /// The number of shapes.
    pub const COUNT: usize = 10;
    /// All shapes, weakest first.
    pub const ALL: [Shape; Shape::COUNT] = [
        Shape::None,
        Shape::SleepingTwo,
        Shape::Two,
        Shape::SleepingThree,
        Shape::OpenThree,
        Shape::Four,
        Shape::TwoFours,
        Shape::StraightFour,
        Shape::Five,
        Shape::Overline,
    ];

    /// Returns the index in [`Shape::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// One side's view of half the line around a point, below [`HALVES`].
///
/// A bit for each cell up to the half's end, the nearest lowest: 1 for an own stone, 0 for an empty cell. The bit 1
/// above them marks the end. [`ENEMY`] is added where an enemy stone ends the half and the rule distinguishes it from
/// the edge.
pub type Half = u16;

pub const HALVES: usize = 1 << 7;
/// The bit of an enemy stone at the end of a half.
pub const ENEMY: Half = 1 << (REACH + 1);
const _: () = assert!(2 * ENEMY as usize == HALVES);

/// Size of a table by line; [`place`] is the index.
pub const LINES: usize = HALVES * HALVES;

/// The shapes of all lines for a side.
pub type Shapes = [Shape; LINES];

/// Returns the relevant cells on each side of a point: five where blocked ends matter, else four.
pub const fn reach(five: Five) -> i8 {
    if five.is_exact() { REACH } else { REACH - 1 }
}

/// Returns the index of a line in [`Shapes`], by the half behind the point and the half beyond it.
#[inline]
pub const fn place(back: Half, on: Half) -> usize {
    back as usize + on as usize * HALVES
}

/// Returns the line of two halves; `None` for numbers that are no halves.
pub fn line(back: Half, on: Half) -> Option<Line> {
    let (mut own, mut empty, mut enemy) = (0, 0, 0);
    for (half, sign) in [(back, -1), (on, 1)] {
        let cells = (half % ENEMY).checked_ilog2()? as i8;
        let bit = |steps: i8| 1 << (REACH + sign * steps);
        for steps in 1..=cells {
            let mask = if half >> (steps - 1) & 1 == 1 { &mut own } else { &mut empty };
            *mask |= bit(steps);
        }
        if half >= ENEMY {
            enemy |= (cells < REACH).then(|| bit(cells + 1))?;
        }
    }
    Some(Line::new(own, empty, enemy))
}

/// Makes the table of the shapes of all lines for a side whose fives are `five`.
///
/// An own stone makes a half's number larger, so descending order computes every successor first.
pub fn table(five: Five) -> Box<Shapes> {
    let mut shapes = Box::new([Shape::None; LINES]);
    let is_asked = |half: Half| half % ENEMY < 2 << reach(five) && (half < ENEMY || five.can_be_blocked());
    let halves: Vec<Half> = (0..HALVES as Half).rev().filter(|&half| is_asked(half)).collect();
    for &on in &halves {
        for &back in &halves {
            if let Some(line) = line(back, on) {
                shapes[place(back, on)] = shape_of(line, place(back, on), five, &shapes);
            }
        }
    }
    shapes
}

/// Returns the shape of the line at `here`. `shapes` must hold all larger lines.
fn shape_of(line: Line, here: usize, five: Five, shapes: &Shapes) -> Shape {
    made_now(line, five).unwrap_or_else(|| {
        let offsets = (-REACH..=REACH).filter(|&offset| line.is_empty_at(offset));
        let next = offsets.map(|offset| {
            let unit = if offset < 0 { 1 } else { HALVES };
            leading_to(shapes[here + (unit << (offset.abs() - 1))])
        });
        next.max().unwrap_or(Shape::None)
    })
}

/// Returns the shape of a line that is a four or more.
fn made_now(line: Line, five: Five) -> Option<Shape> {
    if line.is_five(five) {
        return Some(Shape::Five);
    }
    if line.run_len() >= 5 {
        return Some(Shape::Overline);
    }
    match line.fours(five) {
        Fours::None => None,
        Fours::One => Some(Shape::Four),
        Fours::Two => Some(Shape::TwoFours),
        Fours::Straight => Some(Shape::StraightFour),
    }
}

/// Returns the shape that one stone turns into `next`.
const fn leading_to(next: Shape) -> Shape {
    match next {
        Shape::StraightFour => Shape::OpenThree,
        Shape::Four | Shape::TwoFours => Shape::SleepingThree,
        Shape::OpenThree => Shape::Two,
        Shape::SleepingThree => Shape::SleepingTwo,
        // A five would make the line a four already.
        Shape::None | Shape::SleepingTwo | Shape::Two | Shape::Five | Shape::Overline => Shape::None,
    }
}
