//! The thread that keeps the guests of the game on the desk and brings their answers.
//!
//! A guest stays from game to game as long as the next one needs it, and is started before its first move, so that its
//! greeting does not cost it time.

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use duiyi_core::base::{BySide, Millis, Side};
use duiyi_core::game::Game;
use duiyi_core::record::TimeControl;
use duiyi_core::search::Stop;
use duiyi_core::session::{Command, GuestAnswer, SearchId, Task, Thinker};

use super::current::{Current, hold};
use crate::clock::MonotonicClock;
use crate::engines::{Decision, FaultKind, Guest, GuestClock, GuestFault, GuestLimits, GuestSpec, Patience, Question};
use crate::reactor::Reactor;

/// The time for a move where the game has no clock: as long as a strong level takes, and no longer than a person waits.
const MOVE_TIME: Millis = Millis(2_000);

/// Kept back from the time for each move, so that an answer is heard before the flag falls.
const MARGIN: Millis = Millis(200);

enum Job {
    Seat(HashMap<String, GuestSpec>, Box<Game>),
    Think(Box<Task>, Stop, MonotonicClock),
}

/// A handle on the thread; dropping it ends the thread and every guest once the present search has stopped.
#[derive(Debug)]
pub struct Players {
    jobs: Sender<Job>,
    current: Current,
}

impl Players {
    /// Starts the thread. `answer` is called from it with [`Command::GuestAnswered`].
    #[must_use]
    pub fn start(reactor: &Reactor, answer: impl Fn(Command) + Send + 'static) -> Players {
        let (jobs, inbox) = mpsc::channel();
        let reactor = reactor.clone();
        thread::Builder::new()
            .name("duiyi-guests".to_owned())
            .spawn(move || serve(&reactor, &inbox, &answer))
            .expect("the operating system gives a program at least three threads");
        Players { jobs, current: Current::default() }
    }

    /// Seats the guests of a new game by their names, and sends all others away.
    pub fn seat(&mut self, guests: HashMap<String, GuestSpec>, game: Game) {
        self.stop();
        self.send(Job::Seat(guests, Box::new(game)));
    }

    /// Lets a guest think, ending any search before it.
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
        self.jobs.send(job).expect("the thread of the guests lives as long as its handle");
    }
}

/// A guest at the board, or why there is none.
struct Seated {
    spec: GuestSpec,
    guest: Result<Guest, GuestFault>,
}

fn serve(reactor: &Reactor, inbox: &Receiver<Job>, answer: &dyn Fn(Command)) {
    let mut seated: HashMap<String, Seated> = HashMap::new();
    while let Ok(job) = inbox.recv() {
        match job {
            Job::Seat(specs, game) => {
                seated.retain(|id, old| specs.get(id) == Some(&old.spec));
                for (id, spec) in specs {
                    let kept = seated.remove(&id).and_then(|old| old.guest.ok()).filter(Guest::is_running);
                    let guest = kept.map_or_else(|| Guest::start(reactor, &spec, Patience::default()), Ok);
                    let guest = guest.and_then(|mut guest| guest.new_game(&game).map(|()| guest));
                    seated.insert(id, Seated { spec, guest });
                }
            }
            Job::Think(task, stop, clock) => {
                let decided = ask(&mut seated, &task, &stop);
                hold(&task, &stop, &clock);
                answer(Command::GuestAnswered { id: task.id, answer: decided });
            }
        }
    }
}

fn ask(seated: &mut HashMap<String, Seated>, task: &Task, stop: &Stop) -> GuestAnswer {
    let Thinker::Guest { id, control, clocks } = &task.by else {
        return GuestAnswer::Fail { code: "guest-gone", why: "no guest was asked".to_owned() };
    };
    let Some(seat) = seated.get_mut(id) else {
        return GuestAnswer::Fail { code: "guest-gone", why: "the guest is not at the board".to_owned() };
    };
    let question = Question { game: &task.game, limits: limits(*control, *clocks, task.side), draw_offered: false };
    let thought = match &mut seat.guest {
        Ok(guest) => guest.think(&question, stop, &mut |_| {}),
        Err(fault) => Err(fault.clone()),
    };
    match thought {
        Ok(thought) => match thought.decision {
            Decision::Play { mv, draw } => GuestAnswer::Play { mv, draw, score: thought.thought.score },
            Decision::Resign => GuestAnswer::Resign,
        },
        Err(fault) => failure(&fault.kind),
    }
}

/// Returns a fault as the answer that loses the game.
fn failure(kind: &FaultKind) -> GuestAnswer {
    GuestAnswer::Fail { code: kind.code(), why: kind.to_string() }
}

fn limits(control: TimeControl, clocks: Option<BySide<Millis>>, side: Side) -> GuestLimits {
    let each = |time| GuestLimits { move_time: Some(time), ..GuestLimits::default() };
    match (control, clocks) {
        (TimeControl::Fischer { increment, .. }, Some(left)) => {
            let increment = BySide { first: increment, second: increment };
            let clock = GuestClock { left, increment, moves_to_go: None };
            GuestLimits { clock: Some(clock), ..GuestLimits::default() }
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
    fn a_guest_is_told_how_time_is_kept() {
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
