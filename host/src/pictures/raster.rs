//! A drawing in pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::PictureError;
use super::lettering;

/// Draws `svg` as wide as `width` pixels.
pub(super) fn pixels(svg: &str, width: u32) -> Result<Pixmap, PictureError> {
    let tree = parse(svg)?;
    let size = tree.size();
    let height = (f64::from(width) * f64::from(size.height()) / f64::from(size.width())).round() as u32;
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Undrawable)?;
    draw(&tree, &mut pixmap);
    Ok(pixmap)
}

/// Draws `svg` over what `pixmap` shows.
pub(super) fn draw_over(svg: &str, pixmap: &mut Pixmap) -> Result<(), PictureError> {
    draw(&parse(svg)?, pixmap);
    Ok(())
}

fn draw(tree: &Tree, pixmap: &mut Pixmap) {
    let size = tree.size();
    let (x, y) = (pixmap.width() as f32 / size.width(), pixmap.height() as f32 / size.height());
    resvg::render(tree, Transform::from_scale(x, y), &mut pixmap.as_mut());
}

fn parse(svg: &str) -> Result<Tree, PictureError> {
    let mut options = Options::default();
    // What no single font could outline is left to all of them.
    if svg.contains("<text") {
        options.fontdb = lettering::fonts();
    }
    Tree::from_str(svg, &options).map_err(|_| PictureError::Undrawable)
}
