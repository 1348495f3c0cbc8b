//! The rule sets: the consequences of a repeated position.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A rule set of Xiangqi. The moves are the same under each; the verdict on a repetition is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rule {
    /// At the third occurrence of a position the side loses that alone checked with every move, or else alone chased
    /// one piece with every move (computer rules of the Asian federation).
    #[default]
    Asian,
    /// The same for the side that alone checked, threatened mate or chased with every move, also in turn (rules of the
    /// Chinese association).
    Chinese,
    /// The third occurrence of a position is a draw, unless one side alone gave check with every move: that side loses.
    Simple,
}

impl Rule {
    /// How many rule sets there are.
    pub const COUNT: usize = 3;
    /// Every rule set.
    pub const ALL: [Rule; Rule::COUNT] = [Rule::Asian, Rule::Chinese, Rule::Simple];

    /// Returns the word that records, the terminal and the window use.
    ///
    /// # Stability
    /// Saved games carry these words.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Rule::Asian => "asian",
            Rule::Chinese => "chinese",
            Rule::Simple => "simple",
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
#[error("unknown rule '{text}'; use asian, chinese or simple")]
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
        assert_eq!("Chinese".parse(), Ok(Rule::Chinese));
        assert!("wxf".parse::<Rule>().is_err());
    }
}
