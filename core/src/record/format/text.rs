//! Plain text: a FEN, or moves one after the other, with or without numbers.

use super::{RawGame, RawMove};
use crate::record::{GameKind, GameTree, Header, XIANGQI_RULE};

/// Reads a FEN, Gomoku points (`h8 i9`, `h8i9`) or Xiangqi moves in any notation; `None` if it is nothing of the kind.
#[must_use]
pub fn read(text: &str) -> Option<RawGame> {
    if text.trim().is_empty() {
        return None;
    }
    fen(text).or_else(|| points(text)).or_else(|| xiangqi_moves(text))
}

/// A FEN has nine slashes between its ten ranks; moves may follow it on later lines.
fn fen(text: &str) -> Option<RawGame> {
    let line = text.trim_start().lines().next()?;
    let placement = line.split_whitespace().next()?;
    if placement.matches('/').count() < 4 {
        return None;
    }
    let mut header = Header::new(GameKind::Xiangqi, XIANGQI_RULE);
    header.start = Some(line.trim().to_owned());
    let skipped = text.lines().take_while(|line| line.trim().is_empty()).count() + 1;
    let mut tree = GameTree::new();
    push_words(&mut tree, text.lines().skip(skipped), skipped + 1);
    Some(RawGame { header, tree, faults: Vec::new() })
}

/// Gomoku points: every character belongs to a letter-number pair.
fn points(text: &str) -> Option<RawGame> {
    let mut tree = GameTree::new();
    let mut node = GameTree::<RawMove>::ROOT;
    for (index, line) in text.lines().enumerate() {
        let lower = line.to_ascii_lowercase();
        let mut rest = lower.trim_start_matches([' ', '\t', ',', ';']);
        while !rest.is_empty() {
            let column = rest.chars().next().filter(char::is_ascii_lowercase)?;
            let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 || digits > 2 {
                return None;
            }
            let text = format!("{column}{}", &rest[1..=digits]);
            node = tree.push(node, RawMove { text, line: index + 1 });
            rest = rest[1 + digits..].trim_start_matches([' ', '\t', ',', ';', '\r']);
        }
    }
    let moves: Vec<&str> = tree.main_moves().map(|mv| mv.text.as_str()).collect();
    // `h2e2` reads as two points as well; in a game of Gomoku no point is played twice and no row is 0.
    let distinct = moves.iter().enumerate().all(|(i, mv)| !moves[..i].contains(mv));
    let paired = text
        .split_whitespace()
        .all(|word| word.len() == 4 && word.as_bytes()[1].is_ascii_digit() && word.as_bytes()[3].is_ascii_digit());
    if moves.is_empty() || !distinct || moves.iter().any(|mv| mv.ends_with('0') && mv.len() == 2) || paired {
        return None;
    }
    let mut header = Header::new(GameKind::Gomoku, "freestyle");
    header.size = Some(15);
    Some(RawGame { header, tree, faults: Vec::new() })
}

/// Xiangqi moves: at least half of the words look like one.
fn xiangqi_moves(text: &str) -> Option<RawGame> {
    let mut tree = GameTree::new();
    push_words(&mut tree, text.lines(), 1);
    let count = tree.len();
    let likely = tree.main_moves().filter(|mv| looks_like_a_move(&mv.text)).count();
    (count > 0 && likely * 2 > count).then(|| RawGame {
        header: Header::new(GameKind::Xiangqi, XIANGQI_RULE),
        tree,
        faults: Vec::new(),
    })
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

fn push_words<'a>(tree: &mut GameTree<RawMove>, lines: impl Iterator<Item = &'a str>, first_line: usize) {
    let mut node = GameTree::<RawMove>::ROOT;
    for (index, line) in lines.enumerate() {
        for word in line.split([' ', '\t', '\r', ',', '，', '\u{3000}']) {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let word = match word[digits..].chars().next() {
                Some('.' | '、' | '．') => word[digits..].trim_start_matches(['.', '、', '．']),
                None => "",
                _ => word,
            };
            if !word.is_empty() {
                node = tree.push(node, RawMove { text: word.to_owned(), line: first_line + index });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, kind: GameKind, moves: &[&str]) {
        let game = read(text).expect("it is a record");
        assert_eq!(game.header.kind, kind);
        assert_eq!(game.tree.main_moves().map(|mv| mv.text.as_str()).collect::<Vec<_>>(), moves);
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
            assert_eq!(read(nothing), None, "{nothing:?}");
        }
    }
}
