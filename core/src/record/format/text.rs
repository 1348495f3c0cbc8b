//! Plain text: a FEN, or moves one after the other, with or without numbers.

use std::collections::HashSet;

use super::encoding::decode;
use super::{Codec, Record, UnreadableRecord};
use crate::game::{GameKind, Refusal, Setup};
use crate::record::{Header, Tree};
use crate::xiangqi;

/// A FEN, or moves one after the other, each in any notation.
pub struct Text;

/// What separates Gomoku points.
const SEPARATORS: [char; 5] = [' ', '\t', ',', ';', '\r'];

impl Codec for Text {
    fn name(&self) -> &'static str {
        "txt"
    }

    fn sniff(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, bytes: &[u8]) -> Result<Record, UnreadableRecord> {
        let text = decode(bytes);
        if text.trim().is_empty() {
            return Err(UnreadableRecord::Unknown);
        }
        match fen(&text)? {
            Some(record) => Ok(record),
            None => points(&text).or_else(|| xiangqi_moves(&text)).ok_or(UnreadableRecord::Unknown),
        }
    }

    /// Writes the start, if it is not the usual one, and the main line.
    fn write(&self, header: &Header, tree: &Tree) -> Vec<u8> {
        let mut text = header.setup.start_fen().map_or_else(String::new, |fen| fen + "\n");
        text.push_str(&tree.main_moves().collect::<Vec<_>>().join(" "));
        text.push('\n');
        text.into_bytes()
    }
}

/// A FEN has nine slashes between its ten ranks; moves may follow it on later lines.
fn fen(text: &str) -> Result<Option<Record>, Refusal> {
    let Some(line) = text.trim_start().lines().next() else { return Ok(None) };
    if line.split_whitespace().next().is_none_or(|placement| placement.matches('/').count() < 4) {
        return Ok(None);
    }
    let start = line.trim().parse();
    let start = start.map_err(|why: xiangqi::FenError| Refusal { at: why.at(), ..Refusal::plain(why.code(), why) })?;
    let mut record = Record::new(Header::new(Setup::Xiangqi { rule: xiangqi::Rule::default(), start }), Tree::new());
    let skipped = text.lines().take_while(|line| line.trim().is_empty()).count() + 1;
    push_words(&mut record, text.lines().skip(skipped), skipped + 1);
    Ok(Some(record))
}

/// Gomoku points: every character belongs to a letter-number pair.
fn points(text: &str) -> Option<Record> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Gomoku)), Tree::new());
    let mut node = Tree::ROOT;
    // `h2e2` reads as two points as well; in a game of Gomoku no point is played twice and no row is 0.
    let mut played = HashSet::new();
    for (index, line) in text.lines().enumerate() {
        let lower = line.to_ascii_lowercase();
        let mut rest = lower.trim_start_matches(SEPARATORS);
        while !rest.is_empty() {
            rest.chars().next().filter(char::is_ascii_lowercase)?;
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            let point = &rest[..=digits];
            if digits == 0 || digits > 2 || point[1..] == *"0" || !played.insert(point.to_owned()) {
                return None;
            }
            node = record.push(node, point, index + 1);
            rest = rest[1 + digits..].trim_start_matches(SEPARATORS);
        }
    }
    let is_pair =
        |word: &str| word.len() == 4 && word.as_bytes()[1].is_ascii_digit() && word.as_bytes()[3].is_ascii_digit();
    (!record.tree.is_empty() && !text.split_whitespace().all(is_pair)).then_some(record)
}

/// Xiangqi moves: at least half of the words look like one.
fn xiangqi_moves(text: &str) -> Option<Record> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Xiangqi)), Tree::new());
    push_words(&mut record, text.lines(), 1);
    let count = record.tree.len();
    let likely = record.tree.main_moves().filter(|mv| looks_like_a_move(mv)).count();
    (count > 0 && likely * 2 > count).then_some(record)
}

fn looks_like_a_move(word: &str) -> bool {
    let chars: Vec<char> = word.chars().collect();
    let chinese = chars.len() == 4 && chars.iter().any(|c| "进進退平上下".contains(*c));
    let plain: String = word.chars().filter(|c| *c != '-').collect();
    let bytes = plain.as_bytes();
    let coordinates = bytes.len() == 4
        && bytes[0].is_ascii_alphabetic()
        && bytes[1].is_ascii_digit()
        && bytes[2].is_ascii_alphabetic()
        && bytes[3].is_ascii_digit();
    let wxf = chars.len() == 4 && word.is_ascii() && chars.iter().any(|c| "+-=.".contains(*c));
    chinese || coordinates || wxf
}

fn push_words<'a>(record: &mut Record, lines: impl Iterator<Item = &'a str>, first_line: usize) {
    let mut node = Tree::ROOT;
    for (index, line) in lines.enumerate() {
        for word in line.split([' ', '\t', '\r', ',', '，', '\u{3000}']) {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let word = match word[digits..].chars().next() {
                Some('.' | '、' | '．') => word[digits..].trim_start_matches(['.', '、', '．']),
                None => "",
                _ => word,
            };
            if !word.is_empty() {
                node = record.push(node, word, first_line + index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, kind: GameKind, moves: &[&str]) {
        let record = Text.read(text.as_bytes()).expect("it is a record");
        assert_eq!(record.header.setup.kind(), kind);
        assert_eq!(record.tree.main_moves().collect::<Vec<_>>(), moves);
    }

    #[test]
    fn the_kinds_of_plain_text_are_told_apart() {
        check("h8 i9 j10", GameKind::Gomoku, &["h8", "i9", "j10"]);
        check("H8I9\nj10h7", GameKind::Gomoku, &["h8", "i9", "j10", "h7"]);
        check("h2e2 h9g7", GameKind::Xiangqi, &["h2e2", "h9g7"]);
        check("1. 炮二平五 马8进7", GameKind::Xiangqi, &["炮二平五", "马8进7"]);
        check("C2=5 h8+7", GameKind::Xiangqi, &["C2=5", "h8+7"]);
        check("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1\nd0d1", GameKind::Xiangqi, &["d0d1"]);
        for nothing in ["", "  \n", "hello there, friend", "a99999", "🀄"] {
            assert_eq!(Text.read(nothing.as_bytes()), Err(UnreadableRecord::Unknown), "{nothing:?}");
        }
    }
}
