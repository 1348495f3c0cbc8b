//! The external engines of the game on the desk.
//!
//! An external engine keeps running if the next game needs it. It starts before its first move, so that its handshake
//! takes no time of its clock.

use std::collections::HashMap;

use duiyi_core::base::{BySide, Millis, Side};
use duiyi_core::engine::SearchRequest;
use duiyi_core::game::Game;
use duiyi_core::record::TimeControl;
use duiyi_core::search::{Level, Limits, Stop, TimeLimit};
use duiyi_core::session::{Command, ExternalAnswer, SearchId, SearchTask, TaskEngine};

use super::pacing::hold;
use crate::clock::MonotonicClock;
use crate::engines::{Decision, EngineClock, EngineCommand, EngineTimeouts};
use crate::reactor::Reactor;
use crate::thinking::{EngineSpec, Mind, SearchFault, SearchQuestion, SearchThread};

/// The time for a move in a game without a clock: as much as a strong level takes.
const MOVE_TIME: Millis = Millis(2_000);

/// Subtracted from the time of each move, so that the answer arrives before the flag falls.
const MARGIN: Millis = Millis(200);

/// The least time for a move.
const LEAST: Millis = Millis(50);

/// The divisor of the remaining time of the game.
const SHARE: u64 = 30;

/// Owns the thread of the external engines. Dropping it stops the search and ends every engine.
pub struct ExternalPlayers {
    thread: SearchThread<Seats>,
}

/// The state of the thread.
struct Seats {
    reactor: Reactor,
    seated: HashMap<String, Seated>,
    answer: Box<dyn Fn(Command) + Send>,
}

/// An external engine in the game.
struct Seated {
    command: EngineCommand,
    mind: Mind,
    /// The error of the engine's start, if it failed.
    begun: Result<(), SearchFault>,
}

impl ExternalPlayers {
    /// Starts the thread. `answer` is called from it with [`Command::ExternalAnswered`].
    #[must_use]
    pub fn start(reactor: &Reactor, answer: impl Fn(Command) + Send + 'static) -> ExternalPlayers {
        let reactor = reactor.clone();
        let open = move || Seats { reactor, seated: HashMap::new(), answer: Box::new(answer) };
        ExternalPlayers { thread: SearchThread::start("duiyi-engines", open) }
    }

    /// Starts the engines of a new game by their ids, and ends all others.
    pub fn seat(&mut self, engines: HashMap<String, EngineCommand>, game: Game) {
        self.stop();
        self.thread.tend(move |seats| seats.seat(engines, &game));
    }

    /// Starts a search and stops the one before it.
    pub fn think(&mut self, task: Box<SearchTask>) {
        let clock = MonotonicClock::start();
        self.thread.begin(task.id.0, move |seats, stop| {
            let answer = seats.ask(&task, stop, &clock);
            hold(&task, stop, &clock);
            (seats.answer)(Command::ExternalAnswered { id: task.id, answer });
        });
    }

    /// Stops the search `id`; it answers with its best move so far.
    pub fn finish(&mut self, id: SearchId) {
        self.thread.finish(id.0);
    }

    /// Stops any search.
    pub fn stop(&mut self) {
        self.thread.stop();
    }
}

impl Seats {
    fn seat(&mut self, engines: HashMap<String, EngineCommand>, game: &Game) {
        let Seats { reactor, seated, .. } = self;
        seated.retain(|id, old| engines.get(id) == Some(&old.command));
        for (id, command) in engines {
            let kept = seated.remove(&id).filter(|old| old.begun.is_ok() && old.mind.is_running());
            let open = || Mind::open(reactor, &EngineSpec::External(command.clone()), EngineTimeouts::default());
            let mut mind = kept.map_or_else(open, |old| old.mind);
            let begun = mind.new_game(game);
            seated.insert(id, Seated { command, mind, begun });
        }
    }

    fn ask(&mut self, task: &SearchTask, stop: &Stop, clock: &MonotonicClock) -> ExternalAnswer {
        let TaskEngine::External { id, controls, clocks } = &task.by else {
            return ExternalAnswer::Fail { code: "engine-gone", why: "no external engine was asked".to_owned() };
        };
        let Some(Seated { mind, begun, .. }) = self.seated.get_mut(id) else {
            return ExternalAnswer::Fail { code: "engine-gone", why: "the engine is not at the board".to_owned() };
        };
        let (time, clocks) = budget(*controls, *clocks, task.side);
        let limits = Limits { time, ..Limits::default() };
        let request = SearchRequest::new(limits, Level::MAX, task.seed);
        let question = SearchQuestion { game: &task.game, moves: &[], request, clocks, clock };
        let answer = begun.clone().and_then(|()| mind.think(&question, stop, None));
        match answer.map(|answer| (answer.decision, answer.score)) {
            Ok((Some(Decision::Play { mv, draw }), score)) => {
                mind.succeeded();
                ExternalAnswer::Play { mv, draw, score }
            }
            Ok((Some(Decision::Resign) | None, _)) => ExternalAnswer::Resign,
            Err(SearchFault { code, why, .. }) => ExternalAnswer::Fail { code, why },
        }
    }
}

/// Returns the time of an external engine's search, or the clocks that its protocol can carry.
fn budget(
    controls: BySide<TimeControl>,
    left: Option<BySide<Millis>>,
    side: Side,
) -> (Option<TimeLimit>, Option<EngineClock>) {
    let control = controls[side];
    if let (TimeControl::Fischer { main, .. }, Some(left)) = (control, left) {
        let increment = controls.map(|control| match control {
            TimeControl::Fischer { increment, .. } => increment,
            _ => Millis(0),
        });
        return (None, Some(EngineClock { main, left, increment, moves_to_go: None }));
    }
    let share = |main: Millis| Millis(main.0 / SHARE);
    let max = match (control, left) {
        // Before the first move no clock runs: use at most the time of a game without one.
        (TimeControl::Fischer { main, .. }, None) => share(main).min(MOVE_TIME),
        (TimeControl::ByoYomi { main, period, .. }, None) => share(main).max(period).min(MOVE_TIME),
        _ => {
            // A fixed time for each move is available in full.
            let own = left.map(|left| left[side]).filter(|_| !matches!(control, TimeControl::PerMove { .. }));
            match control.budget(own, None, MARGIN) {
                None => MOVE_TIME,
                Some(TimeLimit::Move { max, .. }) => max,
                // No protocol has periods: use an equal share of the main time, and a period.
                Some(TimeLimit::Clock { left, increment, overhead, .. }) => {
                    left.min(share(left) + increment).saturating_sub(overhead)
                }
            }
        }
    };
    (Some(TimeLimit::Move { max: max.max(LEAST), spend_all: true }), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_told_how_time_is_kept() {
        let left = BySide { first: Millis(5_000), second: Millis(9_000) };
        let fischer = TimeControl::Fischer { main: Millis(60_000), increment: Millis(500) };
        let both = |control: TimeControl| BySide::from_fn(|_| control);
        let move_time = |control, left, side| match budget(both(control), left, side) {
            (Some(TimeLimit::Move { max, .. }), None) => Some(max),
            _ => None,
        };
        assert_eq!(budget(both(fischer), Some(left), Side::First).1.unwrap().left, left);
        // With time odds each side has its own increment.
        let half = TimeControl::Fischer { main: Millis(30_000), increment: Millis(250) };
        let increment = BySide { first: Millis(500), second: Millis(250) };
        for (side, main) in [(Side::First, Millis(60_000)), (Side::Second, Millis(30_000))] {
            let (_, clock) = budget(BySide { first: fischer, second: half }, Some(left), side);
            assert_eq!(clock, Some(EngineClock { main, left, increment, moves_to_go: None }));
        }
        assert_eq!(move_time(fischer, None, Side::First), Some(Millis(2_000)));
        assert_eq!(move_time(TimeControl::None, None, Side::First), Some(MOVE_TIME));
        let each = TimeControl::PerMove { each: Millis(1_000) };
        assert_eq!(move_time(each, None, Side::First), Some(Millis(800)));
        // The first side has three seconds of its first period left; the second has main time.
        let byo_yomi = TimeControl::ByoYomi { main: Millis(60_000), period: Millis(5_000), periods: 3 };
        let left = BySide { first: Millis(13_000), second: Millis(45_000) };
        assert_eq!(move_time(byo_yomi, Some(left), Side::First), Some(Millis(2_800)));
        assert_eq!(move_time(byo_yomi, Some(left), Side::Second), Some(Millis(5_966)));
    }
}
