//! Long work in the window, one at a time, that tells its progress and can be stopped.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

/// The least interval between two progress reports.
pub(crate) const TOLD_EVERY: Duration = Duration::from_millis(100);

/// The turn of the work in progress.
#[derive(Debug, Default)]
pub(crate) struct LongWork {
    turn: Mutex<()>,
    stop: AtomicBool,
}

impl LongWork {
    /// Waits for the end of other work.
    pub(crate) fn take_turn(&self) -> MutexGuard<'_, ()> {
        let turn = self.turn.lock();
        self.stop.store(false, Ordering::Relaxed);
        turn
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Passes some reports on to `told`, and the request to stop to the work.
    pub(crate) fn reports<P>(&self, told: &mut dyn FnMut(P)) -> impl FnMut(P) -> ControlFlow<()> {
        let mut told_at: Option<Instant> = None;
        move |progress| {
            if told_at.is_none_or(|at| at.elapsed() >= TOLD_EVERY) {
                told_at = Some(Instant::now());
                told(progress);
            }
            if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
}
