//! Tasks in which the opponent waits: reach a square, capture pieces.
//!
//! The opponent moves only to capture the moved piece, which fails the attempt, and out of check.

use super::{Accepted, Judged, LessonFault, Task, reply_row};
use crate::game::{Game, Played, Refusal};
use crate::lesson::goal::LessonGoal;
use crate::position::Position as _;
use crate::xiangqi::{Move, Position, Square};

/// The rest of a task: the pieces to capture, or the way of one piece.
#[derive(Clone, Debug)]
enum Rest {
    Way { from: Square, to: Square },
    Targets(Vec<Square>),
}

impl Rest {
    fn of(task: Task<'_>, position: &Position) -> Option<(Rest, usize)> {
        let left = |moves: u8| usize::from(moves).saturating_sub(task.accepted.len());
        match task.goal {
            LessonGoal::Reach { from, to, moves } => {
                let moves_made = task.accepted.iter().filter_map(|mv| mv.parse::<Move>().ok());
                let from = moves_made.fold(*from, |at, mv| if mv.from() == at { mv.to() } else { at });
                Some((Rest::Way { from, to: *to }, left(*moves)))
            }
            LessonGoal::Capture { targets, moves } => {
                let opponent = !position.side_to_move();
                let holds = |at: &&Square| position.piece_at(**at).is_some_and(|piece| piece.side == opponent);
                Some((Rest::Targets(targets.iter().filter(holds).copied().collect()), left(*moves)))
            }
            _ => None,
        }
    }

    fn is_done(&self) -> bool {
        match self {
            Rest::Way { from, to } => from == to,
            Rest::Targets(targets) => targets.is_empty(),
        }
    }

    /// Returns whether `mv` can be part of a solution in `left` moves.
    fn allows(&self, mv: Move, left: usize) -> bool {
        match self {
            Rest::Way { from, .. } => mv.from() == *from,
            Rest::Targets(targets) => targets.len() < left || targets.contains(&mv.to()),
        }
    }

    fn after(&self, mv: Move) -> Rest {
        match self {
            Rest::Way { from, to } => Rest::Way { from: if mv.from() == *from { mv.to() } else { *from }, to: *to },
            Rest::Targets(targets) => Rest::Targets(targets.iter().copied().filter(|&at| at != mv.to()).collect()),
        }
    }
}

/// The opponent's turn after a move of the learner.
#[expect(clippy::large_enum_variant, reason = "a turn lives for one move of a search")]
enum Turn {
    /// The opponent waited, or moved out of check: the learner is to move.
    Waited { next: Position, escape: Option<Move> },
    /// The opponent captures the moved piece.
    Captures(Move),
    /// The opponent is mated.
    Over,
}

fn turn(position: &Position, mv: Move) -> Turn {
    let mut after = *position;
    after.make(mv);
    let replies = after.legal_moves();
    if let Some(&capture) = replies.iter().find(|reply| reply.to() == mv.to()) {
        return Turn::Captures(capture);
    }
    if !after.is_check() {
        return Turn::Waited { next: after.passed(), escape: None };
    }
    match replies.first() {
        Some(&escape) => {
            after.make(escape);
            Turn::Waited { next: after, escape: Some(escape) }
        }
        None => Turn::Over,
    }
}

/// Judges a legal move.
///
/// # Errors
/// Never: the move is legal.
pub(super) fn judge(task: Task<'_>, position: Position, text: &str) -> Result<Judged, Refusal> {
    let (Some((rest, left)), Ok(mv)) = (Rest::of(task, &position), text.parse::<Move>()) else {
        return Err(Refusal::plain("unreadable-move", text));
    };
    let refused = |fault| Ok(Judged::refused(task.game, text, fault));
    if matches!(rest, Rest::Way { from, .. } if from != mv.from()) {
        return refused(LessonFault::OtherPiece);
    }
    let (next, escape) = match turn(&position, mv) {
        Turn::Captures(reply) => {
            let reply = reply_row(task.game, text, &reply.to_string())?;
            return refused(LessonFault::Captured { reply });
        }
        Turn::Over if !rest.after(mv).is_done() => return refused(LessonFault::TooSlow),
        Turn::Over => return Ok(Judged::Accepted(Accepted::solved(task.game, text)?)),
        Turn::Waited { next, escape } => (next, escape),
    };
    let rest = rest.after(mv);
    if !is_possible(&next, &rest, left.saturating_sub(1)) {
        return refused(LessonFault::TooSlow);
    }
    let solved = Accepted::solved(task.game, text)?;
    if rest.is_done() {
        return Ok(Judged::Accepted(solved));
    }
    let reply = escape.map(|escape| reply_row(task.game, text, &escape.to_string())).transpose()?;
    let next = Game::Xiangqi(Played::new(next));
    Ok(Judged::Accepted(Accepted { reply, next: Some(next), is_solved: false, ..solved }))
}

/// Returns whether the task can be done in `left` moves.
fn is_possible(position: &Position, rest: &Rest, left: usize) -> bool {
    if rest.is_done() {
        return true;
    }
    if left == 0 {
        return false;
    }
    position.legal_moves().into_iter().filter(|&mv| rest.allows(mv, left)).any(|mv| match turn(position, mv) {
        Turn::Waited { next, .. } => is_possible(&next, &rest.after(mv), left - 1),
        Turn::Captures(_) => false,
        Turn::Over => rest.after(mv).is_done(),
    })
}
