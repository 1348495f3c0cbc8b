//! The methods, each with one more idea.

use std::fmt;
use std::str::FromStr;

wire! {
    both:
    /// A fixed-depth search method.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum LabMethod {
        /// Visits every node to the depth.
        Minimax,
        /// Prunes moves that cannot change the value, in board order (D. Knuth, R. Moore, "An Analysis of Alpha-Beta
        /// Pruning", 1975).
        AlphaBeta,
        /// Adds move ordering to alpha-beta.
        Ordered,
        /// Adds a transposition table and the best move of the depth before.
        Hashed,
        /// Adds null windows: only the first move gets a full window (principal variation search).
        NullWindow,
    }
}

impl LabMethod {
    pub const ALL: [LabMethod; 5] =
        [LabMethod::Minimax, LabMethod::AlphaBeta, LabMethod::Ordered, LabMethod::Hashed, LabMethod::NullWindow];

    /// Returns the name in the terminal and the window.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            LabMethod::Minimax => "minimax",
            LabMethod::AlphaBeta => "alpha-beta",
            LabMethod::Ordered => "ordered",
            LabMethod::Hashed => "hashed",
            LabMethod::NullWindow => "null-window",
        }
    }

    /// Returns whether the method has beta cutoffs.
    #[must_use]
    pub fn prunes(self) -> bool {
        self >= LabMethod::AlphaBeta
    }

    #[must_use]
    pub fn orders(self) -> bool {
        self >= LabMethod::Ordered
    }

    /// Returns whether the method uses a transposition table.
    #[must_use]
    pub fn hashes(self) -> bool {
        self >= LabMethod::Hashed
    }

    /// Returns whether later moves get a null window.
    #[must_use]
    pub fn narrows(self) -> bool {
        self >= LabMethod::NullWindow
    }
}

impl fmt::Display for LabMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown method '{0}'; use minimax, alpha-beta, ordered, hashed or null-window")]
pub struct ParseLabMethodError(String);

impl FromStr for LabMethod {
    type Err = ParseLabMethodError;

    fn from_str(text: &str) -> Result<LabMethod, ParseLabMethodError> {
        LabMethod::ALL
            .into_iter()
            .find(|method| method.code() == text)
            .ok_or_else(|| ParseLabMethodError(text.to_owned()))
    }
}
