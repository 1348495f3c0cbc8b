//! How the world asks a search to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop that can be made from any thread; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a request that has not been made yet.
    #[must_use]
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Asks the search to return what it has.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search was asked to end.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
