//! The lag of a connection, measured by pings.

use std::collections::VecDeque;

use duiyi_core::base::{Millis, Stamp};

/// The most time that is given back to a guest for a move on its way. The lag is the shortest of the last measured ones, so
/// a guest that delays its answers gains no more than this a move.
const LAG_MAX: Millis = Millis(1_000);

/// Measured lags that count.
const COUNT: usize = 5;

/// The last measured lags of a guest, the newest first.
#[derive(Debug, Default)]
pub(super) struct Lag(VecDeque<Millis>);

impl Lag {
    /// Measures by the answer, at `now`, to a ping of the moment `sent`.
    pub(super) fn measure(&mut self, sent: Stamp, now: Stamp) {
        self.0.push_front(now - sent);
        self.0.truncate(COUNT);
    }

    /// Returns the time to give back for a move; none before the first measurement.
    pub(super) fn forgiven(&self) -> Millis {
        self.0.iter().min().map_or(Millis(0), |&shortest| shortest.min(LAG_MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_of_the_last_lags_is_forgiven_up_to_a_second() {
        let mut lag = Lag::default();
        assert_eq!(lag.forgiven(), Millis(0));
        lag.measure(Stamp(10), Stamp(5_010));
        assert_eq!(lag.forgiven(), LAG_MAX);
        lag.measure(Stamp(20), Stamp(60));
        lag.measure(Stamp(30), Stamp(100));
        assert_eq!(lag.forgiven(), Millis(40));
        for _ in 0..COUNT {
            lag.measure(Stamp(100), Stamp(190));
        }
        assert_eq!(lag.forgiven(), Millis(90));
        // A guest that answers with a later moment gains nothing.
        lag.measure(Stamp(u64::MAX), Stamp(200));
        assert_eq!(lag.forgiven(), Millis(0));
    }
}
