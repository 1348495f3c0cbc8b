//! The interface that every game's rules share.
//!
//! `Setup` is a position as written, [`Position`] a playable one. Each game's `Position::from_setup` is the only
//! conversion.

pub mod history;
pub mod solver;
pub mod perft;

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::base::{Key, Outcome, Side};

pub use history::{History, Step};

/// The legal moves of a position. 22 × 22 points of the largest Gomoku board fit.
pub type MoveList<M> = ArrayVec<M, 512>;

/// A playable position: board and side to move, independent of the path to it.
///
/// # Examples
/// ```
/// use duiyi_core::position::Position;
///
/// /// Returns the first legal move after which the opponent has none.
/// fn mate_in_one<P: Position>(position: &P) -> Option<P::Move> {
///     position.legal_moves().into_iter().find(|&mv| {
///         let mut after = position.clone();
///         after.play_unchecked(mv);
///         after.count_legal_moves() == 0
///     })
/// }
///
/// let position: duiyi_core::xiangqi::Position = "3k5/9/R8/8R/9/9/9/9/9/4K4 w".parse()?;
/// assert_eq!(mate_in_one(&position).map(|mv| mv.to_string()).as_deref(), Some("i6d6"));
/// # Ok::<(), duiyi_core::xiangqi::FenError>(())
/// ```
pub trait Position: Clone + Debug + Send + 'static {
    /// A move of two bytes. `Display` writes coordinates (`h2e2`, `h8`), and `Ord` is a total order.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;
    /// The reason of an illegal move. `Display` writes one plain English sentence without a full stop.
    type Illegal: Error + Clone + PartialEq + Send + Sync + 'static;

    /// Returns the side to move, also in a finished game.
    fn side_to_move(&self) -> Side;

    /// Returns the Zobrist key of board and side to move.
    fn key(&self) -> Key;

    /// Lists the legal moves. The list is empty if the position itself ends the game (mate, five, full board).
    /// [`Position::outcome`] adds the ends that depend on the path.
    fn legal_moves(&self) -> MoveList<Self::Move>;

    /// Counts the legal moves. A game may override it with a faster count.
    fn count_legal_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// Tests whether `mv` is legal.
    ///
    /// # Errors
    /// The reason, the most specific if several apply.
    fn legality(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Returns whether `mv` is legal, without a reason.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.legality(mv).is_ok()
    }

    /// Plays a move that the caller has proved legal.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The reason. The position is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.legality(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Returns whether `mv` makes every earlier position unreachable (a capture, a placed stone).
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// Returns whether the side to move is in check; always false in games without check.
    fn is_check(&self) -> bool {
        false
    }

    /// Returns the result of the game; `None` while it goes on.
    ///
    /// `history` must end at this position.
    fn outcome(&self, history: &History<Self>) -> Option<Outcome>;
}
