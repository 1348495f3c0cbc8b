//! The hand-crafted evaluation of quiet positions, side to move's view.
//!
//! A sum of features, each with a weight for the middle game and one for the ending. The attacking material left blends
//! the two, and endings that manuals call drawn scale the sum down. Swapping sides negates it; a mirror image keeps it.
//! [`super::terms`] reports the features, [`super::weights`] holds their weights.

use super::counts::PieceCounts;
use super::endings::{CERTAIN, winning_chances};
use super::evaluator::{EVAL_MAX, Evaluator};
use super::groups::{COUNT, FeatureSink, TURN};
use super::tables::{self, PHASE_MAX, PHASE_WEIGHT};
use super::tapered::Tapered;
use super::terms;
use super::weights::WEIGHTS;
use crate::base::depth::MAX_PLY;
use crate::base::{Score, Side};
use crate::xiangqi::{Piece, Position, Role, Square};

/// The search's sink: the sum of the weights.
#[derive(Clone, Copy, Debug, Default)]
struct Sum(Tapered);

impl FeatureSink for Sum {
    #[inline]
    fn note(&mut self, feature: usize, times: i32) {
        self.0 = self.0.plus(WEIGHTS[feature].times(times));
    }
}

/// Terms that change little from move to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// Material and places, Red's view.
    places: Tapered,
    counts: PieceCounts,
    /// Recomputed only after captures and river crossings.
    material: Material,
}

/// Terms of the piece counts alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Material {
    /// The weights of [`terms::material`], Red's view.
    sum: Tapered,
    /// Attacking material left, from 0 to [`PHASE_MAX`].
    phase: i32,
    /// Winning chances of Red and of Black, in [`CERTAIN`]ths.
    chances: [i32; Side::COUNT],
}

impl Material {
    /// Computes the terms of the piece counts.
    // Out of line: three inlined copies would thrash the instruction cache (L1i).
    #[inline(never)]
    fn of(counts: &PieceCounts) -> Material {
        let mut sums = [Sum::default(); Side::COUNT];
        note_material(counts, &mut sums);
        Material {
            sum: sums[0].0.minus(sums[1].0),
            phase: phase(counts),
            chances: Side::ALL.map(|strong| winning_chances(counts, strong)),
        }
    }
}

/// The hand-crafted evaluation (HCE).
#[derive(Clone, Debug)]
pub struct HandCrafted {
    /// The sums of the root and of each ply below.
    stack: Box<[Sums; PLIES]>,
    /// Plies below the root.
    ply: usize,
}

/// Stored plies: the root and the deepest line below it.
const PLIES: usize = MAX_PLY + 2;

impl HandCrafted {
    /// Makes the evaluator and starts it at `position`.
    #[must_use]
    pub fn new(position: &Position) -> HandCrafted {
        let mut evaluator = HandCrafted { stack: Box::new([Sums::default(); PLIES]), ply: 0 };
        evaluator.reset(position);
        evaluator
    }

    /// Returns the winning chances of `strong`, in [`CERTAIN`]ths.
    #[inline]
    pub fn chances(&self, strong: Side) -> i32 {
        self.stack[self.ply].material.chances[strong.index()]
    }

    #[inline]
    fn sums(&mut self) -> &mut Sums {
        &mut self.stack[self.ply]
    }
}

impl Evaluator for HandCrafted {
    fn reset(&mut self, position: &Position) {
        self.ply = 0;
        *self.sums() = Sums::default();
        for (piece, square) in position.board().placed() {
            self.put(piece, square);
        }
    }

    #[inline]
    fn push(&mut self) {
        self.stack[self.ply + 1] = self.stack[self.ply];
        self.ply += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.ply -= 1;
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        let sums = self.sums();
        sums.places = sums.places.plus(tables::place(piece, square));
        sums.counts.put(piece, square);
        sums.material = Material::of(&sums.counts);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        let sums = self.sums();
        sums.places = sums.places.minus(tables::place(piece, square));
        sums.counts.remove(piece, square);
        sums.material = Material::of(&sums.counts);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        let sums = self.sums();
        sums.places = sums.places.minus(tables::place(piece, from)).plus(tables::place(piece, to));
        if sums.counts.moved(piece, from, to) {
            sums.material = Material::of(&sums.counts);
        }
    }

    // Out of line to save the instruction cache, as above.
    #[inline(never)]
    fn evaluate(&mut self, position: &Position) -> Score {
        let Sums { places, counts, material } = self.sums();
        let mut terms = [Sum::default(); Side::COUNT];
        note_terms(position, counts, &mut terms);
        let Material { sum, phase, chances } = *material;
        let sum = sum.plus(*places).plus(terms[0].0).minus(terms[1].0);
        // One division, rounded towards zero, makes both sides' views exact opposites.
        let red = (sum.mg() * phase + sum.eg() * (PHASE_MAX - phase)) / PHASE_MAX;
        let strong = if red > 0 { Side::First } else { Side::Second };
        let red = red * chances[strong.index()] / CERTAIN;
        let us = if position.side_to_move() == Side::First { red } else { -red };
        Score(us.clamp(-EVAL_MAX, EVAL_MAX))
    }
}

/// Reports the features of each side, except places and piece counts.
#[inline]
fn note_terms<T: FeatureSink>(position: &Position, counts: &PieceCounts, tallies: &mut [T; Side::COUNT]) {
    let reach = Side::ALL.map(|us| terms::pieces(position, us, &mut tallies[us.index()]));
    for us in Side::ALL {
        let tally = &mut tallies[us.index()];
        terms::threats(position, counts, us, &reach[us.index()], &reach[(!us).index()], tally);
    }
    tallies[position.side_to_move().index()].note(TURN, 1);
}

/// Reports the features of piece counts.
fn note_material<T: FeatureSink>(counts: &PieceCounts, tallies: &mut [T; Side::COUNT]) {
    for us in Side::ALL {
        terms::material(counts, us, &mut tallies[us.index()]);
    }
}

/// Returns the attacking material left, from 0 to [`PHASE_MAX`].
fn phase(counts: &PieceCounts) -> i32 {
    let weight =
        |role: Role| (counts.of(Side::First, role) + counts.of(Side::Second, role)) * PHASE_WEIGHT[role.index()];
    (weight(Role::Rook) + weight(Role::Horse) + weight(Role::Cannon)).min(PHASE_MAX)
}

/// The features of a position, for the tuner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Nonzero features by index, each with Red's count minus Black's.
    pub features: Vec<(u16, i16)>,
    /// Weight of the middle game, from 0 to [`PHASE_MAX`]. The ending has the rest.
    pub phase: i32,
    /// Winning chances of Red and of Black, in [`CERTAIN`]ths.
    pub chances: [i32; Side::COUNT],
}

/// A sink that counts each feature.
struct Counting(Vec<i16>);

impl FeatureSink for Counting {
    fn note(&mut self, feature: usize, times: i32) {
        self.0[feature] += times as i16;
    }
}

impl Trace {
    /// Records the features of `position`.
    #[must_use]
    pub fn of(position: &Position) -> Trace {
        let Material { phase, chances, .. } = HandCrafted::new(position).sums().material;
        let [red, black] = tally(position);
        let differences = red.0.iter().zip(&black.0).map(|(red, black)| red - black);
        let features = (0..).zip(differences).filter(|(_, times)| *times != 0).collect();
        Trace { features, phase, chances }
    }
}

/// Counts the features of each side.
fn tally(position: &Position) -> [Counting; Side::COUNT] {
    let mut tallies = Side::ALL.map(|_| Counting(vec![0; COUNT]));
    let counts = HandCrafted::new(position).sums().counts;
    note_terms(position, &counts, &mut tallies);
    note_material(&counts, &mut tallies);
    for (piece, square) in position.board().placed() {
        tallies[piece.side.index()].note(tables::place_feature(piece.side, piece.role, square), 1);
    }
    tallies
}

#[cfg(test)]
pub(super) mod tests;
