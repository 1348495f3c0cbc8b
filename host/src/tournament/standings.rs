//! The standings of a tournament.

use std::cmp::Reverse;

use super::rating::{Encounter, Ratings};
use super::store::TournamentGame;
use crate::pairing::{TournamentFormat, places};
use crate::thinking::FaultCategory;

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Standing {
    pub player: usize,
    /// From 1. Players with equal points and Sonneborn-Berger share it, except in a knockout.
    pub place: usize,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// In half points, those for rounds without an opponent included.
    pub half_points: u32,
    /// The points of the beaten and half of those of the drawn opponents, game by game (Sonneborn and Berger), in quarter
    /// points. A round without an opponent counts as games won against a player of the same points (FIDE Handbook C.07,
    /// article 16.4). A pairing of 70,000 games exceeds 32 bits.
    pub sonneborn_berger: u64,
    /// The last round of a game.
    pub round: u32,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
    /// Games lost by a fault, in the order of [`FaultCategory::ALL`].
    pub faults: [u32; FaultCategory::ALL.len()],
    /// The rating, against the mean of all players.
    pub elo: f64,
    /// Half of the 95 % confidence interval of the rating.
    pub error: f64,
    /// The likelihood that the player is stronger than the next one of the table, in per cent; `None` for the last.
    pub superiority: Option<f64>,
}

impl Standing {
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// Counts `games`, in the order of their numbers, of which a pairing has `games_each`. `byes` are the half points of each
/// player for rounds without an opponent. The best player comes first.
#[must_use]
pub fn standings(format: TournamentFormat, games_each: u32, games: &[&TournamentGame], byes: &[u32]) -> Vec<Standing> {
    let players = byes.len();
    let mut table: Vec<Standing> = (0..players).map(|player| empty(player, byes[player])).collect();
    for game in games {
        for (seat, &player) in game.players.iter().enumerate() {
            let row = &mut table[player];
            row.round = row.round.max(game.round);
            let half_points = game.half_points()[seat];
            row.half_points += half_points;
            match half_points {
                2 => row.wins += 1,
                1 => row.draws += 1,
                _ => row.losses += 1,
            }
        }
        if let Some((player, fault)) = game.fault {
            table[player].faults[fault as usize] += 1;
        }
    }
    let points: Vec<u64> = table.iter().map(|row| row.half_points.into()).collect();
    for game in games {
        let [a, b] = game.players;
        let [of_a, of_b] = game.half_points().map(u64::from);
        table[a].sonneborn_berger += of_a * points[b];
        table[b].sonneborn_berger += of_b * points[a];
    }
    for row in &mut table {
        row.sonneborn_berger += u64::from(byes[row.player]) * points[row.player];
    }
    let encounters = encounters(games_each, games);
    for encounter in encounters.iter().filter(|encounter| encounter.games == 2) {
        let [a, b] = encounter.players;
        table[a].pairs[encounter.half_points as usize] += 1;
        table[b].pairs[4 - encounter.half_points as usize] += 1;
    }
    let ratings = Ratings::estimate(players, &encounters);
    for row in &mut table {
        (row.elo, row.error) = (ratings.elo(row.player), ratings.error(row.player));
    }
    let is_knockout = format == TournamentFormat::Knockout;
    table.sort_by_key(|row| {
        let reached = if is_knockout { row.round } else { 0 };
        let is_out = is_knockout && is_out(row, games);
        (Reverse(reached), is_out, Reverse(row.half_points), Reverse(row.sonneborn_berger), row.player)
    });
    // A knockout ends with one player in front.
    let keys = table.iter().map(|row| (row.half_points, row.sonneborn_berger, is_knockout.then_some(row.player)));
    for (place, row) in places(keys).into_iter().zip(&mut table) {
        row.place = place;
    }
    let order: Vec<usize> = table.iter().map(|row| row.player).collect();
    for (row, pair) in table.iter_mut().zip(order.windows(2)) {
        row.superiority = Some(ratings.superiority(pair[0], pair[1]));
    }
    table
}

/// Returns whether the player of a knockout lost the last pairing. The earlier named goes on from a level one.
fn is_out(row: &Standing, games: &[&TournamentGame]) -> bool {
    let (mut balance, mut opponent) = (0, row.player);
    for game in games.iter().filter(|game| game.round == row.round) {
        let Some(seat) = game.players.iter().position(|&player| player == row.player) else { continue };
        balance += i64::from(game.half_points()[seat]) - 1;
        opponent = game.players[1 - seat];
    }
    balance < 0 || balance == 0 && opponent < row.player
}

const fn empty(player: usize, byes: u32) -> Standing {
    Standing {
        player,
        place: 0,
        wins: 0,
        draws: 0,
        losses: 0,
        half_points: byes,
        sonneborn_berger: 0,
        round: 0,
        pairs: [0; 5],
        faults: [0; FaultCategory::ALL.len()],
        elo: 0.0,
        error: 0.0,
        superiority: None,
    }
}

/// Joins the two games of each opening, which are in one of the pairings with `games_each` games. A game without its other
/// half stands alone.
pub(super) fn encounters(games_each: u32, games: &[&TournamentGame]) -> Vec<Encounter> {
    let of_pairing = |game: &TournamentGame| game.number % games_each as usize;
    let mut encounters: Vec<Encounter> = Vec::new();
    let mut half: Option<&TournamentGame> = None;
    for &game in games {
        let [a, b] = game.players;
        match half.take() {
            Some(first) if first.number + 1 == game.number && !of_pairing(game).is_multiple_of(2) => {
                let last = encounters.last_mut().expect("the first half has been added");
                last.games += 1;
                last.half_points += game.half_points()[1];
            }
            _ => {
                encounters.push(Encounter { players: [a, b], games: 1, half_points: game.half_points()[0] });
                half = Some(game);
            }
        }
    }
    encounters
}
