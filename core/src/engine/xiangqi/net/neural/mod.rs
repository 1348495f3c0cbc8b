//! The evaluator with a net. Accumulators exist per ply and are updated only on evaluation.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::inputs::{input, lean};
use super::lanes::{RowChange, WeighedSum};
use super::network::{Base, Network, ONE, OUTPUT_ONE};
use crate::base::depth::MAX_PLY;
use crate::base::{Score, Side};
use crate::engine::lanes::Lanes;
use crate::engine::xiangqi::counts::PieceCounts;
use crate::engine::xiangqi::endings::{CERTAIN, winning_chances};
use crate::engine::xiangqi::eval::HandCrafted;
use crate::engine::xiangqi::evaluator::{EVAL_MAX, Evaluator};
use crate::xiangqi::{Board, Piece, Position, Square};

/// Stored plies: the root and the deepest line below it.
const PLIES: usize = MAX_PLY + 2;
/// Most changes of a ply: a captured piece, and the moved piece off and on.
const CHANGES: usize = 3;
/// Hand-crafted advantages in centipawns: from `FADING` the net counts less, from `FADED` not at all. Training scores
/// lie within ±1,500.
const FADING: i32 = 1000;
const FADED: i32 = 2000;
/// The value of [`share`] at full weight.
pub const WHOLE: i32 = FADED - FADING;
/// Most pieces on a board.
const PIECES: usize = 32;

/// Returns the weight of a net's correction to a hand-crafted evaluation of `base` centipawns, in [`WHOLE`]ths. Nets
/// are not trained on decided positions, and there the hand-crafted evaluation knows how to win.
#[inline]
#[must_use]
pub fn share(base: i32) -> i32 {
    FADED - base.abs().clamp(FADING, FADED)
}

/// A piece put on the board or removed.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    square: Square,
    comes: bool,
}

/// The state of a ply.
#[derive(Clone, Debug, Default)]
struct Ply {
    /// Differences from the ply before.
    changes: ArrayVec<Change, CHANGES>,
    /// Whether `leans` is up to date.
    is_leaned: bool,
    /// Sum of [`lean`] over the board, by viewer.
    leans: [i64; Side::COUNT],
    /// Whether the accumulators are up to date, by viewer.
    is_known: [bool; Side::COUNT],
}

impl Ply {
    /// Returns whether `viewer` sees the board mirrored.
    #[inline]
    fn is_mirrored(&self, viewer: Side) -> bool {
        self.leans[viewer.index()] > 0
    }

    /// Adds or subtracts the change's lean.
    #[inline]
    fn lean(&mut self, Change { piece, square, comes }: Change) {
        for viewer in Side::ALL {
            let lean = lean(viewer, piece, square);
            self.leans[viewer.index()] += if comes { lean } else { -lean };
        }
    }
}

/// A board with its accumulator.
#[derive(Clone, Debug)]
struct Seen {
    board: Board,
    lanes: Box<[i16]>,
}

#[derive(Clone, Debug)]
pub struct Neural {
    net: Arc<Network>,
    lanes: Lanes,
    /// The base of the net's output, if it has one.
    hand_crafted: Option<HandCrafted>,
    plies: Box<[Ply]>,
    /// The lanes of each ply and viewer, in sequence.
    accumulators: Box<[i16]>,
    /// The last refreshed board of each viewer, plain and mirrored. After a view flips, the difference to it is smaller
    /// than a whole board.
    seen: [[Seen; 2]; Side::COUNT],
    /// Plies below the root.
    ply: usize,
}

impl Neural {
    /// Makes the evaluator and starts it at `position`.
    #[must_use]
    pub fn new(net: Arc<Network>, position: &Position) -> Neural {
        Neural::with_lanes(net, position, Lanes::best())
    }

    fn with_lanes(net: Arc<Network>, position: &Position, lanes: Lanes) -> Neural {
        let architecture = net.architecture();
        let seen = || Seen { board: Board::EMPTY, lanes: net.biases().into() };
        let mut evaluator = Neural {
            seen: [[seen(), seen()], [seen(), seen()]],
            lanes,
            hand_crafted: (architecture.base == Base::HandCrafted).then(|| HandCrafted::new(position)),
            plies: vec![Ply::default(); PLIES].into(),
            accumulators: vec![0; PLIES * Side::COUNT * architecture.width].into(),
            ply: 0,
            net,
        };
        evaluator.reset(position);
        evaluator
    }

    /// Records a change. The accumulators follow on the next evaluation.
    #[inline]
    fn change(&mut self, change: Change) {
        self.plies[self.ply].changes.push(change);
    }

    /// Updates the leans of the present ply.
    #[inline]
    fn lean(&mut self) {
        let mut known = self.ply;
        while !self.plies[known].is_leaned {
            known -= 1;
        }
        for at in known + 1..=self.ply {
            let leans = self.plies[at - 1].leans;
            let ply = &mut self.plies[at];
            (ply.leans, ply.is_leaned) = (leans, true);
            for index in 0..ply.changes.len() {
                ply.lean(ply.changes[index]);
            }
        }
    }

    /// Returns the range of a ply's accumulator for `viewer`.
    fn place(&self, ply: usize, viewer: Side) -> std::ops::Range<usize> {
        let width = self.net.architecture().width;
        let start = (ply * Side::COUNT + viewer.index()) * width;
        start..start + width
    }

    /// Updates the accumulators of the present ply for both viewers.
    #[inline]
    fn look(&mut self, position: &Position) {
        self.lean();
        for viewer in Side::ALL {
            self.bring_up_to_date(position, viewer);
        }
    }

    /// Updates the accumulator of the present ply for `viewer`.
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
            let (to, from, rows) = (&mut after[..from.len()], &before[from], self.net.weights());
            self.lanes.run(RowChange { to, from, rows, plus: &comes, minus: &goes });
            self.plies[ply].is_known[viewer.index()] = true;
        }
    }

    /// Rebuilds the accumulator of the present ply from the last refreshed board with the same view.
    #[inline(never)]
    fn refresh(&mut self, position: &Position, viewer: Side) {
        let mirrored = self.plies[self.ply].is_mirrored(viewer);
        let to = self.place(self.ply, viewer);
        let Seen { board, lanes } = &mut self.seen[viewer.index()][usize::from(mirrored)];
        let now = position.board();
        let [mut comes, mut goes] = [const { ArrayVec::<u16, PIECES>::new_const() }; 2];
        for square in board.differing(now) {
            let number = |piece| input(viewer, mirrored, piece, square) as u16;
            goes.extend(board.piece_at(square).map(number));
            comes.extend(now.piece_at(square).map(number));
        }
        *board = *now;
        let (to, rows) = (&mut self.accumulators[to], self.net.weights());
        self.lanes.run(RowChange { to, from: lanes, rows, plus: &comes, minus: &goes });
        lanes.copy_from_slice(to);
        self.plies[self.ply].is_known[viewer.index()] = true;
    }

    /// Returns the output of the net in centipawns, side to move's view.
    fn output(&self, position: &Position) -> i32 {
        let (weights, offset) = self.net.output(position.board().occupied().count() as usize);
        let side_to_move = position.side_to_move();
        let views = [side_to_move, !side_to_move].map(|viewer| &self.accumulators[self.place(self.ply, viewer)]);
        let sums =
            [0, 1].map(|view| i64::from(self.lanes.run(WeighedSum { sums: views[view], weights: weights[view] })));
        let output = (sums[0] + sums[1]) / i64::from(ONE) + i64::from(offset);
        (output * i64::from(self.net.architecture().scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE))) as i32
    }
}

impl Evaluator for Neural {
    fn reset(&mut self, position: &Position) {
        self.ply = 0;
        self.plies[0] = Ply { is_leaned: true, ..Ply::default() };
        for (piece, square) in position.board().placed() {
            self.plies[0].lean(Change { piece, square, comes: true });
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
        (ply.is_leaned, ply.is_known) = (false, [false; Side::COUNT]);
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
        let base = self.hand_crafted.as_mut().map_or(0, |hand_crafted| hand_crafted.evaluate(position).0);
        let share = share(base);
        if share == 0 {
            return Score(base);
        }
        self.look(position);
        let output = self.output(position) * share / WHOLE;
        let us = position.side_to_move();
        let strong = if output > 0 { us } else { !us };
        let chances = match &self.hand_crafted {
            Some(hand_crafted) => hand_crafted.chances(strong),
            None => winning_chances(&PieceCounts::of_board(position.board()), strong),
        };
        Score((base + output * chances / CERTAIN).clamp(-EVAL_MAX, EVAL_MAX))
    }
}

#[cfg(test)]
mod tests;
