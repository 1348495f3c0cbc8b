//! The files of the World Xiangqi Federation's viewers and of PlayOK; they are read.
//!
//! ```text
//! FORMAT  WXF                a name, a tab, a value; players as `name ; rating ; title`
//! FEN     rheakaehr/9/… r    E and H for elephant and horse, or B and N
//! START{                     then the moves as `C2.5`
//! }END
//! ```

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::codec::{read_games, read_text};
use super::cursor::Cursor;
use super::encoding::{TextEncoding, decode};
use super::movetext::{self, MoveSection};
use super::record::shown;
use super::result;
use super::{Codec, Record, TakeRecord, UnreadableRecord, Unwritable, Written};
use crate::base::Reason;
use crate::game::{GameKind, Setup};
use crate::record::{Header, Tree};

/// The files of the federation.
pub struct WxfFile;

/// The name of the section of the moves.
const MOVES: &str = "START";

/// How much of a file is looked at for its first line.
const HEAD_BYTES: usize = 4096;

/// The facts of the head, with the names that other forms give them.
const FACTS: [(&str, &str); 8] = [
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("PLACE", "Site"),
    ("ROUND", "Round"),
    ("TITLE", "Title"),
    ("TIMECONTROL", "TimeControl"),
    ("OPENING", "Opening"),
    ("ANNOTATOR", "Annotator"),
];

impl Codec for WxfFile {
    fn name(&self) -> &'static str {
        "wxf"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(&bytes[..bytes.len().min(HEAD_BYTES)]);
        text.lines().any(|line| {
            let mut words = line.split_whitespace();
            words.next() == Some("FORMAT") && words.next() == Some("WXF") || opens(line) == Some(MOVES)
        })
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, |text| {
            let mut cursor = Cursor::new(text);
            let mut record = read_game(&mut cursor)?;
            if !cursor.rest().is_empty() {
                record.fault(cursor.line(), "the games behind the first one are not read");
            }
            Ok(record)
        })
    }

    fn holds_many(&self) -> bool {
        true
    }

    fn read_each_as(&self, bytes: &[u8], encoding: Option<TextEncoding>, take: TakeRecord<'_>) -> ControlFlow<()> {
        read_games(bytes, encoding, take, read_game, |cursor| !cursor.rest().is_empty())
    }

    fn write(&self, _: &Header, _: &Tree) -> Result<Written, Unwritable> {
        Err(Unwritable::ReadOnly { form: self.name() })
    }
}

/// Reads a game up to the first line of the next one, or to the end.
fn read_game(cursor: &mut Cursor<'_>) -> Result<Record, UnreadableRecord> {
    let header = Header { names_rule: false, ..Header::new(Setup::usual(GameKind::Xiangqi)) };
    let mut head = Head { record: Record::new(header), fen: None, reason: None, section: MoveSection::default() };
    let mut order = Order::default();
    loop {
        cursor.pass_space();
        let at = cursor.line();
        let rest = cursor.rest();
        let line = rest.lines().next().unwrap_or_default();
        if rest.is_empty() || order.ends_before(rest) {
            break;
        } else if let Some(name) = opens(line) {
            cursor.pass(name.len());
            cursor.pass_until(|c| c == '{');
            cursor.bump();
            let section = section(cursor.rest());
            if name == MOVES {
                order.has_moves = true;
                head.read_moves(cursor, section);
            } else {
                head.record.tree.note_mut(Tree::ROOT).add_comment(section.trim());
            }
            if section.len() == cursor.rest().len() {
                head.record.fault(at, format!("the section '{}' is not closed", shown(name)));
            }
            cursor.pass(section.len());
            // `}END`
            cursor.pass_until(|c| c == '\n');
        } else {
            cursor.pass_until(|c| c == '\n');
            order.facts.extend(known_fact(line));
            head.take(line, at);
        }
    }
    let Head { mut record, fen, reason, section } = head;
    if let Some(fen) = fen {
        record.header.setup = Setup::Xiangqi { start: movetext::start(&fen, section)? };
    }
    if let (Some(outcome), Some(reason)) = (&mut record.header.outcome, reason) {
        outcome.reason = reason;
    }
    Ok(record)
}

/// What has been read of a game, by which the next one is known.
#[derive(Default)]
struct Order<'a> {
    facts: BTreeSet<&'a str>,
    has_moves: bool,
    /// Whether other moves follow those of this game, without a `FORMAT` of their own; once that has been asked.
    is_followed: Option<bool>,
}

impl Order<'_> {
    /// Returns whether the line that `text` begins with is of another game. A game may have facts behind its moves, so
    /// a fact is of the next one if moves follow it before the next `FORMAT`, or if the game has that fact already.
    fn ends_before(&mut self, text: &str) -> bool {
        let line = text.lines().next().unwrap_or_default();
        let Some(fact) = known_fact(line) else { return self.has_moves && opens(line) == Some(MOVES) };
        let is_repeated = self.facts.contains(fact);
        let begins = |line: &&str| opens(line) == Some(MOVES) || known_fact(line) == Some(FORMAT);
        let next = || text.lines().find(begins).is_some_and(|line| opens(line).is_some());
        let mut is_followed = || *self.is_followed.get_or_insert_with(next);
        fact == FORMAT && is_repeated || self.has_moves && (is_repeated || is_followed())
    }
}

/// The fact with which a file begins.
const FORMAT: &str = "FORMAT";

/// Returns the name of the fact that a line begins with, if it is a usual one.
fn known_fact(line: &str) -> Option<&str> {
    let name = line.split_whitespace().next()?.trim_end_matches(':');
    let is_field = [FORMAT, "GAME", "RED", "BLACK", "RESULT", "TERMINATION", "REASON", "DATE", "FEN"].contains(&name);
    (is_field || FACTS.iter().any(|(fact, _)| *fact == name)).then_some(name)
}

/// Returns the name of the section that a line opens: `START{`.
fn opens(line: &str) -> Option<&str> {
    let (name, _) = line.trim_start().split_once('{')?;
    let name = name.trim_end();
    (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase())).then_some(name)
}

/// Returns the text up to the brace that closes the section; comments have braces of their own.
fn section(text: &str) -> &str {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return &text[..at],
            '}' => depth -= 1,
            _ => {}
        }
    }
    text
}

/// What has been read before the start is set up.
struct Head {
    record: Record,
    fen: Option<String>,
    reason: Option<Reason>,
    section: MoveSection,
}

impl Head {
    /// Reads the moves of a section, which begins at `cursor`.
    fn read_moves(&mut self, cursor: &Cursor<'_>, section: &str) {
        let mut moves = *cursor;
        (self.section, _) = moves.within(section.len(), |cursor| {
            let section = movetext::read(cursor, &mut self.record);
            if movetext::another_game(cursor) {
                cursor.pass_space();
                self.record.fault(cursor.line(), "the games behind the first one are not read");
            }
            section
        });
        self.record.header.outcome = self.section.outcome_or_stated(self.record.header.outcome);
    }

    /// Reads a line of the head.
    fn take(&mut self, line: &str, at: usize) {
        let (name, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim();
        let header = &mut self.record.header;
        match name.trim_end_matches(':') {
            "FORMAT" | "GAME" => {}
            "RED" => player(header, value, "Red"),
            "BLACK" => player(header, value, "Black"),
            "RESULT" => {
                let said = result::outcome(value);
                if said.is_none() && !matches!(value, "" | "*" | "?") {
                    let message = format!("the result '{}' is not understood", shown(value));
                    return self.record.fault(at, message);
                }
                header.outcome = said;
            }
            "TERMINATION" | "REASON" => self.reason = Some(result::note_termination(header, value)),
            "DATE" => {
                let (day, time) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
                header.date = day.replace(['-', '/'], ".");
                if !time.is_empty() {
                    header.tags.push(("Time".to_owned(), time.trim().to_owned()));
                }
            }
            "FEN" if !value.is_empty() => self.fen = Some(value.to_owned()),
            _ if value.is_empty() => {}
            key if !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase()) => {
                let ours = FACTS.iter().find(|(theirs, _)| *theirs == key).map_or(key, |(_, ours)| ours);
                header.tags.push((ours.to_owned(), value.to_owned()));
            }
            _ => self.record.tree.note_mut(Tree::ROOT).add_comment(line.trim()),
        }
    }
}

/// Reads `Ann ; 1500 ; GM`: a name, then a rating and a title in either order.
fn player(header: &mut Header, value: &str, side: &str) {
    let mut parts = value.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_owned();
    for part in parts.filter(|part| !part.is_empty()) {
        let fact = if part.bytes().all(|byte| byte.is_ascii_digit()) { "Elo" } else { "Title" };
        header.tags.push((format!("{side}{fact}"), part.to_owned()));
    }
    match side {
        "Red" => header.names.first = name,
        _ => header.names.second = name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Outcome, Side};

    #[test]
    fn a_file_is_read_with_its_facts() {
        let text = "FORMAT\tWXF\nGAME\t\nRED\tAnn ; 1500 ; GM ;\nBLACK\tBob;;;\nRESULT\t0-1\nDATE\t2020-02-25 12:00:00\n\
                    EVENT\tCup ; 5m\nFEN\t\trheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r\n\nSTART{\n \
                    1. C2.5 {central} h8+7   2. H2+3 r9.8\n }END\nCOMMENT{ seen }END\n";
        assert!(WxfFile.sniff(text.as_bytes()) && !WxfFile.sniff(b"1. C2.5 {central} h8+7"));
        let record = WxfFile.read(text.as_bytes()).expect("it can be set up");
        assert_eq!(record.faults(), []);
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), ["C2.5", "h8+7", "H2+3", "r9.8"]);
        let header = &record.header;
        assert_eq!((header.names.first.as_str(), header.names.second.as_str()), ("Ann", "Bob"));
        assert_eq!(header.date, "2020.02.25");
        assert_eq!(header.outcome, Some(Outcome::win(Side::Second, Reason::Unstated)));
        let tags: Vec<(&str, &str)> = header.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(tags, [("RedElo", "1500"), ("RedTitle", "GM"), ("Time", "12:00:00"), ("Event", "Cup ; 5m")]);
        assert_eq!(record.tree.note(Tree::ROOT).comment, "seen");
    }

    #[test]
    fn games_behind_each_other_are_kept_apart() {
        let head = |red: &str| format!("RED\t{red} ; 1500\nBLACK\tb\nRESULT\t1-0\n");
        let moves = "START{\n 1. C2.5 {x}\n }END\n";
        let comment = "COMMENT{ seen }END\nDATE\t2020-02-25\n";
        let each = |text: &str| {
            let mut games = Vec::new();
            let _ = WxfFile.read_each(text.as_bytes(), &mut |game| {
                let game = game.expect("it can be set up");
                assert_eq!(game.faults(), []);
                let comment = game.tree.note(Tree::ROOT).comment.clone();
                games.push(format!("{} {} {comment}", game.header.names.first, game.tree.len()));
                ControlFlow::Continue(())
            });
            games
        };
        let format = "FORMAT\tWXF\n";
        let three = [format, &head("a"), moves, comment, format, &head("c"), "\n", format, &head("d"), moves].concat();
        assert_eq!(each(&three), ["a 1 seen", "c 0 ", "d 1 "]);
        assert_eq!(each(&[moves, moves, &head("c"), moves].concat()), [" 1 ", " 1 ", "c 1 "]);
        // Facts behind the moves are of the game before them.
        assert_eq!(each(&[format, moves, comment, &head("a")].concat()), ["a 1 seen"]);
        let faults = WxfFile.read(three.as_bytes()).expect("it can be set up").faults();
        assert_eq!(faults[0].to_string(), "line 10: the games behind the first one are not read");
    }

    #[test]
    fn a_broken_file_keeps_its_moves() {
        let record = WxfFile.read(b"FORMAT WXF\nRESULT ?!\nSTART{ C2.5 h8+7").expect("the usual start");
        assert_eq!((record.tree.len(), record.faults().len()), (2, 2));
        assert!(WxfFile.read(b"FORMAT WXF\nFEN\t9/9 r\nSTART{ }END").is_err());
    }
}
