//! What goes wrong in a search, and how a match counts it.

use std::fmt;

use duiyi_core::base::Reason;

use crate::engines::{EngineFault, FaultKind};

/// How a fault is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultCategory {
    /// A move that the rules do not allow, or an answer that is none.
    Illegal,
    /// The engine broke, or is not there.
    Crash,
    /// It took more time than it had, or did not answer at all.
    Timeout,
}

impl FaultCategory {
    /// Every kind, in the order of the result line.
    pub const ALL: [FaultCategory; 3] = [FaultCategory::Illegal, FaultCategory::Crash, FaultCategory::Timeout];

    /// Returns the word of the result line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            FaultCategory::Illegal => "illegal",
            FaultCategory::Crash => "crash",
            FaultCategory::Timeout => "timeout",
        }
    }

    /// Returns why a game is lost by it.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            FaultCategory::Illegal | FaultCategory::Crash => Reason::Forfeit,
            FaultCategory::Timeout => Reason::TimeForfeit,
        }
    }
}

/// Why a search has no answer that can be used. In a match it costs the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchFault {
    /// How it is counted.
    pub count: FaultCategory,
    /// A word for programs: an external engine's fault or `engine-failed`.
    pub code: &'static str,
    /// What happened, in one sentence.
    pub why: String,
}

impl SearchFault {
    /// A bug of ours: the built-in engine failed.
    pub(crate) fn of_ours(why: impl fmt::Display) -> SearchFault {
        SearchFault { count: FaultCategory::Crash, code: "engine-failed", why: why.to_string() }
    }
}

impl fmt::Display for SearchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.count.word(), self.why)
    }
}

impl From<FaultKind> for SearchFault {
    fn from(kind: FaultKind) -> SearchFault {
        let count = match kind {
            FaultKind::Illegal { .. } | FaultKind::Unreadable { .. } => FaultCategory::Illegal,
            FaultKind::Overran { .. } | FaultKind::Silent { .. } => FaultCategory::Timeout,
            _ => FaultCategory::Crash,
        };
        SearchFault { count, code: kind.code(), why: kind.to_string() }
    }
}

impl From<EngineFault> for SearchFault {
    fn from(fault: EngineFault) -> SearchFault {
        fault.kind.into()
    }
}
