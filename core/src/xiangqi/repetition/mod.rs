//! Ends of a game that depend on the path: repeated positions and the natural limit of moves.
//!
//! Games and searches share one judge and one path ([`History`]). A game gets the whole [`Ruling`] at the third
//! occurrence of a position; a search gets the [`Recurrence`] of every occurrence after the first.

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

use self::chase::QuietMove;
use self::cycle::Cycle;
use self::threat::MateBudget;
use super::{Bitboard, Move, Position};
use crate::base::Side;
use crate::position::History;

/// The occurrence of a position that is judged.
pub const OCCURRENCES: usize = 3;

/// Judges the third occurrence of the present `position`, if it is one, as a game does.
#[must_use]
pub fn ruling(history: &History<Position>, position: &Position) -> Option<Ruling> {
    Some(Ruling::of(history, position, third_back(history)?))
}

/// Judges the third occurrence of the present `position` as [`ruling`] does, without the evidence.
#[must_use]
pub fn third(history: &History<Position>, position: &Position) -> Option<Verdict> {
    let first = third_back(history)?;
    Some(Verdict::of(&Cycle::new(history, position, first), history.start().rule(), MateBudget::RULING))
}

/// A repetition on the path of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Recurrence {
    /// The end of the game: the verdict of the rules on the third occurrence, or a draw that no later one can change.
    Ended(Verdict),
    /// The second occurrence. The side loses if it goes on like this; another act on the way to the third may save it.
    Pending {
        side: Side,
        violation: Violation,
        /// Whether the first occurrence is in the tree, too, so that the other moves of the side were searched there.
        in_tree: bool,
    },
}

/// Judges a repetition of the present `position` as a search does that began `root` plies from the start of the path.
///
/// A loss needs the third occurrence, as in a game: a side may check on one way round and chase on the next. An innocent
/// cycle inside the tree is a draw at the second occurrence, because a longer cycle through it stays innocent, and a side
/// with a better move would have found it at the first. The other moves of a position of the game were never searched.
#[inline]
#[must_use]
pub fn recurrence(history: &History<Position>, position: &Position, root: usize) -> Option<Recurrence> {
    let mut earlier = history.occurrences();
    let last = earlier.next()?;
    let third = earlier.next();
    drop(earlier);
    judge(history, position, third.unwrap_or(last), third.is_some(), root)
}

// Out of line: few nodes repeat anything.
#[cold]
fn judge(
    history: &History<Position>,
    position: &Position,
    first: usize,
    is_third: bool,
    root: usize,
) -> Option<Recurrence> {
    let cycle = Cycle::new(history, position, first);
    match Verdict::of(&cycle, history.start().rule(), MateBudget::SEARCH) {
        verdict if is_third => Some(Recurrence::Ended(verdict)),
        Verdict::MustDeviate(side, violation) => Some(Recurrence::Pending { side, violation, in_tree: first >= root }),
        Verdict::Draw => (first >= root).then_some(Recurrence::Ended(Verdict::Draw)),
    }
}

/// Returns the squares of the pieces that the legal move `mv`, which captures nothing, chases (捉).
#[must_use]
pub fn chased(position: &Position, mv: Move) -> Bitboard {
    let mut after = *position;
    after.make(mv);
    let quiet = QuietMove { side: position.side_to_move(), mv, before: position.board(), after: after.board() };
    quiet.chases().iter().map(|chase| chase.prey).collect()
}

/// Returns the ply of the first of three occurrences.
#[inline]
fn third_back(history: &History<Position>) -> Option<usize> {
    history.occurrences().nth(OCCURRENCES - 2)
}

#[cfg(test)]
mod tests;
