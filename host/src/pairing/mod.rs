//! Who meets whom, in a tournament of engines and in a class. Pairings follow from the results so far and nothing else.

mod swiss;

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
    /// tournament is over. `games` are the games of a pairing.
    #[must_use]
    pub fn next(self, players: usize, games: u32, played: &[PlayedPairing]) -> Vec<Pairing> {
        match self {
            TournamentFormat::RoundRobin if played.is_empty() => round_robin(players),
            TournamentFormat::Gauntlet if played.is_empty() => gauntlet(players),
            TournamentFormat::RoundRobin | TournamentFormat::Gauntlet => Vec::new(),
            TournamentFormat::Knockout => knockout(players, played),
            TournamentFormat::Swiss { rounds } => {
                let round = played.iter().map(|played| played.pairing.round).max().unwrap_or(0) + 1;
                if round <= rounds { swiss::swiss(players, games, played, round) } else { Vec::new() }
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

fn gauntlet(players: usize) -> Vec<Pairing> {
    (1..players).map(|other| Pairing { round: other as u32, players: [0, other] }).collect()
}

fn knockout(players: usize, played: &[PlayedPairing]) -> Vec<Pairing> {
    let mut alive = bracket(players);
    let mut round = 1;
    while alive.len() > 1 {
        let mut winners = Vec::new();
        let mut open = Vec::new();
        for pair in alive.chunks(2) {
            let meeting = match *pair {
                [Some(a), Some(b)] => Pairing { round, players: [a.min(b), a.max(b)] },
                _ => {
                    winners.push(pair.iter().flatten().next().copied());
                    continue;
                }
            };
            match decided(meeting, played) {
                Some(winner) => winners.push(Some(winner)),
                None => open.push(meeting),
            }
        }
        if !open.is_empty() {
            return open;
        }
        alive = winners;
        round += 1;
    }
    Vec::new()
}

/// Returns who won `meeting` with its replays; `None` if another one is due.
fn decided(meeting: Pairing, played: &[PlayedPairing]) -> Option<usize> {
    let meetings = || played.iter().filter(|played| played.pairing == meeting);
    let of = |side: usize| meetings().map(|played| played.half_points[side]).sum::<u32>();
    match (of(0).cmp(&of(1)), meetings().count() as u32) {
        (_, 0) => None,
        (std::cmp::Ordering::Greater, _) => Some(meeting.players[0]),
        (std::cmp::Ordering::Less, _) => Some(meeting.players[1]),
        // The earlier named has the lower number.
        (std::cmp::Ordering::Equal, count) => (count > REPLAYS_MAX).then_some(meeting.players[0]),
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

#[cfg(test)]
mod tests;
