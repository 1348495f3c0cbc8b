//! The rounds of a Swiss.

use std::cmp::{Ordering, Reverse};

use super::{Pairing, PairingRules, PlayedPairing, byes, ordered};

impl PairingRules {
    /// Attempts of one search for the pairings of a round of a Swiss. The later rules search several times.
    const fn attempts_max(self) -> u32 {
        match self {
            PairingRules::EarlierFirst => 100_000,
            PairingRules::BalancedFirst | PairingRules::AlternatingFirst => 10_000,
        }
    }

    /// Returns how much a player should move second, negative for first. If the first move alternates, a player of 2 or
    /// more must move second and one of -2 or less first. `moves` has whether it moved first, pairing by pairing.
    fn second_due(self, moves: &[bool]) -> i64 {
        let firsts = moves.iter().filter(|&&is_first| is_first).count() as i64;
        let excess = 2 * firsts - moves.len() as i64;
        match (self, moves) {
            (PairingRules::EarlierFirst, _) => firsts,
            (PairingRules::AlternatingFirst, [.., true, true]) => excess.max(2),
            (PairingRules::AlternatingFirst, [.., false, false]) => excess.min(-2),
            (PairingRules::BalancedFirst | PairingRules::AlternatingFirst, _) => excess,
        }
    }
}

/// Pairs a round of a Swiss: the players in the order of their points, each with the next one whom it has not met, from the
/// other half of those with equal points where that is possible. The last without a bye has a bye; a forfeit win rules
/// it out, too (FIDE Handbook C.04.1, rule 3).
pub(super) fn swiss(
    rules: PairingRules,
    players: usize,
    games: u32,
    played: &[PlayedPairing],
    withdrawn: &[usize],
    round: u32,
) -> Vec<Pairing> {
    let points: Vec<u32> = (0..players)
        .map(|player| {
            let won: u32 = played.iter().map(|played| played.half_points_of(player)).sum();
            won + 2 * games * byes(player, played)
        })
        .collect();
    let mut waiting: Vec<usize> = (0..players).filter(|player| !withdrawn.contains(player)).collect();
    waiting.sort_by_key(|&player| (Reverse(points[player]), player));
    if waiting.len() % 2 == 1 {
        let unplayed = |player: usize| {
            let is_won = |played: &&PlayedPairing| played.is_forfeit && played.half_points_of(player) > 0;
            byes(player, played) + played.iter().filter(is_won).count() as u32
        };
        let fewest = waiting.iter().map(|&player| unplayed(player)).min().unwrap_or(0);
        let last = waiting.iter().rposition(|&player| unplayed(player) == fewest);
        waiting.remove(last.expect("somebody has the fewest byes"));
    }
    let moves: Vec<Vec<bool>> = (0..players).map(|player| moves_of(player, played)).collect();
    let second_due: Vec<i64> = moves.iter().map(|moves| rules.second_due(moves)).collect();
    let pairs = pairs(rules, &waiting, &points, &met(players, played), &second_due);
    let pairing = |(board, [a, b]): (usize, [usize; 2])| {
        let is_first = match second_due[a].cmp(&second_due[b]) {
            Ordering::Less => Some(true),
            Ordering::Greater => Some(false),
            Ordering::Equal if rules == PairingRules::AlternatingFirst => alternates(&moves[a], &moves[b]),
            Ordering::Equal => None,
        };
        let players = match is_first {
            Some(true) => [a, b],
            Some(false) => [b, a],
            None => ordered(rules, [a, b], round as usize + board),
        };
        Pairing { round, players }
    };
    pairs.into_iter().enumerate().map(pairing).collect()
}

/// Returns whether `player` moved first in each of its pairings, by their rounds.
pub(super) fn moves_of(player: usize, played: &[PlayedPairing]) -> Vec<bool> {
    let of = |played: &PlayedPairing| {
        let Pairing { round, players } = played.pairing;
        players.contains(&player).then_some((round, players[0] == player))
    };
    let mut moves: Vec<(u32, bool)> = played.iter().filter_map(of).collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, is_first)| is_first).collect()
}

/// Returns whether the better placed of two players moves first: both change since they last moved differently, and if
/// they never did, the better placed one changes. `None` before their first pairings.
fn alternates(better: &[bool], other: &[bool]) -> Option<bool> {
    let mut latest = better.iter().rev().zip(other.iter().rev());
    let different = latest.find(|(better, other)| better != other).map(|(&better, _)| !better);
    different.or_else(|| better.last().map(|&better| !better)).or_else(|| other.last().copied())
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
fn pairs(
    rules: PairingRules,
    waiting: &[usize],
    points: &[u32],
    met: &[Vec<u32>],
    second_due: &[i64],
) -> Vec<[usize; 2]> {
    let (more, orders): (usize, &[bool]) = match rules {
        PairingRules::EarlierFirst => (0, &[false]),
        PairingRules::BalancedFirst | PairingRules::AlternatingFirst => (waiting.len() / 2, &[false, true]),
    };
    // Two players who must both move second meet only if there is no other way.
    let clashes: &[bool] = if rules == PairingRules::AlternatingFirst { &[false, true] } else { &[true] };
    let others = |a: usize| waiting.iter().filter(move |&&b| b != a).map(move |&b| met[a][b]);
    let fewest = waiting.iter().flat_map(|&a| others(a)).min().unwrap_or(0);
    for met_max in fewest.. {
        for repeats in 0..=more {
            for &may_clash in clashes {
                for &by_choices in orders {
                    let attempts = rules.attempts_max();
                    let mut search =
                        PairingSearch { points, met, second_due, met_max, may_clash, by_choices, attempts };
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
    }
    unreachable!("with every meeting allowed the first attempts pair all")
}

/// A search for the pairings of a round of a Swiss.
struct PairingSearch<'a> {
    points: &'a [u32],
    met: &'a [Vec<u32>],
    /// See [`PairingRules::second_due`].
    second_due: &'a [i64],
    /// How often two players may have met before.
    met_max: u32,
    /// Whether two players may meet who must both move first or both move second.
    may_clash: bool,
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
            if excess > repeats.min(1) || self.clash(first, rest[index]) {
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

    fn clash(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|player| self.second_due[player]);
        !self.may_clash && (a.min(b) >= 2 || a.max(b) <= -2)
    }

    fn narrowest(&self, waiting: &[usize]) -> Option<usize> {
        let may = |a: usize, b: usize| a != b && self.met[a][b] <= self.met_max && !self.clash(a, b);
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
