//! The words of a text of moves: numbers, moves with or without blanks between them, signs behind a move.

use super::result;
use crate::record::note::Glyph;
use crate::xiangqi::notation::{algebraic, is_vietnamese};

/// The characters of signs such as `!?`.
pub const SIGNS: [char; 2] = ['!', '?'];

/// The dots behind a number.
const DOTS: [char; 4] = ['.', '．', '、', '…'];

/// The signs of the Chess Informant for a position or a move, with their glyphs (PGN standard, section 10, and its
/// later numbers); a sign that another one ends with stands behind that.
const ASSESSMENTS: [(&str, u8); 34] = [
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
    ("+/−", 16),
    ("−/+", 17),
    ("=∞", 44),
    ("+=", 14),
    ("=+", 15),
    ("+-", 18),
    ("-+", 19),
    ("+−", 18),
    ("−+", 19),
    ("+–", 18),
    ("–+", 19),
    ("=", 10),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("∞", 13),
    ("□", 7),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("N", 146),
    ("D", 220),
];

/// Signs of a check or a mate, which the moves show.
const CHECKS: [&str; 3] = ["+", "++", "#"];

/// Returns whether a word says only that the move before it gives check.
#[must_use]
pub fn is_check(word: &str) -> bool {
    CHECKS.contains(&word)
}

/// Splits an assessment off a move, `h2e2±`, or finds one alone.
#[must_use]
pub fn split_assessment(word: &str) -> (&str, Option<Glyph>) {
    let found = ASSESSMENTS.iter().find_map(|&(sign, number)| Some((word.strip_suffix(sign)?, Glyph(number))));
    match found {
        Some((mv, glyph)) if mv.is_empty() || !has_form_of_move(word) && has_form_of_move(mv) => (mv, Some(glyph)),
        _ => (word, None),
    }
}

/// Returns the text after a move number or dots; `None` if the word begins with neither.
#[must_use]
pub fn behind_number(word: &str) -> Option<&str> {
    // `15.4` is a pawn's move with the dot of PlayOK, the first pawn of file 5.
    let is_pawn = matches!(word.trim_end_matches(SIGNS).as_bytes(), [b'1'..=b'5', b'1'..=b'9', b'.', b'1'..=b'9']);
    let is_half_point = || word.starts_with("0.5") && result::outcome(word).is_some();
    if is_pawn || is_half_point() {
        return None;
    }
    let digits = word.trim_start_matches(is_digit);
    let behind = digits.trim_start_matches(DOTS);
    let is_number = behind.len() < digits.len() || digits.is_empty() && !word.is_empty();
    is_number.then_some(behind)
}

/// Returns whether a word is the number of a move or dots, without a move behind it.
#[must_use]
pub fn is_number(word: &str) -> bool {
    behind_number(word) == Some("")
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c)
}

/// Returns the length of the square that a text begins with: the letter of a file, then a digit or a tenth rank.
fn square_bytes(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'a'..=b'i' | b'A'..=b'I', b'1', b'0', ..] => Some(3),
        [b'a'..=b'i' | b'A'..=b'I', b'0'..=b'9', ..] => Some(2),
        _ => None,
    }
}

/// Returns the length of the move that a text begins with, in the notations whose moves show where they end.
fn move_bytes(text: &str) -> Option<usize> {
    let mut chars = text.chars();
    let four = [chars.next()?, chars.next()?, chars.next()?, chars.next()?];
    let bytes = text.len() - chars.as_str().len();
    if "进進退平上下".contains(four[2]) {
        return four.into_iter().all(char::is_alphanumeric).then_some(bytes);
    }
    let squares = || {
        let from = square_bytes(text)?;
        let dash = usize::from(text[from..].starts_with('-'));
        Some(from + dash + square_bytes(&text[from + dash..])?)
    };
    let is_wxf = || {
        let [piece, file, sign, number] = four.map(|c| narrow_char(c).unwrap_or(c));
        let is_piece = [piece, file].into_iter().all(|c| c.is_ascii_alphanumeric() || "+-=.".contains(c))
            && (piece.is_ascii_alphabetic() || file.is_ascii_alphabetic());
        is_piece && "+-=.".contains(sign) && matches!(number, '1'..='9')
    };
    squares().or_else(|| is_wxf().then_some(bytes))
}

/// Returns what follows a number and its dots at the start of a text that goes on behind a move.
fn behind_glued_number(text: &str) -> &str {
    let digits = text.trim_start_matches(is_digit);
    let behind = digits.trim_start_matches(DOTS);
    if behind.len() < digits.len() { behind } else { text }
}

/// Returns whether a word is of moves with numbers, signs at its end or a result behind them, and of more than one such
/// part: `炮二平五马8进7`, `h2e2h9g72.h0g2`, `将6退11-0`.
fn is_run(word: &str) -> bool {
    let word = word.trim_end_matches(SIGNS);
    let mut rest = word;
    let mut parts = 0;
    while let Some(bytes) = move_bytes(rest) {
        let behind = behind_glued_number(&rest[bytes..]);
        parts += if behind.len() < rest.len() - bytes { 2 } else { 1 };
        rest = behind;
    }
    match rest {
        "" => parts > 1,
        rest => parts > 0 && (rest == "*" || result::outcome(rest).is_some()),
    }
}

/// Returns the length of the first move with its signs, where another one follows the signs: `H0-H6?!G6-G5`. Signs
/// alone belong to the move before.
fn signed_bytes(word: &str) -> usize {
    let Some(begin) = word.find(SIGNS) else { return word.len() };
    word[begin..].find(|c| !SIGNS.contains(&c)).map_or(word.len(), |end| begin + end)
}

/// Takes the moves with their signs, or what else stands behind a number, out of a word such as `12.炮二平五!`, `3...`, or
/// several moves without blanks between them.
pub fn moves_of(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    // The bytes behind the moves at hand that have no blanks between them.
    let mut behind_run = word.len();
    std::iter::from_fn(move || {
        if rest.len() <= behind_run {
            while let Some(behind) = behind_number(rest) {
                rest = behind;
            }
            let signed = signed_bytes(rest);
            behind_run = rest.len() - signed;
            if !is_run(&rest[..signed]) {
                let next;
                (next, rest) = rest.split_at(signed);
                return (!next.is_empty()).then_some(next);
            }
        }
        let run = &rest[..rest.len() - behind_run];
        let bytes = move_bytes(run).filter(|&bytes| !run[bytes..].starts_with(SIGNS)).unwrap_or(run.len());
        let next = &run[..bytes];
        rest = &rest[rest.len() - behind_run - behind_glued_number(&run[bytes..]).len()..];
        Some(next)
    })
}

/// Turns a word of letters, numbers and signs in full width into ASCII; `None` if another character is in it.
#[must_use]
pub fn narrow(word: &str) -> Option<String> {
    word.chars().map(narrow_char).collect()
}

/// Turns a character of full width into ASCII.
fn narrow_char(c: char) -> Option<char> {
    matches!(c, '！'..='～').then(|| char::from_u32(c as u32 - 0xFEE0)).flatten()
}

/// Returns whether a line is drawn to separate others.
#[must_use]
pub fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    line.chars().nth(4).is_some() && line.chars().all(|c| "-=_~─━—═－＝＿".contains(c))
}

/// Returns whether a word is in the form of a move of some notation.
#[must_use]
pub fn looks_like_a_move(word: &str) -> bool {
    match narrow(word).filter(|narrow| !narrow.is_empty()) {
        Some(narrow) => looks_like_a_move(&narrow),
        None => {
            let word = word.trim_end_matches(SIGNS);
            has_form_of_move(word) || split_assessment(word).1.is_some() && !split_assessment(word).0.is_empty()
        }
    }
}

fn has_form_of_move(word: &str) -> bool {
    let chars: Vec<char> = word.chars().take(6).collect();
    let chinese = chars.len() == 4 && "进進退平上下".contains(chars[2]);
    let bare: String = word.chars().filter(|&c| c != '-').take(7).collect();
    let from = square_bytes(&bare);
    let coordinates = from.is_some_and(|from| square_bytes(&bare[from..]) == Some(bare.len() - from));
    let wxf = matches!(chars[..], [_, _, sign, number] if "+-=.".contains(sign) && number.is_ascii_digit());
    chinese || coordinates || wxf && word.is_ascii() || is_vietnamese(word) || algebraic::names_piece(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_without_blanks_are_told_apart() {
        for (word, moves) in [
            ("1.兵七进一炮2平32.兵三进一", "兵七进一 炮2平3 兵三进一"),
            ("9.马二进三车2进410.炮八平九车2平8", "马二进三 车2进4 炮八平九 车2平8"),
            ("马８进７２．马二进三", "马８进７ 马二进三"),
            ("马8进72.", "马8进7"),
            ("1.h2e2h9g72.h0g2i9h9", "h2e2 h9g7 h0g2 i9h9"),
            ("9.h2g1h9g110.h1g1a0a1011.b2b10", "h2g1 h9g1 h1g1 a0a10 b2b10"),
            ("1.C2=5h8+72.H2+3r9=8", "C2=5 h8+7 H2+3 r9=8"),
            ("1.Ｃ２＝５Ｈ８＋７", "Ｃ２＝５ Ｈ８＋７"),
            ("1.H2-E2H9-G72.H0-G2", "H2-E2 H9-G7 H0-G2"),
            ("炮二平五…马8进7", "炮二平五 马8进7"),
            ("炮二平五马8进7?2.马二进三!车9平8", "炮二平五 马8进7? 马二进三! 车9平8"),
            ("将6退11-0", "将6退1 1-0"),
            ("兵一进一将6退1红胜", "兵一进一 将6退1 红胜"),
            ("h2e2h9g7*", "h2e2 h9g7 *"),
            // A pawn of PlayOK, a half point, and words that are none of moves alone.
            ("3.15.4", "15.4"),
            ("0.5-0.5", "0.5-0.5"),
            ("3.0.5-0.5", "0.5-0.5"),
            ("炮二平五马8进", "炮二平五马8进"),
            ("h2e2h9", "h2e2h9"),
            ("12...", ""),
        ] {
            assert_eq!(moves_of(word).collect::<Vec<_>>().join(" "), moves, "{word}");
        }
    }

    #[test]
    fn assessments_are_split_off_moves() {
        for (word, mv, glyph) in [
            ("±", "", Some(16)),
            ("h2e2+-", "h2e2", Some(18)),
            ("炮二平五⩲", "炮二平五", Some(14)),
            ("C2=5=", "C2=5", Some(10)),
            ("h0g2N", "h0g2", Some(146)),
            ("+=", "", Some(14)),
            ("C2+=", "C2+=", None),
            ("R+=5", "R+=5", None),
            ("JOHN", "JOHN", None),
            ("h2e2", "h2e2", None),
        ] {
            assert_eq!(split_assessment(word), (mv, glyph.map(Glyph)), "{word}");
        }
        assert!(looks_like_a_move("h2e2+-") && !looks_like_a_move("±") && looks_like_a_move("Ｃ２＝５"));
    }
}
