//! The classical Xiangqi manuals of the Ming and Qing dynasties: endgame compositions and games, with our verdicts.
//!
//! A [`Composition`] is what a manual states: position, result, line. Its [`Judgement`] is what our prover and engine
//! find; [`Composition::verdict`] compares the two. [`ClassicsShelf`] reads the built-in manuals, [`packed`] is their
//! file form, [`strategy`] proves a mate of any length against each defence.

pub mod judgement;
pub mod packed;
pub mod shelf;
pub mod strategy;

use crate::base::{Outcome, Side};
use crate::puzzle::Puzzle;
use crate::xiangqi::{Move, Position};

pub use judgement::{ClassicFinding, ClassicVerdict, Improvement, Judgement};
pub use packed::ClassicsFile;
pub use shelf::ClassicsShelf;

/// A book of compositions or games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiManual {
    /// Title in simplified characters.
    pub title: String,
    /// Author in simplified characters; empty if unknown.
    pub author: String,
    /// Year or dynasty as written in the source; empty if unknown.
    pub date: String,
}

wire! {
    /// How far independent transcriptions of a composition agree.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SourceAgreement {
        /// Another lineage has the same position and line.
        Agree,
        /// Another lineage has the position; only one has the line.
        PositionOnly,
        /// All copies go back to the same files.
        OneLineage,
        /// One source only.
        OneSource,
        /// Another lineage has a different line.
        LinesDiffer,
        /// Another lineage has a different position.
        PositionsDiffer,
    }
}

impl SourceAgreement {
    pub const ALL: [SourceAgreement; 6] = [
        SourceAgreement::Agree,
        SourceAgreement::PositionOnly,
        SourceAgreement::OneLineage,
        SourceAgreement::OneSource,
        SourceAgreement::LinesDiffer,
        SourceAgreement::PositionsDiffer,
    ];
}

/// The result that a manual states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StatedResult {
    Wins(Side),
    Draw,
}

/// Moves that leave the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualVariation {
    /// Moves of the main line before it.
    pub after: usize,
    pub moves: Vec<Move>,
}

/// A composition or game of a manual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composition {
    /// Index of its manual in [`ClassicsFile::manuals`].
    pub manual: usize,
    /// Volume or chapter; empty if the manual has none.
    pub volume: String,
    /// Number as the source writes it, such as `12` or `4.1`; empty if it has none.
    pub number: String,
    /// Title in simplified characters.
    pub title: String,
    pub start: Position,
    /// `None` if the source states no result.
    pub stated: Option<StatedResult>,
    /// The main line, as far as it is legal.
    pub line: Vec<Move>,
    /// The transcribed line has an illegal move after [`line`](Composition::line).
    pub is_cut: bool,
    /// Variations, kept for games alone: those of compositions may come from modern editions.
    pub variations: Vec<ManualVariation>,
    pub agreement: SourceAgreement,
    /// `None` until the composition is judged.
    pub judgement: Option<Judgement>,
}

impl Composition {
    /// Returns whether it is a game from the start of Xiangqi, odds included.
    #[must_use]
    pub fn is_game(&self) -> bool {
        is_game_start(&self.start)
    }

    /// Returns the side that wins by the manual: the stated one, or the one that mates at the end of the line.
    #[must_use]
    pub fn claimed_winner(&self) -> Option<Side> {
        match self.stated {
            Some(StatedResult::Wins(side)) => Some(side),
            Some(StatedResult::Draw) => None,
            None => self.mating_side(),
        }
    }

    /// Returns the side that mates or stalemates with the last move of the line.
    #[must_use]
    pub fn mating_side(&self) -> Option<Side> {
        use crate::position::Position as _;
        let end = self.end();
        end.legal_moves().is_empty().then(|| !end.side_to_move())
    }

    /// Returns the result by the rules at the end of the line; `None` if the line ends before the game does.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        use crate::position::{History, Position as _};
        let (mut history, mut position) = (History::new(self.start), self.start);
        for &mv in &self.line {
            history.play_unchecked(&mut position, mv);
        }
        position.outcome(&history)
    }

    /// Returns the position at the end of the line.
    #[must_use]
    pub fn end(&self) -> Position {
        let mut position = self.start;
        for &mv in &self.line {
            position.make(mv);
        }
        position
    }

    /// Returns our verdict on what the manual states; `None` for a game and before the judgement.
    #[must_use]
    pub fn verdict(&self) -> Option<ClassicVerdict> {
        if self.is_game() {
            return None;
        }
        Some(self.judgement.as_ref()?.verdict(self))
    }

    /// Returns the composition as a puzzle. `None` unless the manual claims a win of the side to move and the judgement
    /// finds that its first move wins.
    #[must_use]
    pub fn puzzle(&self) -> Option<Puzzle> {
        let side = self.start.side_to_move();
        let wins = self.judgement.as_ref().is_some_and(|judgement| judgement.first.is_win_of(side));
        (!self.is_game() && !self.line.is_empty() && self.claimed_winner() == Some(side) && wins)
            .then(|| Puzzle::of_composition(self.start, self.line.iter().map(ToString::to_string).collect()))
    }

    /// Returns whether the composition can be solved as a puzzle.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        self.puzzle().is_some()
    }
}

/// Returns whether at least 28 pieces stand on the squares of the starting position, as in games and games at odds.
fn is_game_start(start: &Position) -> bool {
    use crate::xiangqi::Square;
    const PIECES_MIN: usize = 28;
    let usual = Position::start();
    let is_usual = |square: &Square| start.piece_at(*square).is_none_or(|piece| usual.piece_at(*square) == Some(piece));
    Square::ALL.iter().all(is_usual)
        && Square::ALL.iter().filter(|&&square| start.piece_at(square).is_some()).count() >= PIECES_MIN
}

#[cfg(test)]
mod tests;
