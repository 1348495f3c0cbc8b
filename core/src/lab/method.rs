//! The methods, each with one idea more than the one before.

use std::fmt;
use std::str::FromStr;

/// A way to search a tree to a fixed depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
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

impl Method {
    /// Every method, the plainest first.
    pub const ALL: [Method; 5] =
        [Method::Minimax, Method::AlphaBeta, Method::Ordered, Method::Hashed, Method::NullWindow];

    /// Returns the word that the terminal and the window use.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Method::Minimax => "minimax",
            Method::AlphaBeta => "alpha-beta",
            Method::Ordered => "ordered",
            Method::Hashed => "hashed",
            Method::NullWindow => "null-window",
        }
    }

    /// Returns whether moves that cannot matter are left out.
    #[must_use]
    pub fn prunes(self) -> bool {
        self >= Method::AlphaBeta
    }

    /// Returns whether likely good moves come first.
    #[must_use]
    pub fn orders(self) -> bool {
        self >= Method::Ordered
    }

    /// Returns whether there is a transposition table.
    #[must_use]
    pub fn hashes(self) -> bool {
        self >= Method::Hashed
    }

    /// Returns whether moves after the first are searched with a null window.
    #[must_use]
    pub fn narrows(self) -> bool {
        self >= Method::NullWindow
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A word that names no method.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no method; there are minimax, alpha-beta, ordered, hashed and null-window")]
pub struct ParseMethodError(String);

impl FromStr for Method {
    type Err = ParseMethodError;

    fn from_str(text: &str) -> Result<Method, ParseMethodError> {
        Method::ALL.into_iter().find(|method| method.code() == text).ok_or_else(|| ParseMethodError(text.to_owned()))
    }
}
