//! Outlines of single characters as SVG path data: one em is 1000 units, y points down, numbers are whole.

use std::fmt::Write as _;
use std::path::Path;
use ttf_parser::{Face, OutlineBuilder};

/// Where Debian's package fonts-lxgw-wenkai installs its files.
pub const DEBIAN_FOLDER: &str = "/usr/share/fonts/truetype/lxgw-wenkai";

/// Where Debian's package fonts-lxgw-wenkai installs the bold weight.
pub const DEBIAN_PATH: &str = "/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf";

/// Units of an em in every path of this module.
pub const EM: i32 = 1000;

/// A font file in memory.
pub struct Font(Vec<u8>);

/// One character's drawing; the origin is at the left end of the baseline.
pub struct Outline {
    /// SVG path data with relative commands, except the first of each contour.
    pub path: String,
    /// Box around all points of the outline: left, top, right, bottom.
    pub bounds: [i32; 4],
    /// Distance to the next character's origin.
    pub advance: i32,
}

impl Font {
    /// Reads the font at `path`.
    ///
    /// # Errors
    /// A sentence that names the file, if it cannot be read or is no font.
    pub fn read(path: &Path) -> Result<Font, String> {
        let bytes = std::fs::read(path).map_err(|error| {
            format!("{} could not be read ({error}); install fonts-lxgw-wenkai or name the file", path.display())
        })?;
        Font::parse(bytes).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Takes the bytes of a font.
    ///
    /// # Errors
    /// A sentence, if they are no font.
    pub fn parse(bytes: Vec<u8>) -> Result<Font, String> {
        Face::parse(&bytes, 0).map_err(|error| format!("not a usable font: {error}"))?;
        Ok(Font(bytes))
    }

    /// Draws `character`.
    ///
    /// # Errors
    /// A sentence that names the character, if the font has no outline for it.
    pub fn glyph(&self, character: char) -> Result<Outline, String> {
        let face = Face::parse(&self.0, 0).expect("parsed once in Font::parse");
        let missing = || format!("the font has no outline for {character}");
        let id = face.glyph_index(character).ok_or_else(missing)?;
        let mut pen = Pen::new(f64::from(EM) / f64::from(face.units_per_em()));
        face.outline_glyph(id, &mut pen).ok_or_else(missing)?;
        let advance = face.glyph_hor_advance(id).ok_or_else(missing)?;
        let advance = (f64::from(advance) * pen.scale).round() as i32;
        Ok(Outline { path: pen.path, bounds: pen.bounds, advance })
    }
}

/// Collects an outline as path data, rounding each point once so that rounding never adds up along a contour.
struct Pen {
    scale: f64,
    path: String,
    bounds: [i32; 4],
    here: (i32, i32),
}

impl Pen {
    fn new(scale: f64) -> Pen {
        let bounds = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
        Pen { scale, path: String::new(), bounds, here: (0, 0) }
    }

    fn point(&self, x: f32, y: f32) -> (i32, i32) {
        ((f64::from(x) * self.scale).round() as i32, (-f64::from(y) * self.scale).round() as i32)
    }

    fn command(&mut self, letter: char, points: &[(i32, i32)], origin: (i32, i32)) {
        self.path.push(letter);
        for (index, &(x, y)) in points.iter().enumerate() {
            for (second, value) in [(false, x - origin.0), (true, y - origin.1)] {
                // A minus sign separates numbers as well as a space does.
                if (index > 0 || second) && value >= 0 {
                    self.path.push(' ');
                }
                write!(self.path, "{value}").expect("a String takes every write");
            }
            let [left, top, right, bottom] = self.bounds;
            self.bounds = [left.min(x), top.min(y), right.max(x), bottom.max(y)];
        }
        self.here = *points.last().expect("every command has a point");
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.command('M', &[to], (0, 0));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        if to != self.here {
            self.command('l', &[to], self.here);
        }
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let points = [self.point(x1, y1), self.point(x, y)];
        self.command('q', &points, self.here);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let points = [self.point(x1, y1), self.point(x2, y2), self.point(x, y)];
        self.command('c', &points, self.here);
    }

    fn close(&mut self) {
        self.path.push('z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outline_is_flipped_scaled_and_written_with_whole_relative_numbers() {
        let mut pen = Pen::new(0.5);
        pen.move_to(100.0, 200.0);
        pen.line_to(140.0, 200.0);
        pen.quad_to(140.0, 260.0, 101.0, 261.0);
        pen.line_to(100.0, 200.0);
        pen.close();
        assert_eq!(pen.path, "M50-100l20 0q0-30-19-31l-1 31z");
        assert_eq!(pen.bounds, [50, -131, 70, -100]);
    }
}
