//! The schedule of a match.

use std::sync::Arc;

use duiyi_core::base::{Rng, Side};
use duiyi_core::odds::Handicap;

use super::openings::MatchOpening;
use super::score::Entrant;

#[derive(Clone, Debug)]
pub struct Fixture {
    /// From 0; games 2k and 2k + 1 share an opening.
    pub number: usize,
    pub opening: Arc<MatchOpening>,
    /// The entrant who moves first at the start of the game.
    pub first: Entrant,
    /// The seed of the weak levels' choices.
    pub seed: u64,
    /// The odds that the first entrant gives.
    pub odds: Option<Handicap>,
}

impl Fixture {
    /// Returns the entrant of `side`.
    #[must_use]
    pub const fn entrant(&self, side: Side) -> Entrant {
        match side {
            Side::First => self.first,
            Side::Second => self.first.other(),
        }
    }
}

/// Lists the games of a match: each opening twice, colours swapped, repeated when the openings run out. There must be
/// at least one opening. `seed` determines the players' seeds.
pub fn schedule(openings: Vec<MatchOpening>, games: u32, seed: u64) -> impl ExactSizeIterator<Item = Fixture> + Send {
    let openings: Vec<Arc<MatchOpening>> = openings.into_iter().map(Arc::new).collect();
    let mut rng = Rng::from_seed(seed);
    (0..games).map(move |number| {
        let number = number as usize;
        let opening = Arc::clone(&openings[number / 2 % openings.len()]);
        let first = if number.is_multiple_of(2) { Entrant::A } else { Entrant::B };
        Fixture { number, opening, first, seed: rng.next_u64(), odds: None }
    })
}

/// Lists the games of a match in which the first entrant gives `odds` in each, one after the other from `openings`, of
/// which there must be at least one.
pub fn schedule_with_odds(
    openings: Vec<MatchOpening>,
    odds: Handicap,
    games: u32,
    seed: u64,
) -> impl ExactSizeIterator<Item = Fixture> + Send {
    let openings: Vec<Arc<MatchOpening>> = openings.into_iter().map(Arc::new).collect();
    let mut rng = Rng::from_seed(seed);
    let first = if odds.giver == Side::First { Entrant::A } else { Entrant::B };
    (0..games).map(move |number| {
        let number = number as usize;
        let opening = Arc::clone(&openings[number % openings.len()]);
        Fixture { number, opening, first, seed: rng.next_u64(), odds: Some(odds) }
    })
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::{GameKind, Setup};
    use duiyi_core::odds::Odds;

    use super::*;

    #[test]
    fn the_first_entrant_gives_the_odds_in_every_game() {
        for (odds, giver) in [(Odds::LeftHorse, Side::First), (Odds::FirstMove, Side::Second)] {
            let odds = Handicap::new(odds, Side::First);
            let openings = vec![MatchOpening::plain(Setup::usual(GameKind::Xiangqi))];
            let games: Vec<Fixture> = schedule_with_odds(openings, odds, 3, 7).collect();
            assert!(games.iter().all(|game| game.entrant(giver) == Entrant::A && game.odds == Some(odds)));
            assert_ne!(games[0].seed, games[1].seed);
        }
    }
}
