//! The games of a match, before they are played.

use std::sync::Arc;

use duiyi_core::base::{Rng, Side};

use super::openings::MatchOpening;
use super::score::Entrant;

/// A game to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Its number, from 0; games 2k and 2k + 1 share an opening.
    pub number: usize,
    /// Where it begins.
    pub opening: Arc<MatchOpening>,
    /// Who moves first from the start of the game on.
    pub first: Entrant,
    /// The seed of the weak levels' choices.
    pub seed: u64,
}

impl Fixture {
    /// Returns who sits on `side`.
    #[must_use]
    pub const fn entrant(&self, side: Side) -> Entrant {
        match side {
            Side::First => self.first,
            Side::Second => self.first.other(),
        }
    }
}

/// Lists the games of a match: each opening twice, colours swapped, all over again when the openings run out, of which
/// there is one at least. `seed` decides what the players' seeds are.
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
