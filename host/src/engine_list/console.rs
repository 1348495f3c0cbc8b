//! The console: a person's direct conversation with one engine, line by line.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{MissedTickBehavior, interval};

use super::entry::EngineConfig;
use crate::engines::process::Process;
use crate::engines::{Console, ConsoleDirection};
use crate::reactor::Reactor;

/// The interval at which new lines are shown.
const LOOK: Duration = Duration::from_millis(50);

/// The limit of text shown at once, in characters: more is not readable anyway.
const LETTERS_MAX: usize = 2_000;

/// The sender of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ConsoleSource {
    /// The person.
    Sent,
    /// The engine.
    Said,
    /// This program, about the engine.
    Note,
}

/// A line of the console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ConsoleLine {
    pub source: ConsoleSource,
    pub text: String,
}

/// Owns the console's engine, one at a time.
pub struct EngineConsole {
    reactor: Reactor,
    open: Option<UnboundedSender<String>>,
}

impl EngineConsole {
    #[must_use]
    pub fn new(reactor: &Reactor) -> EngineConsole {
        EngineConsole { reactor: reactor.clone(), open: None }
    }

    /// Starts an external engine and passes its lines to `told`; the engine before it is ended.
    pub fn open(&mut self, entry: &EngineConfig, told: impl Fn(Vec<ConsoleLine>) + Send + Sync + 'static) {
        let (send, lines) = mpsc::unbounded_channel();
        self.open = Some(send);
        let (reactor, entry) = (self.reactor.clone(), entry.clone());
        self.reactor.spawn(async move {
            let why = talk(&reactor, &entry, lines, &told).await;
            told(vec![note(why)]);
        });
    }

    /// Sends a line; it is dropped if the engine has ended.
    pub fn send(&self, line: String) {
        if let Some(open) = &self.open {
            // The engine has ended, and its last line said so.
            let _ = open.send(line);
        }
    }

    pub fn close(&mut self) {
        self.open = None;
    }
}

fn note(text: String) -> ConsoleLine {
    ConsoleLine { source: ConsoleSource::Note, text }
}

/// Forwards lines in both directions until one end is gone; returns the closing note.
async fn talk(
    reactor: &Reactor,
    entry: &EngineConfig,
    mut lines: UnboundedReceiver<String>,
    told: &(dyn Fn(Vec<ConsoleLine>) + Sync),
) -> String {
    let spec = match entry.spec() {
        Ok(spec) => spec,
        Err(why) => return why.to_string(),
    };
    told(vec![note(entry.command.clone())]);
    let console = Console::new();
    let mut process = match Process::spawn(reactor, &spec, &console) {
        Ok(process) => process,
        Err(why) => return why.to_string(),
    };
    let mut look = interval(LOOK);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut seen = 0;
    let mut show = || {
        let fresh = console.since(seen);
        if let Some(last) = fresh.last() {
            seen = last.number;
            told(fresh.into_iter().map(|line| seen_line(line.direction, &line.text)).collect());
        }
    };
    loop {
        tokio::select! {
            line = lines.recv() => match line {
                // An engine that reads no more is noticed below.
                Some(line) => _ = process.say(&line),
                None => return String::new(),
            },
            // The console log has every line already.
            heard = process.heard() => if let Err(why) = heard {
                show();
                return why.to_string();
            },
            // Lines that arrive together are shown together.
            _ = look.tick() => show(),
        }
    }
}

fn seen_line(direction: ConsoleDirection, text: &str) -> ConsoleLine {
    let text = text.chars().take(LETTERS_MAX).collect();
    let source = if direction == ConsoleDirection::Sent { ConsoleSource::Sent } else { ConsoleSource::Said };
    ConsoleLine { source, text }
}
