//! One move with its evaluation.

use super::{Curve, Review, ReviewLabel, fine};
use crate::base::{Depth, Reason, Score, Side};
use crate::explain::{self, Fact};
use crate::game::{Game, GameKind, RepetitionWarning};

/// Scores are clamped to ±this before their difference counts, in centipawns: beyond it the game is won. So are proofs.
const WON_CP: i32 = 3_000;

/// A game with smaller winning chances is lost: no move can get a label.
pub const LOST: f64 = 0.05;

wire! {
    tagged:
    /// A forced win that a move gave away. `moves` counts the winner's own moves. `is_mate` says that the known line ends in
    /// checkmate; a stalemate, a five or a line cut short is none.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ForcedWin {
        /// The mover gave away a win.
        Missed { moves: usize, is_mate: bool },
        /// The opponent gained a win.
        Allowed { moves: usize, is_mate: bool },
    }
}

/// A move with its cost. Scores and chances are in the mover's view.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Move number, from 1.
    pub ply: usize,
    pub side: Side,
    /// The move, in coordinates.
    pub played: String,
    /// Score of the best move.
    pub before: Score,
    /// Score of the move played.
    pub after: Score,
    /// Depth of the search after the move.
    pub depth: Depth,
    /// Winning chance before the move, 0 to 1.
    pub chance_before: f64,
    /// Winning chance after the move, at most `chance_before`.
    pub chance_after: f64,
    /// The forced win that it gave away. A win by a ruling on a repetition is none.
    pub forced: Option<ForcedWin>,
    pub label: Option<ReviewLabel>,
    /// The best line at this move. It starts with the move itself if that is best, and is empty if unknown.
    pub best: Vec<String>,
    /// The refutation: the best line after the move. It follows the game as far as the game's moves are the best.
    pub answer: Vec<String>,
}

impl Judged {
    /// Returns the lost share of the winning chances, 0 to 1.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.chance_before - self.chance_after
    }

    /// Returns the lost centipawns, at least 0.
    #[must_use]
    pub fn loss_cp(&self) -> i32 {
        let bounded = |score: Score| score.0.clamp(-WON_CP, WON_CP);
        (bounded(self.before) - bounded(self.after)).max(0)
    }
}

/// The cost of a move against the best move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub chance_before: f64,
    pub chance_after: f64,
    /// The forced win that it gave away, as far as the scores show: its end is not known ([`Review::ending`]).
    pub forced: Option<ForcedWin>,
    pub label: Option<ReviewLabel>,
}

impl Cost {
    /// Computes the cost of a move with score `after` where the best move has score `before`, both in the mover's view.
    pub fn of(kind: GameKind, curve: Curve, before: Score, after: Score) -> Cost {
        let before = before.max(after);
        let (chance_before, chance_after) = (curve.chance(before), curve.chance(after));
        let plies = |score: Score| score.plies_to_mate().map_or(0, i32::unsigned_abs) as usize;
        let forced = if before.is_win() && !after.is_win() && !before.is_by_ruling() {
            Some(ForcedWin::Missed { moves: plies(before).div_ceil(2), is_mate: false })
        } else if after.is_loss() && !before.is_loss() && !after.is_by_ruling() {
            Some(ForcedWin::Allowed { moves: plies(after).saturating_sub(1).div_ceil(2), is_mate: false })
        } else {
            None
        };
        // Gomoku is played for a proved win, so missing one is at least an inaccuracy.
        let floor = (kind == GameKind::Gomoku && matches!(forced, Some(ForcedWin::Missed { .. })))
            .then_some(ReviewLabel::Inaccuracy);
        let label = ReviewLabel::of_loss(chance_before - chance_after).max(floor);
        Cost { chance_before, chance_after, forced, label }
    }
}

impl Review {
    /// Judges the move with number `ply`, from 1, if the positions before and after have scores.
    #[must_use]
    pub fn judge(&self, ply: usize) -> Option<Judged> {
        self.judge_with(&self.worths(), ply)
    }

    /// Explains a fault and the better move by proved facts. In a lost game of Gomoku, where no move costs anything, it
    /// explains a move that leaves a plain threat and loses sooner. Returns no facts for other moves.
    #[must_use]
    pub fn why(&self, judged: &Judged) -> Vec<Fact> {
        if !judged.label.is_some_and(ReviewLabel::is_fault) {
            let loses_sooner = judged.label.is_none() && judged.chance_before < LOST && judged.before > judged.after;
            return if loses_sooner {
                explain::slips(&self.game_at(judged.ply - 1), &judged.played)
            } else {
                Vec::new()
            };
        }
        explain::why(&self.game_at(judged.ply - 1), &judged.played, &judged.answer, &judged.best)
    }

    /// Returns the ruling on a repetition that `mv` ends the game with instead of move number `ply`, or lets the other side
    /// end it with: a loss of the mover or a draw.
    #[must_use]
    pub fn repetition(&self, ply: usize, mv: &str) -> Option<RepetitionWarning> {
        self.ruling_on(ply, mv, !self.mover(ply))
    }

    /// Returns the ruling with which the better move `mv` ends the game at once: a win of the mover or a draw.
    #[must_use]
    pub fn better_repetition(&self, ply: usize, mv: &str) -> Option<RepetitionWarning> {
        self.ruling_on(ply, mv, self.mover(ply)).filter(|warning| warning.reply.is_none())
    }

    /// Returns the ruling that `mv` leads to, unless `winner` loses by it.
    fn ruling_on(&self, ply: usize, mv: &str, winner: Side) -> Option<RepetitionWarning> {
        let mut warnings = self.game_at(ply - 1).repetitions().into_iter();
        warnings.find(|warning| warning.row.uci == mv && warning.ruled.loser != Some(winner))
    }

    /// Returns `forced` with the end of its line: `None` if a ruling on a repetition ends it. `answer` is the best line after
    /// `mv`, the move with number `ply`.
    pub(super) fn ending(&self, forced: ForcedWin, ply: usize, mv: &str, answer: &[String]) -> Option<ForcedWin> {
        if self.setup.kind() != GameKind::Xiangqi {
            return Some(forced);
        }
        let mut game = self.game_at(ply - 1);
        let reason = match forced {
            ForcedWin::Missed { .. } => end_of_line(&mut game, self.line(ply - 1).iter().map(String::as_str)),
            ForcedWin::Allowed { .. } => {
                end_of_line(&mut game, std::iter::once(mv).chain(answer.iter().map(String::as_str)))
            }
        };
        let is_mate = reason == Some(Reason::Checkmate);
        game.ruled().is_none().then_some(match forced {
            ForcedWin::Missed { moves, .. } => ForcedWin::Missed { moves, is_mate },
            ForcedWin::Allowed { moves, .. } => ForcedWin::Allowed { moves, is_mate },
        })
    }

    /// Returns whether a move with this score, in the mover's view, would get no label as move number `ply`. False if
    /// the position before was not searched.
    #[must_use]
    pub fn is_right(&self, ply: usize, score: Score) -> bool {
        let before = ply.checked_sub(1).and_then(|plies| *self.worths().get(plies)?);
        before.is_some_and(|before| Cost::of(self.setup.kind(), self.curve, before, score).label.is_none())
    }

    /// Judges every move with known scores.
    #[must_use]
    pub fn judge_all(&self) -> Vec<Judged> {
        let worths = self.worths();
        (1..=self.moves.len()).filter_map(|ply| self.judge_with(&worths, ply)).collect()
    }

    fn judge_with(&self, worths: &[Option<Score>], ply: usize) -> Option<Judged> {
        let before = worths[ply - 1]?;
        // In the view before the move, one ply farther away.
        let after = worths[ply]?.before_move();
        let cost = Cost::of(self.setup.kind(), self.curve, before, after);
        let is_fine = || {
            let other = self.others[ply].as_ref().is_some_and(|other| {
                cost.chance_after >= fine::KEPT && self.curve.chance(other.score) <= cost.chance_after - fine::APART
            });
            other && fine::is_hard_to_find(&self.game_at(ply - 1), &self.moves[ply - 1])
        };
        let forced = cost
            .forced
            .and_then(|forced| self.ending(forced, ply, &self.moves[ply - 1], &self.whole_refutation(worths, ply)));
        let label = cost.label.or_else(|| is_fine().then_some(ReviewLabel::Fine));
        Some(Judged {
            ply,
            side: self.mover(ply),
            played: self.moves[ply - 1].clone(),
            before: before.max(after),
            after,
            depth: self.found[ply].as_ref().map_or(0, |found| found.depth),
            chance_before: cost.chance_before,
            chance_after: cost.chance_after,
            forced,
            label,
            best: self.line(ply - 1).to_vec(),
            answer: self.refutation(worths, ply),
        })
    }
}

/// Plays `line` as far as it is legal, and returns the reason why the game is over then.
fn end_of_line<'a>(game: &mut Game, line: impl Iterator<Item = &'a str>) -> Option<Reason> {
    for mv in line {
        if game.advance(mv).is_err() {
            break;
        }
    }
    game.outcome().map(|outcome| outcome.reason)
}
