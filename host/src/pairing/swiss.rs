//! The rounds of a Swiss.

use std::cmp::Ordering;

use super::{Pairing, PairingRules, PlayedPairing, byes, ordered};

/// Attempts to pair a round of a Swiss without a second meeting.
const ATTEMPTS_MAX: u32 = 100_000;

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
    let pairs = pairs.expect("with every meeting allowed all can be paired");
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
