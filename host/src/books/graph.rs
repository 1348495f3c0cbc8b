//! The graph of a book: positions joined by its moves.

use std::collections::HashSet;
use std::path::Path;

use duiyi_core::game::{Checkpoint, Game};

use super::OpeningBook;
use super::entry::BookMove;
use super::error::BookFileError;
use super::own::{self, BookWriter};

/// What a walk through a book passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// Positions with moves, images of each other counted once.
    pub positions: u64,
    /// Their moves.
    pub moves: u64,
    /// Positions of the book that no line of its moves reaches. Another program's book names them by keys alone.
    pub unreached: u64,
}

/// Copies the positions that `from` reaches from `start` into a new book at `to`.
///
/// # Errors
/// [`BookFileError`]; a file at `to` is unchanged.
pub fn copy(from: &OpeningBook, start: &Game, to: &Path) -> Result<CopyReport, BookFileError> {
    let writer = BookWriter::create(to, from.game())?;
    let report = walk(from, start, |game, moves| {
        let image = game.image();
        let position = own::position(&image);
        for book in moves {
            let Some(mv) = own::move_there(&image, &book.mv) else { continue };
            writer.add(position, &BookMove { mv, ..book.clone() })?;
        }
        Ok(())
    })?;
    writer.finish()?;
    Ok(report)
}

/// Passes each position with moves once, in depth-first order from `start`, with its moves.
pub(super) fn walk(
    book: &OpeningBook,
    start: &Game,
    mut visit: impl FnMut(&Game, &[BookMove]) -> Result<(), BookFileError>,
) -> Result<CopyReport, BookFileError> {
    struct Branch {
        before: Checkpoint,
        /// The moves that are left, the next one last.
        moves: Vec<String>,
    }
    let mut report = CopyReport::default();
    let mut seen = HashSet::new();
    let mut found = 0;
    let mut game = start.clone();
    let mut enter = |game: &Game| -> Result<Option<Branch>, BookFileError> {
        if !seen.insert(own::position(&game.image())) {
            return Ok(None);
        }
        let (moves, positions) = book.entry(game)?;
        if moves.is_empty() {
            return Ok(None);
        }
        visit(game, &moves)?;
        found += positions;
        report.positions += 1;
        report.moves += moves.len() as u64;
        let moves = moves.into_iter().rev().map(|book| book.mv).collect();
        Ok(Some(Branch { before: game.checkpoint(), moves }))
    };
    let mut path: Vec<Branch> = enter(&game)?.into_iter().collect();
    while let Some(branch) = path.last_mut() {
        let Some(mv) = branch.moves.pop() else {
            path.pop();
            continue;
        };
        game.return_to(branch.before.clone());
        if game.advance(&mv).is_ok() {
            path.extend(enter(&game)?);
        }
    }
    report.unreached = book.size()?.0.saturating_sub(found);
    Ok(report)
}
