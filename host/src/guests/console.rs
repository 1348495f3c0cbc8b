//! The console: one guest, spoken to line by line by a person.

use std::sync::mpsc::{self, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::entry::GuestEntry;
use crate::engines::process::Process;
use crate::engines::{Console, Direction};

/// How long the thread waits for the guest before it looks for something to send.
const LOOK: Duration = Duration::from_millis(50);

/// The most that is told in one go: more cannot be read anyway.
const LETTERS_MAX: usize = 2_000;

/// Whose line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ConsoleSource {
    /// The person's.
    Sent,
    /// The guest's.
    Said,
    /// Ours, about the guest.
    Note,
}

/// A line of the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS), ts(rename = "ConsoleLine"))]
pub struct SeenLine {
    /// Whose it is.
    pub source: ConsoleSource,
    /// Its words.
    pub text: String,
}

/// The place where one guest at a time is spoken to.
pub struct ConsoleRoom {
    open: Option<Sender<String>>,
}

impl Default for ConsoleRoom {
    fn default() -> ConsoleRoom {
        ConsoleRoom::new()
    }
}

impl ConsoleRoom {
    /// Returns an empty room.
    #[must_use]
    pub const fn new() -> ConsoleRoom {
        ConsoleRoom { open: None }
    }

    /// Starts a guest and shows its lines to `told`; the guest before it is ended.
    pub fn open(&mut self, entry: &GuestEntry, told: impl Fn(Vec<SeenLine>) + Send + 'static) {
        let (send, lines) = mpsc::channel();
        self.open = Some(send);
        let entry = entry.clone();
        thread::spawn(move || {
            let why = talk(&entry, &lines, &told);
            told(vec![note(why)]);
        });
    }

    /// Sends a line; nobody hears it if the guest has ended.
    pub fn send(&self, line: String) {
        if let Some(open) = &self.open {
            // The guest has ended and its last line has said so.
            let _ = open.send(line);
        }
    }

    /// Ends the guest.
    pub fn close(&mut self) {
        self.open = None;
    }
}

fn note(text: String) -> SeenLine {
    SeenLine { source: ConsoleSource::Note, text }
}

/// Carries lines both ways until one end is gone; returns what there is to say then.
fn talk(entry: &GuestEntry, lines: &mpsc::Receiver<String>, told: &dyn Fn(Vec<SeenLine>)) -> String {
    let spec = match entry.spec() {
        Ok(spec) => spec,
        Err(why) => return why.to_string(),
    };
    told(vec![note(entry.command.clone())]);
    let console = Console::new();
    let mut process = match Process::spawn(&spec, &console) {
        Ok(process) => process,
        Err(why) => return why.to_string(),
    };
    let mut seen = 0;
    loop {
        let mut outcome = Ok(None);
        loop {
            match lines.try_recv() {
                Ok(line) => outcome = process.send(&line).map(|()| None),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    process.kill();
                    return String::new();
                }
            }
        }
        // The first line is waited for; what came with it is read in the same go.
        if outcome.is_ok() {
            outcome = process.hear(Instant::now() + LOOK);
        }
        let outcome = outcome.and_then(|_| process.hear_leftovers());
        let fresh = console.since(seen);
        if let Some(last) = fresh.last() {
            seen = last.number;
            told(fresh.into_iter().map(|line| seen_line(line.direction, &line.text)).collect());
        }
        if let Err(why) = outcome {
            return why.to_string();
        }
    }
}

fn seen_line(direction: Direction, text: &str) -> SeenLine {
    let text = text.chars().take(LETTERS_MAX).collect();
    let source = if direction == Direction::Sent { ConsoleSource::Sent } else { ConsoleSource::Said };
    SeenLine { source, text }
}
