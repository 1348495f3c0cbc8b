//! What a stone makes in one line.

use crate::gomoku::line::{Fours, Line, REACH};

/// What a stone in the middle of a line makes there, weakest first.
///
/// Each shape says what one more stone of the same side would make: `Two` an open three, `OpenThree` a straight four,
/// `Four` a five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// Nothing that two more stones could turn into a four.
    #[default]
    None,
    /// One more stone makes a sleeping three, 眠二.
    SleepingTwo,
    /// One more stone makes an open three, 活二.
    Two,
    /// One more stone makes a four with one completion, 眠三.
    SleepingThree,
    /// One more stone makes a straight four, 活三. Under Renju a black one is real only if that stone is legal.
    OpenThree,
    /// One point makes it a five, 冲四.
    Four,
    /// Two fours in this one line, such as `B_BBB_B`.
    TwoFours,
    /// Two points make it a five, 活四.
    StraightFour,
    /// A five that wins.
    Five,
    /// Six or more where exactly five are asked for.
    Overline,
}

impl Shape {
    /// How many shapes there are.
    pub const COUNT: usize = 10;
    /// Every shape.
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

    /// Returns the place in [`Shape::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The ten cells around a point in one direction as one side sees them, in base three: 0 empty, 1 own, 2 enemy or wall.
///
/// Always below [`CODES`]. The digits run from the cell `REACH` steps back to the cell `REACH` steps on.
pub type LineCode = u16;

/// How many line codes there are.
pub const CODES: usize = 3_usize.pow(2 * REACH as u32);
const _: () = assert!(CODES <= u16::MAX as usize + 1);

const DIGITS: usize = 2 * REACH as usize;
const POWERS: [LineCode; DIGITS] = powers();

const fn powers() -> [LineCode; DIGITS] {
    let mut powers = [1; DIGITS];
    let mut digit = 1;
    while digit < DIGITS {
        powers[digit] = powers[digit - 1] * 3;
        digit += 1;
    }
    powers
}

/// Returns what a digit of 1 for the cell at `offset`, not the middle, adds to a code.
pub const fn weight(offset: i8) -> LineCode {
    let place = REACH + offset;
    POWERS[if offset < 0 { place } else { place - 1 } as usize]
}

/// How many codes the five cells on one side of the middle have.
const HALF_CODES: usize = 3_usize.pow(REACH as u32);

/// The masks of own stones and empty cells of half a line, the lowest digit first.
const HALVES: [(u16, u16); HALF_CODES] = halves();

const fn halves() -> [(u16, u16); HALF_CODES] {
    let mut halves = [(0, 0); HALF_CODES];
    let mut code = 0;
    while code < HALF_CODES {
        let (mut rest, mut bit) = (code, 1);
        while bit < 1 << REACH {
            match rest % 3 {
                0 => halves[code].1 |= bit,
                1 => halves[code].0 |= bit,
                _ => {}
            }
            rest /= 3;
            bit <<= 1;
        }
        code += 1;
    }
    halves
}

/// Returns the line that `code` stands for.
pub const fn decode(code: LineCode) -> Line {
    let (own_back, empty_back) = HALVES[code as usize % HALF_CODES];
    let (own_on, empty_on) = HALVES[code as usize / HALF_CODES];
    Line::new(own_back | own_on << (REACH + 1), empty_back | empty_on << (REACH + 1))
}

/// Makes the table of the shapes of all codes for a side that needs exactly five or not.
///
/// One more own stone makes a code larger, so going down from the largest code every stronger shape is known before the
/// weaker one that leads to it.
pub fn table(exact: bool) -> Vec<Shape> {
    let mut shapes = vec![Shape::None; CODES];
    for code in (0..CODES).rev() {
        let line = decode(code as LineCode);
        shapes[code] = made_now(line, exact).unwrap_or_else(|| {
            let offsets = (-REACH..=REACH).filter(|&offset| offset != 0 && line.is_empty_at(offset));
            offsets.map(|offset| leading_to(shapes[code + usize::from(weight(offset))])).max().unwrap_or(Shape::None)
        });
    }
    shapes
}

/// Returns the shape of a line that is a four or more.
fn made_now(line: Line, exact: bool) -> Option<Shape> {
    if line.is_five(exact) {
        return Some(Shape::Five);
    }
    if line.is_overline() {
        return Some(Shape::Overline);
    }
    match line.fours(exact) {
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
        // A five would have made the line a four already.
        Shape::None | Shape::SleepingTwo | Shape::Two | Shape::Five | Shape::Overline => Shape::None,
    }
}
