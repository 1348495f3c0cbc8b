//! What a player does wrong, and what it costs. The table stands at the top of [`super`].

use std::fmt;

use duiyi_core::base::Reason;

use crate::engines::{FaultKind, GuestFault};

/// How a fault is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// A move that the rules do not allow, or an answer that is none.
    Illegal,
    /// The engine broke, or is not there.
    Crash,
    /// It took more time than it had, or did not answer at all.
    Timeout,
}

impl Count {
    /// Every kind, in the order of the result line.
    pub const ALL: [Count; 3] = [Count::Illegal, Count::Crash, Count::Timeout];

    /// Returns the word of the result line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Count::Illegal => "illegal",
            Count::Crash => "crash",
            Count::Timeout => "timeout",
        }
    }

    /// Returns why a game is lost by it.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Count::Illegal | Count::Crash => Reason::Forfeit,
            Count::Timeout => Reason::TimeForfeit,
        }
    }
}

/// A fault that costs a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How it is counted.
    pub count: Count,
    /// A word for programs: a guest's fault or `engine-failed`.
    pub code: &'static str,
    /// What happened, in one sentence.
    pub why: String,
}

impl Fault {
    /// A fault of the built-in engine.
    pub(super) fn of_ours(why: impl fmt::Display) -> Fault {
        Fault { count: Count::Crash, code: "engine-failed", why: why.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.count.word(), self.why)
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Fault {
        let count = match kind {
            FaultKind::Illegal { .. } | FaultKind::Unreadable { .. } => Count::Illegal,
            FaultKind::Overran { .. } | FaultKind::Silent { .. } => Count::Timeout,
            _ => Count::Crash,
        };
        Fault { count, code: kind.code(), why: kind.to_string() }
    }
}

impl From<GuestFault> for Fault {
    fn from(fault: GuestFault) -> Fault {
        fault.kind.into()
    }
}
