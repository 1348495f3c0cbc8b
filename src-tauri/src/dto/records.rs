//! What crosses about records that come in and go out.

use duiyi_core::game::Refusal;
use duiyi_core::record::export::Export;
use duiyi_core::record::format::{LeftOut, Unwritable};
use duiyi_host::desk::export::ExportSubject;
use duiyi_host::desk::import::{ImportCounts, ImportOutcome, SkippedRecord};
use serde::{Deserialize, Serialize};

use super::Study;
use super::convert::count;
use crate::error::ApiError;

/// How far an import has come.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportProgress {
    pub files: u32,
    pub files_total: u32,
    pub games: u32,
}

impl From<&ImportCounts> for ImportProgress {
    fn from(progress: &ImportCounts) -> ImportProgress {
        let ImportCounts { files, files_total, games } = *progress;
        ImportProgress { files: count(files), files_total: count(files_total), games }
    }
}

/// Something that was passed over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Skipped"))]
#[serde(rename_all = "camelCase")]
pub struct SkippedView {
    /// The file or folder; what was pasted has none.
    pub place: Option<String>,
    /// The number of the game in a file that holds several.
    pub game: Option<u32>,
    pub why: ApiError,
}

impl From<SkippedRecord> for SkippedView {
    fn from(skipped: SkippedRecord) -> SkippedView {
        let place = skipped.place.map(|place| place.display().to_string());
        SkippedView { place, game: skipped.game, why: skipped.why.into() }
    }
}

/// What came of an import.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// The only game, which is open now.
    pub study: Option<Study>,
    /// How many games are in the library that were not before.
    pub games: u32,
    /// How many came that were there already.
    pub known: u32,
    pub skipped: Vec<SkippedView>,
    /// How many more were passed over.
    pub unlisted: u32,
    /// Whether somebody put an end to it.
    pub stopped: bool,
}

impl From<ImportOutcome> for ImportReport {
    fn from(imported: ImportOutcome) -> ImportReport {
        ImportReport {
            study: imported.opened.map(Study::from),
            games: imported.games,
            known: imported.known,
            skipped: imported.skipped.into_iter().map(SkippedView::from).collect(),
            unlisted: count(imported.unlisted),
            stopped: imported.stopped,
        }
    }
}

/// Which game is written: the one that is studied, or the one that is played.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ExportOf {
    Study,
    Game,
}

impl From<ExportOf> for ExportSubject {
    fn from(of: ExportOf) -> ExportSubject {
        match of {
            ExportOf::Study => ExportSubject::Study,
            ExportOf::Game => ExportSubject::Game,
        }
    }
}

/// Something that a form has no room for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LeftOutPart {
    /// One of `PARTS`.
    pub part: String,
    pub count: u32,
}

/// What the game that is studied can be written as.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportForm {
    pub name: String,
    pub ending: String,
    /// What would not stand in it.
    pub left_out: Vec<LeftOutPart>,
    /// Why this game cannot be written so, if it cannot.
    pub refused: Option<ApiError>,
}

impl ExportForm {
    /// Says what `export` makes of a game, unless it is not meant for such games.
    pub fn new(export: Export, written: Result<LeftOut, Unwritable>) -> Option<ExportForm> {
        let (left_out, refused) = match written {
            Err(Unwritable::Game { .. } | Unwritable::ReadOnly { .. }) => return None,
            Err(why) => (LeftOut::default(), Some(Refusal::plain("unwritable-form", why).into())),
            Ok(left_out) => (left_out, None),
        };
        let part = |(part, number): (duiyi_core::record::format::RecordPart, usize)| LeftOutPart {
            part: part.code().to_owned(),
            count: count(number),
        };
        let (name, ending) = (export.name().to_owned(), export.ending().to_owned());
        Some(ExportForm { name, ending, left_out: left_out.parts().map(part).collect(), refused })
    }
}
