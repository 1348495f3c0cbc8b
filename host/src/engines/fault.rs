//! The faults of external engines.

use std::fmt;
use std::time::Duration;

/// A fault of an external engine, with its output for the diagnosis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFault {
    pub kind: FaultKind,
    /// The first lines of its output.
    pub heard: Vec<String>,
    /// The last lines of its error output.
    pub errors: Vec<String>,
}

impl EngineFault {
    /// Returns the fault's code, on which the window switches.
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
    /// The program does not exist or is not executable.
    #[error("the program '{program}' cannot be started: {why}")]
    Missing {
        program: String,
        /// The message of the system.
        why: String,
    },
    /// This program is a Flatpak, in which no program of the system exists.
    #[error(
        "the program '{program}' cannot be started: a Flatpak starts no programs of the system; install Duiyi from another package"
    )]
    Sandboxed { program: String },
    /// No answer in time to the handshake, before a game, or to a search without a time limit.
    #[error("the engine did not answer within {} seconds", (waited.as_secs_f32() * 10.0).round() / 10.0)]
    Silent {
        /// The timeout.
        waited: Duration,
    },
    /// An answer, but in none of the protocols tried.
    #[error("the engine does not support any of the requested protocols ({asked})")]
    WrongProtocol {
        /// The protocols tried, separated by commas.
        asked: String,
    },
    /// The engine plays another game.
    #[error("the engine plays another game: it answered '{answer}' at the start of a game of Xiangqi")]
    WrongGame {
        /// Its answer.
        answer: String,
    },
    /// An unknown option, or a value that the option rejects.
    #[error("the option {name} cannot be set: {why}")]
    Option { name: String, why: String },
    /// The engine cannot play on this board or under this rule.
    #[error("the engine cannot play this game: {why}")]
    Unfit {
        /// The engine's message, or ours.
        why: String,
    },
    #[error("the engine's process has ended ({status})")]
    Died {
        /// The exit status, in the system's words.
        status: String,
    },
    #[error("the engine wrote more than {lines} lines in a second")]
    Flooded {
        /// The number of lines.
        lines: u32,
    },
    /// The engine did not end a search in time, or not after a stop.
    #[error("the engine was {} ms over its time limit", late.as_millis())]
    Overran {
        /// The time from the end of its search time to the kill.
        late: Duration,
    },
    /// Its move cannot be parsed.
    #[error("the engine's answer '{line}' cannot be read")]
    Unreadable {
        /// The output line.
        line: String,
    },
    #[error("the engine played {mv}, which is illegal: {why}")]
    Illegal { mv: String, why: String },
    /// Too many faults in a row; the engine is not restarted.
    #[error("the engine failed {times} times in a row and will not be restarted")]
    GivenUp {
        /// The number of faults.
        times: u32,
    },
}

impl FaultKind {
    /// Every code; the window has a text for each.
    pub const CODES: [&'static str; 13] = [
        "engine-missing",
        "engine-sandboxed",
        "engine-silent",
        "engine-wrong-protocol",
        "engine-wrong-game",
        "engine-option",
        "engine-unfit",
        "engine-died",
        "engine-flooded",
        "engine-overran",
        "engine-unreadable",
        "engine-illegal",
        "engine-given-up",
    ];

    /// Returns the fault's code, on which the window switches.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        let row = match self {
            FaultKind::Missing { .. } => 0,
            FaultKind::Sandboxed { .. } => 1,
            FaultKind::Silent { .. } => 2,
            FaultKind::WrongProtocol { .. } => 3,
            FaultKind::WrongGame { .. } => 4,
            FaultKind::Option { .. } => 5,
            FaultKind::Unfit { .. } => 6,
            FaultKind::Died { .. } => 7,
            FaultKind::Flooded { .. } => 8,
            FaultKind::Overran { .. } => 9,
            FaultKind::Unreadable { .. } => 10,
            FaultKind::Illegal { .. } => 11,
            FaultKind::GivenUp { .. } => 12,
        };
        FaultKind::CODES[row]
    }

    /// Returns whether the engine can continue: its process runs and its state is known.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_without_an_answer_is_said_to_the_tenth_of_a_second() {
        let text = |waited| FaultKind::Silent { waited: Duration::from_micros(waited) }.to_string();
        assert_eq!(text(60_009_544), "the engine did not answer within 60 seconds");
        assert_eq!(text(249_000), "the engine did not answer within 0.2 seconds");
    }
}
