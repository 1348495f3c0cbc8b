//! Portable game notation as Xiangqi uses it: tags, moves in Chinese, WXF or ICCS, comments in braces, variations in
//! parentheses (S. J. Edwards's PGN standard of 1994; tag names as the Chinese programs write them).
//!
//! Clocks, evaluations, rings and arrows stand in comments as the commands `[%clk]`, `[%eval]`, `[%csl]` and `[%cal]`
//! that chess programs agree on. Braces cannot stand inside a comment and become parentheses; `[%` that is no command
//! becomes `[ %`.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::ControlFlow;

use super::codec::{read_games, read_text};
use super::comment;
use super::cursor::Cursor;
use super::dhtmlxq::DhtmlXq;
use super::encoding::{TextEncoding, decode};
use super::written::expect_game;
use super::{Codec, LeftOut, Record, RecordPart, UnreadableRecord, Unwritable, Written};
use crate::base::{Outcome, Reason, Side};
use crate::game::setup::read_fen;
use crate::game::{GameKind, Setup};
use crate::record::note::{Glyph, Note};
use crate::record::{Header, NodeId, Tree, wording};
use crate::xiangqi::{self, notation::Style};

/// Portable game notation, its moves written in one style. Reading takes them in any.
pub struct Pgn {
    style: Style,
}

impl Pgn {
    /// Moves as `H2-E2`.
    pub const ICCS: Pgn = Pgn { style: Style::Iccs };
    /// Moves as `炮二平五`.
    pub const CHINESE: Pgn = Pgn { style: Style::Chinese };
    /// Moves as `C2=5`.
    pub const WXF: Pgn = Pgn { style: Style::Wxf };

    const fn format(&self) -> &'static str {
        match self.style {
            Style::Wxf => "WXF",
            Style::Chinese | Style::Traditional => "Chinese",
            Style::Iccs | Style::Uci => "ICCS",
        }
    }
}

/// The tags that the header has fields for; others are kept as they are.
const KNOWN: [&str; 10] = ["Game", "Event", "Date", "Red", "White", "Black", "Result", "Termination", "FEN", "Format"];

/// The event that our own records name.
const OWN_EVENT: &str = "Duiyi";

impl Codec for Pgn {
    fn name(&self) -> &'static str {
        match self.style {
            Style::Wxf => "pgn-wxf",
            Style::Chinese | Style::Traditional => "pgn-chinese",
            Style::Iccs | Style::Uci => "pgn",
        }
    }

    fn ending(&self) -> &'static str {
        "pgn"
    }

    fn sniff(&self, bytes: &[u8]) -> bool {
        let text = decode(&bytes[..bytes.len().min(256)]);
        let Some(tag) = text.trim_start().strip_prefix('[') else { return false };
        let value = tag.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start();
        // Forums use brackets, too; a tag has a quoted value after its name.
        value.starts_with('"') || !DhtmlXq.sniff(bytes)
    }

    fn read_as(&self, bytes: &[u8], encoding: Option<TextEncoding>) -> Result<Record, UnreadableRecord> {
        read_text(bytes, encoding, |text| read_game(&mut Cursor::new(text)))
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
        read_games(bytes, encoding, take, read_game, pass_to_tag)
    }

    fn write(&self, header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
        expect_game(self.name(), GameKind::Xiangqi, header)?;
        let mut out = String::new();
        let result = header.outcome.map_or("*", Outcome::score_text);
        let event = header.tags.iter().find(|(name, _)| name == "Event").map_or(OWN_EVENT, |(_, value)| value);
        let mut tags = vec![
            ("Game", "Chinese Chess"),
            ("Event", event),
            ("Date", if header.date.is_empty() { "????.??.??" } else { &header.date }),
            ("Red", &header.names.first),
            ("Black", &header.names.second),
            ("Result", result),
        ];
        if let Some(outcome) = header.outcome {
            tags.push(("Termination", outcome.reason.code()));
        }
        let start = header.setup.start_fen();
        tags.extend(start.as_deref().map(|fen| ("FEN", fen)));
        tags.push(("Rule", header.setup.rule_code()));
        tags.push(("Format", self.format()));
        let others = header.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let mut left_out = LeftOut::default();
        left_out.add(RecordPart::Fact, header.tags.iter().filter(|(name, _)| !is_name(name)).count());
        tags.extend(others.filter(|(name, _)| !KNOWN.contains(name) && is_name(name)));
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(out, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
        }
        let black_first = start.is_some_and(|fen| fen.split_whitespace().nth(1) == Some("b"));
        let tree = single_words(wording::in_style(&header.setup, tree, self.style));
        out.push('\n');
        let mut words = Words { out, width: 0 };
        write_moves(&tree, usize::from(black_first), &mut words);
        words.push(result);
        words.out.push('\n');
        Ok(Written { bytes: words.out.into_bytes(), left_out })
    }
}

/// Reads one game: its tags, then its moves up to its result, to the tags of the next game, or to the end.
fn read_game(cursor: &mut Cursor<'_>) -> Result<Record, UnreadableRecord> {
    let mut record = Record::new(Header::new(Setup::usual(GameKind::Xiangqi)));
    let (mut result, mut reason, mut start, mut rule) = (None, None, None, None);
    loop {
        cursor.pass_space();
        if cursor.peek() != Some('[') {
            break;
        }
        let line = cursor.line();
        let written = cursor.pass_until(|c| c == '\n');
        let Some((name, value)) = tag(written) else {
            let shown: String = written.trim().chars().take(40).collect();
            record.fault(line, format!("the tag '{shown}' is not closed"));
            continue;
        };
        let header = &mut record.header;
        match name {
            "Red" | "White" => header.names.first = value,
            "Black" => header.names.second = value,
            "Date" => header.date = if value.starts_with('?') { String::new() } else { value },
            "FEN" => start = Some(value),
            "Rule" if value.parse::<xiangqi::Rule>().is_ok() => rule = value.parse().ok(),
            "Result" => result = winner(&value),
            "Termination" => reason = Reason::from_code(&value),
            "Event" if value != OWN_EVENT => header.tags.push((name.to_owned(), value)),
            _ if KNOWN.contains(&name) || value.is_empty() => {}
            _ => header.tags.push((name.to_owned(), value)),
        }
    }
    let told = read_moves(cursor, &mut record);
    let start = start.map_or_else(|| Ok(xiangqi::Position::start()), |fen| read_fen(&fen))?;
    // A record without the tag comes from a time, or a program, whose repetitions knew perpetual check alone.
    record.header.setup = Setup::Xiangqi { start: start.under(rule.unwrap_or(xiangqi::Rule::Simple)) };
    let winner = result.or(told);
    record.header.outcome = winner.map(|winner| Outcome { winner, reason: reason.unwrap_or(Reason::Unstated) });
    Ok(record)
}

/// Skips the text between two games; returns whether another game begins.
fn pass_to_tag(cursor: &mut Cursor<'_>) -> bool {
    loop {
        cursor.pass_space();
        match cursor.peek() {
            Some('[') => return true,
            Some(_) => _ = cursor.pass_until(|c| c == '\n'),
            None => return false,
        }
    }
}

/// Words in lines of at most 80 bytes, as far as words are not longer.
struct Words {
    out: String,
    /// How long the present line is.
    width: usize,
}

impl Words {
    fn push(&mut self, word: &str) {
        if self.width > 0 && self.width + 1 + word.len() > 80 {
            self.out.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.out.push(' ');
            self.width += 1;
        }
        self.width += word.len();
        self.out.push_str(word);
    }
}

/// Pending output, the next item on top: depth costs no call stack.
enum Todo {
    /// The moves after a node, each with its variations behind it.
    Line { after: NodeId, ply: usize, numbered: bool },
    /// A variation from its first move on.
    Variation { first: NodeId, ply: usize },
    /// The end of a variation.
    Close,
}

/// Writes the moves with their numbers, notes and variations. `ply` is that of the first move.
fn write_moves(tree: &Tree, ply: usize, words: &mut Words) {
    write_note(tree.note(Tree::ROOT), words);
    let mut todo = vec![Todo::Line { after: Tree::ROOT, ply, numbered: true }];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Line { after, ply, numbered } => {
                let mut children = tree.children(after);
                let Some(main) = children.next() else { continue };
                let commented = write_move(tree, main, ply, numbered, words);
                let variations: Vec<NodeId> = children.collect();
                let numbered = commented || !variations.is_empty();
                todo.push(Todo::Line { after: main, ply: ply + 1, numbered });
                todo.extend(variations.into_iter().rev().map(|first| Todo::Variation { first, ply }));
            }
            Todo::Variation { first, ply } => {
                words.push("(");
                let numbered = write_move(tree, first, ply, true, words);
                todo.push(Todo::Close);
                todo.push(Todo::Line { after: first, ply: ply + 1, numbered });
            }
            Todo::Close => words.push(")"),
        }
    }
}

/// Writes a move; returns whether a comment follows it, so that the next move needs a number.
fn write_move(tree: &Tree, node: NodeId, ply: usize, numbered: bool, words: &mut Words) -> bool {
    if ply.is_multiple_of(2) {
        words.push(&format!("{}.", ply / 2 + 1));
    } else if numbered {
        words.push(&format!("{}...", ply / 2 + 1));
    }
    words.push(tree.mv(node).expect("only the root has no move"));
    write_note(tree.note(node), words)
}

/// Writes glyphs and comment; returns whether there is a comment.
fn write_note(note: &Note, words: &mut Words) -> bool {
    note.glyphs.iter().for_each(|glyph| words.push(&format!("${}", glyph.0)));
    let comment = comment::write(note).replace('{', "(").replace('}', ")");
    if !comment.is_empty() {
        words.push(&format!("{{{comment}}}"));
    }
    !comment.is_empty()
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

/// Reads the move section up to the result at its end, which it returns.
pub(super) fn read_moves(cursor: &mut Cursor<'_>, record: &mut Record) -> Option<Option<Side>> {
    let mut node = Tree::ROOT;
    // Where to return to after each open variation.
    let mut open: Vec<NodeId> = Vec::new();
    // The line on which the last word ended: only what begins a line can be a tag, so each line is tried once.
    let mut passed = cursor.line();
    while let Some(c) = cursor.peek() {
        let line = cursor.line();
        let begins_line = line > passed;
        if !c.is_whitespace() {
            passed = line;
        }
        match c {
            '[' if begins_line && is_tag(cursor.rest()) => break,
            _ if c.is_whitespace() => cursor.pass_space(),
            '{' => {
                cursor.bump();
                let comment = cursor.pass_until(|c| c == '}');
                if cursor.bump().is_none() {
                    record.fault(line, "the comment that begins here is not closed");
                }
                comment::read(comment, GameKind::Xiangqi, record.tree.note_mut(node));
            }
            ';' => _ = cursor.pass_until(|c| c == '\n'),
            ',' | '，' => _ = cursor.bump(),
            '(' => {
                cursor.bump();
                open.push(node);
                match record.tree.parent(node) {
                    Some(parent) => node = parent,
                    None => record.fault(line, "a variation stands before the first move"),
                }
            }
            ')' => {
                cursor.bump();
                match open.pop() {
                    Some(before) => node = before,
                    None => record.fault(line, "a ')' closes nothing"),
                }
            }
            '}' => {
                cursor.bump();
                record.fault(line, "a '}' closes nothing");
            }
            _ => {
                let word = cursor.pass_until(ends_word);
                for word in moves_of(word) {
                    let mv = word.trim_end_matches(['!', '?']);
                    let told = winner(mv);
                    if told.is_some() || mv == "*" {
                        if open.is_empty() {
                            return told;
                        }
                        continue;
                    }
                    if let Some(number) = word.strip_prefix('$') {
                        let glyph = number.parse().ok().map(Glyph);
                        record.tree.note_mut(node).glyphs.extend(glyph);
                        continue;
                    }
                    if !mv.is_empty() {
                        node = record.push(node, mv, line);
                    }
                    if let Some(glyph) = Glyph::from_sign(&word[mv.len()..]) {
                        record.tree.note_mut(node).glyphs.push(glyph);
                    }
                }
            }
        }
    }
    if !open.is_empty() {
        record.fault(cursor.line(), "a variation is not closed");
    }
    None
}

/// Writes each move that would not be read as one move as a word that is, and that cannot be played either, so that
/// everything keeps its place in the tree.
fn single_words(tree: Cow<'_, Tree>) -> Cow<'_, Tree> {
    let odd: Vec<NodeId> = tree.subtree(Tree::ROOT).filter(|&node| !tree.mv(node).is_none_or(is_one_move)).collect();
    if odd.is_empty() {
        return tree;
    }
    let mut worded = tree.into_owned();
    for node in odd {
        let word = worded.mv(node).expect("only the root has no move").replace(ends_word, "_");
        worded.rewrite(node, format!("_{word}_"));
    }
    Cow::Owned(worded)
}

/// Returns whether `mv` is read as one move. One that cannot be played may be any text, and a `;` in it would hide the rest
/// of its line.
pub(super) fn is_one_move(mv: &str) -> bool {
    !mv.starts_with(['[', '$'])
        && !mv.ends_with(['!', '?'])
        && !mv.contains(ends_word)
        && mv != "*"
        && winner(mv).is_none()
        && moves_of(mv).eq([mv])
}

/// Returns whether `c` ends a word.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || "{}();,，".contains(c)
}

/// Returns whether the line begins with a tag, not with a command outside a comment.
fn is_tag(rest: &str) -> bool {
    rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()) && rest.lines().next().and_then(tag).is_some()
}

/// Returns the text after a move number or dots; `None` if the word begins with neither.
fn behind_number(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit() || ('０'..='９').contains(&c));
    let behind = digits.trim_start_matches(['.', '．', '、', '…']);
    let is_number = behind.len() < digits.len() || digits.is_empty() && !word.is_empty();
    is_number.then_some(behind)
}

/// Takes the moves with their signs, or what else stands behind a number, out of a word such as `12.炮二平五!`, `3...`, or
/// several moves without blanks between them: `炮二平五马8进7`, `h2e2h9g7`.
pub(super) fn moves_of(word: &str) -> impl Iterator<Item = &str> {
    let mut word = word;
    while let Some(behind) = behind_number(word) {
        word = behind;
    }
    // Every Chinese move is four characters, every move in coordinates four letters and numbers in turn.
    let is_run =
        |end: &dyn Fn(char) -> bool| word.chars().count().is_multiple_of(4) && word.chars().skip(2).step_by(4).all(end);
    let is_coordinate =
        |(index, c): (usize, char)| if index % 2 == 0 { c.is_ascii_alphabetic() } else { c.is_ascii_digit() };
    let is_several = word.chars().count() > 4
        && word.chars().all(char::is_alphanumeric)
        && (is_run(&|c| "进進退平上下".contains(c))
            || is_run(&|c| c.is_ascii_alphabetic()) && word.chars().enumerate().all(is_coordinate));
    let mut rest = word;
    std::iter::from_fn(move || {
        let end = if is_several { rest.char_indices().nth(4).map_or(rest.len(), |(end, _)| end) } else { rest.len() };
        let (next, behind) = rest.split_at(end);
        rest = behind;
        (!next.is_empty()).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Millis;
    use crate::record::format::Location;
    use crate::record::note::{Evaluation, Worth};

    fn read(text: &str) -> Record {
        Pgn::ICCS.read(text.as_bytes()).expect("it can be set up")
    }

    fn moves(record: &Record) -> Vec<&str> {
        record.tree.main_moves().collect()
    }

    #[test]
    fn a_chinese_game_is_read() {
        let game = read(
            "[Game \"Chinese Chess\"]\n[RedTeam \"北京\"]\n[Red \"甲\"]\n[Black \"乙 \\\"丙\\\"\"]\n[Result \"1-0\"]\n\n\
             1. 炮二平五! {当头炮} 马8进7\n2.马二进三 $5 (2. 兵七进一 卒7进1) 车9平8?? 1-0\n",
        );
        assert_eq!(game.faults(), []);
        assert_eq!(moves(&game), ["炮二平五", "马8进7", "马二进三", "车9平8"]);
        assert_eq!(game.header.names.second, "乙 \"丙\"");
        assert_eq!(game.header.tags, [("RedTeam".to_owned(), "北京".to_owned())]);
        assert_eq!(game.header.outcome, Some(Outcome::win(Side::First, Reason::Unstated)));
        let line: Vec<NodeId> = game.tree.main_line().collect();
        assert_eq!(game.tree.note(line[0]).comment, "当头炮");
        let glyphs: Vec<_> = line.iter().flat_map(|&node| &game.tree.note(node).glyphs).collect();
        assert_eq!(glyphs, [&Glyph(1), &Glyph(5), &Glyph(4)]);
        assert_eq!(game.tree.len(), 6);
        assert_eq!((game.at(line[0]), game.at(line[3])), (7, 8));
    }

    #[test]
    fn commands_in_comments_are_read_and_the_rest_is_text() {
        let game = read("1. H2-E2 {[%clk 0:10:02.5] [%eval -0.35,12] [%csl Ge2,Rh9][%cal Bh2e2] a [%x y] b}");
        let note = game.tree.note(game.tree.main_line().next().expect("it has a move"));
        assert_eq!(note.clock, Some(Millis(602_500)));
        assert_eq!(note.evaluation, Some(Evaluation { worth: Worth::Centipawns(-35), depth: Some(12) }));
        assert_eq!((note.marks.len(), note.comment.as_str()), (3, "a [%x y] b"));
        for odd in ["[%clk 1]", "[%cal Gz2]", "[%eval]", "[%", "[%csl 炮]", "[%cal G炮a]", "[%clk 9999999:0:0]"] {
            let game = read(&format!("1. H2-E2 {{{odd}}}"));
            assert_eq!(game.tree.note(game.tree.main_line().next().expect("a move")).comment, odd);
        }
    }

    #[test]
    fn a_collection_is_read_game_by_game() {
        let text = "[Red \"a\"]\n\n1. C2=5 h8+7 1-0\nsaved with love\n\n[Red \"b\"]\n[FEN \"9/9\"]\n1. x *\n\
                    [Red \"c\"]\n1. C2=5 [%x] h8+7 (1... c8=5\n[Red \"d\"]\n1. c8=5 0-1";
        let mut games = Vec::new();
        let ended = Pgn::ICCS.read_each(text.as_bytes(), &mut |game| {
            games.push(game.map(|game| (game.header.names.first.clone(), game.tree.len(), game.faults().len())));
            ControlFlow::Continue(())
        });
        assert_eq!(ended, ControlFlow::Continue(()));
        assert!(matches!(games.remove(1), Err(UnreadableRecord::Setup(_))));
        assert_eq!(
            games,
            [("a", 2, 0), ("c", 4, 1), ("d", 1, 0)].map(|(name, moves, faults)| Ok((name.to_owned(), moves, faults)))
        );
    }

    #[test]
    fn a_move_reads_the_same_after_a_number() {
        for (text, means) in [
            ("1. H2-E2 2..$5 H9-G7", "1. H2-E2 $5 H9-G7"),
            ("1. H2-E2 ..2...h9g7 3.x", "1. H2-E2 h9g7 x"),
            ("1. H2-E2 ..2 1.1-0! H9-G7", "1. H2-E2 1-0"),
            ("1. H2-E2 (1. .* 1.b2e2) .* H9-G7", "1. H2-E2 (1. b2e2) *"),
        ] {
            let [game, meant] = [text, means].map(read);
            assert_eq!((moves(&game), game.tree.len()), (moves(&meant), meant.tree.len()), "{text}");
            assert_eq!(game.header.outcome, meant.header.outcome, "{text}");
        }
    }

    #[test]
    fn a_move_that_is_no_word_becomes_one_and_keeps_its_place() {
        for odd in ["c;c4", "c(4", "a b", "[A", "$5", "1-0", "*", "12.", "c4!", "H2E2h9g7", "c，4", ""] {
            let mut game = read("1. H2-E2 (1. C3-C4) H9-G7 *");
            let end = game.tree.main_line().last().expect("it has moves");
            let broken = game.tree.push(end, odd);
            game.tree.push(broken, "g6g5");
            game.tree.push(end, "g3g4");
            let written = Pgn::ICCS.write(&game.header, &game.tree).expect("it is a game of Xiangqi");
            assert!(written.left_out.is_empty(), "{odd}");
            let again = Pgn::ICCS.read(&written.bytes).expect("it was written");
            assert_eq!((again.tree.len(), again.faults().len()), (game.tree.len(), 0), "{odd}");
            assert_eq!(moves(&again)[..2], moves(&game)[..2], "{odd}");
            assert_eq!(moves(&again)[3], "G6-G5", "{odd}");
            assert!(moves(&again)[2].parse::<xiangqi::Move>().is_err(), "{odd} is no move");
        }
        let mut game = read("1. H2-E2 *");
        game.tree.push(Tree::ROOT, "c3c9x");
        let written = Pgn::ICCS.write(&game.header, &game.tree).expect("it is a game of Xiangqi");
        assert!(String::from_utf8_lossy(&written.bytes).contains(" c3c9x"), "what is one word stays as it is");
    }

    #[test]
    fn broken_text_is_a_fault_with_its_line() {
        let game = read("[Red \"x]\n\n1. H2-E2 {never closed\n H9-G7");
        assert_eq!(game.faults().iter().map(|fault| fault.place).collect::<Vec<_>>(), [1, 3].map(Location::Line));
        assert_eq!(moves(&game), ["H2-E2"]);
        assert_eq!(read(") ( ( } {").faults().len(), 6);
        assert!(Pgn::ICCS.read(b"[FEN \"9/9\"]").is_err_and(|why| matches!(why, UnreadableRecord::Setup(_))));
    }
}
