//! The library: every played or imported game, in one SQLite file.
//!
//! A game has a unique `uid`, so saving it twice stores it once. Deletion hides a game until it is restored or purged.
//! A damaged library is renamed, never overwritten, and a new one takes over its readable games. A library of a newer
//! version stays untouched.

mod connect;
mod open;
mod raw_path;
mod row;
mod schema;
pub(crate) mod untrusted;
mod walk;
mod alias;
mod order;
mod kept_order;
mod facts;
mod engine_games;
mod duplicates;
mod person;
mod facet;
mod fold;
mod terms;
mod pattern;
mod query;
mod tags;
mod explorer;
mod typed_line;
mod index;
mod parts;
mod backup;
mod restore;
mod place;
mod salvage;
mod trash;
mod error;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use duiyi_core::game::Game;
use parking_lot::FairMutex;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Transaction, TransactionBehavior, named_params, params};

use crate::files::{DataDir, FileError, Notice};
use crate::player::PlayerEntry;

pub use alias::PlayerAlias;
pub use duplicates::fingerprint;
pub use engine_games::GameOfEngine;
pub use error::LibraryError;
pub(crate) use explorer::convention;
pub use explorer::{MoveStatistics, PositionKey, PositionStatistics};
pub use facet::{Facets, ValueCount};
pub use facts::{FaultCounts, GameFacts};
pub use open::LibraryOpening;
pub use order::GameOrder;
pub use parts::LibraryProgress;
pub use pattern::{PartKind, PartOfPosition};
pub use person::{AccuracyPoint, PlayerLine, PlayerMonth, PlayerPage, PlayerResults};
pub use place::{forget as forget_place, is_chosen as is_place_chosen, of as place_of, point, prepare};
pub use query::{LibraryPage, Query, TrashFilter};
pub use restore::{InterruptedRestore, MergeReport};
pub use salvage::Salvage;
pub use tags::{FAVOURITE, MATCH_TAG, tidy as tidy_tag};
pub use terms::{QueryFault, QueryFaultKind};

use error::failed;
use kept_order::KeptOrder;
use row::{COLUMNS, game_row};
use trash::take_out_of_trash;

/// A game to save. All codes are those of core.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct FinishedGame {
    /// Unique name of the game, the same as its journal's.
    pub uid: String,
    /// `xiangqi`, `gomoku` or `tictactoe`.
    #[cfg_attr(feature = "wire", serde(serialize_with = "known_game"))]
    #[cfg_attr(feature = "bindings", ts(as = "duiyi_core::game::GameKind"))]
    pub game: String,
    pub rule: String,
    /// Points along one side of a Gomoku board.
    pub size: Option<u8>,
    #[cfg_attr(feature = "wire", serde(serialize_with = "PlayerEntry::serialize_player"))]
    #[cfg_attr(feature = "bindings", ts(as = "duiyi_core::session::Player"))]
    pub first: PlayerEntry,
    #[cfg_attr(feature = "wire", serde(serialize_with = "PlayerEntry::serialize_player"))]
    #[cfg_attr(feature = "bindings", ts(as = "duiyi_core::session::Player"))]
    pub second: PlayerEntry,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// `first` or `second`; `None` is a draw or no result.
    #[cfg_attr(feature = "bindings", ts(as = "Option<duiyi_core::base::Side>"))]
    pub winner: Option<String>,
    pub reason: String,
    pub plies: u32,
    /// Date of the record as far as it is known: `2026.11.21`, `1989.05`, `1989`, or empty.
    pub date: String,
    /// In milliseconds since 1970.
    pub started_at_ms: i64,
    /// In milliseconds since 1970.
    pub ended_at_ms: i64,
    /// Initial position as FEN; `None` for the standard one.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub start: Option<String>,
    /// The moves, in coordinates, with spaces between.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub moves: String,
    /// The record, as PGN or SGF.
    #[cfg_attr(feature = "wire", serde(skip))]
    pub record: String,
    /// Final position, for the thumbnail.
    pub final_placement: String,
    pub opening: Option<String>,
}

/// A row of the library.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct GameRow {
    /// Number of the game in this library. It is never reused.
    pub id: i64,
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub saved: FinishedGame,
    /// Time of deletion in milliseconds since 1970; `None` for a game outside the trash.
    pub deleted_at_ms: Option<i64>,
    pub tags: Vec<String>,
    /// Of a list with [`Query::facts`].
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub facts: GameFacts,
    /// The first ply with the part of a position that the list was asked for; 0 is the start.
    pub at_ply: Option<u32>,
}

/// Writes the game's code; the window shows a game of a newer version on an empty Gomoku board.
#[cfg(feature = "wire")]
fn known_game<S: serde::Serializer>(code: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serde::Serialize::serialize(&code.parse().unwrap_or(duiyi_core::game::GameKind::Gomoku), serializer)
}

#[derive(Debug)]
pub struct OpenedLibrary {
    pub library: Library,
    /// The report of a salvage that no person has seen yet, of a missing file, or of another library in an old folder.
    pub notice: Option<Notice>,
}

#[derive(Debug)]
pub struct Library {
    path: PathBuf,
    /// Device and number of the open file; `None` where the system has no numbers.
    identity: Option<(u64, u64)>,
    connection: Connection,
    /// The turn of all connections of this program to write. It is fair: a game that ends waits for one part of a
    /// restore at most.
    turn: Arc<FairMutex<()>>,
    /// The latest list, in its order: the next page of it needs no search.
    kept_order: Box<KeptOrder>,
    /// Whether this run began it because the file of a library that was used is missing.
    is_in_place_of_missing: bool,
}

impl Library {
    /// Opens the library, or creates a missing one. A damaged library is set aside, and its readable games move to a
    /// new one. `read` rebuilds a game from its record where its row is lost. In a chosen folder, a missing library is
    /// an error.
    ///
    /// # Errors
    /// [`LibraryError`]; the file is unchanged.
    pub fn open(dir: &DataDir, read: fn(&str) -> Option<FinishedGame>) -> Result<OpenedLibrary, LibraryError> {
        Library::begin(dir, read)?.finish(&mut |_| {})
    }

    /// Opens the library as [`Library::open`] does, but returns a damaged one to the caller, which salvages it.
    ///
    /// # Errors
    /// [`LibraryError`]; the file is unchanged.
    pub fn begin(dir: &DataDir, read: fn(&str) -> Option<FinishedGame>) -> Result<LibraryOpening, LibraryError> {
        let path = place::find(dir)?;
        let mut opening = open::begin(&path, open::OpenPolicy { read, ..open::OpenPolicy::default() })?;
        if let LibraryOpening::Ready(opened) = &mut opening {
            place::local::forget_moved(dir, &path);
            opened.notice = opened.notice.take().or_else(|| place::local::left_behind(dir, &path));
        }
        Ok(opening)
    }

    /// Opens the library in `folder` as [`Library::begin`] does.
    ///
    /// # Errors
    /// [`LibraryError`]; the file is unchanged.
    pub fn begin_in(folder: &Path, read: fn(&str) -> Option<FinishedGame>) -> Result<LibraryOpening, LibraryError> {
        open::begin(&place::find_in(folder), open::OpenPolicy { read, ..open::OpenPolicy::default() })
    }

    fn new(path: &Path, connection: Connection) -> Library {
        Library {
            path: path.to_owned(),
            identity: identity(path),
            connection,
            turn: Arc::default(),
            kept_order: Box::default(),
            is_in_place_of_missing: false,
        }
    }

    /// Forgets the report of a salvage, which [`OpenedLibrary::notice`] repeats until then.
    pub fn forget_report(&self) {
        salvage::swap::forget_report(&self.path);
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether this run began it because the file of a library that was used is missing. A game that it lacks
    /// may come back with that file.
    #[must_use]
    pub const fn is_in_place_of_missing(&self) -> bool {
        self.is_in_place_of_missing
    }

    /// Saves a game and returns its number. A game with the same `uid` is replaced; in the trash it stays there.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn save(&mut self, game: &FinishedGame) -> Result<i64, LibraryError> {
        Ok(self.save_all(std::slice::from_ref(game))?[0])
    }

    /// Saves a game as [`Library::save`] does, and takes it out of the trash. Returns its number and whether it was there.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn save_and_restore(&mut self, game: &FinishedGame) -> Result<(i64, bool), LibraryError> {
        self.write(|transaction| {
            let id = upsert(transaction, game)?;
            Ok((id, take_out_of_trash(transaction, id)?))
        })
    }

    /// Saves all games or none, as [`Library::save`] does.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn save_all(&mut self, games: &[FinishedGame]) -> Result<Vec<i64>, LibraryError> {
        self.write(|transaction| games.iter().map(|game| upsert(transaction, game)).collect())
    }

    /// Imports games. Returns the number of each game and how many are new. A known `uid` keeps its game and leaves the
    /// trash. Games are written in parts of some milliseconds, each all or none.
    ///
    /// # Errors
    /// [`LibraryError`]; the games of earlier parts stay.
    pub fn take_in(&mut self, games: &[FinishedGame]) -> Result<(Vec<i64>, usize), LibraryError> {
        let (mut ids, mut new) = (Vec::new(), 0);
        let taken = self.write_parts(
            games,
            |transaction, game| match known(transaction, &game.uid)? {
                Some(id) => Ok((id, 0)),
                None => Ok((upsert(transaction, game)?, 1)),
            },
            |(id, added)| {
                ids.push(id);
                new += added;
            },
        );
        // Frees the page cache: later reads need other pages than a large import.
        self.connection.release_memory().ok();
        taken.map(|()| (ids, new))
    }

    /// Returns the games that match `query`.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn list(&self, query: &Query) -> Result<LibraryPage, LibraryError> {
        self.ask(query, |connection, unindexed| {
            let found = self.kept_order.find(connection, query, unindexed)?;
            query::list(connection, query, unindexed, &found)
        })
    }

    /// Returns the numbers of all games that match `query`, in its order.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn ids(&self, query: &Query) -> Result<Vec<i64>, LibraryError> {
        self.ask(query, |connection, unindexed| {
            self.kept_order.find(connection, query, unindexed).map(|found| found.to_vec())
        })
    }

    /// Counts the games that match `query`, by every facet.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn facets(&self, query: &Query) -> Result<Facets, LibraryError> {
        self.ask(query, |connection, unindexed| facet::facets(connection, query, unindexed))
    }

    /// Returns the moves that games outside the trash played in the current position of `game`.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn explore(&self, game: &Game) -> Result<PositionStatistics, LibraryError> {
        self.indexed(|connection, unindexed| {
            Ok(PositionStatistics { moves: explorer::explore(connection, game)?, unindexed })
        })
    }

    /// Brings the index up to date for about `patience` and returns how many games it lacks, or has of those that were
    /// purged.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn catch_up(&self, patience: Duration) -> Result<u32, LibraryError> {
        self.with_index(|_| self.index_for(patience))
    }

    /// Adds a tag to games or removes it.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn tag(&mut self, ids: &[i64], tag: &str, on: bool) -> Result<(), LibraryError> {
        self.write(|transaction| tags::set(transaction, ids, tag, on))
    }

    /// Returns the page of a player in the games of one kind, or of all. Without a name it is that of the person at this
    /// computer, in games against engines.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn player(&self, name: Option<&str>, game: Option<&str>) -> Result<PlayerPage, LibraryError> {
        self.indexed(|connection, unindexed| person::page(connection, name, game, unindexed))
    }

    /// Returns the person of a name, and the other names of that person.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn names_of(&self, name: &str) -> Result<(String, Vec<String>), LibraryError> {
        self.read(|connection| {
            let person = alias::person_of(connection, name)?;
            let names = alias::names_of(connection, &person)?;
            Ok((person, names))
        })
    }

    /// Joins `name`, with its other names, to the person of `person`. Returns the rows as they were, for
    /// [`Library::put_back_names`]; none if nothing changes or a name is impossible.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn join_names(&mut self, name: &str, person: &str) -> Result<Vec<PlayerAlias>, LibraryError> {
        let (Some(name), Some(person)) = (alias::tidy(name), alias::tidy(person)) else { return Ok(Vec::new()) };
        self.write(|transaction| alias::join(transaction, &name, &person))
    }

    /// Takes a name from its person. Returns the row as it was, for [`Library::put_back_names`].
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn part_name(&mut self, name: &str) -> Result<Vec<PlayerAlias>, LibraryError> {
        self.write(|transaction| alias::part(transaction, name))
    }

    /// Undoes a change of names.
    ///
    /// # Errors
    /// [`LibraryError`]; the library is unchanged.
    pub fn put_back_names(&mut self, rows: &[PlayerAlias]) -> Result<(), LibraryError> {
        self.write(|transaction| alias::put_back(transaction, rows))
    }

    /// Returns a game by its number, also from the trash.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn load(&self, id: i64) -> Result<GameRow, LibraryError> {
        let sql = format!("SELECT {COLUMNS} FROM game JOIN game_text ON game_id = id WHERE id = ?1");
        let row = self.read(|connection| {
            let row = connection.prepare_cached(&sql)?.query_row([id], game_row).optional()?;
            row.map(|row| Ok(GameRow { tags: tags::of(connection, id)?, ..row })).transpose()
        })?;
        row.ok_or_else(|| self.no_game(id))
    }

    /// Returns the number of the game with this `uid`.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn find(&self, uid: &str) -> Result<Option<i64>, LibraryError> {
        self.read(|connection| {
            connection.query_row("SELECT id FROM game WHERE uid = ?1", [uid], |row| row.get(0)).optional()
        })
    }

    /// Returns the first game outside the trash that the index knows and that has this [`fingerprint`].
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn same_moves(&self, fingerprint: i64) -> Result<Option<i64>, LibraryError> {
        self.with_index(|connection| duplicates::first(connection, fingerprint))
    }

    /// Returns the games of a list of duplicates that are not needed: of each group, all but the one with the longest
    /// record.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn spare_duplicates(&self, query: &Query) -> Result<Vec<i64>, LibraryError> {
        let ids = self.ids(&Query { duplicates: true, ..query.clone() })?;
        self.with_index(|connection| duplicates::spare(connection, &query::comma_separated(&ids)))
    }

    /// Returns the `uid`s of games, in this order; those that are gone have none.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub fn uids(&self, ids: &[i64]) -> Result<Vec<String>, LibraryError> {
        self.read(|connection| {
            let mut statement = connection.prepare("SELECT uid FROM game WHERE id = ?1")?;
            let uids = ids.iter().map(|id| statement.query_row([id], |row| row.get(0)).optional());
            uids.filter_map(Result::transpose).collect()
        })
    }

    fn no_game(&self, id: i64) -> LibraryError {
        LibraryError::NoGame { id, path: self.path.clone() }
    }

    /// Runs a query, with the index where it needs it.
    fn ask<T>(&self, query: &Query, work: impl Fn(&Connection, u32) -> rusqlite::Result<T>) -> Result<T, LibraryError> {
        if !query.needs_index() {
            return self.read(|connection| work(connection, 0));
        }
        self.indexed(|connection, unindexed| {
            if let Some(pattern) = query.pattern() {
                pattern::match_all(connection, &pattern)?;
            }
            work(connection, unindexed)
        })
    }

    /// Runs a query with the index, after indexing new games. `work` gets the number of games that the index lacks.
    fn indexed<T>(&self, work: impl Fn(&Connection, u32) -> rusqlite::Result<T>) -> Result<T, LibraryError> {
        self.with_index(|connection| {
            let unindexed = self.index_for(INDEX_PATIENCE)?;
            work(connection, unindexed)
        })
    }

    /// Indexes in steps, between which other connections may write.
    fn index_for(&self, patience: Duration) -> rusqlite::Result<u32> {
        let begun = Instant::now();
        loop {
            let turn = self.turn.lock();
            let left = index::catch_up(&self.connection, INDEX_STEP.min(patience))?;
            drop(turn);
            if left == 0 || begun.elapsed() >= patience {
                return Ok(left);
            }
        }
    }

    /// Runs `work` with the index attached. A damaged index is rebuilt once.
    fn with_index<T>(&self, work: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, LibraryError> {
        self.still_there()?;
        let connection = &self.connection;
        let attempt = || index::attach(connection, &self.path).and_then(|()| work(connection));
        let again = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                index::discard(connection, &self.path);
                attempt()
            }
            _ => Err(error),
        };
        attempt().or_else(again).map_err(|error| failed(&self.path, error))
    }

    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, LibraryError> {
        self.still_there()?;
        work(&self.connection).map_err(|error| failed(&self.path, error))
    }

    fn write<T>(&mut self, work: impl FnOnce(&Transaction) -> rusqlite::Result<T>) -> Result<T, LibraryError> {
        let turn = Arc::clone(&self.turn);
        let _turn = turn.lock();
        self.still_there()?;
        let path = &self.path;
        let connection = &mut self.connection;
        // Immediate: two programs that save at once wait for each other instead of failing half-way.
        (|| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        })()
        .map_err(|error| failed(path, error))
    }

    /// Fails if the file is gone or another has its place: Unix lets a program write to a deleted file, and the games
    /// would be lost. Another program sets a damaged library aside.
    fn still_there(&self) -> Result<(), LibraryError> {
        std::fs::metadata(&self.path).map_err(|error| FileError::new(&self.path, error))?;
        if identity(&self.path) == self.identity {
            Ok(())
        } else {
            Err(FileError::new(&self.path, io::ErrorKind::NotFound.into()).into())
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()))
}

/// Other systems do not let a program replace an open file.
#[cfg(not(unix))]
fn identity(_path: &Path) -> Option<(u64, u64)> {
    None
}

/// Longest time that a query spends on indexing.
const INDEX_PATIENCE: Duration = Duration::from_millis(150);

/// Time of one step of it.
const INDEX_STEP: Duration = Duration::from_millis(25);

/// Returns the number of the game with this `uid`, after taking it out of the trash.
fn known(transaction: &Transaction, uid: &str) -> rusqlite::Result<Option<i64>> {
    let find = "SELECT id FROM game WHERE uid = ?1";
    let id: Option<i64> = transaction.prepare_cached(find)?.query_row([uid], |row| row.get(0)).optional()?;
    if let Some(id) = id {
        take_out_of_trash(transaction, id)?;
    }
    Ok(id)
}

fn upsert(connection: &Connection, game: &FinishedGame) -> rusqlite::Result<i64> {
    let id = connection
        .prepare_cached(
            "INSERT INTO game (uid, game, rule, size, first_kind, first_level, first_name, second_kind, second_level,
                 second_name, result, winner, reason, plies, started_at_ms, ended_at_ms, start, final_placement,
                 opening, words, date)
             VALUES (:uid, :game, :rule, :size, :first_kind, :first_level, :first_name, :second_kind, :second_level,
                 :second_name, :result, :winner, :reason, :plies, :started_at_ms, :ended_at_ms, :start,
                 :final_placement, :opening, :words, :date)
             ON CONFLICT (uid) DO UPDATE SET game = excluded.game, rule = excluded.rule, size = excluded.size,
                 first_kind = excluded.first_kind, first_level = excluded.first_level,
                 first_name = excluded.first_name, second_kind = excluded.second_kind,
                 second_level = excluded.second_level, second_name = excluded.second_name,
                 result = excluded.result, winner = excluded.winner, reason = excluded.reason,
                 plies = excluded.plies, started_at_ms = excluded.started_at_ms, ended_at_ms = excluded.ended_at_ms,
                 start = excluded.start, final_placement = excluded.final_placement, opening = excluded.opening,
                 words = excluded.words, date = excluded.date
             RETURNING id",
        )?
        .query_row(
            named_params! {
                ":uid": game.uid, ":game": game.game, ":rule": game.rule, ":size": game.size,
                ":first_kind": game.first.kind, ":first_level": game.first.level, ":first_name": game.first.name,
                ":second_kind": game.second.kind, ":second_level": game.second.level,
                ":second_name": game.second.name, ":result": game.result, ":winner": game.winner,
                ":reason": game.reason, ":plies": game.plies, ":started_at_ms": game.started_at_ms,
                ":ended_at_ms": game.ended_at_ms, ":start": game.start, ":final_placement": game.final_placement,
                ":opening": game.opening, ":words": query::words_of(game),
                ":date": game.date,
            },
            |row| row.get(0),
        )?;
    connection
        .prepare_cached(
            "INSERT INTO game_text (game_id, moves, record) VALUES (?1, ?2, ?3)
             ON CONFLICT (game_id) DO UPDATE SET moves = excluded.moves, record = excluded.record",
        )?
        .execute(params![id, game.moves, game.record])?;
    Ok(id)
}

#[cfg(test)]
mod measure;
#[cfg(test)]
mod tests;
