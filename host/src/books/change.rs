//! Books made of other books: joined, subtracted and pruned. A book of the list is replaced as a whole, and its file before
//! is kept beside it.

use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use super::graph::{own_rows, walk};
use super::list::BookList;
use super::own::{BookWriter, OwnBook};
use super::progress::{BookReport, Steps};
use super::{OpeningBook, usual_start};

/// The moves that [`prune`] keeps. Moves with a sign or a remark always stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookPruning {
    /// At least so many games.
    pub games_min: u64,
    /// At least this weight; `None` for any.
    pub weight_min: Option<i64>,
    /// At most so far below the greatest weight of the position; `None` for any.
    pub within: Option<u64>,
}

/// A change of a whole book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(tag = "kind", rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum WholeChange {
    /// Adds the moves of another book of the list.
    Merge { other: String },
    /// Removes the moves that another book of ours has.
    Subtract { other: String },
    /// Removes rare or bad moves.
    Prune { pruning: BookPruning },
}

/// What a change of whole books did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ChangeReport {
    /// Moves of the result.
    pub moves: u64,
    /// Moves that the first book did not have.
    pub added: u64,
    /// Moves that were joined to one of the same name.
    pub joined: u64,
    /// Moves of the first book that were left out.
    pub left_out: u64,
}

/// Joins books of one game into a new one at `to`: counts are added, of weights and signs the greater and stricter stay.
/// Of another program's book the positions count that its moves reach from the usual start.
///
/// # Errors
/// [`BookFileError`], with [`BookFileError::OtherGame`] for books of several games; a file at `to` is unchanged.
pub fn merge(books: &[OpeningBook], to: &Path, report: BookReport) -> Result<ChangeReport, BookFileError> {
    let (writer, report) = merged(books, to, report)?;
    writer.finish()?;
    Ok(report)
}

/// Writes the moves of `from` that `other` does not have to a new book at `to`.
///
/// # Errors
/// As [`merge`].
pub fn subtract(from: &OwnBook, other: &OwnBook, to: &Path, report: BookReport) -> Result<ChangeReport, BookFileError> {
    let (writer, report) = subtracted(from, other, to, report)?;
    writer.finish()?;
    Ok(report)
}

/// Writes the moves of `from` that `pruning` keeps to a new book at `to`.
///
/// # Errors
/// [`BookFileError`]; a file at `to` is unchanged.
pub fn prune(
    from: &OwnBook,
    to: &Path,
    pruning: BookPruning,
    report: BookReport,
) -> Result<ChangeReport, BookFileError> {
    let (writer, report) = pruned(from, to, pruning, report)?;
    writer.finish()?;
    Ok(report)
}

/// Changes a book of ours in the list as a whole; its file before is kept. The list is free during the work.
///
/// # Errors
/// [`BookFileError`]; the book is unchanged.
pub fn change_whole(
    list: &Mutex<BookList>,
    id: &str,
    change: &WholeChange,
    report: BookReport,
) -> Result<ChangeReport, BookFileError> {
    let (path, other) = {
        let mut list = list.lock();
        let other = match change {
            WholeChange::Merge { other } | WholeChange::Subtract { other } => Some(list.find(other)?),
            WholeChange::Prune { .. } => None,
        };
        (list.reserve(id)?, other)
    };
    let changed = changed(&path, other, change, report);
    let mut list = list.lock();
    list.release(&path);
    let (writer, report) = changed?;
    list.replace(&path, writer)?;
    Ok(report)
}

fn changed(
    path: &Path,
    other: Option<PathBuf>,
    change: &WholeChange,
    report: BookReport,
) -> Result<(BookWriter, ChangeReport), BookFileError> {
    let book = open_own(path)?;
    match (change, other) {
        (WholeChange::Merge { .. }, Some(other)) => {
            merged(&[OpeningBook::Own(book), OpeningBook::open(&other)?], path, report)
        }
        (WholeChange::Subtract { .. }, Some(other)) => subtracted(&book, &open_own(&other)?, path, report),
        (WholeChange::Prune { pruning }, _) => pruned(&book, path, *pruning, report),
        (WholeChange::Merge { other } | WholeChange::Subtract { other }, None) => {
            Err(BookFileError::NoBook(other.clone()))
        }
    }
}

fn open_own(path: &Path) -> Result<OwnBook, BookFileError> {
    match OpeningBook::open(path)? {
        OpeningBook::Own(book) => Ok(book),
        OpeningBook::Foreign(_) => Err(BookFileError::ReadOnly(path.to_owned())),
    }
}

fn merged(books: &[OpeningBook], to: &Path, report: BookReport) -> Result<(BookWriter, ChangeReport), BookFileError> {
    let Some(first) = books.first() else { return Err(BookFileError::NotABook(to.to_owned())) };
    if let Some(other) = books.iter().find(|book| book.game() != first.game()) {
        return Err(BookFileError::OtherGame { path: other.path().to_owned(), game: other.game() });
    }
    let mut total = 0;
    for book in books {
        total += book.size()?.1;
    }
    let (writer, mut steps) = (BookWriter::create(to, first.game())?, Steps::new(report, total));
    let mut done = ChangeReport::default();
    for (index, book) in books.iter().enumerate() {
        let mut add = |position: i64, book: &BookMove| -> Result<(), BookFileError> {
            steps.step()?;
            if !writer.add(position, book)? {
                done.joined += 1;
                return Ok(());
            }
            done.moves += 1;
            done.added += u64::from(index > 0);
            Ok(())
        };
        match book {
            OpeningBook::Own(book) => book.each(|position, book| add(position, &book))?,
            OpeningBook::Foreign(_) => {
                walk(book, &usual_start(book), |game, moves| {
                    own_rows(game, moves).try_for_each(|(position, book)| add(position, &book))
                })?;
            }
        }
    }
    Ok((writer, done))
}

fn subtracted(
    from: &OwnBook,
    other: &OwnBook,
    to: &Path,
    report: BookReport,
) -> Result<(BookWriter, ChangeReport), BookFileError> {
    if other.game() != from.game() {
        return Err(BookFileError::OtherGame { path: other.path().to_owned(), game: other.game() });
    }
    kept(from, to, report, |position, moves| {
        let known = other.moves_at(position)?;
        moves.retain(|book| !known.iter().any(|known| known.mv == book.mv));
        Ok(())
    })
}

fn pruned(
    from: &OwnBook,
    to: &Path,
    BookPruning { games_min, weight_min, within }: BookPruning,
    report: BookReport,
) -> Result<(BookWriter, ChangeReport), BookFileError> {
    kept(from, to, report, |_, moves| {
        let best = moves.iter().map(|book| book.weight).max().unwrap_or_default();
        moves.retain(|book| {
            let is_near = within.is_none_or(|within| best.abs_diff(book.weight) <= within);
            let is_kept = book.games() >= games_min && weight_min.is_none_or(|min| book.weight >= min) && is_near;
            is_kept || book.sign != MoveSign::Plain || !book.remark.is_empty()
        });
        Ok(())
    })
}

/// Writes the moves that `keep` leaves of each position.
fn kept(
    from: &OwnBook,
    to: &Path,
    report: BookReport,
    mut keep: impl FnMut(i64, &mut Vec<BookMove>) -> Result<(), BookFileError>,
) -> Result<(BookWriter, ChangeReport), BookFileError> {
    let mut steps = Steps::new(report, from.size()?.1);
    let writer = BookWriter::create(to, from.game())?;
    let mut done = ChangeReport::default();
    let mut flush = |position: i64, moves: &mut Vec<BookMove>| -> Result<(), BookFileError> {
        let before = moves.len() as u64;
        keep(position, moves)?;
        done.moves += moves.len() as u64;
        done.left_out += before - moves.len() as u64;
        moves.drain(..).try_for_each(|book| writer.add(position, &book).map(drop))
    };
    // The moves of one position follow each other.
    let (mut at, mut moves) = (0, Vec::new());
    from.each(|position, book| {
        steps.step()?;
        if position != at && !moves.is_empty() {
            flush(at, &mut moves)?;
        }
        at = position;
        moves.push(book);
        Ok(())
    })?;
    flush(at, &mut moves)?;
    Ok((writer, done))
}
