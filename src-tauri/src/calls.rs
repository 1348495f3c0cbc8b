//! The calls of the page. Most run on a thread that may block, so a dialog or a long search holds up no other call, and
//! each is answered: a command that panics refuses.

use std::panic::{AssertUnwindSafe, catch_unwind};

use duiyi_core::game::Refusal;
use tauri::ipc::Invoke;

/// The code of a call whose command panicked.
pub(crate) const FAULT: &str = "fault";

/// The commands that take effect in the order of their calls. They only hand something to the window.
const ORDERED: [&str; 1] = ["announce"];

/// Runs `commands` for each call. The commands themselves are not async.
pub(crate) fn answered(commands: fn(Invoke) -> bool) -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
    move |call| {
        let resolver = call.resolver.clone();
        let ordered = ORDERED.contains(&call.message.command());
        let run = move || {
            if let Err(refusal) = answer(|| commands(call)) {
                resolver.reject(refusal);
            }
        };
        if ordered {
            run();
        } else {
            tauri::async_runtime::spawn_blocking(run);
        }
        true
    }
}

/// Runs a command, which answers its call itself and returns false if there is no such command.
///
/// # Errors
/// The answer of a call that got none.
fn answer(command: impl FnOnce() -> bool) -> Result<(), Refusal> {
    match catch_unwind(AssertUnwindSafe(command)) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Refusal::plain(FAULT, "The window has no such command.")),
        // The hook of panics has written the place to the log.
        Err(_) => Err(Refusal::plain(FAULT, "A fault in Duiyi ended this. Try again.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_panics_or_is_missing_refuses() {
        assert_eq!(answer(|| true), Ok(()));
        assert_eq!(answer(|| false).unwrap_err().code, FAULT);
        assert_eq!(answer(|| panic!("no such index")).unwrap_err().code, FAULT);
    }
}
