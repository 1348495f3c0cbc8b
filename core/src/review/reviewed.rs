//! Judged moves for display: chances of the first side, and lines in every notation.

use super::judged::Cost;
use super::{ForcedWin, Found, Judged, Review, ReviewLabel};
use crate::base::Side;
use crate::explain::Fact;
use crate::game::{BoardView, MoveRow, RepetitionWarning};
use crate::record::NodeId;
use crate::record::note::{Evaluation, Worth};

/// The longest line of a reviewed move.
const LINE_PLIES: usize = 8;
/// The longest answer to a wrong try.
const ANSWER_PLIES: usize = 5;

wire! {
    /// A judged move for display. `why`, `best`, `answer` and the repetitions are empty unless the move is a fault, or lets a
    /// plain threat pass in a lost game.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ReviewedMove {
        /// Move number, from 1.
        pub ply: usize,
        pub node: NodeId,
        pub side: Side,
        /// The first side's winning chance after the move, 0 to 1.
        pub chance: f64,
        /// Lost share of the mover's winning chances, 0 to 1.
        pub loss: f64,
        pub label: Option<ReviewLabel>,
        pub forced: Option<ForcedWin>,
        /// The proved reasons against the move and for the better one.
        pub why: Vec<Fact>,
        /// The ruling on a repetition that the move leads to.
        pub repetition: Option<RepetitionWarning>,
        /// The ruling on a repetition by which the better move ends the game.
        pub better_repetition: Option<RepetitionWarning>,
        /// The better line.
        pub best: Vec<MoveRow>,
        /// The best line after the move.
        pub answer: Vec<MoveRow>,
    }

    /// An alternative to a reviewed move.
    #[derive(Clone, Debug, PartialEq)]
    pub struct TriedMove {
        pub row: MoveRow,
        /// Whether the move gets no label.
        pub is_right: bool,
        /// Lost share of the mover's winning chances, 0 to 1.
        pub loss: f64,
        pub forced: Option<ForcedWin>,
        /// The ruling on a repetition that a wrong move leads to.
        pub repetition: Option<RepetitionWarning>,
        /// The score after the move; `None` if it ends the game.
        pub worth: Option<Worth>,
        /// The board after the move, then after each move of the answer to a wrong one.
        pub film: Vec<FilmFrame>,
    }

    /// A move and the board after it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct FilmFrame {
        pub row: MoveRow,
        pub board: BoardView,
    }
}

impl Review {
    /// Converts a judged move for display. Explaining a fault takes a small search.
    #[must_use]
    pub fn show(&self, judged: &Judged) -> ReviewedMove {
        let why = self.why(judged);
        let is_fault = judged.label.is_some_and(ReviewLabel::is_fault) || !why.is_empty();
        let rows = |plies: usize, line: &[String]| {
            let shown = &line[..line.len().min(LINE_PLIES)];
            if is_fault { self.game_at(plies).line(shown) } else { Vec::new() }
        };
        let ply = judged.ply;
        let repetition = if is_fault { self.repetition(ply, &judged.played) } else { None };
        let best = judged.best.first().filter(|_| is_fault);
        let better_repetition = best.and_then(|best| self.better_repetition(ply, best));
        let chance = if judged.side == Side::First { judged.chance_after } else { 1.0 - judged.chance_after };
        ReviewedMove {
            ply,
            node: self.nodes[judged.ply - 1],
            side: judged.side,
            chance,
            loss: judged.loss(),
            label: judged.label,
            forced: judged.forced,
            why,
            repetition,
            better_repetition,
            best: rows(judged.ply - 1, &judged.best),
            answer: rows(judged.ply, &judged.answer),
        }
    }

    /// Judges `mv` as an alternative to move number `ply`, by the search result after it. `None` if the position before
    /// was not searched or `mv` is illegal.
    #[must_use]
    pub fn tried(&self, ply: usize, mv: &str, after: &Found) -> Option<TriedMove> {
        let before = *self.worths().get(ply.checked_sub(1)?)?;
        let cost = Cost::of(self.setup.kind(), self.curve, before?, after.score.before_move());
        let loss = cost.chance_before - cost.chance_after;
        let is_right = cost.label.is_none() || self.line(ply - 1).first().is_some_and(|best| best == mv);
        let forced = cost.forced.and_then(|forced| self.ending(forced, ply, mv, &after.line));
        let repetition = if is_right { None } else { self.repetition(ply, mv) };
        let film = self.film(ply, mv, if is_right { &[] } else { &after.line });
        let row = film.first()?.row.clone();
        let worth = Evaluation::of(after.score, !self.mover(ply), None).map(|evaluation| evaluation.worth);
        Some(TriedMove { row, is_right, loss, forced, repetition, worth, film })
    }

    /// Returns the boards after `mv`, tried instead of move number `ply`, and after the first moves of `answer`; empty
    /// where `mv` cannot be played.
    fn film(&self, ply: usize, mv: &str, answer: &[String]) -> Vec<FilmFrame> {
        let mut game = self.game_at(ply - 1);
        let line = std::iter::once(mv).chain(answer.iter().take(ANSWER_PLIES).map(String::as_str));
        line.map_while(|mv| game.play(mv).ok().map(|row| FilmFrame { row, board: BoardView::still(&game) })).collect()
    }
}
