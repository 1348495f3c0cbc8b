//! Stopping a search from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// The states of a request that is raised.
const FINISH: u8 = 1;
const STOP: u8 = 2;

/// A stop request, usable from any thread; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Makes a request that is not yet raised.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Makes the search return its best move so far.
    pub fn ask(&self) {
        self.0.store(STOP, Ordering::Relaxed);
    }

    /// Makes the search return its best move so far, as [`Stop::ask`] does. The move is still wanted: an engine that
    /// cannot be stopped may take the time that it has.
    pub fn ask_to_finish(&self) {
        self.0.fetch_max(FINISH, Ordering::Relaxed);
    }

    /// Returns whether the request was raised.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Returns whether the search was asked to finish, and not to stop.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.0.load(Ordering::Relaxed) == FINISH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_supersedes_the_request_to_finish() {
        let stop = Stop::new();
        assert!(!stop.is_asked() && !stop.is_finishing());
        stop.ask_to_finish();
        assert!(stop.is_asked() && stop.is_finishing());
        stop.ask();
        stop.ask_to_finish();
        assert!(stop.is_asked() && !stop.is_finishing());
    }
}
