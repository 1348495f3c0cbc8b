//! Tasks of Gomoku: shapes, defences, forbidden points, wins by fours.

use super::{Accepted, Judged, LessonFault, Task, reply_row};
use crate::base::Side;
use crate::explain::forcing_shape;
use crate::game::{Game, Refusal};
use crate::gomoku::forbidden::{self, Foul};
use crate::gomoku::line::Fours;
use crate::gomoku::point::Direction;
use crate::gomoku::{Point, Position, Setup};
use crate::lesson::goal::LessonGoal;
use crate::position::Position as _;
use crate::puzzle::vcf::{VcfProver, fives};

/// Node limit of one search. A win that it does not find is refused; a test proves every solution within it.
const NODES_MAX: u64 = 200_000;

/// Judges a point that may be forbidden, without a stone on it.
///
/// # Errors
/// The refusal of a point that is taken or off the board.
pub(super) fn judge_forbidden(game: &Game, wanted: Foul, text: &str) -> Result<Judged, Refusal> {
    let refusal = match game.read(text) {
        Ok(mv) => return Ok(Judged::refused(game, &mv, LessonFault::Allowed)),
        Err(refusal) => refusal,
    };
    match Foul::ALL.into_iter().find(|foul| foul.code() == refusal.code) {
        Some(foul) if foul == wanted => Ok(Judged::Accepted(Accepted::answered())),
        Some(foul) => Ok(Judged::Refused { row: None, fault: LessonFault::OtherFoul { foul: foul.code() } }),
        None => Err(refusal),
    }
}

/// Judges a legal stone.
///
/// # Errors
/// Never: the stone is legal.
pub(super) fn judge(task: Task<'_>, position: &Position, text: &str) -> Result<Judged, Refusal> {
    let point: Point = text.parse().map_err(|why| Refusal::plain("unreadable-move", why))?;
    let side = position.side_to_move();
    let mut after = position.clone();
    after.play_unchecked(point);
    let is_five = after.winner() == Some(side);
    let has_shape = match task.goal {
        LessonGoal::Five => is_five,
        LessonGoal::Four => fours(position, point).any(|fours| fours != Fours::None),
        LessonGoal::OpenFour => fives(&after, side).len() >= 2,
        LessonGoal::OpenThree => makes_open_three(position, &after, point),
        LessonGoal::Double { shape } => forcing_shape(task.game, text) == Some(*shape),
        LessonGoal::Vcf => return vcf(task, position, &after, text),
        LessonGoal::Defend { .. } => return defence(task, &after, text),
        _ => return Err(Refusal::plain("not-now", "the goal is of another game")),
    };
    if has_shape || is_five {
        Ok(Judged::Accepted(Accepted::solved(task.game, text)?))
    } else {
        Ok(Judged::refused(task.game, text, LessonFault::NoShape))
    }
}

/// Returns the fours of a stone of the side to move at `point`, by direction.
fn fours(position: &Position, point: Point) -> impl Iterator<Item = Fours> + '_ {
    let side = position.side_to_move();
    let five = position.rule().five(side);
    Direction::ALL.into_iter().map(move |direction| position.board().line(point, direction, side).fours(five))
}

/// Returns whether a stone of the side to move at `point` makes a three that a legal stone turns into a straight four.
fn makes_open_three(position: &Position, after: &Position, point: Point) -> bool {
    let side = position.side_to_move();
    let (rule, five) = (position.rule(), position.rule().five(side));
    Direction::ALL.into_iter().any(|direction| {
        let line = position.board().line(point, direction, side);
        line.fours(five) == Fours::None
            && line.straight_four_points(five).into_iter().flatten().any(|offset| {
                let straight = point.step(direction, offset);
                straight.is_some_and(|at| !rule.has_fouls(side) || forbidden::foul(after.board(), at).is_none())
            })
    })
}

/// Judges a stone of a win by fours.
fn vcf(task: Task<'_>, position: &Position, after: &Position, text: &str) -> Result<Judged, Refusal> {
    let side = position.side_to_move();
    if after.winner() == Some(side) {
        return Ok(Judged::Accepted(Accepted::solved(task.game, text)?));
    }
    let reply_by = |point: Point| reply_row(task.game, text, &point.to_string());
    if let Some(&five) = fives(after, !side).iter().find(|&&five| after.is_legal(five)) {
        return Ok(Judged::refused(task.game, text, LessonFault::Loses { reply: reply_by(five)? }));
    }
    let completions = fives(after, side);
    let block = completions.iter().copied().find(|&point| after.is_legal(point));
    if completions.is_empty() {
        return Ok(Judged::refused(task.game, text, LessonFault::NoShape));
    }
    // A four whose only block is forbidden has won.
    let Some(block) = block else { return Ok(Judged::Accepted(Accepted::solved(task.game, text)?)) };
    let mut next = after.clone();
    next.play_unchecked(block);
    if completions.len() > 1 || matches!(VcfProver::new(NODES_MAX).wins(&next), Ok(true)) {
        return Ok(Judged::Accepted(Accepted::answered_by(task.game, text, &block.to_string())?));
    }
    Ok(Judged::refused(task.game, text, LessonFault::Blocked { reply: reply_by(block)? }))
}

/// Judges a stone against a win by fours.
fn defence(task: Task<'_>, after: &Position, text: &str) -> Result<Judged, Refusal> {
    let side = !after.side_to_move();
    let solved = || Ok(Judged::Accepted(Accepted::solved(task.game, text)?));
    let reply_by = |point: Point| reply_row(task.game, text, &point.to_string());
    if after.winner() == Some(side) {
        return solved();
    }
    let mut prover = VcfProver::new(NODES_MAX);
    if let Some(&win) = prover.winning(after).unwrap_or_default().iter().find(|&&point| after.is_legal(point)) {
        return Ok(Judged::refused(task.game, text, LessonFault::Loses { reply: reply_by(win)? }));
    }
    // An own four must be blocked, so the threat has not been tried yet.
    let completions = fives(after, side);
    let [block] = completions[..] else { return solved() };
    if after.is_legal(block) {
        let mut next = after.clone();
        next.play_unchecked(block);
        if !matches!(prover.wins(&passed(&next)), Ok(false)) {
            return Ok(Judged::refused(task.game, text, LessonFault::Delays { reply: reply_by(block)? }));
        }
    }
    solved()
}

/// Returns the same stones with the other side to move.
fn passed(position: &Position) -> Position {
    let setup = position.to_setup();
    let side: Side = !position.side_to_move();
    Position::from_setup(Setup { side: Some(side), ..setup })
        .expect("the stones are those of a position without a five")
}
