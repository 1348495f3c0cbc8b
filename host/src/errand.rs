//! Work on a thread of its own, of which only the newest is told: what an older one finds comes too late.

use std::sync::Arc;
use std::thread;

use duiyi_core::search::Stop;
use parking_lot::Mutex;

/// The place of one errand at a time. Dropping it stops the errand.
#[derive(Default)]
pub struct Errand {
    stop: Stop,
    /// The number of the errand that is told of.
    present: Arc<Mutex<u64>>,
}

/// What an errand on its thread knows of its place.
pub struct Run {
    /// Asked when the errand is no longer wanted.
    pub stop: Stop,
    number: u64,
    present: Arc<Mutex<u64>>,
}

impl Errand {
    /// Runs `work` on a thread called `name` and stops the errand before it.
    pub fn start(&mut self, name: &str, work: impl FnOnce(Run) + Send + 'static) {
        self.stop();
        self.stop = Stop::new();
        let run = Run { stop: self.stop.clone(), number: *self.present.lock(), present: Arc::clone(&self.present) };
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || work(run))
            .expect("the operating system gives a program a thread for what it was asked");
    }

    /// Stops the errand; nothing is told of it from here on.
    pub fn stop(&mut self) {
        self.stop.ask();
        *self.present.lock() += 1;
    }
}

impl Drop for Errand {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Run {
    /// Calls `tell`, unless the errand is no longer wanted. Who stops it waits until `tell` is done, so `tell` must not
    /// call the errand's place.
    pub fn tell(&self, tell: impl FnOnce()) {
        let present = self.present.lock();
        if *present == self.number {
            tell();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn only_the_newest_errand_is_told() {
        let mut errand = Errand::default();
        let (told, heard) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let late = told.clone();
        errand.start("first", move |run| {
            wait.recv().expect("it is let go");
            assert!(run.stop.is_asked());
            run.tell(|| late.send("first").expect("somebody listens"));
        });
        errand.start("second", move |run| run.tell(|| told.send("second").expect("somebody listens")));
        assert_eq!(heard.recv(), Ok("second"));
        go.send(()).expect("the first waits");
        assert!(heard.recv().is_err(), "both have ended and no more was told");
    }
}
