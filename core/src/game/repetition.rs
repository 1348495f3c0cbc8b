//! Xiangqi repetitions for display: the ruling with its moves in every notation.

use super::notation::{MoveRow, Notation};
use super::played::{Game, Played};
use super::view::PlacedPiece;
use crate::base::Side;
use crate::position::Position as _;
use crate::xiangqi::repetition::{self, Ruling};
use crate::xiangqi::{Move, Position};

pub use crate::xiangqi::repetition::{PieceOnSquare, Statement, Verdict, Violation};

wire! {
    /// The fault of one side in a cycle, with its counts.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SideViolation {
        pub side: Side,
        pub kind: Violation,
        pub checks: usize,
        /// Moves that threatened mate.
        pub threats: usize,
        pub chases: usize,
        /// The pieces under perpetual chase, at the end of the cycle.
        pub prey: Vec<PlacedPiece>,
    }

    /// A ruling with the moves of its cycle.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Ruled {
        /// The verdict with its evidence.
        #[wire(skip)]
        pub ruling: Ruling,
        /// The side that loses; absent for a draw.
        pub loser: Option<Side>,
        /// The faults of neither side, of one, or of both.
        pub faults: Vec<SideViolation>,
        /// The moves from the first occurrence to the last.
        pub cycle: Vec<MoveRow>,
    }

    /// A move that ends the game by repetition, or that an answer can punish.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct RepetitionWarning {
        pub row: MoveRow,
        /// The answer that completes the repetition, if the move itself does not.
        pub reply: Option<MoveRow>,
        /// The ruling on that repetition.
        pub ruled: Ruled,
    }
}

impl Game {
    /// Returns the ruling on a repetition that ended the game.
    #[must_use]
    pub fn ruled(&self) -> Option<Ruled> {
        let Game::Xiangqi(played) = self else { return None };
        let ruling = repetition::ruling(played.history(), played.position())?;
        Some(ruled(played, &[], ruling))
    }

    /// Lists the moves that would end the game by repetition, and those after which an answer would win by it.
    #[must_use]
    pub fn repetitions(&self) -> Vec<RepetitionWarning> {
        let Game::Xiangqi(played) = self else { return Vec::new() };
        let position = played.position();
        let warnings = repetition::warnings(played.history(), position);
        let with_rows = warnings.into_iter().map(|warning| {
            let repetition::Warning { mv, reply, ruling } = warning;
            let ahead: Vec<Move> = [Some(mv), reply].into_iter().flatten().collect();
            let mut rows = rows(*position, &ahead).into_iter();
            Some(RepetitionWarning { row: rows.next()?, reply: rows.next(), ruled: ruled(played, &ahead, ruling) })
        });
        with_rows.flatten().collect()
    }
}

/// Converts `ruling`. Its cycle ends after the played moves and `ahead`.
fn ruled(played: &Played<Position>, ahead: &[Move], ruling: Ruling) -> Ruled {
    let start = played.history().position_at(ruling.cycle.start.min(played.history().len()));
    let moves: Vec<Move> = played.history().moves().skip(ruling.cycle.start).chain(ahead.iter().copied()).collect();
    let loser = match ruling.verdict {
        Verdict::Draw => None,
        Verdict::MustDeviate(side, _) => Some(side),
    };
    let faults = Side::ALL.into_iter().filter_map(|side| side_fault(&ruling, side)).collect();
    Ruled { loser, faults, cycle: rows(start, &moves), ruling }
}

fn side_fault(ruling: &Ruling, side: Side) -> Option<SideViolation> {
    let kind = ruling.violations[side]?;
    let Statement { counts: [checks, threats, chases, _], prey, .. } = ruling.statement(side);
    let placed = |prey: PieceOnSquare| PlacedPiece { piece: prey.piece.letter(), at: prey.at.to_string() };
    Some(SideViolation { side, kind, checks, threats, chases, prey: prey.into_iter().map(placed).collect() })
}

fn rows(mut position: Position, moves: &[Move]) -> Vec<MoveRow> {
    let write = |&mv: &Move| {
        let row = position.row(mv);
        position.play_unchecked(mv);
        row
    };
    moves.iter().map(write).collect()
}
