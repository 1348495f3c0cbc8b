//! What a shell asks of an open table or class.

use tokio::sync::mpsc;

use crate::reactor::Reactor;

/// The way to the task of a table or a class. Dropping it ends the task.
#[derive(Debug)]
pub(super) struct Requests<R> {
    sender: mpsc::Sender<R>,
    _reactor: Reactor,
}

impl<R: Send + 'static> Requests<R> {
    /// Spawns the task that `run` makes of the requests, of which `waiting_max` may wait.
    pub(super) fn spawn<F>(
        reactor: &Reactor,
        waiting_max: usize,
        run: impl FnOnce(mpsc::Receiver<R>) -> F,
    ) -> Requests<R>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let (sender, inbox) = mpsc::channel(waiting_max);
        reactor.spawn(run(inbox));
        Requests { sender, _reactor: reactor.clone() }
    }

    /// Sends a request; `false` if the task has ended or too many requests wait.
    pub(super) fn send(&self, request: R) -> bool {
        self.sender.try_send(request).is_ok()
    }
}
