//! Our own form of a book: an SQLite file with a row for each move.
//!
//! A position is named by the key that all its images share, a move as it is played in that image. Of moves that are
//! images of each other on a symmetric position, one stands for all.

use std::path::{Path, PathBuf};

use duiyi_core::game::{Game, GameKind, Image};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::database::{COUNT_TIME, PROBE_TIME, size};
use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use crate::files::{
    FileError, follow, open_database, remove_left_over, rename, sync_file, sync_folder, temporary_name, with_suffix,
};
use crate::library::convention;
use crate::library::untrusted::UntrustedDatabase;

/// "DyBk" in ASCII: tells our books from other SQLite files.
const APPLICATION_ID: i32 = 0x4479_426b;

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
        let game = database.connection.query_row("SELECT game FROM book", [], |row| row.get::<_, String>(0));
        let game = game.map_err(fail)?.parse().map_err(|_| BookFileError::NotABook(path.to_owned()))?;
        Ok(OwnBook { path: path.to_owned(), database, game })
    }

    pub(super) const fn game(&self) -> GameKind {
        self.game
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

    pub(super) fn moves(&self, game: &Game) -> Result<Vec<BookMove>, BookFileError> {
        if game.kind() != self.game {
            return Err(BookFileError::OtherGame { path: self.path.clone(), game: self.game });
        }
        let image = game.image();
        // Of moves that are images of each other, the customary one is named.
        let here = |there: &str| {
            let alike = image.moves_alike(&image.move_here(there)?);
            alike.into_iter().max_by_key(|mv| convention(game, mv))
        };
        let there = self.moves_at(position(&image))?;
        Ok(there.into_iter().filter_map(|book| Some(BookMove { mv: here(&book.mv)?, ..book })).collect())
    }

    pub(super) fn moves_at(&self, position: i64) -> Result<Vec<BookMove>, BookFileError> {
        self.database.allow(PROBE_TIME);
        let read = || -> rusqlite::Result<Vec<BookMove>> {
            let sql = "SELECT mv, weight, wins, draws, losses, sign, remark FROM move WHERE position = ?1";
            let mut statement = self.database.connection.prepare_cached(sql)?;
            statement.query_map([position], read_move)?.collect()
        };
        read().map_err(|error| BookFileError::new(&self.path, &error))
    }

    /// Passes each move of the book with its position to `take`, the moves of a position one after the other.
    pub(super) fn each(
        &self,
        mut take: impl FnMut(i64, BookMove) -> Result<(), BookFileError>,
    ) -> Result<(), BookFileError> {
        self.database.allow(COUNT_TIME);
        let fail = |error| BookFileError::new(&self.path, &error);
        let sql = "SELECT mv, weight, wins, draws, losses, sign, remark, position FROM move ORDER BY position, mv";
        let mut statement = self.database.connection.prepare(sql).map_err(fail)?;
        let mut rows = statement.query([]).map_err(fail)?;
        while let Some(row) = rows.next().map_err(fail)? {
            let (position, book) = (row.get(7).map_err(fail)?, read_move(row).map_err(fail)?);
            self.database.paused(|| take(position, book))?;
        }
        Ok(())
    }
}

pub(super) fn read_move(row: &rusqlite::Row) -> rusqlite::Result<BookMove> {
    Ok(BookMove {
        mv: row.get(0)?,
        weight: row.get(1)?,
        wins: row.get(2)?,
        draws: row.get(3)?,
        losses: row.get(4)?,
        sign: MoveSign::from_code(&row.get::<_, String>(5)?).unwrap_or_default(),
        remark: row.get(6)?,
    })
}

/// Returns the name of a position in a book.
pub(super) fn position(image: &Image) -> i64 {
    image.key().0.cast_signed()
}

/// Returns the move of the image that stands for `here` and its images.
pub(super) fn move_there(image: &Image, here: &str) -> Option<String> {
    image.moves_alike(here).iter().filter_map(|mv| image.move_there(mv)).min()
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
        let folder = to.parent().unwrap_or(Path::new(""));
        remove_left_over(folder);
        let name = to.file_name().unwrap_or_default().to_string_lossy();
        let temporary = folder.join(temporary_name(&name));
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

    /// Adds a move, or joins it to the one that is there: counts are added, the greater weight, the stricter sign and
    /// both remarks stay. Returns whether it is new.
    pub(super) fn add(&self, position: i64, book: &BookMove) -> Result<bool, BookFileError> {
        let write = || -> rusqlite::Result<bool> {
            let connection = self.connection();
            let mut known = connection.prepare_cached(
                "SELECT mv, weight, wins, draws, losses, sign, remark FROM move WHERE position = ?1 AND mv = ?2",
            )?;
            let known = known.query_row(params![position, book.mv], read_move).optional()?;
            let is_new = known.is_none();
            let joined = known.map_or_else(|| book.clone(), |known| join(known, book));
            let BookMove { mv, weight, wins, draws, losses, sign, remark } = &joined;
            connection
                .prepare_cached("INSERT OR REPLACE INTO move VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
                .execute(params![position, mv, weight, wins, draws, losses, sign.code(), remark])?;
            Ok(is_new)
        };
        write().map_err(|error| BookFileError::new(&self.to, &error))
    }

    /// Completes the book, so that it stands on the disk under its name.
    ///
    /// # Errors
    /// [`BookFileError`]; a file that was there is unchanged.
    pub fn finish(mut self) -> Result<(), BookFileError> {
        self.complete()?;
        self.place()
    }

    /// As [`BookWriter::finish`]; the file that was there gets the name of [`kept_path`], in place of an older one.
    pub(super) fn finish_keeping(mut self) -> Result<(), BookFileError> {
        self.complete()?;
        keep(&self.to, &kept_path(&self.to)).map_err(|error| FileError::new(&self.to, error))?;
        self.place()
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

/// Returns the name of a book's file before its last change as a whole.
pub(super) fn kept_path(path: &Path) -> PathBuf {
    with_suffix(path, ".before")
}

/// Swaps the file of a book with the one that was kept. A crash leaves one of them in place.
pub(super) fn swap_with_kept(path: &Path) -> std::io::Result<()> {
    let (kept, swap) = (kept_path(path), with_suffix(path, ".swap"));
    keep(path, &swap)?;
    rename(&kept, path)?;
    rename(&swap, &kept)?;
    sync_folder(path.parent().unwrap_or(Path::new("")))
}

/// Gives a file a second name.
fn keep(path: &Path, kept: &Path) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let temporary = folder.join(temporary_name(&path.file_name().unwrap_or_default().to_string_lossy()));
    // Some file systems have no second names.
    if std::fs::hard_link(path, &temporary).is_err() {
        std::fs::copy(path, &temporary)?;
        sync_file(&temporary)?;
    }
    rename(&temporary, kept).inspect_err(|_| _ = std::fs::remove_file(&temporary))
}

fn join(known: BookMove, other: &BookMove) -> BookMove {
    let remark = match (known.remark.as_str(), other.remark.as_str()) {
        (known, "") => known.to_owned(),
        ("", other) => other.to_owned(),
        (known, other) if known.contains(other) => known.to_owned(),
        (known, other) => format!("{known}\n{other}"),
    };
    let strictness = |sign| MoveSign::ALL.iter().position(|&other| other == sign);
    BookMove {
        weight: known.weight.max(other.weight),
        wins: known.wins.saturating_add(other.wins),
        draws: known.draws.saturating_add(other.draws),
        losses: known.losses.saturating_add(other.losses),
        sign: if strictness(other.sign) > strictness(known.sign) { other.sign } else { known.sign },
        remark,
        mv: known.mv,
    }
}
