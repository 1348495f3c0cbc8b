//! The rule sets: which fives win, and which side has fouls.
//!
//! Caro is the game of Vietnam as the Gomocup manager Piskvork 9.0 (P. Laštovička, 2023) plays it by the name of
//! "standard Caro", `INFO rule 9`: exactly five win unless an enemy stone stands at each of their two ends, and the edge
//! of the board is no enemy stone. Its rule 8, under which six win too, is not played here.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::base::Side;

/// A rule set of Gomoku.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rule {
    /// Five or more in a row win for both sides.
    #[default]
    Freestyle,
    /// Exactly five in a row win for both sides; six are nothing.
    Standard,
    /// Black wins with exactly five and may not make an overline, a double-four or a double-three; White wins with five
    /// or more and is free.
    Renju,
    /// Exactly five in a row win for both sides, unless the enemy blocks them at both ends.
    Caro,
}

/// Which rows of five win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Five {
    /// Five or more stones.
    OrMore,
    /// Five stones and no sixth.
    Exact,
    /// Five stones, no sixth, and not an enemy stone at both ends.
    Unblocked,
}

impl Five {
    /// Every kind of five.
    pub const ALL: [Five; 3] = [Five::OrMore, Five::Exact, Five::Unblocked];

    /// Returns whether a sixth stone spoils the five.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        !matches!(self, Five::OrMore)
    }

    /// Returns whether stones beyond its ends can take the win away.
    #[must_use]
    pub const fn can_be_blocked(self) -> bool {
        matches!(self, Five::Unblocked)
    }
}

impl Rule {
    /// How many rule sets there are.
    pub const COUNT: usize = 4;
    /// Every rule set.
    pub const ALL: [Rule; Rule::COUNT] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro];

    /// Returns which rows of `side` win.
    #[must_use]
    pub const fn five(self, side: Side) -> Five {
        match (self, side) {
            (Rule::Freestyle, _) | (Rule::Renju, Side::Second) => Five::OrMore,
            (Rule::Standard, _) | (Rule::Renju, Side::First) => Five::Exact,
            (Rule::Caro, _) => Five::Unblocked,
        }
    }

    /// Returns whether a four may be stopped beyond the ends of its five, and not only on the point that completes it.
    #[must_use]
    pub const fn blocks_ends(self) -> bool {
        matches!(self, Rule::Caro)
    }

    /// Returns whether some points may be forbidden to `side`.
    #[must_use]
    pub const fn has_fouls(self, side: Side) -> bool {
        matches!((self, side), (Rule::Renju, Side::First))
    }

    /// Returns the word that records, the terminal and the window use.
    ///
    /// # Stability
    /// Saved games carry these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A text that names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rule '{text}'; use freestyle, standard, renju or caro")]
pub struct ParseRuleError {
    /// The text, cut to a readable length.
    pub text: String,
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        Rule::ALL
            .into_iter()
            .find(|rule| rule.code().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError { text: text.chars().take(16).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        for rule in Rule::ALL {
            assert_eq!(rule.code().parse(), Ok(rule));
        }
        assert_eq!("Renju".parse(), Ok(Rule::Renju));
        assert!("gomoku".parse::<Rule>().is_err());
    }
}
