//! The graph of a book: positions joined by its moves.

use std::collections::HashSet;
use std::path::Path;

use duiyi_core::game::{Checkpoint, Game};

use super::OpeningBook;
use super::entry::BookMove;
use super::error::BookFileError;
use super::own::{self, BookWriter};
use super::progress::{BookReport, Steps};

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
    let positions = from.size()?.0;
    let mut steps = Steps::new(report, positions);
    let writer = BookWriter::create(to, from.game())?;
    let walked = walk(from, start, |game, moves| {
        steps.step()?;
        own_rows(game, moves).try_for_each(|(position, book)| writer.add(position, &book).map(drop))
    })?;
    writer.finish()?;
    Ok(walked.of(positions))
}

/// Returns the moves of the position of `game` as rows of our form.
pub(super) fn own_rows(game: &Game, moves: &[BookMove]) -> impl Iterator<Item = (i64, BookMove)> {
    let image = game.image();
    moves.iter().filter_map(move |book| {
        let mv = own::move_there(&image, &book.mv)?;
        Some((own::position(&image), BookMove { mv, ..book.clone() }))
    })
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
    mut visit: impl FnMut(&Game, &[BookMove]) -> Result<(), BookFileError>,
) -> Result<Walked, BookFileError> {
    struct Branch {
        before: Checkpoint,
        /// The moves that are left, the next one last.
        moves: Vec<String>,
    }
    let mut walked = Walked::default();
    let mut seen = HashSet::new();
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
