//! The threat that a stone makes in its four lines together.

use super::shape::Shape;
use crate::gomoku::point::Direction;

/// The threat of a stone in all four directions, weakest first.
///
/// *Plus* means a sleeping three or an open two in another direction. `+` joins the lines that cross in the stone; each
/// is drawn as in [`Shape`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// An overline or a double-four of Black under Renju: `OOOOOO`, `OOOO_ + OOO_O`, `O_OOO_O`. Double-threes need a
    /// closer look: [`PatternBoard::foul`](super::PatternBoard::foul).
    Forbidden,
    /// Less than an open two: `OO___`, `OO___ + O_O__`.
    #[default]
    Quiet,
    /// An open two: `_OO___`.
    Two,
    /// A sleeping three: `OOO__`.
    SleepingThree,
    /// Two open twos: `_OO___ + _O_O__`.
    DoubleTwo,
    /// A sleeping three and another one or an open two: `OOO__ + OO_O_`, `OOO__ + _OO___`.
    SleepingThreePlus,
    /// An open three: `_OOO__`, `_OO_O_`.
    OpenThree,
    /// An open three, plus: `_OOO__ + OOO__`, `_OOO__ + _OO___`.
    OpenThreePlus,
    /// Two open threes or more: `_OOO__ + _OO_O_`.
    DoubleThree,
    /// A four with one completion: `OOOO_`.
    Four,
    /// A four with one completion, plus: `OOOO_ + OOO__`, `OO_OO + _OO___`.
    FourPlus,
    /// A four and an open three: `OOOO_ + _OOO__`.
    FourThree,
    /// Two fours or more, none of them straight: `OOOO_ + OOO_O`, `O_OOO_O`.
    DoubleFour,
    /// A straight four: `_OOOO_`.
    StraightFour,
    /// A five that wins: `OOOOO`.
    Five,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 15;
    /// All classes, weakest first.
    pub const ALL: [Class; Class::COUNT] = [
        Class::Forbidden,
        Class::Quiet,
        Class::Two,
        Class::SleepingThree,
        Class::DoubleTwo,
        Class::SleepingThreePlus,
        Class::OpenThree,
        Class::OpenThreePlus,
        Class::DoubleThree,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::DoubleFour,
        Class::StraightFour,
        Class::Five,
    ];

    /// Returns the index in [`Class::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the class of four shapes. `has_fouls` marks a side with forbidden moves. A legal overline counts as
    /// nothing.
    pub fn of(shapes: [Shape; Direction::COUNT], has_fouls: bool) -> Class {
        combine(shapes, has_fouls)
    }

    /// Returns whether the next stone can make a five or a four that wins: an open three or more.
    #[inline]
    #[must_use]
    pub const fn is_threat(self) -> bool {
        self as u8 >= Class::OpenThree as u8
    }
}

fn combine(shapes: [Shape; Direction::COUNT], has_fouls: bool) -> Class {
    let count = |shape| shapes.iter().filter(|&&other| other == shape).count();
    let straight = count(Shape::StraightFour);
    let fours = straight + count(Shape::Four) + 2 * count(Shape::TwoFours);
    let threes = count(Shape::OpenThree);
    let sleeping = count(Shape::SleepingThree);
    let twos = count(Shape::Two);
    if count(Shape::Five) > 0 {
        Class::Five
    } else if has_fouls && (count(Shape::Overline) > 0 || fours >= 2) {
        Class::Forbidden
    } else if straight > 0 {
        Class::StraightFour
    } else if fours >= 2 {
        Class::DoubleFour
    } else if fours == 1 {
        match (threes, sleeping + twos) {
            (1.., _) => Class::FourThree,
            (0, 1..) => Class::FourPlus,
            (0, 0) => Class::Four,
        }
    } else {
        match (threes, sleeping, twos) {
            (2.., _, _) => Class::DoubleThree,
            (1, 0, 0) => Class::OpenThree,
            (1, _, _) => Class::OpenThreePlus,
            (0, 1, 0) => Class::SleepingThree,
            (0, 1.., _) => Class::SleepingThreePlus,
            (0, 0, 2..) => Class::DoubleTwo,
            (0, 0, 1) => Class::Two,
            (0, 0, 0) => Class::Quiet,
        }
    }
}
