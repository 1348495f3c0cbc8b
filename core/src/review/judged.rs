//! One move, judged.

use super::{Curve, Found, Label, Review, fine};
use crate::base::{Depth, Score, Side};
use crate::explain::{self, Fact};
use crate::game::GameKind;

/// Beyond this a score says nothing more of what a move has cost, in centipawns: the game is won. A proved end counts as
/// much.
const WON_CP: i32 = 3_000;

/// A forced win that a move let pass. Distances are plies from before the move, or from after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forced {
    /// The mover had one of so many plies.
    Missed(usize),
    /// The enemy has one of so many plies, and had none.
    Allowed(usize),
}

/// A move with what it has cost. Scores and chances are those of the side that moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// Its number, from 1.
    pub ply: usize,
    /// Who moved.
    pub side: Side,
    /// The move, in coordinates.
    pub played: String,
    /// What the best move was worth.
    pub before: Score,
    /// What this one was worth.
    pub after: Score,
    /// The depth of the search after it.
    pub depth: Depth,
    /// The chance to win before it, 0 to 1 …
    pub chance_before: f64,
    /// … and after it, never more.
    pub chance_after: f64,
    /// The forced win that it let pass.
    pub forced: Option<Forced>,
    /// What it is called, if anything.
    pub label: Option<Label>,
    /// The best line instead of it; begins with the move itself where that is the best, and is empty where none is known.
    pub best: Vec<String>,
    /// The line that answers it.
    pub answer: Vec<String>,
}

impl Judged {
    /// Returns the share of the chances that the move gave away, 0 to 1.
    #[must_use]
    pub fn loss(&self) -> f64 {
        self.chance_before - self.chance_after
    }

    /// Returns what the move gave away in centipawns, never less than nothing.
    #[must_use]
    pub fn loss_cp(&self) -> i32 {
        let bounded = |score: Score| score.0.clamp(-WON_CP, WON_CP);
        (bounded(self.before) - bounded(self.after)).max(0)
    }
}

/// Another move that was tried in the place of one under review. Chances are those of the side that moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    /// The move, in coordinates.
    pub mv: String,
    /// Whether it would have had no label.
    pub is_right: bool,
    /// The share of the chances that it gives away, 0 to 1.
    pub loss: f64,
    /// The forced win that it lets pass.
    pub forced: Option<Forced>,
    /// The line that answers it; empty where it ends the game.
    pub answer: Vec<String>,
}

/// What a move made of a position: the worth of the best move, and of the one that was played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    pub chance_before: f64,
    pub chance_after: f64,
    pub forced: Option<Forced>,
    pub label: Option<Label>,
}

impl Cost {
    /// Weighs a move after which its side has `after`, where the best one would have had `before`.
    pub fn of(kind: GameKind, curve: Curve, before: Score, after: Score) -> Cost {
        let before = before.max(after);
        let (chance_before, chance_after) = (curve.chance(before), curve.chance(after));
        let plies = |score: Score| score.plies_to_mate().map_or(0, i32::unsigned_abs) as usize;
        let forced = if before.is_win() && !after.is_win() {
            Some(Forced::Missed(plies(before)))
        } else if after.is_loss() && !before.is_loss() {
            Some(Forced::Allowed(plies(after)))
        } else {
            None
        };
        // In Gomoku a proved win is what is played for: to let one pass is never nothing.
        let floor =
            (kind == GameKind::Gomoku && matches!(forced, Some(Forced::Missed(_)))).then_some(Label::Inaccuracy);
        let label = Label::of_loss(chance_before - chance_after).max(floor);
        Cost { chance_before, chance_after, forced, label }
    }
}

impl Review {
    /// Judges the move number `ply`, counted from 1, if the positions around it are known.
    #[must_use]
    pub fn judge(&self, ply: usize) -> Option<Judged> {
        self.judge_with(&self.worths(), ply)
    }

    /// Tells what is proved of a fault, and of the better move in its place; nothing of other moves.
    #[must_use]
    pub fn why(&self, judged: &Judged) -> Vec<Fact> {
        if !judged.label.is_some_and(Label::is_fault) {
            return Vec::new();
        }
        explain::why(&self.game_at(judged.ply - 1), &judged.played, &judged.answer, &judged.best)
    }

    /// Weighs `mv`, which was tried instead of move number `ply`, by what was found of the position after it. Returns none
    /// where the position before it was not searched.
    #[must_use]
    pub fn tried(&self, ply: usize, mv: String, after: Found) -> Option<Tried> {
        let before = *self.worths().get(ply.checked_sub(1)?)?;
        let cost = Cost::of(self.setup.kind(), self.curve, before?, (-after.score).from_tt(1));
        let loss = cost.chance_before - cost.chance_after;
        let is_right = cost.label.is_none() || self.line(ply - 1).first() == Some(&mv);
        Some(Tried { mv, is_right, loss, forced: cost.forced, answer: after.line })
    }

    /// Returns whether a move worth `score` to its side would have had no label in the place of move number `ply`; false
    /// where the position before it was not searched.
    #[must_use]
    pub fn is_right(&self, ply: usize, score: Score) -> bool {
        let before = ply.checked_sub(1).and_then(|plies| *self.worths().get(plies)?);
        before.is_some_and(|before| Cost::of(self.setup.kind(), self.curve, before, score).label.is_none())
    }

    /// Judges every move that can be judged.
    #[must_use]
    pub fn judge_all(&self) -> Vec<Judged> {
        let worths = self.worths();
        (1..=self.moves.len()).filter_map(|ply| self.judge_with(&worths, ply)).collect()
    }

    fn judge_with(&self, worths: &[Option<Score>], ply: usize) -> Option<Judged> {
        let before = worths[ply - 1]?;
        // From the board before the move, one ply farther away.
        let after = (-worths[ply]?).from_tt(1);
        let cost = Cost::of(self.setup.kind(), self.curve, before, after);
        let is_fine = || {
            let other = self.others[ply].as_ref().is_some_and(|other| {
                cost.chance_after >= fine::KEPT && self.curve.chance(other.score) <= cost.chance_after - fine::APART
            });
            other && fine::is_hard_to_find(&self.game_at(ply - 1), &self.moves[ply - 1])
        };
        let label = cost.label.or_else(|| is_fine().then_some(Label::Fine));
        Some(Judged {
            ply,
            side: self.mover(ply),
            played: self.moves[ply - 1].clone(),
            before: before.max(after),
            after,
            depth: self.found[ply].as_ref().map_or(0, |found| found.depth),
            chance_before: cost.chance_before,
            chance_after: cost.chance_after,
            forced: cost.forced,
            label,
            best: self.line(ply - 1).to_vec(),
            answer: self.line(ply).to_vec(),
        })
    }
}
