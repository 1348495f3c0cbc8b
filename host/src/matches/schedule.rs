//! The schedule of a match.

use std::sync::Arc;

use duiyi_core::base::{Rng, Side};

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
        Fixture { number, opening, first, seed: rng.next_u64() }
    })
}
