//! The faults of a search, and their categories in a match.

use std::fmt;

use duiyi_core::base::Reason;

use crate::engines::{EngineFault, FaultKind};

/// The category under which a match counts a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultCategory {
    /// An illegal move, or an unreadable answer.
    Illegal,
    /// The engine failed, or is missing.
    Crash,
    /// The move came too late, or never.
    Timeout,
}

impl FaultCategory {
    /// In the order of the result line.
    pub const ALL: [FaultCategory; 3] = [FaultCategory::Illegal, FaultCategory::Crash, FaultCategory::Timeout];

    /// Returns the word in the result line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            FaultCategory::Illegal => "illegal",
            FaultCategory::Crash => "crash",
            FaultCategory::Timeout => "timeout",
        }
    }

    /// Returns the reason of the lost game.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            FaultCategory::Illegal | FaultCategory::Crash => Reason::Forfeit,
            FaultCategory::Timeout => Reason::TimeForfeit,
        }
    }
}

/// A search without a usable answer. In a match it loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchFault {
    pub category: FaultCategory,
    /// An error code: an external engine's fault or `engine-failed`.
    pub code: &'static str,
    /// One sentence.
    pub why: String,
}

impl SearchFault {
    /// Makes the fault of a bug of ours: the built-in engine failed.
    pub(crate) fn of_ours(why: impl fmt::Display) -> SearchFault {
        SearchFault { category: FaultCategory::Crash, code: "engine-failed", why: why.to_string() }
    }
}

impl fmt::Display for SearchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.category.word(), self.why)
    }
}

impl From<FaultKind> for SearchFault {
    fn from(kind: FaultKind) -> SearchFault {
        let category = match kind {
            FaultKind::Illegal { .. } | FaultKind::Unreadable { .. } => FaultCategory::Illegal,
            FaultKind::Overran { .. } | FaultKind::Silent { .. } => FaultCategory::Timeout,
            _ => FaultCategory::Crash,
        };
        SearchFault { category, code: kind.code(), why: kind.to_string() }
    }
}

impl From<EngineFault> for SearchFault {
    fn from(fault: EngineFault) -> SearchFault {
        fault.kind.into()
    }
}
