//! The rounds of a class: who meets whom, and the results.

use std::cmp::Reverse;

use duiyi_core::base::{Outcome, Side};

use super::event::ClassStanding;
use crate::pairing::{Pairing, PairingRules, PlayedPairing, TournamentFormat, places};

/// The most rounds: those of a round robin of a full class, or with a bye.
pub(super) const ROUNDS_MAX: u32 = 30;

/// A tournament of the guests who were here when it was paired.
pub(super) struct ClassRounds {
    format: TournamentFormat,
    /// The seats of the players.
    pub(super) seats: Vec<usize>,
    /// The number of rounds that were begun.
    pub(super) round: u32,
    played: Vec<PlayedPairing>,
}

impl ClassRounds {
    pub(super) const fn new(format: TournamentFormat, seats: Vec<usize>) -> ClassRounds {
        ClassRounds { format, seats, round: 0, played: Vec::new() }
    }

    /// Returns the pairings of the next round, by player; empty after the last one. Every game of the rounds before is over.
    pub(super) fn next(&self) -> Vec<Pairing> {
        // The journal keeps the pairings of each round that has begun, so the rules may change between two rounds.
        let after =
            |played: &[PlayedPairing]| self.format.next(PairingRules::BalancedFirst, self.seats.len(), 1, played);
        let next = match self.format {
            // All rounds are known from the start.
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => after(&[]),
            TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => after(&self.played),
        };
        next.into_iter().filter(|pairing| pairing.round == self.round + 1).collect()
    }

    /// Counts a game, whose outcome names the colours at the start.
    pub(super) fn count(&mut self, pairing: Pairing, outcome: Outcome) {
        let half_points = match outcome.winner {
            Some(Side::First) => [2, 0],
            None => [1, 1],
            Some(Side::Second) => [0, 2],
        };
        self.played.push(PlayedPairing { pairing, half_points });
    }

    /// Returns the table, the best player first: by points, then by Sonneborn and Berger.
    pub(super) fn standings(&self) -> Vec<ClassStanding> {
        let mut table: Vec<ClassStanding> = (0..self.seats.len()).map(|player| self.row(player)).collect();
        let points: Vec<u32> = table.iter().map(|row| row.half_points).collect();
        for PlayedPairing { pairing: Pairing { players: [a, b], .. }, half_points: [of_a, of_b] } in &self.played {
            table[*a].sonneborn_berger += of_a * points[*b];
            table[*b].sonneborn_berger += of_b * points[*a];
        }
        table.sort_by_key(|row| (Reverse(row.half_points), Reverse(row.sonneborn_berger), row.player));
        let keys = table.iter().map(|row| (row.half_points, row.sonneborn_berger));
        for (place, row) in places(keys).into_iter().zip(&mut table) {
            row.place = place;
        }
        table
    }

    /// Returns the results of a player without place and tie-break.
    fn row(&self, player: usize) -> ClassStanding {
        let of = |played: &PlayedPairing| {
            let seat = played.pairing.players.iter().position(|&number| number == player)?;
            Some(played.half_points[seat])
        };
        let results: Vec<u32> = self.played.iter().filter_map(of).collect();
        let count = |half_points: u32| results.iter().filter(|&&result| result == half_points).count();
        ClassStanding {
            player,
            place: 0,
            wins: count(2),
            draws: count(1),
            losses: count(0),
            half_points: results.iter().sum::<u32>() + self.format.bye_half_points(player, 1, &self.played),
            sonneborn_berger: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use duiyi_core::base::Reason;

    use super::*;

    #[test]
    fn guests_whom_nothing_tells_apart_share_a_place() {
        let mut rounds = ClassRounds::new(TournamentFormat::RoundRobin, vec![0, 1, 2]);
        let outcome = |winner| Outcome { winner, reason: Reason::Five };
        for (players, winner) in [([0, 1], None), ([0, 2], Some(Side::First)), ([1, 2], Some(Side::First))] {
            rounds.count(Pairing { round: 1, players }, outcome(winner));
        }
        let places: Vec<(usize, usize)> = rounds.standings().iter().map(|row| (row.player, row.place)).collect();
        assert_eq!(places, [(0, 1), (1, 1), (2, 3)]);
    }
}
