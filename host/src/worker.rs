//! The thread that searches. It takes one task at a time, can be stopped at any moment, and outlives a crash of an engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use duiyi_core::search::{Clock, Features, Level, Limits, Stop};
use duiyi_core::session::{Ask, Command, Engines, SearchId, Table, Task};

use crate::clock::MonotonicClock;

/// The memory of each engine's transposition table, in mebibytes: enough for the eight seconds of the highest level.
pub const HASH_MIB: usize = 32;

/// The threads of a search: the levels were measured with one.
pub const THREADS: usize = 1;

/// How often a held answer looks whether it is still wanted.
const HOLD_STEP: Duration = Duration::from_millis(10);

enum Job {
    NewGame,
    Think(Box<Task>, Level, Limits, Stop, MonotonicClock),
}

/// A handle on the search thread; dropping it ends the thread once its search has stopped.
#[derive(Debug)]
pub struct Worker {
    jobs: Sender<Job>,
    current: Option<(SearchId, Stop)>,
}

impl Worker {
    /// Starts the thread. `answer` is called from it with [`Command::Thought`], in an opening with
    /// [`Command::Decided`], or with [`Command::EngineFailed`].
    #[must_use]
    pub fn start(answer: impl Fn(Command) + Send + 'static) -> Worker {
        let (jobs, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("duiyi-search".to_owned())
            // Recursion is bounded by the search depth; the frame's lines and move lists take most of the stack.
            .stack_size(16 << 20)
            .spawn(move || serve(&inbox, &answer))
            .expect("the operating system gives a program at least two threads");
        Worker { jobs, current: None }
    }

    /// Forgets what the engines learned from the last game.
    pub fn new_game(&mut self) {
        self.stop();
        self.send(Job::NewGame);
    }

    /// Searches at `level` and within `limits`, ending any search before it.
    pub fn think(&mut self, task: Box<Task>, level: Level, limits: Limits) {
        self.stop();
        let stop = Stop::new();
        self.current = Some((task.id, stop.clone()));
        self.send(Job::Think(task, level, limits, stop, MonotonicClock::start()));
    }

    /// Asks the search `id` to end; it answers with what it has.
    pub fn finish(&mut self, id: SearchId) {
        if let Some((_, stop)) = self.current.as_ref().filter(|(current, _)| *current == id) {
            stop.ask();
        }
    }

    /// Asks any search to end.
    pub fn stop(&mut self) {
        if let Some((_, stop)) = self.current.take() {
            stop.ask();
        }
    }

    fn send(&self, job: Job) {
        self.jobs.send(job).expect("the search thread lives as long as its handle and catches every panic");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

fn serve(inbox: &Receiver<Job>, answer: &dyn Fn(Command)) {
    let mut engines = Engines::new(HASH_MIB);
    while let Ok(job) = inbox.recv() {
        match job {
            Job::NewGame => engines.clear(),
            Job::Think(task, level, limits, stop, clock) => {
                let ask = Ask { limits, level, seed: task.seed, multipv: 1, threads: THREADS, features: Features::ALL };
                let command = search(&mut engines, &task, &ask, &stop, &clock);
                while clock.elapsed() < task.visible_min && !stop.is_asked() {
                    thread::sleep(HOLD_STEP);
                }
                answer(command);
            }
        }
    }
}

fn search(engines: &mut Engines, task: &Task, ask: &Ask, stop: &Stop, clock: &MonotonicClock) -> Command {
    let id = task.id;
    let think = || match (&task.opening, &task.table) {
        (Some(opening), Table::Gomoku(played)) => {
            let rule = played.position().rule();
            Command::Decided { id, choices: engines.decide(opening, rule, ask, clock, stop) }
        }
        _ => Command::Thought { id, thought: engines.think(&task.table, ask, clock, stop, &mut |_| {}) },
    };
    match catch_unwind(AssertUnwindSafe(think)) {
        Ok(command) => command,
        Err(panic) => {
            // Whatever state the panic left behind is not trusted again.
            engines.discard();
            let why = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let why = why.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            Command::EngineFailed { id, why: format!("the engine stopped ({why}); your game is safe") }
        }
    }
}
