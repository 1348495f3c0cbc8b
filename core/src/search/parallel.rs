//! Lazy SMP: every thread searches the same root by itself, and they help each other only through the
//! transposition table. The main thread's answer counts.

use std::thread;

use super::control::SharedState;

/// Stack of a helper thread: 128 plies of any game's node function with much to spare.
const STACK: usize = 8 << 20;

/// Ends the helpers however the main search ends, by its answer or by a panic.
struct EndOnDrop<'a>(&'a SharedState);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs `main` on this thread and `helper(1)` to `helper(threads - 1)` beside it, and returns what `main` returns.
///
/// When `main` returns, `shared` is ended and the helpers are waited for. A helper that panics, or that the machine
/// refuses to start, is missing from the search and harms nobody. One thread (or none) starts no other.
pub fn run<R>(threads: usize, shared: &SharedState, helper: impl Fn(usize) + Sync, main: impl FnOnce() -> R) -> R {
    if threads <= 1 {
        return main();
    }
    let helper = &helper;
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map_while(|index| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || helper(index)).ok())
            .collect();
        let answer = {
            let _end = EndOnDrop(shared);
            main()
        };
        for handle in helpers {
            // A panic of a helper is an error of the game's search; the main thread's answer does not depend on it.
            drop(handle.join());
        }
        answer
    })
}
