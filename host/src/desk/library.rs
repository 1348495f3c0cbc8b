//! The library for a person: filters, explorer, tags, trash, backups and the folder.

use std::path::{Path, PathBuf};

use duiyi_core::base::{BySide, Side};
use duiyi_core::game::{Game, MoveRow, Refusal, SetupCodes};
use duiyi_core::record::format::Record;
use duiyi_core::session::Player;
use duiyi_core::study::Study;

use super::state::salvaging;
use super::{Desk, DeskError, filing};
use crate::levels::{self, Fit, RatedGame};
use crate::library::{
    self, Facets, FinishedGame, GameRow, Library, LibraryOpening, MergeReport, MoveStatistics, PositionKey, Query,
    Restore, Salvage,
};

/// A position of any board of the window.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct Diagram<'a> {
    /// The game, its rule and its size; the start and the opening are ignored.
    #[cfg_attr(feature = "wire", serde(borrow))]
    pub setup: SetupCodes<'a>,
    /// The rows of the board from the top, in the notation of its game.
    pub placement: &'a str,
    /// The side to move.
    pub side_to_move: Side,
}

impl Diagram<'_> {
    /// Returns a game that begins with the position.
    ///
    /// # Errors
    /// The position is invalid.
    pub fn game(&self) -> Result<Game, DeskError> {
        // The rule of Xiangqi judges repetitions; it does not change a position.
        let rule = if self.setup.game == "xiangqi" { "" } else { self.setup.rule };
        Ok(Game::of_diagram(SetupCodes { rule, ..self.setup }, self.placement, self.side_to_move)?)
    }

    /// Returns the key by which the library finds the position.
    ///
    /// # Errors
    /// The position is invalid.
    pub fn key(&self) -> Result<PositionKey, DeskError> {
        Ok(PositionKey::of(&self.game()?))
    }
}

/// A move that the games of the library played in a position.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ExploredMove {
    /// The move.
    pub row: MoveRow,
    /// How often, by result.
    #[cfg_attr(feature = "wire", serde(flatten))]
    pub played: MoveStatistics,
}

/// The statistics of a position.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct ExploredPosition {
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// Games that the index lacks.
    pub unindexed: u32,
}

/// The number of last games searched for games of a person against a level.
const LOOKED_AT_MAX: u32 = 200;

/// Returns level and score of a finished game of a person against a level.
fn bout(row: &GameRow) -> Option<RatedGame> {
    let FinishedGame { first, second, result, .. } = &row.saved;
    let (engine, is_first) = match (first.kind.as_str(), second.kind.as_str()) {
        ("human", "engine") => (second, true),
        ("engine", "human") => (first, false),
        _ => return None,
    };
    let score = match result.as_str() {
        "1-0" => f64::from(u8::from(is_first)),
        "0-1" => f64::from(u8::from(!is_first)),
        "1/2-1/2" => 0.5,
        _ => return None,
    };
    Some(RatedGame { level: engine.level?, score })
}

/// The folder of the library.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub struct LibraryFolder {
    /// The folder; `None` if the system names none.
    #[cfg_attr(feature = "wire", serde(serialize_with = "crate::files::displayed"))]
    pub folder: Option<PathBuf>,
    /// Whether a person chose it.
    pub chosen: bool,
    /// The error that makes the library unusable there.
    pub trouble: Option<Refusal>,
}

impl Desk {
    /// Counts the games of `query` by facet.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn facets(&self, query: &Query) -> Result<Facets, DeskError> {
        Ok(self.room.lock().library()?.facets(query)?)
    }

    /// Returns the level nearest to the person's strength, from their last games against levels under this rule. `None`
    /// if the levels have no ratings.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn fitting_level(&self, game: &str, rule: &str) -> Result<Option<Fit>, DeskError> {
        let Some(table) = levels::table(game, rule) else { return Ok(None) };
        // The rules of Xiangqi do not change a level's strength.
        let rule = (game == "gomoku").then(|| rule.to_owned());
        let without_tag = Some(library::MATCH_TAG.to_owned());
        let game = Some(game.to_owned());
        let query = Query { game, rule, without_tag, limit: LOOKED_AT_MAX, ..Query::default() };
        let rows = self.room.lock().library()?.list(&query)?.rows;
        let bouts: Vec<RatedGame> = rows.iter().filter_map(bout).take(levels::RECENT_GAMES).collect();
        Ok(Some(table.fitting(&bouts)))
    }

    /// Returns the moves played in a position.
    ///
    /// # Errors
    /// The position is invalid, or the library cannot be read.
    pub fn explore(&self, diagram: &Diagram) -> Result<ExploredPosition, DeskError> {
        let game = diagram.game()?;
        let library::PositionStatistics { moves, unindexed } = self.room.lock().library()?.explore(&game)?;
        let row = |played: MoveStatistics| {
            Some(ExploredMove { row: game.line(std::slice::from_ref(&played.mv)).pop()?, played })
        };
        Ok(ExploredPosition { moves: moves.into_iter().filter_map(row).collect(), unindexed })
    }

    /// Saves a game of two engines that the desk did not play, under its tags, and returns its row.
    ///
    /// # Errors
    /// The record's first move is illegal, or the library cannot be written.
    pub fn keep_engine_game(
        &self,
        uid: String,
        record: Record,
        players: &BySide<Player>,
        started_at_ms: i64,
        tags: &[String],
    ) -> Result<i64, DeskError> {
        let game = filing::of_engines(uid, &Study::of_record(record)?, players, started_at_ms);
        let mut room = self.room.lock();
        let library = room.library()?;
        let id = library.save(&game)?;
        for tag in tags.iter().filter_map(|tag| library::tidy_tag(tag)) {
            library.tag(&[id], &tag, true)?;
        }
        Ok(id)
    }

    /// Adds a tag to games, or removes it. An empty tag changes nothing.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn tag(&self, ids: &[i64], tag: &str, on: bool) -> Result<(), DeskError> {
        let Some(tag) = library::tidy_tag(tag) else { return Ok(()) };
        Ok(self.room.lock().library()?.tag(ids, &tag, on)?)
    }

    /// Removes a game in the trash permanently.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn purge(&self, id: i64) -> Result<(), DeskError> {
        Ok(self.room.lock().library()?.purge(id)?)
    }

    /// Empties the trash permanently and returns the number of games removed.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn empty_trash(&self) -> Result<usize, DeskError> {
        Ok(self.room.lock().library()?.empty_trash()?)
    }

    /// Writes the library to one file and returns its number of games. A game goes on meanwhile.
    ///
    /// # Errors
    /// The file cannot be written; an old file is unchanged.
    pub fn back_up(&self, to: &Path) -> Result<u32, DeskError> {
        let library = self.room.lock().library()?.present_path()?.to_owned();
        Ok(library::back_up_beside(&library, to)?)
    }

    /// Merges a backup into the library, in parts of some milliseconds: a game goes on between them.
    ///
    /// # Errors
    /// The backup cannot be read or the library written; the games restored before stay, and another attempt adds the
    /// rest.
    pub fn bring_back(&self, from: &Path) -> Result<MergeReport, DeskError> {
        let backup = library::open_backup(from)?;
        let mut restore = Restore::default();
        backup.read_parts(&mut restore, |restore, part| {
            Ok::<(), DeskError>(self.room.lock().library()?.restore_part(restore, &part)?)
        })?;
        Ok(restore.report)
    }

    /// Returns the folder of the library.
    #[must_use]
    pub fn library_place(&self) -> LibraryFolder {
        let mut room = self.room.lock();
        let trouble =
            room.library().err().or_else(|| room.library().ok()?.list(&Query::default()).err().map(DeskError::from));
        let trouble = trouble.map(Refusal::from);
        match &room.dir {
            Some(dir) => {
                LibraryFolder { folder: Some(library::place_of(dir)), chosen: library::is_place_chosen(dir), trouble }
            }
            None => LibraryFolder { folder: None, chosen: false, trouble },
        }
    }

    /// Moves the library to another folder, `None` being the data folder. Returns whether the games were copied there;
    /// the original stays.
    ///
    /// # Errors
    /// The folder is unusable; the library stays where it was.
    pub fn choose_library_folder(&self, folder: Option<&Path>) -> Result<bool, DeskError> {
        if let Some(salvaging) = self.salvage().and_then(|_| self.room.lock().library().err()) {
            // Its end would bring the library of the former folder.
            return Err(salvaging);
        }
        let mut held = self.room.lock();
        let room = &mut *held;
        let Some(dir) = &room.dir else { return Err(room.library().err().unwrap_or_else(no_folder)) };
        let copied = match folder {
            Some(folder) => library::choose_place(dir, room.library.as_ref().ok(), folder)?,
            None => library::forget_place(dir).map(|()| false)?,
        };
        let damaged = room.reopen_library()?;
        drop(held);
        self.begin_salvage(damaged);
        Ok(copied)
    }

    /// Opens the library again, for example once its folder is back.
    ///
    /// # Errors
    /// The library is still unusable.
    pub fn reopen_library(&self) -> Result<(), DeskError> {
        if self.salvage().is_some() {
            return self.room.lock().library().map(drop);
        }
        let damaged = self.room.lock().reopen_library()?;
        self.begin_salvage(damaged);
        self.room.lock().library().map(drop)
    }
}

impl super::state::DeskState {
    /// Opens the library again; returns a damaged one, which has to be salvaged.
    fn reopen_library(&mut self) -> Result<Option<Salvage>, DeskError> {
        let Some(dir) = &self.dir else { return self.library().map(|_| None) };
        // Close the old file first: it may be the same one.
        self.library = Err(no_folder());
        let opening = Library::begin(dir, filing::reread);
        if let Ok(LibraryOpening::Damaged(salvage)) = opening {
            self.library = Err(salvaging(&salvage));
            return Ok(Some(salvage));
        }
        self.library = opening
            .and_then(|opening| opening.finish(&mut |_| {}))
            .map(|opened| opened.library)
            .map_err(DeskError::from);
        self.library().map(drop)?;
        // Files the games that ended meanwhile; their notices were reported at the start.
        self.tidy(&mut Vec::new());
        Ok(None)
    }
}

fn no_folder() -> DeskError {
    DeskError::disk("missing-folder", "There is no folder for saved games, so there is no library.", None)
}
