//! The thread that reads the input: it sends lines in batches, one for each read.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};

use duiyi_host::lines::Lines;

use super::{Event, LINE_MAX};

/// Reads the input of `open` to its end, or until the receiver is gone.
///
/// # Errors
/// The system has no thread left.
pub fn listen<R: BufRead>(
    open: impl FnOnce() -> R + Send + 'static,
    send: SyncSender<Event>,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("duiyi-listener".to_owned()).spawn(move || {
        let (batch, is_alone) = (RefCell::new(Vec::new()), RefCell::new(false));
        // Send the lines before the next read, which may block for ever.
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
        // If this fails, the receiver is gone.
        if send.send(Event::Lines(rest)).is_ok() {
            let _ = send.send(Event::End);
        }
    })
}

/// A reader that calls back before each read.
struct Blocks<R, F> {
    input: R,
    /// Bytes read but not yet used.
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
