//! The verdict on one attempt, by the rules and the searches of core.

mod waiting;
mod mates;
mod stones;
mod repetition;

use super::goal::LessonGoal;
use crate::base::Side;
use crate::game::{Game, MoveRow, Refusal};
use crate::xiangqi::Square;

wire! {
    tagged:
    /// The reason against an attempt that the rules allow.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LessonFault {
        /// Another piece than that of the task.
        OtherPiece,
        /// The moved piece can be captured.
        Captured { reply: MoveRow },
        /// The goal is out of reach in the moves left.
        TooSlow,
        NoCheck,
        /// Out of check, but in another way than that of the task.
        OtherWay,
        /// The opponent escapes the mate.
        Escapes { reply: MoveRow },
        /// The opponent wins by force.
        Loses { reply: MoveRow },
        /// A four that the opponent blocks; the threat remains.
        Delays { reply: MoveRow },
        /// The stone makes no such shape; in a win by fours, no four.
        NoShape,
        /// The four is blocked, and no win by fours remains.
        Blocked { reply: MoveRow },
        /// The point is not forbidden.
        Allowed,
        /// The point is forbidden for another reason.
        OtherFoul {
            /// The code of the foul.
            foul: &'static str,
        },
        /// The side breaks no rule by repeating.
        MayRepeat { side: Side },
        /// One side breaks a rule with every move.
        OneMustDeviate,
        /// Both sides break the same rule.
        BothRepeat,
    }
}

/// The state of a step before an attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) game: &'a Game,
    pub(super) goal: &'a LessonGoal,
    /// The attempts accepted so far.
    pub(super) accepted: &'a [String],
}

/// The judgement of an attempt.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "made once an attempt, and a box would be in every reader's way")]
pub(super) enum Judged {
    Accepted(Accepted),
    Refused {
        /// The attempt as a move, if it is one.
        row: Option<MoveRow>,
        fault: LessonFault,
    },
}

/// An attempt that meets the goal or leads to it.
#[derive(Clone, Debug)]
pub(super) struct Accepted {
    pub(super) row: Option<MoveRow>,
    pub(super) reply: Option<MoveRow>,
    /// The board after the attempt and the reply; `None` if it does not change.
    pub(super) next: Option<Game>,
    pub(super) is_solved: bool,
}

impl Accepted {
    /// Returns an attempt that solves the step with a move.
    fn solved(game: &Game, mv: &str) -> Result<Accepted, Refusal> {
        let mut next = game.clone();
        let row = next.play(mv)?;
        Ok(Accepted { row: Some(row), reply: None, next: Some(next), is_solved: true })
    }

    /// Returns an attempt that solves the step on an unchanged board.
    const fn answered() -> Accepted {
        Accepted { row: None, reply: None, next: None, is_solved: true }
    }

    /// Returns an attempt after which the opponent replies and the learner moves again.
    fn answered_by(game: &Game, mv: &str, reply: &str) -> Result<Accepted, Refusal> {
        let mut next = game.clone();
        let row = next.play(mv)?;
        let reply = next.play(reply)?;
        Ok(Accepted { row: Some(row), reply: Some(reply), next: Some(next), is_solved: false })
    }
}

impl Judged {
    /// Returns the refusal of `mv`, with the row of the move in `game`.
    fn refused(game: &Game, mv: &str, fault: LessonFault) -> Judged {
        Judged::Refused { row: row_of(game, mv), fault }
    }
}

/// Judges an attempt: a move in any notation, or the text that the goal takes.
///
/// # Errors
/// The refusal of the rules, or `unreadable-move`.
pub(super) fn judge(task: Task<'_>, text: &str) -> Result<Judged, Refusal> {
    match task.goal {
        LessonGoal::Look { at } => look(text, *at),
        LessonGoal::Deviate => repetition::judge(task.game, text),
        LessonGoal::Forbidden { foul } => stones::judge_forbidden(task.game, *foul, text),
        _ => {
            let mv = task.game.read(text)?;
            match task.game {
                Game::Xiangqi(played) => match task.goal {
                    LessonGoal::Reach { .. } | LessonGoal::Capture { .. } => {
                        waiting::judge(task, *played.position(), &mv)
                    }
                    _ => mates::judge(task, *played.position(), &mv),
                },
                Game::Gomoku(played) => stones::judge(task, played.position(), &mv),
                Game::TicTacToe(_) => Err(Refusal::plain("not-now", "tic-tac-toe has no lessons")),
            }
        }
    }
}

fn look(text: &str, at: Square) -> Result<Judged, Refusal> {
    let seen: Square = text.parse().map_err(|why| Refusal::plain("unreadable-move", why))?;
    Ok(if seen == at {
        Judged::Accepted(Accepted::answered())
    } else {
        Judged::Refused { row: None, fault: LessonFault::OtherPiece }
    })
}

/// Returns a legal move of `game` in every notation.
fn row_of(game: &Game, mv: &str) -> Option<MoveRow> {
    game.clone().play(mv).ok()
}

/// Returns the answer `reply` to `mv` in every notation.
///
/// # Errors
/// If one of them is illegal, which the judge excludes.
fn reply_row(game: &Game, mv: &str, reply: &str) -> Result<MoveRow, Refusal> {
    let mut after = game.clone();
    after.play(mv)?;
    after.play(reply)
}
