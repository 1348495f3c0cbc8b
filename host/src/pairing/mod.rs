//! Who meets whom, in a tournament of engines and in a class. Pairings follow from the rules and the results so far alone.

mod swiss;

use std::cmp::Ordering;

/// How the players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "wire", serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum TournamentFormat {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
    /// The loser of a pairing is out. After [`REPLAYS_MAX`] level replays the player who was named earlier goes on.
    Knockout,
    /// So many rounds, in each of which players of about equal points meet who have not met.
    Swiss { rounds: u32 },
}

/// A version of the rules by which players are paired. A tournament keeps that of its begin, or its games on disk would be
/// between other players than the rules say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingRules {
    /// In a gauntlet and a knockout the player who was named earlier moves first, in a Swiss the one who moved first less
    /// often, and of two equal ones the better placed. A Swiss that needs one second meeting allows all of them.
    EarlierFirst,
    /// The first move changes between the rounds and pairings of a gauntlet or a knockout and with each replay. In a Swiss the
    /// first and second moves of each player are balanced, and second meetings are as few as a short search finds.
    BalancedFirst,
    /// As [`PairingRules::BalancedFirst`], but a round robin follows the Berger tables (FIDE Handbook C.05, Annex 1),
    /// and in a Swiss the first move alternates (C.04.1, rules 6 to 8): as far as the meetings allow, no player moves
    /// first, or second, three times in a row or three times more often than the other way.
    AlternatingFirst,
}

/// How often a level pairing of a knockout is played again.
pub const REPLAYS_MAX: u32 = 3;

/// Two players who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// From 1.
    pub round: u32,
    /// The players by number; the first one moves first in the first game.
    pub players: [usize; 2],
}

/// A pairing whose games are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedPairing {
    pub pairing: Pairing,
    /// In half points, in the order of the pairing.
    pub half_points: [u32; 2],
    /// Whether the loser lost because it had withdrawn.
    pub is_forfeit: bool,
}

impl PlayedPairing {
    /// Returns the half points of `player`, 0 for a player of another pairing.
    fn half_points_of(&self, player: usize) -> u32 {
        let of = |side: usize| if self.pairing.players[side] == player { self.half_points[side] } else { 0 };
        of(0) + of(1)
    }

    fn has(&self, player: usize) -> bool {
        self.pairing.players.contains(&player)
    }
}

impl TournamentFormat {
    /// Returns the name in files and on command lines.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round-robin",
            TournamentFormat::Gauntlet => "gauntlet",
            TournamentFormat::Knockout => "knockout",
            TournamentFormat::Swiss { .. } => "swiss",
        }
    }

    /// Returns the format with this name; `rounds` are those of a Swiss.
    #[must_use]
    pub fn from_code(code: &str, rounds: u32) -> Option<TournamentFormat> {
        let formats = [
            TournamentFormat::RoundRobin,
            TournamentFormat::Gauntlet,
            TournamentFormat::Knockout,
            TournamentFormat::Swiss { rounds },
        ];
        formats.into_iter().find(|format| format.code() == code)
    }

    /// Returns the pairings that can be played after `played`, in which no pairing is half finished. Empty once the
    /// tournament is over. `games` are the games of a pairing. Only a Swiss reads `withdrawn`, and leaves those players
    /// out.
    #[must_use]
    pub fn next(
        self,
        rules: PairingRules,
        players: usize,
        games: u32,
        played: &[PlayedPairing],
        withdrawn: &[usize],
    ) -> Vec<Pairing> {
        match self {
            TournamentFormat::RoundRobin if played.is_empty() => match rules {
                PairingRules::EarlierFirst | PairingRules::BalancedFirst => round_robin(players),
                PairingRules::AlternatingFirst => berger(players),
            },
            TournamentFormat::Gauntlet if played.is_empty() => gauntlet(rules, players),
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => Vec::new(),
            TournamentFormat::Knockout => knockout(rules, players, played),
            TournamentFormat::Swiss { rounds } => {
                let round = played.iter().map(|played| played.pairing.round).max().unwrap_or(0) + 1;
                if round > rounds {
                    return Vec::new();
                }
                swiss::swiss(rules, players, games, played, withdrawn, round)
            }
        }
    }

    /// Returns how many pairings a tournament has. Replays of a knockout are not counted: they follow from the results.
    #[must_use]
    pub fn pairings(self, players: usize) -> usize {
        match self {
            TournamentFormat::RoundRobin => players * players.saturating_sub(1) / 2,
            TournamentFormat::Gauntlet | TournamentFormat::Knockout => players.saturating_sub(1),
            TournamentFormat::Swiss { rounds } => rounds as usize * (players / 2),
        }
    }

    /// Returns the half points that `player` got for rounds without an opponent.
    #[must_use]
    pub fn bye_half_points(self, player: usize, games: u32, played: &[PlayedPairing]) -> u32 {
        match self {
            TournamentFormat::Swiss { .. } => 2 * games * byes(player, played),
            _ => 0,
        }
    }
}

/// Returns the rounds of a Swiss that leave one player without a loss.
#[must_use]
pub fn swiss_rounds(players: usize) -> u32 {
    players.max(2).next_power_of_two().ilog2()
}

/// The Berger tables (FIDE Handbook C.05, Annex 1). With an odd number of players the last number is a round without an
/// opponent.
fn berger(players: usize) -> Vec<Pairing> {
    let last = players + players % 2 - 1;
    let mut pairings = Vec::new();
    for round in 0..last {
        let player = |place: usize| (place + round * last.div_ceil(2)) % last;
        let of_last = if round.is_multiple_of(2) { [player(0), last] } else { [last, player(0)] };
        let others = (1..last.div_ceil(2)).map(|place| [player(place), player(last - place)]);
        let is_played = |pair: &[usize; 2]| pair.iter().all(|&number| number < players);
        let of_round = std::iter::once(of_last).chain(others).filter(is_played);
        pairings.extend(of_round.map(|players| Pairing { round: round as u32 + 1, players }));
    }
    pairings
}

/// The circle method: one player stays, the others move on by one chair a round.
fn round_robin(players: usize) -> Vec<Pairing> {
    let chairs = players + players % 2;
    let mut pairings = Vec::new();
    for round in 0..chairs - 1 {
        let seated = |chair: usize| if chair == 0 { 0 } else { (chair + round - 1) % (chairs - 1) + 1 };
        for chair in 0..chairs / 2 {
            let pair = [seated(chair), seated(chairs - 1 - chair)];
            // The player who stays would else have the first move in every round.
            let [a, b] = if chair == 0 && round % 2 == 1 { [pair[1], pair[0]] } else { pair };
            // With an odd number of players one chair is empty.
            if a < players && b < players {
                pairings.push(Pairing { round: round as u32 + 1, players: [a, b] });
            }
        }
    }
    pairings
}

fn gauntlet(rules: PairingRules, players: usize) -> Vec<Pairing> {
    let pairing = |other: usize| Pairing { round: other as u32, players: ordered(rules, [0, other], other) };
    (1..players).map(pairing).collect()
}

/// Returns the players in the order of their moves: in every second of the places that `place` counts they change.
fn ordered(rules: PairingRules, [a, b]: [usize; 2], place: usize) -> [usize; 2] {
    if rules != PairingRules::EarlierFirst && place.is_multiple_of(2) { [b, a] } else { [a, b] }
}

fn knockout(rules: PairingRules, players: usize, played: &[PlayedPairing]) -> Vec<Pairing> {
    let mut alive = bracket(players);
    let mut round = 1;
    while alive.len() > 1 {
        let mut winners = Vec::new();
        let mut open = Vec::new();
        let mut pairings = 0;
        for pair in alive.chunks(2) {
            let [a, b] = match *pair {
                [Some(a), Some(b)] => [a.min(b), a.max(b)],
                _ => {
                    winners.push(pair.iter().flatten().next().copied());
                    continue;
                }
            };
            let is_this = |played: &&PlayedPairing| played.pairing.round == round && played.has(a) && played.has(b);
            let meetings: Vec<&PlayedPairing> = played.iter().filter(is_this).collect();
            match decided([a, b], &meetings) {
                Some(winner) => winners.push(Some(winner)),
                None => {
                    let place = round as usize + pairings + meetings.len();
                    open.push(Pairing { round, players: ordered(rules, [a, b], place) });
                }
            }
            pairings += 1;
        }
        if !open.is_empty() {
            return open;
        }
        alive = winners;
        round += 1;
    }
    Vec::new()
}

/// Returns the winner of a pairing with its replays, of which the earlier named player is the first; `None` if another one
/// is due.
fn decided([a, b]: [usize; 2], meetings: &[&PlayedPairing]) -> Option<usize> {
    let of = |player: usize| meetings.iter().map(|played| played.half_points_of(player)).sum::<u32>();
    match (of(a).cmp(&of(b)), meetings.len()) {
        (_, 0) => None,
        (Ordering::Greater, _) => Some(a),
        (Ordering::Less, _) => Some(b),
        (Ordering::Equal, count) => (count > REPLAYS_MAX as usize).then_some(a),
    }
}

/// Seats the players so that the strongest meet last. An empty seat is a bye of the first round.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut seats = vec![0];
    while seats.len() < players {
        let size = 2 * seats.len();
        seats = seats.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    seats.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

fn byes(player: usize, played: &[PlayedPairing]) -> u32 {
    let rounds = played.iter().map(|played| played.pairing.round).max().unwrap_or(0);
    rounds - played.iter().filter(|played| played.has(player)).count() as u32
}

/// Returns the places of the rows of a sorted table, from 1: rows with equal `keys` share one.
pub fn places<K: PartialEq>(keys: impl IntoIterator<Item = K>) -> Vec<usize> {
    let mut last: Option<(usize, K)> = None;
    let place = |(place, key): (usize, K)| {
        let place = last.take().filter(|(_, equal)| *equal == key).map_or(place, |(shared, _)| shared);
        last = Some((place, key));
        place
    };
    (1..).zip(keys).map(place).collect()
}

#[cfg(test)]
mod tests;
