//! The probe of a program: its identity, or the reason why it is not an engine.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::entry::OptionValue;
use crate::engines::{EngineCommand, EngineFault, EngineProtocol, EngineTimeouts, ExternalEngine, FaultKind};
use crate::reactor::Reactor;
use crate::settings::GameChoice;

/// The time limit of the first answer, for each protocol tried.
const ANSWER_TIME: Duration = Duration::from_secs(5);

/// The number of first lines shown, and the limit of each in characters.
const LINES_SHOWN: usize = 20;
const LETTERS_SHOWN: usize = 300;

/// The codes of all failures; the window has a text for each.
pub const PROBE_CODES: [&str; 8] = [
    "engine-command",
    "engine-missing",
    "engine-sandboxed",
    "engine-silent",
    "engine-wrong-protocol",
    "engine-died",
    "engine-flooded",
    "engine-unusable",
];

/// The result of a probe.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Probe {
    /// The program is an engine.
    Answers {
        /// The time from the start until the engine was ready, in milliseconds.
        #[cfg_attr(feature = "bindings", ts(type = "number"))]
        ms: u64,
        protocol: EngineProtocol,
        game: GameChoice,
        /// The name that the engine reports.
        name: String,
        /// The author that the engine reports; may be empty.
        author: String,
        options: Vec<OptionValue>,
    },
    /// The program is not an engine, or cannot be started.
    Fails {
        /// One of `PROBE_CODES`.
        code: String,
        /// One English sentence.
        message: String,
        /// The subject of the message: a protocol, the program, or the system's error.
        at: Option<String>,
        /// The first lines of its output.
        lines: Vec<String>,
    },
}

/// Starts the program of a command line and ends it again. Performs the handshake in `protocol`, or tries all of them.
#[must_use]
pub fn probe(reactor: &Reactor, command: &str, protocol: Option<EngineProtocol>) -> Probe {
    let spec = match EngineCommand::from_command_line(command) {
        Ok(spec) => EngineCommand { protocol, ..spec },
        Err(why) => return fails("engine-command", why.to_string(), None, Vec::new()),
    };
    let begun = Instant::now();
    let patience = EngineTimeouts { handshake: ANSWER_TIME, ..EngineTimeouts::default() };
    match ExternalEngine::start(reactor, &spec, patience) {
        Ok(engine) => {
            let identity = engine.identity().clone();
            let answer = Probe::Answers {
                ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
                protocol: engine.protocol(),
                game: engine.protocol().game().into(),
                name: if identity.name.is_empty() { spec.short_name() } else { identity.name },
                author: identity.author,
                options: engine
                    .options()
                    .iter()
                    .filter(|option| !is_ours(&option.name))
                    .map(OptionValue::from)
                    .collect(),
            };
            engine.quit();
            answer
        }
        Err(fault) => failure(&spec, fault),
    }
}

/// Returns whether the app sets an option itself; a person's value would break the conversation.
fn is_ours(name: &str) -> bool {
    ["protocol", "uci_variant", "ponder", "multipv"].contains(&name.to_ascii_lowercase().as_str())
}

fn failure(spec: &EngineCommand, fault: EngineFault) -> Probe {
    let protocols = spec.protocol.map_or(EngineProtocol::ALL.to_vec(), |protocol| vec![protocol]);
    let asked = protocols.iter().map(|protocol| protocol.code()).collect::<Vec<_>>().join(", ");
    let (code, at) = match &fault.kind {
        FaultKind::Missing { program, .. } => ("engine-missing", Some(program.clone())),
        FaultKind::Sandboxed { program } => ("engine-sandboxed", Some(program.clone())),
        FaultKind::Silent { .. } => ("engine-silent", Some(asked)),
        FaultKind::WrongProtocol { .. } => ("engine-wrong-protocol", Some(asked)),
        FaultKind::Died { status } => ("engine-died", Some(status.clone())),
        FaultKind::Flooded { .. } => ("engine-flooded", None),
        other => ("engine-unusable", Some(other.to_string())),
    };
    let lines = fault.heard.iter().chain(&fault.errors).take(LINES_SHOWN);
    let lines = lines.map(|line| line.chars().take(LETTERS_SHOWN).collect()).collect();
    fails(code, fault.to_string(), at, lines)
}

fn fails(code: &str, message: String, at: Option<String>, lines: Vec<String>) -> Probe {
    Probe::Fails { code: code.to_owned(), message, at, lines }
}
