//! What a player does wrong, and what it costs. The table stands at the top of [`super`].

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

/// A fault that costs a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFault {
    /// How it is counted.
    pub count: FaultCategory,
    /// A word for programs: an external engine's fault or `engine-failed`.
    pub code: &'static str,
    /// What happened, in one sentence.
    pub why: String,
}

impl MatchFault {
    /// A fault of the built-in engine.
    pub(super) fn of_ours(why: impl fmt::Display) -> MatchFault {
        MatchFault { count: FaultCategory::Crash, code: "engine-failed", why: why.to_string() }
    }
}

impl fmt::Display for MatchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.count.word(), self.why)
    }
}

impl From<FaultKind> for MatchFault {
    fn from(kind: FaultKind) -> MatchFault {
        let count = match kind {
            FaultKind::Illegal { .. } | FaultKind::Unreadable { .. } => FaultCategory::Illegal,
            FaultKind::Overran { .. } | FaultKind::Silent { .. } => FaultCategory::Timeout,
            _ => FaultCategory::Crash,
        };
        MatchFault { count, code: kind.code(), why: kind.to_string() }
    }
}

impl From<EngineFault> for MatchFault {
    fn from(fault: EngineFault) -> MatchFault {
        fault.kind.into()
    }
}
