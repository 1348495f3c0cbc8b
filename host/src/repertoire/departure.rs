//! Where a game left a repertoire.

use std::path::PathBuf;

use duiyi_core::base::Side;
use duiyi_core::game::{Game, GameKind, MoveRow};

use super::RepertoireTrainer;
use super::graph::right_moves;
use super::progress::KeptRepertoire;
use crate::books::{BookFileError, OpeningBook};

/// A move of the person that a repertoire does not have, where it has another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Departure {
    /// The id of the book.
    pub book: String,
    pub side: Side,
    /// The moves before it.
    pub line: Vec<String>,
    pub played: MoveRow,
    /// The moves of the book, the best first.
    pub right: Vec<MoveRow>,
}

impl RepertoireTrainer {
    /// Finds where the person with `side` left a repertoire in a game of `moves` from `start`; of several repertoires, the
    /// one that was followed longest. `find` returns the path of a book; a book that cannot be read is passed over.
    #[must_use]
    pub fn departure(
        &self,
        find: impl Fn(&str) -> Option<PathBuf>,
        start: &Game,
        rule: &str,
        moves: &[MoveRow],
        side: Side,
    ) -> Option<Departure> {
        let is_of = |kept: &&KeptRepertoire| {
            // Forbidden points make other openings of the same stones; a Xiangqi opening is the same by every rule.
            let is_rule = kept.kind() == Some(GameKind::Xiangqi) || kept.rule == rule;
            kept.kind() == Some(start.kind()) && kept.side() == side && is_rule
        };
        let left = |kept: &KeptRepertoire| {
            let book = OpeningBook::open(&find(&kept.book)?).ok()?;
            let (ply, right) = left_at(&book, start, moves, side).ok()??;
            let line = moves[..ply].iter().map(|row| row.uci.clone()).collect();
            Some(Departure { book: kept.book.clone(), side, line, played: moves[ply].clone(), right })
        };
        let all = self.progress.all().iter().filter(is_of).filter_map(left);
        all.max_by_key(|departure| departure.line.len())
    }
}

/// Returns the number of moves before the one that left the book, and what the book has there; `None` if a move of the
/// opponent left it, or it ended first.
fn left_at(
    book: &OpeningBook,
    start: &Game,
    moves: &[MoveRow],
    side: Side,
) -> Result<Option<(usize, Vec<MoveRow>)>, BookFileError> {
    let mut game = start.clone();
    for (ply, row) in moves.iter().enumerate() {
        let known = book.moves(&game)?;
        let is_mine = game.side_to_move() == side;
        let known = if is_mine { right_moves(known) } else { known };
        let alike = game.image().moves_alike(&row.uci);
        if !known.iter().any(|book| alike.contains(&book.mv)) {
            let right: Vec<MoveRow> =
                known.iter().filter_map(|book| game.line(std::slice::from_ref(&book.mv)).pop()).collect();
            return Ok((is_mine && !right.is_empty()).then_some((ply, right)));
        }
        if game.advance(&row.uci).is_err() {
            break;
        }
    }
    Ok(None)
}
