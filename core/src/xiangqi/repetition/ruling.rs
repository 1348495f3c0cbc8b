//! A verdict on a repetition with its evidence.

use std::ops::Range;

use crate::base::{BySide, Outcome, Reason, Side};
use crate::position::{History, Step};
use crate::xiangqi::{Move, Position, Rule};

/// What a move of a cycle was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// It gave check (将).
    Check,
    /// Nothing that a rule minds (闲).
    Idle,
}

impl Act {
    fn of(step: &Step<Move>) -> Act {
        if step.check { Act::Check } else { Act::Idle }
    }
}

/// What a repetition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Neither side, or both, must deviate.
    Draw,
    /// This side must deviate, or it loses.
    MustDeviate(Side),
}

impl Verdict {
    /// Judges the cycle from `first` to the end of `history`, by the rule of the game.
    // Out of line: few nodes repeat anything.
    #[cold]
    pub(super) fn of(history: &History<Position>, first: usize) -> Verdict {
        match history.start().rule() {
            Rule::Simple => Verdict::simple(history, first),
        }
    }

    /// Judges by the simple rule: who alone checked with every move must deviate.
    fn simple(history: &History<Position>, first: usize) -> Verdict {
        let mut always_checks = BySide { first: true, second: true };
        // The side that has just moved made the last move of the cycle.
        let mut side = !history.side_to_move();
        for step in history.steps()[first..].iter().rev() {
            always_checks[side] &= Act::of(step) == Act::Check;
            side = !side;
        }
        match (always_checks.first, always_checks.second) {
            (true, false) => Verdict::MustDeviate(Side::First),
            (false, true) => Verdict::MustDeviate(Side::Second),
            _ => Verdict::Draw,
        }
    }
}

/// A verdict with what it was founded on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What the repetition means.
    pub verdict: Verdict,
    /// After how many moves the cycle begins and ends: at the first and the last occurrence judged.
    pub cycle: Range<usize>,
    /// What each of its moves was.
    pub acts: Vec<Act>,
}

impl Ruling {
    /// Judges the cycle from `first` to the end of `history`.
    pub(super) fn of(history: &History<Position>, first: usize) -> Ruling {
        Ruling {
            verdict: Verdict::of(history, first),
            cycle: first..history.len(),
            acts: history.steps()[first..].iter().map(Act::of).collect(),
        }
    }

    /// Returns how the game ends by the ruling.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.verdict {
            Verdict::Draw => Outcome::draw(Reason::Repetition),
            Verdict::MustDeviate(side) => Outcome::win(!side, Reason::PerpetualCheck),
        }
    }
}
