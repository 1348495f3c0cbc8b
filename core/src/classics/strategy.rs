//! A proof of a mate of any length: one move of the attacker against each defence, down to mate.
//!
//! An engine suggests the attacker's moves; the rules alone decide. No position repeats on any path of the strategy,
//! so no ruling on repetitions affects it.

use fxhash::FxHashMap;

use crate::base::Key;
use crate::position::Position as _;
use crate::puzzle::mates::{MateProver, MatingMoves};
use crate::xiangqi::{Move, Position};

/// Longest mate by checks that the plain search looks for before the engine is consulted, in moves.
const SHORT: u8 = 4;
/// Positions of the plain search.
const SHORT_NODES: u64 = 3_000;
/// Longest path of a strategy, in moves of the attacker.
const MOVES_MAX: usize = 80;

/// A strategy that is built and checked at once.
#[derive(Debug)]
pub struct StrategyProver<F> {
    suggest: F,
    /// Moves to the mate against the longest defence of the strategy; `None` where it failed.
    known: FxHashMap<Key, Option<u16>>,
    path: Vec<Key>,
    /// Suggestions left.
    left: u32,
}

impl<F: FnMut(&Position) -> Option<Move>> StrategyProver<F> {
    /// Makes a prover that calls `suggest` at most `calls` times. `suggest` returns a move that may lead to mate.
    pub fn new(suggest: F, calls: u32) -> StrategyProver<F> {
        StrategyProver { suggest, known: FxHashMap::default(), path: Vec::new(), left: calls }
    }

    /// Returns an upper bound of the moves in which the side to move mates; `None` if the strategy is not complete.
    pub fn mates(&mut self, position: &Position) -> Option<u16> {
        let key = position.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.path.contains(&key) || self.path.len() >= MOVES_MAX {
            return None;
        }
        if let Ok(Some(moves)) = MateProver::new(MatingMoves::Checks, SHORT_NODES).fewest(position, SHORT) {
            self.known.insert(key, Some(moves.into()));
            return Some(moves.into());
        }
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let mv = (self.suggest)(position).filter(|&mv| position.is_legal(mv))?;
        let found = self.mates_by(position, mv);
        // A failure may be due to this path or the limit of calls, but none is retried: the proof has failed as a whole.
        self.known.insert(key, found);
        found
    }

    /// Returns an upper bound of the moves in which `mv` mates, itself included.
    pub fn mates_by(&mut self, position: &Position, mv: Move) -> Option<u16> {
        let mut after = *position;
        after.make(mv);
        self.path.push(position.key());
        let mut longest = Some(0);
        for reply in after.legal_moves() {
            let mut next = after;
            next.make(reply);
            longest = longest.zip(self.mates(&next)).map(|(longest, moves): (u16, u16)| longest.max(moves));
            if longest.is_none() {
                break;
            }
        }
        self.path.pop();
        longest.map(|longest| longest + 1)
    }
}
