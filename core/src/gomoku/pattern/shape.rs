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

/// The cells around a point in one direction as one side sees them, in base three: 0 empty, 1 own, 2 enemy or wall.
///
/// The lowest eight digits are the cells up to four steps away; where six in a row do not win, two more digits follow
/// for the cells five steps away. Always below [`CODES`].
pub type LineCode = u16;

/// How many line codes there are.
pub const CODES: usize = 3_usize.pow(2 * REACH as u32);
const _: () = assert!(CODES <= u16::MAX as usize + 1);

/// The reach of a side whose five may be part of a longer row: every five through the middle lies within it.
const NEAR: i8 = REACH - 1;

/// Returns how far a side looks along a line: to a fifth cell only where a sixth stone would spoil a five.
pub const fn reach(exact: bool) -> i8 {
    if exact { REACH } else { NEAR }
}

/// Returns what a digit of 1 for the cell at `offset`, not the middle, adds to a code; nothing beyond [`reach`].
pub const fn weight(offset: i8, exact: bool) -> LineCode {
    let place = if offset == -REACH || offset == REACH {
        if !exact {
            return 0;
        }
        2 * NEAR + (offset > 0) as i8
    } else if offset < 0 {
        NEAR + offset
    } else {
        NEAR + offset - 1
    };
    (3 as LineCode).pow(place as u32)
}

/// Returns the line that `code` stands for.
pub fn decode(code: LineCode) -> Line {
    let (mut own, mut empty) = (0, 0);
    for offset in (-REACH..=REACH).filter(|&offset| offset != 0) {
        match code / weight(offset, true) % 3 {
            0 => empty |= 1 << (REACH + offset),
            1 => own |= 1 << (REACH + offset),
            _ => {}
        }
    }
    Line::new(own, empty)
}

/// How many codes the four cells near the middle on one side have.
const NEAR_CODES: usize = 3_usize.pow(NEAR as u32);
/// For the four near cells and the far one of each side: the same cells with everything beyond the first enemy the
/// enemy's too, which makes no difference to a line.
const HIDDEN: [[[(LineCode, LineCode); 3]; NEAR_CODES]; 2] = [hidden(true), hidden(false)];

const fn hidden(back: bool) -> [[(LineCode, LineCode); 3]; NEAR_CODES] {
    let mut seen = [[(0, 0); 3]; NEAR_CODES];
    let mut code = 0;
    while code < NEAR_CODES {
        let (mut near, mut blocked, mut steps) = (0, false, 1);
        while steps <= NEAR {
            // Digits of the cells behind the middle run towards it.
            let unit = (3 as LineCode).pow(if back { NEAR - steps } else { steps - 1 } as u32);
            let digit = code as LineCode / unit % 3;
            near += unit * if blocked { 2 } else { digit };
            blocked |= digit == 2;
            steps += 1;
        }
        let mut far = 0;
        while far < 3 {
            seen[code][far] = (near, if blocked { 2 } else { far as LineCode });
            far += 1;
        }
        code += 1;
    }
    seen
}

/// Makes the table of the shapes of all codes for a side that needs exactly five or not.
///
/// One more own stone makes a code larger, and so does hiding what stands behind an enemy: going down from the largest
/// code every shape is known before the one that leads to it.
pub fn table(exact: bool) -> Box<[Shape; 1 << 16]> {
    let mut shapes = Box::new([Shape::None; 1 << 16]);
    let near_codes = NEAR_CODES as LineCode;
    let far_codes = if exact { 3 } else { 1 };
    let [far_back, far_on] = [weight(-REACH, true), weight(REACH, true)];
    for far in (0..far_codes * far_codes).rev() {
        for on in (0..near_codes).rev() {
            for back in (0..near_codes).rev() {
                let code = back + on * near_codes + far % 3 * far_back + far / 3 * far_on;
                let (back, back_far) = HIDDEN[0][usize::from(back)][usize::from(far % 3)];
                let (on, on_far) = HIDDEN[1][usize::from(on)][usize::from(far / 3)];
                let far = if exact { back_far * far_back + on_far * far_on } else { 0 };
                let same = back + on * near_codes + far;
                shapes[usize::from(code)] =
                    if same == code { shape_of(code, exact, &shapes) } else { shapes[usize::from(same)] };
            }
        }
    }
    shapes
}

/// Returns the shape of `code`; those of all larger codes must be known.
fn shape_of(code: LineCode, exact: bool, shapes: &[Shape; 1 << 16]) -> Shape {
    let line = decode(code);
    made_now(line, exact).unwrap_or_else(|| {
        let far = reach(exact);
        let offsets = (-far..=far).filter(|&offset| offset != 0 && line.is_empty_at(offset));
        let next = offsets.map(|offset| leading_to(shapes[usize::from(code + weight(offset, exact))]));
        next.max().unwrap_or(Shape::None)
    })
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
