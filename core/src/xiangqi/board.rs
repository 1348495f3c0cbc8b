//! The pieces on the board, kept twice: point by point and as one set for each role and side.

use std::fmt;

use super::{Bitboard, Piece, Role, Square, attacks};
use crate::base::Side;

/// A board of any pieces on any points; [`super::setup`] checks possibility.
///
/// Sets and mailbox always agree.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    roles: [Bitboard; Role::COUNT],
    sides: [Bitboard; Side::COUNT],
    squares: [Option<Piece>; Square::COUNT],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        roles: [Bitboard::EMPTY; Role::COUNT],
        sides: [Bitboard::EMPTY; Side::COUNT],
        squares: [None; Square::COUNT],
    };

    /// Returns the piece on `square`.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Returns every point with a piece.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Returns every piece with its point.
    pub fn placed(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.occupied().into_iter().filter_map(|square| Some((self.piece_at(square)?, square)))
    }

    /// Returns the points on which `other` has another piece, one or none.
    #[must_use]
    pub fn differing(&self, other: &Board) -> Bitboard {
        let sets = |board: &Board| board.roles.into_iter().chain(board.sides);
        sets(self).zip(sets(other)).fold(Bitboard::EMPTY, |found, (ours, theirs)| found | (ours ^ theirs))
    }

    /// Returns the points of `side`'s pieces.
    #[must_use]
    #[inline]
    pub const fn side(&self, side: Side) -> Bitboard {
        self.sides[side.index()]
    }

    /// Returns the points of both sides' pieces of this role.
    #[must_use]
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// Returns the points of `side`'s pieces of this role.
    #[must_use]
    #[inline]
    pub fn pieces(&self, side: Side, role: Role) -> Bitboard {
        self.side(side) & self.role(role)
    }

    /// Puts `piece` on `square`, or clears it, and returns the former piece.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let bit = Bitboard::of(square);
        let before = std::mem::replace(&mut self.squares[square.index()], piece);
        for piece in [before, piece].into_iter().flatten() {
            self.roles[piece.role.index()] ^= bit;
            self.sides[piece.side.index()] ^= bit;
        }
        before
    }

    /// Returns the pieces of both sides that could take on `square` if the points of `occupied` were those with pieces.
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (slides, jumps) = attacks::sliders(square, occupied);
        let attackers = slides & self.role(Role::Rook)
            | jumps & self.role(Role::Cannon)
            | attacks::horse_to(square, occupied) & self.role(Role::Horse)
            | attacks::pawn_to(Side::First, square) & self.pieces(Side::First, Role::Pawn)
            | attacks::pawn_to(Side::Second, square) & self.pieces(Side::Second, Role::Pawn)
            | attacks::elephant(square, occupied) & self.role(Role::Elephant)
            | attacks::advisor(square) & self.role(Role::Advisor)
            | attacks::general(square) & self.role(Role::General);
        attackers & occupied
    }

    /// Returns where the piece on `square` goes by its own way of moving, own pieces and the general's safety aside.
    #[must_use]
    pub fn reach(&self, square: Square) -> Bitboard {
        let occupied = self.occupied();
        match self.piece_at(square) {
            None => Bitboard::EMPTY,
            Some(piece) => match piece.role {
                Role::General => attacks::general(square),
                Role::Advisor => attacks::advisor(square),
                Role::Elephant => attacks::elephant(square, occupied),
                Role::Horse => attacks::horse_from(square, occupied),
                Role::Rook => attacks::rook(square, occupied),
                Role::Cannon => attacks::cannon(square, occupied),
                Role::Pawn => attacks::pawn_from(piece.side, square),
            },
        }
    }

    /// Writes the pieces as the first field of a FEN, Black's back rank first.
    #[must_use]
    pub fn placement(&self) -> String {
        let mut text = String::with_capacity(60);
        for rank in (0..Square::RANKS).rev() {
            let mut empty = 0_u8;
            for square in (0..Square::FILES).filter_map(|file| Square::at(file, rank)) {
                match self.piece_at(square) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text.push(char::from(b'0' + empty));
                        }
                        empty = 0;
                        text.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                text.push(char::from(b'0' + empty));
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

impl fmt::Display for Board {
    /// Draws the board from Red's side with its coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            write!(f, "{rank}")?;
            for square in (0..Square::FILES).filter_map(|file| Square::at(file, rank)) {
                write!(f, " {}", self.piece_at(square).map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        f.write_str("  a b c d e f g h i")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
