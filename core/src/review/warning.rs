//! A warning before a blunder: a move that was chosen, but not yet played.

use super::judged::{Cost, LOST};
use super::{Curve, Found};
use crate::explain::{self, Fact, ThreatKind};
use crate::game::{Game, MoveRow, Setup};
use crate::search::Level;

/// The longest answer to the move, in plies.
const ANSWER_PLIES: usize = 5;

/// The least loss of winning chances that a warning needs, by the level of the opponent: beginners are warned of what
/// loses a piece or the game, strong players of every mistake.
const LOSS_MIN: [f64; 5] = [0.25, 0.20, 0.20, 0.15, 0.15];

/// How much more a warning without a proved reason takes.
const UNPROVED: f64 = 0.10;

wire! {
    /// A chosen move that gives too much away.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct BlunderWarning {
        /// The move. It is not played.
        pub row: MoveRow,
        /// The proved reasons against the move. Without one, `answer` is the reason.
        pub facts: Vec<Fact>,
        /// The best line after the move.
        pub answer: Vec<MoveRow>,
    }
}

impl BlunderWarning {
    /// Warns of `mv`, in coordinates, if it loses enough for the level of the opponent.
    ///
    /// `before` is the result of a search of `game`, `after` that of the position after the move. Both are in the view
    /// of the side to move there. A short search is often wrong: without a proved reason the loss must be larger, and
    /// leave the mover worse off than the opponent.
    #[must_use]
    pub fn of(setup: &Setup, game: &Game, mv: &str, before: &Found, after: &Found, level: Level) -> Option<Self> {
        let cost = Cost::of(setup.kind(), Curve::of(setup), before.score, after.score.before_move());
        let (loss, loss_min) = (cost.chance_before - cost.chance_after, LOSS_MIN[level.index()]);
        let facts = if loss >= loss_min {
            let mut facts = explain::faults(game, mv, &after.line);
            facts.retain(|fact| !matches!(fact.threat().what, ThreatKind::Apart { .. }));
            facts
        } else if cost.chance_before < LOST {
            // Every move loses, but not every opponent finds it: a threat that one stone stops is still to be stopped.
            explain::slips(game, mv)
        } else {
            Vec::new()
        };
        let mut line = game.line(&[std::slice::from_ref(&mv.to_owned()), &after.line].concat());
        line.truncate(1 + ANSWER_PLIES);
        let answer = line.split_off(1.min(line.len()));
        let is_plain = loss >= loss_min + UNPROVED && cost.chance_after < 0.5 && !answer.is_empty();
        let row = line.pop().filter(|_| is_plain || !facts.is_empty())?;
        Some(BlunderWarning { row, facts, answer })
    }
}
