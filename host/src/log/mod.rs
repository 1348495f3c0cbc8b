//! The log: a bounded file of failures, for reports of faults. It holds no moves and no names, and the home folder is `~`.
//!
//! Code anywhere reports to it by `tracing`, with codes and numbers as fields. A program without a log, such as the
//! terminal, ignores these reports.

mod last_run;
mod log_file;

use std::path::Path;
use std::sync::Arc;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};

use crate::files::{DataDir, Notice, create_private};
use last_run::RunMark;
use log_file::LogFile;

/// The code of the notice about a run without an orderly end.
pub const CRASHED: &str = "crashed";

/// The log of this program. Without a folder its lines stay in memory.
#[derive(Clone)]
pub struct Log {
    file: Arc<LogFile>,
}

impl Log {
    /// Starts the log in the data folder, and sends every report of this program's crates there.
    ///
    /// A second call in one process starts a log that stays empty.
    #[must_use]
    pub fn start(dir: Option<&DataDir>) -> Log {
        let path =
            dir.map(DataDir::log).filter(|path| path.parent().is_some_and(|folder| create_private(folder).is_ok()));
        let file = Arc::new(LogFile::open(path, dirs::home_dir()));
        let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(Arc::clone(&file));
        let ours = Targets::new().with_target("duiyi", LevelFilter::INFO);
        // A test may have started one before.
        let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(lines.with_filter(ours)));
        Log { file }
    }

    /// Marks the run of the one program that uses the data folder. Returns the notice about a run before it that did not
    /// end in order; a shutdown of the machine is no such end.
    pub fn begin_run(&self) -> Option<Notice> {
        self.file.begin_to_roll();
        let path = self.file.path()?;
        RunMark::of(path).begin(sysinfo::System::boot_time().unwrap_or_default()).then(|| {
            tracing::warn!("the run before this one did not end in order");
            let message = format!("Duiyi did not close properly last time; see {}", path.display());
            Notice::new(CRASHED, message, Some(path))
        })
    }

    /// Removes the mark of [`Log::begin_run`].
    pub fn end_run(&self) {
        if let Some(path) = self.file.path() {
            RunMark::of(path).end();
        }
    }

    /// Returns the path of the file; `None` if the log is in memory.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.file.path()
    }

    /// Returns the last lines, those of earlier runs included.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        self.file.last_lines()
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::panic;

    use super::*;
    use crate::panics::report_in_one_sentence;
    use crate::testing::{CHILD, again};

    /// The log and the hook of panics are the process's, hence a second process.
    #[test]
    fn a_crash_leaves_a_trace_and_the_next_start_says_so_once() {
        const NAME: &str = "log::tests::a_crash_leaves_a_trace_and_the_next_start_says_so_once";
        if let Some(folder) = env::var_os(CHILD) {
            let log = Log::start(Some(&DataDir::open(folder).unwrap()));
            report_in_one_sentence("test");
            assert_eq!(log.begin_run(), None);
            let _ = panic::catch_unwind(|| panic!("no king: h2e2"));
            std::process::exit(3);
        }
        let temp = tempfile::tempdir().unwrap();
        assert_eq!(again(NAME, temp.path()).output().unwrap().status.code(), Some(3));
        let dir = DataDir::open(temp.path()).unwrap();
        let log = Log { file: Arc::new(LogFile::open(Some(dir.log()), None)) };
        let [line] = &log.last_lines()[..] else { panic!("{:?}", log.last_lines()) };
        for part in ["ERROR duiyi_host::panics: panic", "mod.rs:", "text=\"no king\""] {
            assert!(line.contains(part), "{line}");
        }
        let notice = log.begin_run().unwrap();
        assert_eq!((notice.code, notice.at), (CRASHED, Some(dir.log())));
        log.end_run();
        assert_eq!(log.begin_run(), None);
    }
}
