//! The library for a person: filters, explorer, tags, trash, backups and the folder.

use std::path::PathBuf;

use duiyi_core::base::{BySide, Side};
use duiyi_core::game::{Game, MoveRow, Refusal, SetupCodes};
use duiyi_core::record::format::Record;
use duiyi_core::session::Player;
use duiyi_core::study::Study;

use super::{Desk, DeskError, filing};
use crate::levels::{self, FairGame, Fit, RatedGame};
use crate::library::{
    self, Facets, FinishedGame, GameRow, Library, MoveStatistics, PlayerAlias, PlayerPage, PositionKey, Query,
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

/// The tag of a game with odds; another tag names them.
pub const ODDS_TAG: &str = "odds";

/// The number of last games searched for games of a person against a level.
const LOOKED_AT_MAX: u32 = 200;

/// Returns level and score of a finished even game of a person against a level.
fn bout(row: &GameRow) -> Option<RatedGame> {
    if row.tags.iter().any(|tag| tag == ODDS_TAG) {
        return None;
    }
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
        self.shelf(|library| library.facets(query))
    }

    /// Returns the level nearest to the person's strength, from their last games against levels under this rule. `None`
    /// if the levels have no ratings.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn fitting_level(&self, game: &str, rule: &str) -> Result<Option<Fit>, DeskError> {
        let Some(table) = levels::table(game, rule) else { return Ok(None) };
        let bouts = self.even_games(game, rule)?;
        Ok(Some(table.fitting(&bouts[..bouts.len().min(levels::RECENT_GAMES)])))
    }

    /// Returns the level or odds that make the next game fair, from the person's last even games against levels. `None`
    /// before [`levels::FAIR_GAMES_MIN`] games against one level.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn fair_game(&self, game: &str, rule: &str) -> Result<Option<FairGame>, DeskError> {
        let Some(table) = levels::table(game, rule) else { return Ok(None) };
        let bouts = self.even_games(game, rule)?;
        let measured = levels::odds_table(game);
        Ok(table.fair_game(&bouts[..bouts.len().min(levels::RECENT_GAMES)], measured.as_ref()))
    }

    /// Lists the person's last even games against levels, the newest first.
    fn even_games(&self, game: &str, rule: &str) -> Result<Vec<RatedGame>, DeskError> {
        // The rules of Xiangqi do not change a level's strength.
        let rule = (game == "gomoku").then(|| rule.to_owned());
        let without_tag = Some(library::MATCH_TAG.to_owned());
        let game = Some(game.to_owned());
        // A position that was set up may favour one side.
        let usual_start = true;
        let query = Query { game, rule, without_tag, usual_start, limit: LOOKED_AT_MAX, ..Query::default() };
        let rows = self.shelf(|library| library.list(&query))?.rows;
        Ok(rows.iter().filter_map(bout).collect())
    }

    /// Returns the moves played in a position.
    ///
    /// # Errors
    /// The position is invalid, or the library cannot be read.
    pub fn explore(&self, diagram: &Diagram) -> Result<ExploredPosition, DeskError> {
        let game = diagram.game()?;
        let library::PositionStatistics { moves, unindexed } = self.shelf(|library| library.explore(&game))?;
        let row = |played: MoveStatistics| {
            Some(ExploredMove { row: game.line(std::slice::from_ref(&played.mv)).pop()?, played })
        };
        Ok(ExploredPosition { moves: moves.into_iter().filter_map(row).collect(), unindexed })
    }

    /// Returns in how many games of the library each move was played in a position; nothing if the library cannot be read.
    #[must_use]
    pub fn frequencies(&self, game: &Game) -> Vec<(String, u64)> {
        let explored = self.shelf(|library| library.explore(game));
        let moves = explored.map(|explored| explored.moves).unwrap_or_default();
        moves.into_iter().map(|played| (played.mv.clone(), u64::from(played.games()))).collect()
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

    /// Returns the row of the game with this `uid`, if the library has it.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn find_game(&self, uid: &str) -> Result<Option<i64>, DeskError> {
        self.shelf(|library| library.find(uid))
    }

    /// Adds a tag to games, or removes it. An empty tag changes nothing.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn tag(&self, ids: &[i64], tag: &str, on: bool) -> Result<(), DeskError> {
        let Some(tag) = library::tidy_tag(tag) else { return Ok(()) };
        self.shelf(|library| library.tag(ids, &tag, on))
    }

    /// Returns the page of a player in the games of one kind, or of all; without a name that of the person at this
    /// computer.
    ///
    /// # Errors
    /// The library cannot be read.
    pub fn player(&self, name: Option<&str>, game: Option<&str>) -> Result<PlayerPage, DeskError> {
        self.shelf(|library| library.player(name, game))
    }

    /// Joins a name, with its other names, to a person. Returns the rows as they were.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn join_names(&self, name: &str, person: &str) -> Result<Vec<PlayerAlias>, DeskError> {
        self.shelf(|library| library.join_names(name, person))
    }

    /// Takes a name from its person. Returns the row as it was.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn part_name(&self, name: &str) -> Result<Vec<PlayerAlias>, DeskError> {
        self.shelf(|library| library.part_name(name))
    }

    /// Undoes a change of names.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn put_back_names(&self, rows: &[PlayerAlias]) -> Result<(), DeskError> {
        self.shelf(|library| library.put_back_names(rows))
    }

    /// Removes a game in the trash permanently.
    ///
    /// # Errors
    /// The library cannot be written.
    pub fn purge(&self, id: i64) -> Result<(), DeskError> {
        self.shelf(|library| library.purge(id))
    }

    /// Empties the trash permanently and returns the number of games removed. A game goes on meanwhile.
    ///
    /// # Errors
    /// The library cannot be written; some games may be gone.
    pub fn empty_trash(&self) -> Result<usize, DeskError> {
        self.write_many(Library::empty_trash)
    }

    /// Returns the folder of the library.
    #[must_use]
    pub fn library_place(&self) -> LibraryFolder {
        let trouble = self.shelf(|library| library.list(&Query::default())).err();
        let trouble = trouble.map(Refusal::from);
        match &self.room.lock().dir {
            Some(dir) => {
                LibraryFolder { folder: Some(library::place_of(dir)), chosen: library::is_place_chosen(dir), trouble }
            }
            None => LibraryFolder { folder: None, chosen: false, trouble },
        }
    }
}
