//! How a match stands: results and faults as the games come in.

use super::game::PlayedGame;
use super::score::{Entrant, MatchResults};
use crate::thinking::{FaultCategory, SearchFault};

/// Results and faults so far.
#[derive(Clone, Debug, Default)]
pub struct MatchSummary {
    /// The results, from the first entrant's side.
    pub results: MatchResults,
    /// Faults by entrant and kind, in the order of [`FaultCategory::ALL`].
    pub faults: [[u32; FaultCategory::ALL.len()]; 2],
    /// The last fault.
    pub last_fault: Option<(Entrant, SearchFault)>,
    /// The first game of a pair whose second is still to come: its number and its winner.
    half: Option<(usize, Option<Entrant>)>,
}

impl MatchSummary {
    /// Counts a game. Those of a pair follow each other.
    pub fn take(&mut self, played: &PlayedGame) {
        let (number, winner) = (played.fixture.number, played.winner());
        self.results.add(winner);
        match self.half.take() {
            Some((first, earlier)) if first + 1 == number => self.results.add_pair(earlier, winner),
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
