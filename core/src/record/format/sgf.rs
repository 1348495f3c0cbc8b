//! Smart game format for Gomoku and Renju (A. Hollosi, "SGF File Format FF[4]", game number 4), and for tic-tac-toe, which
//! has no number of its own: it stands here as the game of that family on three lines.
//!
//! Written by hand rather than with a library because a record that breaks off must still give the moves before the
//! break, each fault with its line.
//!
//! SGF's own properties carry what they can: `C`, `TE BM IT DO` for glyphs, `CR` and `AR` for rings and arrows, `BL WL`
//! for clocks. Colours of marks, other glyphs and evaluations, for which it has none, stand in `KC`, `KN` and `KV`;
//! other programs pass properties over that they do not know.

use std::fmt::Write;
use std::ops::ControlFlow;

use smol_str::SmolStr;

use super::codec::{read_games, read_text};
use super::cursor::Cursor;
use super::encoding::{TextEncoding, decode};
use super::record::shown;
use super::written::writable;
use super::{Codec, LeftOut, Record, RecordPart, UnreadableRecord, Unwritable, Written};
use crate::base::{BySide, Millis, Outcome, Reason, Side};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Setup};
use crate::gomoku::Rule;
use crate::record::note::{Colour, Evaluation, Glyph, Label, Mark, Note};
use crate::record::{Header, NodeId, Tree};
use crate::tictactoe::Square;

/// Smart game format.
pub struct Sgf;

/// The glyphs for which SGF has a property of its own, with its value.
const GLYPHS: [(Glyph, &str, &str); 6] = [
    (Glyph(1), "TE", "1"),
    (Glyph(2), "BM", "1"),
    (Glyph(3), "TE", "2"),
    (Glyph(4), "BM", "2"),
    (Glyph(5), "IT", ""),
    (Glyph(6), "DO", ""),
];

/// The properties that draw a shape at a point, each with the label's text.
const SHAPES: [(&str, &str); 3] = [("TR", Label::TRIANGLE), ("SQ", Label::SQUARE), ("MA", Label::CROSS)];

impl Codec for Sgf {
    fn name(&self) -> &'static str {
        "sgf"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(&bytes[..bytes.len().min(256)]);
        text.trim_start().strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, |text| Reader::read(Cursor::new(text)).0)
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(
        &self,
        bytes: &[u8],
        encoding: Option<TextEncoding>,
        take: &mut dyn FnMut(Result<Record, UnreadableRecord>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let read = |cursor: &mut Cursor| {
            let (game, behind) = Reader::read(*cursor);
            *cursor = behind;
            game
        };
        let pass_to_tree = |cursor: &mut Cursor| {
            cursor.pass_until(|c| c == '(');
            !cursor.rest().is_empty()
        };
        read_games(bytes, encoding, take, read, pass_to_tree)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        let kind = header.setup.kind();
        let (size, rule) = match kind {
            GameKind::TicTacToe => (Square::LINES, kind.code()),
            GameKind::Gomoku => (header.setup.size().unwrap_or(GOMOKU_SIZE_DEFAULT), header.setup.rule_code()),
            GameKind::Xiangqi => return Err(Unwritable::Game { form: self.name(), kind }),
        };
        let mut left_out = LeftOut::default();
        let mut out = format!("(;FF[4]GM[4]CA[UTF-8]AP[Duiyi]SZ[{size}]RU[{rule}]");
        let tree = &*writable(tree, |mv| to_letters(mv, size).is_some(), &mut left_out);
        let mut property = |name: &str, value: &str| {
            if !value.is_empty() {
                write!(out, "{name}[{}]", escape(value)).expect("writing to a string cannot fail");
            }
        };
        property("PB", &header.names.first);
        property("PW", &header.names.second);
        property("DT", &header.date.replace('.', "-"));
        if let Some(outcome) = header.outcome {
            property("RE", &result(outcome));
            property("GC", &format!("reason: {}", outcome.reason));
        }
        property("ON", &header.opening);
        for (name, value) in &header.tags {
            let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
            match SGF_NAMES.iter().find(|(ours, _)| ours == name) {
                Some((_, sgf)) => property(sgf, value),
                None if is_name && !KNOWN.contains(&name.as_str()) => property(name, value),
                None => left_out.add(RecordPart::Fact, 1),
            }
        }
        write_note(tree.note(Tree::ROOT), Side::First, size, &mut out);
        write_moves(tree, size, &mut out);
        out.push_str(")\n");
        Ok(Written { bytes: out.into_bytes(), left_out })
    }
}

/// Facts that other forms know by another name.
const SGF_NAMES: [(&str, &str); 5] =
    [("Event", "EV"), ("Site", "PC"), ("Round", "RO"), ("Annotator", "AN"), ("Title", "GN")];

/// The properties of the root and of moves that are understood, so that no tag of another record overwrites them.
const KNOWN: [&str; 36] = [
    "FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "DT", "RE", "GC", "ON", "C", "B", "W", "AB", "AW", "TE", "BM",
    "IT", "DO", "CR", "AR", "BL", "WL", "KC", "KN", "KV", "ST", "AE", "TR", "SQ", "MA", "LB", "PL", "GT",
];

fn result(outcome: Outcome) -> String {
    let result = match outcome.winner {
        Some(Side::First) => "B+",
        Some(Side::Second) => "W+",
        None => "Draw",
    };
    let how = match (outcome.winner, outcome.reason) {
        (Some(_), Reason::Resignation) => "R",
        (Some(_), Reason::TimeForfeit) => "T",
        (Some(_), Reason::Forfeit) => "Forfeit",
        (Some(_), Reason::Forbidden) => "F",
        _ => "",
    };
    format!("{result}{how}")
}

/// Pending output, the next item on top: depth costs no call stack.
enum Todo {
    /// The moves after a node.
    After { node: NodeId, ply: usize },
    /// One of several continuations, in parentheses.
    Branch { first: NodeId, ply: usize },
    /// The end of a branch.
    Close,
}

fn write_moves(tree: &Tree, size: u8, out: &mut String) {
    let mut todo = vec![Todo::After { node: Tree::ROOT, ply: 0 }];
    while let Some(next) = todo.pop() {
        match next {
            Todo::After { node, ply } => {
                let mut children = tree.children(node);
                let (first, second) = (children.next(), children.next());
                match (first, second) {
                    (None, _) => {}
                    (Some(only), None) => {
                        write_move(tree, only, ply, size, out);
                        todo.push(Todo::After { node: only, ply: ply + 1 });
                    }
                    _ => {
                        let branches: Vec<NodeId> = tree.children(node).collect();
                        todo.extend(branches.into_iter().rev().map(|first| Todo::Branch { first, ply }));
                    }
                }
            }
            Todo::Branch { first, ply } => {
                out.push('(');
                write_move(tree, first, ply, size, out);
                todo.push(Todo::Close);
                todo.push(Todo::After { node: first, ply: ply + 1 });
            }
            Todo::Close => out.push(')'),
        }
    }
}

fn write_move(tree: &Tree, node: NodeId, ply: usize, size: u8, out: &mut String) {
    let mover = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    let point = to_letters(tree.mv(node).expect("only the root has no move"), size).unwrap_or_default();
    if ply.is_multiple_of(10) {
        out.push('\n');
    }
    write!(out, ";{}[{point}]", letter(mover)).expect("writing to a string cannot fail");
    write_note(tree.note(node), mover, size, out);
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

fn write_note(note: &Note, mover: Side, size: u8, out: &mut String) {
    let mut property = |name: &str, values: &[String]| {
        if !values.is_empty() {
            write!(out, "{name}").expect("writing to a string cannot fail");
            values.iter().for_each(|value| write!(out, "[{value}]").expect("writing to a string cannot fail"));
        }
    };
    if !note.comment.is_empty() {
        property("C", &[escape(&note.comment)]);
    }
    // Several glyphs of one property would be one to other programs, so only the first has it and the rest stand in KN.
    let own = |glyph: &Glyph| GLYPHS.iter().find(|(known, ..)| known == glyph);
    let (first, rest) = match note.glyphs.split_first() {
        Some((first, rest)) if own(first).is_some() => (own(first), rest),
        _ => (None, &note.glyphs[..]),
    };
    if let Some((_, name, value)) = first {
        property(name, &[(*value).to_owned()]);
    }
    property("KN", &rest.iter().map(|glyph| glyph.0.to_string()).collect::<Vec<_>>());
    let point = |mark: &Mark| {
        let to = to_letters(&mark.to, size)?;
        match &mark.from {
            Some(from) => Some(format!("{}:{to}", to_letters(from, size)?)),
            None => Some(to),
        }
    };
    // One list keeps the order and the colours; the others show the same to programs that know SGF alone.
    let marks = |is_wanted: &dyn Fn(&Mark) -> bool, coloured: bool| -> Vec<String> {
        let colour = |mark: &Mark| if coloured { mark.colour.letter().to_string() } else { String::new() };
        let wanted = note.marks.iter().filter(|mark| is_wanted(mark));
        wanted.filter_map(|mark| Some(colour(mark) + &point(mark)?)).collect()
    };
    property("CR", &marks(&|mark| mark.from.is_none(), false));
    property("AR", &marks(&|mark| mark.from.is_some(), false));
    property("KC", &marks(&|_| true, true));
    for (name, shape) in SHAPES {
        let shaped = note.labels.iter().filter(|label| label.text == shape);
        property(name, &shaped.filter_map(|label| to_letters(&label.at, size)).collect::<Vec<_>>());
    }
    let texts = note.labels.iter().filter(|label| SHAPES.iter().all(|(_, shape)| label.text != *shape));
    let text = |label: &Label| Some(format!("{}:{}", to_letters(&label.at, size)?, escape(&label.text)));
    property("LB", &texts.filter_map(text).collect::<Vec<_>>());
    if let Some(Millis(left)) = note.clock {
        let (seconds, rest) = (left / 1000, left % 1000);
        let text = if rest == 0 { seconds.to_string() } else { format!("{seconds}.{rest:03}") };
        property(if mover == Side::First { "BL" } else { "WL" }, &[text]);
    }
    if let Some(evaluation) = note.evaluation {
        property("KV", &[evaluation.to_string()]);
    }
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// Turns `h8` into SGF's letters: column from the left, row from the top.
fn to_letters(point: &str, size: u8) -> Option<String> {
    let column = point.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u8 = point[1..].parse().ok().filter(|&row| row > 0)?;
    let from_top = size.checked_sub(row).filter(|_| column - b'a' < size)?;
    Some(format!("{}{}", column as char, (b'a' + from_top) as char))
}

/// Turns SGF's letters into `h8`.
fn from_letters(letters: &str, size: u8) -> Option<String> {
    let [column, row] = letters.as_bytes() else { return None };
    if !column.is_ascii_lowercase() || !row.is_ascii_lowercase() {
        return None;
    }
    let row = size.checked_sub(row - b'a').filter(|&row| row > 0 && column - b'a' < size)?;
    Some(format!("{}{row}", *column as char))
}

/// Reads `h8` points out of `hh` or `hh:ii`.
fn points(value: &str, size: u8) -> Option<(Option<SmolStr>, SmolStr)> {
    let (from, to) = value.split_once(':').map_or((None, value), |(from, to)| (Some(from), to));
    let from = from.map(|from| from_letters(from, size).ok_or(())).transpose().ok()?;
    Some((from.map(SmolStr::from), from_letters(to, size)?.into()))
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    record: Record,
    rule: Rule,
    size: u8,
    /// Whether the fault about colours out of turn is recorded.
    out_of_turn: bool,
    /// The stones set up before the first move, as letters, with their lines.
    stones: BySide<Vec<(SmolStr, usize)>>,
    /// How many more points are read out of rectangles, which are a few bytes each and name hundreds.
    points_left: usize,
}

/// How many points of rectangles one record may name.
const AREA_POINTS_MAX: usize = 1 << 16;

/// A place in the tree.
#[derive(Clone, Copy)]
struct Tip {
    node: NodeId,
    ply: usize,
}

impl<'a> Reader<'a> {
    /// Reads one game and returns where it ends.
    fn read(cursor: Cursor<'a>) -> (Result<Record, UnreadableRecord>, Cursor<'a>) {
        let mut reader = Reader {
            cursor,
            record: Record::new(Header::new(Setup::usual(GameKind::Gomoku))),
            rule: Rule::default(),
            size: GOMOKU_SIZE_DEFAULT,
            out_of_turn: false,
            stones: BySide::default(),
            points_left: AREA_POINTS_MAX,
        };
        reader.game();
        let Reader { mut record, rule, size, cursor, .. } = reader;
        // No Gomoku is played on three lines.
        let setup = if size == Square::LINES { Ok(Setup::TicTacToe) } else { Setup::gomoku(rule, size, None) };
        let game = setup.map(|setup| {
            record.header.setup = setup;
            record
        });
        (game.map_err(UnreadableRecord::Setup), cursor)
    }

    fn fault(&mut self, message: impl Into<String>) {
        self.record.fault(self.cursor.line(), message);
    }

    fn game(&mut self) {
        let mut place = Tip { node: Tree::ROOT, ply: 0 };
        let mut open: Vec<Tip> = Vec::new();
        let mut begun = false;
        while let Some(c) = self.cursor.peek() {
            if matches!(c, '(' | ')' | ';') {
                place = self.play_stones(place);
            }
            match c {
                '(' => {
                    self.cursor.bump();
                    open.push(place);
                    begun = true;
                }
                ')' => {
                    self.cursor.bump();
                    match open.pop() {
                        Some(before) => place = before,
                        None => self.fault("a ')' closes nothing"),
                    }
                    if open.is_empty() && begun {
                        return; // the first game of the collection is complete
                    }
                }
                ';' => _ = self.cursor.bump(),
                _ if c.is_ascii_alphabetic() => self.property(&mut place),
                _ if c.is_whitespace() => self.cursor.pass_space(),
                _ => {
                    self.fault(format!("'{}' does not belong here", c.escape_debug()));
                    // One fault for a stretch of foreign text, not one a letter.
                    self.cursor.bump();
                    self.cursor.pass_until(|c| "();".contains(c));
                }
            }
        }
        self.play_stones(place);
        self.fault("the record breaks off here");
    }

    /// Reads one property; a move makes a new node.
    fn property(&mut self, place: &mut Tip) {
        let written = self.cursor.pass_until(|c| !c.is_ascii_alphabetic());
        // Old records write `Black` for `B`.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        let mut values = 0;
        loop {
            self.cursor.pass_space();
            if self.cursor.peek() != Some('[') {
                break;
            }
            let value = self.value();
            self.apply(&name, &value, values == 0, place);
            values += 1;
        }
        if values == 0 {
            self.fault(format!("the property {} has no value", &name[..name.len().min(20)]));
        }
    }

    /// Reads `[…]` with its escapes.
    fn value(&mut self) -> String {
        self.cursor.bump();
        let mut value = String::new();
        loop {
            value.push_str(self.cursor.pass_until(|c| c == '\\' || c == ']'));
            match self.cursor.bump() {
                // An escaped line break is none.
                Some('\\') => value.extend(self.cursor.bump().filter(|&c| c != '\n')),
                _ => return value,
            }
        }
    }

    /// Reads the points of `hh`, or of the rectangle `hh:jj`.
    fn area(&mut self, value: &str) -> Vec<SmolStr> {
        let size = self.size;
        let (first, last) = value.trim().split_once(':').unwrap_or((value.trim(), value.trim()));
        let corner =
            |letters: &str| from_letters(letters, size).map(|_| [letters.as_bytes()[0], letters.as_bytes()[1]]);
        let (Some(first), Some(last)) = (corner(first), corner(last)) else { return Vec::new() };
        let letters = (first[1]..=last[1]).flat_map(|row| (first[0]..=last[0]).map(move |column| [column, row]));
        let points = letters.filter_map(|at| from_letters(std::str::from_utf8(&at).ok()?, size).map(SmolStr::from));
        let points: Vec<SmolStr> = points.take(self.points_left).collect();
        self.points_left -= points.len();
        points
    }

    /// Turns set-up stones into moves before the first move, the colours in turn. Stones that cannot have been placed in
    /// turn are a fault.
    fn play_stones(&mut self, mut place: Tip) -> Tip {
        let stones = std::mem::take(&mut self.stones);
        let (black, white) = (stones.first.len(), stones.second.len());
        let in_turn = black.min(white + 1) + white.min(black);
        for ply in 0..in_turn {
            let (point, line) = if ply % 2 == 0 { &stones.first[ply / 2] } else { &stones.second[ply / 2] };
            place = Tip { node: self.record.push(place.node, point.clone(), *line), ply: place.ply + 1 };
        }
        if in_turn < black + white {
            let (over, line) = (black + white - in_turn, self.cursor.line());
            let why =
                format!("{over} of {} stones set up cannot have been placed in turn and are not read", black + white);
            self.record.fault(line, why);
        }
        place
    }

    /// Takes one value of a property; `is_first` marks the property's first value.
    fn apply(&mut self, name: &str, value: &str, is_first: bool, place: &mut Tip) {
        let header = &mut self.record.header;
        match name {
            "B" | "W" => self.apply_move(name, value, place),
            "AB" | "AW" => self.apply_stones(name, value, place.ply),
            "SZ" => match value.trim().parse() {
                Ok(size) => self.size = size,
                Err(_) => self.fault(format!("the board size '{}' is not a number", shown(value))),
            },
            "GM" if !matches!(value.trim(), "1" | "4") => {
                self.fault(format!("game number {} is not Gomoku", shown(value)));
            }
            "RU" => self.rule = rule(value),
            "PB" => value.clone_into(&mut header.names.first),
            "PW" => value.clone_into(&mut header.names.second),
            "DT" => header.date = value.replace('-', "."),
            "ON" => value.clone_into(&mut header.opening),
            "RE" => header.outcome = outcome(value),
            "GC" if value.starts_with("reason: ") => {
                let reason = value.strip_prefix("reason: ").and_then(Reason::from_code);
                if let (Some(outcome), Some(reason)) = (&mut header.outcome, reason) {
                    outcome.reason = reason;
                }
            }
            // Some managers write the result in place of a glyph.
            "TE" if place.node == Tree::ROOT && !matches!(value.trim(), "" | "1" | "2") => {
                header.tags.push((name.to_owned(), value.to_owned()))
            }
            _ if self.apply_note(name, value, is_first, place.node) => {}
            _ if place.node == Tree::ROOT && !KNOWN.contains(&name) => {
                let ours = SGF_NAMES.iter().find(|(_, sgf)| *sgf == name).map_or(name, |(ours, _)| ours);
                self.record.header.tags.push((ours.to_owned(), value.to_owned()));
            }
            _ => {}
        }
    }

    fn apply_move(&mut self, name: &str, value: &str, place: &mut Tip) {
        let Some(mv) = from_letters(value.trim(), self.size) else {
            return self.fault(format!("'{}' is no point of the board", shown(value)));
        };
        let is_blacks = name == "B";
        if is_blacks != place.ply.is_multiple_of(2) && !self.out_of_turn {
            self.out_of_turn = true;
            self.fault("the colours do not take turns from Black on; the stones are read in their order");
        }
        *place = Tip { node: self.record.push(place.node, &mv, self.cursor.line()), ply: place.ply + 1 };
    }

    fn apply_stones(&mut self, name: &str, value: &str, ply: usize) {
        let line = self.cursor.line();
        let stones = self.area(value);
        if ply > 0 {
            return self.fault("stones set up after the first move are not read");
        }
        if stones.is_empty() {
            return self.fault(format!("'{}' is no point of the board", shown(value)));
        }
        let side = if name == "AB" { Side::First } else { Side::Second };
        self.stones[side].extend(stones.into_iter().map(|at| (at, line)));
    }

    /// Takes one value of a property that belongs to the note of `node`; returns whether it is such a property.
    fn apply_note(&mut self, name: &str, value: &str, is_first: bool, node: NodeId) -> bool {
        let size = self.size;
        let area = if matches!(name, "TR" | "SQ" | "MA") { self.area(value) } else { Vec::new() };
        let tree = &mut self.record.tree;
        match name {
            "C" => tree.note_mut(node).add_comment(value.trim()),
            "TE" | "BM" | "IT" | "DO" => {
                let value = if matches!(name, "IT" | "DO") { "" } else { value.trim() };
                let glyph = GLYPHS.iter().find(|&&(_, property, worth)| property == name && worth == value);
                // A value that is missing or unknown means the plain sign.
                let glyph = glyph.or_else(|| GLYPHS.iter().find(|(_, property, _)| *property == name));
                tree.note_mut(node).glyphs.extend(glyph.map(|(glyph, ..)| *glyph));
            }
            "KN" => tree.note_mut(node).glyphs.extend(value.parse().ok().map(Glyph)),
            "KC" => {
                let colour = value.chars().next().and_then(Colour::from_letter);
                if let (Some(colour), Some((from, to))) = (colour, value.get(1..).and_then(|at| points(at, size))) {
                    // The list is complete: it repeats the marks of CR and AR.
                    if is_first {
                        tree.note_mut(node).marks.clear();
                    }
                    tree.note_mut(node).marks.push(Mark { colour, from, to });
                }
            }
            "CR" | "AR" => {
                if let Some((from, to)) = points(value.trim(), size) {
                    tree.note_mut(node).marks.push(Mark { colour: Colour::default(), from, to });
                }
            }
            "BL" | "WL" => tree.note_mut(node).clock = seconds(value),
            "KV" => tree.note_mut(node).evaluation = Evaluation::read(value),
            "TR" | "SQ" | "MA" => {
                let shape = SHAPES.iter().find(|(property, _)| *property == name).map_or("", |(_, shape)| shape);
                for at in area {
                    tree.note_mut(node).labels.push(Label { at, text: shape.into() });
                }
            }
            "LB" => {
                if let Some((at, text)) = value.split_once(':')
                    && let Some(at) = from_letters(at.trim(), size)
                {
                    tree.note_mut(node).labels.push(Label { at: at.into(), text: text.replace('\n', " ").into() });
                }
            }
            _ => return false,
        }
        true
    }
}

/// Reads seconds with or without decimals.
fn seconds(text: &str) -> Option<Millis> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let is_number = part.len() <= 9 && part.bytes().all(|byte| byte.is_ascii_digit());
    let millis: u64 = is_number.then(|| format!("{part:0<3}")[..3].parse().ok())??;
    Some(Millis(u64::from(whole.parse::<u32>().ok()?) * 1000 + millis))
}

/// Maps the names other programs give a rule to ours, and the numbers that Gomocup's managers give them.
pub(super) fn rule(value: &str) -> Rule {
    let value = value.trim().to_ascii_lowercase();
    if value.contains("renju") || value.contains("rif") || value == "4" {
        Rule::Renju
    } else if value.contains("caro") || value == "9" {
        Rule::Caro
    } else if value.contains("standard") || value == "1" {
        Rule::Standard
    } else {
        Rule::Freestyle
    }
}

fn outcome(value: &str) -> Option<Outcome> {
    let value = value.trim();
    let winner = match value.chars().next()? {
        'B' => Some(Side::First),
        'W' => Some(Side::Second),
        'D' | '0' => None,
        _ => return None,
    };
    let how = value.split_once('+').map_or("", |(_, how)| how);
    let reason = match (winner, how.chars().next()) {
        (None, _) => Reason::Agreement,
        (_, Some('R')) => Reason::Resignation,
        (_, Some('T')) => Reason::TimeForfeit,
        // SGF knows both spellings; ours keeps the long one apart from a foul.
        (_, Some('F')) if how == "Forfeit" => Reason::Forfeit,
        (_, Some('F')) => Reason::Forbidden,
        _ => Reason::Five,
    };
    Some(Outcome { winner, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Record {
        Sgf.read(text.as_bytes()).expect("it can be set up")
    }

    fn moves(record: &Record) -> Vec<&str> {
        record.tree.main_moves().collect()
    }

    #[test]
    fn rules_are_known_by_their_own_names_and_by_those_of_others() {
        for ours in Rule::ALL {
            assert_eq!(rule(ours.code()), ours);
        }
        for (theirs, ours) in [
            ("Standard Caro", Rule::Caro),
            ("RIF", Rule::Renju),
            ("Standard", Rule::Standard),
            ("?", Rule::Freestyle),
            ("4", Rule::Renju),
        ] {
            assert_eq!(rule(theirs), ours);
        }
    }

    #[test]
    fn a_record_that_breaks_off_keeps_its_moves() {
        let game = read("(;FF[4]GM[1]SZ[15];B[hh];W[gg];B[h");
        assert_eq!(moves(&game)[..2], ["h8", "g9"]);
        assert_eq!(game.faults().len(), 2);
    }

    #[test]
    fn foreign_text_is_one_fault_with_its_line() {
        let game = read("(;SZ[15]\n;B[hh]\n%%%% what is this\n;W[zz])");
        assert_eq!(
            game.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(),
            [3, 4].map(crate::record::format::Location::Line)
        );
    }

    #[test]
    fn colours_out_of_turn_are_one_fault() {
        assert_eq!(read("(;B[hh];W[ii])").faults(), []);
        let game = read("(;W[hh];B[ii];B[jj])");
        assert_eq!((game.faults().len(), moves(&game).len()), (1, 3));
    }

    #[test]
    fn stones_set_up_are_played_in_turn() {
        let game = read("(;SZ[15]AW[ii][jj]AB[hh][gg][ff];W[kk](;B[ll])(;B[mm]))");
        assert_eq!((moves(&game), game.faults()), (vec!["h8", "i7", "g9", "j6", "f10", "k5", "l4"], vec![]));
        assert_eq!(moves(&read("(;AB[hh:ii])")), ["h8"]);
        let why = &read("(;AB[hh:ii];W[aa];AB[bb])").faults();
        assert_eq!(why[0].message, "3 of 4 stones set up cannot have been placed in turn and are not read");
        assert_eq!(why.len(), 2);
    }

    #[test]
    fn a_rectangle_is_not_read_for_ever() {
        let game = read(&format!("(;{})", ";B[hh]TR[aa:oo]".repeat(1_000)));
        let labels = game.tree.subtree(Tree::ROOT).map(|node| game.tree.note(node).labels.len());
        assert_eq!(labels.sum::<usize>(), AREA_POINTS_MAX);
    }

    #[test]
    fn a_collection_is_read_game_by_game() {
        let mut lengths = Vec::new();
        let _ = Sgf.read_each(b"(;B[hh];W[ii])\n(;B[hh](;W[gg])(;W[ff]))x(;RU[4]", &mut |game| {
            lengths.push(game.map(|game| game.tree.len()));
            ControlFlow::Continue(())
        });
        assert_eq!(lengths, [Ok(2), Ok(3), Ok(0)]);
    }

    #[test]
    fn notes_of_other_programs_are_read() {
        let game = read("(;EV[Cup]C[before];B[hh]TE[1]TR[ii]CR[gg]AR[hh:ii]BL[59.5]C[a\\]b\\\\];W[ii]DO[])");
        assert_eq!(game.header.tags, [("Event".to_owned(), "Cup".to_owned())]);
        assert_eq!(game.tree.note(Tree::ROOT).comment, "before");
        let line: Vec<NodeId> = game.tree.main_line().collect();
        let note = game.tree.note(line[0]);
        assert_eq!(
            (note.comment.as_str(), note.clock, &note.glyphs[..]),
            ("a]b\\", Some(Millis(59_500)), &[Glyph(1)][..])
        );
        assert_eq!(note.marks.len(), 2);
        assert_eq!(note.labels, [Label { at: "i7".into(), text: Label::TRIANGLE.into() }]);
        assert_eq!(game.tree.note(line[1]).glyphs, [Glyph(6)]);
    }
}
