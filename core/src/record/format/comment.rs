//! A note in words: what a form has no place of its own for stands in the comment, as the commands that chess programs
//! agree on: `[%clk 0:01:30]`, `[%eval 0.35]`, `[%csl Gh2]` for rings, `[%cal Gh2e2]` for arrows. Labels stand in
//! `[%lb h2 A]`, glyphs, where the form has no signs, in `[%nag 1]`. `[%` that is no command becomes `[ %`.

use std::fmt::Write;

use crate::base::Millis;
use crate::game::GameKind;
use crate::gomoku;
use crate::record::note::{Colour, Evaluation, Glyph, Label, Mark, Note};
use crate::xiangqi;

/// Writes all of a note but its glyphs.
#[must_use]
pub fn write(note: &Note) -> String {
    let mut parts = commands(note);
    if !note.comment.is_empty() {
        parts.push(note.comment.replace("[%", "[ %"));
    }
    parts.join(" ")
}

/// Writes all of a note.
#[must_use]
pub fn write_with_glyphs(note: &Note) -> String {
    let glyphs: Vec<String> = note.glyphs.iter().map(|glyph| glyph.0.to_string()).collect();
    let (glyphs, rest) = (glyphs.join(","), write(note));
    match (glyphs.is_empty(), rest.is_empty()) {
        (true, _) => rest,
        (false, true) => format!("[%nag {glyphs}]"),
        (false, false) => format!("[%nag {glyphs}] {rest}"),
    }
}

fn commands(note: &Note) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(Millis(left)) = note.clock {
        let (seconds, rest) = (left / 1000, left % 1000);
        let mut clock = format!("[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
        if rest > 0 {
            write!(clock, ".{rest:03}").expect("writing to a string cannot fail");
        }
        parts.push(clock + "]");
    }
    parts.extend(note.evaluation.map(|evaluation| format!("[%eval {evaluation}]")));
    let marks = |is_arrow: bool| {
        let marks = note.marks.iter().filter(|mark| mark.from.is_some() == is_arrow);
        let marks =
            marks.map(|Mark { colour, from, to }| format!("{}{}{to}", colour.letter(), from.as_deref().unwrap_or("")));
        marks.collect::<Vec<_>>().join(",")
    };
    for (command, marks) in [("csl", marks(false)), ("cal", marks(true))] {
        if !marks.is_empty() {
            parts.push(format!("[%{command} {marks}]"));
        }
    }
    parts.extend(note.labels.iter().map(|Label { at, text }| format!("[%lb {at} {}]", escape(text))));
    parts
}

/// Characters that a command cannot contain, with their replacements.
const ESCAPES: [(char, &str); 5] = [('%', "%25"), (']', "%5d"), ('{', "%7b"), ('}', "%7d"), ('\n', " ")];

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match ESCAPES.iter().find(|(plain, _)| *plain == c) {
            Some((_, code)) => escaped.push_str(code),
            None => escaped.push(c),
        }
    }
    escaped
}

fn unescape(text: &str) -> String {
    let others =
        ESCAPES[1..4].iter().fold(text.to_owned(), |text, (plain, code)| text.replace(code, &plain.to_string()));
    others.replace(ESCAPES[0].1, "%")
}

/// Notes a comment with the commands in it.
pub fn read(comment: &str, game: GameKind, note: &mut Note) {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        let Some((command, behind)) = after.split_once(']') else { break };
        text.push_str(before);
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        if read_command(name, value.trim(), game, note) {
            // One blank separates a command from the text after it.
            rest = behind.strip_prefix(' ').unwrap_or(behind);
        } else {
            write!(text, "[%{command}]").expect("writing to a string cannot fail");
            rest = behind;
        }
    }
    text.push_str(rest);
    note.add_comment(text.trim());
}

/// Applies a command to the note; returns whether it was understood.
fn read_command(name: &str, value: &str, game: GameKind, note: &mut Note) -> bool {
    match name {
        "clk" => {
            note.clock = clock(value);
            note.clock.is_some()
        }
        "eval" => {
            note.evaluation = Evaluation::read(value);
            note.evaluation.is_some()
        }
        "csl" | "cal" => {
            let marks = value.split(',').map(|mark| read_mark(mark.trim(), name == "cal", game));
            let marks: Option<Vec<Mark>> = marks.collect();
            marks.map(|marks| note.marks.extend(marks)).is_some()
        }
        "lb" => {
            let label = value
                .split_once(' ')
                .and_then(|(at, text)| point(at, game).map(|(at, rest)| (at, rest.is_empty(), unescape(text).into())));
            match label {
                Some((at, true, text)) => note.labels.push(Label { at, text }),
                _ => return false,
            }
            true
        }
        "nag" => {
            let glyphs: Option<Vec<Glyph>> = value.split(',').map(|glyph| glyph.parse().ok().map(Glyph)).collect();
            glyphs.map(|glyphs| note.glyphs.extend(glyphs)).is_some()
        }
        _ => false,
    }
}

/// Reads `Gh2` or `Gh2e2`.
fn read_mark(text: &str, is_arrow: bool, game: GameKind) -> Option<Mark> {
    let colour = Colour::from_letter(text.chars().next()?)?;
    let (first, rest) = point(&text[1..], game)?;
    match is_arrow {
        false => rest.is_empty().then_some(Mark { colour, from: None, to: first }),
        true => {
            let (to, rest) = point(rest, game)?;
            rest.is_empty().then_some(Mark { colour, from: Some(first), to })
        }
    }
}

/// Reads the point at the start of a text; returns it with the rest.
fn point(text: &str, game: GameKind) -> Option<(smol_str::SmolStr, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let digits = text[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
    let (point, rest) = text.split_at(1 + digits);
    let point = match game {
        GameKind::Xiangqi => point.parse::<xiangqi::Square>().ok()?.to_string(),
        GameKind::Gomoku | GameKind::TicTacToe => point.parse::<gomoku::Point>().ok()?.to_string(),
    };
    Some((point.into(), rest))
}

/// Reads `0:01:02.345`.
fn clock(text: &str) -> Option<Millis> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (seconds, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let whole = hours.parse::<u16>().ok()? as u64 * 3600 + minutes.parse::<u8>().ok()? as u64 * 60;
    let whole = whole + seconds.parse::<u8>().ok()? as u64;
    let is_number = part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit()) && parts.next().is_none();
    let millis = is_number.then(|| format!("{part:0<3}")[..3].parse::<u64>().ok())??;
    Some(Millis(whole * 1000 + millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(comment: &str, game: GameKind) -> Note {
        let mut note = Note::EMPTY;
        read(comment, game, &mut note);
        note
    }

    #[test]
    fn every_part_of_a_note_is_read_as_it_was_written() {
        let text = "[%nag 1,5] [%clk 0:10:02.500] [%eval -0.35,12] [%csl Gh2,Rg9] [%cal Bh2e2] [%lb h2 %5d%25 a] see";
        let written = note(text, GameKind::Xiangqi);
        assert_eq!((written.labels.len(), written.labels[0].text.as_str()), (1, "]% a"));
        assert_eq!((written.glyphs.len(), written.marks.len(), written.comment.as_str()), (2, 3, "see"));
        assert_eq!(write_with_glyphs(&written), text);
    }

    #[test]
    fn points_are_those_of_the_game() {
        assert_eq!(note("[%cal Gh10o15]", GameKind::Gomoku).marks.len(), 1);
        assert_eq!(note("[%cal Gh10o15]", GameKind::Xiangqi).comment, "[%cal Gh10o15]");
        for odd in ["[%lb]", "[%lb h2]", "[%lb z2 a]", "[%lb h2x a]", "[%nag x]", "[%csl Gh2x]", "[%cal Gé2]"] {
            assert_eq!(note(odd, GameKind::Xiangqi).comment, odd);
        }
    }
}
