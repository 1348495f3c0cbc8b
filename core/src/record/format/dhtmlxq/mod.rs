//! DhtmlXQ, also called UBB: the text in which 东萍象棋网 (dpxq.com) and forums carry Xiangqi games.
//!
//! ```text
//! [DhtmlXQ_binit]…[/DhtmlXQ_binit]           the squares of the 32 pieces, two digits each, 99 if off the board
//! [DhtmlXQ_movelist]7747…[/DhtmlXQ_movelist] four digits a move: file and row of both squares, rows from Black's side
//! [DhtmlXQ_move_0_5_1]…                      line 1, which replaces move 5 and what follows it in line 0, the main line
//! [DhtmlXQ_comment4] [DhtmlXQ_comment1_6]    after move 4 of the main line, after move 6 of line 1; `||` ends a line
//! ```
//!
//! Notes that it has no place for stand in the comments as [`comment`] writes them. `[DhtmlXQ_`, `[/DhtmlXQ` and `||`
//! cannot stand in a text and get a blank; so does `|` beside the end of a line.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write;
use std::ops::ControlFlow;

use super::codec::{read_games, read_text};
use super::comment;
use super::cursor::Cursor;
use super::diagram::{self, PieceList};
use super::encoding::TextEncoding;
use super::html::{is_page, plain};
use super::record::shown;
use super::result;
use super::written::{expect_game, writable};
use super::{Codec, LeftOut, Record, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::base::{Outcome, Reason, Side};
use crate::game::setup::read_fen;
use crate::game::{GameKind, Setup};
use crate::record::{Header, NodeId, Tree};
use crate::xiangqi::{self, Move, Square};

/// The text of 东萍.
pub struct DhtmlXq;

const OPEN: &str = "[DhtmlXQ_";
const CLOSE: &str = "[/DhtmlXQ";

/// The facts of this form, with their names in other forms.
const FACTS: [(&str, &str); 17] = [
    ("title", "Title"),
    ("type", "Type"),
    ("event", "Event"),
    ("round", "Round"),
    ("table", "Table"),
    ("place", "Site"),
    ("timerule", "TimeControl"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("redtime", "RedTime"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("blacktime", "BlackTime"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("author", "Author"),
    ("other", "Other"),
];

impl Codec for DhtmlXq {
    fn name(&self) -> &'static str {
        "ubb"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        // Forums and pages put their own text before it.
        match TextEncoding::of_mark(bytes).filter(|encoding| !encoding.contains_ascii()) {
            Some(utf16) => utf16.decode(bytes).contains("[DhtmlXQ"),
            None => bytes.windows(8).any(|window| window == b"[DhtmlXQ"),
        }
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        let is_page = is_page(bytes);
        read_text(bytes, encoding, |text| read_game(&mut Cursor::new(text), is_page))
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        let is_page = is_page(bytes);
        read_games(bytes, encoding, take, |cursor| read_game(cursor, is_page), |cursor| has_game(cursor.rest()))
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Xiangqi, header)?;
        let mut left_out = LeftOut::default();
        let tree = &*writable(tree, |mv| mv.parse::<Move>().is_ok(), &mut left_out);
        let mut out = "[DhtmlXQ]\n".to_owned();
        let mut tag = |name: &str, value: &str| {
            writeln!(out, "[DhtmlXQ_{name}]{}[/DhtmlXQ_{name}]", escape(value))
                .expect("writing to a string cannot fail");
        };
        tag("ver", "www_dpxq_com");
        tag("init", "500,350");
        let fact = |name: &str| header.tag(name).unwrap_or_default();
        for (name, ours) in FACTS {
            tag(name, fact(ours));
        }
        tag("date", &header.date);
        tag("red", &header.names.first);
        tag("black", &header.names.second);
        tag("result", result_word(header.outcome));
        let mut carried = FACTS.map(|(_, ours)| ours).to_vec();
        carried.extend(["Red", "Black", "Date", "Result", "Termination", "Rule"]);
        // Fields that the site ignores, and that are read again.
        if let Some(reason) = result::termination(header) {
            tag("termination", reason);
        }
        if header.names_rule {
            tag("rule", header.setup.rule_code());
        } else if !fact("Rule").is_empty() {
            tag("rule", fact("Rule"));
        }
        for (name, value) in &header.tags {
            if !carried.contains(&name.as_str()) && is_foreign(name) {
                tag(name, value);
                carried.push(name);
            }
        }
        left_out.add_facts(header, &carried);
        if let Setup::Xiangqi { start } = &header.setup {
            let squares = diagram::diagram(start.board());
            tag("binit", &squares.map(|square| square.map_or("99".to_owned(), digits)).concat());
            if header.setup.start_fen().is_some() {
                tag("fen", &start.to_fen());
            }
        }
        write_lines(tree, &mut tag);
        out.push_str("[/DhtmlXQ]\n");
        Ok(Written { bytes: out.into_bytes(), left_out })
    }
}

fn escape(value: &str) -> String {
    let value = value.replace(OPEN, "[ DhtmlXQ_").replace(CLOSE, "[ /DhtmlXQ").replace("\r\n", "\n");
    let mut escaped = String::with_capacity(value.len());
    let mut before = None;
    for c in value.chars().map(|c| if c == '\r' { '\n' } else { c }) {
        // Two pipes end a line, so a pipe of the text touches no other one.
        if matches!((before, c), (Some('|'), '|' | '\n') | (Some('\n'), '|')) {
            escaped.push(' ');
        }
        match c {
            '\n' => escaped.push_str("||"),
            c => escaped.push(c),
        }
        before = Some(c);
    }
    escaped
}

fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        Some(Some(Side::First)) => "红胜",
        Some(Some(Side::Second)) => "黑胜",
        Some(None) => "和局",
        None => "未知",
    }
}

/// Reads the result of Red in the letters of English databases.
fn reds_result(letter: &str) -> Option<Outcome> {
    match letter {
        "W" => Some(Outcome::win(Side::First, Reason::Unstated)),
        "L" => Some(Outcome::win(Side::Second, Reason::Unstated)),
        "D" => Some(Outcome::draw(Reason::Unstated)),
        _ => None,
    }
}

/// Returns whether a fact of another form can keep its name here without a clash.
fn is_foreign(name: &str) -> bool {
    let is_word = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let lower = name.to_ascii_lowercase();
    is_word && !lower.starts_with("comment") && !TECHNICAL.contains(&lower.as_str()) && !is_taken(&lower)
}

/// Fields of programs' own data, which say nothing of the game.
const TECHNICAL: [&str; 12] = [
    "ver",
    "init",
    "pver",
    "viewurl",
    "adddate",
    "editdate",
    "length",
    "generator",
    "hidden",
    "firstnum",
    "sortid",
    "owner",
];

/// Returns whether another game begins: a frame around the game that was read may have fields of its own behind it.
fn has_game(rest: &str) -> bool {
    rest.split(OPEN).skip(1).any(|tag| {
        let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        !TECHNICAL.contains(&name.to_ascii_lowercase().as_str())
    })
}

fn is_taken(name: &str) -> bool {
    matches!(name, "binit" | "fen" | "movelist" | "red" | "black" | "date" | "result" | "termination" | "rule")
        || FACTS.iter().any(|(theirs, _)| *theirs == name)
}

/// Writes a square as file and row, rows counted from Black's side.
fn digits(square: Square) -> String {
    format!("{}{}", square.file(), 9 - square.rank())
}

/// A line whose first move is `first`; it replaces move `ply` of the line `parent`.
struct Line {
    first: NodeId,
    parent: usize,
    ply: usize,
}

/// Writes the main line, then each variation of a line before those of the next.
fn write_lines(tree: &Tree, tag: &mut dyn FnMut(&str, &str)) {
    let root = comment::write_with_glyphs(tree.note(Tree::ROOT));
    if !root.is_empty() {
        tag("comment0", &root);
    }
    let mut lines: VecDeque<(usize, Line)> = VecDeque::new();
    let mut count = 0;
    if let Some(first) = tree.main_child(Tree::ROOT) {
        lines.push_back((0, Line { first, parent: 0, ply: 1 }));
    } else {
        tag("movelist", "");
    }
    while let Some((number, line)) = lines.pop_front() {
        let mut moves = String::new();
        let mut comments = Vec::new();
        let mut ply = line.ply;
        let mut next = Some(line.first);
        while let Some(node) = next {
            let mv: Move = tree.mv(node).and_then(|mv| mv.parse().ok()).expect("the tree has only such moves");
            moves.extend([digits(mv.from()), digits(mv.to())]);
            let words = comment::write_with_glyphs(tree.note(node));
            if !words.is_empty() {
                comments.push((ply, words));
            }
            // The siblings of a variation's first move are written with the parent line.
            if node != line.first || number == 0 {
                let siblings = std::iter::successors(tree.next_sibling(node), |&node| tree.next_sibling(node));
                for first in siblings {
                    count += 1;
                    lines.push_back((count, Line { first, parent: number, ply }));
                }
            }
            ply += 1;
            next = tree.main_child(node);
        }
        if number == 0 {
            tag("movelist", &moves);
            comments.iter().for_each(|(ply, words)| tag(&format!("comment{ply}"), words));
        } else {
            tag(&format!("move_{}_{}_{number}", line.parent, line.ply), &moves);
            comments.iter().for_each(|(ply, words)| tag(&format!("comment{number}_{ply}"), words));
        }
    }
}

/// The text between two tags, with its line number.
type Text = (String, usize);

/// The tags of one game that are not facts.
#[derive(Default)]
struct Parts {
    binit: Option<Text>,
    fen: Option<String>,
    reason: Option<Reason>,
    rule: Option<xiangqi::Rule>,
    main: Text,
    /// By their numbers: the line left, the move replaced, the moves.
    variations: BTreeMap<usize, (usize, usize, Text)>,
    /// Moves and comments by line number.
    comments: BTreeMap<usize, Vec<(usize, Text)>>,
}

/// Reads one game; it ends with `[/DhtmlXQ]` or where the next begins.
fn read_game(cursor: &mut Cursor<'_>, is_page: bool) -> Result<Record, UnreadableRecord> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Xiangqi)));
    let mut parts = Parts::default();
    let mut begun = false;
    loop {
        cursor.pass_until(|c| c == '[');
        let rest = cursor.rest();
        if rest.is_empty() {
            break;
        } else if rest.starts_with("[/DhtmlXQ]") {
            cursor.pass("[/DhtmlXQ]".len());
            if begun {
                break;
            }
        } else if rest.starts_with("[DhtmlXQ]") && begun {
            break;
        } else if rest.starts_with(OPEN) {
            begun |= read_tag(cursor, is_page, &mut record, &mut parts);
        } else {
            cursor.bump();
        }
    }
    let Parts { binit, fen, reason, rule, main, variations, comments } = parts;
    let lines = push_lines(&mut record, &main, variations);
    push_comments(&mut record, &lines, comments);
    let first_move = record.tree.main_moves().next();
    record.header.setup = match (fen, binit) {
        (Some(fen), _) => Setup::Xiangqi { start: read_fen(fen.trim())? },
        (None, Some((text, line))) => match read_diagram(&text) {
            Some(diagram) => diagram::start(diagram::board(&diagram), first_move, None)?,
            None => {
                record.fault(line, "the start is not 64 digits; the usual one is taken");
                Setup::usual(GameKind::Xiangqi)
            }
        },
        (None, None) => Setup::usual(GameKind::Xiangqi),
    };
    let header = &mut record.header;
    header.names_rule = rule.is_some();
    if let (Setup::Xiangqi { start }, Some(rule)) = (&header.setup, rule) {
        header.setup = Setup::Xiangqi { start: start.under(rule) };
    }
    if let (Some(outcome), Some(reason)) = (&mut header.outcome, reason) {
        outcome.reason = reason;
    }
    // The site shows these names, and leaves the fields of the players empty.
    for (field, name) in [("redname", &mut header.names.first), ("blackname", &mut header.names.second)] {
        let at = header
            .tags
            .iter()
            .position(|(tag, value)| tag.eq_ignore_ascii_case(field) && (name.is_empty() || value == name));
        if let Some(at) = at {
            *name = header.tags.remove(at).1;
        }
    }
    Ok(record)
}

fn read_diagram(text: &str) -> Option<PieceList> {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    let digits: [u8; 64] = digits.try_into().ok()?;
    Some(std::array::from_fn(|piece| Square::at(digits[2 * piece], 9 - digits[2 * piece + 1])))
}

/// Reads `[DhtmlXQ_name]value[/DhtmlXQ_name]`; programs are careless about the closing name. Returns whether the tag is
/// one of a game: a frame around the game has the program's own before it.
fn read_tag(cursor: &mut Cursor<'_>, is_page: bool, record: &mut Record, parts: &mut Parts) -> bool {
    let line = cursor.line();
    cursor.pass(OPEN.len());
    let written = cursor.pass_until(|c| c == ']' || c == '\n');
    let name = written.to_ascii_lowercase();
    cursor.bump();
    let mut value = String::new();
    loop {
        value.push_str(cursor.pass_until(|c| c == '['));
        let rest = cursor.rest();
        if rest.starts_with(CLOSE) {
            cursor.pass_until(|c| c == ']' || c == '\n');
            cursor.bump();
            break;
        } else if rest.is_empty() || rest.starts_with(OPEN) {
            record.fault(line, format!("the tag '{}' is not closed", shown(&name)));
            break;
        }
        value.extend(cursor.bump());
    }
    if is_page {
        value = plain(&value);
    }
    let text = || value.replace("||", "\n").trim().to_owned();
    let header = &mut record.header;
    match name.as_str() {
        "binit" => parts.binit = Some((value, line)),
        "fen" => parts.fen = Some(value).filter(|fen| !fen.trim().is_empty()),
        "movelist" => parts.main = (value, line),
        "red" => header.names.first = text(),
        "black" => header.names.second = text(),
        "date" => header.date = text(),
        "result" => {
            header.outcome = result::with_reason(value.trim(), header).or_else(|| reds_result(value.trim()));
            if header.outcome.is_none() && !matches!(value.trim(), "" | "*" | "未知" | "未知结果") {
                record.fault(line, format!("the result '{}' is not understood", shown(&value)));
            }
        }
        "termination" => parts.reason = Some(result::note_termination(header, &text())),
        "rule" => match text().parse() {
            Ok(rule) => parts.rule = Some(rule),
            Err(_) if text().is_empty() => {}
            Err(_) => header.tags.push(("Rule".to_owned(), text())),
        },
        _ => {
            if let Some(numbers) = name.strip_prefix("move_") {
                match numbers.split('_').map(str::parse).collect::<Result<Vec<usize>, _>>().as_deref() {
                    // Some programs write the main line as line 0 of itself.
                    Ok(&[_, 0 | 1, 0]) if parts.main.0.is_empty() => parts.main = (value, line),
                    Ok(&[parent, ply, number]) if number > 0 => {
                        parts.variations.insert(number, (parent, ply, (value, line)));
                    }
                    _ => record.fault(line, format!("'{}' names no variation", shown(&name))),
                }
            } else if let Some(numbers) = name.strip_prefix("comment") {
                let (number, ply) = numbers.split_once('_').unwrap_or(("0", numbers));
                match (number.parse(), ply.parse()) {
                    (Ok(number), Ok(ply)) => {
                        parts.comments.entry(number).or_default().push((ply, (text(), line)));
                    }
                    _ => record.fault(line, format!("'{}' names no move", shown(&name))),
                }
            } else if !TECHNICAL.contains(&name.as_str()) && !value.trim().is_empty() {
                let ours = FACTS.iter().find(|(theirs, _)| *theirs == name).map_or(written, |(_, ours)| ours);
                header.tags.push((ours.to_owned(), text()));
            }
        }
    }
    !TECHNICAL.contains(&name.as_str())
}

/// The nodes of a line, and the number of the first one's move.
struct Nodes {
    first_ply: usize,
    nodes: Vec<NodeId>,
}

impl Nodes {
    /// Returns the node after move `ply`, also one before the line's first.
    fn after(&self, ply: usize, tree: &Tree) -> Option<NodeId> {
        match ply.checked_sub(self.first_ply) {
            Some(index) => self.nodes.get(index).copied(),
            None if ply + 1 == self.first_ply => match self.nodes.first() {
                Some(&first) => tree.parent(first),
                None => (ply == 0).then_some(Tree::ROOT),
            },
            None => None,
        }
    }
}

/// Hangs every line on the one it leaves.
fn push_lines(
    record: &mut Record,
    main: &Text,
    variations: BTreeMap<usize, (usize, usize, Text)>,
) -> BTreeMap<usize, Nodes> {
    let mut lines = BTreeMap::new();
    let nodes = push_moves(record, Tree::ROOT, main);
    lines.insert(0, Nodes { first_ply: 1, nodes });
    // Which lines leave which, in the order of their numbers; a line may stand before the one that it leaves.
    let mut leaving: BTreeMap<usize, Vec<(usize, usize, Text)>> = BTreeMap::new();
    for (number, (parent, ply, text)) in variations {
        leaving.entry(parent).or_default().push((number, ply, text));
    }
    let mut todo = VecDeque::from([0]);
    while let Some(parent) = todo.pop_front() {
        for (number, ply, text) in leaving.remove(&parent).unwrap_or_default() {
            let before =
                ply.checked_sub(1).and_then(|ply| lines.get(&parent).and_then(|line| line.after(ply, &record.tree)));
            match before.filter(|_| number != 0) {
                Some(before) => {
                    let nodes = push_moves(record, before, &text);
                    lines.insert(number, Nodes { first_ply: ply, nodes });
                    todo.push_back(number);
                }
                None => record.fault(
                    text.1,
                    format!("variation {number} replaces move {ply} of line {parent}, which is not there"),
                ),
            }
        }
    }
    for (parent, orphans) in leaving {
        for (number, _, text) in orphans {
            record.fault(text.1, format!("variation {number} leaves line {parent}, which is not there"));
        }
    }
    lines
}

/// Adds moves of four digits each.
fn push_moves(record: &mut Record, before: NodeId, (text, line): &Text) -> Vec<NodeId> {
    let digits: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let mut nodes = Vec::with_capacity(digits.len() / 4);
    let mut node = before;
    for (index, written) in digits.chunks(4).enumerate() {
        let digit = |place: usize| written.get(place).filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
        let square = |place: usize| Square::at(digit(place)?, 9 - digit(place + 1)?);
        let (Some(from), Some(to)) = (square(0), square(2)) else {
            let written = String::from_utf8_lossy(written);
            record.fault(*line, format!("'{}', number {} of its line, is no move", shown(&written), index + 1));
            break;
        };
        node = record.push(node, Move::new(from, to).to_string(), *line);
        nodes.push(node);
    }
    nodes
}

fn push_comments(record: &mut Record, lines: &BTreeMap<usize, Nodes>, comments: BTreeMap<usize, Vec<(usize, Text)>>) {
    for (number, comments) in comments {
        for (ply, (text, line)) in comments {
            match lines.get(&number).and_then(|nodes| nodes.after(ply, &record.tree)) {
                Some(node) => comment::read(&text, GameKind::Xiangqi, record.tree.note_mut(node)),
                None => {
                    record.fault(line, format!("the comment is on move {ply} of line {number}, which is not there"))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
