//! The thread that reads the input: lines go to the conversation in batches, as many as one read has brought.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use duiyi_host::lines::Lines;

use super::{Event, LINE_MAX};

/// Reads the input that `open` opens, to its end or until nobody listens.
pub fn listen<R: BufRead>(open: impl FnOnce() -> R + Send + 'static, send: SyncSender<Event>) -> JoinHandle<()> {
    thread::spawn(move || {
        let (batch, is_alone) = (RefCell::new(Vec::new()), RefCell::new(false));
        // What was read is sent before the next read, which may take for ever.
        let before = || {
            let lines: Vec<String> = batch.take();
            if !lines.is_empty() && send.send(Event::Lines(lines)).is_err() {
                is_alone.replace(true);
            }
        };
        let mut lines = Lines::up_to(Blocks { input: open(), left: 0, before }, LINE_MAX);
        while !*is_alone.borrow() {
            let Some(line) = lines.next() else { break };
            batch.borrow_mut().push(line);
        }
        let rest = batch.take();
        // Nobody is left to be told if this fails.
        if send.send(Event::Lines(rest)).is_ok() {
            let _ = send.send(Event::End);
        }
    })
}

/// An input that says when it is about to be read again.
struct Blocks<R, F> {
    input: R,
    /// Bytes that were read and not yet used.
    left: usize,
    before: F,
}

impl<R: BufRead, F: FnMut()> BufRead for Blocks<R, F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.left == 0 {
            (self.before)();
        }
        let bytes = self.input.fill_buf()?;
        self.left = bytes.len();
        Ok(bytes)
    }

    fn consume(&mut self, used: usize) {
        self.left -= used;
        self.input.consume(used);
    }
}

impl<R: BufRead, F: FnMut()> Read for Blocks<R, F> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let used = self.fill_buf()?.read(into)?;
        self.consume(used);
        Ok(used)
    }
}
