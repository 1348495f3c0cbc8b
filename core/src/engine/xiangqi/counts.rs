//! Piece counts.

use std::ops::Index;

use crate::base::Side;
use crate::xiangqi::{Board, Piece, Role, Square};

/// The number of pieces of each role, and of pawns across the river, by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCounts {
    pieces: [[u8; Role::COUNT]; Side::COUNT],
    crossed: [u8; Side::COUNT],
}

impl Index<Piece> for PieceCounts {
    type Output = u8;

    #[inline]
    fn index(&self, piece: Piece) -> &u8 {
        &self.pieces[piece.side.index()][piece.role.index()]
    }
}

impl PieceCounts {
    /// Counts the pieces of a board.
    #[must_use]
    pub fn of_board(board: &Board) -> PieceCounts {
        PieceCounts {
            pieces: Side::ALL.map(|side| Role::ALL.map(|role| board.pieces(side, role).count() as u8)),
            crossed: Side::ALL.map(|side| {
                let pawns = board.pieces(side, Role::Pawn).into_iter();
                pawns.filter(|square| !square.is_home(side)).count() as u8
            }),
        }
    }

    /// Adds a piece on `square`.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.pieces[piece.side.index()][piece.role.index()] += 1;
        self.crossed[piece.side.index()] += u8::from(is_crossed(piece, square));
    }

    /// Removes a piece from `square`.
    #[inline]
    pub fn remove(&mut self, piece: Piece, square: Square) {
        self.pieces[piece.side.index()][piece.role.index()] -= 1;
        self.crossed[piece.side.index()] -= u8::from(is_crossed(piece, square));
    }

    /// Updates the counts for a move. Returns whether one changed, that is whether a pawn crossed the river.
    #[inline]
    pub fn moved(&mut self, piece: Piece, from: Square, to: Square) -> bool {
        let crosses = !is_crossed(piece, from) && is_crossed(piece, to);
        self.crossed[piece.side.index()] += u8::from(crosses);
        crosses
    }

    #[inline]
    #[must_use]
    pub fn of(&self, side: Side, role: Role) -> i32 {
        i32::from(self[Piece::new(side, role)])
    }

    #[inline]
    #[must_use]
    pub fn crossed(&self, side: Side) -> i32 {
        i32::from(self.crossed[side.index()])
    }

    /// Returns the number of pieces of `side` that can cross the river.
    #[inline]
    #[must_use]
    pub fn attackers(&self, side: Side) -> i32 {
        self.of(side, Role::Rook) + self.of(side, Role::Horse) + self.of(side, Role::Cannon) + self.of(side, Role::Pawn)
    }

    #[inline]
    #[must_use]
    pub fn defenders(&self, side: Side) -> i32 {
        self.of(side, Role::Advisor) + self.of(side, Role::Elephant)
    }
}

/// Returns whether `piece` is a pawn across the river.
#[inline]
fn is_crossed(piece: Piece, square: Square) -> bool {
    piece.role == Role::Pawn && !square.is_home(piece.side)
}
