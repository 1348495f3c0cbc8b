//! Xiangqi (中国象棋): the board, the moves, the ends of a game, and notation.
//!
//! Nothing here chooses a move. The articles that the code follows, with their sources, are in `docs/RULES-xiangqi.md`.

pub mod rule;
pub mod square;
pub mod piece;
pub mod bitboard;
pub mod attacks;
pub mod board;
pub mod moves;
pub mod zobrist;
pub mod setup;
pub mod fen;
pub mod position;
pub mod movegen;
pub mod repetition;
pub mod notation;

pub use bitboard::Bitboard;
pub use board::Board;
pub use fen::FenError;
pub use moves::{IllegalMove, Move, ParseMoveError};
pub use piece::{Piece, Role};
pub use position::Position;
pub use rule::{ParseRuleError, Rule};
pub use setup::{Setup, SetupError};
pub use square::{ParseSquareError, Square};

#[cfg(test)]
pub(crate) mod testing;
