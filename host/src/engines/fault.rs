//! What can be wrong with an external engine.

use std::fmt;
use std::time::Duration;

/// A fault of an external engine, with what it said, for whoever has to find out why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFault {
    /// What happened.
    pub kind: FaultKind,
    /// The first lines it wrote.
    pub heard: Vec<String>,
    /// The last lines of its error output.
    pub errors: Vec<String>,
}

impl EngineFault {
    /// Returns the code that the window switches on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.kind.code()
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for EngineFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.kind)
    }
}

/// The kinds of faults. Each prints as one English sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    /// There is no such program, or it may not be run.
    #[error("the program '{program}' cannot be started: {why}")]
    Missing {
        /// The program.
        program: String,
        /// The system's words.
        why: String,
    },
    /// It did not answer the first question in time.
    #[error("the engine did not answer within {} seconds", waited.as_secs_f32())]
    Silent {
        /// How long it was given.
        waited: Duration,
    },
    /// It answered, but in none of the protocols asked for.
    #[error("the engine speaks none of the protocols it was asked for ({asked})")]
    WrongProtocol {
        /// The protocols, separated by commas.
        asked: String,
    },
    /// It plays another game.
    #[error("the engine plays another game: it answered '{answer}' at the start of a game of Xiangqi")]
    WrongGame {
        /// What it answered.
        answer: String,
    },
    /// An option that it does not have, or a value that the option does not take.
    #[error("the option {name} cannot be set: {why}")]
    Option {
        /// The option.
        name: String,
        /// Why.
        why: String,
    },
    /// It cannot play on this board or under this rule.
    #[error("the engine cannot play this game: {why}")]
    Unfit {
        /// Its own words, or ours.
        why: String,
    },
    /// Its process ended.
    #[error("the engine's process has ended ({status})")]
    Died {
        /// The status it left behind, in the system's words.
        status: String,
    },
    /// It wrote more than anybody can read.
    #[error("the engine wrote more than {lines} lines in a second")]
    Flooded {
        /// The number of lines.
        lines: u32,
    },
    /// It did not end a search in time, or did not end it when it was told to.
    #[error("the engine did not answer {} ms after it had to", late.as_millis())]
    Overran {
        /// How long after its time it was given up.
        late: Duration,
    },
    /// Its answer is no move.
    #[error("the engine's answer '{line}' cannot be read")]
    Unreadable {
        /// The answer.
        line: String,
    },
    /// Its move is against the rules.
    #[error("the engine played {mv}, which is illegal: {why}")]
    Illegal {
        /// The move.
        mv: String,
        /// Why.
        why: String,
    },
    /// It has failed so often that it is not started again.
    #[error("the engine failed {times} times in a row and is not started again")]
    GivenUp {
        /// How often.
        times: u32,
    },
}

impl FaultKind {
    /// Every code, for whoever must have words for each of them.
    pub const CODES: [&'static str; 12] = [
        "guest-missing",
        "guest-silent",
        "guest-wrong-protocol",
        "guest-wrong-game",
        "guest-option",
        "guest-unfit",
        "guest-died",
        "guest-flooded",
        "guest-overran",
        "guest-unreadable",
        "guest-illegal",
        "guest-given-up",
    ];

    /// Returns the code that the window switches on.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        let row = match self {
            FaultKind::Missing { .. } => 0,
            FaultKind::Silent { .. } => 1,
            FaultKind::WrongProtocol { .. } => 2,
            FaultKind::WrongGame { .. } => 3,
            FaultKind::Option { .. } => 4,
            FaultKind::Unfit { .. } => 5,
            FaultKind::Died { .. } => 6,
            FaultKind::Flooded { .. } => 7,
            FaultKind::Overran { .. } => 8,
            FaultKind::Unreadable { .. } => 9,
            FaultKind::Illegal { .. } => 10,
            FaultKind::GivenUp { .. } => 11,
        };
        FaultKind::CODES[row]
    }

    /// Returns whether the engine can go on after it: its process runs and is in a known state.
    #[must_use]
    pub const fn leaves_it_running(&self) -> bool {
        matches!(
            self,
            FaultKind::Option { .. }
                | FaultKind::Unfit { .. }
                | FaultKind::Unreadable { .. }
                | FaultKind::Illegal { .. }
        )
    }
}
