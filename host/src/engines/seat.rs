//! A place for a guest: it is started when it is first needed, and again after a fault, ever more slowly.

use std::thread;
use std::time::{Duration, Instant};

use super::console::Console;
use super::fault::{FaultKind, GuestFault};
use super::guest::{Guest, Patience};
use super::spec::GuestSpec;
use crate::reactor::Reactor;

/// The pause before the first start anew; it doubles with each fault in a row.
const PAUSE_FIRST: Duration = Duration::from_millis(100);
/// The longest pause.
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// After so many faults in a row nobody is started again.
const FAULTS_MAX: u32 = 8;

/// A guest's place. The guest itself may be absent; [`Seat::guest`] brings it.
#[derive(Debug)]
pub struct Seat {
    reactor: Reactor,
    spec: GuestSpec,
    patience: Patience,
    console: Console,
    guest: Option<Guest>,
    faults: u32,
    not_before: Option<Instant>,
}

impl Seat {
    /// Makes a place for the guest of `spec`; nothing is started yet.
    #[must_use]
    pub fn new(reactor: &Reactor, spec: GuestSpec, patience: Patience) -> Seat {
        let reactor = reactor.clone();
        Seat { reactor, spec, patience, console: Console::new(), guest: None, faults: 0, not_before: None }
    }

    /// Returns the conversation with all the guests that have sat here.
    #[must_use]
    pub fn console(&self) -> Console {
        self.console.clone()
    }

    /// Returns the guest, started anew if it is not running. Blocks for the pause after a fault.
    ///
    /// # Errors
    /// Why it could not be started; [`FaultKind::GivenUp`] after too many faults in a row.
    pub fn guest(&mut self) -> Result<&mut Guest, GuestFault> {
        if !self.guest.as_ref().is_some_and(Guest::is_running) {
            self.guest = None;
            if self.faults >= FAULTS_MAX {
                let kind = FaultKind::GivenUp { times: self.faults };
                return Err(GuestFault { kind, heard: Vec::new(), errors: Vec::new() });
            }
            if let Some(moment) = self.not_before {
                thread::sleep(moment.saturating_duration_since(Instant::now()));
            }
            match Guest::start_heard(&self.reactor, &self.spec, self.patience, &self.console) {
                Ok(guest) => self.guest = Some(guest),
                Err(fault) => {
                    self.failed();
                    return Err(fault);
                }
            }
        }
        Ok(self.guest.as_mut().expect("it was running or has just been started"))
    }

    /// Takes note of a fault: the next start waits, longer each time.
    pub fn failed(&mut self) {
        let pause = PAUSE_FIRST.saturating_mul(1 << self.faults.min(10)).min(PAUSE_MAX);
        self.faults = self.faults.saturating_add(1);
        self.not_before = Some(Instant::now() + pause);
    }

    /// Takes note of a game without a fault.
    pub fn behaved(&mut self) {
        self.faults = 0;
        self.not_before = None;
    }

    /// Sends the guest away.
    pub fn clear(&mut self) {
        if let Some(guest) = self.guest.take() {
            guest.quit();
        }
    }
}
