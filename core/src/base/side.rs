//! The two sides by turn order, since their colours depend on the game.

use std::ops::{Index, IndexMut, Not};

wire! {
    both:
    /// A side by turn order: `First` is Red in Xiangqi, Black in Gomoku, X in tic-tac-toe.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[repr(u8)]
    pub enum Side {
        /// The side that makes the first move.
        First,
        /// The side that moves second.
        Second,
    }
}

impl Side {
    /// The number of sides, for arrays by side.
    pub const COUNT: usize = 2;
    /// Both sides, in turn order.
    pub const ALL: [Side; Side::COUNT] = [Side::First, Side::Second];

    /// Returns the other side, as `!side` does.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Returns 0 for `First`, 1 for `Second`.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.opponent()
    }
}

wire! {
    both:
    /// A value for each side, indexed by [`Side`].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct BySide<T> {
        /// The value of the side that moves first.
        pub first: T,
        /// The value of the side that moves second.
        pub second: T,
    }
}

impl<T> BySide<T> {
    /// Builds both values from a function of the side.
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { first: value(Side::First), second: value(Side::Second) }
    }

    /// Converts both values by `change`, the first side's first.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySide<U> {
        BySide { first: change(self.first), second: change(self.second) }
    }

    /// Borrows both values, to map them without a copy.
    pub const fn as_ref(&self) -> BySide<&T> {
        BySide { first: &self.first, second: &self.second }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
