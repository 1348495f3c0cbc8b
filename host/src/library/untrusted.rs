//! Databases that a stranger or a fault may have written: backups, damaged libraries, and a library in a chosen folder.
//!
//! A database can hold views, triggers and computed columns, which are programs. Only ordinary tables are read, with
//! bounds on lengths and time. See SQLite, "Defense Against The Dark Arts" (<https://sqlite.org/security.html>).

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use super::row::LONG_BYTES_MAX;
use super::schema::MIGRATIONS;
use crate::clock::now_stamp;
use crate::files::open_database;

/// Instructions of SQLite's machine between two looks at the clock. Most take less than a microsecond, but one may fill a
/// text of [`LONG_BYTES_MAX`].
const STEPS: i32 = 100;

/// Most objects in a schema; a library of this version has 20.
const OBJECTS_MAX: i64 = 200;

/// A connection to an untrusted database. Its statements fail once the time is over.
#[derive(Debug)]
pub(crate) struct UntrustedDatabase {
    pub(crate) connection: Connection,
    deadline_ms: Arc<AtomicU64>,
}

impl UntrustedDatabase {
    /// Opens the database at `path`, which may be an URI if `flags` say so. Its statements have `time` in all.
    pub(crate) fn open(path: &Path, flags: OpenFlags, time: Duration) -> rusqlite::Result<UntrustedDatabase> {
        let mut connection = open_database(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        for option in [DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW] {
            connection.set_db_config(option, false)?;
        }
        harden(&connection)?;
        for (limit, most) in [
            (Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 16),
            (Limit::SQLITE_LIMIT_COLUMN, 100),
            (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
            (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 3),
            (Limit::SQLITE_LIMIT_VDBE_OP, 25_000),
            (Limit::SQLITE_LIMIT_FUNCTION_ARG, 8),
            (Limit::SQLITE_LIMIT_ATTACHED, 0),
            (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
            (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        ] {
            connection.set_limit(limit, most)?;
        }
        let deadline_ms = Arc::new(AtomicU64::new(0));
        let watched = Arc::clone(&deadline_ms);
        let is_late = move || now_stamp().0 > watched.load(Ordering::Relaxed);
        connection.progress_handler(STEPS, Some(is_late))?;
        let database = UntrustedDatabase { connection, deadline_ms };
        database.allow(time);
        Ok(database)
    }

    /// Sets the time that is left from now on.
    pub(crate) fn allow(&self, time: Duration) {
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.deadline_ms.store(now_stamp().0.saturating_add(time), Ordering::Relaxed);
    }

    /// Runs `work`, which does not use this connection, without counting its time.
    pub(crate) fn paused<T>(&self, work: impl FnOnce() -> T) -> T {
        let begun = now_stamp().0;
        let value = work();
        self.deadline_ms.fetch_add(now_stamp().0.saturating_sub(begun), Ordering::Relaxed);
        value
    }

    pub(super) fn is_late(&self) -> bool {
        now_stamp().0 > self.deadline_ms.load(Ordering::Relaxed)
    }
}

/// Sets the options that suit our own library, too: the schema is no program, and a row has a bounded length.
pub(super) fn harden(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONG_BYTES_MAX as i32)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update_and_check(None, "mmap_size", 0, |_| Ok(()))
}

/// Returns the kind of a part that no version of the library has, if there is one: the file is then not read at all.
pub(super) fn foreign_part(connection: &Connection) -> rusqlite::Result<Option<&'static str>> {
    let objects: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if objects > OBJECTS_MAX {
        return Ok(Some("too many tables"));
    }
    let mut schema = connection.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type DESC")?;
    let mut rows = schema.query([])?;
    while let Some(row) = rows.next()? {
        let text = |at: usize| -> rusqlite::Result<Option<&str>> { Ok(row.get_ref(at)?.as_str_or_null()?) };
        let (kind, name, sql) = (text(0)?.unwrap_or_default(), text(1)?.unwrap_or_default(), text(2)?);
        let is_ours = |sql: &str| statements().contains(sql);
        let part = match (kind, sql) {
            ("table", Some(sql)) if !is_plain(sql) => Some("a virtual table"),
            ("table", _) if has_computed_column(connection, name)? => Some("a computed column"),
            ("table", _) => None,
            // SQLite makes these itself.
            ("index", None) => None,
            ("index", Some(sql)) if !is_ours(sql) && (is_partial(sql) || has_expression(connection, name)?) => {
                Some("a computed index")
            }
            ("index", _) => None,
            ("trigger", Some(sql)) if is_ours(sql) => None,
            ("trigger", _) => Some("a trigger"),
            ("view", _) => Some("a view"),
            _ => Some("an unknown part"),
        };
        if part.is_some() {
            return Ok(part);
        }
    }
    Ok(None)
}

/// Returns whether the database has a table of this name whose values are all in the file: not a virtual one, and
/// without computed columns.
pub(crate) fn has_plain_table(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    let sql = connection.query_row(sql, [table], |row| row.get::<_, String>(0)).optional()?;
    Ok(sql.is_some_and(|sql| is_plain(&sql)) && !has_computed_column(connection, table)?)
}

/// Returns whether a table is not a virtual one. SQLite writes the statement of any other table so; a crafted file may have a
/// comment between the words.
fn is_plain(sql: &str) -> bool {
    sql.get(..13).is_some_and(|start| start.eq_ignore_ascii_case("create table "))
}

fn is_partial(sql: &str) -> bool {
    sql.to_ascii_lowercase().contains("where")
}

fn has_computed_column(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM pragma_table_xinfo(?1) WHERE hidden <> 0";
    connection.query_row(sql, [table], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}

fn has_expression(connection: &Connection, index: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) FROM pragma_index_xinfo(?1) WHERE cid = -2";
    connection.query_row(sql, [index], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}

/// Returns the statements that made the indexes and triggers of all versions of the library.
fn statements() -> &'static HashSet<String> {
    static STATEMENTS: OnceLock<HashSet<String>> = OnceLock::new();
    STATEMENTS.get_or_init(|| {
        let collect = || -> rusqlite::Result<HashSet<String>> {
            let library = Connection::open_in_memory()?;
            let mut statements = HashSet::new();
            for step in MIGRATIONS {
                library.execute_batch(step)?;
                let sql = "SELECT sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL";
                let mut made = library.prepare(sql)?;
                let made = made.query_map([], |row| row.get(0))?;
                statements.extend(made.collect::<rusqlite::Result<Vec<String>>>()?);
            }
            Ok(statements)
        };
        collect().expect("the steps of the schema are valid")
    })
}
