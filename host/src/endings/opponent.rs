//! The opponent in an ending: a bounded search at the highest level, which also judges where there is no table.

use duiyi_core::base::Millis;
use duiyi_core::ending::{EndingGoal, judge};
use duiyi_core::game::{Game, GameKind, Refusal};
use duiyi_core::search::{Limits, Stop, TimeLimit};

use crate::desk::DeskError;
use crate::thinking::search_once;

/// Time limit of an answer.
const TIME_MAX: Millis = Millis(1_500);
/// Node limit of an answer.
const NODES_MAX: u64 = 600_000;
/// The evaluation that still counts as a win where no mate is seen, in centipawns: a false alarm would be worse.
const WINNING_CP: i32 = 100;

/// A reply, and what the search says about the move before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingReply {
    /// The reply in coordinates; `None` if the game is over.
    pub mv: Option<String>,
    /// Whether the person still has the result, by the search.
    pub keeps: bool,
}

/// Searches the last position of `game`, whose side to move is the opponent. Blocks for up to [`TIME_MAX`] and the time
/// of a proof.
///
/// # Errors
/// The engine failed.
pub fn reply(game: &Game, goal: EndingGoal, stop: &Stop) -> Result<EndingReply, DeskError> {
    let time = TimeLimit::Move { max: TIME_MAX, spend_all: false };
    let limits = Limits { depth: None, nodes: Some(NODES_MAX), time: Some(time) };
    let found = search_once(game, limits, stop).map_err(|fault| DeskError(Refusal::plain(fault.code, fault.why)))?;
    let mv = found.best;
    let attack_goes_on = || {
        let mut after = game.clone();
        mv.as_ref().is_some_and(|mv| after.advance(mv).is_ok()) && judge::attack_goes_on(&after)
    };
    let keeps = match (goal, game.kind()) {
        (EndingGoal::Win, GameKind::Gomoku) => found.score.is_loss() || attack_goes_on(),
        (EndingGoal::Win, _) => found.score.0 <= -WINNING_CP,
        (EndingGoal::Hold, _) => found.score.0 < WINNING_CP,
    };
    Ok(EndingReply { mv, keeps })
}
