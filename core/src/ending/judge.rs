//! The judge of a move in an ending: a table of all positions, or a proof after the reply.

use super::table::{Defence, TableResult, WinTable};
use super::{Ending, EndingGoal, EndingProof};
use crate::base::Side;
use crate::engine::gomoku::vcf::SolverVerdict;
use crate::engine::gomoku::vct;
use crate::game::Game;
use crate::position::Position as _;
use crate::puzzle::PuzzleStart;
use crate::puzzle::vcf::{self, VcfProver};
use crate::xiangqi::Position;

/// The largest table that is solved while a person waits, in entries.
const ENTRIES_MAX: u64 = 16_000_000;
/// Node limits of the proofs of an attack.
const FOURS_NODES: u64 = 100_000;
const THREATS_NODES: u64 = 100_000;

/// The solved table of an ending.
#[derive(Debug)]
pub struct EndingTable {
    table: WinTable,
    goal: EndingGoal,
    attacker: Side,
}

impl EndingTable {
    /// Returns whether [`solve`](EndingTable::solve) makes a table for this ending, in some seconds at most.
    #[must_use]
    pub fn is_for(ending: &Ending) -> bool {
        match &ending.start {
            PuzzleStart::Xiangqi(position) if ending.proof == EndingProof::Table => {
                WinTable::entries(position).is_some_and(|entries| entries <= ENTRIES_MAX)
            }
            _ => false,
        }
    }

    /// Solves the table of an ending; `None` if there is none for it, or once `stop` returns true.
    #[must_use]
    pub fn solve(ending: &Ending, stop: impl FnMut() -> bool) -> Option<EndingTable> {
        let PuzzleStart::Xiangqi(position) = &ending.start else { return None };
        if !EndingTable::is_for(ending) {
            return None;
        }
        let own = position.side_to_move();
        let attacker = if ending.goal == EndingGoal::Win { own } else { !own };
        let table = WinTable::around(position, attacker, Defence::Any, stop)?;
        Some(EndingTable { table, goal: ending.goal, attacker })
    }

    /// Returns whether the last position of `game` has the result of the ending.
    #[must_use]
    pub fn keeps(&self, game: &Game) -> bool {
        let Game::Xiangqi(played) = game else { return false };
        self.plies(played.position()).is_some() == (self.goal == EndingGoal::Win)
    }

    /// Returns the best reply to a move that gave the result away: the fastest win, or a move that holds.
    #[must_use]
    pub fn refutation(&self, game: &Game) -> Option<String> {
        let Game::Xiangqi(played) = game else { return None };
        let position = played.position();
        let after = position.legal_moves().into_iter().map(|mv| {
            let mut after = *position;
            after.make(mv);
            (self.plies(&after), mv)
        });
        let best = if position.side_to_move() == self.attacker {
            after.filter(|(plies, _)| plies.is_some()).min()
        } else {
            after.filter(|(plies, _)| plies.is_none()).min()
        };
        best.map(|(_, mv)| mv.to_string())
    }

    fn plies(&self, position: &Position) -> Option<u8> {
        match self.table.result(position)? {
            TableResult::Wins { plies } => Some(plies),
            TableResult::Holds => None,
        }
    }
}

/// Returns whether the side to move of a game of Gomoku is seen to win: by fours or by threats.
#[must_use]
pub fn attack_goes_on(game: &Game) -> bool {
    let Game::Gomoku(played) = game else { return false };
    let position = played.position();
    let side = position.side_to_move();
    if !vcf::fives(position, side).is_empty() || VcfProver::new(FOURS_NODES).wins(position) == Ok(true) {
        return true;
    }
    let threats = vct::solve(position, side, THREATS_NODES, || false);
    matches!(threats.verdict, SolverVerdict::Win { .. })
}
