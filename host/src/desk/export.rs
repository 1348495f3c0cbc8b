//! Export of a game as a file.

use std::ops::ControlFlow;

use duiyi_core::game::Refusal;
use duiyi_core::record::Header;
use duiyi_core::record::export::replay::ReplayPart;
use duiyi_core::record::export::{Export, PictureStyle};
use duiyi_core::record::format::{LeftOut, Unwritable};

use super::{Desk, DeskError};
use crate::files::is_device_name;
use crate::pictures::{self, Animation, PictureError, outline};

/// The limit of a suggested file name, in characters.
const NAME_MAX: usize = 60;

/// The game to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "bindings", derive(ts_rs::TS))]
pub enum ExportSubject {
    /// The open study.
    Study,
    /// The game in play.
    Game,
}

/// A form, with its losses or the reason why the form cannot hold the game.
pub type ExportOffer = (Export, Result<LeftOut, Unwritable>);

impl Desk {
    /// Lists the forms, each with the losses it would cause.
    ///
    /// # Errors
    /// `no-study` or `no-game`.
    pub fn export_forms(&self, subject: ExportSubject) -> Result<Vec<ExportOffer>, DeskError> {
        let (header, tree, at) = self.exported(subject)?;
        // Their style does not change what they leave out.
        let style = PictureStyle::default();
        let tried =
            |export: Export| (export, export.write(&header, &tree, at, &style, None).map(|written| written.left_out));
        Ok(Export::all().map(tried).collect())
    }

    /// Writes a game; a picture shows the current position. Pictures and pages are in `style`.
    ///
    /// # Errors
    /// `no-study` or `no-game`, or `unwritable-form` if the form cannot hold the game.
    pub fn export(&self, subject: ExportSubject, export: Export, style: &PictureStyle) -> Result<Vec<u8>, DeskError> {
        let (header, tree, at) = self.exported(subject)?;
        let written = export.write(&header, &tree, at, style, Some(&outline));
        Ok(written.map_err(|why| Refusal::plain("unwritable-form", why))?.bytes)
    }

    /// Draws the current position as PNG, `width` pixels wide.
    ///
    /// # Errors
    /// As for [`Desk::export`].
    pub fn export_png(&self, subject: ExportSubject, style: &PictureStyle, width: u32) -> Result<Vec<u8>, DeskError> {
        let (header, tree, at) = self.exported(subject)?;
        Ok(pictures::png(&header, &tree, at, style, width).map_err(undrawn)?)
    }

    /// Draws a part of the game as an animated GIF; `progress` may stop it, and nothing is returned then.
    ///
    /// # Errors
    /// As for [`Desk::export`].
    pub fn export_gif(
        &self,
        (subject, part): (ExportSubject, ReplayPart),
        style: &PictureStyle,
        animation: Animation,
        progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Result<Option<Vec<u8>>, DeskError> {
        let (header, tree, at) = self.exported(subject)?;
        match pictures::gif(&header, &tree, (at, part), style, animation, progress) {
            Err(PictureError::Stopped) => Ok(None),
            drawn => Ok(Some(drawn.map_err(undrawn)?)),
        }
    }

    /// Suggests a file name without an extension.
    ///
    /// # Errors
    /// `no-study` or `no-game`.
    pub fn export_name(&self, subject: ExportSubject) -> Result<String, DeskError> {
        Ok(file_name(&self.exported(subject)?.0))
    }
}

fn undrawn(error: PictureError) -> Refusal {
    Refusal::plain("unwritable-form", error)
}

pub(super) fn file_name(header: &Header) -> String {
    let names = [&header.names.first, &header.names.second];
    let event = header.tags.iter().find(|(name, _)| matches!(name.as_str(), "Event" | "EV")).map(|(_, event)| event);
    let title = match names.iter().any(|name| !name.trim().is_empty()) {
        true => names.map(|name| name.trim()).join("-"),
        false => event.cloned().unwrap_or_default(),
    };
    plain_file_name(&[title.as_str(), &header.date].join(" "))
}

/// Returns a name for a file from words, without an ending. Characters with a meaning to some file system or shell are
/// dropped.
pub(crate) fn plain_file_name(words: &str) -> String {
    let is_plain = |c: &char| c.is_alphanumeric() || " -_.()".contains(*c);
    let name: String = words.chars().filter(is_plain).take(NAME_MAX).collect();
    let name = name.trim_matches([' ', '.', '-']);
    match name {
        "" => "duiyi".to_owned(),
        // `Con` may be a player.
        name if is_device_name(name) => format!("duiyi {name}"),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use duiyi_core::game::{GameKind, Setup};

    use super::*;

    #[test]
    fn a_file_is_named_after_its_players() {
        let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
        assert_eq!(file_name(&header), "duiyi");
        header.tags.push(("Event".to_owned(), "../第一届: \"杯\"\n".to_owned()));
        assert_eq!(file_name(&header), "第一届 杯");
        header.names.first = "甲".to_owned();
        header.names.second = "乙/丙".to_owned();
        header.date = "2026.11.22".to_owned();
        assert_eq!(file_name(&header), "甲-乙丙 2026.11.22");
        header.names.first = "长".repeat(500);
        assert_eq!(file_name(&header).chars().count(), NAME_MAX);
        (header.names.first, header.names.second, header.date) = (String::new(), String::new(), String::new());
        header.tags[0].1 = "Aux.".to_owned();
        assert_eq!(file_name(&header), "duiyi Aux", "Windows has a device of this name");
    }
}
