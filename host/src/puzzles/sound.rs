//! The judge of a move that a composition's line does not have: a bounded engine search.

use duiyi_core::base::Millis;
use duiyi_core::game::Game;
use duiyi_core::search::{Limits, Stop, TimeLimit};

use crate::thinking::search_once;

/// Time limit of an answer.
const TIME_MAX: Millis = Millis(3_000);
/// Node limit of an answer.
const NODES_MAX: u64 = 600_000;
/// The least evaluation that wins, in centipawns. Without a mate in sight a move may only swap one won line for another.
const WINNING_CP: i32 = 600;

/// Returns the play after a sound move, the defence first and the solver's move last; `None` if the side that has just
/// moved is not seen to win. Blocks for up to [`TIME_MAX`].
pub fn continuation(game: &Game) -> Option<Vec<String>> {
    if let Some(outcome) = game.outcome() {
        return (outcome.winner == Some(!game.side_to_move())).then(Vec::new);
    }
    // Otherwise a search with one legal reply ends at once, without a score.
    let time = TimeLimit::Move { max: TIME_MAX, spend_all: true };
    let limits = Limits { depth: None, nodes: Some(NODES_MAX), time: Some(time) };
    // An engine that fails proves nothing.
    let found = search_once(game, limits, &Stop::new()).ok()?;
    if found.score.0 > -WINNING_CP {
        return None;
    }
    let mut line = found.lines.into_iter().next()?.pv;
    line.truncate(line.len() / 2 * 2);
    (!line.is_empty()).then_some(line)
}
