//! The search a thread is busy with, as seen by the handle that asked for it.

use std::thread;
use std::time::Duration;

use duiyi_core::search::{Clock, Stop};
use duiyi_core::session::{SearchId, Task};

use crate::clock::MonotonicClock;

/// How often a held answer looks whether it is still wanted.
const HOLD_STEP: Duration = Duration::from_millis(10);

/// The search asked for last, with its stop; none outlives it.
#[derive(Debug, Default)]
pub struct RunningSearch(Option<(SearchId, Stop)>);

impl RunningSearch {
    /// Ends any search before `id` and returns the stop of this one.
    pub fn begin(&mut self, id: SearchId) -> Stop {
        self.stop();
        let stop = Stop::new();
        self.0 = Some((id, stop.clone()));
        stop
    }

    /// Asks the search `id` to end; it answers with what it has.
    pub fn finish(&self, id: SearchId) {
        if let Some((_, stop)) = self.0.as_ref().filter(|(current, _)| *current == id) {
            stop.ask();
        }
    }

    /// Asks any search to end. Its answer comes too late to count.
    pub fn stop(&mut self) {
        if let Some((_, stop)) = self.0.take() {
            stop.ask();
        }
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Waits until the answer to `task` may be seen, or is not wanted any more.
pub fn hold(task: &Task, stop: &Stop, clock: &MonotonicClock) {
    while clock.elapsed() < task.visible_min && !stop.is_asked() {
        thread::sleep(HOLD_STEP);
    }
}
