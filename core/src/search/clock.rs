//! The search's source of time.

use crate::base::Millis;

/// A stop-watch that starts when the search is requested.
pub trait Clock: Sync {
    /// Returns the time since the request.
    fn elapsed(&self) -> Millis;
}

/// A stopped clock, for searches bounded by nodes or depth, which must not depend on time.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn elapsed(&self) -> Millis {
        Millis(0)
    }
}
