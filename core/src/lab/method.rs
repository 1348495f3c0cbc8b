//! The methods, each with one idea more than the one before.

use std::fmt;
use std::str::FromStr;

wire! {
    both:
    /// A way to search a tree to a fixed depth.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum LabMethod {
        /// Looks at everything.
        Minimax,
        /// Leaves out what cannot change the value (D. Knuth, R. Moore, "An Analysis of Alpha-Beta Pruning", 1975); moves in
        /// the order of the board.
        AlphaBeta,
        /// The same with likely good moves first.
        Ordered,
        /// The same with a transposition table, and the best move of the depth before first.
        Hashed,
        /// The same with null windows: only the first move of a node is asked for its value, the others whether they are
        /// better (principal variation search).
        NullWindow,
    }
}

impl LabMethod {
    /// Every method, the plainest first.
    pub const ALL: [LabMethod; 5] =
        [LabMethod::Minimax, LabMethod::AlphaBeta, LabMethod::Ordered, LabMethod::Hashed, LabMethod::NullWindow];

    /// Returns the word that the terminal and the window use.
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

    /// Returns whether moves that cannot matter are left out.
    #[must_use]
    pub fn prunes(self) -> bool {
        self >= LabMethod::AlphaBeta
    }

    /// Returns whether likely good moves come first.
    #[must_use]
    pub fn orders(self) -> bool {
        self >= LabMethod::Ordered
    }

    /// Returns whether there is a transposition table.
    #[must_use]
    pub fn hashes(self) -> bool {
        self >= LabMethod::Hashed
    }

    /// Returns whether moves after the first are searched with a null window.
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
#[error("'{0}' is no method; there are minimax, alpha-beta, ordered, hashed and null-window")]
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
