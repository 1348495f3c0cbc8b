//! The thread that searches. It takes one task at a time, can be stopped at any moment, and outlives a crash of an
//! engine.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use duiyi_core::engine::{Engines, SearchMethod, SearchRequest};
use duiyi_core::explain;
use duiyi_core::game::Game;
use duiyi_core::search::{Level, Limits, Stop};
use duiyi_core::session::{Command, Purpose, SearchId, Task};

use super::effort::FullStrengthLimits;
use super::running::{RunningSearch, hold};
use crate::clock::MonotonicClock;
use crate::guard::guarded;
use crate::settings::Settings;

/// Memory of the transposition table, in mebibytes, for the few thousand nodes of the levels below the highest.
const LEVEL_HASH_MIB: usize = 2;

enum Job {
    NewGame,
    /// With the memory of the transposition table, in mebibytes, if the search needs all that it may have.
    Think(Box<Task>, SearchRequest, Option<usize>, Stop, MonotonicClock),
}

/// How the built-in engine plays, where a person has the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayOptions {
    /// How it searches at Gomoku.
    pub method: SearchMethod,
    /// Whether it plays the openings from its books.
    pub book: bool,
    /// What its full strength may take.
    pub effort: FullStrengthLimits,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions { method: SearchMethod::default(), book: true, effort: FullStrengthLimits::default() }
    }
}

impl From<&Settings> for PlayOptions {
    fn from(settings: &Settings) -> PlayOptions {
        let (method, book) = (settings.gomoku_search.into(), settings.opening_book);
        PlayOptions { method, book, effort: (&settings.engine).into() }
    }
}

/// A handle on the search thread; dropping it ends the thread once its search has stopped.
#[derive(Debug)]
pub struct EngineThread {
    jobs: Sender<Job>,
    current: RunningSearch,
    play_options: PlayOptions,
}

impl EngineThread {
    /// Starts the thread. `answer` is called from it with [`Command::Thought`], with [`Command::Advised`] where advice
    /// was asked for, in an opening with [`Command::Decided`], or with [`Command::EngineFailed`].
    #[must_use]
    pub fn start(answer: impl Fn(Command) + Send + 'static) -> EngineThread {
        let (jobs, inbox) = mpsc::channel();
        thread::Builder::new()
            .name("duiyi-search".to_owned())
            // Recursion is bounded by the search depth; the frame's lines and move lists take most of the stack.
            .stack_size(16 << 20)
            .spawn(move || serve(&inbox, &answer))
            .expect("the operating system gives a program at least two threads");
        EngineThread { jobs, current: RunningSearch::default(), play_options: PlayOptions::default() }
    }

    /// Forgets what the engines learned from the last game.
    pub fn new_game(&mut self) {
        self.stop();
        self.send(Job::NewGame);
    }

    /// Plays in this play_options from the next task on.
    pub fn choose(&mut self, play_options: PlayOptions) {
        self.play_options = play_options;
    }

    /// Searches at `level` and within `limits`, ending any search before it.
    pub fn think(&mut self, task: Box<Task>, level: Level, limits: Limits) {
        let PlayOptions { method, book, effort } = self.play_options;
        // Who asks for advice wants to hear what a search says of it.
        let book = book && task.purpose == Purpose::Move;
        let mut ask = SearchRequest { method, book, ..SearchRequest::new(limits, level, task.seed) };
        ask.options.day_form = task.day_form;
        // The levels below the highest were measured with one thread.
        if level == Level::MAX && task.purpose == Purpose::Move {
            ask.options.limits = effort.within(limits, task.is_timed);
            ask.options.threads = effort.threads.max(1);
        }
        let is_large = level == Level::MAX || task.purpose == Purpose::Hint || method == SearchMethod::Mcts;
        let hash_mib = is_large.then_some(effort.hash_mib);
        let stop = self.current.begin(task.id);
        self.send(Job::Think(task, ask, hash_mib, stop, MonotonicClock::start()));
    }

    /// Asks the search `id` to end; it answers with what it has.
    pub fn finish(&mut self, id: SearchId) {
        self.current.finish(id);
    }

    /// Asks any search to end.
    pub fn stop(&mut self) {
        self.current.stop();
    }

    fn send(&self, job: Job) {
        self.jobs.send(job).expect("the search thread lives as long as its handle and catches every panic");
    }
}

fn serve(inbox: &Receiver<Job>, answer: &dyn Fn(Command)) {
    let mut engines = Engines::new(LEVEL_HASH_MIB);
    while let Ok(job) = inbox.recv() {
        match job {
            Job::NewGame if engines.hash_mib() == LEVEL_HASH_MIB => engines.clear(),
            Job::NewGame => engines.resize(LEVEL_HASH_MIB),
            Job::Think(task, ask, hash_mib, stop, clock) => {
                if let Some(hash_mib) = hash_mib.filter(|&wanted| wanted != engines.hash_mib()) {
                    engines.resize(hash_mib);
                }
                let command = search(&mut engines, &task, &ask, &stop, &clock);
                hold(&task, &stop, &clock);
                answer(command);
            }
        }
    }
}

fn search(engines: &mut Engines, task: &Task, ask: &SearchRequest, stop: &Stop, clock: &MonotonicClock) -> Command {
    let id = task.id;
    let think = |engines: &mut Engines| match (&task.opening, &task.game) {
        (Some(opening), Game::Gomoku(played)) => {
            let rule = played.position().rule();
            Command::Decided { id, choices: engines.decide(opening, rule, ask, clock, stop) }
        }
        _ => {
            let thought = engines.think(&task.game, ask, clock, stop, &mut |_| {});
            match task.purpose {
                Purpose::Move => Command::Thought { id, thought },
                Purpose::Hint => {
                    let reasons = explain::merits(&task.game, thought.pv());
                    Command::Advised { id, thought, reasons }
                }
            }
        }
    };
    guarded(engines, think).unwrap_or_else(|words| Command::EngineFailed {
        id,
        why: format!("the engine stopped ({words}); your game is safe"),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use duiyi_core::base::{Millis, Side};
    use duiyi_core::game::{GameKind, Setup};
    use duiyi_core::session::Thinker;

    use super::*;

    #[test]
    fn moves_come_from_the_book_unless_it_was_put_away_and_advice_never_does() {
        let (sender, answers) = mpsc::channel();
        let mut worker = EngineThread::start(move |command| drop(sender.send(command)));
        let game = Game::new(&Setup::usual(GameKind::Xiangqi));
        let (level, limits) = (Level::MAX, Limits { nodes: Some(100), ..Limits::default() });
        let mut nodes = |purpose, book| {
            worker.choose(PlayOptions { book, ..PlayOptions::default() });
            let task = Task {
                id: SearchId(1),
                purpose,
                side: Side::First,
                game: game.clone(),
                opening: None,
                by: Thinker::BuiltIn { level, limits },
                is_timed: false,
                seed: 7,
                day_form: 7,
                visible_min: Millis(0),
            };
            worker.think(Box::new(task), level, limits);
            match answers.recv_timeout(Duration::from_secs(60)).expect("the answer comes") {
                Command::Thought { thought, .. } | Command::Advised { thought, .. } => thought.nodes,
                other => panic!("{other:?} is no thought"),
            }
        };
        assert_eq!(nodes(Purpose::Move, true), 0);
        assert!(nodes(Purpose::Move, false) > 0);
        assert!(nodes(Purpose::Hint, true) > 0);
    }
}
