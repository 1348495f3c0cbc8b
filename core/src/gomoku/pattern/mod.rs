//! What a stone would make at every empty point, kept up to date as stones come and go: the engine's eyes.
//!
//! For each point and direction the cells around the point form a code. A table turns the code into a [`Shape`] of each
//! side, further tables turn the four shapes of a point into one [`Combo`], which has a [`Class`] and the values that the
//! caller gave it; all tables are made from [`Line`](super::line::Line), so the rules are written once. A stone
//! touches at most forty neighbours, thirty-two where six in a row are as good as five. The idea of coded lines with
//! tables is common in strong Gomoku programs.

mod board;
mod changes;
mod class;
mod combo;
mod layout;
mod pair;
mod shape;
mod state;

pub use board::{PatternBoard, Total};
pub use changes::{Changes, PatternChange};
pub use class::Class;
pub use combo::{Combo, Combos};
pub use shape::Shape;

use crate::base::{BySide, Side};

use super::line::REACH;
use super::point::MAX_SIZE;
use super::rule::Rule;
use pair::PairCode;

/// What an empty point with a combination of shapes is worth to the side whose shapes they are: first while that side is
/// to move, then while it waits.
pub type Value = [i16; 2];

/// What follows from the combination of a side's shapes at a point, and sums of that: the value as the side to move from
/// bit 40 on, the value as the side that waits from bit 13 on, the number of the class below. So one number is looked
/// up, added and taken away for all three.
#[derive(Clone, Copy, Debug, Default)]
struct Fact(i64);

/// Where the parts of a [`Fact`] begin.
const MOVER: u32 = 40;
/// See [`MOVER`].
const WAITER: u32 = 13;
/// The numbers of the classes of all points of the largest board fit below the values.
const _: () = assert!((Class::COUNT - 1) * (MAX_SIZE as usize).pow(2) < 1 << WAITER);
/// As do the greatest values of one side below those of the other.
const _: () = assert!((MAX_SIZE as i64).pow(2) * (i16::MAX as i64) < 1 << (MOVER - WAITER - 1));

impl Fact {
    const fn new([mover, waiter]: Value, class: Class) -> Fact {
        Fact(((mover as i64) << MOVER) + ((waiter as i64) << WAITER) + class.index() as i64)
    }

    /// Returns the class.
    const fn class(self) -> Class {
        CLASS[self.0 as usize % CLASS.len()]
    }
}

/// The classes by number, filled up to a power of two, so that a masked index needs no check.
const CLASS: [Class; Class::COUNT.next_power_of_two()] = {
    let mut classes = [Class::Quiet; _];
    let mut number = 0;
    while number < Class::COUNT {
        classes[number] = Class::ALL[number];
        number += 1;
    }
    classes
};

/// Returns the values in a sum of facts.
const fn unpacked(total: i64) -> Total {
    let waiter = total << (64 - MOVER) >> (64 - MOVER + WAITER);
    [((total - (waiter << WAITER)) >> MOVER) as i32, waiter as i32]
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
    /// The combination of four shapes, four bits each.
    combos: Box<[Combo; 1 << 16]>,
    facts: Box<[Fact; FACTS]>,
    weights: BySide<Weights>,
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
                *fact = Fact::new(value(side, combo), Class::of(combo.shapes(), rule.has_fouls(side)));
            }
        }
        let weights = BySide::from_fn(|side| weights(rule, side));
        Tables { rule, shapes: pair::table(rule), combos: combos(), facts, weights }
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

    /// Returns the combination of four shapes, four bits each.
    #[inline]
    fn combo(&self, shapes: u16) -> Combo {
        self.combos[usize::from(shapes)]
    }

    /// Returns what follows from a combination of a side.
    #[inline]
    fn fact(&self, side: Side, combo: Combo) -> Fact {
        self.facts[(side.index() * (FACTS / Side::COUNT) + combo.index()) % FACTS]
    }
}

/// Makes the table of [`Tables::combo`].
fn combos() -> Box<[Combo; 1 << 16]> {
    let mut combos = vec![Combo::default(); 1 << 16].into_boxed_slice();
    for (shapes, combo) in (0..=u16::MAX).zip(&mut combos) {
        if (0..4).all(|place| usize::from(shapes >> (4 * place) & 15) < Shape::COUNT) {
            *combo = Combo::of_nibbles(shapes);
        }
    }
    combos.try_into().expect("as long as it was made")
}

/// Returns what a stone of `stone` adds to the codes of the cells around it.
fn weights(rule: Rule, stone: Side) -> Weights {
    let reach = pair::reach(rule);
    // The cell `offset` steps on sees the stone as many steps back.
    std::array::from_fn(|place| pair::weight(REACH - place as i8, stone, reach))
}

#[cfg(test)]
mod tests;
