//! Who meets whom, in a tournament of engines and in a class. Pairings follow from the results so far and nothing else.

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

/// Attempts to pair a round of a Swiss without a second meeting.
const ATTEMPTS_MAX: u32 = 100_000;

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
                if round <= rounds { swiss(players, games, played, round) } else { Vec::new() }
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

/// Pairs a round of a Swiss: the players in the order of their points, each with the next one whom it has not met, from the
/// other half of those with equal points where that is possible. The last without a bye has a bye.
fn swiss(players: usize, games: u32, played: &[PlayedPairing], round: u32) -> Vec<Pairing> {
    let points: Vec<u32> = (0..players)
        .map(|player| {
            let won: u32 = played.iter().map(|played| played.half_points_of(player)).sum();
            won + 2 * games * byes(player, played)
        })
        .collect();
    let mut waiting: Vec<usize> = (0..players).collect();
    waiting.sort_by_key(|&player| (std::cmp::Reverse(points[player]), player));
    if players % 2 == 1 {
        let fewest = waiting.iter().map(|&player| byes(player, played)).min().unwrap_or(0);
        let last = waiting.iter().rposition(|&player| byes(player, played) == fewest);
        waiting.remove(last.expect("somebody has the fewest byes"));
    }
    let meetings = |a: usize, b: usize| played.iter().filter(|played| played.has(a) && played.has(b)).count();
    let most = (0..players).flat_map(|a| (0..a).map(move |b| (a, b))).map(|(a, b)| meetings(a, b)).max().unwrap_or(0);
    // A later attempt lets players meet once more.
    let pairs = (0..=most).find_map(|met_max| {
        let mut attempts = ATTEMPTS_MAX;
        pair_up(&waiting, &points, &|a, b| meetings(a, b) <= met_max, &mut attempts)
    });
    let firsts = |player: usize| played.iter().filter(|played| played.pairing.players[0] == player).count();
    let pairs = pairs.expect("with every meeting allowed all can be paired");
    pairs
        .into_iter()
        .map(|[a, b]| Pairing { round, players: if firsts(a) <= firsts(b) { [a, b] } else { [b, a] } })
        .collect()
}

/// Pairs the players of `waiting`, of whom two may meet if `may` says so; `None` if that is impossible, or not found soon.
fn pair_up(
    waiting: &[usize],
    points: &[u32],
    may: &dyn Fn(usize, usize) -> bool,
    attempts: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = waiting.split_first() else { return Some(Vec::new()) };
    let equal = rest.iter().take_while(|&&other| points[other] == points[first]).count();
    // Of those with equal points the one half a group away comes first.
    let half = equal.div_ceil(2).saturating_sub(1);
    let order = (half..equal).chain((0..half).rev()).chain(equal..rest.len());
    for index in order {
        *attempts = attempts.checked_sub(1)?;
        if !may(first, rest[index]) {
            continue;
        }
        let mut others = rest.to_vec();
        others.remove(index);
        if let Some(mut pairs) = pair_up(&others, points, may, attempts) {
            pairs.insert(0, [first, rest[index]]);
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn pairs(pairings: &[Pairing]) -> Vec<[usize; 2]> {
        pairings.iter().map(|pairing| pairing.players).collect()
    }

    /// Plays a tournament in which the lower number wins every game.
    fn play_out(format: TournamentFormat, players: usize) -> Vec<PlayedPairing> {
        let mut played = Vec::new();
        loop {
            let next = format.next(players, 2, &played);
            if next.is_empty() {
                return played;
            }
            played.extend(next.into_iter().map(|pairing| {
                let half_points = if pairing.players[0] < pairing.players[1] { [4, 0] } else { [0, 4] };
                PlayedPairing { pairing, half_points }
            }));
        }
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_once() {
        for players in 2..=9 {
            let pairings = TournamentFormat::RoundRobin.next(players, 2, &[]);
            let met: HashSet<_> =
                pairings.iter().map(|p| [p.players[0].min(p.players[1]), p.players[0].max(p.players[1])]).collect();
            assert_eq!((pairings.len(), met.len()), (players * (players - 1) / 2, players * (players - 1) / 2));
            for round in 1..=players as u32 {
                let busy: Vec<usize> = pairings.iter().filter(|p| p.round == round).flat_map(|p| p.players).collect();
                assert_eq!(busy.len(), busy.iter().collect::<HashSet<_>>().len(), "nobody plays twice in a round");
            }
            let firsts = |player| pairings.iter().filter(|p| p.players[0] == player).count().abs_diff(players / 2);
            assert!((0..players).all(|player| firsts(player) <= 1), "{pairings:?}");
        }
    }

    #[test]
    fn the_strongest_of_a_knockout_meet_in_the_final() {
        let played = play_out(TournamentFormat::Knockout, 6);
        let pairings: Vec<Pairing> = played.iter().map(|played| played.pairing).collect();
        assert_eq!(pairs(&pairings), [[3, 4], [2, 5], [0, 3], [1, 2], [0, 1]]);
        assert_eq!(pairings.iter().map(|pairing| pairing.round).collect::<Vec<_>>(), [1, 1, 2, 2, 3]);
    }

    #[test]
    fn a_level_pairing_of_a_knockout_is_played_again_until_the_first_goes_on() {
        let format = TournamentFormat::Knockout;
        let pairing = Pairing { round: 1, players: [0, 1] };
        let level = PlayedPairing { pairing, half_points: [2, 2] };
        let mut played = Vec::new();
        for _ in 0..=REPLAYS_MAX {
            assert_eq!(format.next(2, 2, &played), [pairing]);
            played.push(level);
        }
        assert!(format.next(2, 2, &played).is_empty());
        assert!(format.next(2, 2, &[level, PlayedPairing { pairing, half_points: [1, 3] }]).is_empty());
    }

    #[test]
    fn players_of_a_swiss_meet_once_and_have_at_most_one_bye() {
        for players in 3..=20 {
            let rounds = swiss_rounds(players);
            let played = play_out(TournamentFormat::Swiss { rounds }, players);
            let met: HashSet<_> = played
                .iter()
                .map(|p| {
                    [p.pairing.players[0].min(p.pairing.players[1]), p.pairing.players[0].max(p.pairing.players[1])]
                })
                .collect();
            assert_eq!(met.len(), played.len(), "{players}");
            assert_eq!(played.len(), players / 2 * rounds as usize, "{players}");
            assert!((0..players).all(|player| byes(player, &played) <= 1), "{players}");
            let points = |player| played.iter().map(|p| p.half_points_of(player)).sum::<u32>();
            assert_eq!(points(0), 4 * rounds, "the strongest wins it");
        }
    }

    #[test]
    fn a_swiss_with_more_rounds_than_players_goes_on_with_second_meetings() {
        let played = play_out(TournamentFormat::Swiss { rounds: 7 }, 4);
        assert_eq!(played.len(), 14);
        let meetings = |a, b| played.iter().filter(|p| p.has(a) && p.has(b)).count();
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            assert!((2..=3).contains(&meetings(a, b)), "{a} {b}: {}", meetings(a, b));
        }
    }
}
