//! How a search asks for the time.

use crate::base::Millis;

/// A running stop-watch, started when the search was asked for.
pub trait Clock: Sync {
    /// Returns the time since the search was asked for.
    fn elapsed(&self) -> Millis;
}

/// A clock that stands still: for searches bounded by nodes or depth, which must not depend on time.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn elapsed(&self) -> Millis {
        Millis(0)
    }
}
