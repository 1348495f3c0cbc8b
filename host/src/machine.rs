//! The limits of this machine: processors, memory, and the sandbox of a Flatpak.

use std::path::Path;
use std::thread;

use sysinfo::System;

/// The largest transposition table on any machine, in mebibytes.
const HASH_MIB_MAX: u64 = 65_536;
/// The thread limit on any machine.
const THREADS_MAX: usize = 256;
/// The lowest thread limit: a test on a small machine may use the threads of a large one.
const THREADS_LEAST: usize = 16;
/// Threads per processor; more threads only wait for each other.
const THREADS_PER_PROCESSOR: usize = 4;
/// The share of the free memory that tables may take, in percent.
const SHARE: u64 = 90;

/// Returns whether this program runs in a Flatpak, which sees no programs of the system.
#[must_use]
pub fn is_flatpak() -> bool {
    Path::new("/.flatpak-info").exists()
}

/// Returns the thread limit of a search.
#[must_use]
pub fn threads_max() -> usize {
    (processors() * THREADS_PER_PROCESSOR).clamp(THREADS_LEAST, THREADS_MAX)
}

/// Returns the number of usable processors, at least one.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the size of the largest table that this machine could hold, in mebibytes.
#[must_use]
pub fn hash_mib_max() -> usize {
    mebibytes(memory().total)
}

/// Returns the memory of this machine, or of its container, in mebibytes.
#[must_use]
pub(crate) fn memory_mib() -> u64 {
    memory().total >> 20
}

/// Returns a message if tables of `wanted` mebibytes together do not fit, `held` of them being allocated already.
#[must_use]
pub fn shortage(wanted: usize, held: usize) -> Option<String> {
    let most = mebibytes(memory().spare).saturating_add(held);
    (wanted > most).then(|| format!("{wanted} MiB are more than the {most} MiB that this machine has to spare"))
}

struct Memory {
    total: u64,
    spare: u64,
}

/// Reads the memory from the system; a container may have less than the machine.
fn memory() -> Memory {
    // On a system that sysinfo does not know nothing is reported.
    let Ok(mut system) = System::new() else { return Memory { total: 0, spare: 0 } };
    system.refresh_memory();
    let whole = Memory { total: system.total_memory(), spare: system.available_memory() };
    match system.cgroup_limits() {
        Some(limits) if limits.total_memory > 0 => {
            Memory { total: whole.total.min(limits.total_memory), spare: whole.spare.min(limits.free_memory) }
        }
        _ => whole,
    }
}

fn mebibytes(bytes: u64) -> usize {
    let mib = (bytes / 100).saturating_mul(SHARE) >> 20;
    // If the system reports nothing, only the general limit holds.
    let mib = if bytes == 0 { HASH_MIB_MAX } else { mib.clamp(1, HASH_MIB_MAX) };
    usize::try_from(mib).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_fits_and_an_endless_one_does_not() {
        assert_eq!(shortage(1, 0), None);
        assert!(shortage(usize::MAX, 0).is_some_and(|why| why.contains("MiB")));
        assert!((1..=65_536).contains(&hash_mib_max()));
        assert!((THREADS_LEAST..=THREADS_MAX).contains(&threads_max()));
    }
}
