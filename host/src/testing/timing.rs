//! Times of measurements, which a person reads.

use std::time::{Duration, Instant};

/// Returns the last answer of nine runs, and their median time.
pub fn median(mut work: impl FnMut() -> u32) -> (u32, Duration) {
    let mut times = Vec::new();
    let mut answer = 0;
    for _ in 0..9 {
        let begun = Instant::now();
        answer = work();
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    (answer, times[4])
}

/// Prints a row of a table of times.
pub fn tell(what: &str, (answer, time): (u32, Duration)) {
    println!("{what:<44} {:>8.1} ms   {answer}", time.as_secs_f64() * 1e3);
}
