//! Our own form of a book: an SQLite file with a row for each move.
//!
//! A position is named by the key that all its images share, a move as it is played in that image. Of moves that are
//! images of each other on a symmetric position, one stands for all.

use std::path::{Path, PathBuf};

use duiyi_core::game::{Game, GameKind, Image};
use rusqlite::{Connection, OpenFlags, params};

use super::database::{APPLICATION_ID, PROBE_TIME, ROWS_MAX, size};
use super::entry::{self, BookMove, MoveSign};
use super::error::BookFileError;
use super::rows::BookRow;
use crate::files::{
    FileError, follow, open_database, remove_left_over, rename, sync_file, sync_folder, temporary_beside, with_suffix,
};
use crate::library::convention;
use crate::library::untrusted::{UntrustedDatabase, has_plain_table};

/// The version of the form.
const VERSION: i32 = 1;

/// # Stability
/// Books outlive the program that made them: a change is a new version.
const SCHEMA: &str = "
    CREATE TABLE book (game TEXT NOT NULL) STRICT;
    CREATE TABLE move (
        position INTEGER NOT NULL,
        mv TEXT NOT NULL,
        weight INTEGER NOT NULL,
        wins INTEGER NOT NULL CHECK (wins BETWEEN 0 AND 4294967295),
        draws INTEGER NOT NULL CHECK (draws BETWEEN 0 AND 4294967295),
        losses INTEGER NOT NULL CHECK (losses BETWEEN 0 AND 4294967295),
        sign TEXT NOT NULL,
        remark TEXT NOT NULL,
        PRIMARY KEY (position, mv)
    ) STRICT, WITHOUT ROWID;";

/// Returns whether the database is a book of this program.
pub(super) fn is_own(path: &Path, database: &UntrustedDatabase) -> Result<bool, BookFileError> {
    let id = number(&database.connection, "PRAGMA application_id").map_err(|error| BookFileError::new(path, &error))?;
    Ok(id == i64::from(APPLICATION_ID))
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.query_row(pragma, [], |row| row.get(0))
}

/// A book of this program, open for reading.
#[derive(Debug)]
pub struct OwnBook {
    path: PathBuf,
    database: UntrustedDatabase,
    game: GameKind,
}

impl OwnBook {
    pub(super) fn new(path: &Path, database: UntrustedDatabase) -> Result<OwnBook, BookFileError> {
        let fail = |error| BookFileError::new(path, &error);
        if number(&database.connection, "PRAGMA user_version").map_err(fail)? > i64::from(VERSION) {
            return Err(BookFileError::Newer(path.to_owned()));
        }
        for table in ["book", "move"] {
            if !has_plain_table(&database.connection, table).map_err(fail)? {
                return Err(BookFileError::NotABook(path.to_owned()));
            }
        }
        let game = database.connection.query_row("SELECT game FROM book", [], |row| row.get::<_, String>(0));
        let game = game.map_err(fail)?.parse().map_err(|_| BookFileError::NotABook(path.to_owned()))?;
        Ok(OwnBook { path: path.to_owned(), database, game })
    }

    pub(super) const fn game(&self) -> GameKind {
        self.game
    }

    pub(super) const fn database(&self) -> &UntrustedDatabase {
        &self.database
    }

    pub(super) fn into_database(self) -> UntrustedDatabase {
        self.database
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn size(&self) -> Result<(u64, u64), BookFileError> {
        size(&self.path, &self.database, "SELECT count(DISTINCT position), count(*) FROM move")
    }

    pub(super) fn moves(&self, game: &Game, image: &Image) -> Result<Vec<BookMove>, BookFileError> {
        if game.kind() != self.game {
            return Err(BookFileError::OtherGame { path: self.path.clone(), game: self.game });
        }
        // Of moves that are images of each other, the customary one is named.
        let here = |there: &str| {
            let alike = image.moves_alike(&image.move_here(there)?);
            alike.into_iter().max_by_key(|mv| convention(game, mv))
        };
        let there = self.moves_at(position(image))?;
        Ok(there.into_iter().filter_map(|book| Some(BookMove { mv: here(&book.mv)?, ..book })).collect())
    }

    fn moves_at(&self, position: i64) -> Result<Vec<BookMove>, BookFileError> {
        self.database.allow(PROBE_TIME);
        let read = || -> rusqlite::Result<Vec<BookMove>> {
            let columns = "SELECT mv, weight, wins, draws, losses, sign, remark FROM move";
            let sql = format!("{columns} WHERE position = ?1 LIMIT {ROWS_MAX}");
            let mut statement = self.database.connection.prepare_cached(&sql)?;
            statement.query_map([position], read_move)?.collect()
        };
        read().map_err(|error| BookFileError::new(&self.path, &error))
    }

    /// Returns all rows of the book in order.
    pub(super) fn rows(&self) -> OwnRows<'_> {
        OwnRows { book: self, page: Vec::new().into_iter(), after: None, is_read: false }
    }

    /// Reads the rows that follow `after`, at most [`PAGE`].
    fn page(&self, after: Option<&(i64, String)>) -> Result<Vec<BookRow>, BookFileError> {
        self.database.allow(PROBE_TIME);
        let read = || -> rusqlite::Result<Vec<BookRow>> {
            let columns = "SELECT mv, weight, wins, draws, losses, sign, remark, position FROM move";
            let order = format!("ORDER BY position, mv LIMIT {PAGE}");
            let row = |row: &rusqlite::Row| Ok(BookRow { position: row.get(7)?, book: read_move(row)? });
            let connection = &self.database.connection;
            match after {
                None => connection.prepare_cached(&format!("{columns} {order}"))?.query_map([], row)?.collect(),
                Some((position, mv)) => connection
                    .prepare_cached(&format!("{columns} WHERE (position, mv) > (?1, ?2) {order}"))?
                    .query_map(params![position, mv], row)?
                    .collect(),
            }
        };
        read().map_err(|error| BookFileError::new(&self.path, &error))
    }
}

/// Rows that are read at a time.
const PAGE: usize = 1_024;

/// All rows of a book in order.
pub(super) struct OwnRows<'a> {
    book: &'a OwnBook,
    page: std::vec::IntoIter<BookRow>,
    /// The last row of the page.
    after: Option<(i64, String)>,
    /// Whether no page follows.
    is_read: bool,
}

impl Iterator for OwnRows<'_> {
    type Item = Result<BookRow, BookFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(row) = self.page.next() {
            return Some(Ok(row));
        }
        if self.is_read {
            return None;
        }
        let page = match self.book.page(self.after.as_ref()) {
            Ok(page) => page,
            Err(error) => {
                self.is_read = true;
                return Some(Err(error));
            }
        };
        self.is_read = page.len() < PAGE;
        self.after = page.last().map(|last| (last.position, last.book.mv.clone()));
        self.page = page.into_iter();
        self.page.next().map(Ok)
    }
}

pub(super) fn read_move(row: &rusqlite::Row) -> rusqlite::Result<BookMove> {
    Ok(BookMove {
        mv: row.get(0)?,
        weight: row.get(1)?,
        wins: row.get(2)?,
        draws: row.get(3)?,
        losses: row.get(4)?,
        sign: MoveSign::from_code(row.get_ref(5)?.as_str()?).unwrap_or_default(),
        remark: entry::remark(row.get_ref(6)?.as_str()?),
    })
}

/// Turns a move of the image's position into a row; `None` if there is no such move.
pub(super) fn row(image: &Image, book: BookMove) -> Option<BookRow> {
    let mv = image.canonical_move(&book.mv)?;
    Some(BookRow { position: position(image), book: BookMove { mv, ..book } })
}

/// Returns the name of a position in a book.
pub(super) fn position(image: &Image) -> i64 {
    image.key().0.cast_signed()
}

/// Writes a book: whole or not at all.
#[derive(Debug)]
pub struct BookWriter {
    to: PathBuf,
    temporary: PathBuf,
    connection: Option<Connection>,
}

impl BookWriter {
    /// Begins a book of `game` that will stand at `to`.
    ///
    /// # Errors
    /// [`BookFileError`].
    pub fn create(to: &Path, game: GameKind) -> Result<BookWriter, BookFileError> {
        let writer = BookWriter::begin(to)?;
        let connection = writer.connection();
        let begun = connection
            .execute_batch(SCHEMA)
            .and_then(|()| connection.pragma_update(None, "application_id", APPLICATION_ID))
            .and_then(|()| connection.pragma_update(None, "user_version", VERSION))
            .and_then(|()| connection.execute("INSERT INTO book VALUES (?1)", [game.code()]))
            .and_then(|_| connection.execute_batch("BEGIN"));
        begun.map_err(|error| BookFileError::new(to, &error))?;
        Ok(writer)
    }

    /// Begins an empty database that will stand at `to`.
    pub(super) fn begin(to: &Path) -> Result<BookWriter, BookFileError> {
        let to = follow(to).map_err(|error| FileError::new(to, error))?;
        remove_left_over(to.parent().unwrap_or(Path::new("")));
        let temporary = temporary_beside(&to);
        let fail = |error| BookFileError::new(&to, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = open_database(&temporary, flags).map_err(fail)?;
        let mut writer = BookWriter { to: to.clone(), temporary, connection: None };
        // The file has its name only once it is complete, so SQLite need not care for its state before.
        let set = connection
            .pragma_update_and_check(None, "journal_mode", "OFF", |_| Ok(()))
            .and_then(|()| connection.pragma_update(None, "synchronous", "OFF"));
        writer.connection = Some(connection);
        set.map_err(fail)?;
        Ok(writer)
    }

    pub(super) const fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("the connection is closed at the end")
    }

    /// Adds a row that the book does not have. In order of their names rows fill one page after the other.
    pub(super) fn add(&self, row: &BookRow) -> Result<(), BookFileError> {
        let BookRow { position, book: BookMove { mv, weight, wins, draws, losses, sign, remark } } = row;
        let written = self
            .connection()
            .prepare_cached("INSERT INTO move VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            .and_then(|mut add| add.execute(params![position, mv, weight, wins, draws, losses, sign.code(), remark]));
        written.map(drop).map_err(|error| BookFileError::new(&self.to, &error))
    }

    /// Completes the book, so that it stands on the disk under its name.
    ///
    /// # Errors
    /// [`BookFileError`]; a file that was there is unchanged.
    pub fn finish(mut self) -> Result<(), BookFileError> {
        self.complete()?;
        self.place()
    }

    /// As [`BookWriter::finish`]; the file that was there gets the name of [`kept_path`], in place of an older one. After an
    /// error the older one is there.
    pub(super) fn finish_keeping(mut self) -> Result<(), BookFileError> {
        self.complete()?;
        let kept = kept_path(&self.to);
        let fail = |error| FileError::new(&kept, error);
        let older = kept.is_file().then(|| second_name(&kept)).transpose().map_err(fail)?;
        let done = keep(&self.to, &kept).map_err(|error| fail(error).into()).and_then(|()| self.place());
        // What cannot be done here costs the new book nothing.
        let _ = match (&done, older) {
            (Ok(()), Some(older)) => std::fs::remove_file(older),
            (Err(_), Some(older)) => rename(&older, &kept),
            (Err(_), None) => std::fs::remove_file(&kept),
            (Ok(()), None) => Ok(()),
        };
        done
    }

    fn complete(&mut self) -> Result<(), BookFileError> {
        let connection = self.connection.take().expect("a book is finished once");
        let ended = if connection.is_autocommit() { Ok(()) } else { connection.execute_batch("COMMIT") };
        ended.map_err(|error| BookFileError::new(&self.to, &error))?;
        connection.close().map_err(|(_, error)| BookFileError::new(&self.to, &error))
    }

    fn place(self) -> Result<(), BookFileError> {
        let place = || -> std::io::Result<()> {
            sync_file(&self.temporary)?;
            rename(&self.temporary, &self.to)?;
            sync_folder(self.to.parent().unwrap_or(Path::new("")))
        };
        place().map_err(|error| FileError::new(&self.to, error).into())
    }
}

impl Drop for BookWriter {
    fn drop(&mut self) {
        drop(self.connection.take());
        // Nothing is left after `finish`.
        for suffix in ["", "-journal"] {
            let _ = std::fs::remove_file(with_suffix(&self.temporary, suffix));
        }
    }
}

/// Returns the name of a book's file before its last change as a whole. That of a link is beside its target.
pub(super) fn kept_path(path: &Path) -> PathBuf {
    with_suffix(&follow(path).unwrap_or_else(|_| path.to_owned()), ".before")
}

/// Swaps the file of a book with the one that was kept. A crash leaves one of them in place.
pub(super) fn swap_with_kept(path: &Path) -> std::io::Result<()> {
    let path = follow(path)?;
    let (kept, swap) = (kept_path(&path), with_suffix(&path, ".swap"));
    keep(&path, &swap)?;
    rename(&kept, &path)?;
    rename(&swap, &kept)?;
    sync_folder(path.parent().unwrap_or(Path::new("")))
}

/// Gives a file a second name, that of another file or a new one.
fn keep(path: &Path, kept: &Path) -> std::io::Result<()> {
    let temporary = second_name(path)?;
    rename(&temporary, kept).inspect_err(|_| _ = std::fs::remove_file(&temporary))
}

/// Gives a file a second, temporary name beside it.
fn second_name(path: &Path) -> std::io::Result<PathBuf> {
    let temporary = temporary_beside(path);
    // Some file systems have no second names.
    if std::fs::hard_link(path, &temporary).is_err() {
        std::fs::copy(path, &temporary)?;
        sync_file(&temporary)?;
    }
    Ok(temporary)
}
