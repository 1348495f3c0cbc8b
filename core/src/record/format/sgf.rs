//! Smart game format for Gomoku and Renju (A. Hollosi, "SGF File Format FF[4]", game number 4).
//!
//! Written by hand rather than with a library because a record that breaks off must still give the moves before the
//! break, each fault with its line.

use std::fmt::Write;

use super::{Fault, RawGame, RawMove};
use crate::base::{Outcome, Reason, Side};
use crate::record::{GameKind, GameTree, Header, NodeId};

/// The board where a record names none.
const SIZE_DEFAULT: u8 = 15;

/// Reads the first game of an SGF collection; what cannot be used becomes a fault.
#[must_use]
pub fn read(text: &str) -> RawGame {
    let mut header = Header::new(GameKind::Gomoku, "freestyle");
    header.size = Some(SIZE_DEFAULT);
    let mut reader = Reader { text, at: 0, game: RawGame { header, tree: GameTree::new(), faults: Vec::new() } };
    reader.collection();
    reader.game
}

/// Writes a game whose moves are in the form `h8`.
#[must_use]
pub fn write(header: &Header, tree: &GameTree<String>) -> String {
    let size = header.size.unwrap_or(SIZE_DEFAULT);
    let mut out = format!("(;FF[4]GM[4]CA[UTF-8]AP[Duiyi]SZ[{size}]RU[{}]", escape(&header.rule));
    for (name, value) in
        [("PB", &header.names.first), ("PW", &header.names.second), ("DT", &header.date.replace('.', "-"))]
    {
        if !value.is_empty() {
            write!(out, "{name}[{}]", escape(value)).expect("writing to a string cannot fail");
        }
    }
    if let Some(outcome) = header.outcome {
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
        write!(out, "RE[{result}{how}]GC[reason: {}]", outcome.reason).expect("writing to a string cannot fail");
    }
    if !header.opening.is_empty() {
        write!(out, "ON[{}]", escape(&header.opening)).expect("writing to a string cannot fail");
    }
    write_comment(tree.comment(GameTree::<String>::ROOT), &mut out);
    write_line(tree, GameTree::<String>::ROOT, 0, size, &mut out);
    out.push_str(")\n");
    out
}

/// A loop along a line without branches; only variations recurse.
fn write_line(tree: &GameTree<String>, from: NodeId, ply: usize, size: u8, out: &mut String) {
    let (mut from, mut ply) = (from, ply);
    loop {
        match tree.children(from) {
            [] => return,
            [only] => {
                write_move(tree, *only, ply, size, out);
                (from, ply) = (*only, ply + 1);
            }
            several => {
                for &child in several {
                    out.push('(');
                    write_move(tree, child, ply, size, out);
                    write_line(tree, child, ply + 1, size, out);
                    out.push(')');
                }
                return;
            }
        }
    }
}

fn write_move(tree: &GameTree<String>, node: NodeId, ply: usize, size: u8, out: &mut String) {
    let colour = if ply.is_multiple_of(2) { 'B' } else { 'W' };
    let point = to_letters(tree.mv(node).expect("only the root has no move"), size).unwrap_or_default();
    if ply.is_multiple_of(10) {
        out.push('\n');
    }
    write!(out, ";{colour}[{point}]").expect("writing to a string cannot fail");
    write_comment(tree.comment(node), out);
}

fn write_comment(comment: &str, out: &mut String) {
    if !comment.is_empty() {
        write!(out, "C[{}]", escape(comment)).expect("writing to a string cannot fail");
    }
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// Turns `h8` into SGF's letters: column from the left, row from the top.
fn to_letters(point: &str, size: u8) -> Option<String> {
    let column = point.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u8 = point[1..].parse().ok()?;
    let from_top = size.checked_sub(row)?;
    Some(format!("{}{}", column as char, (b'a' + from_top) as char))
}

/// Turns SGF's letters into `h8`.
fn from_letters(letters: &str, size: u8) -> Option<String> {
    let [column, row] = letters.as_bytes() else { return None };
    if !column.is_ascii_lowercase() || !row.is_ascii_lowercase() {
        return None;
    }
    let row = size.checked_sub(row - b'a').filter(|&row| row > 0)?;
    Some(format!("{}{row}", *column as char))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    game: RawGame,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn line(&self) -> usize {
        1 + self.text[..self.at].bytes().filter(|&byte| byte == b'\n').count()
    }

    fn fault(&mut self, message: String) {
        let line = self.line();
        self.game.faults.push(Fault { line, message });
    }

    fn collection(&mut self) {
        let mut node = GameTree::<RawMove>::ROOT;
        let mut open: Vec<NodeId> = Vec::new();
        let mut begun = false;
        while let Some(c) = self.rest().chars().next() {
            match c {
                '(' => {
                    open.push(node);
                    begun = true;
                    self.at += 1;
                }
                ')' => {
                    self.at += 1;
                    match open.pop() {
                        Some(before) => node = before,
                        None => self.fault("a ')' closes nothing".to_owned()),
                    }
                    if open.is_empty() && begun {
                        return; // the first game of the collection is complete
                    }
                }
                ';' => self.at += 1,
                _ if c.is_ascii_alphabetic() => {
                    if let Some(next) = self.property(node) {
                        node = next;
                    }
                }
                _ if c.is_whitespace() => self.at += c.len_utf8(),
                _ => {
                    self.fault(format!("'{c}' does not belong here"));
                    // One fault for a stretch of foreign text, not one a letter.
                    let skip = self.rest().find(|c: char| "();".contains(c)).unwrap_or(self.rest().len());
                    self.at += skip.max(c.len_utf8());
                }
            }
        }
        self.fault("the record breaks off here".to_owned());
    }

    /// Reads one property; a move makes a new node.
    fn property(&mut self, node: NodeId) -> Option<NodeId> {
        let length = self.rest().bytes().take_while(u8::is_ascii_alphabetic).count();
        let name: String = self.rest()[..length].chars().filter(char::is_ascii_uppercase).collect();
        self.at += length;
        let mut moved = None;
        let mut values = 0;
        loop {
            let space = self.rest().len() - self.rest().trim_start().len();
            if !self.rest()[space..].starts_with('[') {
                break;
            }
            self.at += space;
            let value = self.value();
            values += 1;
            moved = self.apply(&name, &value, node).or(moved);
        }
        if values == 0 {
            self.fault(format!("the property {name} has no value"));
        }
        moved
    }

    /// Reads `[…]` with its escapes.
    fn value(&mut self) -> String {
        self.at += 1;
        let mut value = String::new();
        let mut escaped = false;
        while let Some(c) = self.rest().chars().next() {
            self.at += c.len_utf8();
            match c {
                _ if escaped => {
                    escaped = false;
                    if c != '\n' {
                        value.push(c);
                    }
                }
                '\\' => escaped = true,
                ']' => return value,
                _ => value.push(c),
            }
        }
        value
    }

    fn apply(&mut self, name: &str, value: &str, node: NodeId) -> Option<NodeId> {
        let line = self.line();
        let header = &mut self.game.header;
        match name {
            "SZ" => match value.trim().parse() {
                Ok(size) => header.size = Some(size),
                Err(_) => self.fault(format!("the board size '{value}' is not a number")),
            },
            "GM" if !matches!(value.trim(), "1" | "4") => self.fault(format!("game number {value} is not Gomoku")),
            "RU" => rule(value).clone_into(&mut header.rule),
            "PB" => value.clone_into(&mut header.names.first),
            "PW" => value.clone_into(&mut header.names.second),
            "DT" => header.date = value.replace('-', "."),
            "ON" => value.clone_into(&mut header.opening),
            "RE" => header.outcome = outcome(value),
            "GC" => {
                let reason = value.strip_prefix("reason: ").and_then(Reason::from_code);
                if let (Some(outcome), Some(reason)) = (&mut header.outcome, reason) {
                    outcome.reason = reason;
                }
            }
            "C" => self.game.tree.add_comment(node, value.trim()),
            "AB" | "AW" => self.fault("stones set up before the first move are not read".to_owned()),
            "B" | "W" => match from_letters(value.trim(), header.size.unwrap_or(SIZE_DEFAULT)) {
                Some(text) => return Some(self.game.tree.push(node, RawMove { text, line })),
                None => self.fault(format!("'{value}' is no point of the board")),
            },
            _ => {}
        }
        None
    }
}

/// Maps the names other programs give a rule to ours.
fn rule(value: &str) -> &'static str {
    let value = value.to_ascii_lowercase();
    if value.contains("renju") || value.contains("rif") {
        "renju"
    } else if value.contains("caro") {
        "caro"
    } else if value.contains("standard") {
        "standard"
    } else {
        "freestyle"
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

    fn moves(game: &RawGame) -> Vec<&str> {
        game.tree.main_moves().map(|mv| mv.text.as_str()).collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut header = Header::new(GameKind::Gomoku, "renju");
        header.size = Some(15);
        header.names.first = "a [b] \\c".to_owned();
        header.date = "2026.11.21".to_owned();
        header.opening = "swap2 h8 i9 a15 keep".to_owned();
        header.outcome = Some(Outcome::win(Side::Second, Reason::TimeForfeit));
        let mut tree = GameTree::new();
        let a = tree.push(GameTree::<String>::ROOT, "h8".to_owned());
        let b = tree.push(a, "i9".to_owned());
        tree.push(a, "h9".to_owned());
        tree.push(b, "a15".to_owned());
        tree.add_comment(b, "see [1]");
        let again = read(&write(&header, &tree));
        assert_eq!(again.faults, []);
        assert_eq!(again.header, header);
        assert_eq!(moves(&again), ["h8", "i9", "a15"]);
        assert_eq!(again.tree.len(), 4);
        assert_eq!(again.tree.comment(b), "see [1]");
    }

    #[test]
    fn rules_are_known_by_their_own_names_and_by_those_of_others() {
        for ours in crate::gomoku::Rule::ALL {
            assert_eq!(rule(ours.code()), ours.code());
        }
        for (theirs, ours) in
            [("Standard Caro", "caro"), ("RIF", "renju"), ("Standard", "standard"), ("?", "freestyle")]
        {
            assert_eq!(rule(theirs), ours);
        }
    }

    #[test]
    fn a_record_that_breaks_off_keeps_its_moves() {
        let game = read("(;FF[4]GM[1]SZ[15];B[hh];W[gg];B[h");
        assert_eq!(moves(&game)[..2], ["h8", "g9"]);
        assert_eq!(game.faults.len(), 2);
    }

    #[test]
    fn foreign_text_is_one_fault_with_its_line() {
        let game = read("(;SZ[15]\n;B[hh]\n%%%% what is this\n;W[zz])");
        assert_eq!(game.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 4]);
    }
}
