//! Correction history: how far the static score was off where the same pieces of a kind stood on the same points.
//!
//! What the evaluation misjudges in a structure it misjudges again and again in one search. The idea is from chess
//! engines of 2023 and 2024 (pawn correction history); here the structures are the pawns, the palaces with their
//! advisors and elephants, and the pieces that attack.

use super::params::{CORRECTION_MAX, CORRECTION_SHARE, CORRECTION_SLOPE};
use crate::base::{Depth, Score, Side};
use crate::search::Counters;
use crate::search::stat::Counter;
use crate::xiangqi::{Bitboard, Position, Role};

/// Kinds of structure.
const KINDS: usize = 3;
/// Structures told apart of each kind; others share a counter.
const STRUCTURES: usize = 1 << 14;

/// Where the counters of a position's structures lie.
type Cells = [[usize; 3]; KINDS];

/// What one thread has learned about the evaluation's errors.
#[derive(Debug)]
pub struct Corrections(Counters<3>);

impl Corrections {
    /// Makes empty records.
    #[must_use]
    pub fn new() -> Corrections {
        Corrections(Counters::new([KINDS, Side::COUNT, STRUCTURES]))
    }

    /// Returns the static score `eval` put right.
    #[must_use]
    pub fn apply(&self, position: &Position, eval: Score) -> Score {
        let sum: i32 = cells(position).into_iter().map(|cell| self.0[cell].get()).sum();
        let limit = Score::DECISIVE.0 - 1;
        Score((eval.0 + sum / CORRECTION_SHARE).clamp(-limit, limit))
    }

    /// Learns that a search of `depth` returned `score` where the static score, put right, was `eval`.
    pub fn learn(&mut self, position: &Position, eval: Score, score: Score, depth: Depth) {
        let bonus = ((score - eval).0 * depth * CORRECTION_SLOPE).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        for cell in cells(position) {
            self.0[cell].update(bonus);
        }
    }
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections::new()
    }
}

const _: () = assert!(Counter::MAX == 16_384, "the shares in params.rs are meant for it");

fn cells(position: &Position) -> Cells {
    let board = position.board();
    let pawns = board.role(Role::Pawn);
    let home = board.role(Role::King) | board.role(Role::Advisor) | board.role(Role::Elephant);
    let side = position.turn().index();
    let red = board.side(Side::First);
    let attackers = [Role::Rook, Role::Horse, Role::Cannon].map(|role| board.role(role));
    [
        [0, side, hash(&[pawns & red, pawns & !red])],
        [1, side, hash(&[home & red, home & !red])],
        [2, side, hash(&[attackers[0] & red, attackers[0] & !red, attackers[1], attackers[2]])],
    ]
}

/// Returns a number below [`STRUCTURES`] for some sets.
fn hash(sets: &[Bitboard]) -> usize {
    /// Odd, with its bits well mixed: 2⁶⁴ divided by the golden ratio.
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(GOLDEN).rotate_left(29);
    let hash = sets.iter().fold(0, |hash, set| mix(mix(hash, set.bits() as u64), (set.bits() >> 64) as u64));
    (hash.wrapping_mul(GOLDEN) >> 50) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_of_a_structure_is_remembered() {
        let position = Position::start();
        let mut corrections = Corrections::new();
        assert_eq!(corrections.apply(&position, Score(15)), Score(15));
        for _ in 0..20 {
            corrections.learn(&position, Score(0), Score(80), 8);
        }
        let put_right = corrections.apply(&position, Score(15));
        assert!(put_right > Score(40) && put_right < Score(15 + 3 * 64), "{put_right}");
        let mut other = position;
        other.make("a3a4".parse().expect("a move"));
        other.make("a6a5".parse().expect("a move"));
        let partly = corrections.apply(&other, Score(15));
        assert!(partly > Score(15) && partly < put_right, "{partly}: only the pawns stand elsewhere");
        other.play_null();
        assert_eq!(corrections.apply(&other, Score(15)), Score(15), "the other side's view");
    }
}
