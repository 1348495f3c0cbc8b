//! The search algorithms that a user can choose.

use std::fmt;
use std::str::FromStr;

/// How a built-in engine searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchMethod {
    /// Alpha-beta, the stronger algorithm, for every game.
    #[default]
    AlphaBeta,
    /// Monte Carlo tree search, for Gomoku only. Other games fall back on alpha-beta.
    Mcts,
}

impl SearchMethod {
    pub const ALL: [SearchMethod; 2] = [SearchMethod::AlphaBeta, SearchMethod::Mcts];

    /// Returns the name in the terminal and the window.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SearchMethod::AlphaBeta => "alpha-beta",
            SearchMethod::Mcts => "mcts",
        }
    }
}

impl fmt::Display for SearchMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no search method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown search method '{0}'; use alpha-beta or mcts")]
pub struct ParseSearchMethodError(String);

impl FromStr for SearchMethod {
    type Err = ParseSearchMethodError;

    fn from_str(text: &str) -> Result<SearchMethod, ParseSearchMethodError> {
        let method = SearchMethod::ALL.into_iter().find(|method| method.name() == text);
        method.ok_or_else(|| ParseSearchMethodError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        assert!(SearchMethod::ALL.into_iter().all(|method| method.to_string().parse() == Ok(method)));
        assert!("MCTS".parse::<SearchMethod>().is_err() && "".parse::<SearchMethod>().is_err());
    }
}
