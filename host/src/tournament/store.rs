//! The finished games of a tournament, on disk.
//!
//! One SQLite file a tournament. A game is in it before anybody hears of its result, so a killed program loses none, and its
//! number is the key, so none counts twice. The file is locked while a program plays.

use std::path::{Path, PathBuf};
use std::time::Duration;

use duiyi_core::base::{Outcome, Reason, Side};
use duiyi_core::game::Refusal;
use rusqlite::{Connection, ErrorCode, OpenFlags, params};
use thiserror::Error;

use crate::files::{FileError, FileErrorKind, open_database};
use crate::pairing::PairingRules;
use crate::thinking::FaultCategory;

/// "DyTo" in ASCII: tells tournaments from other SQLite files.
const APPLICATION_ID: i32 = 0x4479_546f;

/// The version of the form. The tables are those of version 1, whose tournaments are paired by
/// [`PairingRules::EarlierFirst`], and those of version 2 by [`PairingRules::BalancedFirst`].
const VERSION: i32 = 3;

/// # Stability
/// Tournaments outlive the program that began them: a change is a new version.
const SCHEMA: &str = "
    CREATE TABLE tournament (terms TEXT NOT NULL) STRICT;
    CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        round INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        winner TEXT CHECK (winner IN ('first', 'second')),
        reason TEXT NOT NULL,
        plies INTEGER NOT NULL,
        faulty INTEGER CHECK (faulty IN (first, second)),
        fault TEXT,
        record BLOB NOT NULL
    ) STRICT;";

/// The words for the sides in the file.
const SIDES: [&str; Side::COUNT] = ["first", "second"];

/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(1);

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentGame {
    /// From 0, in the order of the schedule.
    pub number: usize,
    /// From 1.
    pub round: u32,
    /// Who moved first, and who second.
    pub players: [usize; 2],
    pub outcome: Outcome,
    /// With the moves of the opening.
    pub plies: u32,
    /// The player at fault, if a fault ended the game.
    pub fault: Option<(usize, FaultCategory)>,
    /// The record as it is written to a file: PGN for Xiangqi, SGF for Gomoku.
    pub record: Vec<u8>,
}

impl TournamentGame {
    /// Returns the half points of both players.
    #[must_use]
    pub const fn half_points(&self) -> [u32; 2] {
        match self.outcome.winner {
            Some(Side::First) => [2, 0],
            None => [1, 1],
            Some(Side::Second) => [0, 2],
        }
    }

    /// Returns the result as records write it.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        match self.outcome.winner {
            Some(Side::First) => "1-0",
            None => "1/2-1/2",
            Some(Side::Second) => "0-1",
        }
    }
}

#[derive(Debug, Error)]
pub enum TournamentStoreError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{}: {why}.", path.display())]
    Database { path: PathBuf, why: String },
    #[error("{} holds no tournament; choose another name.", .0.display())]
    NotATournament(PathBuf),
    #[error("{} was written by a newer version of Duiyi; update Duiyi to go on with it.", .0.display())]
    Newer(PathBuf),
    #[error("{} is in use: another program plays this tournament.", .0.display())]
    InUse(PathBuf),
}

impl TournamentStoreError {
    fn new(path: &Path, error: &rusqlite::Error) -> TournamentStoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => TournamentStoreError::InUse(path),
            Some(ErrorCode::NotADatabase) => TournamentStoreError::NotATournament(path),
            _ => TournamentStoreError::Database { path, why: error.to_string() },
        }
    }
}

impl From<TournamentStoreError> for Refusal {
    fn from(error: TournamentStoreError) -> Refusal {
        let (code, path) = match &error {
            TournamentStoreError::File(file) => (file.code(), &file.path),
            TournamentStoreError::InUse(path) => (FileErrorKind::Locked.code(), path),
            TournamentStoreError::Newer(path) => (FileErrorKind::Newer.code(), path),
            TournamentStoreError::Database { path, .. } | TournamentStoreError::NotATournament(path) => {
                ("tournament-file", path)
            }
        };
        Refusal { at: Some(path.display().to_string()), ..Refusal::plain(code, &error) }
    }
}

/// The file of a tournament, locked.
#[derive(Debug)]
pub struct TournamentStore {
    path: PathBuf,
    connection: Connection,
    rules: PairingRules,
}

impl TournamentStore {
    /// Opens the file at `path`, or makes one with these `terms`: a text that says what the tournament is made of.
    ///
    /// # Errors
    /// [`TournamentStoreError`]; an existing file is unchanged.
    pub fn open(path: &Path, terms: &str) -> Result<TournamentStore, TournamentStoreError> {
        let fail = |error| TournamentStoreError::new(path, &error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = open_database(path, flags).map_err(fail)?;
        connection.busy_timeout(PATIENCE).map_err(fail)?;
        // The first statement takes the lock, and the connection keeps it.
        connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_| Ok(())).map_err(fail)?;
        connection.pragma_update(None, "synchronous", "FULL").map_err(fail)?;
        let change = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Exclusive).map_err(fail)?;
        let number = |sql: &str| change.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fail);
        if number("SELECT count(*) FROM sqlite_schema")? == 0 {
            change.execute_batch(SCHEMA).map_err(fail)?;
            change.pragma_update(None, "application_id", APPLICATION_ID).map_err(fail)?;
            change.pragma_update(None, "user_version", VERSION).map_err(fail)?;
            change.execute("INSERT INTO tournament (terms) VALUES (?1)", [terms]).map_err(fail)?;
        } else if number("PRAGMA application_id")? != i64::from(APPLICATION_ID) {
            return Err(TournamentStoreError::NotATournament(path.to_owned()));
        } else if number("PRAGMA user_version")? > i64::from(VERSION) {
            return Err(TournamentStoreError::Newer(path.to_owned()));
        }
        let rules = match number("PRAGMA user_version")? {
            ..=1 => PairingRules::EarlierFirst,
            2 => PairingRules::BalancedFirst,
            _ => PairingRules::AlternatingFirst,
        };
        change.commit().map_err(fail)?;
        Ok(TournamentStore { path: path.to_owned(), connection, rules })
    }

    /// Returns the rules with which the tournament began.
    #[must_use]
    pub const fn rules(&self) -> PairingRules {
        self.rules
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the terms with which the tournament began.
    ///
    /// # Errors
    /// [`TournamentStoreError`].
    pub fn terms(&self) -> Result<String, TournamentStoreError> {
        let terms = self.connection.query_row("SELECT terms FROM tournament", [], |row| row.get(0));
        terms.map_err(|error| TournamentStoreError::new(&self.path, &error))
    }

    /// Returns the games so far, in the order of their numbers.
    ///
    /// # Errors
    /// [`TournamentStoreError`], also for a game that makes no sense.
    pub fn games(&self) -> Result<Vec<TournamentGame>, TournamentStoreError> {
        let fail = |error| TournamentStoreError::new(&self.path, &error);
        let sql = "SELECT number, round, first, second, winner, reason, plies, faulty, fault, record FROM game ORDER BY number";
        let mut statement = self.connection.prepare(sql).map_err(fail)?;
        let games = statement.query_map([], read).map_err(fail)?;
        games.collect::<rusqlite::Result<_>>().map_err(fail)
    }

    /// Keeps a game; it is on disk when this returns.
    ///
    /// # Errors
    /// [`TournamentStoreError`]; nothing has changed.
    pub fn add(&mut self, game: &TournamentGame) -> Result<(), TournamentStoreError> {
        let sql = "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
        let values = params![
            game.number as i64,
            game.round,
            game.players[0] as i64,
            game.players[1] as i64,
            game.outcome.winner.map(|winner| SIDES[winner.index()]),
            game.outcome.reason.code(),
            game.plies,
            game.fault.map(|(player, _)| player as i64),
            game.fault.map(|(_, fault)| fault.word()),
            game.record,
        ];
        let added = self.connection.execute(sql, values);
        added.map(|_| ()).map_err(|error| TournamentStoreError::new(&self.path, &error))
    }
}

fn read(row: &rusqlite::Row) -> rusqlite::Result<TournamentGame> {
    let number = |column| row.get::<_, i64>(column).map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let unreadable = |column: usize, text: String| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, format!("'{text}'").into())
    };
    let winner: Option<String> = row.get(4)?;
    let winner = winner.map(|word| Side::ALL[usize::from(word == SIDES[1])]);
    let reason: String = row.get(5)?;
    let reason = Reason::from_code(&reason).ok_or_else(|| unreadable(5, reason))?;
    let fault = match (row.get::<_, Option<i64>>(7)?, row.get::<_, Option<String>>(8)?) {
        (Some(_), Some(word)) => {
            let found = FaultCategory::ALL.into_iter().find(|fault| fault.word() == word);
            Some((number(7)?, found.ok_or_else(|| unreadable(8, word))?))
        }
        _ => None,
    };
    Ok(TournamentGame {
        number: number(0)?,
        round: row.get(1)?,
        players: [number(2)?, number(3)?],
        outcome: Outcome { winner, reason },
        plies: row.get(6)?,
        fault,
        record: row.get(9)?,
    })
}
