//! What the path of moves means for a position: the game has ended, or a repetition is pending.

use super::Search;
use crate::base::{Key, Outcome, Score};
use crate::engine::xiangqi::evaluator::Evaluator;
use crate::engine::xiangqi::params::*;
use crate::position::{History, Position as _};
use crate::xiangqi::repetition::{self, Recurrence, Verdict, Violation};
use crate::xiangqi::{Move, Position};

/// What the path says of a node.
pub(in crate::engine::xiangqi) enum Ended {
    /// The game has ended with the score.
    With(Score),
    /// A pending repetition whose first occurrence is in the tree. Whether the side at fault moves.
    Pending { is_mover: bool },
}

impl Ended {
    /// Returns the score of a pending repetition `ply` plies below the root that is no draw.
    pub(in crate::engine::xiangqi) const fn pending(is_mover: bool, ply: usize) -> Score {
        if is_mover { Score::mated_in(PENDING_DISTANCE + ply) } else { Score::mate_in(PENDING_DISTANCE + ply) }
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Returns the score of a draw `ply` plies below the root, from the view of the side to move there.
    pub(in crate::engine::xiangqi) const fn draw(&self, ply: usize) -> Score {
        if ply.is_multiple_of(2) { self.root_draw } else { Score(-self.root_draw.0) }
    }

    /// Returns the score of `outcome`, which the next move reaches, from the view of the side to move at the root.
    pub(super) fn outcome_score(&self, outcome: Outcome) -> Score {
        if outcome.winner.is_none() { self.root_draw } else { outcome.score(self.root.side_to_move(), 1) }
    }

    /// Returns whether the game has ended by material, move limit or repetition, or repeats what the rules forbid.
    pub(in crate::engine::xiangqi) fn ended(&mut self, position: &Position, ply: usize) -> Option<Ended> {
        let drawn = Some(Ended::With(self.draw(ply)));
        if !position.has_attackers() {
            return drawn;
        }
        // A verdict comes before the limit, as in a game.
        let recurrence = repetition::recurrence(&self.path, position, self.root_ply);
        if let Some(Recurrence::Ended(Verdict::MustDeviate(side, _))) = recurrence {
            let is_mover = side == position.side_to_move();
            let distance = PERPETUAL_DISTANCE + ply;
            return Some(Ended::With(if is_mover { Score::mated_in(distance) } else { Score::mate_in(distance) }));
        }
        let quiet = position.quiet_plies();
        let before = if usize::from(quiet) >= ply { self.uncounted } else { 0 };
        // The difference counts every check since the root. The limit does not: the game may go on to a loss by perpetual
        // check.
        if usize::from(quiet - before.min(quiet)) >= repetition::MOVE_LIMIT
            && repetition::quiet_plies(position, &self.path) >= repetition::MOVE_LIMIT
            && position.count_legal_moves() > 0
        {
            return drawn;
        }
        let is_reversible = self.path.reversible() > 0;
        let inherited = if is_reversible { self.entry(ply - 1).pending } else { Key(0) };
        self.entry(ply).pending = inherited;
        match recurrence? {
            Recurrence::Ended(_) => drawn,
            Recurrence::Pending { side, violation, in_tree } => {
                self.entry(ply).pending = inherited ^ pending_key(position.key(), violation);
                (self.selective && in_tree).then(|| Ended::Pending { is_mover: side == position.side_to_move() })
            }
        }
    }
}

/// Returns whether a score depends on the path (perpetual check), so that the table must not store it.
pub(in crate::engine::xiangqi) const fn is_path_dependent(score: Score) -> bool {
    score.is_decisive() && score.0 < REAL_MATE.0 && score.0 > -REAL_MATE.0
}

/// Returns `score`, or the score of an unproved win or loss in place of one that rests on a pending repetition.
pub(super) const fn without_pending(score: Score) -> Score {
    if !is_path_dependent(score) || score.0.abs() > Score::MATE.0 - PENDING_DISTANCE as i32 {
        return score;
    }
    if score.is_win() { UNPROVED } else { Score(-UNPROVED.0) }
}

/// Returns what a pending repetition of the position with this `key` adds to the keys below it.
const fn pending_key(key: Key, violation: Violation) -> Key {
    // Any odd multiplier makes another key of it (golden ratio).
    Key((key.0 ^ violation as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Returns the pending repetitions on the path of the game.
pub(super) fn pending(history: &History<Position>) -> Key {
    let mut path = history.clone();
    let mut pending = Key(0);
    for _ in 0..history.reversible() {
        if path.occurrences().next().is_some() {
            let position = path.end();
            if let Some(Recurrence::Pending { violation, .. }) = repetition::recurrence(&path, &position, path.len()) {
                pending ^= pending_key(position.key(), violation);
            }
        }
        path.pop();
    }
    pending
}

/// Lists the legal moves at the end of `history` that end the game, with their outcomes under the full rules.
pub(super) fn ends(history: &History<Position>, position: &Position) -> Vec<(Move, Outcome)> {
    let mut history = history.clone();
    let mut ends = Vec::new();
    for mv in position.legal_moves() {
        let mut after = *position;
        history.play_unchecked(&mut after, mv);
        if let Some(outcome) = after.outcome(&history) {
            ends.push((mv, outcome));
        }
        history.pop();
    }
    ends
}
