//! Pictures in pixels: core's drawings as PNG and as animated GIF, and text as outlines with the fonts of the machine.

mod lettering;
mod raster;
mod animation;

use duiyi_core::record::export::PictureStyle;
use duiyi_core::record::export::replay::picture_at;
use duiyi_core::record::{Header, NodeId, Tree};

pub use animation::{Animation, gif};
pub use lettering::outline;

/// The width of a PNG in pixels: sharp in print at the width of a page's column.
pub const PNG_WIDTH: u32 = 2000;

/// The limits of a picture's width in pixels.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 100..=4000;

/// An error of a picture that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// The person stopped it.
    #[error("the picture was stopped")]
    Stopped,
    /// The drawing cannot be turned into pixels.
    #[error("the picture cannot be drawn; choose another width")]
    Undrawable,
}

/// Draws the position at `at` as PNG, `width` pixels wide.
///
/// # Errors
/// [`PictureError::Undrawable`] if the width is zero or memory is short.
pub fn png(
    header: &Header,
    tree: &Tree,
    at: NodeId,
    style: &PictureStyle,
    width: u32,
) -> Result<Vec<u8>, PictureError> {
    let picture = picture_at(header, tree, at, style, Some(&outline));
    raster::pixels(&picture.svg(), width)?.encode_png().map_err(|_| PictureError::Undrawable)
}

/// Returns the width, the height and the pixels of a PNG, four bytes each: red, green, blue, opacity.
#[must_use]
pub fn rgba(png: &[u8]) -> Option<(usize, usize, Vec<u8>)> {
    let pixmap = resvg::tiny_skia::Pixmap::decode_png(png).ok()?;
    let size = (pixmap.width() as usize, pixmap.height() as usize);
    Some((size.0, size.1, pixmap.take_demultiplied()))
}

#[cfg(test)]
mod tests;
