//! The thread that searches for a protocol.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use duiyi_core::base::Millis;
use duiyi_core::engine::{Ask, Engines, Nets};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::gomoku::Rule;
use duiyi_core::gomoku::protocol::Opening;
use duiyi_core::search::{Clock, Stop, Thought};
use duiyi_host::guard::guarded;

use super::Event;
use crate::perft::Counts;

/// Stack for the search, whose depth is bounded; the lists of moves take most of it.
const STACK: usize = 16 << 20;
/// Memory of the transposition table before anybody sets it, in mebibytes.
pub const HASH_MIB: usize = 64;

/// A stop-watch that stands still while a search ponders.
#[derive(Clone, Debug)]
pub struct PonderClock(Arc<OnceLock<Instant>>);

impl PonderClock {
    /// Starts the watch, or leaves it standing for a search that ponders.
    pub fn new(ponder: bool) -> PonderClock {
        let clock = PonderClock(Arc::default());
        if !ponder {
            clock.run();
        }
        clock
    }

    /// Lets the watch run, if it does not yet.
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

/// Something to be done with the engines between searches.
type Chore = Box<dyn FnOnce(&mut Engines) + Send>;

/// What the thread is asked for; the sender of a chore goes when it is done.
enum Job {
    Tend(Chore, Sender<()>),
    Think { id: u64, game: Box<Game>, moves: Vec<String>, ask: Ask, clock: PonderClock, stop: Stop },
    Open { id: u64, opening: Box<Opening>, rule: Rule, ask: Ask, clock: PonderClock, stop: Stop },
    Count { id: u64, game: Box<Game>, depth: u32, stop: Stop },
}

/// A handle on the thread.
pub struct Thinker {
    jobs: Sender<Job>,
    stop: Stop,
}

impl Thinker {
    /// Starts the thread; what it finds goes to `events`.
    pub fn start(events: SyncSender<Event>) -> Thinker {
        let (jobs, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("duiyi-search".to_owned())
            .stack_size(STACK)
            .spawn(move || serve(&inbox, &events))
            .expect("the operating system gives a program at least three threads");
        Thinker { jobs, stop: Stop::new() }
    }

    /// Searches among `moves`; none stand for all of them.
    pub fn think(&mut self, id: u64, game: Game, moves: Vec<String>, ask: Ask, clock: PonderClock) {
        self.stop = Stop::new();
        self.send(Job::Think { id, game: Box::new(game), moves, ask, clock, stop: self.stop.clone() });
    }

    /// Decides in an opening under `rule`.
    pub fn open(&mut self, id: u64, opening: Opening, rule: Rule, ask: Ask, clock: PonderClock) {
        self.stop = Stop::new();
        self.send(Job::Open { id, opening: Box::new(opening), rule, ask, clock, stop: self.stop.clone() });
    }

    /// Counts leaf positions below each legal move.
    pub fn count(&mut self, id: u64, game: Game, depth: u32) {
        self.stop = Stop::new();
        self.send(Job::Count { id, game: Box::new(game), depth, stop: self.stop.clone() });
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.ask();
    }

    /// Makes the engine of `kind`, unless it stands already.
    pub fn prepare(&self, kind: GameKind) {
        self.tend(Box::new(move |engines| engines.prepare(kind)));
    }

    /// Forgets what was learned: a new game begins.
    pub fn clear(&self) {
        self.tend(Box::new(Engines::clear));
    }

    /// Gives each engine a transposition table of `mib` mebibytes.
    pub fn set_hash(&self, mib: usize) {
        self.tend(Box::new(move |engines| engines.resize(mib)));
    }

    /// Lets the engines judge by `nets`.
    pub fn set_nets(&self, nets: Nets) {
        self.tend(Box::new(move |engines| engines.set_nets(nets)));
    }

    /// Waits until a chore is done, so that no search pays for it. It must not be asked for during a search.
    fn tend(&self, chore: Chore) {
        let (done, wait) = mpsc::channel();
        self.send(Job::Tend(chore, done));
        // Its end is heard of by the sender's going, without a word.
        let _ = wait.recv();
    }

    fn send(&self, job: Job) {
        self.jobs.send(job).expect("the thread lives as long as its handle and catches every panic");
    }
}

fn serve(inbox: &Receiver<Job>, events: &SyncSender<Event>) {
    // Once nobody listens the program is about to end; what is left to say is said to nobody.
    let tell = |event| drop(events.send(event));
    let mut engines = Engines::new(HASH_MIB);
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
                tell(Event::Counted(id, Counts::of(&game, depth, || stop.is_asked())));
            }
            Job::Think { id, game, moves, ask, clock, stop } => {
                let mut report = |thought: &Thought<String>| tell(Event::Report(id, thought.clone()));
                let think =
                    |engines: &mut Engines| engines.think_among(&game, &moves, &ask, &clock, &stop, &mut report);
                let thought = guarded(&mut engines, think).unwrap_or_else(|_| {
                    tell(Event::Trouble("the search failed; the first legal move is played instead".to_owned()));
                    fallback(&game, &moves, clock.elapsed())
                });
                tell(Event::Answer(id, thought));
            }
        }
    }
}

/// A legal move without any thought behind it: a game goes on after a search that failed.
fn fallback(game: &Game, moves: &[String], time: Millis) -> Thought<String> {
    let best = game.legal_moves().into_iter().find(|mv| moves.is_empty() || moves.contains(mv));
    Thought::unsearched(best, time)
}
