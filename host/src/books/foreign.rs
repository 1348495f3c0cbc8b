//! Books of other Xiangqi programs: `.obk` and `.pfBook`, SQLite files with a table of moves by position.
//!
//! They may have gigabytes and are read in place. A position may stand under its mirror image, and a key as a floating-point
//! number, because some programs write them so ([`key_as_double`]).

use std::path::{Path, PathBuf};
use std::time::Duration;

use duiyi_core::book::obk::{self, ObkKeys};
use duiyi_core::game::{Game, GameKind};
use duiyi_core::record::format::encoding;
use duiyi_core::xiangqi::Position;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};

use super::database::{PROBE_TIME, ROWS_MAX, size};
use super::entry::{self, BookMove, MoveSign};
use super::error::BookFileError;
use crate::library::untrusted::{UntrustedDatabase, has_plain_table};

/// The form of a foreign book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignForm {
    /// `.obk`
    Obk,
    /// `.pfBook`
    PfBook,
}

impl ForeignForm {
    /// Both forms.
    pub const ALL: [ForeignForm; 2] = [ForeignForm::Obk, ForeignForm::PfBook];

    /// Returns the form's name and file ending, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ForeignForm::Obk => "obk",
            ForeignForm::PfBook => "pfbook",
        }
    }

    /// Returns the form with the file ending of `path`.
    #[must_use]
    pub fn of_ending(path: &Path) -> Option<ForeignForm> {
        let ending = path.extension()?.to_str()?;
        ForeignForm::ALL.into_iter().find(|form| form.name().eq_ignore_ascii_case(ending))
    }

    pub(super) const fn table(self) -> &'static str {
        match self {
            ForeignForm::Obk => "bhobk",
            ForeignForm::PfBook => "pfBook",
        }
    }
}

/// A book of another program, open for reading.
#[derive(Debug)]
pub struct ForeignBook {
    path: PathBuf,
    database: UntrustedDatabase,
    form: ForeignForm,
    /// Reads the rows of up to three keys.
    sql: String,
    keys: ObkKeys,
    /// The time of one look-up: [`PROBE_TIME`], in a test less.
    pub(super) probe_time: Duration,
}

impl ForeignBook {
    pub(super) fn new(path: &Path, database: UntrustedDatabase) -> Result<ForeignBook, BookFileError> {
        let fail = |error| BookFileError::new(path, &error);
        for form in ForeignForm::ALL {
            if !has_plain_table(&database.connection, form.table()).map_err(fail)? {
                continue;
            }
            let sql = rows_statement(&database.connection, form).map_err(fail)?;
            if let Some(sql) = sql {
                return Ok(ForeignBook {
                    path: path.to_owned(),
                    database,
                    form,
                    sql,
                    keys: ObkKeys::built_in(),
                    probe_time: PROBE_TIME,
                });
            }
        }
        Err(BookFileError::NotABook(path.to_owned()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) const fn database(&self) -> &UntrustedDatabase {
        &self.database
    }

    /// Returns the form of the file.
    #[must_use]
    pub const fn form(&self) -> ForeignForm {
        self.form
    }

    pub(super) fn size(&self) -> Result<(u64, u64), BookFileError> {
        let sql = format!("SELECT count(DISTINCT vkey), count(*) FROM {}", self.form.table());
        size(&self.path, &self.database, &sql)
    }

    /// Returns the moves of a position, and how many positions of the book they come from: it and its mirror image.
    pub(super) fn entry(&self, game: &Game) -> Result<(Vec<BookMove>, u64), BookFileError> {
        let Game::Xiangqi(played) = game else {
            return Err(BookFileError::OtherGame { path: self.path.clone(), game: GameKind::Xiangqi });
        };
        let position = played.position();
        let keys = [false, true].map(|mirrored| self.keys.key(position, mirrored).cast_signed());
        let mut moves = self.rows(position, keys[0], false)?;
        let mut positions = u64::from(!moves.is_empty());
        if keys[0] != keys[1] {
            let image = self.rows(position, keys[1], true)?;
            positions += u64::from(!image.is_empty());
            for book in image {
                if !moves.iter().any(|known| known.mv == book.mv) {
                    moves.push(book);
                }
            }
        }
        Ok((moves, positions))
    }

    fn rows(&self, position: &Position, key: i64, mirrored: bool) -> Result<Vec<BookMove>, BookFileError> {
        self.database.allow(self.probe_time);
        let read = || -> rusqlite::Result<Vec<BookMove>> {
            let mut statement = self.database.connection.prepare_cached(&self.sql)?;
            let mut rows = statement.query(params![key, key as f64, key_as_double(key)])?;
            let mut moves: Vec<BookMove> = Vec::new();
            while let Some(row) = rows.next()? {
                let Some(book) = read_row(row, position, mirrored)? else { continue };
                match moves.iter_mut().find(|known| known.mv == book.mv) {
                    Some(known) if known.weight >= book.weight => {}
                    Some(known) => *known = book,
                    None => moves.push(book),
                }
            }
            Ok(moves)
        };
        read().map_err(|error| BookFileError::new(&self.path, &error))
    }
}

/// Returns the statement that reads rows in the order of [`read_row`]; `None` without the columns of a book. Some programs
/// write no remarks, and a column that the table lacks is NULL in every row.
fn rows_statement(connection: &Connection, form: ForeignForm) -> rusqlite::Result<Option<String>> {
    let table = form.table();
    let statement = connection.prepare(&format!("SELECT * FROM {table}"))?;
    let names: Vec<&str> = statement.column_names().collect();
    let has = |column: &str| names.iter().any(|name| name.eq_ignore_ascii_case(column));
    let columns = ["vwin", "vdraw", "vlost", "vvalid", "vmemo"].map(|column| if has(column) { column } else { "NULL" });
    let columns = columns.join(", ");
    let is_book = ["vkey", "vmove", "vscore"].into_iter().all(has);
    let sql = || format!("SELECT vmove, vscore, {columns} FROM {table} WHERE vkey IN (?1, ?2, ?3) LIMIT {ROWS_MAX}");
    Ok(is_book.then(sql))
}

/// Returns the floating-point number with the bytes of a key, under which programs of the family 兵河五四 (`.obk`) have a
/// position whose key has its top bit set. `None` for a key with the bytes of a NaN, which SQLite turns into NULL.
pub(super) fn key_as_double(key: i64) -> Option<f64> {
    Some(f64::from_bits(key.cast_unsigned())).filter(|double| !double.is_nan())
}

/// Reads a row; `None` for a move that is illegal in the position.
fn read_row(row: &Row, position: &Position, mirrored: bool) -> rusqlite::Result<Option<BookMove>> {
    let Some(packed) = number(row.get_ref(0)?).and_then(|packed| u16::try_from(packed).ok()) else { return Ok(None) };
    let Some(mv) = obk::unpack(position, packed, mirrored) else { return Ok(None) };
    let count = |at: usize| -> rusqlite::Result<u32> {
        let count = number(row.get_ref(at)?).unwrap_or(0).max(0);
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    };
    let is_valid = number(row.get_ref(5)?) != Some(0);
    Ok(Some(BookMove {
        mv: mv.to_string(),
        weight: number(row.get_ref(1)?).unwrap_or(0),
        wins: count(2)?,
        draws: count(3)?,
        losses: count(4)?,
        sign: if is_valid { MoveSign::Plain } else { MoveSign::Forbidden },
        remark: match row.get_ref(6)? {
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => entry::remark(&encoding::decode(bytes)),
            _ => String::new(),
        },
    }))
}

/// Reads a number that some programs write as floating-point number or text.
fn number(value: ValueRef) -> Option<i64> {
    match value {
        ValueRef::Integer(number) => Some(number),
        // The conversion saturates.
        ValueRef::Real(number) => Some(number as i64),
        ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
        _ => None,
    }
}
