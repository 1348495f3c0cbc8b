//! What this machine can carry: bounds that depend on where the program runs.

use std::thread;

use sysinfo::System;

/// The largest transposition table on any machine, in mebibytes.
const HASH_MIB_MAX: u64 = 65_536;
/// The most threads on any machine.
const THREADS_MAX: usize = 256;
/// The least bound on threads: what is tried on a small machine before a large one.
const THREADS_LEAST: usize = 16;
/// Threads for each processor beyond which they only wait for each other.
const THREADS_PER_PROCESSOR: usize = 4;
/// The share of the memory to spare that tables may take, in hundredths.
const SHARE: u64 = 90;

/// Returns the most threads that a search may have.
#[must_use]
pub fn threads_max() -> usize {
    (processors() * THREADS_PER_PROCESSOR).clamp(THREADS_LEAST, THREADS_MAX)
}

/// Returns how many processors the program may use, at least one.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the size of the largest table that this machine could hold, in mebibytes.
#[must_use]
pub fn hash_mib_max() -> usize {
    mebibytes(memory().total)
}

/// Says why there is no room for tables of `wanted` mebibytes together, `held` of them being there already; `None` if
/// there is.
#[must_use]
pub fn shortage(wanted: usize, held: usize) -> Option<String> {
    let most = mebibytes(memory().spare).saturating_add(held);
    (wanted > most).then(|| format!("{wanted} MiB are more than the {most} MiB that this machine has to spare"))
}

struct Memory {
    total: u64,
    spare: u64,
}

/// Asks the system; a container may have been given less than the machine has.
fn memory() -> Memory {
    let mut system = System::new();
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
    // A system that does not say what it has is taken at the table's word.
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
