//! The games of a tournament so far, and those that come next.

use std::collections::{BTreeMap, HashSet};

use super::pairing_score::{PairingScore, pairing_scores};
use super::standings::{Standing, standings};
use super::store::TournamentGame;
use crate::pairing::{Pairing, PairingRules, PlayedPairing, TournamentFormat};

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DueGame {
    /// From 0.
    pub number: usize,
    /// From 1.
    pub round: u32,
    /// The number of the opening; a list that runs out begins again.
    pub opening: usize,
    /// Who moves first, and who second.
    pub players: [usize; 2],
}

/// How far a tournament is. What comes next follows from the games so far.
#[derive(Clone, Debug)]
pub struct TournamentCourse {
    format: TournamentFormat,
    rules: PairingRules,
    players: usize,
    /// The games of a pairing.
    games_each: u32,
    games: BTreeMap<usize, TournamentGame>,
    /// The pairings whose games are over, in the order of the schedule, up to the first round that is not.
    played: Vec<PlayedPairing>,
    /// The pairings after `played`. They are kept, since the search for the pairings of a Swiss takes time.
    next: Vec<Pairing>,
}

impl TournamentCourse {
    /// Returns the course of a tournament after `games`. `games_each` are the games of a pairing.
    ///
    /// # Errors
    /// The number of a game that does not belong to such a tournament.
    pub fn new(
        format: TournamentFormat,
        rules: PairingRules,
        players: usize,
        games_each: u32,
        games: Vec<TournamentGame>,
    ) -> Result<TournamentCourse, usize> {
        let games = games.into_iter().map(|game| (game.number, game)).collect();
        let next = format.next(rules, players, games_each, &[], &[]);
        let mut course = TournamentCourse { format, rules, players, games_each, games, played: Vec::new(), next };
        course.advance();
        let schedule = course.schedule();
        let fits = |game: &TournamentGame| {
            let due = schedule.get(game.number);
            due.is_some_and(|due| due.players == game.players && due.round == game.round)
        };
        let strange = course.games().find(|game| !fits(game)).map(|game| game.number);
        strange.map_or(Ok(course), Err)
    }

    /// Returns the games so far, in the order of the schedule.
    pub fn games(&self) -> impl Iterator<Item = &TournamentGame> {
        self.games.values()
    }

    /// Returns the records of all games so far, in the order of the schedule.
    #[must_use]
    pub fn records(&self) -> Vec<u8> {
        self.games().flat_map(|game| game.record.iter().copied().chain([b'\n'])).collect()
    }

    /// Returns whether `text` has records of games so far, in the order of the schedule, and nothing else.
    #[must_use]
    pub fn has_written(&self, text: &[u8]) -> bool {
        let without = |text, record: &[u8]| <[u8]>::strip_prefix(text, record)?.strip_prefix(b"\n");
        self.games().fold(text, |text, game| without(text, &game.record).unwrap_or(text)).is_empty()
    }

    /// Returns how many games are left, those of rounds that are not paired yet included; 0 once the tournament is over. The
    /// replays of a knockout count once they are due.
    #[must_use]
    pub fn open(&self) -> usize {
        let schedule = self.schedule();
        let due = schedule.iter().filter(|due| !self.games.contains_key(&due.number)).count();
        let paired: HashSet<(u32, [usize; 2])> =
            schedule.iter().map(|&DueGame { round, players: [a, b], .. }| (round, [a.min(b), a.max(b)])).collect();
        let to_pair = self.format.pairings(self.players).saturating_sub(paired.len());
        due + to_pair * self.games_each as usize
    }

    /// Returns the table, the best player first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let games: Vec<&TournamentGame> = self.games().collect();
        let bye = |player| self.format.bye_half_points(player, self.games_each, &self.played);
        let byes: Vec<u32> = (0..self.players).map(bye).collect();
        standings(self.format, self.games_each, &games, &byes)
    }

    /// Returns the result of each two players who have met.
    #[must_use]
    pub fn pairing_scores(&self) -> Vec<PairingScore> {
        pairing_scores(self.games_each, &self.games().collect::<Vec<_>>())
    }

    pub(super) fn add(&mut self, game: TournamentGame) {
        self.games.insert(game.number, game);
        self.advance();
    }

    pub(super) fn due(&self) -> Vec<DueGame> {
        let mut due = self.schedule();
        due.retain(|due| !self.games.contains_key(&due.number));
        due
    }

    /// Pairs the next round once all games of a round are over, as often as that is so.
    fn advance(&mut self) {
        while let Some(results) = self.results().filter(|results| !results.is_empty()) {
            self.played.extend(results);
            self.next = self.format.next(self.rules, self.players, self.games_each, &self.played, &[]);
        }
    }

    /// Returns the results of the next pairings; `None` if a game of them is not over.
    fn results(&self) -> Option<Vec<PlayedPairing>> {
        let numbered = (self.played.len()..).zip(&self.next);
        numbered.map(|(index, &pairing)| self.result(index, pairing)).collect()
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
        Some(PlayedPairing { pairing, half_points, is_forfeit: false })
    }

    fn games_of(&self, index: usize, pairing: Pairing) -> impl Iterator<Item = DueGame> {
        let games = self.games_each as usize;
        let [a, b] = pairing.players;
        (0..games).map(move |game| DueGame {
            number: index * games + game,
            round: pairing.round,
            opening: index * games.div_ceil(2) + game / 2,
            players: if game.is_multiple_of(2) { [a, b] } else { [b, a] },
        })
    }

    /// Returns the games that are known to belong to the tournament, played and due.
    fn schedule(&self) -> Vec<DueGame> {
        let pairings = self.played.iter().map(|played| played.pairing).chain(self.next.iter().copied());
        pairings.enumerate().flat_map(|(index, pairing)| self.games_of(index, pairing)).collect()
    }
}
