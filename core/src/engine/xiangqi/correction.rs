//! Correction history: how far the static score was off where the same pieces of a kind stood on the same points.
//!
//! What the evaluation misjudges in a structure it misjudges again and again in one search. The idea is from chess
//! engines of 2023 and 2024 (pawn correction history); here the structures are the pawns, the palaces with their
//! advisors and elephants, and the pieces that attack. What the last two moves say of it is learned in the same way.

use super::order::{Kind, NO_KIND};
use super::params::{CORRECTION_MAX, CORRECTION_SHARE, CORRECTION_SLOPE};
use crate::base::{Depth, Key, Score, Side};
use crate::search::Counters;
use crate::search::stat::Counter;
use crate::xiangqi::{Move, Piece, Position, Role, Square, zobrist};

/// Kinds of structure.
const KINDS: usize = 3;
/// Structures told apart of each kind; others share a counter.
const STRUCTURES: usize = 1 << 14;
/// The bits of the number of the last two moves; some pairs share one.
const PAIR_BITS: u32 = 15;

/// The keys of a position's structures: pawns; kings, advisors and elephants; rooks, horses and cannons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Structures([Key; KINDS]);

impl Structures {
    /// Those of an empty board.
    pub const NONE: Structures = Structures([Key(0); KINDS]);

    /// Finds those of `position` from scratch.
    #[must_use]
    pub fn of(position: &Position) -> Structures {
        let mut structures = Structures::NONE;
        for (piece, square) in position.board().placed() {
            structures.toggle(piece, square);
        }
        structures
    }

    /// Returns those after `mv` is played from `before`.
    #[inline]
    #[must_use]
    pub fn after(mut self, before: &Position, mv: Move) -> Structures {
        if let Some(piece) = before.piece_at(mv.from()) {
            self.toggle(piece, mv.from());
            self.toggle(piece, mv.to());
        }
        if let Some(taken) = before.captured(mv) {
            self.toggle(taken, mv.to());
        }
        self
    }

    /// Takes note that `piece` comes to `square`, or goes from there.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let kind = match piece.role {
            Role::Pawn => 0,
            Role::General | Role::Advisor | Role::Elephant => 1,
            Role::Rook | Role::Horse | Role::Cannon => 2,
        };
        self.0[kind] ^= zobrist::piece(piece, square);
    }

    /// Returns where the counters of the structures lie for the side to move.
    #[inline]
    fn cells(&self, side: Side) -> [[usize; 3]; KINDS] {
        std::array::from_fn(|kind| [kind, side.index(), self.0[kind].0 as usize % STRUCTURES])
    }
}

/// Numbers the last two moves, the opponent's first.
#[inline]
#[must_use]
pub const fn pair(last: Kind, before: Kind) -> usize {
    let mixed = ((last * (NO_KIND + 1) + before) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - PAIR_BITS)) as usize
}

/// What one thread has learned about the evaluation's errors.
#[derive(Debug)]
pub struct Corrections {
    structures: Counters<3>,
    pairs: Counters<1>,
}

impl Corrections {
    /// Makes empty histories.
    #[must_use]
    pub fn new() -> Corrections {
        Corrections {
            structures: Counters::new([KINDS, Side::COUNT, STRUCTURES]),
            pairs: Counters::new([1 << PAIR_BITS]),
        }
    }

    /// Returns the static score `eval` of a position with these structures after this [`pair`] of moves, `side` to move,
    /// put right.
    #[must_use]
    pub fn apply(&self, structures: &Structures, pair: usize, side: Side, eval: Score) -> Score {
        let sum: i32 = structures.cells(side).into_iter().map(|cell| self.structures[cell].get()).sum();
        let sum = sum + self.pairs[[pair]].get();
        let limit = Score::DECISIVE.0 - 1;
        Score((eval.0 + sum / CORRECTION_SHARE).clamp(-limit, limit))
    }

    /// Learns that a search of `depth` returned `score` where the static score, put right, was `eval`.
    pub fn learn(&mut self, structures: &Structures, pair: usize, side: Side, eval: Score, score: Score, depth: Depth) {
        let bonus = ((score - eval).0 * depth * CORRECTION_SLOPE).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        for cell in structures.cells(side) {
            self.structures[cell].update(bonus);
        }
        self.pairs[[pair]].update(bonus);
    }
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections::new()
    }
}

const _: () = assert!(Counter::MAX == 16_384, "the shares in params.rs are meant for it");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_of_a_structure_is_remembered() {
        let start = Structures::of(&Position::start());
        let mut corrections = Corrections::new();
        // Two pairs of moves; which side made them is part of what they are called.
        let (seen, other_pair) = (0, 1);
        let apply =
            |corrections: &Corrections, at: &Structures, pair, side| corrections.apply(at, pair, side, Score(15));
        assert_eq!(apply(&corrections, &start, seen, Side::First), Score(15));
        for _ in 0..20 {
            corrections.learn(&start, seen, Side::First, Score(0), Score(80), 8);
        }
        let put_right = apply(&corrections, &start, seen, Side::First);
        assert!(put_right > Score(40) && put_right < Score(15 + 4 * 64), "{put_right}");
        let elsewhere = start.after(&Position::start(), "a3a4".parse().expect("a move"));
        for (at, pair) in [(&elsewhere, seen), (&start, other_pair)] {
            let partly = apply(&corrections, at, pair, Side::First);
            assert!(partly > Score(15) && partly < put_right, "{partly}: only the pawns or the moves are others");
        }
        assert_eq!(apply(&corrections, &start, other_pair, Side::Second), Score(15), "the other side's view");
    }

    #[test]
    fn structures_follow_the_moves() {
        let mut position = Position::start();
        let mut structures = Structures::of(&position);
        for text in "h2e2 h9g7 h0g2 g6g5 e2e6 d9e8 e6e4 i9h9".split(' ') {
            let mv = text.parse().expect(text);
            structures = structures.after(&position, mv);
            position.make(mv);
            assert_eq!(structures, Structures::of(&position), "after {text}");
        }
    }
}
