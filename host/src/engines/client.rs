//! What a protocol has to be able to say and to understand.

use std::time::Instant;

use duiyi_core::game::Game;

use super::fault::FaultKind;
use super::option::EngineOption;
use super::process::Process;
use super::question::{Decision, EngineInfo, Question};

/// Who an external engine says it is; what it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name, with its version where that is separate.
    pub name: String,
    /// Its authors.
    pub author: String,
}

/// What came of a greeting.
#[derive(Debug)]
pub(super) enum Handshake {
    /// The engine speaks the protocol.
    Yes(Identity, Vec<EngineOption>),
    /// It answers, but not in this protocol.
    No,
    /// It does not answer.
    Silent,
}

/// What a line of a searching engine means.
#[derive(Debug)]
pub(super) enum EngineMessage {
    /// Nothing to us.
    Nothing,
    /// It tells how far it is.
    Thought(EngineInfo),
    /// It decides; the move is in the app's own coordinates but has not been judged. A reply may be expected.
    Answer(Decision, Option<String>),
    /// It decides, but nobody can read what.
    Unreadable,
    /// It says that it cannot play.
    Unfit(String),
}

/// One protocol's words, and what has to be remembered between them.
pub(super) trait ProtocolClient: Send + std::fmt::Debug {
    /// Greets the engine and waits until `until` for it to say who it is and what can be set.
    fn greet(&mut self, process: &mut Process, until: Instant) -> Result<Handshake, FaultKind>;

    /// Makes the engine ready for its first game, once its options are set: what all games have in common.
    fn prepare(&mut self, process: &mut Process, until: Instant) -> Result<(), FaultKind>;

    /// Returns the line that sets an option.
    fn set(&self, name: &str, value: &str) -> String;

    /// Begins a game at the start of `game` and waits until the engine is ready.
    fn new_game(&mut self, process: &mut Process, game: &Game, until: Instant) -> Result<(), FaultKind>;

    /// Reads away what is left of earlier searches and asks.
    fn ask(&mut self, process: &mut Process, question: &Question<'_>, until: Instant) -> Result<(), FaultKind>;

    /// Understands a line of a searching engine.
    fn understand(&mut self, line: &str) -> EngineMessage;

    /// Returns the line that ends a search, and the engine's answer is still to come.
    fn stop(&self) -> &'static str;

    /// Returns the line that ends the conversation.
    fn goodbye(&self) -> &'static str;
}

/// Waits until `until` for a line that `is_wanted`; lines before it are passed over.
pub(super) fn wait_for(
    process: &mut Process,
    until: Instant,
    mut is_wanted: impl FnMut(&str) -> bool,
) -> Result<(), FaultKind> {
    let asked = Instant::now();
    loop {
        match process.hear(until)? {
            Some(line) if is_wanted(line.trim()) => return Ok(()),
            Some(_) => {}
            None => {
                process.kill();
                return Err(FaultKind::Silent { waited: asked.elapsed() });
            }
        }
    }
}
