//! How a match stands: results and faults as the games come in.

use super::fault::{Count, Fault};
use super::game::Played;
use super::score::{Entrant, Tally};

/// Results and faults so far.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The results, from the first entrant's side.
    pub tally: Tally,
    /// Faults by entrant and kind, in the order of [`Count::ALL`].
    pub faults: [[u32; Count::ALL.len()]; 2],
    /// The last fault.
    pub last_fault: Option<(Entrant, Fault)>,
    /// The first game of a pair whose second is still to come: its number and its winner.
    half: Option<(usize, Option<Entrant>)>,
}

impl Standing {
    /// Counts a game. Those of a pair follow each other.
    pub fn take(&mut self, played: &Played) {
        let (number, winner) = (played.fixture.number, played.winner());
        self.tally.add(winner);
        match self.half.take() {
            Some((first, earlier)) if first + 1 == number => self.tally.add_pair(earlier, winner),
            _ if number.is_multiple_of(2) => self.half = Some((number, winner)),
            _ => {}
        }
        if let Some((entrant, fault)) = &played.fault {
            self.faults[*entrant as usize][fault.count as usize] += 1;
            self.last_fault.clone_from(&played.fault);
        }
    }

    /// Returns how many games `entrant` lost by a fault.
    #[must_use]
    pub fn faults_of(&self, entrant: Entrant) -> u32 {
        self.faults[entrant as usize].iter().sum()
    }
}
