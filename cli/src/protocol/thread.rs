//! The search thread of a protocol.

use std::cell::Cell;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::Instant;

use duiyi_core::base::{Millis, Rng};
use duiyi_core::engine::{Nets, SearchRequest};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::gomoku::Rule;
use duiyi_core::gomoku::protocol::Opening;
use duiyi_core::search::{Clock, SearchInfo};
use duiyi_host::books::OpeningBook;
use duiyi_host::thinking::{EngineSettings, Mind, SearchQuestion, SearchThread};

use super::Event;
use crate::perft::PerftCounts;

/// Default memory of the transposition table, in mebibytes.
pub const HASH_MIB: usize = 64;

/// The resources of a conversation's searches.
#[derive(Clone, Copy, Debug)]
pub struct SearchQuota {
    /// Initial memory of the transposition table, in mebibytes.
    pub hash_mib: usize,
    /// The thread limit of a search.
    pub threads_max: usize,
    /// Bound of the nodes of all searches and counts together; `None` is no bound. A search has one node at least.
    pub nodes: Option<u64>,
}

impl Default for SearchQuota {
    fn default() -> SearchQuota {
        SearchQuota { hash_mib: HASH_MIB, threads_max: usize::MAX, nodes: None }
    }
}

impl SearchQuota {
    /// Narrows a request to what is left.
    fn narrow(&self, request: &mut SearchRequest) {
        let options = &mut request.options;
        options.threads = options.threads.min(self.threads_max);
        options.limits.nodes = options.limits.nodes.into_iter().chain(self.nodes.map(|left| left.max(1))).min();
    }

    /// Subtracts the nodes of a search.
    fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.map(|left| left.saturating_sub(nodes));
    }
}

/// A clock that does not run while a search ponders.
#[derive(Clone, Debug)]
pub struct PonderClock(Arc<OnceLock<Instant>>);

impl PonderClock {
    /// Makes a clock that runs, unless the search ponders.
    pub fn new(ponder: bool) -> PonderClock {
        let clock = PonderClock(Arc::default());
        if !ponder {
            clock.run();
        }
        clock
    }

    /// Starts the clock, if it does not run yet.
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

/// What the thread owns.
struct State {
    mind: Mind,
    /// The books that answer before the built-in one, in order.
    books: Vec<OpeningBook>,
    events: SyncSender<Event>,
    quota: SearchQuota,
}

impl State {
    fn send(&self, event: Event) {
        // The receiver is gone once the conversation has ended.
        let _ = self.events.send(event);
    }

    /// Returns the move of the first book that knows the position. A book that cannot be read is closed.
    fn recall(&mut self, game: &Game, moves: &[String], request: &SearchRequest) -> Option<String> {
        if !request.reads_books() {
            return None;
        }
        let rng = &mut Rng::from_seed(request.options.seed);
        let mut found = None;
        let events = &self.events;
        self.books.retain(|book| {
            if found.is_some() {
                return true;
            }
            match book.choose(game, rng) {
                Ok(chosen) => {
                    found = chosen.filter(|mv| moves.is_empty() || moves.contains(mv));
                    true
                }
                Err(why) => {
                    let _ = events.send(Event::Trouble(why.to_string()));
                    false
                }
            }
        });
        found
    }
}

/// Owns the thread that searches for a protocol. One search at a time: the caller begins the next one after the answer.
pub struct ProtocolThread(SearchThread<State>);

impl ProtocolThread {
    /// Starts the thread, which sends its results to `events`.
    pub fn start(events: SyncSender<Event>, quota: SearchQuota) -> ProtocolThread {
        let settings = EngineSettings::full_strength(quota.hash_mib);
        let open = move || State { mind: Mind::built_in(&settings), books: Vec::new(), events, quota };
        ProtocolThread(SearchThread::start("duiyi-search", open))
    }

    /// Searches among `moves`; an empty list means every legal move. A search that fails answers with the first legal
    /// move.
    pub fn think(&mut self, id: u64, game: Game, moves: Vec<String>, mut request: SearchRequest, clock: PonderClock) {
        self.0.begin(id, move |state, stop| {
            state.quota.narrow(&mut request);
            if let Some(best) = state.recall(&game, &moves, &request) {
                let info = SearchInfo::unsearched(Some(best), clock.elapsed());
                state.send(Event::Report(id, info.clone()));
                return state.send(Event::Answer(id, info));
            }
            let question = SearchQuestion { game: &game, moves: &moves, request, clocks: None, clock: &clock };
            let State { mind, events, .. } = state;
            let mut report = |info: &SearchInfo<String>| drop(events.send(Event::Report(id, info.clone())));
            let info = match mind.think(&question, stop, Some(&mut report)) {
                Ok(answer) => answer.info,
                Err(_) => {
                    state.send(Event::Trouble("the search failed; the first legal move is played instead".to_owned()));
                    fallback(&game, &moves, clock.elapsed())
                }
            };
            state.quota.spend(info.nodes);
            state.send(Event::Answer(id, info));
        });
    }

    /// Decides in an opening under `rule`.
    pub fn open(&mut self, id: u64, opening: Opening, rule: Rule, request: SearchRequest, clock: PonderClock) {
        self.0.begin(id, move |state, stop| {
            let choices = state.mind.decide(&opening, rule, &request, &clock, stop).unwrap_or_default();
            state.send(Event::Opened(id, choices));
        });
    }

    /// Counts leaf positions below each legal move.
    pub fn count(&mut self, id: u64, game: Game, depth: u32) {
        self.0.begin(id, move |state, stop| {
            let looks = Cell::new(0);
            let is_over = || {
                looks.set(looks.get() + 1);
                stop.is_asked() || state.quota.nodes.is_some_and(|left| looks.get() > left)
            };
            let counts = PerftCounts::of(&game, depth, is_over);
            state.quota.spend(looks.get());
            state.send(Event::Counted(id, counts));
        });
    }

    /// Asks the search to end; it answers with what it has.
    pub fn stop(&mut self) {
        self.0.stop();
    }

    /// Makes the engine of `kind`, if it is not made yet.
    pub fn prepare(&self, kind: GameKind) {
        self.tend(move |mind| mind.make_engine(kind));
    }

    /// Clears the engine's memory before a new game.
    pub fn clear(&self) {
        self.tend(Mind::forget);
    }

    /// Gives the engine a transposition table of `mib` mebibytes.
    pub fn set_hash(&self, mib: usize) {
        self.tend(move |mind| mind.set_hash_mib(mib));
    }

    /// Changes the nets of the engine.
    pub fn set_nets(&self, nets: Nets) {
        self.tend(move |mind| mind.set_nets(nets));
    }

    /// Replaces the opening books in files, in the order in which they are looked up.
    pub fn set_books(&self, books: Vec<OpeningBook>) {
        self.0.tend(move |state| state.books = books);
    }

    /// Ends the thread after its running search, which is stopped.
    pub fn end(self) -> JoinHandle<()> {
        self.0.end()
    }

    /// Waits until `work` is done, so that no search pays for it. Must not be called during a search.
    fn tend(&self, work: impl FnOnce(&mut Mind) + Send + 'static) {
        let (done, wait) = mpsc::channel::<()>();
        self.0.tend(move |state| {
            work(&mut state.mind);
            drop(done);
        });
        // Fails as soon as the sender is dropped, which is all that is waited for.
        let _ = wait.recv();
    }
}

/// Returns a legal move without a search: a game goes on after a search that failed.
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
        let quota = SearchQuota { hash_mib: 1, threads_max: 1, nodes: Some(100) };
        let mut thread = ProtocolThread::start(events, quota);
        for (depth, is_whole) in [(1, true), (30, false), (3, false)] {
            thread.count(7, Game::new(&Setup::usual(GameKind::Xiangqi)), depth);
            let event = heard.recv_timeout(Duration::from_secs(60)).expect("it ends by itself");
            assert!(matches!(event, Event::Counted(7, counts) if counts.is_some() == is_whole), "depth {depth}");
        }
    }
}
