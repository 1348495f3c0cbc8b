//! Static evaluation: what a quiet position is worth to the side to move.
//!
//! A sum of features, each with a weight for the middle game and one for the ending, mixed by the attacking material
//! left, and scaled down where the endgame manuals know a draw. Turning the board round changes the sign, mirroring it
//! changes nothing. [`super::terms`] finds the features, [`super::weights`] holds their weights.

use std::ops::Index;

use super::correction::Structures;
use super::endings::{CERTAIN, winning_chances};
use super::features::{COUNT, Sum, TURN, Tally, Tapered};
use super::tables::{self, PHASE_MAX, PHASE_WEIGHT};
use super::terms;
use crate::base::{Score, Side};
use crate::xiangqi::{Move, Piece, Position, Role};

/// The greatest static score: far below [`Score::DECISIVE`].
pub const EVAL_MAX: i32 = 20_000;

/// A position together with the sums that a move changes only a little.
#[derive(Clone, Copy)]
pub struct State {
    /// The position.
    pub position: Position,
    /// Material and places, Red's view.
    places: Tapered,
    /// How many pieces of each role each side has.
    pub(super) counts: Counts,
    structures: Structures,
    /// What follows from the pieces' numbers; only a capture or a pawn that crosses the river changes it.
    material: Material,
}

/// What the numbers of pieces say, wherever the pieces stand.
#[derive(Clone, Copy, Debug, Default)]
struct Material {
    /// The weights of [`terms::material`], Red's view.
    sum: Tapered,
    /// The attacking material left, from 0 to [`PHASE_MAX`].
    phase: i32,
    /// What is left of an advantage of Red's and of Black's, in [`CERTAIN`]ths.
    chances: [i32; Side::COUNT],
}

/// The number of pieces of each role, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts([[u8; Role::COUNT]; Side::COUNT]);

impl Index<Piece> for Counts {
    type Output = u8;

    #[inline]
    fn index(&self, piece: Piece) -> &u8 {
        &self.0[piece.side.index()][piece.role.index()]
    }
}

impl Counts {
    /// Returns how many pieces of this kind there are.
    #[inline]
    pub fn of(&self, side: Side, role: Role) -> i32 {
        i32::from(self[Piece::new(side, role)])
    }

    /// Returns how many pieces of `side` can cross the river.
    #[inline]
    pub fn attackers(&self, side: Side) -> i32 {
        self.of(side, Role::Rook) + self.of(side, Role::Horse) + self.of(side, Role::Cannon) + self.of(side, Role::Pawn)
    }

    /// Returns how many advisors and elephants `side` has.
    #[inline]
    pub fn defenders(&self, side: Side) -> i32 {
        self.of(side, Role::Advisor) + self.of(side, Role::Elephant)
    }
}

impl State {
    /// Takes up a position, summing from scratch.
    #[must_use]
    pub fn new(position: Position) -> State {
        let mut places = Tapered::default();
        let mut counts = Counts([[0; Role::COUNT]; Side::COUNT]);
        let mut structures = Structures::default();
        for square in position.board().occupied() {
            if let Some(piece) = position.piece_at(square) {
                places = places.plus(tables::place(piece, square));
                counts.0[piece.side.index()][piece.role.index()] += 1;
                structures.toggle(piece, square);
            }
        }
        let mut state = State { position, places, counts, structures, material: Material::default() };
        state.weigh_material();
        state
    }

    /// Takes note of the pieces' numbers.
    fn weigh_material(&mut self) {
        let mut sums = [Sum::default(); Side::COUNT];
        self.material_terms(&mut sums);
        self.material = Material {
            sum: sums[0].0.minus(sums[1].0),
            phase: self.phase(),
            chances: Side::ALL.map(|strong| winning_chances(&self.counts, strong)),
        };
    }

    /// Returns the state after the legal move `mv`.
    #[must_use]
    #[inline(always)]
    pub fn after(&self, mv: Move) -> State {
        // Inlined, so that the copy is made where it will stay.
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Plays the legal move `mv`.
    pub(super) fn play(&mut self, mv: Move) {
        let mut is_material = false;
        if let Some(piece) = self.position.piece_at(mv.from()) {
            is_material = piece.role == Role::Pawn && mv.from().is_home(piece.side) && !mv.to().is_home(piece.side);
            self.places = self.places.minus(tables::place(piece, mv.from())).plus(tables::place(piece, mv.to()));
            self.structures.toggle(piece, mv.from());
            self.structures.toggle(piece, mv.to());
        }
        if let Some(taken) = self.position.make(mv) {
            self.places = self.places.minus(tables::place(taken, mv.to()));
            self.counts.0[taken.side.index()][taken.role.index()] -= 1;
            self.structures.toggle(taken, mv.to());
            is_material = true;
        }
        if is_material {
            self.weigh_material();
        }
    }

    /// Returns the keys of the structures on the board.
    #[inline]
    #[must_use]
    pub const fn structures(&self) -> &Structures {
        &self.structures
    }

    /// Returns whether either side has a piece that can mate.
    #[inline]
    #[must_use]
    pub fn has_attackers(&self) -> bool {
        self.counts.attackers(Side::First) + self.counts.attackers(Side::Second) > 0
    }

    /// Returns the static score for the side to move; never decisive.
    #[must_use]
    pub fn evaluate(&self) -> Score {
        let mut sums = [Sum::default(); Side::COUNT];
        self.terms(&mut sums);
        let Material { sum, phase, chances } = self.material;
        let sum = sum.plus(self.places).plus(sums[0].0).minus(sums[1].0);
        // The sum is divided once, and towards zero, so that both sides' views are exact opposites.
        let red = (sum.mg() * phase + sum.eg() * (PHASE_MAX - phase)) / PHASE_MAX;
        let strong = if red > 0 { Side::First } else { Side::Second };
        let red = red * chances[strong.index()] / CERTAIN;
        let us = if self.position.turn() == Side::First { red } else { -red };
        Score(us.clamp(-EVAL_MAX, EVAL_MAX))
    }

    /// Notes the features of each side, but for the places and the numbers of its pieces.
    #[inline]
    fn terms<T: Tally>(&self, tallies: &mut [T; Side::COUNT]) {
        let reach = Side::ALL.map(|us| terms::pieces(self, us, &mut tallies[us.index()]));
        for us in Side::ALL {
            let tally = &mut tallies[us.index()];
            terms::threats(self, us, &reach[us.index()], &reach[(!us).index()], tally);
        }
        tallies[self.position.turn().index()].note(TURN, 1);
    }

    /// Notes the features that are numbers of pieces.
    fn material_terms<T: Tally>(&self, tallies: &mut [T; Side::COUNT]) {
        for us in Side::ALL {
            let crossed = self.position.board().pieces(us, Role::Pawn) & tables::far_half(us);
            terms::material(&self.counts, us, crossed.count() as i32, &mut tallies[us.index()]);
        }
    }

    /// Notes every feature of each side.
    fn tally(&self, tallies: &mut [Counting; Side::COUNT]) {
        self.terms(tallies);
        self.material_terms(tallies);
        for square in self.position.board().occupied() {
            if let Some(piece) = self.position.piece_at(square) {
                tallies[piece.side.index()].note(tables::place_feature(piece.side, piece.role, square), 1);
            }
        }
    }

    /// Returns the attacking material left, from 0 to [`PHASE_MAX`].
    fn phase(&self) -> i32 {
        let weight = |role: Role| {
            (self.counts.of(Side::First, role) + self.counts.of(Side::Second, role)) * PHASE_WEIGHT[role.index()]
        };
        (weight(Role::Rook) + weight(Role::Horse) + weight(Role::Cannon)).min(PHASE_MAX)
    }
}

/// A position as the tuner sees it: [`State::evaluate`] before its weights are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The features with how often Red has them more than Black, none zero, by number.
    pub features: Vec<(u16, i16)>,
    /// The weight of the middle game, from 0 to [`PHASE_MAX`]; the ending has the rest.
    pub phase: i32,
    /// What is left of an advantage of Red's and of Black's, in [`CERTAIN`]ths.
    pub chances: [i32; Side::COUNT],
}

/// Features counted one by one.
struct Counting(Vec<i16>);

impl Tally for Counting {
    fn note(&mut self, feature: usize, times: i32) {
        self.0[feature] += times as i16;
    }
}

impl State {
    /// Returns what the evaluation sees here.
    #[must_use]
    pub fn trace(&self) -> Trace {
        let mut tallies = Side::ALL.map(|_| Counting(vec![0; COUNT]));
        self.tally(&mut tallies);
        let [red, black] = tallies;
        let differences = red.0.iter().zip(&black.0).map(|(red, black)| red - black);
        Trace {
            features: (0..).zip(differences).filter(|(_, times)| *times != 0).collect(),
            phase: self.material.phase,
            chances: self.material.chances,
        }
    }
}

#[cfg(test)]
mod tests;
