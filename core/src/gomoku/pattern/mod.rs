//! What a stone would make at every empty point, kept up to date as stones come and go: the engine's eyes.
//!
//! For each point, side and direction the ten cells around the point form a code in base three. A table turns the code
//! into a [`Shape`], another turns the four shapes of a point into one [`Class`]; both tables are made from
//! [`Line`](super::line::Line), so the rules are written once. A stone touches at most forty neighbours. The idea of
//! coded lines with two tables is common in strong Gomoku programs.

mod board;
mod class;
mod shape;

pub use board::PatternBoard;
pub use class::Class;
pub use shape::{LineCode, Shape};

use std::sync::Arc;

use crate::base::{BySide, Side};

use super::rule::Rule;

/// The tables of one rule set, made once in a few milliseconds and shared by every [`PatternBoard`].
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    shapes: BySide<Arc<[Shape]>>,
    classes: BySide<Arc<[Class]>>,
}

impl Tables {
    /// Makes the tables of `rule`.
    #[must_use]
    pub fn new(rule: Rule) -> Tables {
        Tables {
            rule,
            shapes: made_once(|side| rule.needs_exact_five(side), |exact| shape::table(exact).into()),
            classes: made_once(|side| rule.has_fouls(side), |has_fouls| class::table(has_fouls).into()),
        }
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.rule
    }
}

/// Makes one table for each side, or one for both where the sides are alike.
fn made_once<T>(kind: impl Fn(Side) -> bool, make: impl Fn(bool) -> Arc<[T]>) -> BySide<Arc<[T]>> {
    let first = make(kind(Side::First));
    let second = if kind(Side::Second) == kind(Side::First) { Arc::clone(&first) } else { make(kind(Side::Second)) };
    BySide { first, second }
}

#[cfg(test)]
mod tests;
