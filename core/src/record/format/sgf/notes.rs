//! What the properties of a node note beside its move.

use super::letters::{area, from_letters, points};
use super::properties::{GLYPHS, SHAPES};
use crate::base::Millis;
use crate::record::note::{Colour, Evaluation, Glyph, Label, Mark, Note};

/// Whether a value has a place in a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noted {
    /// It was noted.
    Kept,
    /// The property is known, and the value is not.
    Unreadable,
    /// A note has no place for the property.
    Foreign,
}

/// Takes a value of a property; `index` counts the property's values from 0.
pub fn take(note: &mut Note, name: &str, index: usize, value: &str, size: u8, points_left: &mut usize) -> Noted {
    let trimmed = value.trim();
    let is_kept = match name {
        // FF[4] keeps the blanks of a text; line breaks around it are the file's.
        "C" => {
            note.add_comment(if trimmed.is_empty() { "" } else { value.trim_matches('\n') });
            true
        }
        // A name of the position is part of what is said of it.
        "N" => {
            note.add_comment(trimmed);
            true
        }
        "TE" | "BM" | "IT" | "DO" | "GB" | "GW" | "DM" | "UC" => {
            let value = if matches!(name, "IT" | "DO" | "UC") { "" } else { trimmed };
            let glyph = GLYPHS.iter().find(|&&(_, property, worth)| property == name && worth == value);
            // A value that is missing or unknown means the plain sign.
            let glyph = glyph.or_else(|| GLYPHS.iter().find(|(_, property, _)| *property == name));
            note.glyphs.extend(glyph.map(|(glyph, ..)| *glyph));
            true
        }
        "KN" => trimmed.parse().map(|glyph| note.glyphs.push(Glyph(glyph))).is_ok(),
        "KC" => {
            let colour = value.chars().next().and_then(Colour::from_letter);
            match (colour, value.get(1..).and_then(|at| points(at, size))) {
                (Some(colour), Some((from, to))) => {
                    // The list is complete: it repeats the marks of CR and AR.
                    if index == 0 {
                        note.marks.clear();
                    }
                    note.marks.push(Mark { colour, from, to });
                    true
                }
                _ => false,
            }
        }
        "CR" | "AR" => match points(trimmed, size) {
            Some((Some(_), _)) if name == "CR" => {
                let ring = |to| Mark { colour: Colour::default(), from: None, to };
                note.marks.extend(area(trimmed, size, points_left).into_iter().map(ring));
                true
            }
            Some((from, to)) => {
                note.marks.push(Mark { colour: Colour::default(), from, to });
                true
            }
            None => false,
        },
        "BL" | "WL" => {
            note.clock = seconds(value);
            note.clock.is_some()
        }
        "KV" | "V" => {
            // Ours stands beside the rounded one that every program knows.
            let read = Evaluation::read(trimmed.strip_prefix('+').unwrap_or(trimmed));
            note.evaluation = read.or(note.evaluation);
            read.is_some()
        }
        "TR" | "SQ" | "MA" | "M" => {
            let property = if name == "M" { "MA" } else { name };
            let shape = SHAPES.iter().find(|(known, _)| *known == property).map_or("", |(_, shape)| shape);
            let points = area(value, size, points_left);
            let is_read = !points.is_empty();
            note.labels.extend(points.into_iter().map(|at| Label { at, text: shape.into() }));
            is_read
        }
        "LB" => match value.split_once(':').map(|(at, text)| (from_letters(at.trim(), size), text)) {
            Some((Some(at), text)) => {
                note.labels.push(Label { at: at.into(), text: text.replace('\n', " ").into() });
                true
            }
            _ => false,
        },
        // FF[3] counts the points of one list through the alphabet.
        "L" => match (from_letters(trimmed, size), u8::try_from(index)) {
            (Some(at), Ok(index @ 0..26)) => {
                let letter = char::from(b'a' + index).to_string();
                note.labels.push(Label { at: at.into(), text: letter.into() });
                true
            }
            _ => false,
        },
        _ => return Noted::Foreign,
    };
    if is_kept || trimmed.is_empty() { Noted::Kept } else { Noted::Unreadable }
}

/// Reads seconds with or without decimals.
fn seconds(text: &str) -> Option<Millis> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let is_number = part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
    let millis: u64 = is_number.then(|| format!("{part:0<3}")[..3].parse().ok())??;
    Some(Millis(u64::from(whole.parse::<u32>().ok()?) * 1000 + millis))
}
