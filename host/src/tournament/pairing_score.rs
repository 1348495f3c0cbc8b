//! The result of each two players of a tournament, with the statistics of a match.

use std::collections::BTreeMap;

use duiyi_core::base::Side;

use super::standings::encounters;
use super::store::TournamentGame;
use crate::matches::{EloEstimate, Entrant, MatchResults};

/// The result of two players, from the first one's point of view.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct PairingScore {
    /// The earlier entrant first.
    pub players: [usize; 2],
    pub results: MatchResults,
    /// Elo, its error and the likelihood of superiority, as of a match ([`MatchResults::strength`]).
    pub strength: EloEstimate,
}

/// Counts `games`, in the order of their numbers, by pairs of players. A pairing has `games_each` of them.
#[must_use]
pub fn pairing_scores(games_each: u32, games: &[&TournamentGame]) -> Vec<PairingScore> {
    let mut scores: BTreeMap<[usize; 2], MatchResults> = BTreeMap::new();
    for game in games {
        let [first, second] = game.players;
        let is_turned = second < first;
        let winner =
            game.outcome.winner.map(|side| if (side == Side::First) == is_turned { Entrant::B } else { Entrant::A });
        scores.entry(sorted(game.players)).or_default().add(winner);
    }
    for encounter in encounters(games_each, games).iter().filter(|encounter| encounter.games == 2) {
        let [first, second] = encounter.players;
        let half_points = if second < first { 4 - encounter.half_points } else { encounter.half_points };
        scores.entry(sorted(encounter.players)).or_default().pairs[half_points as usize] += 1;
    }
    let score = |(players, results): ([usize; 2], MatchResults)| {
        let strength = results.strength()?;
        Some(PairingScore { players, results, strength })
    };
    scores.into_iter().filter_map(score).collect()
}

const fn sorted([a, b]: [usize; 2]) -> [usize; 2] {
    if b < a { [b, a] } else { [a, b] }
}
