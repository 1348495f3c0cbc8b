//! Lazy SMP (CPW: Lazy SMP): every thread searches the same root and shares only the transposition table. The main
//! thread's answer counts.

use std::thread;

use super::control::SharedState;

/// The stack of a helper thread: ample for 128 plies of any game's node function.
const STACK: usize = 8 << 20;

/// Ends the helpers when the main search returns or panics.
struct EndOnDrop<'a>(&'a SharedState);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs `main` on this thread and `helper(1)` to `helper(threads - 1)` beside it, and returns what `main` returns.
///
/// When `main` returns, all helpers are stopped and joined. A helper that panics or cannot be started is ignored. With
/// one thread or none, no other is started.
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
            // A helper's panic is a bug of the searcher; the main thread's answer does not depend on it.
            drop(handle.join());
        }
        answer
    })
}
