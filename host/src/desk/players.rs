//! The thread that keeps the external engines of the game on the desk and brings their answers.
//!
//! An external engine stays from game to game as long as the next one needs it, and is started before its first move,
//! so that its greeting does not cost it time.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use duiyi_core::base::{BySide, Millis, Side};
use duiyi_core::game::Game;
use duiyi_core::record::TimeControl;
use duiyi_core::search::Stop;
use duiyi_core::session::{Command, ExternalAnswer, SearchId, Task, Thinker};

use super::running::{RunningSearch, hold};
use crate::clock::MonotonicClock;
use crate::engines::{
    Decision, EngineClock, EngineCommand, EngineFault, EngineLimits, EngineTimeouts, ExternalEngine, FaultKind,
    Question,
};
use crate::reactor::Reactor;

/// The time for a move where the game has no clock: as long as a strong level takes, and no longer than a person waits.
const MOVE_TIME: Millis = Millis(2_000);

/// Kept back from the time for each move, so that an answer is heard before the flag falls.
const MARGIN: Millis = Millis(200);

enum Job {
    Seat(HashMap<String, EngineCommand>, Box<Game>),
    Think(Box<Task>, Stop, MonotonicClock),
}

/// A handle on the thread; dropping it ends the thread and every engine once the present search has stopped.
#[derive(Debug)]
pub struct ExternalPlayers {
    jobs: Sender<Job>,
    current: RunningSearch,
}

impl ExternalPlayers {
    /// Starts the thread. `answer` is called from it with [`Command::ExternalAnswered`].
    #[must_use]
    pub fn start(reactor: &Reactor, answer: impl Fn(Command) + Send + 'static) -> ExternalPlayers {
        let (jobs, inbox) = mpsc::channel();
        let reactor = reactor.clone();
        thread::Builder::new()
            .name("duiyi-guests".to_owned())
            .spawn(move || serve(&reactor, &inbox, &answer))
            .expect("the operating system gives a program at least three threads");
        ExternalPlayers { jobs, current: RunningSearch::default() }
    }

    /// Seats the external engines of a new game by their names, and sends all others away.
    pub fn seat(&mut self, engines: HashMap<String, EngineCommand>, game: Game) {
        self.stop();
        self.send(Job::Seat(engines, Box::new(game)));
    }

    /// Lets an external engine think, ending any search before it.
    pub fn think(&mut self, task: Box<Task>) {
        let stop = self.current.begin(task.id);
        self.send(Job::Think(task, stop, MonotonicClock::start()));
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
        self.jobs.send(job).expect("the thread of the engines lives as long as its handle");
    }
}

/// An external engine at the board, or why there is none.
struct Seated {
    spec: EngineCommand,
    engine: Result<ExternalEngine, EngineFault>,
}

fn serve(reactor: &Reactor, inbox: &Receiver<Job>, answer: &dyn Fn(Command)) {
    let mut seated: HashMap<String, Seated> = HashMap::new();
    while let Ok(job) = inbox.recv() {
        match job {
            Job::Seat(specs, game) => {
                seated.retain(|id, old| specs.get(id) == Some(&old.spec));
                for (id, spec) in specs {
                    let kept = seated.remove(&id).and_then(|old| old.engine.ok()).filter(ExternalEngine::is_running);
                    let engine =
                        kept.map_or_else(|| ExternalEngine::start(reactor, &spec, EngineTimeouts::default()), Ok);
                    let engine = engine.and_then(|mut engine| engine.new_game(&game).map(|()| engine));
                    seated.insert(id, Seated { spec, engine });
                }
            }
            Job::Think(task, stop, clock) => {
                let decided = ask(&mut seated, &task, &stop);
                hold(&task, &stop, &clock);
                answer(Command::ExternalAnswered { id: task.id, answer: decided });
            }
        }
    }
}

fn ask(seated: &mut HashMap<String, Seated>, task: &Task, stop: &Stop) -> ExternalAnswer {
    let Thinker::External { id, control, clocks } = &task.by else {
        return ExternalAnswer::Fail { code: "guest-gone", why: "no engine was asked".to_owned() };
    };
    let Some(seat) = seated.get_mut(id) else {
        return ExternalAnswer::Fail { code: "guest-gone", why: "the engine is not at the board".to_owned() };
    };
    let question = Question { game: &task.game, limits: limits(*control, *clocks, task.side), draw_offered: false };
    let thought = match &mut seat.engine {
        Ok(engine) => engine.think(&question, stop, &mut |_| {}),
        Err(fault) => Err(fault.clone()),
    };
    match thought {
        Ok(thought) => match thought.decision {
            Decision::Play { mv, draw } => ExternalAnswer::Play { mv, draw, score: thought.thought.score },
            Decision::Resign => ExternalAnswer::Resign,
        },
        Err(fault) => failure(&fault.kind),
    }
}

/// Returns a fault as the answer that loses the game.
fn failure(kind: &FaultKind) -> ExternalAnswer {
    ExternalAnswer::Fail { code: kind.code(), why: kind.to_string() }
}

fn limits(control: TimeControl, clocks: Option<BySide<Millis>>, side: Side) -> EngineLimits {
    let each = |time| EngineLimits { move_time: Some(time), ..EngineLimits::default() };
    match (control, clocks) {
        (TimeControl::Fischer { increment, .. }, Some(left)) => {
            let increment = BySide { first: increment, second: increment };
            let clock = EngineClock { left, increment, moves_to_go: None };
            EngineLimits { clock: Some(clock), ..EngineLimits::default() }
        }
        (TimeControl::PerMove { each: time }, _) => each(time.saturating_sub(MARGIN).max(Millis(50))),
        // No protocol has words for periods: what one move may use, an equal share of it while there is a budget.
        (TimeControl::ByoYomi { period, .. }, Some(left)) => {
            let (own, byo_yomi) = (control.usable(left[side]), control.in_byo_yomi(left[side]));
            let time = if byo_yomi { own } else { own.min(Millis(own.0 / 30 + period.0)) };
            each(time.saturating_sub(MARGIN).max(Millis(50)))
        }
        (TimeControl::ByoYomi { main, period, .. }, None) => {
            each(Millis(main.0 / 30).max(period).min(MOVE_TIME).max(Millis(50)))
        }
        // Before the first move no clock runs yet: it takes what it would in a game without one, or less.
        (TimeControl::Fischer { main, .. }, None) => each(Millis(main.0 / 30).min(MOVE_TIME).max(Millis(50))),
        (TimeControl::None, _) => each(MOVE_TIME),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_told_how_time_is_kept() {
        let left = BySide { first: Millis(5_000), second: Millis(9_000) };
        let fischer = TimeControl::Fischer { main: Millis(60_000), increment: Millis(500) };
        assert_eq!(limits(fischer, Some(left), Side::First).clock.unwrap().left, left);
        assert_eq!(limits(fischer, None, Side::First).move_time, Some(Millis(2_000)));
        assert_eq!(limits(TimeControl::None, None, Side::First).move_time, Some(MOVE_TIME));
        let each = TimeControl::PerMove { each: Millis(1_000) };
        assert_eq!(limits(each, None, Side::First).move_time, Some(Millis(800)));
        // Three seconds of the first of three periods are left to the first side; the second has a budget.
        let byo_yomi = TimeControl::ByoYomi { main: Millis(60_000), period: Millis(5_000), periods: 3 };
        let left = BySide { first: Millis(13_000), second: Millis(45_000) };
        assert_eq!(limits(byo_yomi, Some(left), Side::First).move_time, Some(Millis(2_800)));
        assert_eq!(limits(byo_yomi, Some(left), Side::Second).move_time, Some(Millis(5_966)));
    }
}
