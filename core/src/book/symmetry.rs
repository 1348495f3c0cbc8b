//! Which positions are one to a book: the images of each other under the symmetries of the board.

use std::str::FromStr;

use crate::base::{Key, Side};
use crate::position::Position;
use crate::{gomoku, xiangqi};

/// A game that is the same game on a turned or mirrored board.
pub trait Symmetric: Position<Move: FromStr> {
    /// A way to turn or mirror the board.
    type Symmetry: Copy + 'static;
    /// Every way, the one that changes nothing first.
    const SYMMETRIES: &'static [Self::Symmetry];

    /// Returns the way back.
    fn inverse(symmetry: Self::Symmetry) -> Self::Symmetry;

    /// Returns the image of a move on the board of this position.
    fn image(&self, mv: Self::Move, symmetry: Self::Symmetry) -> Self::Move;

    /// Returns the key of the position's image.
    fn image_key(&self, symmetry: Self::Symmetry) -> Key;

    /// Returns the smallest key of the images, and the way to that image: the same for all of them.
    fn canonical(&self) -> (Key, Self::Symmetry) {
        let images = Self::SYMMETRIES.iter().map(|&symmetry| (self.image_key(symmetry), symmetry));
        images.min_by_key(|&(key, _)| key).expect("a board is at least its own image")
    }
}

/// Left and right may be swapped: the symmetry says whether they are.
impl Symmetric for xiangqi::Position {
    type Symmetry = bool;
    const SYMMETRIES: &'static [bool] = &[false, true];

    fn inverse(mirrored: bool) -> bool {
        mirrored
    }

    fn image(&self, mv: xiangqi::Move, mirrored: bool) -> xiangqi::Move {
        if mirrored { mv.mirrored() } else { mv }
    }

    fn image_key(&self, mirrored: bool) -> Key {
        if !mirrored {
            return self.key();
        }
        let turn = xiangqi::zobrist::key(&xiangqi::Board::EMPTY, self.side_to_move());
        let image = self.board().placed().map(|(piece, square)| xiangqi::zobrist::piece(piece, square.mirrored()));
        image.fold(turn, |key, part| key ^ part)
    }
}

/// The eight symmetries of the square. The key tells rules and sizes apart, so one book may hold several.
impl Symmetric for gomoku::Position {
    type Symmetry = gomoku::Symmetry;
    const SYMMETRIES: &'static [gomoku::Symmetry] = &gomoku::Symmetry::ALL;

    fn inverse(symmetry: gomoku::Symmetry) -> gomoku::Symmetry {
        symmetry.inverse()
    }

    fn image(&self, mv: gomoku::Point, symmetry: gomoku::Symmetry) -> gomoku::Point {
        symmetry.apply(mv, self.size())
    }

    fn image_key(&self, symmetry: gomoku::Symmetry) -> Key {
        let stone = |side, point| gomoku::zobrist::stone(side, point);
        Side::ALL.into_iter().fold(self.key(), |key, side| {
            let stones = self.board().stones(side);
            stones.fold(key, |key, point| key ^ stone(side, point) ^ stone(side, symmetry.apply(point, self.size())))
        })
    }
}
