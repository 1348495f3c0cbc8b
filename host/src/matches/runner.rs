//! The match runner: several boards at a time, results in the order of the games.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use duiyi_core::game::Game;
use duiyi_core::search::Stop;
use parking_lot::Mutex;

use super::game::{PlayedGame, play};
use super::player::{MatchLimits, MatchPlayer, PlayerBooks};
use super::schedule::Fixture;
use crate::panics::NO_THREAD;
use crate::reactor::Reactor;
use crate::thinking::EngineSpec;
use crate::thinking::thread::STACK;

/// The interval at which the runner checks its stop.
const LOOK: Duration = Duration::from_millis(50);

/// The settings of a match.
pub struct MatchRunner<'a> {
    /// The reactor of the external engines.
    pub reactor: &'a Reactor,
    /// The first and the second entrant.
    pub specs: [&'a EngineSpec; 2],
    /// The opening books of each.
    pub books: [PlayerBooks; 2],
    pub limits: &'a MatchLimits,
    /// Games in parallel.
    pub boards: usize,
    /// Stops the match.
    pub stop: &'a Stop,
    /// Called with each board before each move and at the end, on the board's own thread.
    pub shown: &'a (dyn Fn(&Fixture, &Game) + Sync),
}

impl MatchRunner<'_> {
    /// Plays `fixtures` and passes each game to `take` in order, until `take` breaks: later games do not count. After a
    /// stop, the games finished by then are still passed.
    ///
    /// # Errors
    /// The error of `take`, which ends the match.
    pub fn play<E>(
        &self,
        fixtures: impl ExactSizeIterator<Item = Fixture> + Send,
        mut take: impl FnMut(PlayedGame) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        // The match may end without a stop from outside.
        let stop = Stop::new();
        let boards = self.boards.min(fixtures.len());
        let fixtures = Mutex::new(fixtures);
        thread::scope(|scope| {
            let (send, results) = mpsc::channel();
            for board in 0..boards {
                let (send, stop, fixtures) = (send.clone(), stop.clone(), &fixtures);
                let serve = move || {
                    let mut players = [0, 1].map(|entrant| {
                        let player = MatchPlayer::new(self.reactor, self.specs[entrant], self.limits);
                        player.with_books(&self.books[entrant])
                    });
                    while !stop.is_asked() {
                        let Some(fixture) = fixtures.lock().next() else { break };
                        let Some(played) = play(fixture, &mut players, self.limits, &stop, self.shown) else { break };
                        // The receiver is gone once the match is decided.
                        if send.send(played).is_err() {
                            break;
                        }
                    }
                    players.iter_mut().for_each(MatchPlayer::leave);
                };
                let name = format!("duiyi-board-{board}");
                let spawned = thread::Builder::new().name(name).stack_size(STACK).spawn_scoped(scope, serve);
                spawned.expect(NO_THREAD);
            }
            drop(send);
            let ended = self.hand_over(&results, &stop, &mut take);
            stop.ask();
            ended
        })
    }

    fn hand_over<E>(
        &self,
        results: &mpsc::Receiver<PlayedGame>,
        stop: &Stop,
        take: &mut impl FnMut(PlayedGame) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut early: BTreeMap<usize, PlayedGame> = BTreeMap::new();
        let mut awaited = 0;
        loop {
            // Short games may never time out here, so check the stop after each.
            if self.stop.is_asked() {
                stop.ask();
            }
            match results.recv_timeout(LOOK) {
                Ok(played) => {
                    early.insert(played.fixture.number, played);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            while let Some(played) = early.remove(&awaited) {
                awaited += 1;
                if take(played)?.is_break() {
                    return Ok(());
                }
            }
        }
        for played in early.into_values() {
            if take(played)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::ops::ControlFlow;

    use duiyi_core::base::Millis;
    use duiyi_core::engine::scripted::ScriptedStrategy;
    use duiyi_core::game::{GameKind, Setup};
    use duiyi_core::record::TimeControl;

    use super::*;
    use crate::matches::schedule::schedule;
    use crate::matches::{Adjudication, MatchOpening};

    #[test]
    fn games_that_end_at_once_do_not_keep_a_match_from_being_broken_off() {
        let four = "h8 a1 h9 a2 h10 a3 h11 a4";
        let openings = MatchOpening::read_all(&Setup::usual(GameKind::Gomoku), four).expect("the moves are legal");
        let control = TimeControl::PerMove { each: Millis(1000) };
        let limits =
            MatchLimits { control, nodes: Some(1), margin: Millis(60_000), adjudication: Adjudication::default() };
        let player = EngineSpec::Scripted(ScriptedStrategy::Beginner);
        let (reactor, stop) = (&Reactor::start(), &Stop::new());
        let specs = [&player, &player];
        let runner = MatchRunner {
            reactor,
            specs,
            books: Default::default(),
            limits: &limits,
            boards: 1,
            stop,
            shown: &|_, _| {},
        };
        let (games, mut played) = (2000, 0);
        let Ok(()) = runner.play(schedule(openings, games, 1), |_| {
            played += 1;
            stop.ask();
            Ok::<ControlFlow<()>, Infallible>(ControlFlow::Continue(()))
        });
        assert!((1..games / 2).contains(&played), "{played} games were played after all");
    }
}
