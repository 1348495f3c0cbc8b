//! Tasks of check and mate.

use super::{Accepted, Judged, LessonFault, Task, reply_row};
use crate::game::Refusal;
use crate::lesson::goal::{EscapeWay, LessonGoal};
use crate::position::Position as _;
use crate::puzzle::mates::{MateProver, MatingMoves};
use crate::xiangqi::{Move, Position};

/// Node limit of one search. A mate that it does not find is refused; a test proves every solution within it.
const NODES_MAX: u64 = 400_000;

/// Judges a legal move.
///
/// # Errors
/// Never: the move is legal.
pub(super) fn judge(task: Task<'_>, position: Position, text: &str) -> Result<Judged, Refusal> {
    let mv: Move = text.parse().map_err(|why| Refusal::plain("unreadable-move", why))?;
    let mut after = position;
    after.make(mv);
    let refused = |fault| Ok(Judged::refused(task.game, text, fault));
    let row = |reply: Move| reply_row(task.game, text, &reply.to_string());
    match task.goal {
        LessonGoal::Check => {
            if !after.is_check() {
                return refused(LessonFault::NoCheck);
            }
            if let Some(&reply) = after.legal_moves().iter().find(|reply| after.checkers().contains(reply.to())) {
                return refused(LessonFault::Captured { reply: row(reply)? });
            }
        }
        LessonGoal::Escape { way } => {
            if *way != EscapeWay::Any && way_of(&position, mv) != *way {
                return refused(LessonFault::OtherWay);
            }
        }
        LessonGoal::Defend { moves } => {
            let winning = MateProver::new(MatingMoves::AnyMove, NODES_MAX).winning(&after, *moves);
            if let Some(&reply) = winning.unwrap_or_default().first() {
                return refused(LessonFault::Loses { reply: row(reply)? });
            }
        }
        LessonGoal::Mate { moves, .. } | LessonGoal::Stalemate { moves } => {
            let left = moves.saturating_sub(u8::try_from(task.accepted.len()).unwrap_or(u8::MAX));
            return mate(task, &after, text, left);
        }
        _ => return Err(Refusal::plain("not-now", "the goal is of another game")),
    }
    Ok(Judged::Accepted(Accepted::solved(task.game, text)?))
}

/// Judges a move after which `after` is to be mated within `left` moves, that move included.
fn mate(task: Task<'_>, after: &Position, text: &str, left: u8) -> Result<Judged, Refusal> {
    let replies = after.legal_moves();
    if replies.is_empty() {
        return Ok(Judged::Accepted(Accepted::solved(task.game, text)?));
    }
    let mut prover = MateProver::new(MatingMoves::AnyMove, NODES_MAX);
    let rest = left.saturating_sub(1);
    let escapes = |reply: &&Move| {
        let mut next = *after;
        next.make(**reply);
        !matches!(prover.fewest(&next, rest), Ok(Some(_)))
    };
    if let Some(escape) = replies.iter().find(escapes) {
        let reply = reply_row(task.game, text, &escape.to_string())?;
        return Ok(Judged::refused(task.game, text, LessonFault::Escapes { reply }));
    }
    let (_, longest) = prover.longest(after, rest).map_err(|why| Refusal::plain("not-now", why))?;
    let reply = longest.first().or(replies.first()).map(ToString::to_string).unwrap_or_default();
    Ok(Judged::Accepted(Accepted::answered_by(task.game, text, &reply)?))
}

/// Returns the way in which the legal `mv` ends a check.
fn way_of(position: &Position, mv: Move) -> EscapeWay {
    let checkers = position.checkers();
    if checkers.contains(mv.to()) {
        EscapeWay::Capture
    } else if mv.from() == position.general(position.side_to_move()) {
        EscapeWay::Walk
    } else {
        let mut lifted = *position.board();
        lifted.set(mv.from(), None);
        let general = position.general(position.side_to_move());
        let attackers = lifted.attackers_to(general, lifted.occupied()) & lifted.side(!position.side_to_move());
        if attackers.is_empty() { EscapeWay::Unscreen } else { EscapeWay::Block }
    }
}
