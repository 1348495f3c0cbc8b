//! The test of a program: who it is, or why it is no guest.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::entry::{EngineOption, ProtocolCode, game_of};
use crate::engines::{FaultKind, Guest, GuestFault, GuestSpec, Patience, Protocol};
use crate::reactor::Reactor;
use crate::settings::Game;

/// How long a program may take for its first answer in each protocol it is asked in.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// The first lines of a program that are shown, and how much of each.
const LINES_SHOWN: usize = 20;
const LETTERS_SHOWN: usize = 300;

/// Every way in which a test fails, for whoever must have words for each of them.
pub const PROBE_CODES: [&str; 7] = [
    "guest-command",
    "guest-missing",
    "guest-silent",
    "guest-wrong-protocol",
    "guest-died",
    "guest-flooded",
    "guest-failed",
];

/// What came of a test.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Probe {
    /// It is a guest.
    Answers {
        /// How long it took until it was ready.
        #[cfg_attr(feature = "bindings", ts(type = "number"))]
        ms: u64,
        /// The protocol it speaks.
        protocol: ProtocolCode,
        /// The game it plays.
        game: Game,
        /// What it calls itself.
        name: String,
        /// Who wrote it; may be empty.
        author: String,
        /// What can be set.
        options: Vec<EngineOption>,
    },
    /// It is none.
    Fails {
        /// One of `PROBE_CODES`.
        code: String,
        /// One English sentence.
        message: String,
        /// What the sentence is about: the words asked, the program, the system's words.
        at: Option<String>,
        /// The first lines that it wrote, as they came.
        lines: Vec<String>,
    },
}

/// Starts the program of a command line, asks who it is in one protocol or in all of them, and ends it again.
#[must_use]
pub fn probe(reactor: &Reactor, command: &str, protocol: Option<ProtocolCode>) -> Probe {
    let spec = match GuestSpec::from_command_line(command) {
        Ok(spec) => GuestSpec { protocol: protocol.map(Protocol::from), ..spec },
        Err(why) => return fails("guest-command", why.to_string(), None, Vec::new()),
    };
    let begun = Instant::now();
    let patience = Patience { handshake: ANSWER_TIME, ..Patience::default() };
    match Guest::start(reactor, &spec, patience) {
        Ok(guest) => {
            let identity = guest.identity().clone();
            let answer = Probe::Answers {
                ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
                protocol: guest.protocol().into(),
                game: game_of(guest.protocol()),
                name: if identity.name.is_empty() { spec.short_name() } else { identity.name },
                author: identity.author,
                options: guest
                    .options()
                    .iter()
                    .filter(|option| !is_ours(&option.name))
                    .map(EngineOption::from)
                    .collect(),
            };
            guest.quit();
            answer
        }
        Err(fault) => failure(&spec, fault),
    }
}

/// Returns whether an option is set by the app itself, so that a person who changed it would break the conversation.
fn is_ours(name: &str) -> bool {
    ["protocol", "uci_variant", "ponder", "multipv"].contains(&name.to_ascii_lowercase().as_str())
}

fn failure(spec: &GuestSpec, fault: GuestFault) -> Probe {
    let protocols = spec.protocol.map_or(Protocol::ALL.to_vec(), |protocol| vec![protocol]);
    let asked = protocols.iter().map(|protocol| protocol.code()).collect::<Vec<_>>().join(", ");
    let (code, at) = match &fault.kind {
        FaultKind::Missing { program, .. } => ("guest-missing", Some(program.clone())),
        FaultKind::Silent { .. } => ("guest-silent", Some(asked)),
        FaultKind::WrongProtocol { .. } => ("guest-wrong-protocol", Some(asked)),
        FaultKind::Died { status } => ("guest-died", Some(status.clone())),
        FaultKind::Flooded { .. } => ("guest-flooded", None),
        other => ("guest-failed", Some(other.to_string())),
    };
    let lines = fault.heard.iter().chain(&fault.errors).take(LINES_SHOWN);
    let lines = lines.map(|line| line.chars().take(LETTERS_SHOWN).collect()).collect();
    fails(code, fault.to_string(), at, lines)
}

fn fails(code: &str, message: String, at: Option<String>, lines: Vec<String>) -> Probe {
    Probe::Fails { code: code.to_owned(), message, at, lines }
}
