//! The library as a person works with it: narrowing down, exploring, sorting, the trash, backups, and where it is.

use std::path::{Path, PathBuf};

use duiyi_core::base::Side;
use duiyi_core::game::{Game, MoveRow, SetupCodes};

use super::{Desk, DeskError, filing};
use crate::levels::{self, Fit, RatedGame};
use crate::library::{self, Facets, FinishedGame, GameRow, Library, MergeReport, MoveStatistics, PositionKey, Query};

/// A position on some board of the window: what is played, the rows from the top down, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The game, its rule and its size.
    pub words: SetupCodes<'a>,
    /// The board.
    pub placement: &'a str,
    /// Whose turn it is.
    pub side_to_move: Side,
}

impl Diagram<'_> {
    /// Returns the position as a game that begins with it.
    ///
    /// # Errors
    /// Why it is no position.
    pub fn game(&self) -> Result<Game, DeskError> {
        // In Xiangqi a rule says what a repetition means, not what a position is.
        let rule = if self.words.game == "xiangqi" { "" } else { self.words.rule };
        Ok(Game::of_diagram(SetupCodes { rule, ..self.words }, self.placement, self.side_to_move)?)
    }

    /// Returns what the library is asked for.
    ///
    /// # Errors
    /// Why it is no position.
    pub fn key(&self) -> Result<PositionKey, DeskError> {
        Ok(PositionKey::of(&self.game()?))
    }
}

/// What the games of the library have played in a position.
#[derive(Clone, Debug)]
pub struct ExploredPosition {
    /// The moves, the most frequent first.
    pub moves: Vec<(MoveRow, MoveStatistics)>,
    /// How many games of the library could not be asked yet.
    pub unindexed: u32,
}

/// How many of the last games are searched for those of a person against a level.
const LOOKED_AT_MAX: u32 = 200;

/// What a game says of a person's strength, if it was one against a level and came to an end.
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

/// Where the library is.
#[derive(Clone, Debug)]
pub struct LibraryFolder {
    /// The folder; none where the system names none.
    pub folder: Option<PathBuf>,
    /// Whether a person chose it.
    pub chosen: bool,
    /// Why the library cannot be used there, if it cannot.
    pub trouble: Option<DeskError>,
}

impl Desk {
    /// Counts games by all that a list is narrowed down with.
    ///
    /// # Errors
    /// Why the library cannot be read.
    pub fn facets(&self, query: &Query) -> Result<Facets, DeskError> {
        Ok(self.room.lock().library()?.facets(query)?)
    }

    /// Tells which level fits whoever plays here, by their last games against the levels under this rule, or nothing where
    /// levels have no ratings.
    ///
    /// # Errors
    /// Why the library cannot be read.
    pub fn fitting_level(&self, game: &str, rule: &str) -> Result<Option<Fit>, DeskError> {
        let Some(table) = levels::table(game, rule) else { return Ok(None) };
        // Xiangqi's rules of repetition leave a level as strong as it is.
        let rule = (game == "gomoku").then(|| rule.to_owned());
        let query = Query { game: Some(game.to_owned()), rule, limit: LOOKED_AT_MAX, ..Query::default() };
        let rows = self.room.lock().library()?.list(&query)?.rows;
        let bouts: Vec<RatedGame> = rows.iter().filter_map(bout).take(levels::RECENT_GAMES).collect();
        Ok(Some(table.fitting(&bouts)))
    }

    /// Tells what was played in a position.
    ///
    /// # Errors
    /// Why it is no position, or why the library cannot be read.
    pub fn explore(&self, diagram: &Diagram) -> Result<ExploredPosition, DeskError> {
        let game = diagram.game()?;
        let library::PositionStatistics { moves, unindexed } = self.room.lock().library()?.explore(&game)?;
        let row = |played: MoveStatistics| Some((game.line(std::slice::from_ref(&played.mv)).pop()?, played));
        Ok(ExploredPosition { moves: moves.into_iter().filter_map(row).collect(), unindexed })
    }

    /// Puts a tag on games, or takes it off. An empty tag changes nothing.
    ///
    /// # Errors
    /// Why the library cannot be written.
    pub fn tag(&self, ids: &[i64], tag: &str, on: bool) -> Result<(), DeskError> {
        let Some(tag) = library::tidy_tag(tag) else { return Ok(()) };
        Ok(self.room.lock().library()?.tag(ids, &tag, on)?)
    }

    /// Removes a game in the trash for good.
    ///
    /// # Errors
    /// Why the library cannot be written.
    pub fn purge(&self, id: i64) -> Result<(), DeskError> {
        Ok(self.room.lock().library()?.purge(id)?)
    }

    /// Removes everything in the trash for good, and returns how many games that were.
    ///
    /// # Errors
    /// Why the library cannot be written.
    pub fn empty_trash(&self) -> Result<usize, DeskError> {
        Ok(self.room.lock().library()?.purge_deleted(i64::MAX)?)
    }

    /// Writes the library to one file, and returns how many games it has.
    ///
    /// # Errors
    /// Why not; then there is no new file, and an old one is unchanged.
    pub fn back_up(&self, to: &Path) -> Result<u32, DeskError> {
        Ok(self.room.lock().library()?.back_up(to)?)
    }

    /// Takes over what a backup has and the library lacks.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    pub fn bring_back(&self, from: &Path) -> Result<MergeReport, DeskError> {
        Ok(self.room.lock().library()?.bring_back(from)?)
    }

    /// Tells where the library is.
    #[must_use]
    pub fn library_place(&self) -> LibraryFolder {
        let mut room = self.room.lock();
        let trouble =
            room.library().err().or_else(|| room.library().ok()?.list(&Query::default()).err().map(Into::into));
        match &room.dir {
            Some(dir) => {
                LibraryFolder { folder: Some(library::place_of(dir)), chosen: library::is_place_chosen(dir), trouble }
            }
            None => LibraryFolder { folder: None, chosen: false, trouble },
        }
    }

    /// Points the library at another folder, or with `None` at the usual one, and returns whether the games were copied
    /// there; they stay where they were as well.
    ///
    /// # Errors
    /// Why that folder cannot be used; the library is where it was.
    pub fn choose_library_folder(&self, folder: Option<&Path>) -> Result<bool, DeskError> {
        let mut room = self.room.lock();
        let room = &mut *room;
        let Some(dir) = &room.dir else { return Err(room.library().err().unwrap_or_else(no_folder)) };
        let copied = match folder {
            Some(folder) => library::choose_place(dir, room.library.as_ref().ok(), folder)?,
            None => library::forget_place(dir).map(|()| false)?,
        };
        room.reopen_library()?;
        Ok(copied)
    }

    /// Opens the library again, as after its folder came back.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn reopen_library(&self) -> Result<(), DeskError> {
        self.room.lock().reopen_library()
    }
}

impl super::room::DeskState {
    fn reopen_library(&mut self) -> Result<(), DeskError> {
        let Some(dir) = &self.dir else { return self.library().map(drop) };
        // Another folder means another file; the old one is closed first, it may be the same.
        self.library = Err(no_folder());
        self.library = Library::open(dir, filing::reread).map(|opened| opened.library).map_err(DeskError::from);
        self.library().map(drop)?;
        // Games that ended meanwhile are filed now; what is amiss with them was told at the start.
        self.tidy(&mut Vec::new());
        Ok(())
    }
}

fn no_folder() -> DeskError {
    DeskError::disk("missing-folder", "There is no folder for saved games, so there is no library.", None)
}
