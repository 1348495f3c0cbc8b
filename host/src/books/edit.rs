//! Changes of a book of ours in place: each is one transaction, on the disk when it returns.

use std::path::{Path, PathBuf};
use std::time::Duration;

use duiyi_core::game::{Game, Image};
use rusqlite::{OpenFlags, OptionalExtension, params};

use super::database::PROBE_TIME;
use super::entry::{self, BookMove, MoveSign};
use super::error::BookFileError;
use super::own::{self, OwnBook, read_move};
use crate::files::expect_file;
use crate::library::untrusted::UntrustedDatabase;

/// The time that a change waits for another program.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a person writes about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct BookEdit {
    pub weight: i64,
    pub sign: MoveSign,
    /// Cut after 2,000 characters.
    pub remark: String,
}

/// The row of a move: position, move in its image, and what the book says of it; `None` if it has no such row.
pub(super) type Row = (i64, String, Option<BookMove>);

/// A change of a book, with what undoes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BookChange {
    /// Some rows, which were as `before`.
    Rows { path: PathBuf, before: Vec<Row> },
    /// The whole file; the one before is kept.
    Whole(PathBuf),
}

impl BookChange {
    pub fn path(&self) -> &Path {
        match self {
            BookChange::Rows { path, .. } | BookChange::Whole(path) => path,
        }
    }

    /// Returns whether a file without which it cannot be undone is gone.
    pub fn is_of_lost_file(&self) -> bool {
        let is_lost = |path: &Path| path.try_exists().is_ok_and(|is_there| !is_there);
        is_lost(self.path()) || matches!(self, BookChange::Whole(path) if is_lost(&own::kept_path(path)))
    }

    /// Returns the number of changed rows.
    pub const fn rows(&self) -> usize {
        match self {
            BookChange::Rows { before, .. } => before.len(),
            BookChange::Whole(_) => 0,
        }
    }
}

/// Gives a move of the position of `game` weight, sign and remark, or removes it (`None`).
pub(super) fn edit(path: &Path, game: &Game, mv: &str, edit: Option<BookEdit>) -> Result<BookChange, BookFileError> {
    change(path, game, |database| {
        let image = game.image();
        let (position, mv) = (own::position(&image), there(path, &image, mv)?);
        let known = row(path, database, position, &mv)?;
        let after = edit.map(|BookEdit { weight, sign, remark }| {
            let remark = entry::remark(&remark);
            BookMove { weight, sign, remark, ..known.unwrap_or(BookMove { mv: mv.clone(), ..BookMove::default() }) }
        });
        Ok(vec![(position, mv, after)])
    })
}

/// Adds the moves of a line that the book does not have, each with weight 1. `start` is the position before the first.
pub(super) fn add_line(path: &Path, start: &Game, moves: &[String]) -> Result<BookChange, BookFileError> {
    change(path, start, |database| {
        let mut game = start.clone();
        let mut rows: Vec<Row> = Vec::new();
        for mv in moves {
            let image = game.image();
            let (position, there) = (own::position(&image), there(path, &image, mv)?);
            let is_new = !rows.iter().any(|(at, known, _)| (*at, known) == (position, &there));
            if is_new && row(path, database, position, &there)?.is_none() {
                let book = BookMove { mv: there.clone(), weight: 1, ..BookMove::default() };
                rows.push((position, there, Some(book)));
            }
            if game.advance(mv).is_err() {
                return Err(BookFileError::NoSuchMove { path: path.to_owned(), mv: mv.clone() });
            }
        }
        Ok(rows)
    })
}

/// Restores the rows before a change.
pub(super) fn undo(path: &Path, before: Vec<Row>) -> Result<(), BookFileError> {
    write(path, open(path)?.database(), before).map(drop)
}

fn there(path: &Path, image: &Image, mv: &str) -> Result<String, BookFileError> {
    let illegal = || BookFileError::NoSuchMove { path: path.to_owned(), mv: mv.to_owned() };
    let there = image.canonical_move(mv).ok_or_else(illegal)?;
    image.move_here(&there).ok_or_else(illegal)?;
    Ok(there)
}

/// Writes the rows that `rows` returns.
fn change(
    path: &Path,
    game: &Game,
    rows: impl FnOnce(&UntrustedDatabase) -> Result<Vec<Row>, BookFileError>,
) -> Result<BookChange, BookFileError> {
    let book = open(path)?;
    if book.game() != game.kind() {
        return Err(BookFileError::OtherGame { path: path.to_owned(), game: book.game() });
    }
    let database = book.into_database();
    let rows = rows(&database)?;
    let before = write(path, &database, rows)?;
    Ok(BookChange::Rows { path: path.to_owned(), before })
}

fn open(path: &Path) -> Result<OwnBook, BookFileError> {
    expect_file(path)?;
    let fail = |error| BookFileError::new(path, &error);
    let database = UntrustedDatabase::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, PROBE_TIME).map_err(fail)?;
    database.connection.busy_timeout(PATIENCE).map_err(fail)?;
    if !own::is_own(path, &database)? {
        return Err(BookFileError::ReadOnly(path.to_owned()));
    }
    OwnBook::new(path, database)
}

fn row(path: &Path, database: &UntrustedDatabase, position: i64, mv: &str) -> Result<Option<BookMove>, BookFileError> {
    let sql = "SELECT mv, weight, wins, draws, losses, sign, remark FROM move WHERE position = ?1 AND mv = ?2";
    let mut read = database.connection.prepare_cached(sql).map_err(|error| BookFileError::new(path, &error))?;
    read.query_row(params![position, mv], read_move).optional().map_err(|error| BookFileError::new(path, &error))
}

/// Writes rows in one transaction and returns them as they were.
fn write(path: &Path, database: &UntrustedDatabase, rows: Vec<Row>) -> Result<Vec<Row>, BookFileError> {
    let fail = |error: rusqlite::Error| BookFileError::new(path, &error);
    database.allow(PROBE_TIME);
    let connection = &database.connection;
    // The disk has the change when the transaction ends.
    connection.pragma_update(None, "synchronous", "FULL").map_err(fail)?;
    connection.execute_batch("BEGIN IMMEDIATE").map_err(fail)?;
    let write = || -> Result<Vec<Row>, BookFileError> {
        let mut before = Vec::with_capacity(rows.len());
        for (position, mv, after) in rows {
            let known = row(path, database, position, &mv)?;
            let written = match &after {
                Some(BookMove { weight, wins, draws, losses, sign, remark, .. }) => connection
                    .prepare_cached("INSERT OR REPLACE INTO move VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
                    .and_then(|mut put| {
                        put.execute(params![position, mv, weight, wins, draws, losses, sign.code(), remark])
                    }),
                None => connection
                    .prepare_cached("DELETE FROM move WHERE position = ?1 AND mv = ?2")
                    .and_then(|mut delete| delete.execute(params![position, mv])),
            };
            written.map_err(fail)?;
            before.push((position, mv, known));
        }
        connection.execute_batch("COMMIT").map_err(fail)?;
        Ok(before)
    };
    // A connection that is dropped without the end of its transaction rolls it back.
    write()
}
