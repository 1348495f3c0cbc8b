//! Mates by checks alone (连将杀), searched against every defence.

use super::board::{after, checks};
use super::pattern;
use crate::explain::rows::rows;
use crate::explain::threat::{MatingPattern, Threat, ThreatKind};
use crate::position::Position as _;
use crate::xiangqi::{Move, Position};

/// Most checks in a row of a mate on the board.
pub(super) const MOVES_MAX: usize = 3;
/// Node limit of one search for a mate.
pub(super) const NODES_MAX: u32 = 30_000;

/// A mate against every defence.
#[derive(Clone, Debug)]
pub(super) struct Mate {
    /// Both sides' moves, with the longest defence.
    pub(super) line: Vec<Move>,
    /// The names that all longest defences share.
    patterns: Vec<MatingPattern>,
}

impl Mate {
    fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    pub(super) fn threat(&self, position: &Position) -> Threat {
        let what = ThreatKind::Mate { moves: self.moves(), pattern: self.patterns.first().copied() };
        Threat { side: position.side_to_move(), what, line: rows(position, &self.line) }
    }
}

/// The reason for no mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Without {
    /// Every sequence of checks was searched.
    Mate,
    /// The node limit ended the search.
    Time,
}

/// Returns the shortest mate of the side to move in at most `moves` checks.
pub(super) fn shortest(position: &Position, moves: usize, nodes: u32) -> Option<Mate> {
    search(position, moves, &mut { nodes }).ok()
}

/// Returns whether a complete search finds no mate in at most `moves` checks.
pub(super) fn is_absent(position: &Position, moves: usize, nodes: u32) -> bool {
    search(position, moves, &mut { nodes }).err() == Some(Without::Mate)
}

/// Returns the mate that starts with the legal move `first`. Every answer must lead to mate by checks, within `moves`
/// moves in total.
pub(super) fn beginning(position: &Position, first: Move, moves: usize, nodes: u32) -> Option<Mate> {
    let mut nodes = nodes;
    (1..=moves)
        .map_while(|moves| match try_move(position, first, moves, &mut nodes) {
            Err(Without::Time) => None,
            found => Some(found.ok()),
        })
        .find_map(|found| found)
}

fn search(position: &Position, moves: usize, nodes: &mut u32) -> Result<Mate, Without> {
    for moves in 1..=moves {
        for mv in checks(position) {
            match try_move(position, mv, moves, nodes) {
                Err(Without::Mate) => {}
                ended => return ended,
            }
        }
    }
    Err(Without::Mate)
}

/// Plays `mv`. Returns the mate if every answer is mated in at most `moves - 1` checks.
fn try_move(position: &Position, mv: Move, moves: usize, nodes: &mut u32) -> Result<Mate, Without> {
    *nodes = nodes.checked_sub(1).ok_or(Without::Time)?;
    let next = after(position, mv);
    let answers = next.legal_moves();
    if answers.is_empty() {
        // Stalemate wins too, but is no mate.
        let patterns = || pattern::at_end(&next, mv, position);
        return if next.is_check() { Ok(Mate { line: vec![mv], patterns: patterns() }) } else { Err(Without::Mate) };
    }
    if moves == 1 {
        return Err(Without::Mate);
    }
    let mut longest: Option<Mate> = None;
    for answer in answers {
        let mut mate = search(&after(&next, answer), moves - 1, nodes)?;
        mate.line.splice(0..0, [mv, answer]);
        match &mut longest {
            Some(known) if known.line.len() > mate.line.len() => {}
            Some(known) if known.line.len() == mate.line.len() => {
                known.patterns.retain(|pattern| mate.patterns.contains(pattern));
            }
            _ => longest = Some(mate),
        }
    }
    let mut mate = longest.ok_or(Without::Mate)?;
    if let Some(pattern) = pattern::at_beginning(position, mv) {
        mate.patterns.retain(|&known| known != pattern);
        mate.patterns.insert(0, pattern);
    }
    Ok(mate)
}
