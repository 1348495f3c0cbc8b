//! The properties of SGF that have a name or a place of their own in a record.

use crate::record::note::{Glyph, Label};

/// The glyphs for which SGF has a property of its own, with its value: a move's quality, then who stands better (`GB`, `GW`),
/// an even and an unclear position (`DM`, `UC`).
pub const GLYPHS: [(Glyph, &str, &str); 13] = [
    (Glyph(1), "TE", "1"),
    (Glyph(2), "BM", "1"),
    (Glyph(3), "TE", "2"),
    (Glyph(4), "BM", "2"),
    (Glyph(5), "IT", ""),
    (Glyph(6), "DO", ""),
    (Glyph(16), "GB", "1"),
    (Glyph(17), "GW", "1"),
    (Glyph(18), "GB", "2"),
    (Glyph(19), "GW", "2"),
    (Glyph(11), "DM", "1"),
    (Glyph(10), "DM", "2"),
    (Glyph(13), "UC", ""),
];

/// The properties that draw a shape at a point, each with the label's text.
pub const SHAPES: [(&str, &str); 3] = [("TR", Label::TRIANGLE), ("SQ", Label::SQUARE), ("MA", Label::CROSS)];

/// Facts that other forms know by another name.
pub const SGF_NAMES: [(&str, &str); 7] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Round", "RO"),
    ("Annotator", "AN"),
    ("Title", "GN"),
    // Our own: the standard has none.
    ("Coach", "COACH"),
    ("Odds", "ODDS"),
];

/// The properties of the root and of moves that are understood, so that no tag of another record overwrites them.
pub const KNOWN: [&str; 43] = [
    "FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "DT", "RE", "GC", "ON", "C", "B", "W", "AB", "AW", "TE", "BM",
    "IT", "DO", "CR", "AR", "BL", "WL", "KC", "KN", "KV", "ST", "AE", "TR", "SQ", "MA", "LB", "PL", "GT", "V", "GB",
    "GW", "DM", "UC", "L", "M",
];
