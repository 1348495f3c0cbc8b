//! Violations: acts that a side must not repeat with every move of a cycle.

use crate::base::Reason;

wire! {
    /// An act repeated with every move of a cycle; the side must deviate.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Violation {
        /// Perpetual check (长将).
        Check,
        /// Perpetual chase of one piece (长捉).
        Chase,
        /// Threats of mate, alone or mixed with checks and chases (长杀, 一将一杀 …): the Chinese rules alone.
        Attack,
    }
}

impl Violation {
    /// Returns how a game ends by it.
    #[must_use]
    pub const fn reason(self) -> Reason {
        match self {
            Violation::Check => Reason::PerpetualCheck,
            Violation::Chase => Reason::PerpetualChase,
            Violation::Attack => Reason::PerpetualAttack,
        }
    }
}
