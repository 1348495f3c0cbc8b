//! The queue of a player at the network: typed lines, and the events of the table or the class.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use duiyi_host::lines::Lines;

/// An item of the queue.
pub enum Input<E> {
    Event(E),
    Line(String),
    End,
}

/// Lines are read on a thread, each once it is wanted: the game goes on meanwhile.
pub struct InputQueue<E> {
    inputs: Receiver<Input<E>>,
    reads: Sender<()>,
    is_reading: bool,
}

impl<E: Send + 'static> InputQueue<E> {
    /// Returns a queue, and what puts events into it.
    pub fn new() -> (InputQueue<E>, impl Fn(E) + Send + Sync + 'static) {
        let (send, inputs) = mpsc::channel();
        let reads = read_lines(send.clone());
        let listener = move |event| {
            // The queue is gone once the player has left.
            let _ = send.send(Input::Event(event));
        };
        (InputQueue { inputs, reads, is_reading: false }, listener)
    }

    /// Waits for the next item, a line only if one may be read; `None` if there is none in time.
    pub fn next(&mut self, may_read: bool, wait: Duration) -> Option<Input<E>> {
        if may_read && !self.is_reading {
            // The reader is gone after the end of the input.
            self.is_reading = self.reads.send(()).is_ok();
        }
        let input = self.inputs.recv_timeout(wait).ok()?;
        if matches!(input, Input::Line(_)) {
            self.is_reading = false;
        }
        Some(input)
    }
}

/// Reads a line for each message.
fn read_lines<E: Send + 'static>(send: Sender<Input<E>>) -> Sender<()> {
    let (reads, wanted) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = Lines::new(io::stdin().lock());
        for () in wanted {
            let line = lines.next();
            let is_end = line.is_none();
            if send.send(line.map_or(Input::End, Input::Line)).is_err() || is_end {
                return;
            }
        }
    });
    reads
}
