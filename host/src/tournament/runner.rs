//! Plays a tournament.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use duiyi_core::base::Rng;
use duiyi_core::search::Stop;
use parking_lot::Mutex;

use super::setup::{TournamentPlayer, TournamentSetup};
use super::standings::{Standing, standings};
use super::store::{TournamentGame, TournamentStore, TournamentStoreError};
use crate::clock::{day, unix_ms};
use crate::matches::game;
use crate::matches::schedule::Fixture;
use crate::matches::{Entrant, MatchPlayer, PlayedGame, record};
use crate::pairing::{Pairing, PlayedPairing};
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

/// A tournament with its games so far.
#[derive(Debug)]
pub struct Tournament {
    setup: TournamentSetup,
    store: TournamentStore,
    games: BTreeMap<usize, TournamentGame>,
}

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Due {
    number: usize,
    round: u32,
    /// The number of the opening; a list that runs out begins again.
    opening: usize,
    /// Who moves first, and who second.
    players: [usize; 2],
}

impl Tournament {
    /// Takes up the tournament whose games are in `store`.
    ///
    /// # Errors
    /// [`TournamentError`].
    pub fn new(setup: TournamentSetup, store: TournamentStore) -> Result<Tournament, TournamentError> {
        let games: BTreeMap<usize, TournamentGame> =
            store.games()?.into_iter().map(|game| (game.number, game)).collect();
        let tournament = Tournament { setup, store, games };
        let schedule = tournament.schedule();
        let fits = |game: &TournamentGame| {
            let due = schedule.get(game.number);
            due.is_some_and(|due| due.players == game.players && due.round == game.round)
        };
        match tournament.games.values().find(|game| !fits(game)) {
            Some(game) => {
                let path = tournament.store.path().display().to_string();
                Err(TournamentError::OtherGames { path, number: game.number + 1 })
            }
            None => Ok(tournament),
        }
    }

    #[must_use]
    pub const fn setup(&self) -> &TournamentSetup {
        &self.setup
    }

    /// Returns the games so far, in the order of the schedule.
    pub fn games(&self) -> impl Iterator<Item = &TournamentGame> {
        self.games.values()
    }

    /// Returns how many games are to be played before more can be scheduled.
    #[must_use]
    pub fn open(&self) -> usize {
        self.due().len()
    }

    /// Returns the table, the best player first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let games: Vec<&TournamentGame> = self.games.values().collect();
        let played = self.played();
        let byes: Vec<u32> = (0..self.setup.players.len())
            .map(|player| self.setup.format.bye_half_points(player, self.setup.games, &played))
            .collect();
        standings(self.setup.format, &games, &byes)
    }

    /// Plays what is left on `boards` boards, until `stop`. Each game is kept before `told` hears of it; games that a stop
    /// cuts short are played anew the next time.
    ///
    /// # Errors
    /// [`TournamentError`]: a game could not be kept, and the tournament has stopped.
    pub fn play(
        &mut self,
        reactor: &Reactor,
        boards: usize,
        stop: &Stop,
        told: &mut dyn FnMut(&TournamentGame, &PlayedGame),
    ) -> Result<(), TournamentError> {
        loop {
            let due = self.due();
            if due.is_empty() || stop.is_asked() {
                return Ok(());
            }
            self.play_all(due, reactor, boards, stop, told)?;
        }
    }

    fn play_all(
        &mut self,
        due: Vec<Due>,
        reactor: &Reactor,
        boards: usize,
        stop: &Stop,
        told: &mut dyn FnMut(&TournamentGame, &PlayedGame),
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
                        let played = game::play(fixture(setup, next), &mut players, &setup.limits, ended, &|_, _| {});
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
                        if let Err(error) = self.keep(due, &played, told) {
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
        due: Due,
        played: &PlayedGame,
        told: &mut dyn FnMut(&TournamentGame, &PlayedGame),
    ) -> Result<(), TournamentStoreError> {
        let names = due.players.map(|player| self.setup.players[player].name.clone());
        let game = TournamentGame {
            number: due.number,
            round: due.round,
            players: due.players,
            outcome: played.outcome,
            plies: u32::try_from(played.moves.len()).unwrap_or(u32::MAX),
            fault: played.fault.as_ref().map(|(entrant, fault)| (due.players[*entrant as usize], fault.count)),
            record: record::written(played, &names, &day(unix_ms())),
        };
        self.store.add(&game)?;
        told(&game, played);
        self.games.insert(due.number, game);
        Ok(())
    }

    /// Returns the pairings whose games are over, in the order of the schedule, up to the first that is not.
    fn played(&self) -> Vec<PlayedPairing> {
        let mut played = Vec::new();
        loop {
            let next = self.next(&played);
            let results: Option<Vec<PlayedPairing>> =
                next.iter().enumerate().map(|(index, &pairing)| self.result(played.len() + index, pairing)).collect();
            match results {
                Some(results) if !results.is_empty() => played.extend(results),
                _ => return played,
            }
        }
    }

    fn next(&self, played: &[PlayedPairing]) -> Vec<Pairing> {
        self.setup.format.next(self.setup.players.len(), self.setup.games, played)
    }

    /// Returns the result of the pairing with this index; `None` if it is not over.
    fn result(&self, index: usize, pairing: Pairing) -> Option<PlayedPairing> {
        let mut half_points = [0; 2];
        for due in self.games_of(index, pairing) {
            let game = self.games.get(&due.number)?;
            for (player, half) in game.players.into_iter().zip(game.half_points()) {
                half_points[usize::from(player != pairing.players[0])] += half;
            }
        }
        Some(PlayedPairing { pairing, half_points })
    }

    fn games_of(&self, index: usize, pairing: Pairing) -> impl Iterator<Item = Due> {
        let games = self.setup.games as usize;
        let [a, b] = pairing.players;
        (0..games).map(move |game| Due {
            number: index * games + game,
            round: pairing.round,
            opening: index * games.div_ceil(2) + game / 2,
            players: if game.is_multiple_of(2) { [a, b] } else { [b, a] },
        })
    }

    /// Returns the games that are known to belong to the tournament, played and due.
    fn schedule(&self) -> Vec<Due> {
        let played = self.played();
        let next = self.next(&played);
        let pairings = played.iter().map(|played| played.pairing).chain(next);
        pairings.enumerate().flat_map(|(index, pairing)| self.games_of(index, pairing)).collect()
    }

    fn due(&self) -> Vec<Due> {
        let mut due = self.schedule();
        due.retain(|due| !self.games.contains_key(&due.number));
        due
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
fn fixture(setup: &TournamentSetup, due: Due) -> Fixture {
    let opening = &setup.openings[due.opening % setup.openings.len()];
    let seed = Rng::from_seed(setup.seed ^ (due.number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).next_u64();
    // The players are already in the order of their moves.
    Fixture { number: due.number, opening: Arc::new(opening.clone()), first: Entrant::A, seed, odds: None }
}
