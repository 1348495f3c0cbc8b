//! Static evaluation: what a quiet position is worth to the side to move.
//!
//! A sum of terms, each with a value for the middle game and one for the ending, mixed by the attacking material left.
//! All terms are computed for both sides by the same code, so the evaluation is fair by construction: turning the
//! board round changes the sign, mirroring it changes nothing.
//!
//! All numbers are hand-set in centipawns (a pawn across the river is about 100) and are to be tuned.

use std::ops::{AddAssign, Index, SubAssign};

use super::tables::{self, PHASE_MAX, PHASE_WEIGHT};
use crate::base::{Score, Side};
use crate::xiangqi::{Bitboard, Move, Piece, Position, Role, Square, attacks};

/// A value for the middle game and one for the ending, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// With all attackers on the board.
    pub mg: i32,
    /// With none.
    pub eg: i32,
}

/// Builds a [`Tapered`].
#[must_use]
pub const fn taper(mg: i32, eg: i32) -> Tapered {
    Tapered { mg, eg }
}

impl Tapered {
    #[inline]
    const fn times(self, factor: i32) -> Tapered {
        taper(self.mg * factor, self.eg * factor)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.mg += other.mg;
        self.eg += other.eg;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.mg -= other.mg;
        self.eg -= other.eg;
    }
}

/// For the side to move: its right to move.
const TEMPO: i32 = 12;

/// Each point a rook reaches.
const ROOK_MOBILITY: Tapered = taper(4, 5);
/// Each point a horse reaches past its legs; a horse with both forward legs blocked is hardly a piece.
const HORSE_MOBILITY: Tapered = taper(12, 9);
/// Each point a cannon reaches.
const CANNON_MOBILITY: Tapered = taper(2, 3);
/// A rook on a file without a pawn of its own side.
const ROOK_OPEN_FILE: Tapered = taper(14, 6);
/// A crossed pawn with another beside it.
const LINKED_PAWN: Tapered = taper(14, 22);

/// 空头炮, hollow cannon: it looks at the enemy king along the file with nothing between, so nothing can be put
/// between either, and the king's own side cannot use the file.
const HOLLOW_CANNON: Tapered = taper(95, 60);
/// The same along a rank: 沉底炮, a bottom cannon that only needs a screen to check.
const BOTTOM_CANNON: Tapered = taper(34, 20);
/// A cannon with two pieces before the enemy king: either of them is pinned to its place (central cannon 中炮, or a
/// bottom cannon behind an elephant).
const CANNON_TWO_SCREENS: Tapered = taper(26, 14);
/// A rook with one piece before the enemy king, which is pinned.
const ROOK_ONE_SCREEN: Tapered = taper(22, 18);

/// Attackers that reach the points of the enemy palace count so much for each point, by role, in attack units.
const PALACE_UNITS: [i32; Role::COUNT] = [0, 0, 0, 4, 3, 3, 3];
/// An attacker on the enemy's half that reaches no point of the palace, in attack units.
const NEAR_UNITS: [i32; Role::COUNT] = [0, 0, 0, 2, 2, 2, 1];
/// Attack units that count at most.
const UNITS_MAX: i32 = 48;
/// What the defence's gaps multiply: with all advisors and elephants an attack counts `DEFENCE_BASE` eighths, each
/// missing advisor adds `MISSING_ADVISOR` and each missing elephant `MISSING_ELEPHANT` eighths.
const DEFENCE_BASE: i32 = 6;
/// Eighths for a missing advisor.
const MISSING_ADVISOR: i32 = 4;
/// Eighths for a missing elephant.
const MISSING_ELEPHANT: i32 = 3;

/// A missing advisor against each enemy rook.
const ADVISOR_AGAINST_ROOK: Tapered = taper(24, 12);
/// A missing elephant against each enemy cannon.
const ELEPHANT_AGAINST_CANNON: Tapered = taper(18, 8);
/// A cannon's own advisors and elephants, its last screens, each.
const CANNON_OWN_SCREENS: Tapered = taper(0, 8);

/// A position together with the sums that a move changes only a little.
#[derive(Clone, Copy)]
pub struct State {
    /// The position.
    pub position: Position,
    /// Material and places, Red's view.
    places: Tapered,
    /// How many pieces of each role each side has.
    counts: Counts,
}

/// The number of pieces of each role, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts([[u8; Role::COUNT]; Side::COUNT]);

impl Index<Piece> for Counts {
    type Output = u8;

    #[inline]
    fn index(&self, piece: Piece) -> &u8 {
        &self.0[piece.side.index()][piece.role.index()]
    }
}

impl Counts {
    #[inline]
    fn of(&self, side: Side, role: Role) -> i32 {
        i32::from(self[Piece::new(side, role)])
    }

    /// Returns how many pieces of `side` can cross the river.
    #[inline]
    fn attackers(&self, side: Side) -> i32 {
        self.of(side, Role::Rook) + self.of(side, Role::Horse) + self.of(side, Role::Cannon) + self.of(side, Role::Pawn)
    }

    /// Returns how many advisors and elephants `side` has.
    #[inline]
    fn defenders(&self, side: Side) -> i32 {
        self.of(side, Role::Advisor) + self.of(side, Role::Elephant)
    }
}

impl State {
    /// Takes up a position, summing from scratch.
    #[must_use]
    pub fn new(position: Position) -> State {
        let mut places = Tapered::default();
        let mut counts = Counts([[0; Role::COUNT]; Side::COUNT]);
        for square in position.board().occupied() {
            if let Some(piece) = position.piece_at(square) {
                places += tables::place(piece, square);
                counts.0[piece.side.index()][piece.role.index()] += 1;
            }
        }
        State { position, places, counts }
    }

    /// Returns the state after the legal move `mv`.
    #[must_use]
    #[inline]
    pub fn after(&self, mv: Move) -> State {
        let mut next = *self;
        if let Some(piece) = self.position.piece_at(mv.from()) {
            next.places -= tables::place(piece, mv.from());
            next.places += tables::place(piece, mv.to());
        }
        if let Some(taken) = next.position.make(mv) {
            next.places -= tables::place(taken, mv.to());
            next.counts.0[taken.side.index()][taken.role.index()] -= 1;
        }
        next
    }

    /// Returns the state after passing the turn.
    #[must_use]
    pub fn after_null(&self) -> State {
        let mut next = *self;
        next.position.play_null();
        next
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
        let mut sum = self.places;
        sum += self.side_terms(Side::First);
        sum -= self.side_terms(Side::Second);
        let phase = self.phase();
        // The sum is divided once, and towards zero, so that both sides' views are exact opposites.
        let red = (sum.mg * phase + sum.eg * (PHASE_MAX - phase)) / PHASE_MAX;
        let strong = if red > 0 { Side::First } else { Side::Second };
        let red = red * self.winning_chances(strong) / CERTAIN;
        let us = if self.position.turn() == Side::First { red } else { -red };
        Score((us + TEMPO).clamp(-EVAL_MAX, EVAL_MAX))
    }

    /// Returns the attacking material left, from 0 to [`PHASE_MAX`].
    fn phase(&self) -> i32 {
        let weight = |role: Role| {
            (self.counts.of(Side::First, role) + self.counts.of(Side::Second, role)) * PHASE_WEIGHT[role.index()]
        };
        (weight(Role::Rook) + weight(Role::Horse) + weight(Role::Cannon)).min(PHASE_MAX)
    }

    /// Returns what the pieces of `us` do beyond standing where they stand.
    fn side_terms(&self, us: Side) -> Tapered {
        let (board, them) = (self.position.board(), !us);
        let (own, occupied) = (board.side(us), board.occupied());
        let palace = tables::palace(them);
        let far = tables::far_half(us);
        let own_pawns = board.pieces(us, Role::Pawn);
        let mut sum = Tapered::default();
        let mut units = 0;
        let mut attack = |role: Role, square: Square, reach: Bitboard| {
            let hits = (reach & palace).count() as i32;
            if hits > 0 {
                units += PALACE_UNITS[role.index()] * hits.min(3);
            } else if far.contains(square) {
                units += NEAR_UNITS[role.index()];
            }
        };

        for square in board.pieces(us, Role::Rook) {
            let reach = attacks::rook(square, occupied) & !own;
            sum += ROOK_MOBILITY.times(reach.count() as i32);
            attack(Role::Rook, square, reach);
            if !own_pawns.intersects(tables::file(square)) {
                sum += ROOK_OPEN_FILE;
            }
        }
        for square in board.pieces(us, Role::Horse) {
            let reach = attacks::horse_from(square, occupied) & !own;
            sum += HORSE_MOBILITY.times(reach.count() as i32);
            attack(Role::Horse, square, reach);
        }
        for square in board.pieces(us, Role::Cannon) {
            let (slides, jumps) = attacks::sliders(square, occupied);
            let reach = slides & !occupied | jumps & !own;
            sum += CANNON_MOBILITY.times(reach.count() as i32);
            attack(Role::Cannon, square, jumps);
        }
        for square in own_pawns & far {
            let beside = attacks::pawn_from(us, square) & tables::rank(square);
            if beside.intersects(own_pawns) {
                sum += LINKED_PAWN;
            }
            attack(Role::Pawn, square, attacks::pawn_from(us, square));
        }

        let (advisors, elephants) = (2 - self.counts.of(them, Role::Advisor), 2 - self.counts.of(them, Role::Elephant));
        sum += ADVISOR_AGAINST_ROOK.times(advisors * self.counts.of(us, Role::Rook));
        sum += ELEPHANT_AGAINST_CANNON.times(elephants * self.counts.of(us, Role::Cannon));
        sum += CANNON_OWN_SCREENS.times(self.counts.of(us, Role::Cannon) * self.counts.defenders(us));
        let units = units.min(UNITS_MAX);
        let gaps = DEFENCE_BASE + MISSING_ADVISOR * advisors + MISSING_ELEPHANT * elephants;
        // A single attacker is no attack: units count in proportion to themselves.
        let danger = units * (units + 12) * gaps / 160;
        sum += taper(danger, danger / 3);
        sum += self.lines_to_king(us);
        sum
    }

    /// Returns what rooks and cannons of `us` do along the lines of the enemy king.
    fn lines_to_king(&self, us: Side) -> Tapered {
        let board = self.position.board();
        let king = self.position.king(!us);
        let own = board.side(us) & attacks::cross(king);
        let mut sum = Tapered::default();
        for square in own & board.role(Role::Cannon) {
            let screens = attacks::between(square, king) & board.occupied();
            if screens.is_empty() {
                sum += if square.file() == king.file() { HOLLOW_CANNON } else { BOTTOM_CANNON };
            } else if screens.count() == 2 {
                sum += CANNON_TWO_SCREENS;
            }
        }
        for square in own & board.role(Role::Rook) {
            let screens = attacks::between(square, king) & board.occupied();
            if !screens.is_empty() && screens.is_at_most_one() {
                sum += ROOK_ONE_SCREEN;
            }
        }
        sum
    }

    /// Returns how much of its advantage `strong` can hope to turn into a win, in 64ths.
    ///
    /// From the endgame manuals: without an attacker nobody wins; a lone rook draws against two advisors and two
    /// elephants; a lone horse, cannon or pawn draws against a defence that is nearly whole.
    fn winning_chances(&self, strong: Side) -> i32 {
        let weak = !strong;
        let count = |role| self.counts.of(strong, role);
        let attackers = self.counts.attackers(strong);
        if attackers >= 3 {
            return CERTAIN;
        }
        let (rooks, pawns) = (count(Role::Rook), count(Role::Pawn));
        let minors = count(Role::Horse) + count(Role::Cannon);
        let defenders = self.counts.defenders(weak);
        match (rooks, minors, pawns) {
            (0, 0, 0) => 0,
            (1, 0, 0) if defenders == 4 => 8,
            (1, 0, 0) if defenders == 3 && self.counts.attackers(weak) > 0 => 24,
            (1, 0, 0) if self.counts.of(weak, Role::Rook) > 0 => 20,
            (0, 1, 0) if defenders >= 2 => 6,
            (0, 1, 0) if count(Role::Cannon) == 1 && count(Role::Advisor) == 0 => 10,
            (0, 1, 0) => 36,
            (0, 0, 1) if defenders >= 1 => 8,
            (0, 0, 2) if defenders >= 3 => 16,
            (0, 1, 1) if defenders == 4 => 28,
            (0, 2, 0) if defenders == 4 && count(Role::Horse) == 0 => 24,
            _ => CERTAIN,
        }
    }
}

/// All of the advantage, for [`State::winning_chances`].
const CERTAIN: i32 = 64;
/// The greatest static score: far below [`Score::DECISIVE`].
const EVAL_MAX: i32 = 20_000;

#[cfg(test)]
mod tests;
