//! Portable game notation as Xiangqi uses it: tags, moves in Chinese, WXF or ICCS, comments in braces, variations in
//! parentheses (S. J. Edwards's PGN standard of 1994; tag names as the Chinese programs write them).
//!
//! Clocks, evaluations, rings and arrows stand in comments as the commands `[%clk]`, `[%eval]`, `[%csl]` and `[%cal]`
//! that chess programs agree on. Braces cannot stand inside a comment and become parentheses; `[%` that is no command
//! becomes `[ %`.

use std::fmt::Write;

use super::cursor::Cursor;
use super::encoding::decode;
use super::{Codec, Record, UnreadableRecord};
use crate::base::{Millis, Outcome, Reason, Side};
use crate::game::setup::read_fen;
use crate::game::{GameKind, Setup};
use crate::record::note::{Colour, Evaluation, Glyph, Mark, Note};
use crate::record::{Header, NodeId, Tree};
use crate::xiangqi;

/// Portable game notation.
pub struct Pgn;

/// The tags that the header has fields for; others are kept as they are.
const KNOWN: [&str; 10] = ["Game", "Event", "Date", "Red", "White", "Black", "Result", "Termination", "FEN", "Format"];

/// The event that our own records name.
const OWN_EVENT: &str = "Duiyi";

impl Codec for Pgn {
    fn name(&self) -> &'static str {
        "pgn"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        decode(&bytes[..bytes.len().min(256)]).trim_start().starts_with('[')
    }

    fn read(&self, bytes: &[u8]) -> Result<Record, UnreadableRecord> {
        let text = decode(bytes);
        let mut cursor = Cursor::new(&text);
        let mut record = Record::new(Header::new(Setup::usual(GameKind::Xiangqi)), Tree::new());
        let (mut result, mut reason, mut start) = (None, None, None);
        loop {
            cursor.pass_space();
            if cursor.peek() != Some('[') {
                break;
            }
            let line = cursor.line();
            let written = cursor.pass_until(|c| c == '\n');
            let Some((name, value)) = tag(written) else {
                let shown: String = written.trim().chars().take(40).collect();
                record.fault(line, format!("the tag '{shown}' is not closed"));
                continue;
            };
            let header = &mut record.header;
            match name {
                "Red" | "White" => header.names.first = value,
                "Black" => header.names.second = value,
                "Date" => header.date = if value.starts_with('?') { String::new() } else { value },
                "FEN" => start = Some(value),
                "Result" => result = winner(&value),
                "Termination" => reason = Reason::from_code(&value),
                "Event" if value != OWN_EVENT => header.tags.push((name.to_owned(), value)),
                _ if KNOWN.contains(&name) => {}
                _ => header.tags.push((name.to_owned(), value)),
            }
        }
        if let Some(fen) = start {
            record.header.setup = Setup::Xiangqi { start: read_fen(&fen)? };
        }
        let told = read_moves(&mut cursor, &mut record);
        record.header.outcome =
            result.or(told).map(|winner| Outcome { winner, reason: reason.unwrap_or(guess_reason(winner)) });
        Ok(record)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Vec<u8> {
        let mut out = String::new();
        let result = header.outcome.map_or("*", Outcome::score_text);
        let event = header.tags.iter().find(|(name, _)| name == "Event").map_or(OWN_EVENT, |(_, value)| value);
        let mut tags = vec![
            ("Game", "Chinese Chess"),
            ("Event", event),
            ("Date", if header.date.is_empty() { "????.??.??" } else { &header.date }),
            ("Red", &header.names.first),
            ("Black", &header.names.second),
            ("Result", result),
        ];
        if let Some(outcome) = header.outcome {
            tags.push(("Termination", outcome.reason.code()));
        }
        let start = header.setup.start_fen();
        tags.extend(start.as_deref().map(|fen| ("FEN", fen)));
        tags.push(("Format", "ICCS"));
        let others = header.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        tags.extend(others.filter(|(name, _)| !KNOWN.contains(name)));
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(out, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
        }
        let black_first = start.is_some_and(|fen| fen.split_whitespace().nth(1) == Some("b"));
        let mut words = words_of(tree, usize::from(black_first));
        words.push(result.to_owned());
        out.push('\n');
        wrap(&words, &mut out);
        out.into_bytes()
    }
}

/// Writes words in lines of at most 80 bytes, as far as words are not longer.
fn wrap(words: &[String], out: &mut String) {
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > 80 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        width += word.len();
        out.push_str(word);
    }
    out.push('\n');
}

/// What is still to be written, the next on top: depth costs no stack.
enum Todo {
    /// The moves after a node, each with its variations behind it.
    Line { after: NodeId, ply: usize, numbered: bool },
    /// A variation's first move and what follows it.
    Variation { first: NodeId, ply: usize },
    /// The end of a variation.
    Close,
}

/// Writes the moves with their numbers, notes and variations. `ply` is that of the first move.
fn words_of(tree: &Tree, ply: usize) -> Vec<String> {
    let mut words = Vec::new();
    write_note(tree.note(Tree::ROOT), &mut words);
    let mut todo = vec![Todo::Line { after: Tree::ROOT, ply, numbered: true }];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Line { after, ply, numbered } => {
                let mut children = tree.children(after);
                let Some(main) = children.next() else { continue };
                let commented = write_move(tree, main, ply, numbered, &mut words);
                let variations: Vec<NodeId> = children.collect();
                let numbered = commented || !variations.is_empty();
                todo.push(Todo::Line { after: main, ply: ply + 1, numbered });
                todo.extend(variations.into_iter().rev().map(|first| Todo::Variation { first, ply }));
            }
            Todo::Variation { first, ply } => {
                words.push("(".to_owned());
                let numbered = write_move(tree, first, ply, true, &mut words);
                todo.push(Todo::Close);
                todo.push(Todo::Line { after: first, ply: ply + 1, numbered });
            }
            Todo::Close => words.push(")".to_owned()),
        }
    }
    words
}

/// Writes a move; returns whether a comment stands behind it, so that the next move needs its number.
fn write_move(tree: &Tree, node: NodeId, ply: usize, numbered: bool, words: &mut Vec<String>) -> bool {
    if ply.is_multiple_of(2) {
        words.push(format!("{}.", ply / 2 + 1));
    } else if numbered {
        words.push(format!("{}...", ply / 2 + 1));
    }
    words.push(iccs(tree.mv(node).expect("only the root has no move")));
    write_note(tree.note(node), words)
}

/// Writes coordinates as ICCS does; a move that could not be read stays as it is.
fn iccs(mv: &str) -> String {
    match mv.parse::<xiangqi::Move>() {
        Ok(mv) => format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase(),
        Err(_) => mv.to_owned(),
    }
}

fn write_note(note: &Note, words: &mut Vec<String>) -> bool {
    words.extend(note.glyphs.iter().map(|glyph| format!("${}", glyph.0)));
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
    if !note.comment.is_empty() {
        parts.push(note.comment.replace('{', "(").replace('}', ")").replace("[%", "[ %"));
    }
    if parts.is_empty() {
        return false;
    }
    words.push(format!("{{{}}}", parts.join(" ")));
    true
}

/// Notes a comment with the commands in it.
fn read_note(comment: &str, note: &mut Note) {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        let Some((command, behind)) = after.split_once(']') else { break };
        text.push_str(before);
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        if read_command(name, value.trim(), note) {
            // One blank stands between a command and what follows.
            rest = behind.strip_prefix(' ').unwrap_or(behind);
        } else {
            write!(text, "[%{command}]").expect("writing to a string cannot fail");
            rest = behind;
        }
    }
    text.push_str(rest);
    note.add_comment(text.trim());
}

/// Notes what a command says; returns whether it could be understood.
fn read_command(name: &str, value: &str, note: &mut Note) -> bool {
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
            let marks: Option<Vec<Mark>> = value.split(',').map(|mark| read_mark(mark.trim(), name == "cal")).collect();
            marks.map(|marks| note.marks.extend(marks)).is_some()
        }
        _ => false,
    }
}

/// Reads `Gh2` or `Gh2e2`.
fn read_mark(text: &str, is_arrow: bool) -> Option<Mark> {
    let colour = Colour::from_letter(text.chars().next()?)?;
    let points = &text[1..];
    let square = |at: &str| at.parse::<xiangqi::Square>().ok().map(|square| square.to_string().into());
    match (is_arrow, points.is_ascii()) {
        (false, true) => Some(Mark { colour, from: None, to: square(points)? }),
        (true, true) if points.len() == 4 => {
            Some(Mark { colour, from: Some(square(&points[..2])?), to: square(&points[2..])? })
        }
        _ => None,
    }
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

/// Splits `[Name "Value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let quoted = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    let mut escaped = false;
    for c in quoted.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            escaped = false;
            value.push(c);
        }
    }
    Some((name, value))
}

/// Reads a result word; the outer `None` means the game has none.
fn winner(word: &str) -> Option<Option<Side>> {
    match word {
        "1-0" | "红胜" | "紅勝" => Some(Some(Side::First)),
        "0-1" | "黑胜" | "黑勝" => Some(Some(Side::Second)),
        "1/2-1/2" | "1/2" | "和棋" | "和" => Some(None),
        _ => None,
    }
}

/// Records of other programs say who won but not why; giving up and agreeing are by far the commonest ends.
const fn guess_reason(winner: Option<Side>) -> Reason {
    match winner {
        Some(_) => Reason::Resignation,
        None => Reason::Agreement,
    }
}

/// Reads the move section; returns the result that stands at its end.
fn read_moves(cursor: &mut Cursor<'_>, record: &mut Record) -> Option<Option<Side>> {
    let mut node = Tree::ROOT;
    // Where to return to after each open variation.
    let mut open: Vec<NodeId> = Vec::new();
    let mut result = None;
    while let Some(c) = cursor.peek() {
        let line = cursor.line();
        match c {
            _ if c.is_whitespace() => cursor.pass_space(),
            '{' => {
                cursor.bump();
                let comment = cursor.pass_until(|c| c == '}');
                if cursor.bump().is_none() {
                    record.fault(line, "the comment that begins here is not closed");
                }
                read_note(comment, record.tree.note_mut(node));
            }
            ';' => _ = cursor.pass_until(|c| c == '\n'),
            '(' => {
                cursor.bump();
                open.push(node);
                match record.tree.parent(node) {
                    Some(parent) => node = parent,
                    None => record.fault(line, "a variation stands before the first move"),
                }
            }
            ')' => {
                cursor.bump();
                match open.pop() {
                    Some(before) => node = before,
                    None => record.fault(line, "a ')' closes nothing"),
                }
            }
            '}' => {
                cursor.bump();
                record.fault(line, "a '}' closes nothing");
            }
            _ => {
                let word = cursor.pass_until(|c| c.is_whitespace() || "{}();".contains(c));
                if let Some(told) = winner(word) {
                    if open.is_empty() {
                        result = Some(told);
                    }
                    continue;
                }
                let (mv, glyph) = move_text(word);
                if !mv.is_empty() {
                    node = record.push(node, mv, line);
                }
                if let Some(glyph) = glyph {
                    record.tree.note_mut(node).glyphs.push(glyph);
                }
            }
        }
    }
    if !open.is_empty() {
        record.fault(cursor.line(), "a variation is not closed");
    }
    result
}

/// Takes the move and the glyph out of a word such as `12.炮二平五!`, `3...`, `$1` or `*`.
fn move_text(word: &str) -> (&str, Option<Glyph>) {
    if let Some(number) = word.strip_prefix('$') {
        return ("", number.parse().ok().map(Glyph));
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let word = match word[digits..].chars().next() {
        Some('.' | '．' | '、') => word[digits..].trim_start_matches(['.', '．', '、']),
        None => "",
        _ => word,
    };
    let mv = word.trim_end_matches(['!', '?']);
    let glyph = Glyph::from_sign(&word[mv.len()..]);
    (if mv == "*" { "" } else { mv }, glyph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::note::Worth;

    fn read(text: &str) -> Record {
        Pgn.read(text.as_bytes()).expect("it can be set up")
    }

    fn moves(record: &Record) -> Vec<&str> {
        record.tree.main_moves().collect()
    }

    #[test]
    fn a_chinese_game_is_read() {
        let game = read(
            "[Game \"Chinese Chess\"]\n[RedTeam \"北京\"]\n[Red \"甲\"]\n[Black \"乙 \\\"丙\\\"\"]\n[Result \"1-0\"]\n\n\
             1. 炮二平五! {当头炮} 马8进7\n2.马二进三 $5 (2. 兵七进一 卒7进1) 车9平8?? 1-0\n",
        );
        assert_eq!(game.faults(), []);
        assert_eq!(moves(&game), ["炮二平五", "马8进7", "马二进三", "车9平8"]);
        assert_eq!(game.header.names.second, "乙 \"丙\"");
        assert_eq!(game.header.tags, [("RedTeam".to_owned(), "北京".to_owned())]);
        assert_eq!(game.header.outcome, Some(Outcome::win(Side::First, Reason::Resignation)));
        let line: Vec<NodeId> = game.tree.main_line().collect();
        assert_eq!(game.tree.note(line[0]).comment, "当头炮");
        let glyphs: Vec<_> = line.iter().flat_map(|&node| &game.tree.note(node).glyphs).collect();
        assert_eq!(glyphs, [&Glyph(1), &Glyph(5), &Glyph(4)]);
        assert_eq!(game.tree.len(), 6);
        assert_eq!((game.line(line[0]), game.line(line[3])), (7, 8));
    }

    #[test]
    fn commands_in_comments_are_noted_and_what_is_none_is_text() {
        let game = read("1. H2-E2 {[%clk 0:10:02.5] [%eval -0.35,12] [%csl Ge2,Rh9][%cal Bh2e2] a [%x y] b}");
        let note = game.tree.note(game.tree.main_line().next().expect("it has a move"));
        assert_eq!(note.clock, Some(Millis(602_500)));
        assert_eq!(note.evaluation, Some(Evaluation { worth: Worth::Centipawns(-35), depth: Some(12) }));
        assert_eq!((note.marks.len(), note.comment.as_str()), (3, "a [%x y] b"));
        for odd in ["[%clk 1]", "[%cal Gz2]", "[%eval]", "[%", "[%csl 炮]", "[%cal G炮a]", "[%clk 9999999:0:0]"] {
            let game = read(&format!("1. H2-E2 {{{odd}}}"));
            assert_eq!(game.tree.note(game.tree.main_line().next().expect("a move")).comment, odd);
        }
    }

    #[test]
    fn broken_text_is_a_fault_with_its_line() {
        let game = read("[Red \"x]\n\n1. H2-E2 {never closed\n H9-G7");
        assert_eq!(game.faults().iter().map(|fault| fault.line).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(moves(&game), ["H2-E2"]);
        assert_eq!(read(") ( ( } {").faults().len(), 6);
        assert!(Pgn.read(b"[FEN \"9/9\"]").is_err_and(|why| matches!(why, UnreadableRecord::Setup(_))));
    }
}
