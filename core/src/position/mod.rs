//! The interface that every game's rules share.
//!
//! `Setup` is a position as written, [`Position`] a playable one; the only way from one to the other is each game's
//! `Position::from_setup`.

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

/// A playable position: the board, the side to move and nothing that depends on how it was reached.
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
    /// A move, two bytes wide; its `Display` is the game's coordinate form (`h2e2`, `h8`), its `Ord` a total order.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;
    /// Why a move is refused, as a value; its `Display` is one plain English sentence without a full stop.
    type Illegal: Error + Clone + PartialEq + Send + Sync + 'static;

    /// Returns whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Returns the Zobrist key of board and side to move.
    fn key(&self) -> Key;

    /// Lists the legal moves. The list is empty when the position by itself ends the game (mate, five, full board);
    /// ends that depend on the path are [`Position::outcome`]'s.
    fn legal_moves(&self) -> MoveList<Self::Move>;

    /// Counts the legal moves; games override it where counting is cheaper than listing.
    fn count_legal_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// Says whether `mv` may be played and, if not, why.
    ///
    /// # Errors
    /// The reason of the refusal, the most telling one when several apply.
    fn legality(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Returns whether `mv` may be played.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.legality(mv).is_ok()
    }

    /// Plays a move that the caller knows to be legal.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The reason of the refusal; the position is unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.legality(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Returns whether no later position can equal an earlier one once `mv` is played here (a capture, a stone placed).
    fn is_irreversible(&self, mv: Self::Move) -> bool;

    /// Returns whether the side to move is in check; always false in games without check.
    fn is_check(&self) -> bool {
        false
    }

    /// Returns how the game has ended, if it has, given the path that led here.
    ///
    /// `history` ends at this position.
    fn outcome(&self, history: &History<Self>) -> Option<Outcome>;
}
