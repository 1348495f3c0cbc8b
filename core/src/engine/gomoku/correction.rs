//! Correction history: the average error of the static score by the lines through the last stones.
//!
//! Chess engines introduced the idea in 2023 (pawn correction history). Here the four lines through a stone replace the
//! pawns as the key. The evaluation misjudges a shape in the same way wherever the shape occurs.

use super::field::Field;
use super::params::{CORRECTION_MAX, CORRECTION_SHARE, CORRECTION_SLOPE};
use crate::base::{Depth, Score, Side};
use crate::gomoku::Point;
use crate::search::Counters;

/// Number of last stones used: the enemy's and our own before it.
const STONES: usize = 2;
/// Bits of the hash of a stone's surroundings; collisions are possible.
const BITS: u32 = 14;

/// Indices of a position's counters.
type Cells = [[usize; 3]; STONES];

/// One thread's correction history.
#[derive(Debug)]
pub struct Corrections(Counters<3>);

impl Corrections {
    #[must_use]
    pub fn new() -> Corrections {
        Corrections(Counters::new([STONES, Side::COUNT, 1 << BITS]))
    }

    /// Returns the corrected static score of `field`, after the stones of `path`, from the raw score `eval`.
    #[must_use]
    pub fn apply(&self, field: &Field, path: &[Point], eval: Score) -> Score {
        let sum: i32 = cells(field, path).into_iter().map(|cell| self.0[cell].get()).sum();
        let limit = Score::DECISIVE.0 - 1;
        Score((eval.0 + sum / CORRECTION_SHARE).clamp(-limit, limit))
    }

    /// Updates the history after a search of `depth` returned `score` against the corrected static score `eval`.
    pub fn update(&mut self, field: &Field, path: &[Point], eval: Score, score: Score, depth: Depth) {
        let bonus = ((score - eval).0 * depth * CORRECTION_SLOPE).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        for cell in cells(field, path) {
            self.0[cell].update(bonus);
        }
    }
}

/// Returns the counters of `field` after the stones of `path`. A missing stone has hash zero.
fn cells(field: &Field, path: &[Point]) -> Cells {
    let side = field.side_to_move().index();
    let mut stones = path.iter().rev();
    std::array::from_fn(|back| {
        let surroundings = stones.next().map_or(0, |&stone| field.patterns().surroundings(stone));
        [back, side, (surroundings >> (u64::BITS - BITS)) as usize]
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::gomoku::pattern::Tables;
    use crate::gomoku::{Position, Rule};

    #[test]
    fn what_was_learned_of_a_shape_is_remembered_wherever_it_stands() {
        let after = |stones: &str| {
            let position = Position::new(15, Rule::Freestyle).expect("a board");
            let mut field = Field::new(&position, Arc::new(Tables::new(Rule::Freestyle)));
            let path: Vec<Point> = stones.split(' ').map(|stone| stone.parse().expect(stone)).collect();
            path.iter().for_each(|&stone| field.play(stone));
            (field, path)
        };
        let mut corrections = Corrections::new();
        let apply = |corrections: &Corrections, stones| {
            let (field, path) = after(stones);
            corrections.apply(&field, &path, Score(15))
        };
        let (field, path) = after("h8 h9 i8 i9");
        assert_eq!(apply(&corrections, "h8 h9 i8 i9"), Score(15));
        for _ in 0..40 {
            corrections.update(&field, &path, Score(0), Score(80), 8);
        }
        let put_right = apply(&corrections, "h8 h9 i8 i9");
        assert!(put_right > Score(60), "{put_right}");
        assert_eq!(apply(&corrections, "g7 g8 h7 h8"), put_right, "the same stones a row and a column away");
        let partly = apply(&corrections, "h8 h9 i8 c3");
        assert!(partly < put_right, "{partly}: another last stone");
    }
}
