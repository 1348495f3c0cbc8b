//! Portable game notation as Xiangqi uses it: tags, moves in Chinese, WXF or ICCS, comments in braces, variations in
//! parentheses (S. J. Edwards's PGN standard of 1994; tag names as the Chinese programs write them).

use std::fmt::Write;

use super::{Fault, RawGame, RawMove};
use crate::base::{Outcome, Reason, Side};
use crate::record::{GameKind, GameTree, Header, NodeId, XIANGQI_RULE};

/// Reads a PGN; what cannot be used becomes a fault.
#[must_use]
pub fn read(text: &str) -> RawGame {
    let mut game =
        RawGame { header: Header::new(GameKind::Xiangqi, XIANGQI_RULE), tree: GameTree::new(), faults: Vec::new() };
    let mut result = None;
    let mut reason = None;
    let mut rest = text;
    let mut line = 1;
    loop {
        let trimmed = rest.trim_start();
        line += newlines(&rest[..rest.len() - trimmed.len()]);
        rest = trimmed;
        if !rest.starts_with('[') {
            break;
        }
        let end = rest.find('\n').unwrap_or(rest.len());
        match tag(&rest[..end]) {
            Some((name, value)) => match name {
                "Red" | "White" => game.header.names.first = value,
                "Black" => game.header.names.second = value,
                "Date" => game.header.date = value,
                "FEN" => game.header.start = Some(value),
                "Result" => result = winner(&value),
                "Termination" => reason = Reason::from_code(&value),
                _ => {}
            },
            None => {
                game.faults.push(Fault { line, message: format!("the tag '{}' is not closed", rest[..end].trim()) })
            }
        }
        rest = &rest[end..];
    }
    let told = read_moves(rest, line, &mut game);
    game.header.outcome =
        result.or(told).map(|winner| Outcome { winner, reason: reason.unwrap_or(guess_reason(winner)) });
    game
}

/// Writes a game whose moves are already in ICCS form.
#[must_use]
pub fn write(header: &Header, tree: &GameTree<String>) -> String {
    let mut out = String::new();
    let result = header.outcome.map_or("*", Outcome::score_text);
    let mut tags = vec![
        ("Game", "Chinese Chess".to_owned()),
        ("Event", "Duiyi".to_owned()),
        ("Date", if header.date.is_empty() { "????.??.??".to_owned() } else { header.date.clone() }),
        ("Red", header.names.first.clone()),
        ("Black", header.names.second.clone()),
        ("Result", result.to_owned()),
    ];
    if let Some(outcome) = header.outcome {
        tags.push(("Termination", outcome.reason.code().to_owned()));
    }
    if let Some(fen) = &header.start {
        tags.push(("FEN", fen.clone()));
    }
    tags.push(("Format", "ICCS".to_owned()));
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        writeln!(out, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
    }
    let black_first = header.start.as_deref().is_some_and(|fen| fen.split_whitespace().nth(1) == Some("b"));
    let mut words = Vec::new();
    write_comment(tree.comment(GameTree::<String>::ROOT), &mut words);
    write_line(tree, GameTree::<String>::ROOT, usize::from(black_first), true, &mut words);
    words.push(result.to_owned());
    out.push('\n');
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
        out.push_str(&word);
    }
    out.push('\n');
    out
}

/// Writes the moves after `from`, each with its variations behind it. A loop along the main line, so that a long game
/// needs no deep stack; only variations recurse.
fn write_line(tree: &GameTree<String>, from: NodeId, ply: usize, mut numbered: bool, words: &mut Vec<String>) {
    let (mut from, mut ply) = (from, ply);
    while let Some((&main, others)) = tree.children(from).split_first() {
        write_move(tree, main, ply, numbered, words);
        numbered = !tree.comment(main).is_empty();
        for &other in others {
            words.push("(".to_owned());
            write_move(tree, other, ply, true, words);
            write_line(tree, other, ply + 1, !tree.comment(other).is_empty(), words);
            words.push(")".to_owned());
            numbered = true;
        }
        (from, ply) = (main, ply + 1);
    }
}

fn write_move(tree: &GameTree<String>, node: NodeId, ply: usize, numbered: bool, words: &mut Vec<String>) {
    if ply.is_multiple_of(2) {
        words.push(format!("{}.", ply / 2 + 1));
    } else if numbered {
        words.push(format!("{}...", ply / 2 + 1));
    }
    words.push(tree.mv(node).expect("only the root has no move").clone());
    write_comment(tree.comment(node), words);
}

/// A brace cannot stand inside a comment, so it is written as a parenthesis.
fn write_comment(comment: &str, words: &mut Vec<String>) {
    if !comment.is_empty() {
        words.push(format!("{{{}}}", comment.replace('{', "(").replace('}', ")")));
    }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
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
fn read_moves(text: &str, first_line: usize, game: &mut RawGame) -> Option<Option<Side>> {
    let mut node = GameTree::<RawMove>::ROOT;
    // Where to return to after each open variation.
    let mut open: Vec<NodeId> = Vec::new();
    let mut result = None;
    let mut line = first_line;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '\n' => {
                line += 1;
                1
            }
            _ if c.is_whitespace() => c.len_utf8(),
            '{' => {
                let end = rest.find('}');
                let comment = &rest[1..end.unwrap_or(rest.len())];
                if end.is_none() {
                    game.faults.push(Fault { line, message: "the comment that begins here is not closed".to_owned() });
                }
                game.tree.add_comment(node, comment.trim());
                line += newlines(comment);
                end.map_or(rest.len(), |end| end + 1)
            }
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                open.push(node);
                match game.tree.parent(node) {
                    Some(parent) => node = parent,
                    None => {
                        game.faults.push(Fault { line, message: "a variation stands before the first move".to_owned() })
                    }
                }
                1
            }
            ')' => {
                match open.pop() {
                    Some(before) => node = before,
                    None => game.faults.push(Fault { line, message: "a ')' closes nothing".to_owned() }),
                }
                1
            }
            _ => {
                let end = rest
                    .find(|c: char| c.is_whitespace() || "{}();".contains(c))
                    .unwrap_or(rest.len())
                    .max(c.len_utf8());
                let word = &rest[..end];
                if let Some(told) = winner(word) {
                    if open.is_empty() {
                        result = Some(told);
                    }
                } else if let Some(mv) = move_text(word) {
                    node = game.tree.push(node, RawMove { text: mv.to_owned(), line });
                }
                end
            }
        };
        rest = &rest[length..];
    }
    if !open.is_empty() {
        game.faults.push(Fault { line, message: "a variation is not closed".to_owned() });
    }
    result
}

/// Takes the move out of a word such as `12.炮二平五`, `3...`, `$1` or `*`.
fn move_text(word: &str) -> Option<&str> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let word = match word[digits..].chars().next() {
        Some('.' | '．' | '、') => word[digits..].trim_start_matches(['.', '．', '、']),
        None => "",
        _ => word,
    };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty() && !word.starts_with('$') && word != "*").then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &RawGame) -> Vec<&str> {
        game.tree.main_moves().map(|mv| mv.text.as_str()).collect()
    }

    #[test]
    fn a_chinese_game_is_read() {
        let game = read(
            "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Black \"乙 \\\"丙\\\"\"]\n[Result \"1-0\"]\n\n\
             1. 炮二平五 {当头炮} 马8进7\n2.马二进三 (2. 兵七进一 卒7进1) 车9平8 1-0\n",
        );
        assert_eq!(game.faults, []);
        assert_eq!(moves(&game), ["炮二平五", "马8进7", "马二进三", "车9平8"]);
        assert_eq!(game.header.names.second, "乙 \"丙\"");
        assert_eq!(game.header.outcome, Some(Outcome::win(Side::First, Reason::Resignation)));
        let first = game.tree.main_line().next().expect("it has moves");
        assert_eq!(game.tree.comment(first), "当头炮");
        assert_eq!(game.tree.len(), 6);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut header = Header::new(GameKind::Xiangqi, XIANGQI_RULE);
        header.names.first = "a \"b\" \\c".to_owned();
        header.date = "2026.11.21".to_owned();
        header.start = Some("4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1".to_owned());
        header.outcome = Some(Outcome::draw(Reason::Repetition));
        let mut tree = GameTree::new();
        let a = tree.push(GameTree::<String>::ROOT, "E9-E8".to_owned());
        let b = tree.push(a, "E1-D2".to_owned());
        let x = tree.push(a, "E1-F2".to_owned());
        tree.push(x, "E8-E9".to_owned());
        tree.push(b, "E8-E7".to_owned());
        tree.add_comment(a, "a move");
        let read = read(&write(&header, &tree));
        assert_eq!(read.faults, []);
        assert_eq!(read.header, header);
        let again: Vec<_> = read.tree.main_moves().map(|mv| mv.text.clone()).collect();
        assert_eq!(again, ["E9-E8", "E1-D2", "E8-E7"]);
        assert_eq!(read.tree.len(), tree.len());
        assert_eq!(read.tree.children(a).len(), 2);
    }

    #[test]
    fn broken_text_is_a_fault_with_its_line() {
        let game = read("[Red \"x]\n\n1. H2-E2 {never closed\n H9-G7");
        assert_eq!(game.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(moves(&game), ["H2-E2"]);
        assert_eq!(read(") ( ( } {").faults.len(), 5);
    }
}
