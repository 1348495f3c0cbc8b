//! Pieces and stones around the origin, as `Piece.svelte` and `Stone.svelte` of the page draw them.

use super::outlines::{Anchor, Words, kai, picture};
use super::style::{PictureStyle, PieceFaces, StoneSurface, WoodColours};
use crate::game::GameKind;

pub(super) const RED: &str = "#a3180f";
const BLACK: &str = "#1b1a18";
const SLATE: &str = "#16181a";
const SHELL: &str = "#f4f1ea";
const SHELL_RIM: &str = "#5b4326";

/// The gradients of boxwood, slate and shell.
pub(super) const TONES: &str = "<defs>\
<linearGradient id=\"d-rim\" x1=\"0.3\" y1=\"0\" x2=\"0.7\" y2=\"1\"><stop offset=\"0\" stop-color=\"#f9ecca\"/>\
<stop offset=\"0.45\" stop-color=\"#f1ddb1\"/><stop offset=\"1\" stop-color=\"#d9b57c\"/></linearGradient>\
<radialGradient id=\"d-face\" cx=\"0.42\" cy=\"0.36\" r=\"0.75\"><stop offset=\"0\" stop-color=\"#f9ecca\"/>\
<stop offset=\"1\" stop-color=\"#f1ddb1\"/></radialGradient>\
<radialGradient id=\"d-slate\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\" stop-color=\"#4a4e52\"/>\
<stop offset=\"0.5\" stop-color=\"#22252a\"/><stop offset=\"1\" stop-color=\"#16181a\"/></radialGradient>\
<radialGradient id=\"d-shell\" cx=\"0.38\" cy=\"0.32\" r=\"0.78\"><stop offset=\"0\" stop-color=\"#ffffff\"/>\
<stop offset=\"0.6\" stop-color=\"#f4f1ea\"/><stop offset=\"1\" stop-color=\"#d8d0bf\"/></radialGradient></defs>\n";

/// Draws the man that a placement writes as `cell`; nothing for another letter.
pub(super) fn man(kind: GameKind, cell: char, style: &PictureStyle, colours: &WoodColours) -> String {
    match (kind, cell) {
        (GameKind::Xiangqi, _) => piece(cell, style.pieces),
        (GameKind::TicTacToe, 'x') => cross(),
        (GameKind::TicTacToe, 'o') => format!("<path d=\"{NOUGHT}\" fill=\"{RED}\" fill-rule=\"evenodd\"/>"),
        (GameKind::Gomoku, 'x' | 'o') => stone(cell == 'x', style.stones, colours),
        _ => String::new(),
    }
}

/// Returns the character of a piece.
pub(super) fn character_of(faces: PieceFaces, cell: char) -> Option<char> {
    let simplified = faces == PieceFaces::Simplified;
    Some(match cell {
        'K' if simplified => '帅',
        'K' => '帥',
        'A' => '仕',
        'B' => '相',
        'N' | 'n' if simplified => '马',
        'N' => '傌',
        'R' | 'r' if simplified => '车',
        'R' => '俥',
        'C' => '炮',
        'P' => '兵',
        'k' if simplified => '将',
        'k' => '將',
        'a' => '士',
        'b' => '象',
        'n' => '馬',
        'r' => '車',
        'c' if simplified => '炮',
        'c' => '砲',
        'p' => '卒',
        _ => return None,
    })
}

/// Returns the letter of WXF notation.
fn letter_of(cell: char) -> char {
    match cell {
        'B' => 'E',
        'b' => 'e',
        'N' => 'H',
        'n' => 'h',
        other => other,
    }
}

/// Draws a piece of turned boxwood: Red has two rings, Black one, so that colour is never alone.
fn piece(cell: char, faces: PieceFaces) -> String {
    let Some(character) = character_of(faces, cell) else { return String::new() };
    let red = cell.is_ascii_uppercase();
    let ink = if red { RED } else { BLACK };
    let rings = if red {
        "<circle r=\"0.362\" stroke-width=\"0.017\"/><circle r=\"0.326\" stroke-width=\"0.011\"/>"
    } else {
        "<circle r=\"0.352\" stroke-width=\"0.022\"/>"
    };
    let face = match faces {
        PieceFaces::Letters => {
            let text = letter_of(cell).to_string();
            let (x, y, size) = (0.0, 0.155, 0.46);
            let words = Words { text: &text, x, y, size, bold: true, anchor: Anchor::Middle, ink, ring: None };
            words.draw(None).0
        }
        PieceFaces::International => format!(
            "<path d=\"{}\" transform=\"translate(0 -0.07) scale(0.0042)\" fill=\"{ink}\"/>\
             <g transform=\"translate(0 0.218)\" fill=\"{ink}\">{}/></g>",
            picture(cell.to_ascii_lowercase()),
            kai(character, 0.2),
        ),
        PieceFaces::Traditional | PieceFaces::Simplified => {
            let drawn = kai(character, 0.56);
            // A light copy just below makes the character look cut into the wood.
            format!(
                "<g transform=\"translate(0 0.011)\" fill=\"#fffaf0\" fill-opacity=\"0.75\">{drawn}/></g>{drawn} fill=\"{ink}\"/>"
            )
        }
    };
    format!(
        "<ellipse cy=\"0.045\" rx=\"0.45\" ry=\"0.445\" fill=\"#1b0d02\" fill-opacity=\"0.26\"/>\
         <circle r=\"0.44\" fill=\"url(#d-rim)\" stroke=\"#6f4520\" stroke-width=\"0.022\"/>\
         <circle r=\"0.385\" fill=\"url(#d-face)\" stroke=\"#d9b57c\" stroke-width=\"0.014\"/>\
         <g fill=\"none\" stroke=\"{ink}\">{rings}</g>{face}"
    )
}

fn stone(black: bool, surface: StoneSurface, colours: &WoodColours) -> String {
    let rim = if black { colours.slate_rim } else { SHELL_RIM };
    let fill = if black { SLATE } else { SHELL };
    if surface == StoneSurface::Slate {
        let (tone, width) = if black { ("d-slate", 0.016) } else { ("d-shell", 0.024) };
        return format!(
            "<ellipse cx=\"0.012\" cy=\"0.04\" rx=\"0.455\" ry=\"0.45\" fill=\"#1b0d02\" fill-opacity=\"0.28\"/>\
             <circle r=\"0.448\" fill=\"url(#{tone})\" stroke=\"{rim}\" stroke-width=\"{width}\"/>"
        );
    }
    let sign = match (surface, black) {
        (StoneSurface::Letters, true) => format!(
            "<path d=\"M-0.17 -0.17L0.17 0.17M0.17 -0.17L-0.17 0.17\" stroke=\"{SHELL}\" stroke-width=\"0.055\"/>"
        ),
        (StoneSurface::Letters, false) => {
            format!("<circle r=\"0.19\" fill=\"none\" stroke=\"{SLATE}\" stroke-width=\"0.055\"/>")
        }
        _ => String::new(),
    };
    format!("<circle r=\"0.445\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"0.03\"/>{sign}")
}

/// The ink of a number on a stone.
pub(super) const fn ink_on(black: bool) -> &'static str {
    if black { SHELL } else { SLATE }
}

/// The ink of the last stone's mark.
pub(super) const fn last_ink_on(black: bool) -> &'static str {
    if black { "#f5a08f" } else { RED }
}

/// A brush stroke from the origin to the right, thick at both ends.
pub(super) fn stroke(length: f64, width: f64) -> String {
    let p = |x: f64, y: f64| format!("{} {}", super::plane::n(length * x), super::plane::n(width * y));
    format!(
        "M{}C{} {} {}S{} {}C{} {} {}S{} {}Z",
        p(0.0, -0.45),
        p(0.1, -0.72),
        p(0.25, -0.42),
        p(0.5, -0.38),
        p(0.92, -0.3),
        p(1.0, -0.06),
        p(0.9, 0.32),
        p(0.6, 0.4),
        p(0.4, 0.42),
        p(0.06, 0.6),
        p(0.0, -0.45),
    )
}

fn cross() -> String {
    let stroke = stroke(0.86, 0.13);
    format!(
        "<g fill=\"#1e1a16\"><path d=\"{stroke}\" transform=\"translate(-0.3 -0.31) rotate(45)\"/>\
         <path d=\"{stroke}\" transform=\"translate(0.31 -0.31) rotate(135)\"/></g>"
    )
}

/// A nought as a brush draws it: its inner rim is off the centre.
const NOUGHT: &str = "M0.02 -0.33C0.22 -0.34 0.35 -0.17 0.34 0.02C0.33 0.22 0.18 0.34 -0.02 0.33C-0.22 0.32 -0.34 0.17 -0.33 -0.03\
C-0.32 -0.21 -0.16 -0.32 0.02 -0.33ZM0.01 -0.235C-0.12 -0.24 -0.235 -0.14 -0.24 -0.01C-0.245 0.13 -0.15 0.235 -0.01 0.245\
C0.13 0.255 0.255 0.15 0.26 0.02C0.265 -0.12 0.15 -0.235 0.01 -0.235Z";
