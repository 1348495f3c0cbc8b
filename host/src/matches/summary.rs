//! Results and faults of a match so far.

use super::game::PlayedGame;
use super::score::{Entrant, MatchResults};
use crate::thinking::{FaultCategory, SearchFault};

#[derive(Clone, Debug, Default)]
pub struct MatchSummary {
    /// From the first entrant's point of view.
    pub results: MatchResults,
    /// Faults by entrant and kind, in the order of [`FaultCategory::ALL`].
    pub faults: [[u32; FaultCategory::ALL.len()]; 2],
    pub last_fault: Option<(Entrant, SearchFault)>,
    /// The first game of an incomplete pair: its number and its winner.
    half: Option<(usize, Option<Entrant>)>,
}

impl MatchSummary {
    /// Counts a game. Games of a pair must follow each other.
    pub fn take(&mut self, played: &PlayedGame) {
        let (number, winner) = (played.fixture.number, played.winner());
        self.results.add(winner);
        match self.half.take() {
            Some((first, earlier)) if first + 1 == number => self.results.add_pair(earlier, winner),
            _ if number.is_multiple_of(2) => self.half = Some((number, winner)),
            _ => {}
        }
        if let Some((entrant, fault)) = &played.fault {
            self.faults[*entrant as usize][fault.category as usize] += 1;
            self.last_fault.clone_from(&played.fault);
        }
    }

    /// Returns the number of games that `entrant` lost by a fault.
    #[must_use]
    pub fn faults_of(&self, entrant: Entrant) -> u32 {
        self.faults[entrant as usize].iter().sum()
    }
}
