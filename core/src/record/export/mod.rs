//! Exports of a game: a record in some form, or a file that needs no program: a picture of
//! a position or a page that replays the game.

mod escape;
pub mod style;
mod plane;
pub mod outlines;
mod men;
mod ground;
mod overlay;
pub mod picture;
mod page_words;
pub mod replay;
pub mod page;

pub use picture::Picture;
pub use style::PictureStyle;

use super::format::{self, CODECS, Codec, LeftOut, Unwritable, Written};
use super::{Header, NodeId, Tree};
use outlines::Lettering;

/// A kind of file that a game can be written to.
#[derive(Clone, Copy)]
pub enum Export {
    /// A record.
    Form(&'static dyn Codec),
    /// A page that replays the game, and prints as a sheet.
    Page,
    /// A picture of one position.
    Picture,
}

impl Export {
    /// Lists every export, records first.
    pub fn all() -> impl Iterator<Item = Export> {
        CODECS.into_iter().map(Export::Form).chain([Export::Page, Export::Picture])
    }

    /// Returns the export of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Export> {
        Export::all().find(|export| export.name().eq_ignore_ascii_case(name))
    }

    /// Returns the export for files of this ending.
    #[must_use]
    pub fn with_ending(ending: &str) -> Option<Export> {
        match format::with_ending(ending) {
            Some(codec) => Some(Export::Form(codec)),
            None if ending.eq_ignore_ascii_case("htm") => Some(Export::Page),
            None => Export::named(ending),
        }
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Export::Form(codec) => codec.name(),
            Export::Page => "html",
            Export::Picture => "svg",
        }
    }

    /// Returns the usual ending of its files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Export::Form(codec) => codec.ending(),
            Export::Page | Export::Picture => self.name(),
        }
    }

    /// Returns whether a file may hold many games.
    #[must_use]
    pub fn holds_many(self) -> bool {
        matches!(self, Export::Form(codec) if codec.holds_many())
    }

    /// Writes a game whose moves are in coordinates, and counts the parts left out. A picture shows the node `at`.
    /// Pictures and pages are in `style`; letters beyond ASCII are drawn by `lettering`, or else left to the viewer.
    ///
    /// # Errors
    /// [`Unwritable`] if it cannot hold such a game at all.
    pub fn write(
        self,
        header: &Header,
        tree: &Tree,
        at: NodeId,
        style: &PictureStyle,
        lettering: Option<Lettering>,
    ) -> Result<Written, Unwritable> {
        match self {
            Export::Form(codec) => codec.write(header, tree),
            Export::Page => page::html(header, tree, style, lettering),
            Export::Picture => {
                let bytes = replay::picture_at(header, tree, at, style, lettering).svg().into_bytes();
                Ok(Written { bytes, left_out: LeftOut::default() })
            }
        }
    }
}
