//! Waking up at a moment: a flag may fall while nobody does anything.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use duiyi_core::base::Stamp;

use crate::clock::now_stamp;

/// A handle on the waiting thread, which sleeps without cost until the moment last asked for.
#[derive(Debug)]
pub struct Alarm(Sender<Option<Stamp>>);

impl Alarm {
    /// Starts the thread; `ring` is called from it.
    #[must_use]
    pub fn start(ring: impl Fn() + Send + 'static) -> Alarm {
        let (wishes, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("duiyi-alarm".to_owned())
            .spawn(move || wait(&inbox, &ring))
            .expect("the operating system gives a program at least three threads");
        Alarm(wishes)
    }

    /// Rings at `at`, and no longer at any moment named before; `None` never rings.
    pub fn set(&self, at: Option<Stamp>) {
        self.0.send(at).expect("the waiting thread lives as long as its handle");
    }
}

fn wait(inbox: &Receiver<Option<Stamp>>, ring: &dyn Fn()) {
    let mut next: Option<Stamp> = None;
    loop {
        let wish = match next {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => inbox.recv_timeout(Duration::from_millis((at - now_stamp()).0)),
        };
        match wish {
            Ok(wish) => next = wish,
            Err(RecvTimeoutError::Timeout) => {
                next = None;
                ring();
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
