//! The graph of a book: positions joined by its moves.

use std::collections::HashSet;
use std::path::Path;

use duiyi_core::game::{Checkpoint, Game, Image};

use super::OpeningBook;
use super::entry::BookMove;
use super::error::BookFileError;
use super::own::{self, BookWriter};
use super::progress::{BookReport, Steps};
use super::rows::RowSorter;

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
pub fn copy(from: &OpeningBook, start: &Game, to: &Path, report: BookReport) -> Result<CopyReport, BookFileError> {
    let (positions, moves) = from.size()?;
    let mut steps = Steps::new(report, positions + moves);
    let writer = BookWriter::create(to, from.game())?;
    let (rows, walked) = reached(from, start, to, |_| steps.step())?;
    for row in rows.into_rows() {
        steps.step()?;
        writer.add(&row?)?;
    }
    writer.finish()?;
    Ok(walked.of(positions))
}

/// Returns the moves of the positions that `from` reaches from `start` as rows for a book at `to`. `step` is called for each
/// position with the number of its moves.
pub(super) fn reached(
    from: &OpeningBook,
    start: &Game,
    to: &Path,
    mut step: impl FnMut(u64) -> Result<(), BookFileError>,
) -> Result<(RowSorter, Walked), BookFileError> {
    let mut rows = RowSorter::new(to, BookMove::merge);
    let walked = walk(from, start, |_, image, moves| {
        step(moves.len() as u64)?;
        moves.iter().try_for_each(|book| own::row(image, book.clone()).map_or(Ok(()), |row| rows.add(row)))
    })?;
    Ok((rows, walked))
}

/// What a walk through a book passed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Walked {
    positions: u64,
    moves: u64,
    /// Positions as the book counts them.
    found: u64,
}

impl Walked {
    /// Returns the report of a walk through a book with so many positions.
    pub fn of(self, positions: u64) -> CopyReport {
        let Walked { positions: reached, moves, found } = self;
        CopyReport { positions: reached, moves, unreached: positions.saturating_sub(found) }
    }
}

/// Passes each position with moves once, in depth-first order from `start`, with its moves.
pub(super) fn walk(
    book: &OpeningBook,
    start: &Game,
    mut visit: impl FnMut(&Game, &Image, &[BookMove]) -> Result<(), BookFileError>,
) -> Result<Walked, BookFileError> {
    struct Branch {
        before: Checkpoint,
        /// The moves that are left, the next one last.
        moves: Vec<String>,
    }
    let _held = book.hold()?;
    let mut walked = Walked::default();
    let mut seen = HashSet::new();
    let mut game = start.clone();
    let mut enter = |game: &Game| -> Result<Option<Branch>, BookFileError> {
        let image = game.image();
        if !seen.insert(own::position(&image)) {
            return Ok(None);
        }
        let (moves, positions) = book.entry(game, &image)?;
        if moves.is_empty() {
            return Ok(None);
        }
        visit(game, &image, &moves)?;
        walked.found += positions;
        walked.positions += 1;
        walked.moves += moves.len() as u64;
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
    Ok(walked)
}
