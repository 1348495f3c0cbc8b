//! Incremental line patterns: the combination that a stone of each side would make at every empty point.
//!
//! For each point and direction the nearby cells form a code. A table maps the code to a [`Shape`] of each side. More
//! tables map the four shapes of a point to a [`Combo`], which has a [`Class`] and caller-defined values. All tables
//! derive from [`Line`](super::line::Line), so the rules exist once. A stone affects at most forty neighbours, or
//! thirty-two where overlines win. Coded lines with tables are common in strong Gomoku programs.

mod board;
mod changes;
mod class;
mod combo;
mod layout;
mod line_pattern;
mod pair;
mod shape;
mod state;

pub use board::{PatternBoard, Total};
pub use class::Class;
pub use combo::{Combo, Combos};
pub use line_pattern::LinePattern;
pub use shape::Shape;

use crate::base::{BySide, Side};

use pair::PairCode;

use super::line::REACH;
use super::point::MAX_SIZE;
use super::rule::Rule;

/// Value of a combination at an empty point for its side: with the move, then without.
pub type Value = [i16; 2];

/// Packed facts of a combination, so that one addition updates all three: the value with the move from bit 40, the
/// value without from bit 13, the number of the class below.
#[derive(Clone, Copy, Debug, Default)]
struct Fact(i64);

/// The lowest bit of the value with the move.
const MOVER: u32 = 40;
/// The lowest bit of the value without the move.
const WAITER: u32 = 13;
/// The sum of class numbers over the largest board fits below the values.
const _: () = assert!((Class::COUNT - 1) * (MAX_SIZE as usize).pow(2) < 1 << WAITER);
/// The sum of one value over the largest board fits below the other.
const _: () = assert!((MAX_SIZE as i64).pow(2) * (i16::MAX as i64) < 1 << (MOVER - WAITER - 1));

impl Fact {
    const fn new([mover, waiter]: Value, class: Class) -> Fact {
        Fact(((mover as i64) << MOVER) + ((waiter as i64) << WAITER) + class.index() as i64)
    }

    const fn class(self) -> Class {
        CLASS[self.0 as usize % CLASS.len()]
    }
}

/// Classes by number, padded to a power of two, so that a masked index needs no bounds check.
const CLASS: [Class; Class::COUNT.next_power_of_two()] = {
    let mut classes = [Class::Quiet; _];
    let mut number = 0;
    while number < Class::COUNT {
        classes[number] = Class::ALL[number];
        number += 1;
    }
    classes
};

/// Returns the values of a sum of facts.
const fn unpacked(total: i64) -> Total {
    let waiter = total << (64 - MOVER) >> (64 - MOVER + WAITER);
    [((total - (waiter << WAITER)) >> MOVER) as i32, waiter as i32]
}

/// Number of table entries for the combinations of both sides, each side's padded to a power of two.
const FACTS: usize = 2 * Combo::COUNT.next_power_of_two();

/// Summands of a stone to the codes of the eleven cells around it on a line, from five steps back to five steps on.
type Weights = [PairCode; 2 * REACH as usize + 1];

/// The tables of one rule. They take a few milliseconds to make, and every [`PatternBoard`] shares them.
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    shapes: Box<[u8; pair::PLACES]>,
    lines: Box<[LinePattern; pair::PLACES]>,
    /// The combination of four shapes of four bits each.
    combos: Box<[Combo; 1 << 16]>,
    facts: Box<[Fact; FACTS]>,
    weights: BySide<Weights>,
    star: changes::Star,
}

impl Tables {
    /// Makes the tables of `rule` with all values zero.
    #[must_use]
    pub fn new(rule: Rule) -> Tables {
        Tables::with_values(rule, |_, _| [0, 0])
    }

    /// Makes the tables of `rule`. `value` returns the values of each side's combinations.
    #[must_use]
    pub fn with_values(rule: Rule, mut value: impl FnMut(Side, Combo) -> Value) -> Tables {
        let mut facts = Box::new([Fact::default(); FACTS]);
        for (side, facts) in Side::ALL.into_iter().zip(facts.chunks_mut(FACTS / Side::COUNT)) {
            for (combo, fact) in Combo::all().zip(facts) {
                *fact = Fact::new(value(side, combo), Class::of(combo.shapes(), rule.has_fouls(side)));
            }
        }
        let weights = BySide::from_fn(|side| weights(rule, side));
        let star = changes::star(pair::reach(rule));
        let (shapes, lines) = (pair::table(rule), LinePattern::table(rule));
        Tables { rule, shapes, lines, combos: combos(), facts, weights, star }
    }

    /// Returns the rule of these tables.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the shapes of both sides for `code`, four bits each.
    #[inline]
    fn shapes_of(&self, code: PairCode) -> u8 {
        self.shapes[code as usize % pair::PLACES]
    }

    #[inline]
    fn line_pattern(&self, code: PairCode) -> LinePattern {
        self.lines[code as usize % pair::PLACES]
    }

    /// Returns the combination of four shapes of four bits each.
    #[inline]
    fn combo(&self, shapes: u16) -> Combo {
        self.combos[usize::from(shapes)]
    }

    #[inline]
    fn fact(&self, side: Side, combo: Combo) -> Fact {
        self.facts[(side.index() * (FACTS / Side::COUNT) + combo.index()) % FACTS]
    }
}

fn combos() -> Box<[Combo; 1 << 16]> {
    let mut combos = vec![Combo::default(); 1 << 16].into_boxed_slice();
    for (shapes, combo) in (0..=u16::MAX).zip(&mut combos) {
        if (0..4).all(|place| usize::from(shapes >> (4 * place) & 15) < Shape::COUNT) {
            *combo = Combo::of_nibbles(shapes);
        }
    }
    combos.try_into().expect("as long as it was made")
}

/// Returns the summands of a stone of `stone` to the codes of nearby cells.
fn weights(rule: Rule, stone: Side) -> Weights {
    let reach = pair::reach(rule);
    // The cell `offset` steps on sees the stone `offset` steps back.
    std::array::from_fn(|place| pair::weight(REACH - place as i8, stone, reach))
}

#[cfg(test)]
mod tests;
