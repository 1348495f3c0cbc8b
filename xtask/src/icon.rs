//! The app's mark, a square cinnabar seal with 对弈 from top to bottom, as SVG, PNG, ICNS and ICO.

use crate::font::{EM, Font};
use crate::{Outcome, write};
use resvg::{tiny_skia, usvg};
use std::path::Path;

const FOLDER: &str = "src-tauri/icons";

/// Side of the drawing; every other length below is in the same units.
const SIDE: f32 = 1024.0;
/// Empty margin around the seal.
const MARGIN: f32 = 40.0;
/// Corner radius: 4 % of the side, a stone's worn edge.
const CORNER: f32 = 41.0;
const CINNABAR: &str = "#A83227";
const PAPER: &str = "#F6F0E3";

/// Draws the seal with the font at `font` and writes every form that the bundles need.
///
/// # Errors
/// A sentence, if the font lacks a character or a file cannot be written.
pub fn generate(top: &Path, font: &Path) -> Outcome {
    let drawing = svg(&Font::read(font)?)?;
    write(top, &format!("{FOLDER}/icon.svg"), drawing.as_bytes())?;
    let tree = usvg::Tree::from_str(&drawing, &usvg::Options::default())
        .map_err(|error| format!("the seal's SVG is wrong: {error}"))?;
    for (name, side) in [("32x32", 32), ("128x128", 128), ("128x128@2x", 256), ("512x512", 512)] {
        write(top, &format!("{FOLDER}/{name}.png"), &png(&tree, side)?)?;
    }
    write(top, &format!("{FOLDER}/icon.icns"), &icns(&tree)?)?;
    write(top, &format!("{FOLDER}/icon.ico"), &ico(&tree)?)
}

fn svg(font: &Font) -> Result<String, String> {
    let seal = SIDE - 2.0 * MARGIN;
    let rule = MARGIN + 44.0;
    let framed = SIDE - 2.0 * rule;
    let upper = character(font, '对', SIDE / 2.0, 310.0)?;
    let lower = character(font, '弈', SIDE / 2.0, 714.0)?;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\">
<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{seal}\" height=\"{seal}\" rx=\"{CORNER}\" fill=\"{CINNABAR}\"/>
<rect x=\"{rule}\" y=\"{rule}\" width=\"{framed}\" height=\"{framed}\" rx=\"16\" fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"14\"/>
<g fill=\"{PAPER}\">
{upper}
{lower}
</g>
</svg>
"
    ))
}

/// Draws `letter` with the centre of its outline at `x`, `y`.
fn character(font: &Font, letter: char, x: f32, y: f32) -> Result<String, String> {
    // Two characters fill a square seal when each is cut wider than it is tall, as seal carvers do.
    const WIDTH: f32 = 590.0;
    const HEIGHT: f32 = 430.0;
    let glyph = font.glyph(letter)?;
    let [left, top, right, bottom] = glyph.bounds.map(|n| n as f32);
    let (wide, tall) = (WIDTH / EM as f32, HEIGHT / EM as f32);
    let dx = x - (left + right) / 2.0 * wide;
    let dy = y - (top + bottom) / 2.0 * tall;
    Ok(format!("<path transform=\"translate({dx:.1} {dy:.1}) scale({wide} {tall})\" d=\"{}\"/>", glyph.path))
}

fn png(tree: &usvg::Tree, side: u32) -> Result<Vec<u8>, String> {
    let mut pixels = tiny_skia::Pixmap::new(side, side).expect("a side above zero");
    let scale = side as f32 / SIDE;
    resvg::render(tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| format!("a PNG of {side} pixels could not be made: {error}"))
}

/// Apple's icon container: a type, a big-endian length that counts its own eight bytes, and a PNG for each size.
fn icns(tree: &usvg::Tree) -> Result<Vec<u8>, String> {
    let mut entries = Vec::new();
    for (kind, side) in [(b"ic11", 32), (b"ic12", 64), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512), (b"ic10", 1024)]
    {
        let image = png(tree, side)?;
        entries.extend_from_slice(kind);
        entries.extend_from_slice(&length(image.len() + 8)?.to_be_bytes());
        entries.extend_from_slice(&image);
    }
    let mut file = b"icns".to_vec();
    file.extend_from_slice(&length(entries.len() + 8)?.to_be_bytes());
    file.extend_from_slice(&entries);
    Ok(file)
}

/// Windows' icon container: a directory of 16 bytes for each PNG, then the PNGs.
fn ico(tree: &usvg::Tree) -> Result<Vec<u8>, String> {
    const SIDES: [u32; 6] = [16, 24, 32, 48, 64, 256];
    let images = SIDES.map(|side| png(tree, side));
    let mut directory = vec![0, 0, 1, 0, SIDES.len() as u8, 0];
    let mut data = Vec::new();
    for (side, image) in SIDES.into_iter().zip(images) {
        let image = image?;
        let offset = 6 + 16 * SIDES.len() + data.len();
        // A byte of zero means 256 pixels.
        let byte = (side % 256) as u8;
        directory.extend_from_slice(&[byte, byte, 0, 0, 1, 0, 32, 0]);
        directory.extend_from_slice(&length(image.len())?.to_le_bytes());
        directory.extend_from_slice(&length(offset)?.to_le_bytes());
        data.extend_from_slice(&image);
    }
    directory.extend_from_slice(&data);
    Ok(directory)
}

fn length(bytes: usize) -> Result<u32, String> {
    u32::try_from(bytes).map_err(|_| "an icon above four gigabytes".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: &str =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1024 1024\"><rect width=\"9\" height=\"9\"/></svg>";

    fn tree() -> usvg::Tree {
        usvg::Tree::from_str(SEAL, &usvg::Options::default()).expect("valid SVG")
    }

    #[test]
    fn the_apple_container_is_as_long_as_it_says_down_to_the_last_entry() {
        let file = icns(&tree()).expect("made in memory");
        let number = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
        assert_eq!((&file[..4], number(4)), (&b"icns"[..], file.len()));
        let (mut at, mut count) = (8, 0);
        while at < file.len() {
            assert_eq!(&file[at + 8..at + 12], b"\x89PNG");
            at += number(at + 4);
            count += 1;
        }
        assert_eq!((at, count), (file.len(), 6));
    }

    #[test]
    fn the_windows_directory_points_at_its_images() {
        let file = ico(&tree()).expect("made in memory");
        for entry in file[6..6 + 16 * 6].chunks(16) {
            let number = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().expect("four bytes")) as usize;
            let (size, offset) = (number(8), number(12));
            let image = &file[offset..offset + size];
            assert_eq!(&image[..4], b"\x89PNG");
            assert_eq!(image[19], entry[0], "the width in the PNG's header is the width in the directory");
        }
    }
}
