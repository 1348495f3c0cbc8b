//! A plain thread for searches: one queue, one running search, one stop.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use duiyi_core::search::Stop;

use crate::panics::NO_THREAD;

/// Stack of a thread that searches. Recursion is bounded by the search depth; the lines and the move lists of the plies
/// take most of it.
pub const STACK: usize = 16 << 20;

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Owns a thread with its own state, such as a mind. Dropping it stops the running search; the thread then ends.
pub struct SearchThread<S> {
    /// `None` once [`SearchThread::end`] was called.
    thread: Option<(Sender<Job<S>>, JoinHandle<()>)>,
    /// The search begun last, with its stop.
    running: Option<(u64, Stop)>,
}

impl<S: 'static> SearchThread<S> {
    /// Starts the thread; `open` makes the state on it.
    #[must_use]
    pub fn start(name: &str, open: impl FnOnce() -> S + Send + 'static) -> SearchThread<S> {
        let (jobs, inbox) = mpsc::channel::<Job<S>>();
        let serve = move || {
            let mut state = open();
            for job in inbox {
                job(&mut state);
            }
        };
        let thread = thread::Builder::new().name(name.to_owned()).stack_size(STACK).spawn(serve);
        let thread = thread.expect(NO_THREAD);
        SearchThread { thread: Some((jobs, thread)), running: None }
    }

    /// Stops the running search and queues `search` under the caller's number `id`. A stop may come before `search`
    /// begins; it answers all the same, and the caller ignores answers with old numbers.
    pub fn begin(&mut self, id: u64, search: impl FnOnce(&mut S, &Stop) + Send + 'static) {
        self.stop();
        let stop = Stop::new();
        self.running = Some((id, stop.clone()));
        self.tend(move |state| search(state, &stop));
    }

    /// Queues work on the state, after the running search.
    pub fn tend(&self, work: impl FnOnce(&mut S) + Send + 'static) {
        let (jobs, _) = self.thread.as_ref().expect("`end` consumes the owner");
        jobs.send(Box::new(work)).expect("the thread lives as long as its owner: an engine's panic is caught");
    }

    /// Asks the search `id` to finish, if it is still the newest one; it answers with its best move so far.
    pub fn finish(&self, id: u64) {
        if let Some((_, stop)) = self.running.as_ref().filter(|(running, _)| *running == id) {
            stop.ask_to_finish();
        }
    }
}

impl<S> SearchThread<S> {
    /// Stops the running search. The thread ends after the work in its mailbox, and can be joined.
    #[must_use]
    pub fn end(mut self) -> JoinHandle<()> {
        self.stop();
        let (_, thread) = self.thread.take().expect("`end` consumes the owner");
        thread
    }

    pub fn stop(&mut self) {
        if let Some((_, stop)) = self.running.take() {
            stop.ask();
        }
    }
}

impl<S> Drop for SearchThread<S> {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn a_new_search_stops_the_running_one_and_both_answer_in_order() {
        let (tell, answers) = mpsc::channel();
        let mut thread = SearchThread::start("test", || 0);
        for id in [1, 2] {
            let tell = tell.clone();
            thread.begin(id, move |searches: &mut u64, stop| {
                while !stop.is_asked() {
                    thread::yield_now();
                }
                *searches += 1;
                tell.send((id, *searches, stop.is_finishing())).expect("the test listens");
            });
        }
        assert_eq!(answers.recv_timeout(PATIENCE), Ok((1, 1, false)));
        thread.finish(1);
        assert!(answers.recv_timeout(Duration::from_millis(50)).is_err(), "only its own number finishes a search");
        thread.finish(2);
        assert_eq!(answers.recv_timeout(PATIENCE), Ok((2, 2, true)));
    }

    #[test]
    fn dropping_the_thread_stops_its_search() {
        let (tell, ended) = mpsc::channel::<()>();
        let mut thread = SearchThread::start("test", || ());
        thread.begin(1, move |(), stop| {
            while !stop.is_asked() {
                thread::yield_now();
            }
            drop(tell);
        });
        drop(thread);
        assert_eq!(ended.recv_timeout(PATIENCE), Err(mpsc::RecvTimeoutError::Disconnected));
    }
}
