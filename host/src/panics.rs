//! A panic is one sentence on the error output.

use std::env;
use std::io::{self, Write as _};
use std::panic;
use std::thread;

use parking_lot::Mutex;

/// The words that every report of a panic has.
pub const REPORT: &str = "a part of the program failed";

/// What a caller expects of a thread that it cannot do without; the report of such a panic speaks of the machine.
pub const NO_THREAD: &str = "the system has no thread left";

/// The words of the standard library for the same.
const NOT_SPAWNED: &str = "failed to spawn thread";

/// The sentence of the last panic.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Returns the sentence of the last panic, for a program without an error output.
#[must_use]
pub fn last_report() -> Option<String> {
    LAST.lock().clone()
}

/// Returns the part of a panic's message that is a text of the program: values follow a colon or a new line, and may be
/// moves or names.
fn text_of(message: &str) -> &str {
    message.split(['\n', ':']).next().unwrap_or_default()
}

/// Reports panics of `program` in one sentence. With `RUST_BACKTRACE` set, the usual report follows.
pub fn report_in_one_sentence(program: &'static str) {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let what = info.payload_as_str().unwrap_or("without a message");
        let place = info.location().map_or_else(String::new, |place| format!(", {}:{}", place.file(), place.line()));
        let report = if [NO_THREAD, NOT_SPAWNED].iter().any(|begun| what.starts_with(begun)) {
            format!("{program}: {NO_THREAD}; what was saved is on disk. Close other programs, and start again.")
        } else {
            format!(
                "{program}: {REPORT} ({what}{place}); what was saved is on disk. If it does not go on, start it \
                 again, and report this sentence."
            )
        };
        let text = text_of(what);
        tracing::error!(place = %place.trim_start_matches(", "), thread = thread::current().name(), text, "panic");
        // A window may have no error output.
        let _ = writeln!(io::stderr(), "{report}");
        *LAST.lock() = Some(report);
        if env::var_os("RUST_BACKTRACE").is_some() {
            usual(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::again;

    #[test]
    fn values_are_no_part_of_the_text() {
        assert_eq!(text_of("no king"), "no king");
        assert_eq!(text_of("the folder is whole: Os { code: 5 }"), "the folder is whole");
        assert_eq!(text_of("assertion `left == right` failed\n  left: h2e2"), "assertion `left == right` failed");
    }

    #[test]
    fn the_last_panic_can_be_shown() {
        const NAME: &str = "panics::tests::the_last_panic_can_be_shown";
        let temp = tempfile::tempdir().unwrap();
        // The hook is the process's.
        if env::var_os(crate::testing::CHILD).is_none() {
            let output = again(NAME, temp.path()).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            return;
        }
        assert_eq!(last_report(), None);
        report_in_one_sentence("test");
        panic::catch_unwind(|| panic!("no web view")).unwrap_err();
        let report = last_report().unwrap();
        assert!(report.starts_with("test: a part of the program failed (no web view, "), "{report}");
    }
}
