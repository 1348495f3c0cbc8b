//! Books made of other books: joined, subtracted and pruned. A book of the list is replaced as a whole, and its file before
//! is kept beside it.

use std::path::Path;

use parking_lot::Mutex;

use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use super::graph::reached;
use super::list::BookList;
use super::own::{BookWriter, OwnBook};
use super::progress::{BookReport, Steps};
use super::rows::{BookRow, JoinedRow, JoinedRows, SortedRows};
use super::{OpeningBook, usual_start};

/// The moves that [`prune`] keeps. Moves with a sign or a remark always stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookPruning {
    /// At least so many games. Moves of which no games are counted stay: nothing is known of their number.
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
    let (path, work) = {
        let mut list = list.lock();
        (list.reserve(id)?, work(&list, change))
    };
    let changed = work.and_then(|work| work(open_own(&path)?, &path, report));
    let mut list = list.lock();
    list.release(&path);
    let (writer, report) = changed?;
    list.replace(&path, writer)?;
    Ok(report)
}

/// Writes a change of a book as a new one.
type Work = Box<dyn FnOnce(OwnBook, &Path, BookReport) -> Result<(BookWriter, ChangeReport), BookFileError>>;

fn work(list: &BookList, change: &WholeChange) -> Result<Work, BookFileError> {
    Ok(match change {
        WholeChange::Merge { other } => {
            let other = list.find(other)?;
            Box::new(move |book, to, report| merged(&[OpeningBook::Own(book), OpeningBook::open(&other)?], to, report))
        }
        WholeChange::Subtract { other } => {
            let other = list.find(other)?;
            Box::new(move |book, to, report| subtracted(&book, &open_own(&other)?, to, report))
        }
        WholeChange::Prune { pruning } => {
            let pruning = *pruning;
            Box::new(move |book, to, report| pruned(&book, to, pruning, report))
        }
    })
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
        let moves = book.size()?.1;
        // Another program's book is walked through first.
        total += if matches!(book, OpeningBook::Own(_)) { moves } else { 2 * moves };
    }
    let (writer, mut steps) = (BookWriter::create(to, first.game())?, Steps::new(report, total));
    let mut sources: Vec<SortedRows> = Vec::with_capacity(books.len());
    for book in books {
        sources.push(match book {
            OpeningBook::Own(book) => Box::new(book.rows()),
            OpeningBook::Foreign(_) => reached(book, &usual_start(book), to, |moves| steps.pass(moves))?.0.into_rows(),
        });
    }
    let mut done = ChangeReport::default();
    for joined in JoinedRows::new(sources, BookMove::merge) {
        let JoinedRow { row, first, sources } = joined?;
        steps.pass(sources)?;
        writer.add(&row)?;
        done.moves += 1;
        done.joined += sources - 1;
        done.added += u64::from(first > 0);
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
    let mut known = other.rows().peekable();
    kept(from, to, report, |moves| {
        let mut kept = Vec::with_capacity(moves.len());
        for row in moves.drain(..) {
            // Both are in order.
            while let Some(Ok(_)) = known.next_if(|other| other.as_ref().is_ok_and(|other| other.name() < row.name())) {
            }
            match known.next_if(|other| other.as_ref().map_or(true, |other| other.name() == row.name())) {
                None => kept.push(row),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
            }
        }
        *moves = kept;
        Ok(())
    })
}

fn pruned(
    from: &OwnBook,
    to: &Path,
    BookPruning { games_min, weight_min, within }: BookPruning,
    report: BookReport,
) -> Result<(BookWriter, ChangeReport), BookFileError> {
    kept(from, to, report, |moves| {
        let best = moves.iter().map(|row| row.book.weight).max().unwrap_or_default();
        moves.retain(|BookRow { book, .. }| {
            let is_near = within.is_none_or(|within| best.abs_diff(book.weight) <= within);
            let is_played = book.games() == 0 || book.games() >= games_min;
            let is_kept = is_played && weight_min.is_none_or(|min| book.weight >= min) && is_near;
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
    mut keep: impl FnMut(&mut Vec<BookRow>) -> Result<(), BookFileError>,
) -> Result<(BookWriter, ChangeReport), BookFileError> {
    let mut steps = Steps::new(report, from.size()?.1);
    let writer = BookWriter::create(to, from.game())?;
    let mut done = ChangeReport::default();
    let mut flush = |moves: &mut Vec<BookRow>| -> Result<(), BookFileError> {
        let before = moves.len() as u64;
        keep(moves)?;
        done.moves += moves.len() as u64;
        done.left_out += before - moves.len() as u64;
        moves.drain(..).try_for_each(|row| writer.add(&row))
    };
    // The moves of one position follow each other.
    let mut moves: Vec<BookRow> = Vec::new();
    for row in from.rows() {
        let row = row?;
        steps.step()?;
        if moves.first().is_some_and(|first| first.position != row.position) {
            flush(&mut moves)?;
        }
        moves.push(row);
    }
    flush(&mut moves)?;
    Ok((writer, done))
}
