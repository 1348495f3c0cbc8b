//! Engine protocols: one frame for three dialects.
//!
//! One channel carries everything: lines from the reader thread, reports and answers from the search thread. So one
//! thread owns the server's state, and `stop`, `isready` or `END` take effect at any moment. Other lines wait in the
//! [`queue`], in order, until the search has answered; the [`LineTiming`] decides. Searches are numbered, so a late
//! answer never counts for the next one.

pub mod gomocup;
mod listener;
mod options;
mod queue;
mod thread;
pub mod ucci;
pub mod uci;
mod xiangqi;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use duiyi_core::engine::SearchRequest;
use duiyi_core::game::Game;
use duiyi_core::game::GameKind;
use duiyi_core::gomoku::Rule;
use duiyi_core::gomoku::protocol::{Opening, OpeningChoice};
use duiyi_core::search::SearchInfo;

use crate::harmless::Harmless;
use crate::perft::PerftCounts;
use crate::problem::{Problem, Status};
use listener::listen;
use queue::Queue;
pub use thread::SearchQuota;
use thread::{PonderClock, ProtocolThread};

/// The capacity of the channel, in batches and answers.
const IN_FLIGHT: usize = 16;
/// The longest accepted line, in bytes: a game of fifty thousand moves.
const LINE_MAX: usize = 1 << 18;
/// The time for the queued searches to end after a quit command.
const LAST_WORDS: Duration = Duration::from_secs(2);

enum Event {
    Lines(Vec<String>),
    End,
    Report(u64, SearchInfo<String>),
    Answer(u64, SearchInfo<String>),
    Counted(u64, Option<PerftCounts>),
    Opened(u64, Vec<OpeningChoice>),
    Trouble(String),
}

/// The effect of a line on the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The conversation continues.
    On,
    /// It ends once the current search has answered.
    Finish,
    /// It ends now.
    Leave,
}

/// The timing of a line relative to the running search and the queued ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTiming {
    /// Independent of them, handled at once: `isready`.
    Aside,
    /// Ends all of them, in order: `stop`.
    Ends,
    /// Ends all of them without an answer: `RESTART`, the match is over.
    Abandons,
    /// Ends all of them, and then the conversation: `quit`.
    Leaves,
    /// Applies to the last one of them: `ponderhit`.
    Steers,
    /// Waits for them, and ends an endless one: `go`, `position`.
    Follows,
    /// Waits for them.
    Waits,
}

/// The commands and answers of one protocol.
pub trait ProtocolServer {
    /// Handles a line. Lines that wait arrive only between searches.
    fn line(&mut self, line: &str, conversation: &mut Conversation<'_>) -> io::Result<Flow>;

    /// Notes that a line with this first word was too long and is not obeyed. What it should have changed is unknown.
    fn skip(&mut self, _word: &str) {}

    /// Returns the timing of a line with this first word.
    fn timing(&self, word: &str) -> LineTiming;

    /// Reports an iteration.
    fn report(&mut self, thought: &SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()>;

    /// Sends the answer; the search is over.
    fn answer(&mut self, thought: SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()>;

    /// Sends the counts of [`Conversation::count`]; `None` if it was stopped.
    fn counted(&mut self, _counts: Option<&PerftCounts>, _conversation: &mut Conversation<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Sends the decisions of [`Conversation::open`]; empty if the search failed.
    fn opened(&mut self, _choices: Vec<OpeningChoice>, _conversation: &mut Conversation<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Reports an error to the client.
    fn trouble(&mut self, why: &str, conversation: &mut Conversation<'_>) -> io::Result<()>;

    /// Sends the last line.
    fn farewell(&mut self, _conversation: &mut Conversation<'_>) -> io::Result<()> {
        Ok(())
    }
}

struct Search {
    id: u64,
    /// The answer is held until a stop or a ponder hit.
    hold: bool,
    /// Only a command ends it.
    endless: bool,
    clock: PonderClock,
    begun: Instant,
    /// Nobody waits for the answer any more.
    is_abandoned: bool,
    answer: Option<SearchInfo<String>>,
}

/// The output and the search thread of a server.
pub struct Conversation<'a> {
    out: &'a mut dyn Write,
    thread: ProtocolThread,
    search: Option<Search>,
    last_id: u64,
    input_ended: bool,
}

impl Conversation<'_> {
    /// Writes a line. It may quote input, so it is escaped for terminals.
    fn say(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{}", Harmless(line))
    }

    /// Makes the engine of `kind` before the first search.
    fn prepare(&self, kind: GameKind) {
        // During a search the engine exists.
        if self.search.is_none() {
            self.thread.prepare(kind);
        }
    }

    /// Begins a search restricted to `moves`; an empty list means every legal move. Its answer goes to
    /// [`ProtocolServer::answer`], with `hold` only after a stop or a ponder hit. With `ponder` the clock does not run
    /// yet.
    fn think(&mut self, game: Game, moves: Vec<String>, ask: SearchRequest, hold: bool, ponder: bool) {
        let endless = ask.options.limits == duiyi_core::search::Limits::default() || hold;
        let clock = PonderClock::new(ponder);
        self.begin(hold, endless, clock.clone());
        self.thread.think(self.last_id, game, moves, ask, clock);
        if self.input_ended && endless {
            self.stop();
        }
    }

    /// Begins to decide in an opening; the decisions go to [`ProtocolServer::opened`].
    fn open(&mut self, opening: Opening, rule: Rule, ask: SearchRequest) {
        let clock = PonderClock::new(false);
        self.begin(false, false, clock.clone());
        self.thread.open(self.last_id, opening, rule, ask, clock);
    }

    /// Begins to count leaf positions; the result goes to [`ProtocolServer::counted`].
    fn count(&mut self, game: Game, depth: u32) {
        self.begin(false, false, PonderClock::new(false));
        self.thread.count(self.last_id, game, depth);
    }

    fn begin(&mut self, hold: bool, endless: bool, clock: PonderClock) {
        self.last_id += 1;
        let begun = Instant::now();
        self.search = Some(Search { id: self.last_id, hold, endless, clock, begun, is_abandoned: false, answer: None });
    }

    /// Stops the search and releases its answer.
    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.hold = false;
            self.thread.stop();
        }
    }

    /// Stops the search and drops its answer. Until that arrives, the search thread is not free.
    fn abandon(&mut self) {
        self.stop();
        if let Some(search) = &mut self.search {
            search.is_abandoned = true;
        }
        self.search.take_if(|search| search.answer.is_some());
    }

    /// The pondered move was played: starts the clock and releases the answer.
    fn ponder_hit(&mut self) {
        if let Some(search) = &mut self.search {
            search.hold = false;
            search.clock.run();
        }
    }

    /// Returns the time since the search began.
    fn elapsed(&self) -> Duration {
        self.search.as_ref().map_or(Duration::ZERO, |search| search.begun.elapsed())
    }

    fn is_current(&self, id: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.id == id)
    }

    fn is_abandoned(&self, id: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.id == id && search.is_abandoned)
    }

    /// Returns the answer, if it has arrived and is not held; the search is then over.
    fn take_answer(&mut self) -> Option<SearchInfo<String>> {
        let search = self.search.as_mut().filter(|search| !search.hold)?;
        let answer = search.answer.take()?;
        self.search = None;
        Some(answer)
    }
}

/// Runs a server on the standard input and output until either side ends.
pub fn speak(server: impl ProtocolServer, out: &mut dyn Write) -> Result<Status, Problem> {
    // The reader thread takes the lock, which cannot be sent to it. Output is flushed whenever the conversation waits,
    // not after each line.
    speak_to(server, || io::stdin().lock(), &mut io::BufWriter::new(out), SearchQuota::default())?;
    Ok(Status::Done)
}

/// Runs a server on `input` and returns its output, after the end of every thread.
pub fn rehearse(server: impl ProtocolServer, input: Vec<u8>, quota: SearchQuota) -> String {
    let mut out = Vec::new();
    let threads = speak_to(server, || io::Cursor::new(input), &mut out, quota).expect("writing to memory cannot fail");
    for thread in threads {
        thread.join().expect("neither thread panics");
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns the reader and the search thread, which may outlast the conversation.
fn speak_to<R: BufRead>(
    mut server: impl ProtocolServer,
    open: impl FnOnce() -> R + Send + 'static,
    out: &mut dyn Write,
    quota: SearchQuota,
) -> io::Result<[JoinHandle<()>; 2]> {
    let (send, events) = mpsc::sync_channel(IN_FLIGHT);
    let listener = listen(open, send.clone())?;
    let thread = ProtocolThread::start(send, quota);
    let mut conversation = Conversation { out, thread, search: None, last_id: 0, input_ended: false };
    converse(&mut server, &events, &mut conversation)?;
    let search = conversation.thread.end();
    conversation.out.flush()?;
    Ok([listener, search])
}

fn converse(
    server: &mut dyn ProtocolServer,
    events: &Receiver<Event>,
    conversation: &mut Conversation<'_>,
) -> io::Result<()> {
    let mut waiting = Queue::new();
    let mut incoming = Vec::<String>::new().into_iter();
    // Set by a quit command.
    let mut leave_by: Option<Instant> = None;
    loop {
        match catch_up(server, &mut waiting, conversation)? {
            Flow::On => {}
            Flow::Finish => {
                finish(server, events, conversation, leave_by.unwrap_or_else(|| Instant::now() + LAST_WORDS))?;
                return server.farewell(conversation);
            }
            Flow::Leave => return Ok(()),
        }
        if let Some(answer) = conversation.take_answer() {
            server.answer(answer, conversation)?;
            continue;
        }
        if let Some(line) = incoming.next() {
            let timing = if is_too_long(&line) { LineTiming::Waits } else { server.timing(&first_word(&line)) };
            if timing == LineTiming::Leaves {
                // Later lines get no answer.
                incoming = Vec::new().into_iter();
                leave_by.get_or_insert_with(|| Instant::now() + LAST_WORDS);
            }
            if arrive(server, line, timing, &mut waiting, conversation)? == Flow::Leave {
                return Ok(());
            }
            continue;
        }
        if conversation.input_ended && conversation.search.is_none() {
            return Ok(());
        }
        conversation.out.flush()?;
        let event = match leave_by {
            None => events.recv().expect("the thread keeps a sender as long as the conversation stands"),
            Some(by) => match events.recv_timeout(by.saturating_duration_since(Instant::now())) {
                Ok(event) => event,
                Err(_) => return server.farewell(conversation),
            },
        };
        match event {
            Event::Lines(lines) if leave_by.is_none() => incoming = lines.into_iter(),
            Event::End => {
                conversation.input_ended = true;
                if conversation.search.as_ref().is_some_and(|search| search.endless) {
                    conversation.stop();
                }
            }
            event => hear(server, event, conversation)?,
        }
    }
}

/// Handles a line at once, or queues it.
fn arrive(
    server: &mut dyn ProtocolServer,
    line: String,
    timing: LineTiming,
    waiting: &mut Queue,
    conversation: &mut Conversation<'_>,
) -> io::Result<Flow> {
    if timing == LineTiming::Aside && conversation.search.is_some() {
        return server.line(&line, conversation);
    }
    if waiting.push(line, timing) == queue::Pushed::FirstRefused {
        server.trouble(queue::FULL, conversation)?;
    }
    hurry(waiting, conversation);
    Ok(Flow::On)
}

/// Returns whether the line is cut, so that its end is unknown.
const fn is_too_long(line: &str) -> bool {
    line.len() >= LINE_MAX
}

/// Handles the queued lines, up to the first one that has to wait longer.
fn catch_up(
    server: &mut dyn ProtocolServer,
    waiting: &mut Queue,
    conversation: &mut Conversation<'_>,
) -> io::Result<Flow> {
    while let Some(line) = waiting.pop(conversation.search.is_some()) {
        if is_too_long(&line) {
            server.skip(&first_word(&line));
            server.trouble(&format!("line longer than {LINE_MAX} bytes ignored"), conversation)?;
            continue;
        }
        let flow = server.line(&line, conversation)?;
        if flow != Flow::On {
            return Ok(flow);
        }
        hurry(waiting, conversation);
    }
    Ok(Flow::On)
}

/// Ends the running search if a queued line requires it.
fn hurry(waiting: &Queue, conversation: &mut Conversation<'_>) {
    if waiting.has(LineTiming::Abandons) {
        conversation.abandon();
    }
    let endless = conversation.search.as_ref().is_some_and(|search| search.endless);
    if waiting.has(LineTiming::Ends) || (endless && waiting.has(LineTiming::Follows)) {
        conversation.stop();
    }
}

/// Handles an event of the search thread.
fn hear(server: &mut dyn ProtocolServer, event: Event, conversation: &mut Conversation<'_>) -> io::Result<()> {
    match event {
        Event::Report(id, _) if conversation.is_abandoned(id) => Ok(()),
        Event::Answer(id, _) | Event::Counted(id, _) | Event::Opened(id, _) if conversation.is_abandoned(id) => {
            conversation.search = None;
            Ok(())
        }
        Event::Report(id, thought) if conversation.is_current(id) => server.report(&thought, conversation),
        Event::Answer(id, thought) => {
            if let Some(search) = conversation.search.as_mut().filter(|search| search.id == id) {
                search.answer = Some(thought);
            }
            Ok(())
        }
        Event::Counted(id, counts) if conversation.is_current(id) => {
            conversation.search = None;
            server.counted(counts.as_ref(), conversation)
        }
        Event::Opened(id, choices) if conversation.is_current(id) => {
            conversation.search = None;
            server.opened(choices, conversation)
        }
        Event::Trouble(why) => server.trouble(&why, conversation),
        Event::Report(..) | Event::Counted(..) | Event::Opened(..) | Event::Lines(_) | Event::End => Ok(()),
    }
}

/// Ends the search and sends its answer, if it arrives in time.
fn finish(
    server: &mut dyn ProtocolServer,
    events: &Receiver<Event>,
    conversation: &mut Conversation<'_>,
    by: Instant,
) -> io::Result<()> {
    conversation.stop();
    while conversation.search.is_some() {
        if let Some(answer) = conversation.take_answer() {
            return server.answer(answer, conversation);
        }
        match events.recv_timeout(by.saturating_duration_since(Instant::now())) {
            Ok(event) => hear(server, event, conversation)?,
            Err(_) => return Ok(()),
        }
    }
    Ok(())
}

/// Returns the first word of a line in lower case.
fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase()
}
