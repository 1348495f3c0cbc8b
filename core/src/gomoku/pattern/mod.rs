//! What a stone would make at every empty point, kept up to date as stones come and go: the engine's eyes.
//!
//! For each point and direction the cells around the point form a code. A table turns the code into a [`Shape`] of each
//! side, further tables turn the four shapes of a point into one [`Combo`], which has a [`Class`] and the values that the
//! caller gave it; all tables are made from [`Line`](super::line::Line), so the rules are written once. A stone
//! touches at most forty neighbours, thirty-two where six in a row are as good as five. The idea of coded lines with
//! tables is common in strong Gomoku programs.

mod board;
mod class;
mod combo;
mod pair;
mod shape;

pub use board::{PatternBoard, Total};
pub use class::Class;
pub use combo::Combo;
pub use pair::PairCode;
pub use shape::Shape;

use crate::base::{BySide, Side};

use super::line::REACH;
use super::rule::Rule;

/// What an empty point with a combination of shapes is worth to the side whose shapes they are: first while that side is
/// to move, then while it waits.
pub type Value = [i16; 2];

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

/// Combinations of both sides, each side's filled up to a power of two.
const FACTS: usize = 2 * Combo::COUNT.next_power_of_two();

/// What a stone adds to the codes of the eleven cells of a line around it, five steps back to five steps on.
type Weights = [PairCode; 2 * REACH as usize + 1];

/// The tables of one rule set, made once in a few milliseconds and shared by every [`PatternBoard`].
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    shapes: Box<[u8; pair::PLACES]>,
    facts: Box<[Fact; FACTS]>,
    /// First for a stone that comes, then for one that goes.
    weights: [BySide<Weights>; 2],
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
        let mut facts = Box::new([Fact::default(); FACTS]);
        for (side, facts) in Side::ALL.into_iter().zip(facts.chunks_mut(FACTS / Side::COUNT)) {
            for (combo, fact) in Combo::all().zip(facts) {
                let class = Class::of(combo.shapes(), rule.has_fouls(side));
                *fact = Fact { value: packed(value(side, combo)), class };
            }
        }
        let comes = BySide::from_fn(|side| weights(rule, side));
        let goes = comes.map(|weights| weights.map(PairCode::wrapping_neg));
        Tables { rule, shapes: pair::table(rule), facts, weights: [comes, goes] }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the shapes of both sides that `code` stands for, four bits each.
    #[inline]
    fn shapes_of(&self, code: PairCode) -> u8 {
        self.shapes[code as usize % pair::PLACES]
    }

    /// Returns what follows from a combination of a side.
    #[inline]
    fn fact(&self, side: Side, combo: Combo) -> Fact {
        self.facts[side.index() * (FACTS / Side::COUNT) + combo.index()]
    }
}

/// Returns what a stone of `stone` adds to the codes of the cells around it.
fn weights(rule: Rule, stone: Side) -> Weights {
    let reach = pair::reach(rule);
    // The cell `offset` steps on sees the stone as many steps back.
    std::array::from_fn(|place| pair::weight(REACH - place as i8, stone, reach))
}

#[cfg(test)]
mod tests;
