//! Engine protocols: one frame for three dialects.
//!
//! Everything a server has to react to comes through one channel: lines from a reader thread, reports and answers from
//! the thread that searches. So its state has one owner, and `stop`, `isready` or `END` are answered at any moment. The
//! lines that come during a search wait in the [`queue`], in their order, until the search has answered; what does not
//! wait says its [`LineTiming`]. Every search has a number, so that a late answer is never taken for the next one's.

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

/// Batches of lines and answers that may pile up before their senders wait.
const IN_FLIGHT: usize = 16;
/// The longest line that is understood, in bytes: a game of fifty thousand moves.
const LINE_MAX: usize = 1 << 18;
/// How long the searches asked for may take to end once the program was told to leave.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What came in.
enum Event {
    Lines(Vec<String>),
    End,
    Report(u64, SearchInfo<String>),
    Answer(u64, SearchInfo<String>),
    Counted(u64, Option<PerftCounts>),
    Opened(u64, Vec<OpeningChoice>),
    Trouble(String),
}

/// What a line leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The conversation goes on.
    On,
    /// It ends once the search under way has answered.
    Finish,
    /// It ends now.
    Leave,
}

/// How a line stands to the search under way, and to those that were asked for before it and have not begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineTiming {
    /// It has nothing to do with them and is handled at once: `isready`.
    Aside,
    /// It ends all of them, in their order: `stop`.
    Ends,
    /// It ends all of them, and then the conversation: `quit`.
    Leaves,
    /// It is meant for the last one of them: `ponderhit`.
    Steers,
    /// It waits for them, and ends one that nothing else would end: `go`, `position`.
    Follows,
    /// It waits for them.
    Waits,
}

/// One protocol's words.
pub trait ProtocolServer {
    /// Handles a line. What waits comes only without a search.
    fn line(&mut self, line: &str, conversation: &mut Conversation<'_>) -> io::Result<Flow>;

    /// Returns how a line with this first word stands to a search.
    fn timing(&self, word: &str) -> LineTiming;

    /// Tells of an iteration.
    fn report(&mut self, thought: &SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()>;

    /// Tells the answer; the search is over.
    fn answer(&mut self, thought: SearchInfo<String>, conversation: &mut Conversation<'_>) -> io::Result<()>;

    /// Tells the counts that [`Conversation::count`] asked for; none if it was stopped.
    fn counted(&mut self, _counts: Option<&PerftCounts>, _conversation: &mut Conversation<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Tells the decisions that [`Conversation::open`] asked for; none if the search failed.
    fn opened(&mut self, _choices: Vec<OpeningChoice>, _conversation: &mut Conversation<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Tells that something went wrong that the other side should know of.
    fn trouble(&mut self, why: &str, conversation: &mut Conversation<'_>) -> io::Result<()>;

    /// Says the last word.
    fn farewell(&mut self, _conversation: &mut Conversation<'_>) -> io::Result<()> {
        Ok(())
    }
}

/// A search under way.
struct Search {
    id: u64,
    /// Its answer is held back until somebody asks for it.
    hold: bool,
    /// Nothing but a word from outside ends it.
    endless: bool,
    clock: PonderClock,
    begun: Instant,
    answer: Option<SearchInfo<String>>,
}

/// What a server works with: the output and the thread that searches.
pub struct Conversation<'a> {
    out: &'a mut dyn Write,
    thread: ProtocolThread,
    search: Option<Search>,
    last_id: u64,
    input_ended: bool,
}

impl Conversation<'_> {
    /// Writes a line. What the other side said may come back in it, and must not act on a terminal.
    fn say(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{}", Harmless(line))
    }

    /// Makes the engine of `kind` before it is asked anything.
    fn prepare(&self, kind: GameKind) {
        // During a search it stands.
        if self.search.is_none() {
            self.thread.prepare(kind);
        }
    }

    /// Begins a search among `moves`, none standing for all of them. Its answer comes to [`ProtocolServer::answer`],
    /// with `hold` not before it is asked for. While it ponders the clock stands still.
    fn think(&mut self, game: Game, moves: Vec<String>, ask: SearchRequest, hold: bool, ponder: bool) {
        let endless = ask.options.limits == duiyi_core::search::Limits::default() || hold;
        let clock = PonderClock::new(ponder);
        self.begin(hold, endless, clock.clone());
        self.thread.think(self.last_id, game, moves, ask, clock);
        if self.input_ended && endless {
            self.stop();
        }
    }

    /// Begins to decide in an opening; the decisions come to [`ProtocolServer::opened`].
    fn open(&mut self, opening: Opening, rule: Rule, ask: SearchRequest) {
        let clock = PonderClock::new(false);
        self.begin(false, false, clock.clone());
        self.thread.open(self.last_id, opening, rule, ask, clock);
    }

    /// Begins to count leaf positions; the result comes to [`ProtocolServer::counted`].
    fn count(&mut self, game: Game, depth: u32) {
        self.begin(false, false, PonderClock::new(false));
        self.thread.count(self.last_id, game, depth);
    }

    fn begin(&mut self, hold: bool, endless: bool, clock: PonderClock) {
        self.last_id += 1;
        let begun = Instant::now();
        self.search = Some(Search { id: self.last_id, hold, endless, clock, begun, answer: None });
    }

    /// Asks the search to end and lets go of its answer.
    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.hold = false;
            self.thread.stop();
        }
    }

    /// The move pondered about was played: the clock runs, and the answer is wanted.
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

    /// Takes the answer if there is one and it is not held; the search is over then.
    fn take_answer(&mut self) -> Option<SearchInfo<String>> {
        let search = self.search.as_mut().filter(|search| !search.hold)?;
        let answer = search.answer.take()?;
        self.search = None;
        Some(answer)
    }
}

/// Speaks a server on the standard input and output until one of them ends or the program is told to leave.
pub fn speak(server: impl ProtocolServer, out: &mut dyn Write) -> Result<Status, Problem> {
    // The lock is taken on the thread that reads: it cannot be sent there.
    // What is said is flushed whenever the conversation waits, not at the end of each line.
    speak_to(server, || io::stdin().lock(), &mut io::BufWriter::new(out), SearchQuota::default())?;
    Ok(Status::Done)
}

/// Speaks a server to somebody who says `input` and returns what was answered, once every thread of the conversation
/// has ended.
pub fn rehearse(server: impl ProtocolServer, input: Vec<u8>, quota: SearchQuota) -> String {
    let mut out = Vec::new();
    let threads = speak_to(server, || io::Cursor::new(input), &mut out, quota).expect("writing to memory cannot fail");
    for thread in threads {
        thread.join().expect("neither thread panics");
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Returns the threads that read and that search; what either is at may outlast the conversation.
fn speak_to<R: BufRead>(
    mut server: impl ProtocolServer,
    open: impl FnOnce() -> R + Send + 'static,
    out: &mut dyn Write,
    quota: SearchQuota,
) -> io::Result<[JoinHandle<()>; 2]> {
    let (send, events) = mpsc::sync_channel(IN_FLIGHT);
    let listener = listen(open, send.clone());
    let (thread, search) = ProtocolThread::start(send, quota);
    let mut conversation = Conversation { out, thread, search: None, last_id: 0, input_ended: false };
    converse(&mut server, &events, &mut conversation)?;
    conversation.thread.stop();
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
    // Once the program was told to leave.
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
            let timing = server.timing(&first_word(&line));
            if timing == LineTiming::Leaves {
                // What comes after it is said to nobody.
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

/// Takes a line in: it is handled at once, or it waits.
fn arrive(
    server: &mut dyn ProtocolServer,
    line: String,
    timing: LineTiming,
    waiting: &mut Queue,
    conversation: &mut Conversation<'_>,
) -> io::Result<Flow> {
    if line.len() >= LINE_MAX {
        server.trouble(&format!("a line of more than {LINE_MAX} bytes is left out"), conversation)?;
    } else if timing == LineTiming::Aside && conversation.search.is_some() {
        return server.line(&line, conversation);
    } else {
        if waiting.push(line, timing) == queue::Pushed::FirstRefused {
            server.trouble(queue::FULL, conversation)?;
        }
        hurry(waiting, conversation);
    }
    Ok(Flow::On)
}

/// Handles the lines that wait, up to the first one that has to wait longer.
fn catch_up(
    server: &mut dyn ProtocolServer,
    waiting: &mut Queue,
    conversation: &mut Conversation<'_>,
) -> io::Result<Flow> {
    while let Some(line) = waiting.pop(conversation.search.is_some()) {
        let flow = server.line(&line, conversation)?;
        if flow != Flow::On {
            return Ok(flow);
        }
        hurry(waiting, conversation);
    }
    Ok(Flow::On)
}

/// Ends the search under way if a line that waits behind it asks for that.
fn hurry(waiting: &Queue, conversation: &mut Conversation<'_>) {
    let endless = conversation.search.as_ref().is_some_and(|search| search.endless);
    if waiting.has(LineTiming::Ends) || (endless && waiting.has(LineTiming::Follows)) {
        conversation.stop();
    }
}

/// Handles what came from the thread that searches.
fn hear(server: &mut dyn ProtocolServer, event: Event, conversation: &mut Conversation<'_>) -> io::Result<()> {
    match event {
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

/// Ends the search and tells its answer, if it comes in time.
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

/// Returns the first word of a line in small letters.
fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase()
}
