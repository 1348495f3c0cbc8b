//! Warnings before a move: the moves that would end the game by repetition.

use super::ruling::{Ruling, Verdict};
use super::{OCCURRENCES, ruling};
use crate::base::Side;
use crate::position::{History, Position as _};
use crate::xiangqi::{Move, Position};

/// A legal move that ends the game by repetition, or lets the opponent end it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Warning {
    pub mv: Move,
    /// The answer that brings the position for the third time, where the move itself does not. Such a move is listed only
    /// if its side would lose.
    pub reply: Option<Move>,
    /// The ruling that the repetition would bring.
    pub ruling: Ruling,
}

/// Lists the legal moves at `position`, the end of `history`, that a repetition hangs on, in the order of the legal list.
#[must_use]
pub fn warnings(history: &History<Position>, position: &Position) -> Vec<Warning> {
    // A third occurrence takes twice four plies; an answer makes one of them.
    if usize::from(history.reversible()) + 2 < 4 * (OCCURRENCES - 1) {
        return Vec::new();
    }
    let mut path = history.clone();
    let mut warnings = Vec::new();
    let us = position.side_to_move();
    for mv in position.legal_moves().into_iter().filter(|&mv| !position.is_irreversible(mv)) {
        let mut next = *position;
        path.play_unchecked(&mut next, mv);
        if let Some(ruling) = ruling(&path, &next).filter(|_| next.count_legal_moves() > 0) {
            warnings.push(Warning { mv, reply: None, ruling });
        } else {
            warnings.extend(fatal_reply(&mut path, &next).filter(|warning| loses(warning, us)));
        }
        path.pop();
    }
    warnings
}

/// Returns the answer at `position` that completes a repetition which the side that has just moved must not.
fn fatal_reply(path: &mut History<Position>, position: &Position) -> Option<Warning> {
    let mv = path.moves().next_back()?;
    position.legal_moves().into_iter().filter(|&reply| !position.is_irreversible(reply)).find_map(|reply| {
        if path.occurrences_of(position.key_after(reply)) + 1 < OCCURRENCES {
            return None;
        }
        let mut end = *position;
        path.play_unchecked(&mut end, reply);
        let found = ruling(path, &end).filter(|_| end.count_legal_moves() > 0);
        path.pop();
        Some(Warning { mv, reply: Some(reply), ruling: found? })
            .filter(|warning| loses(warning, !position.side_to_move()))
    })
}

fn loses(warning: &Warning, side: Side) -> bool {
    matches!(warning.ruling.verdict, Verdict::MustDeviate(loser, _) if loser == side)
}
