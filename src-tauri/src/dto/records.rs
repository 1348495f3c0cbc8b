//! The forms that a game can be written in.

use duiyi_core::game::Refusal;
use duiyi_core::record::export::Export;
use duiyi_core::record::format::{LeftOut, RecordPart, Unwritable};
use serde::Serialize;

/// A form that the game can be written in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExportForm {
    pub name: String,
    pub ending: String,
    /// How many of which parts the form leaves out.
    pub left_out: Vec<(RecordPart, usize)>,
    /// Why this game cannot be written in it.
    pub refused: Option<Refusal>,
}

impl ExportForm {
    /// Returns the form with its losses; `None` if it is not meant for such games.
    pub fn new(export: Export, written: Result<LeftOut, Unwritable>) -> Option<ExportForm> {
        let (left_out, refused) = match written {
            Err(Unwritable::Game { .. } | Unwritable::ReadOnly { .. }) => return None,
            Err(why) => (LeftOut::default(), Some(Refusal::plain("unwritable-form", why))),
            Ok(left_out) => (left_out, None),
        };
        let (name, ending) = (export.name().to_owned(), export.ending().to_owned());
        Some(ExportForm { name, ending, left_out: left_out.parts().collect(), refused })
    }
}

/// A form for many games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FormOfGames {
    #[serde(flatten)]
    pub form: ExportForm,
    /// Whether one file may hold all of them.
    pub holds_many: bool,
}
