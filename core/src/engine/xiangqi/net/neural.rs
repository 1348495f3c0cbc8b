//! The evaluator that asks a net: accumulators, kept ply by ply and brought up to date only when somebody asks.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::inputs::{input, lean};
use super::lanes::Lanes;
use super::network::{Base, Network, ONE, OUTPUT_ONE};
use crate::base::depth::MAX_PLY;
use crate::base::{Score, Side};
use crate::engine::xiangqi::counts::Counts;
use crate::engine::xiangqi::endings::{CERTAIN, winning_chances};
use crate::engine::xiangqi::eval::HandCrafted;
use crate::engine::xiangqi::evaluator::{EVAL_MAX, Evaluator};
use crate::xiangqi::{Piece, Position, Square};

/// The plies kept: the root and the deepest line below it.
const PLIES: usize = MAX_PLY + 2;
/// Changes that a ply makes at most: a piece taken, one gone, one come.
const CHANGES: usize = 3;
/// Pieces on a board at most.
const PIECES: usize = 32;

/// A piece that comes or goes.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    square: Square,
    comes: bool,
}

/// What is known of the board at one ply.
#[derive(Clone, Debug, Default)]
struct Ply {
    /// What is different from the ply before.
    changes: ArrayVec<Change, CHANGES>,
    /// Whether what follows is that of this board.
    is_counted: bool,
    /// How far the board leans to the right, by viewer.
    leans: [i64; Side::COUNT],
    counts: Counts,
    /// Whether the accumulators are those of this board, by viewer.
    is_known: [bool; Side::COUNT],
}

impl Ply {
    /// Returns whether `viewer` sees the board mirrored.
    fn is_mirrored(&self, viewer: Side) -> bool {
        self.leans[viewer.index()] > 0
    }

    /// Counts what comes or goes.
    fn count(&mut self, change: Change) {
        let Change { piece, square, comes } = change;
        let sign = if comes { 1 } else { -1 };
        for viewer in Side::ALL {
            self.leans[viewer.index()] += sign * lean(viewer, piece, square);
        }
        if comes {
            self.counts.put(piece, square);
        } else {
            self.counts.remove(piece, square);
        }
    }
}

/// Judges positions by a net.
#[derive(Clone, Debug)]
pub struct Neural {
    net: Arc<Network>,
    lanes: Lanes,
    /// What the output of the net is added to, if anything.
    hand_crafted: Option<HandCrafted>,
    plies: Box<[Ply]>,
    /// The lanes of each ply and viewer, one after the other.
    accumulators: Box<[i16]>,
    /// How many plies below the root the board is.
    ply: usize,
}

impl Neural {
    /// Begins at `position`.
    #[must_use]
    pub fn new(net: Arc<Network>, position: &Position) -> Neural {
        Neural::with_lanes(net, position, Lanes::best())
    }

    fn with_lanes(net: Arc<Network>, position: &Position, lanes: Lanes) -> Neural {
        let shape = net.shape();
        let mut evaluator = Neural {
            lanes,
            hand_crafted: (shape.base == Base::HandCrafted).then(|| HandCrafted::new(position)),
            plies: vec![Ply::default(); PLIES].into(),
            accumulators: vec![0; PLIES * Side::COUNT * shape.width].into(),
            ply: 0,
            net,
        };
        evaluator.reset(position);
        evaluator
    }

    /// Takes note of a change; what it does to the sums waits until somebody asks.
    #[inline]
    fn change(&mut self, change: Change) {
        self.plies[self.ply].changes.push(change);
    }

    /// Makes leans and counts of the present ply those of its board.
    fn count(&mut self) {
        let mut known = self.ply;
        while !self.plies[known].is_counted {
            known -= 1;
        }
        for ply in known + 1..=self.ply {
            let Ply { leans, counts, .. } = self.plies[ply - 1];
            let ply = &mut self.plies[ply];
            (ply.leans, ply.counts, ply.is_counted) = (leans, counts, true);
            for change in ply.changes.clone() {
                ply.count(change);
            }
        }
    }

    /// Returns where the accumulator of a ply and viewer lies.
    fn place(&self, ply: usize, viewer: Side) -> std::ops::Range<usize> {
        let width = self.net.shape().width;
        let start = (ply * Side::COUNT + viewer.index()) * width;
        start..start + width
    }

    /// Makes the accumulator of the present ply true for `viewer`.
    fn bring_up_to_date(&mut self, position: &Position, viewer: Side) {
        let mirrored = self.plies[self.ply].is_mirrored(viewer);
        let mut known = self.ply;
        while !self.plies[known].is_known[viewer.index()] {
            if known == 0 || self.plies[known - 1].is_mirrored(viewer) != mirrored {
                return self.refresh(position, viewer);
            }
            known -= 1;
        }
        for ply in known + 1..=self.ply {
            let [mut comes, mut goes] = [const { ArrayVec::<u16, CHANGES>::new_const() }; 2];
            for change in &self.plies[ply].changes {
                let number = input(viewer, mirrored, change.piece, change.square) as u16;
                if change.comes { comes.push(number) } else { goes.push(number) }
            }
            let (from, to) = (self.place(ply - 1, viewer), self.place(ply, viewer));
            let (before, after) = self.accumulators.split_at_mut(to.start);
            self.lanes.change(&mut after[..from.len()], &before[from], self.net.weights(), &comes, &goes);
            self.plies[ply].is_known[viewer.index()] = true;
        }
    }

    /// Makes the accumulator of the present ply from scratch.
    #[inline(never)]
    fn refresh(&mut self, position: &Position, viewer: Side) {
        let mirrored = self.plies[self.ply].is_mirrored(viewer);
        let numbers: ArrayVec<u16, PIECES> =
            position.board().placed().map(|(piece, square)| input(viewer, mirrored, piece, square) as u16).collect();
        let to = self.place(self.ply, viewer);
        self.lanes.change(&mut self.accumulators[to], self.net.biases(), self.net.weights(), &numbers, &[]);
        self.plies[self.ply].is_known[viewer.index()] = true;
    }

    /// Returns what the net says for the side to move, in centipawns; [`ONE`]s and scales are taken out.
    fn output(&self, side_to_move: Side, counts: &Counts) -> i32 {
        let (weights, offset) = self.net.output(counts.total());
        let views = [side_to_move, !side_to_move].map(|viewer| &self.accumulators[self.place(self.ply, viewer)]);
        let sums = [0, 1].map(|view| i64::from(self.lanes.output(views[view], weights[view])));
        let output = (sums[0] + sums[1]) / i64::from(ONE) + i64::from(offset);
        (output * i64::from(self.net.shape().scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE))) as i32
    }
}

impl Evaluator for Neural {
    fn reset(&mut self, position: &Position) {
        self.ply = 0;
        self.plies[0] = Ply { is_counted: true, ..Ply::default() };
        for (piece, square) in position.board().placed() {
            self.plies[0].count(Change { piece, square, comes: true });
        }
        if let Some(hand_crafted) = &mut self.hand_crafted {
            hand_crafted.reset(position);
        }
    }

    #[inline]
    fn push(&mut self) {
        self.ply += 1;
        let ply = &mut self.plies[self.ply];
        ply.changes.clear();
        (ply.is_counted, ply.is_known) = (false, [false; Side::COUNT]);
        if let Some(hand_crafted) = &mut self.hand_crafted {
            hand_crafted.push();
        }
    }

    #[inline]
    fn pop(&mut self) {
        self.ply -= 1;
        if let Some(hand_crafted) = &mut self.hand_crafted {
            hand_crafted.pop();
        }
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.change(Change { piece, square, comes: true });
        if let Some(hand_crafted) = &mut self.hand_crafted {
            hand_crafted.put(piece, square);
        }
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.change(Change { piece, square, comes: false });
        if let Some(hand_crafted) = &mut self.hand_crafted {
            hand_crafted.removed(piece, square);
        }
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.change(Change { piece, square: from, comes: false });
        self.change(Change { piece, square: to, comes: true });
        if let Some(hand_crafted) = &mut self.hand_crafted {
            hand_crafted.moved(piece, from, to);
        }
    }

    #[inline(never)]
    fn evaluate(&mut self, position: &Position) -> Score {
        self.count();
        for viewer in Side::ALL {
            self.bring_up_to_date(position, viewer);
        }
        let side_to_move = position.side_to_move();
        let counts = self.plies[self.ply].counts;
        let output = self.output(side_to_move, &counts);
        let strong = if output > 0 { side_to_move } else { !side_to_move };
        let output = output * winning_chances(&counts, strong) / CERTAIN;
        let base = self.hand_crafted.as_mut().map_or(0, |hand_crafted| hand_crafted.evaluate(position).0);
        Score((base + output).clamp(-EVAL_MAX, EVAL_MAX))
    }
}

#[cfg(test)]
mod tests;
