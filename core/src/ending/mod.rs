//! Endings to play out: positions with a proved result, to be won or held against the engine.
//!
//! [`Endings`] reads the built-in ones, [`table`] solves whole endings of few pieces, [`judge`] finds the moves that give
//! the result away, [`EndingAttempt`] is an attempt: such a move stays on the board until it is taken back.

pub mod table;
pub mod attempt;
pub mod endings;
pub mod judge;
pub mod exact;

use crate::puzzle::PuzzleStart;

pub use attempt::{EndingAttempt, EndingState};
pub use endings::{Endings, EndingsError};
pub use exact::{ExactResult, ExactSolver, ExactVerdict};
pub use judge::EndingTable;
pub use table::{Defence, TableResult, WinTable};

wire! {
    /// The task of the person, who is to move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum EndingGoal {
        Win,
        /// Not to lose, for as many moves as the ending has.
        Hold,
    }

    /// What the result of an ending was proved by.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum EndingProof {
        /// A table of all positions of the pieces. Against a defence that holds, no check and no chase was needed.
        Table,
        /// Gomoku: continuous fours, by the rules alone.
        Fours,
        /// Gomoku: continuous threats, each defence looked at.
        Threats,
        /// A strategy with one move against each defence, down to mate; an engine suggested its moves, the rules checked
        /// them.
        Strategy,
    }
}

impl EndingGoal {
    pub const ALL: [EndingGoal; 2] = [EndingGoal::Win, EndingGoal::Hold];

    /// Returns the word of the files.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            EndingGoal::Win => "win",
            EndingGoal::Hold => "hold",
        }
    }
}

impl EndingProof {
    pub const ALL: [EndingProof; 4] =
        [EndingProof::Table, EndingProof::Fours, EndingProof::Threats, EndingProof::Strategy];

    /// Returns the word of the files.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            EndingProof::Table => "table",
            EndingProof::Fours => "fours",
            EndingProof::Threats => "threats",
            EndingProof::Strategy => "strategy",
        }
    }
}

/// A position to be won or held by the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The code of its class, such as `horse-advisor`.
    pub class: String,
    pub goal: EndingGoal,
    pub proof: EndingProof,
    /// The moves of the fastest proved win, or those to hold for.
    pub moves: u16,
    pub start: PuzzleStart,
}

impl Ending {
    /// Returns the id of the ending.
    ///
    /// # Stability
    /// Saved progress refers to endings by this id.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{:016x}", self.start.key().0)
    }

    /// Returns the stars for a result reached with so many own moves, those taken back included, after so many moves
    /// that gave it away.
    ///
    /// Three take at most a quarter more moves than the ending has, and no mistake; two at most twice as many, and two
    /// mistakes.
    #[must_use]
    pub fn stars(&self, moves: u16, mistakes: u16) -> u8 {
        let extra = moves.saturating_sub(self.moves);
        match mistakes {
            0 if extra <= self.moves.div_ceil(4) => 3,
            0..=2 if extra <= self.moves => 2,
            _ => 1,
        }
    }
}

#[cfg(test)]
mod tests;
