//! A FEN inside a line of text: behind a label or none, with moves, a remark or the fields of a library behind it.

use super::movetext;

/// Words before a FEN, and before the moves behind it, that say nothing else.
pub const LABELS: [&str; 18] = [
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
pub const AFTER_LABEL: [char; 9] = [':', '：', '=', '"', ' ', '\t', '\n', '\u{3000}', FIELD];

/// The sign between title, FEN and moves in the libraries of ChessQ.
const FIELD: char = '|';

/// Returns the byte of `text` at which `part`, a slice of it, begins.
pub fn offset_in(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Finds the board of a FEN, at least five ranks in its letters; returns its place and the rest of its line.
pub fn placement(text: &str) -> Option<(usize, &str)> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        for word in line.split(AFTER_LABEL) {
            let at = offset_in(line, word);
            let is_board = |c: char| c == '/' || c.is_ascii_digit() || "rnbakcpehgRNBAKCPEHG".contains(c);
            if word.matches('/').count() < 4 || word.starts_with('/') {
                continue;
            }
            // An address has underscores between the fields, and some programs an empty hand behind the board.
            let board = word.split(['[', '_']).next().unwrap_or_default();
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
pub fn split_fen(line: &str) -> (&str, &str) {
    let line = line.trim_end_matches('"');
    if let Some((fen, behind)) = line.split_once(FIELD) {
        return (fen.trim(), behind);
    }
    let fen = line.split_once("moves").map_or(line, |(fen, _)| fen);
    let behind = &line[fen.len()..];
    let is_border = |letter: char| letter.is_whitespace() || letter == '_';
    let mut words = fen.split(is_border).filter(|word| !word.is_empty());
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
    } else if rest.starts_with(';') || movetext::begins_moves(rest) {
        (&line[..at], &line[at..])
    } else {
        (fen.trim(), behind)
    }
}
