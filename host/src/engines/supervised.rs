//! Starts an external engine on demand, and restarts it after a fault, with growing pauses.

use std::thread;
use std::time::{Duration, Instant};

use duiyi_core::search::Stop;

use super::command::EngineCommand;
use super::console::Console;
use super::external::{EngineTimeouts, ExternalEngine};
use super::fault::{EngineFault, FaultKind};
use super::process::STOP_STEP;
use crate::reactor::Reactor;

/// The pause before the first restart; it doubles with each fault in a row.
const PAUSE_FIRST: Duration = Duration::from_millis(100);
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// The number of faults in a row after which the engine is not restarted.
const FAULTS_MAX: u32 = 8;

/// An external engine with its restart policy. The process may be absent; [`SupervisedEngine::engine`] starts it.
#[derive(Debug)]
pub struct SupervisedEngine {
    reactor: Reactor,
    spec: EngineCommand,
    patience: EngineTimeouts,
    engine: Option<ExternalEngine>,
    faults: u32,
    not_before: Option<Instant>,
    stop: Stop,
}

impl SupervisedEngine {
    /// Makes the supervisor; no process starts yet.
    #[must_use]
    pub fn new(reactor: &Reactor, spec: EngineCommand, patience: EngineTimeouts) -> SupervisedEngine {
        SupervisedEngine {
            reactor: reactor.clone(),
            spec,
            patience,
            engine: None,
            faults: 0,
            not_before: None,
            stop: Stop::new(),
        }
    }

    /// Sets the stop after which the engine is waited for no longer. A search has a stop of its own.
    pub fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        if let Some(engine) = &mut self.engine {
            engine.heed(stop);
        }
    }

    /// Returns the engine, restarted if necessary. Blocks for the pause after a fault.
    ///
    /// # Errors
    /// The fault of the start; [`FaultKind::GivenUp`] after too many faults in a row.
    pub fn engine(&mut self) -> Result<&mut ExternalEngine, EngineFault> {
        if !self.is_running() {
            self.engine = None;
            if self.faults >= FAULTS_MAX {
                let kind = FaultKind::GivenUp { times: self.faults };
                return Err(EngineFault { kind, heard: Vec::new(), errors: Vec::new() });
            }
            while self.not_before.is_some_and(|moment| Instant::now() < moment) && !self.stop.is_asked() {
                thread::sleep(STOP_STEP);
            }
            match ExternalEngine::start_heard(&self.reactor, &self.spec, self.patience, &Console::new(), &self.stop) {
                Ok(engine) => self.engine = Some(engine),
                Err(fault) => {
                    self.count();
                    return Err(fault);
                }
            }
        }
        Ok(self.engine.as_mut().expect("it was running or has just been started"))
    }

    /// Returns whether a process runs, as far as known.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.engine.as_ref().is_some_and(ExternalEngine::is_running)
    }

    /// Counts the fault of an engine that was started: the pause before the next start doubles. A failed start is counted
    /// already. The log gets the code of the fault, and the status of an exit.
    pub fn failed(&mut self, fault: &EngineFault) {
        let status = match &fault.kind {
            FaultKind::Died { status } => status,
            _ => "",
        };
        tracing::warn!(code = fault.kind.code(), status, "an external engine failed");
        if self.engine.is_some() {
            self.count();
        }
    }

    fn count(&mut self) {
        let pause = PAUSE_FIRST.saturating_mul(1 << self.faults.min(10)).min(PAUSE_MAX);
        self.faults = self.faults.saturating_add(1);
        self.not_before = Some(Instant::now() + pause);
    }

    /// Resets the count of faults.
    pub fn behaved(&mut self) {
        self.faults = 0;
        self.not_before = None;
    }

    pub fn clear(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }
}
