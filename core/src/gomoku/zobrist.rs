//! The hash constants of Gomoku.
//!
//! # Stability
//! Opening books store keys made of these constants.

use super::point::Point;
use super::rule::Rule;
use crate::base::{BySide, Key, Side};

/// Families of [`Key::feature`] that belong to Gomoku.
const FAMILY_BLACK: u32 = 0x60;
const FAMILY_WHITE: u32 = 0x61;
const FAMILY_GAME: u32 = 0x62;
const FAMILY_BLOCKED: u32 = 0x63;

static STONES: BySide<[Key; Point::COUNT]> = BySide { first: stones(FAMILY_BLACK), second: stones(FAMILY_WHITE) };

const fn stones(family: u32) -> [Key; Point::COUNT] {
    let mut keys = [Key(0); Point::COUNT];
    let mut index = 0;
    while index < Point::COUNT {
        keys[index] = Key::feature(family, index as u32);
        index += 1;
    }
    keys
}

/// The constant of White being to move.
pub const WHITE_TO_MOVE: Key = Key::feature(FAMILY_GAME, 0);

/// Returns the constant of a stone of `side` at `point`.
#[must_use]
pub fn stone(side: Side, point: Point) -> Key {
    STONES[side][point.index()]
}

/// Returns the constant of a blocked `point`.
#[must_use]
pub const fn blocked(point: Point) -> Key {
    Key::feature(FAMILY_BLOCKED, point.index() as u32)
}

/// Returns the constant of a board size and rule: equal stones in different games have different keys.
#[must_use]
pub const fn game(size: u8, rule: Rule) -> Key {
    Key::feature(FAMILY_GAME, 1 + (rule as u32) * 32 + size as u32)
}
