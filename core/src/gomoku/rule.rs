//! The rule sets: what wins, and whom the fouls of Renju bind.

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
}

impl Rule {
    /// How many rule sets there are.
    pub const COUNT: usize = 3;
    /// Every rule set.
    pub const ALL: [Rule; Rule::COUNT] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// Returns whether `side` needs exactly five stones in a row, so that six or more do not win.
    #[must_use]
    pub const fn needs_exact_five(self, side: Side) -> bool {
        match self {
            Rule::Freestyle => false,
            Rule::Standard => true,
            Rule::Renju => matches!(side, Side::First),
        }
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
#[error("{text:?} is not a rule: write freestyle, standard or renju")]
pub struct ParseRuleError {
    /// What was written, cut to a readable length.
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
