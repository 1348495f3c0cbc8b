//! Correction history: the mean difference between search score and static evaluation, by parts of the position.
//!
//! A static evaluation that misjudges a structure does so in the whole search. Chess engines of 2023 and 2024 key such
//! errors by pawn structure (CPW: Static Evaluation Correction History). Here the keys are the pawns; the kings with
//! their advisors and elephants; the attackers; and the last two moves (continuation correction history).

use super::continuation::{NO_PIECE_TO, PieceTo};
use super::params::{CORRECTION_MAX, CORRECTION_SHARE, CORRECTION_SLOPE};
use crate::base::{Depth, Key, Score, Side};
use crate::search::Counters;
use crate::search::stat::Counter;
use crate::xiangqi::{Move, Piece, Position, Role, Square, zobrist};

/// Keys by piece placement.
const KEYS: usize = 3;
/// Counters for each key and side; keys are reduced modulo this.
const KEY_VALUES: usize = 1 << 14;
/// Size of [`continuation_key`]; collisions are possible.
const CONTINUATION_BITS: u32 = 15;

/// Zobrist keys of the pawns; of kings, advisors and elephants; of rooks, horses and cannons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CorrectionKeys([Key; KEYS]);

impl CorrectionKeys {
    /// The keys of an empty board.
    pub const NONE: CorrectionKeys = CorrectionKeys([Key(0); KEYS]);

    /// Computes the keys of `position` from scratch.
    #[must_use]
    pub fn of(position: &Position) -> CorrectionKeys {
        let mut keys = CorrectionKeys::NONE;
        for (piece, square) in position.board().placed() {
            keys.toggle(piece, square);
        }
        keys
    }

    /// Returns the keys after `mv`, played from `before`.
    #[inline]
    #[must_use]
    pub fn after(mut self, before: &Position, mv: Move) -> CorrectionKeys {
        if let Some(piece) = before.piece_at(mv.from()) {
            self.toggle(piece, mv.from());
            self.toggle(piece, mv.to());
        }
        if let Some(taken) = before.captured(mv) {
            self.toggle(taken, mv.to());
        }
        self
    }

    /// Adds or removes `piece` on `square`.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let kind = match piece.role {
            Role::Pawn => 0,
            Role::General | Role::Advisor | Role::Elephant => 1,
            Role::Rook | Role::Horse | Role::Cannon => 2,
        };
        self.0[kind] ^= zobrist::piece(piece, square);
    }

    /// Returns the indices of the counters for the side to move.
    #[inline]
    fn cells(&self, side: Side) -> [[usize; 3]; KEYS] {
        std::array::from_fn(|kind| [kind, side.index(), self.0[kind].0 as usize % KEY_VALUES])
    }
}

/// Hashes the last two moves, the opponent's first, to [`CONTINUATION_BITS`] bits.
#[inline]
#[must_use]
pub const fn continuation_key(last: PieceTo, before: PieceTo) -> usize {
    let mixed = ((last * (NO_PIECE_TO + 1) + before) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - CONTINUATION_BITS)) as usize
}

/// One thread's correction histories.
#[derive(Debug)]
pub struct Corrections {
    keys: Counters<3>,
    continuations: Counters<1>,
}

impl Corrections {
    /// Makes empty correction histories.
    #[must_use]
    pub fn new() -> Corrections {
        Corrections {
            keys: Counters::new([KEYS, Side::COUNT, KEY_VALUES]),
            continuations: Counters::new([1 << CONTINUATION_BITS]),
        }
    }

    /// Returns the static evaluation `eval` plus the corrections of these keys; `side` is to move.
    #[must_use]
    pub fn apply(&self, keys: &CorrectionKeys, continuation_key: usize, side: Side, eval: Score) -> Score {
        let sum: i32 = keys.cells(side).into_iter().map(|cell| self.keys[cell].get()).sum();
        let sum = sum + self.continuations[[continuation_key]].get();
        let limit = Score::DECISIVE.0 - 1;
        Score((eval.0 + sum / CORRECTION_SHARE).clamp(-limit, limit))
    }

    /// Moves the corrections toward `score`, the result of a search of `depth`; `eval` is the corrected evaluation.
    pub fn update(
        &mut self,
        keys: &CorrectionKeys,
        continuation_key: usize,
        side: Side,
        eval: Score,
        score: Score,
        depth: Depth,
    ) {
        let bonus = ((score - eval).0 * depth * CORRECTION_SLOPE).clamp(-CORRECTION_MAX, CORRECTION_MAX);
        for cell in keys.cells(side) {
            self.keys[cell].update(bonus);
        }
        self.continuations[[continuation_key]].update(bonus);
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
    fn corrections_apply_to_equal_keys_only() {
        let start = CorrectionKeys::of(&Position::start());
        let mut corrections = Corrections::new();
        // Two continuations of the first side; the key includes the side.
        let (seen, other_pair) = (0, 1);
        let apply = |corrections: &Corrections, at: &CorrectionKeys, continuation_key, side| {
            corrections.apply(at, continuation_key, side, Score(15))
        };
        assert_eq!(apply(&corrections, &start, seen, Side::First), Score(15));
        for _ in 0..20 {
            corrections.update(&start, seen, Side::First, Score(0), Score(80), 8);
        }
        let put_right = apply(&corrections, &start, seen, Side::First);
        assert!(put_right > Score(40) && put_right < Score(15 + 4 * 64), "{put_right}");
        let elsewhere = start.after(&Position::start(), "a3a4".parse().expect("a move"));
        for (at, continuation_key) in [(&elsewhere, seen), (&start, other_pair)] {
            let partly = apply(&corrections, at, continuation_key, Side::First);
            assert!(partly > Score(15) && partly < put_right, "{partly}: only the pawns or the moves are others");
        }
        assert_eq!(apply(&corrections, &start, other_pair, Side::Second), Score(15), "the other side's view");
    }

    #[test]
    fn incremental_keys_equal_keys_from_scratch() {
        let mut position = Position::start();
        let mut keys = CorrectionKeys::of(&position);
        for text in "h2e2 h9g7 h0g2 g6g5 e2e6 d9e8 e6e4 i9h9".split(' ') {
            let mv = text.parse().expect(text);
            keys = keys.after(&position, mv);
            position.make(mv);
            assert_eq!(keys, CorrectionKeys::of(&position), "after {text}");
        }
    }
}
