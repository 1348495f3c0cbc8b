//! What a stone would make at every empty point, kept up to date as stones come and go: the engine's eyes.
//!
//! For each point, side and direction the cells around the point form a code in base three. A table turns the code into
//! a [`Shape`], further tables turn the four shapes of a point into one [`Combo`], which has a [`Class`] and the values
//! that the caller gave it; all tables are made from [`Line`](super::line::Line), so the rules are written once. A stone
//! touches at most forty neighbours, thirty-two where six in a row are as good as five. The idea of coded lines with
//! tables is common in strong Gomoku programs.

mod board;
mod class;
mod combo;
mod shape;

pub use board::{PatternBoard, Total};
pub use class::Class;
pub use combo::Combo;
pub use shape::{LineCode, Shape};

use crate::base::{BySide, Side};

use super::line::REACH;
use super::rule::Rule;

/// What an empty point with a combination of shapes is worth to the side whose shapes they are: first while that side is
/// to move, then while it waits.
pub type Value = [i16; 2];

/// Codes of both sides at one point in one direction: the first side's in the low half, the second's in the high half.
type Codes = u32;

/// What follows from a combination of shapes.
#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    /// See [`packed`].
    value: i64,
    class: Class,
}

/// Packs a value so that sums of packed values are packed sums.
fn packed([mover, waiter]: Value) -> i64 {
    (i64::from(mover) << 32) + i64::from(waiter)
}

/// Takes a sum of packed values apart.
const fn unpacked(total: i64) -> Total {
    let waiter = total as i32;
    [((total - waiter as i64) >> 32) as i32, waiter]
}

/// The tables of one rule set, made once in a few milliseconds and shared by every [`PatternBoard`].
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    shapes: BySide<Box<[Shape; 1 << 16]>>,
    /// By the number of a [`Combo`], filled up to a power of two.
    facts: BySide<Box<[Fact; 1 << 10]>>,
    /// What a stone of a side adds to the codes of the eleven cells of a line around it, the middle one being its own.
    /// First for a stone that comes, then for one that goes.
    weights: [BySide<[Codes; 2 * REACH as usize + 1]>; 2],
}

impl Tables {
    /// Makes the tables of `rule` without values.
    #[must_use]
    pub fn new(rule: Rule) -> Tables {
        Tables::with_values(rule, |_, _| [0, 0])
    }

    /// Makes the tables of `rule` with the values that `value` names for the combinations of each side.
    #[must_use]
    pub fn with_values(rule: Rule, mut value: impl FnMut(Side, Combo) -> Value) -> Tables {
        let facts = |side| {
            let mut facts = Box::new([Fact::default(); 1 << 10]);
            for combo in Combo::all() {
                let class = Class::of(combo.shapes(), rule.has_fouls(side));
                facts[combo.index()] = Fact { value: packed(value(side, combo)), class };
            }
            facts
        };
        let facts = BySide::from_fn(facts);
        let exact = |side| rule.needs_exact_five(side);
        let shapes = if exact(Side::First) == exact(Side::Second) {
            let both = shape::table(exact(Side::First));
            BySide { first: both.clone(), second: both }
        } else {
            BySide::from_fn(|side| shape::table(exact(side)))
        };
        let comes = BySide::from_fn(|side| weights(rule, side));
        let goes = comes.map(|weights| weights.map(Codes::wrapping_neg));
        Tables { rule, shapes, facts, weights: [comes, goes] }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

/// Returns what a stone of `stone` adds to the codes of the cells around it, five steps back to five steps on.
fn weights(rule: Rule, stone: Side) -> [Codes; 2 * REACH as usize + 1] {
    let mut weights = [0; 2 * REACH as usize + 1];
    for offset in (-REACH..=REACH).filter(|&offset| offset != 0) {
        let digit = |side: Side| if side == stone { 1 } else { 2 };
        let part = |side: Side| Codes::from(digit(side) * shape::weight(offset, rule.needs_exact_five(side)));
        // The cell `offset` steps on sees the stone as many steps back.
        weights[(REACH - offset) as usize] = part(Side::First) | part(Side::Second) << 16;
    }
    weights
}

#[cfg(test)]
mod tests;
