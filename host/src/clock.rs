//! The clocks and the random numbers of the machine, which core does not read.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use duiyi_core::base::{Millis, Stamp};
use duiyi_core::search::Clock;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};

/// A monotonic stop-watch, independent of the machine's date.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock {
    started: Instant,
}

impl MonotonicClock {
    #[must_use]
    pub fn start() -> MonotonicClock {
        MonotonicClock { started: Instant::now() }
    }
}

impl Clock for MonotonicClock {
    fn elapsed(&self) -> Millis {
        millis_since(self.started)
    }
}

/// Returns the milliseconds since the first call in this process.
#[must_use]
pub fn now_stamp() -> Stamp {
    static START: OnceLock<Instant> = OnceLock::new();
    Stamp(millis_since(*START.get_or_init(Instant::now)).0)
}

/// Returns the date in milliseconds since 1970-01-01 UTC; negative before that.
#[must_use]
pub fn unix_ms() -> i64 {
    let to_ms = |duration: std::time::Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => to_ms(since),
        Err(before) => -to_ms(before.duration()),
    }
}

/// Formats a day for records, `2026.11.21`, in the time zone of the machine; empty outside the calendar's range.
#[must_use]
pub fn day(at_ms: i64) -> String {
    day_in(at_ms, TimeZone::system())
}

fn day_in(at_ms: i64, zone: TimeZone) -> String {
    let at = Timestamp::from_millisecond(at_ms).map(|at| ZonedDateTime::new(at, zone));
    at.map_or_else(|_| String::new(), |at| format!("{:04}.{:02}.{:02}", at.year(), at.month(), at.day()))
}

/// Returns a fresh seed for [`duiyi_core::base::Rng`].
///
/// The keys of the standard library's hash maps come from the operating system's randomness, and each is different.
#[must_use]
pub fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn millis_since(start: Instant) -> Millis {
    Millis(u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::tz;

    use super::*;

    #[test]
    fn the_watch_runs_and_starts_at_zero() {
        let early = MonotonicClock::start();
        std::thread::sleep(Duration::from_millis(20));
        let late = MonotonicClock::start();
        assert!(early.elapsed() >= Millis(20));
        assert!(late.elapsed() <= early.elapsed());
    }

    #[test]
    fn stamps_never_go_backwards() {
        let first = now_stamp();
        std::thread::sleep(Duration::from_millis(5));
        assert!(now_stamp() - first >= Millis(5));
    }

    #[test]
    fn the_date_is_after_this_code_was_written() {
        const YEAR_2026_MS: i64 = 1_767_225_600_000;
        assert!(unix_ms() > YEAR_2026_MS);
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(seed(), seed());
    }

    #[test]
    fn days_are_those_of_the_time_zone() {
        assert_eq!(day_in(0, TimeZone::UTC), "1970.01.01");
        assert_eq!(day_in(1_795_219_200_000, TimeZone::UTC), "2026.11.21");
        assert_eq!(day_in(i64::MAX, TimeZone::UTC), "");
        // Half past seven in the morning in China is the day before in universal time.
        let china = TimeZone::fixed(tz::offset(8));
        let morning_ms = 1_795_219_200_000 - 1_800_000;
        assert_eq!(
            (day_in(morning_ms, china), day_in(morning_ms, TimeZone::UTC)),
            ("2026.11.21".into(), "2026.11.20".into())
        );
        assert_eq!(day(morning_ms), day_in(morning_ms, TimeZone::system()));
    }
}
