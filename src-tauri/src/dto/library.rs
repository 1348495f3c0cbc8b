//! What crosses about the library: what is asked of it, and what it counts.

use std::path::Path;

use duiyi_core::game::SetupCodes;
use duiyi_host::desk::library::{Diagram, ExploredPosition, LibraryFolder};
use duiyi_host::library::{self, Facets, GameOrder, MoveStatistics, Query, TrashFilter, ValueCount};
use serde::{Deserialize, Serialize};

use super::{GameKind, MoveRow, Setup, Side};
use crate::error::ApiError;

/// A position on some board.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Diagram"))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// The game, its rule and its size; where the game began does not matter.
    pub setup: Setup,
    pub placement: String,
    pub side_to_move: Side,
}

impl PositionView {
    /// Calls `with` with the position in the words of the desk.
    pub fn ask<T>(&self, with: impl FnOnce(&Diagram) -> T) -> T {
        let words = match &self.setup {
            Setup::Xiangqi { rule, .. } => SetupCodes { game: GameKind::Xiangqi.code(), rule, ..SetupCodes::default() },
            Setup::Gomoku { rule, size, .. } => {
                SetupCodes { game: GameKind::Gomoku.code(), rule, size: Some(*size), ..SetupCodes::default() }
            }
            Setup::TicTacToe { rule } => SetupCodes { game: GameKind::TicTacToe.code(), rule, ..SetupCodes::default() },
        };
        with(&Diagram { words, placement: &self.placement, side_to_move: self.side_to_move })
    }
}

/// In which order games are listed.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Sort"))]
#[serde(rename_all = "lowercase")]
pub enum SortView {
    /// The game that began last comes first.
    #[default]
    Newest,
    /// The game that began first comes first.
    Oldest,
    /// The game with the most moves comes first.
    Longest,
    /// By the names of the players.
    Players,
}

/// What to list.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(rename_all = "camelCase", default)]
pub struct GameQuery {
    pub game: Option<GameKind>,
    pub rule: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    pub level: Option<u8>,
    pub opening: Option<String>,
    pub tag: Option<String>,
    /// A year, `2026`, or a month, `2026-11`.
    pub date: Option<String>,
    /// Games that had this position or an image of it.
    pub position: Option<PositionView>,
    /// The trash instead of the library.
    pub trash: Option<bool>,
    pub sort: Option<SortView>,
    #[cfg_attr(test, ts(optional = false))]
    pub text: String,
    #[cfg_attr(test, ts(optional = false))]
    pub limit: u32,
    #[cfg_attr(test, ts(optional = false))]
    pub offset: u32,
}

impl TryFrom<GameQuery> for Query {
    type Error = ApiError;

    fn try_from(query: GameQuery) -> Result<Query, ApiError> {
        let position = query.position.map(|position| position.ask(|diagram| diagram.key())).transpose()?;
        Ok(Query {
            game: query.game.map(|game| game.code().to_owned()),
            rule: query.rule,
            result: query.result,
            level: query.level,
            opening: query.opening,
            tag: query.tag,
            date: query.date,
            position,
            text: query.text,
            sort: match query.sort.unwrap_or_default() {
                SortView::Newest => GameOrder::Newest,
                SortView::Oldest => GameOrder::Oldest,
                SortView::Longest => GameOrder::Longest,
                SortView::Players => GameOrder::Players,
            },
            limit: query.limit,
            offset: query.offset,
            shelf: if query.trash.unwrap_or_default() { TrashFilter::Trash } else { TrashFilter::Kept },
        })
    }
}

/// A value to narrow down by, and how many games it leaves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FacetCount {
    pub value: String,
    pub games: u32,
}

/// The counts of a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Facets"))]
#[serde(rename_all = "camelCase")]
pub struct FacetsView {
    pub game: Vec<FacetCount>,
    pub rule: Vec<FacetCount>,
    pub result: Vec<FacetCount>,
    pub level: Vec<FacetCount>,
    pub opening: Vec<FacetCount>,
    pub tag: Vec<FacetCount>,
    pub date: Vec<FacetCount>,
}

impl From<Facets> for FacetsView {
    fn from(facets: Facets) -> FacetsView {
        let counts = |counts: Vec<ValueCount>| {
            counts.into_iter().map(|ValueCount { value, games }| FacetCount { value, games }).collect()
        };
        FacetsView {
            game: counts(facets.game),
            rule: counts(facets.rule),
            result: counts(facets.result),
            level: counts(facets.level),
            opening: counts(facets.opening),
            tag: counts(facets.tag),
            date: counts(facets.date),
        }
    }
}

/// A move that was played in a position, and how the games ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExploredMove {
    pub row: MoveRow,
    pub games: u32,
    pub first: u32,
    pub draws: u32,
    pub second: u32,
    pub unfinished: u32,
}

/// What the games of the library have played in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Explored"))]
#[serde(rename_all = "camelCase")]
pub struct ExploredView {
    /// The most frequent first.
    pub moves: Vec<ExploredMove>,
    /// How many games could not be asked yet; ask again.
    pub unindexed: u32,
}

impl From<ExploredPosition> for ExploredView {
    fn from(explored: ExploredPosition) -> ExploredView {
        let moves = explored.moves.iter().map(|(row, played)| {
            let MoveStatistics { first, draws, second, unfinished, .. } = *played;
            ExploredMove { row: row.clone(), games: played.games(), first, draws, second, unfinished }
        });
        ExploredView { moves: moves.collect(), unindexed: explored.unindexed }
    }
}

/// What a backup brought.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    pub added: u32,
    /// Games that came out of the trash.
    pub undeleted: u32,
    /// Games that were here already.
    pub known: u32,
}

impl From<library::MergeReport> for Restored {
    fn from(library::MergeReport { added, undeleted, known }: library::MergeReport) -> Restored {
        Restored { added, undeleted, known }
    }
}

/// Where the library is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LibraryPlace {
    pub folder: Option<String>,
    /// Whether it is another folder than the usual one.
    pub chosen: bool,
    /// Why the library cannot be used, if it cannot.
    pub trouble: Option<ApiError>,
}

impl From<LibraryFolder> for LibraryPlace {
    fn from(LibraryFolder { folder, chosen, trouble }: LibraryFolder) -> LibraryPlace {
        let folder = folder.as_deref().map(Path::display).map(|folder| folder.to_string());
        LibraryPlace { folder, chosen, trouble: trouble.map(ApiError::from) }
    }
}

/// What a person is to choose in a dialog of the system.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PickKind {
    /// A folder for the library.
    Folder,
    /// Where to write a backup.
    Save,
    /// A backup to bring back.
    Open,
}
