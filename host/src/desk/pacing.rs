//! The least time before an answer appears on the board.

use std::thread;
use std::time::Duration;

use duiyi_core::search::{Clock, Stop};
use duiyi_core::session::SearchTask;

use crate::clock::MonotonicClock;

/// The interval at which a held answer checks its stop.
const HOLD_STEP: Duration = Duration::from_millis(10);

/// Waits until the answer to `task` may be shown, or until `stop` is set.
pub fn hold(task: &SearchTask, stop: &Stop, clock: &MonotonicClock) {
    while clock.elapsed() < task.visible_min && !stop.is_asked() {
        thread::sleep(HOLD_STEP);
    }
}
