//! The clocks and the random numbers of the machine, which core does not read.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use duiyi_core::base::{Millis, Stamp};
use duiyi_core::search::Clock;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};

/// A monotonic stop-watch, independent of the machine's date. It stops while the machine sleeps.
#[derive(Clone, Copy, Debug)]
pub struct MonotonicClock {
    started: Instant,
    /// The time that the machine had been awake at the start.
    #[cfg(windows)]
    awake: Duration,
}

impl MonotonicClock {
    #[must_use]
    pub fn start() -> MonotonicClock {
        MonotonicClock {
            started: Instant::now(),
            #[cfg(windows)]
            awake: windows::awake(),
        }
    }
}

impl Clock for MonotonicClock {
    fn elapsed(&self) -> Millis {
        let elapsed = self.started.elapsed();
        // `Instant` stops while Linux or macOS sleeps, and goes on while Windows does.
        #[cfg(windows)]
        let elapsed = without_sleep(elapsed, windows::awake().saturating_sub(self.awake));
        Millis(u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
    }
}

/// Returns the milliseconds since the first call in this process, without those in which the machine slept.
#[must_use]
pub fn now_stamp() -> Stamp {
    static CLOCK: OnceLock<MonotonicClock> = OnceLock::new();
    Stamp(CLOCK.get_or_init(MonotonicClock::start).elapsed().0)
}

/// Returns `elapsed` without the sleep in it. `awake` is the same span without sleep, and grows in ticks of Windows.
#[cfg(any(windows, test))]
fn without_sleep(elapsed: Duration, awake: Duration) -> Duration {
    /// The longest tick, 15.625 ms, rounded up.
    const TICK_MAX: Duration = Duration::from_millis(16);
    // Without sleep the first span is the smaller one, and it is exact. Both grow, so their minimum grows, too.
    elapsed.min(awake + TICK_MAX)
}

#[cfg(windows)]
mod windows {
    use std::time::Duration;

    #[expect(unsafe_code, reason = "the standard library has no clock without sleep")]
    #[link(name = "kernel32")]
    // SAFETY: the signature is that of realtimeapiset.h; the function writes one number.
    unsafe extern "system" {
        /// Writes the time that the machine has been awake since its start, in units of 100 ns.
        safe fn QueryUnbiasedInterruptTime(time: &mut u64) -> i32;
    }

    /// Returns the time that the machine has been awake since its start.
    pub fn awake() -> Duration {
        let mut time = 0;
        // It fails only without a place for the number.
        QueryUnbiasedInterruptTime(&mut time);
        Duration::from_micros(time / 10)
    }
}

/// Returns the date in milliseconds since 1970-01-01 UTC; negative before that.
#[must_use]
pub fn unix_ms() -> i64 {
    let to_ms = |duration: Duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
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

#[cfg(test)]
mod tests {
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
    fn a_sleep_of_the_machine_takes_no_time() {
        let ms = Duration::from_millis;
        // A tick of Windows may end soon before a span, or soon after.
        assert_eq!(without_sleep(ms(20), ms(15)), ms(20));
        assert_eq!(without_sleep(ms(20), ms(31)), ms(20));
        // A night of eight hours in a turn of 90 seconds.
        let awake = ms(90_000);
        let counted = without_sleep(ms(8 * 60 * 60 * 1_000) + awake, awake);
        assert!(counted >= awake && counted <= awake + ms(16), "{counted:?}");
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
