//! Background work of which only the newest reports; the results of older tasks are dropped.

use std::sync::Arc;
use std::thread;

use duiyi_core::search::Stop;
use parking_lot::Mutex;

use crate::panics::NO_THREAD;

/// Owns one background task at a time. Dropping it stops the task.
#[derive(Default)]
pub struct LatestTask {
    stop: Stop,
    /// The number of the newest task.
    current: Arc<Mutex<u64>>,
}

pub struct TaskRun {
    /// Asked when a newer task starts or the owner stops this one.
    pub stop: Stop,
    number: u64,
    current: Arc<Mutex<u64>>,
}

impl LatestTask {
    /// Stops the running task and runs `work` on a thread called `name`.
    pub fn start(&mut self, name: &str, work: impl FnOnce(TaskRun) + Send + 'static) {
        self.stop();
        self.stop = Stop::new();
        let run = TaskRun { stop: self.stop.clone(), number: *self.current.lock(), current: Arc::clone(&self.current) };
        thread::Builder::new().name(name.to_owned()).spawn(move || work(run)).expect(NO_THREAD);
    }

    /// Stops the task; it reports nothing afterwards.
    pub fn stop(&mut self) {
        self.stop.ask();
        *self.current.lock() += 1;
    }
}

impl Drop for LatestTask {
    fn drop(&mut self) {
        self.stop();
    }
}

impl TaskRun {
    /// Calls `tell` if this is still the newest task. [`LatestTask::stop`] waits for the end of `tell`, so `tell` must
    /// not call it.
    pub fn tell(&self, tell: impl FnOnce()) {
        let current = self.current.lock();
        if *current == self.number {
            tell();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn only_the_newest_task_reports() {
        let mut task = LatestTask::default();
        let (told, heard) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let late = told.clone();
        task.start("first", move |run| {
            wait.recv().expect("it is let go");
            assert!(run.stop.is_asked());
            run.tell(|| late.send("first").expect("somebody listens"));
        });
        task.start("second", move |run| run.tell(|| told.send("second").expect("somebody listens")));
        assert_eq!(heard.recv(), Ok("second"));
        go.send(()).expect("the first waits");
        assert!(heard.recv().is_err(), "both have ended and no more was told");
    }
}
