//! Ends of a game that depend on the path: repeated positions and the natural limit of moves.
//!
//! Games and searches share one judge and one path ([`History`]). A game gets the whole [`Ruling`] at the third
//! occurrence of a position; a search gets the bare [`Verdict`], in its tree at the second occurrence.

mod limit;
mod violation;
mod ruling;
mod statement;
mod warning;
mod asian;
mod chinese;
mod simple;
mod cycle;
mod chase;
mod threat;
mod exposure;
mod protection;

pub use chase::Ground;
pub use limit::{CHECKS_COUNTED, MOVE_LIMIT, quiet_plies};
pub use ruling::{Act, Chase, Hunted, JudgedMove, PieceOnSquare, Ruling, Verdict};
pub use statement::Statement;
pub use violation::Violation;
pub use warning::{Warning, warnings};

use self::cycle::Cycle;
use self::threat::MateBudget;
use super::Position;
use crate::position::History;

/// The occurrence of a position that is judged.
pub const OCCURRENCES: usize = 3;

/// Judges the third occurrence of the present `position`, if it is one, as a game does.
#[must_use]
pub fn ruling(history: &History<Position>, position: &Position) -> Option<Ruling> {
    let first = first_judged(history, usize::MAX)?;
    Some(Ruling::of(history, position, first))
}

/// Judges the third occurrence of the present `position` as [`ruling`] does, without the evidence.
#[must_use]
pub fn third(history: &History<Position>, position: &Position) -> Option<Verdict> {
    let first = first_judged(history, usize::MAX)?;
    Some(Verdict::of(&Cycle::new(history, position, first), history.start().rule(), MateBudget::RULING))
}

/// Judges a repetition of the present `position` as a search does that began `root` plies from the start of the path.
///
/// A position that recurs inside the tree is judged at its second occurrence: a side with a better move would have
/// found it at the first. A position of the game is judged at its third occurrence, as the rules say, because its
/// other moves were never searched.
#[inline]
#[must_use]
pub fn verdict(history: &History<Position>, position: &Position, root: usize) -> Option<Verdict> {
    let first = first_judged(history, root)?;
    Some(Verdict::of(&Cycle::new(history, position, first), history.start().rule(), MateBudget::SEARCH))
}

/// Returns the ply of the occurrence at which the cycle to be judged begins.
#[inline]
fn first_judged(history: &History<Position>, root: usize) -> Option<usize> {
    let mut occurrences = 1;
    history.occurrences().find(|&ply| {
        occurrences += 1;
        ply >= root || occurrences == OCCURRENCES
    })
}

#[cfg(test)]
mod tests;
