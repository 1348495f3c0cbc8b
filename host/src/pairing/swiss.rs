//! The rounds of a Swiss.

use std::cmp::{Ordering, Reverse};

use super::{Pairing, PairingRules, PlayedPairing, byes, ordered};

impl PairingRules {
    /// Attempts of one search for the pairings of a round of a Swiss. The later rules search several times.
    const fn attempts_max(self) -> u32 {
        match self {
            PairingRules::EarlierFirst => 100_000,
            PairingRules::BalancedFirst => 10_000,
        }
    }
}

/// Pairs a round of a Swiss: the players in the order of their points, each with the next one whom it has not met, from the
/// other half of those with equal points where that is possible. The last without a bye has a bye.
pub(super) fn swiss(
    rules: PairingRules,
    players: usize,
    games: u32,
    played: &[PlayedPairing],
    round: u32,
) -> Vec<Pairing> {
    let points: Vec<u32> = (0..players)
        .map(|player| {
            let won: u32 = played.iter().map(|played| played.half_points_of(player)).sum();
            won + 2 * games * byes(player, played)
        })
        .collect();
    let mut waiting: Vec<usize> = (0..players).collect();
    waiting.sort_by_key(|&player| (Reverse(points[player]), player));
    if players % 2 == 1 {
        let fewest = waiting.iter().map(|&player| byes(player, played)).min().unwrap_or(0);
        let last = waiting.iter().rposition(|&player| byes(player, played) == fewest);
        waiting.remove(last.expect("somebody has the fewest byes"));
    }
    let pairs = pairs(rules, &waiting, &points, &met(players, played));
    let moves = |player: usize, side: usize| {
        played.iter().filter(|played| played.pairing.players[side] == player).count() as i64
    };
    let first_moves = |player: usize| match rules {
        PairingRules::EarlierFirst => moves(player, 0),
        PairingRules::BalancedFirst => moves(player, 0) - moves(player, 1),
    };
    let pairing = |(board, [a, b]): (usize, [usize; 2])| {
        let players = match first_moves(a).cmp(&first_moves(b)) {
            Ordering::Less => [a, b],
            Ordering::Greater => [b, a],
            Ordering::Equal => ordered(rules, [a, b], round as usize + board),
        };
        Pairing { round, players }
    };
    pairs.into_iter().enumerate().map(pairing).collect()
}

/// Returns how often each two players have met.
fn met(players: usize, played: &[PlayedPairing]) -> Vec<Vec<u32>> {
    let mut met = vec![vec![0; players]; players];
    for PlayedPairing { pairing: Pairing { players: [a, b], .. }, .. } in played {
        met[*a][*b] += 1;
        met[*b][*a] += 1;
    }
    met
}

/// Pairs the players of `waiting`, who are in the order of their points. The pairs are in the order of their better players.
fn pairs(rules: PairingRules, waiting: &[usize], points: &[u32], met: &[Vec<u32>]) -> Vec<[usize; 2]> {
    let (more, orders): (usize, &[bool]) = match rules {
        PairingRules::EarlierFirst => (0, &[false]),
        PairingRules::BalancedFirst => (waiting.len() / 2, &[false, true]),
    };
    let others = |a: usize| waiting.iter().filter(move |&&b| b != a).map(move |&b| met[a][b]);
    let fewest = waiting.iter().flat_map(|&a| others(a)).min().unwrap_or(0);
    for met_max in fewest.. {
        for repeats in 0..=more {
            for &by_choices in orders {
                let mut search = PairingSearch { points, met, met_max, by_choices, attempts: rules.attempts_max() };
                if let Some(mut pairs) = search.pair_up(waiting, repeats) {
                    let place = |player: usize| waiting.iter().position(|&other| other == player);
                    pairs.iter_mut().for_each(|pair| pair.sort_by_key(|&player| place(player)));
                    pairs.sort_by_key(|&[better, _]| place(better));
                    return pairs;
                }
                if search.attempts > 0 {
                    // All has been tried.
                    break;
                }
            }
        }
    }
    unreachable!("with every meeting allowed the first attempts pair all")
}

/// A search for the pairings of a round of a Swiss.
struct PairingSearch<'a> {
    points: &'a [u32],
    met: &'a [Vec<u32>],
    /// How often two players may have met before.
    met_max: u32,
    /// Whether the player with the fewest opponents comes first, not the one with the most points. It finds pairings of
    /// which few are left (the heuristic of R. M. Haralick and G. L. Elliott, 1980).
    by_choices: bool,
    attempts: u32,
}

impl PairingSearch<'_> {
    /// Pairs the players of `waiting`, of whom `repeats` pairs may have met once more than the others; `None` if that is
    /// impossible, or not found soon.
    fn pair_up(&mut self, waiting: &[usize], repeats: usize) -> Option<Vec<[usize; 2]>> {
        let first = if self.by_choices { self.narrowest(waiting) } else { waiting.first().copied() };
        let Some(first) = first else { return Some(Vec::new()) };
        let rest: Vec<usize> = waiting.iter().copied().filter(|&player| player != first).collect();
        for index in self.order(first, &rest, repeats) {
            self.attempts = self.attempts.checked_sub(1)?;
            let excess = self.met[first][rest[index]].saturating_sub(self.met_max) as usize;
            if excess > repeats.min(1) {
                continue;
            }
            let mut others = rest.clone();
            others.remove(index);
            if let Some(mut pairs) = self.pair_up(&others, repeats - excess) {
                pairs.insert(0, [first, rest[index]]);
                return Some(pairs);
            }
        }
        None
    }

    fn narrowest(&self, waiting: &[usize]) -> Option<usize> {
        let may = |a: usize, b: usize| a != b && self.met[a][b] <= self.met_max;
        let choices = |&player: &usize| waiting.iter().filter(|&&other| may(player, other)).count();
        waiting.iter().copied().min_by_key(choices)
    }

    /// Returns the indices of the opponents in `rest` in the order in which they are tried.
    fn order(&self, first: usize, rest: &[usize], repeats: usize) -> Vec<usize> {
        let has_equal = |&&other: &&usize| self.points[other] == self.points[first];
        let equal = rest.iter().take_while(has_equal).count();
        // Of those with equal points the one half a group away comes first.
        let half = equal.div_ceil(2).saturating_sub(1);
        let mut order: Vec<usize> = (half..equal).chain((0..half).rev()).chain(equal..rest.len()).collect();
        if self.by_choices {
            order.sort_by_key(|&index| self.points[rest[index]].abs_diff(self.points[first]));
        }
        if repeats > 0 {
            // The players with the most points meet again last.
            order.sort_by_key(|&index| self.met[first][rest[index]] > self.met_max);
        }
        order
    }
}
