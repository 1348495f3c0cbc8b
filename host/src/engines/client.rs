//! The interface of a protocol.

use std::time::Instant;

use duiyi_core::game::Game;

use super::fault::FaultKind;
use super::option::EngineOption;
use super::process::Process;
use super::question::{Decision, EngineInfo, Question};

/// The identity of an external engine; a field it does not report is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The name, with the version if that is separate.
    pub name: String,
    pub author: String,
}

/// The result of a handshake.
#[derive(Debug)]
pub(super) enum Handshake {
    /// The engine speaks the protocol.
    Yes(Identity, Vec<EngineOption>),
    /// It answers in another protocol.
    No,
    /// No answer in time.
    Silent,
}

/// The meaning of an output line of a searching engine.
#[derive(Debug)]
pub(super) enum EngineMessage {
    /// A line without meaning for us.
    Nothing,
    /// A report of the search.
    Info(EngineInfo),
    /// The move, in coordinates of the app and not yet checked for legality.
    Answer(Decision),
    /// A line that the engine wants answered with this command before it moves.
    Reply(String),
    /// A move in an unknown form.
    Unreadable,
    /// A message that the engine cannot play.
    Unfit(String),
}

/// The commands and answers of one protocol, with the state of the conversation.
pub(super) trait ProtocolClient: Send + std::fmt::Debug {
    /// Sends the handshake and reads identity and options until the moment `until`.
    fn greet(&mut self, process: &mut Process, until: Instant) -> Result<Handshake, FaultKind>;

    /// Prepares the engine for its first game, after its options are set.
    fn prepare(&mut self, process: &mut Process, until: Instant) -> Result<(), FaultKind>;

    /// Returns the command that sets an option.
    fn set(&self, name: &str, value: &str) -> String;

    /// Begins a game at the start of `game` and waits until the engine is ready.
    fn new_game(&mut self, process: &mut Process, game: &Game, until: Instant) -> Result<(), FaultKind>;

    /// Drops the output of earlier searches and starts a search.
    fn ask(&mut self, process: &mut Process, question: &Question<'_>, until: Instant) -> Result<(), FaultKind>;

    /// Parses an output line of a searching engine.
    fn understand(&mut self, line: &str) -> EngineMessage;

    /// Returns the command that stops a search; the engine's move follows.
    fn stop(&self) -> &'static str;

    /// Returns the command that quits the engine.
    fn quit(&self) -> &'static str;
}

/// Waits until the moment `until` or the stop for a line that `is_wanted`; it drops the lines before.
pub(super) fn wait_for(
    process: &mut Process,
    until: Instant,
    mut is_wanted: impl FnMut(&str) -> bool,
) -> Result<(), FaultKind> {
    let asked = Instant::now();
    loop {
        match process.hear_ready(until)? {
            Some(line) if is_wanted(line.trim()) => return Ok(()),
            Some(_) => {}
            None => {
                process.kill();
                return Err(FaultKind::Silent { waited: asked.elapsed() });
            }
        }
    }
}
