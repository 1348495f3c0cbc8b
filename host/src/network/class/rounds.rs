//! The rounds of a class: who meets whom, and the results.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use duiyi_core::base::{Outcome, Side};

use super::event::ClassStanding;
use crate::pairing::{Pairing, PairingRules, PlayedPairing, TournamentFormat, places};

/// The most rounds: those of a round robin of a full class, or with a bye.
pub(super) const ROUNDS_MAX: u32 = 30;

/// A tournament of the guests who were here when it was paired.
pub(super) struct ClassRounds {
    format: TournamentFormat,
    rules: PairingRules,
    /// The seats of the players.
    pub(super) seats: Vec<usize>,
    /// The number of rounds that were begun.
    pub(super) round: u32,
    played: Vec<PlayedPairing>,
    /// The players whose seats are closed, each with the number of rounds that had begun then.
    withdrawn: BTreeMap<usize, u32>,
}

impl ClassRounds {
    pub(super) const fn new(format: TournamentFormat, rules: PairingRules, seats: Vec<usize>) -> ClassRounds {
        ClassRounds { format, rules, seats, round: 0, played: Vec::new(), withdrawn: BTreeMap::new() }
    }

    /// Withdraws the player at `seat`, if it has one. In a round robin the other players have a forfeit win against it.
    pub(super) fn withdraw(&mut self, seat: usize) {
        if let Some(player) = self.seats.iter().position(|&other| other == seat) {
            self.withdrawn.entry(player).or_insert(self.round);
        }
    }

    pub(super) fn has_withdrawn(&self, player: usize) -> bool {
        self.withdrawn.contains_key(&player)
    }

    /// Returns the pairings of the next round, by player; empty after the last one. Every game of the rounds before is over.
    /// Two players who have both withdrawn are not paired: neither gets a point.
    pub(super) fn next(&self) -> Vec<Pairing> {
        let withdrawn: Vec<usize> = self.withdrawn.keys().copied().collect();
        let after = |played: &[PlayedPairing]| self.format.next(self.rules, self.seats.len(), 1, played, &withdrawn);
        let next = match self.format {
            // All rounds are known from the start.
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => after(&[]),
            TournamentFormat::Swiss { .. } | TournamentFormat::Knockout => after(&self.played),
        };
        let is_due = |pairing: &Pairing| {
            pairing.round == self.round + 1 && !pairing.players.iter().all(|&player| self.has_withdrawn(player))
        };
        next.into_iter().filter(is_due).collect()
    }

    /// Counts a game, whose outcome names the colours at the start. A loser who has withdrawn has lost by forfeit. A
    /// class whose file lost the result counts the game late, and takes a loser who withdrew since for such a one.
    pub(super) fn count(&mut self, pairing: Pairing, outcome: Outcome) {
        let [first, second] = pairing.players;
        let (half_points, loser) = match outcome.winner {
            Some(Side::First) => ([2, 0], Some(second)),
            None => ([1, 1], None),
            Some(Side::Second) => ([0, 2], Some(first)),
        };
        let is_forfeit = loser.is_some_and(|loser| self.has_withdrawn(loser));
        self.played.push(PlayedPairing { pairing, half_points, is_forfeit });
    }

    /// Returns the table, the best player first: by points, then by Sonneborn and Berger.
    pub(super) fn standings(&self) -> Vec<ClassStanding> {
        let mut table: Vec<ClassStanding> = (0..self.seats.len()).map(|player| self.row(player)).collect();
        let points: Vec<u32> = table.iter().map(|row| row.half_points).collect();
        for PlayedPairing { pairing: Pairing { players: [a, b], .. }, half_points: [of_a, of_b], .. } in &self.played {
            table[*a].sonneborn_berger += of_a * points[*b];
            table[*b].sonneborn_berger += of_b * points[*a];
        }
        for row in &mut table {
            row.sonneborn_berger += self.bye_half_points(row.player) * row.half_points;
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
            half_points: results.iter().sum::<u32>() + self.bye_half_points(player),
            sonneborn_berger: 0,
        }
    }

    /// Returns the half points of a player for rounds without an opponent, before it withdrew.
    fn bye_half_points(&self, player: usize) -> u32 {
        let last = self.withdrawn.get(&player).copied().unwrap_or(u32::MAX);
        let is_of_player = |played: &PlayedPairing| played.pairing.round <= last;
        let played: Vec<PlayedPairing> = self.played.iter().copied().filter(is_of_player).collect();
        self.format.bye_half_points(player, 1, &played)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use duiyi_core::base::Reason;

    use super::*;

    /// Pairs so many players, who have the seats from 10 on.
    fn rounds(format: TournamentFormat, players: usize) -> ClassRounds {
        ClassRounds::new(format, PairingRules::AlternatingFirst, (10..10 + players).collect())
    }

    fn outcome(winner: Option<Side>) -> Outcome {
        Outcome { winner, reason: Reason::Five }
    }

    /// Begins the next round and ends its games; `winner` names the winner of two players.
    fn play(rounds: &mut ClassRounds, winner: fn([usize; 2]) -> Option<usize>) {
        let next = rounds.next();
        rounds.round += 1;
        for pairing in next {
            let side = |winner: usize| if pairing.players[0] == winner { Side::First } else { Side::Second };
            rounds.count(pairing, outcome(winner(pairing.players).map(side)));
        }
    }

    #[test]
    fn guests_whom_nothing_tells_apart_share_a_place() {
        let mut rounds = rounds(TournamentFormat::RoundRobin, 3);
        for (players, winner) in [([0, 1], None), ([0, 2], Some(Side::First)), ([1, 2], Some(Side::First))] {
            rounds.count(Pairing { round: 1, players }, outcome(winner));
        }
        let places: Vec<(usize, usize)> = rounds.standings().iter().map(|row| (row.player, row.place)).collect();
        assert_eq!(places, [(0, 1), (1, 1), (2, 3)]);
    }

    #[test]
    fn a_bye_is_a_win_against_a_player_of_the_same_points() {
        let mut rounds = rounds(TournamentFormat::Swiss { rounds: 1 }, 3);
        play(&mut rounds, |[a, b]| Some(a.min(b)));
        let table = rounds.standings();
        // In quarter points: a win against one point, and a win against none.
        let rows = table.iter().map(|row| (row.player, row.half_points, row.sonneborn_berger));
        assert_eq!(rows.collect::<Vec<_>>(), [(2, 2, 4), (0, 2, 0), (1, 0, 0)]);
    }

    #[test]
    fn a_withdrawn_player_of_a_swiss_is_paired_no_more_and_has_no_more_byes() {
        let mut rounds = rounds(TournamentFormat::Swiss { rounds: 4 }, 5);
        play(&mut rounds, |[a, b]| Some(a.min(b)));
        // Seats are ten more than players. The last player has the first bye, and withdraws with its point.
        rounds.withdraw(14);
        for _ in 2..=4 {
            let next = rounds.next();
            assert_eq!(next.len(), 2, "four players without a bye");
            assert!(next.iter().all(|pairing| !pairing.players.contains(&4)), "{next:?}");
            play(&mut rounds, |_| None);
        }
        let row = rounds.standings().into_iter().find(|row| row.player == 4).expect("it stays in the table");
        assert_eq!((row.half_points, row.wins, row.draws, row.losses), (2, 0, 0, 0));
        assert_eq!(rounds.standings().iter().map(|row| row.half_points).sum::<u32>(), 2 * (3 + 2 + 2 + 2));
    }

    #[test]
    fn a_forfeit_win_rules_out_the_bye() {
        let mut rounds = rounds(TournamentFormat::Swiss { rounds: 3 }, 4);
        let win = |rounds: &mut ClassRounds, round, players| {
            rounds.round = round;
            rounds.count(Pairing { round, players }, outcome(Some(Side::First)));
        };
        rounds.withdraw(13);
        win(&mut rounds, 1, [0, 3]);
        win(&mut rounds, 1, [1, 2]);
        // The third player has the bye of the second round. That of the third is left for the best one.
        win(&mut rounds, 2, [1, 0]);
        let pairs: Vec<BTreeSet<usize>> =
            rounds.next().iter().map(|pairing| pairing.players.into_iter().collect()).collect();
        assert_eq!(pairs, [BTreeSet::from([0, 2])]);
    }

    #[test]
    fn two_players_who_have_withdrawn_from_a_round_robin_get_nothing() {
        let mut rounds = rounds(TournamentFormat::RoundRobin, 4);
        rounds.withdraw(10);
        rounds.withdraw(11);
        for _ in 0..3 {
            play(&mut rounds, |[a, b]| Some(a.max(b)));
        }
        let points: Vec<(usize, u32)> = rounds.standings().iter().map(|row| (row.player, row.half_points)).collect();
        assert_eq!(points, [(3, 6), (2, 4), (0, 0), (1, 0)]);
    }
}
