//! Plays a tournament.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use duiyi_core::base::Rng;
use duiyi_core::game::{Game, Refusal};
use duiyi_core::search::Stop;
use parking_lot::Mutex;

use super::course::{DueGame, TournamentCourse};
use super::setup::{TournamentPlayer, TournamentSetup};
use super::store::{TournamentGame, TournamentStore, TournamentStoreError};
use crate::clock::{day, unix_ms};
use crate::matches::game;
use crate::matches::schedule::Fixture;
use crate::matches::{Entrant, MatchPlayer, PlayedGame, record};
use crate::panics::NO_THREAD;
use crate::reactor::Reactor;
use crate::thinking::thread::STACK;

/// The interval at which the runner checks its stop.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    #[error(transparent)]
    Store(#[from] TournamentStoreError),
    /// The games on disk are not of this tournament.
    #[error("{path}: game {number} is between other players than this tournament has; begin it under another name.")]
    OtherGames { path: String, number: usize },
}

impl From<TournamentError> for Refusal {
    fn from(error: TournamentError) -> Refusal {
        match error {
            TournamentError::Store(error) => error.into(),
            TournamentError::OtherGames { ref path, .. } => {
                Refusal { at: Some(path.clone()), ..Refusal::plain("tournament-file", &error) }
            }
        }
    }
}

/// Follows a tournament while it is played. Every method is optional.
pub trait TournamentWatch: Sync {
    /// Called with the board of the game with this number before each move and at its end, on the thread of the game.
    fn shown(&self, _number: usize, _players: [usize; 2], _game: &Game) {}

    /// Called with a finished game before it is on disk: if the program ends now, the game is played again.
    fn finished(&self, _game: &TournamentGame, _played: &PlayedGame) {}

    /// Called once a game is on disk and counts.
    fn counted(&self, _course: &TournamentCourse, _game: &TournamentGame, _played: &PlayedGame) {}
}

/// A tournament with its games so far.
#[derive(Debug)]
pub struct Tournament {
    setup: TournamentSetup,
    store: TournamentStore,
    course: TournamentCourse,
}

impl Tournament {
    /// Takes up the tournament whose games are in `store`.
    ///
    /// # Errors
    /// [`TournamentError`].
    pub fn new(setup: TournamentSetup, store: TournamentStore) -> Result<Tournament, TournamentError> {
        let (rules, games) = (store.rules(), store.games()?);
        match TournamentCourse::new(setup.format, rules, setup.players.len(), setup.games, games) {
            Ok(course) => Ok(Tournament { setup, store, course }),
            Err(number) => {
                let path = store.path().display().to_string();
                Err(TournamentError::OtherGames { path, number: number + 1 })
            }
        }
    }

    #[must_use]
    pub const fn setup(&self) -> &TournamentSetup {
        &self.setup
    }

    #[must_use]
    pub const fn course(&self) -> &TournamentCourse {
        &self.course
    }

    /// Plays what is left on `boards` boards, until `stop`. Games that a stop cuts short are played anew the next time.
    ///
    /// # Errors
    /// [`TournamentError`]: a game could not be kept, and the tournament has stopped.
    pub fn play(
        &mut self,
        reactor: &Reactor,
        boards: usize,
        stop: &Stop,
        watch: &dyn TournamentWatch,
    ) -> Result<(), TournamentError> {
        loop {
            let due = self.course.due();
            if due.is_empty() || stop.is_asked() {
                return Ok(());
            }
            self.play_all(due, reactor, boards, stop, watch)?;
        }
    }

    fn play_all(
        &mut self,
        due: Vec<DueGame>,
        reactor: &Reactor,
        boards: usize,
        stop: &Stop,
        watch: &dyn TournamentWatch,
    ) -> Result<(), TournamentError> {
        let boards = boards.min(due.len());
        // A game that cannot be kept ends the tournament without a stop from outside.
        let ended = Stop::new();
        let due = Mutex::new(VecDeque::from(due));
        let setup = &self.setup.clone();
        thread::scope(|scope| {
            // A board waits until its game is kept, so a stop costs at most a game a board.
            let (send, results) = mpsc::sync_channel(0);
            for board in 0..boards {
                let (send, due, ended) = (send.clone(), &due, &ended);
                let serve = move || {
                    let mut seated: Vec<(usize, MatchPlayer)> = Vec::new();
                    while !ended.is_asked() {
                        let Some(next) = due.lock().pop_front() else { break };
                        let mut players = next.players.map(|player| seat(setup, reactor, &mut seated, player));
                        // Players that are not needed leave: no board runs more engines than play on it.
                        seated.drain(..).for_each(|(_, mut player)| player.leave());
                        let shown = |_: &Fixture, game: &Game| watch.shown(next.number, next.players, game);
                        let played = game::play(fixture(setup, next), &mut players, &setup.limits, ended, &shown);
                        seated.extend(next.players.into_iter().zip(players));
                        // The receiver is gone once the tournament has failed.
                        if played.is_none_or(|played| send.send((next, played)).is_err()) {
                            break;
                        }
                    }
                    seated.iter_mut().for_each(|(_, player)| player.leave());
                };
                let name = format!("duiyi-board-{board}");
                let spawned = thread::Builder::new().name(name).stack_size(STACK).spawn_scoped(scope, serve);
                spawned.expect(NO_THREAD);
            }
            drop(send);
            let kept = loop {
                if stop.is_asked() {
                    ended.ask();
                }
                match results.recv_timeout(LOOK) {
                    Ok((due, played)) => {
                        if let Err(error) = self.keep(due, &played, watch) {
                            break Err(error.into());
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break Ok(()),
                }
            };
            ended.ask();
            kept
        })
    }

    fn keep(
        &mut self,
        due: DueGame,
        played: &PlayedGame,
        watch: &dyn TournamentWatch,
    ) -> Result<(), TournamentStoreError> {
        let names = due.players.map(|player| self.setup.players[player].name.clone());
        let game = TournamentGame {
            number: due.number,
            round: due.round,
            players: due.players,
            outcome: played.outcome,
            plies: u32::try_from(played.moves.len()).unwrap_or(u32::MAX),
            fault: played.fault.as_ref().map(|(entrant, fault)| (due.players[*entrant as usize], fault.category)),
            record: record::written(played, &names, &day(unix_ms())),
        };
        watch.finished(&game, played);
        self.store.add(&game)?;
        self.course.add(game.clone());
        watch.counted(&self.course, &game, played);
        Ok(())
    }
}

/// Takes the player from its seat, or opens it.
fn seat(
    setup: &TournamentSetup,
    reactor: &Reactor,
    seated: &mut Vec<(usize, MatchPlayer)>,
    player: usize,
) -> MatchPlayer {
    match seated.iter().position(|&(seated, _)| seated == player) {
        Some(index) => seated.swap_remove(index).1,
        None => {
            let TournamentPlayer { spec, books, .. } = &setup.players[player];
            MatchPlayer::new(reactor, spec, &setup.limits).with_books(books)
        }
    }
}

/// Returns the game as a match plays it; its seed depends on its number alone.
fn fixture(setup: &TournamentSetup, due: DueGame) -> Fixture {
    let opening = &setup.openings[due.opening % setup.openings.len()];
    let seed = Rng::from_seed(setup.seed ^ (due.number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    // The players are already in the order of their moves.
    Fixture { number: due.number, opening: Arc::new(opening.clone()), first: Entrant::A, seed, odds: None }
}
