//! A timer for flag falls, which need no event from outside.

use std::sync::Arc;
use std::time::Duration;

use duiyi_core::base::Stamp;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::clock::now_stamp;
use crate::reactor::Reactor;

/// A timer for one moment. Waiting costs no CPU time.
#[derive(Debug)]
pub struct Alarm(watch::Sender<Option<Stamp>>);

impl Alarm {
    /// Starts the timer; `ring` is called from a thread on which it may block.
    #[must_use]
    pub fn start(reactor: &Reactor, ring: impl Fn() + Send + Sync + 'static) -> Alarm {
        let (wishes, inbox) = watch::channel(None);
        reactor.spawn(wait(inbox, Arc::new(ring)));
        Alarm(wishes)
    }

    /// Sets the moment and cancels the one before; `None` cancels only.
    pub fn set(&self, at: Option<Stamp>) {
        self.0.send_replace(at);
    }
}

async fn wait(mut inbox: watch::Receiver<Option<Stamp>>, ring: Arc<dyn Fn() + Send + Sync>) {
    loop {
        let next = *inbox.borrow_and_update();
        if let Some(at) = next {
            let left = Duration::from_millis((at - now_stamp()).0);
            match timeout(left, inbox.changed()).await {
                Ok(Ok(())) => continue,
                Ok(Err(_)) => return,
                Err(_) => {
                    let ring = Arc::clone(&ring);
                    // A panic of `ring` has been reported; the timer must survive it.
                    let _ = spawn_blocking(move || ring()).await;
                }
            }
        }
        // Nothing to wait for until the next `set`.
        if inbox.changed().await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, RecvTimeoutError};

    use duiyi_core::base::Millis;

    use super::*;

    #[test]
    fn it_rings_once_for_the_last_wish_and_never_for_one_taken_back() {
        let reactor = Reactor::start();
        let (send, rung) = mpsc::channel();
        let alarm = Alarm::start(&reactor, move || send.send(now_stamp()).expect("the test listens"));
        let at = |ms| Some(now_stamp() + Millis(ms));
        alarm.set(at(60_000));
        let wished = at(30);
        alarm.set(wished);
        assert!(Some(rung.recv_timeout(Duration::from_secs(20)).expect("it rings")) >= wished);
        alarm.set(at(30));
        alarm.set(None);
        assert_eq!(rung.recv_timeout(Duration::from_millis(200)), Err(RecvTimeoutError::Timeout));
        drop(alarm);
        assert_eq!(rung.recv_timeout(Duration::from_secs(20)), Err(RecvTimeoutError::Disconnected));
    }
}
