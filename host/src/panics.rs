//! A panic is one sentence on the error output.

use std::env;
use std::io::{self, Write as _};
use std::panic;

/// The words that every report of a panic has.
pub const REPORT: &str = "a part of the program failed";

/// Reports panics of `program` in one sentence. With `RUST_BACKTRACE` set, the usual report follows.
pub fn report_in_one_sentence(program: &'static str) {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let what = info.payload_as_str().unwrap_or("without a message");
        let place = info.location().map_or_else(String::new, |place| format!(", {}:{}", place.file(), place.line()));
        // Without an error output nobody can be told.
        let _ = writeln!(
            io::stderr(),
            "{program}: {REPORT} ({what}{place}); what was saved is on disk. If it does not go on, start it again, and \
             report this sentence."
        );
        if env::var_os("RUST_BACKTRACE").is_some() {
            usual(info);
        }
    }));
}
