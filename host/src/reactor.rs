//! The tokio thread that waits for external engines and timers. Searches run on plain threads.

use std::sync::Arc;
use std::time::Instant;

use tokio::runtime::{Builder, EnterGuard, Runtime};

/// A handle on the thread. Clones share it; dropping the last one ends the thread.
#[derive(Clone, Debug)]
pub struct Reactor(Arc<Owned>);

#[derive(Debug)]
struct Owned(Option<Runtime>);

impl Reactor {
    #[must_use]
    pub fn start() -> Reactor {
        let runtime = Builder::new_multi_thread().worker_threads(1).thread_name("duiyi-waits").enable_all().build();
        let runtime = runtime.expect("the system has no thread or file left for this program; close some others");
        Reactor(Arc::new(Owned(Some(runtime))))
    }

    fn runtime(&self) -> &Runtime {
        self.0.0.as_ref().expect("it is taken when the last handle goes")
    }

    /// Spawns `work`, which must not block.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.runtime().spawn(work);
    }

    /// Blocks the caller's thread until `work` is done. The caller must not be the reactor's thread. It may be a worker
    /// of another runtime, such as a command of the window; that runtime's other tasks continue.
    pub(crate) fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        tokio::task::block_in_place(|| self.runtime().block_on(work))
    }

    /// Blocks the caller's thread until `work` is done or the moment `until` has passed. Work that is ready at once
    /// always counts.
    pub(crate) fn block_until<T>(&self, until: Instant, work: impl Future<Output = T>) -> Option<T> {
        self.block_on(async { tokio::time::timeout_at(until.into(), work).await.ok() })
    }

    /// Sets the tokio context of this thread for the life of the guard.
    pub(crate) fn enter(&self) -> EnterGuard<'_> {
        self.runtime().enter()
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // The last handle may be dropped on the reactor's own thread, which cannot join itself.
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of the window run on a worker of Tauri's runtime.
    #[test]
    fn a_worker_of_another_runtime_may_wait_here() {
        let reactor = Reactor::start();
        let window = Builder::new_multi_thread().worker_threads(1).build().expect("a second runtime");
        let answer = window.block_on(async move {
            let waiting = tokio::spawn(async move { (reactor.block_on(async { 7 }), reactor) });
            waiting.await.expect("it does not panic").0
        });
        assert_eq!(answer, 7);
    }
}
