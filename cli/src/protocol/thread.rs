//! The search thread of a protocol.

use std::cell::Cell;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use duiyi_core::base::Millis;
use duiyi_core::engine::{Engines, Nets, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::gomoku::Rule;
use duiyi_core::gomoku::protocol::Opening;
use duiyi_core::search::{Clock, SearchInfo, Stop};
use duiyi_host::guard::guarded;

use super::Event;
use crate::perft::PerftCounts;

/// Stack of the search; its depth is bounded, and move lists take most of it.
const STACK: usize = 16 << 20;
/// The initial size of the transposition table, in mebibytes.
pub const HASH_MIB: usize = 64;

/// The resources of a conversation's searches.
#[derive(Clone, Copy, Debug)]
pub struct SearchQuota {
    /// The initial size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    /// The thread limit of a search.
    pub threads_max: usize,
    /// The node limit of all searches and counts together; `None` is unlimited. Every search has at least one node.
    pub nodes: Option<u64>,
}

impl Default for SearchQuota {
    fn default() -> SearchQuota {
        SearchQuota { hash_mib: HASH_MIB, threads_max: usize::MAX, nodes: None }
    }
}

impl SearchQuota {
    /// Restricts a request to the remaining quota.
    fn narrow(&self, ask: &mut SearchRequest) {
        let options = &mut ask.options;
        options.threads = options.threads.min(self.threads_max);
        options.limits.nodes = options.limits.nodes.into_iter().chain(self.nodes.map(|left| left.max(1))).min();
    }

    /// Subtracts the nodes of a search.
    fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.map(|left| left.saturating_sub(nodes));
    }
}

/// A stop-watch that does not run while a search ponders.
#[derive(Clone, Debug)]
pub struct PonderClock(Arc<OnceLock<Instant>>);

impl PonderClock {
    /// Starts the watch, unless the search ponders.
    pub fn new(ponder: bool) -> PonderClock {
        let clock = PonderClock(Arc::default());
        if !ponder {
            clock.run();
        }
        clock
    }

    /// Starts the watch, if it does not run yet.
    pub fn run(&self) {
        self.0.get_or_init(Instant::now);
    }
}

impl Clock for PonderClock {
    fn elapsed(&self) -> Millis {
        let ms = self.0.get().map_or(0, |started| started.elapsed().as_millis());
        Millis(u64::try_from(ms).unwrap_or(u64::MAX))
    }
}

/// Work on the engines between searches.
type Chore = Box<dyn FnOnce(&mut Engines) + Send>;

/// A job of the thread; the sender in a chore is dropped when the chore is done.
enum Job {
    Tend(Chore, Sender<()>),
    Think { id: u64, game: Box<Game>, moves: Vec<String>, ask: SearchRequest, clock: PonderClock, stop: Stop },
    Open { id: u64, opening: Box<Opening>, rule: Rule, ask: SearchRequest, clock: PonderClock, stop: Stop },
    Count { id: u64, game: Box<Game>, depth: u32, stop: Stop },
}

pub struct ProtocolThread {
    jobs: Sender<Job>,
    stop: Stop,
}

impl ProtocolThread {
    /// Starts the thread; results go to `events`. It ends with its handle.
    pub fn start(events: SyncSender<Event>, quota: SearchQuota) -> (ProtocolThread, JoinHandle<()>) {
        let (jobs, inbox) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("duiyi-search".to_owned())
            .stack_size(STACK)
            .spawn(move || serve(&inbox, &events, quota))
            .expect("the operating system gives a program at least three threads");
        (ProtocolThread { jobs, stop: Stop::new() }, thread)
    }

    /// Searches `moves`; an empty list means every legal move.
    pub fn think(&mut self, id: u64, game: Game, moves: Vec<String>, ask: SearchRequest, clock: PonderClock) {
        self.stop = Stop::new();
        self.send(Job::Think { id, game: Box::new(game), moves, ask, clock, stop: self.stop.clone() });
    }

    /// Decides in an opening under `rule`.
    pub fn open(&mut self, id: u64, opening: Opening, rule: Rule, ask: SearchRequest, clock: PonderClock) {
        self.stop = Stop::new();
        self.send(Job::Open { id, opening: Box::new(opening), rule, ask, clock, stop: self.stop.clone() });
    }

    /// Counts leaf positions below each legal move.
    pub fn count(&mut self, id: u64, game: Game, depth: u32) {
        self.stop = Stop::new();
        self.send(Job::Count { id, game: Box::new(game), depth, stop: self.stop.clone() });
    }

    pub fn stop(&self) {
        self.stop.ask();
    }

    /// Makes the engine of `kind`, unless it exists.
    pub fn prepare(&self, kind: GameKind) {
        self.tend(Box::new(move |engines| engines.prepare(kind)));
    }

    /// Clears the tables for a new game.
    pub fn clear(&self) {
        self.tend(Box::new(Engines::clear));
    }

    /// Resizes the transposition table of each engine to `mib` mebibytes.
    pub fn set_hash(&self, mib: usize) {
        self.tend(Box::new(move |engines| engines.resize(mib)));
    }

    /// Sets the nets of the engines.
    pub fn set_nets(&self, nets: Nets) {
        self.tend(Box::new(move |engines| engines.set_nets(nets)));
    }

    /// Waits until a chore is done, so that no search pays for it. Must not be called during a search.
    fn tend(&self, chore: Chore) {
        let (done, wait) = mpsc::channel();
        self.send(Job::Tend(chore, done));
        // The dropped sender signals the end.
        let _ = wait.recv();
    }

    fn send(&self, job: Job) {
        self.jobs.send(job).expect("the thread lives as long as its handle and catches every panic");
    }
}

fn serve(inbox: &Receiver<Job>, events: &SyncSender<Event>, mut quota: SearchQuota) {
    // If the receiver is gone, the program is about to end.
    let tell = |event| drop(events.send(event));
    let mut engines = Engines::new(quota.hash_mib);
    while let Ok(job) = inbox.recv() {
        match job {
            Job::Tend(chore, done) => {
                chore(&mut engines);
                drop(done);
            }
            Job::Open { id, opening, rule, ask, clock, stop } => {
                let decide = |engines: &mut Engines| engines.decide(&opening, rule, &ask, &clock, &stop);
                tell(Event::Opened(id, guarded(&mut engines, decide).unwrap_or_default()));
            }
            Job::Count { id, game, depth, stop } => {
                let looks = Cell::new(0);
                let is_over = || {
                    looks.set(looks.get() + 1);
                    stop.is_asked() || quota.nodes.is_some_and(|left| looks.get() > left)
                };
                let counts = PerftCounts::of(&game, depth, is_over);
                quota.spend(looks.get());
                tell(Event::Counted(id, counts));
            }
            Job::Think { id, game, moves, mut ask, clock, stop } => {
                quota.narrow(&mut ask);
                let mut report = |thought: &SearchInfo<String>| tell(Event::Report(id, thought.clone()));
                let think =
                    |engines: &mut Engines| engines.think_among(&game, &moves, &ask, &clock, &stop, &mut report);
                let thought = guarded(&mut engines, think).unwrap_or_else(|_| {
                    tell(Event::Trouble("the search failed; the first legal move is played instead".to_owned()));
                    fallback(&game, &moves, clock.elapsed())
                });
                quota.spend(thought.nodes);
                tell(Event::Answer(id, thought));
            }
        }
    }
}

/// A legal move without a search: the game continues after a failed search.
fn fallback(game: &Game, moves: &[String], time: Millis) -> SearchInfo<String> {
    let best = game.legal_moves().into_iter().find(|mv| moves.is_empty() || moves.contains(mv));
    SearchInfo::unsearched(best, time)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use duiyi_core::game::Setup;
    use duiyi_core::search::{Level, Limits};

    use super::*;

    /// Returns the granted threads and nodes for a request of `threads` and `nodes`.
    fn narrowed(quota: SearchQuota, threads: usize, nodes: Option<u64>) -> (usize, Option<u64>) {
        let mut ask = SearchRequest::new(Limits { nodes, ..Limits::default() }, Level::MAX, 0);
        ask.options.threads = threads;
        quota.narrow(&mut ask);
        (ask.options.threads, ask.options.limits.nodes)
    }

    #[test]
    fn a_search_has_what_was_asked_for_unless_less_is_left() {
        assert_eq!(narrowed(SearchQuota::default(), 64, None), (64, None));
        assert_eq!(narrowed(SearchQuota::default(), 1, Some(7)), (1, Some(7)));
        let mut quota = SearchQuota { hash_mib: 1, threads_max: 2, nodes: Some(100) };
        assert_eq!(narrowed(quota, 64, None), (2, Some(100)));
        quota.spend(60);
        assert_eq!(narrowed(quota, 1, Some(50)), (1, Some(40)));
        quota.spend(60);
        assert_eq!(narrowed(quota, 1, Some(50)), (1, Some(1)));
    }

    #[test]
    fn a_count_ends_with_the_means_of_its_conversation() {
        let (events, heard) = mpsc::sync_channel(4);
        let (mut thread, _) =
            ProtocolThread::start(events, SearchQuota { hash_mib: 1, threads_max: 1, nodes: Some(100) });
        for (depth, is_whole) in [(1, true), (30, false), (3, false)] {
            thread.count(7, Game::new(&Setup::usual(GameKind::Xiangqi)), depth);
            let event = heard.recv_timeout(Duration::from_secs(60)).expect("it ends by itself");
            assert!(matches!(event, Event::Counted(7, counts) if counts.is_some() == is_whole), "depth {depth}");
        }
    }
}
