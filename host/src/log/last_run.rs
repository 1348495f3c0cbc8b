//! A mark on the disk for the time of a run: one that is left over shows that the run before did not end in order.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{remove, with_suffix, write_whole};

/// Two reports of one start of the machine may differ by this many seconds: its clock was set in between.
const TOLERANCE_S: u64 = 120;

/// The mark beside a log, with the time of the machine's start in seconds.
pub(super) struct RunMark(PathBuf);

impl RunMark {
    pub(super) fn of(log: &Path) -> RunMark {
        RunMark(with_suffix(log, ".running"))
    }

    /// Sets the mark. Returns whether a run of the same start of the machine left one.
    pub(super) fn begin(&self, machine_started_s: u64) -> bool {
        let before = fs::read_to_string(&self.0).ok().and_then(|text| text.trim().parse::<u64>().ok());
        // Without a mark the next start has nothing to say.
        let _ = write_whole(&self.0, machine_started_s.to_string().as_bytes());
        before.is_some_and(|before| before.abs_diff(machine_started_s) <= TOLERANCE_S)
    }

    pub(super) fn end(&self) {
        let _ = remove(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_run_without_an_end_leaves_a_mark() {
        let temp = tempfile::tempdir().unwrap();
        let mark = RunMark::of(&temp.path().join("duiyi.log"));
        assert!(!mark.begin(1_000), "the first run");
        assert!(mark.begin(1_003), "the first one was killed");
        mark.end();
        assert!(!mark.begin(1_003), "it ended in order");
        assert!(!mark.begin(90_000), "the machine was shut down");
        fs::write(&mark.0, b"\xff").unwrap();
        assert!(!mark.begin(90_000), "the mark is damaged");
    }
}
