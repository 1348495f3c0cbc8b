//! A FEN inside a line of text: behind a label or none, with moves, a remark or the fields of a library behind it.

use super::{add_before, read_moves};
use crate::game::{GameKind, Refusal, Setup};
use crate::record::format::Record;
use crate::record::format::movetext::{self, MoveSection};
use crate::record::format::result;
use crate::record::{Header, Tree};

/// A position with the moves behind it: a FEN behind a label or none, `position fen … moves …` as in UCI, `startpos`.
pub(super) fn read(text: &str) -> Result<Option<(Record, usize)>, Refusal> {
    let begin = text.len() - text.trim_start().len();
    let first_line = text[begin..].lines().next().unwrap_or_default();
    let (head, moves) = first_line.split_once("moves").unwrap_or((first_line, ""));
    if begins_at_start(first_line) && head.trim_end().ends_with("startpos") {
        let setup = Setup::usual(GameKind::Xiangqi);
        return read_moves(text, begin + first_line.len() - moves.len(), |_| Ok(setup.clone()));
    }
    let Some((at, line)) = placement(text) else { return Ok(None) };
    // A quote before the FEN may close behind the last move.
    let text = if text[..at].ends_with('"') { text.trim_end().trim_end_matches('"') } else { text };
    let line = &line[..line.len().min(text.len() - at)];
    let before = without_label(&text[..at]);
    // An address with a FEN in it.
    let before = before.trim_end_matches('?');
    // A line of a result in words, 红先胜, is the task of the position.
    let others: Vec<&str> = before.lines().filter(|line| result::alone(line).is_none()).collect();
    if movetext::begins_moves(&others.join("\n")) {
        return Ok(None);
    }
    let (fen, behind) = split_fen(line);
    let start = |section| Ok(Setup::Xiangqi { start: movetext::start(fen, section)? });
    let remark = behind.trim_start().strip_prefix(REMARK);
    let behind = behind.trim_start().trim_start_matches("moves");
    let moves_at = if remark.is_some() || behind.is_empty() { at + line.len() } else { offset_in(text, behind) };
    let (mut record, end) = match read_moves(text, moves_at, start)? {
        Some(found) => found,
        None => {
            let setup = start(MoveSection::default())?;
            let mut record = Record::new(Header { names_rule: false, ..Header::new(setup) });
            let is_position = |line: &&str| placement(line).is_some();
            let (others, words): (Vec<&str>, Vec<&str>) = text[moves_at..].lines().partition(is_position);
            if let Some(other) = others.first() {
                let before = &text[..offset_in(text, other)];
                let positions = if others.len() == 1 { "position is" } else { "positions are" };
                let line = before.matches('\n').count() + 1;
                record.fault(line, format!("{} more {positions} not read", others.len()));
            }
            record.tree.note_mut(Tree::ROOT).add_comment(words.join("\n").trim());
            (record, text.len())
        }
    };
    if let Some(remark) = remark {
        let note = record.tree.note_mut(Tree::ROOT);
        let others = std::mem::replace(&mut note.comment, remark.trim().to_owned());
        note.add_comment(&others);
    }
    add_before(&mut record, before);
    Ok(Some((record, end)))
}

/// Words before a FEN, and before the moves behind it, that say nothing else.
pub(super) const LABELS: [&str; 19] = [
    "开局 Fen 串",
    "开始局面",
    "開始局面",
    "初始局面",
    "起始局面",
    "局面",
    "开局",
    "着法",
    "著法",
    "招法",
    "走法",
    "行棋",
    "棋谱",
    "position",
    "fen",
    "FEN",
    "Fen",
    "moves",
    "Moves",
];

/// What may stand between a label and what it is about.
pub(super) const AFTER_LABEL: [char; 11] = [':', '：', '=', '"', ' ', '\t', '\n', '\u{3000}', FIELD, ',', '，'];

/// The sign between title, FEN and moves in the libraries of ChessQ.
const FIELD: char = '|';

/// Signs between the fields of other lists.
pub(super) const COMMAS: [char; 2] = [',', '，'];

/// The sign before a remark on a position, as EPD has it.
const REMARK: char = ';';

/// Returns whether a line is UCI's for the usual start: `position startpos`.
pub(super) fn begins_at_start(line: &str) -> bool {
    line.trim_start().trim_start_matches("position").trim_start().starts_with("startpos")
}

/// Returns the byte of `text` at which `part`, a slice of it, begins.
pub(super) fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Finds the board of a FEN, at least five ranks in its letters; returns its place and the rest of its line.
pub(super) fn placement(text: &str) -> Option<(usize, &str)> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        for word in line.split(AFTER_LABEL) {
            let at = offset_in(line, word);
            let is_board = |c: char| c == '/' || c.is_ascii_digit() || "rnbakcpehgRNBAKCPEHG".contains(c);
            if word.matches('/').count() < 4 || word.starts_with('/') {
                continue;
            }
            // An address has underscores between the fields, some programs an empty hand behind the board, and EPD a remark.
            let board = word.split(['[', '_', REMARK]).next().unwrap_or_default();
            // A text that begins with a board is a FEN. A letter that no piece has is then named when it is refused.
            if board.chars().all(is_board) || text[..offset + at].trim().is_empty() {
                return Some((offset + at, line[at..].trim_end()));
            }
        }
        offset += line.len();
    }
    None
}

/// Splits a line that begins with a FEN into that and what follows. What is neither a field nor a move stays in the FEN,
/// which is refused then.
pub(super) fn split_fen(line: &str) -> (&str, &str) {
    let line = line.trim_end_matches('"');
    if let Some((fen, behind)) = line.split_once(FIELD).filter(|(fen, _)| !fen.contains(REMARK)) {
        return (fen.trim(), behind);
    }
    let fen = line.split_once("moves").map_or(line, |(fen, _)| fen);
    let behind = &line[fen.len()..];
    let is_border = |letter: char| letter.is_whitespace() || letter == '_';
    let fields = fen.split([REMARK, COMMAS[0], COMMAS[1]]).next().unwrap_or_default();
    let mut words = fields.split(is_border).filter(|word| !word.is_empty());
    let end = |word: &str| offset_in(line, word) + word.len();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut at = words.next().map_or(0, end);
    let mut numbers = 0;
    for (index, word) in words.enumerate() {
        let is_field = match word {
            _ if index == 0 => matches!(word, "w" | "W" | "b" | "B" | "r" | "R"),
            // Unknown counters, too.
            "-" => numbers == 0 && index <= 4,
            _ => is_number(word) && numbers < 2,
        };
        if !is_field {
            break;
        }
        numbers += usize::from(is_number(word));
        at = end(word);
    }
    let rest = line[at..fen.len()].trim();
    if rest.is_empty() {
        (fen.trim(), behind)
    } else if rest.starts_with(COMMAS) {
        (&line[..at], line[at..].trim_start().trim_start_matches(COMMAS))
    } else if rest.starts_with(REMARK) || movetext::begins_moves(rest) {
        (&line[..at], &line[at..])
    } else {
        (fen.trim(), behind)
    }
}

/// Returns what stands before a position, without its label.
pub(super) fn without_label(before: &str) -> &str {
    let mut before = before.trim().trim_end_matches(AFTER_LABEL);
    // `position fen` has two.
    while let Some(bare) = LABELS.iter().find_map(|label| before.strip_suffix(label)) {
        before = bare.trim_end_matches(AFTER_LABEL);
    }
    before
}
