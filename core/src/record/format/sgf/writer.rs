//! A record as a text in SGF.

use std::fmt::Write;

use super::super::written::writable;
use super::super::{LeftOut, RecordPart, Unwritable, Written};
use super::letters::to_letters;
use super::properties::{GLYPHS, KNOWN, SGF_NAMES, SHAPES};
use super::result;
use crate::base::{Millis, Side};
use crate::game::{GOMOKU_SIZE_DEFAULT, GameKind, Setup};
use crate::gomoku::{Rule, free_stones};
use crate::record::note::{Glyph, Label, Mark, Note};
use crate::record::{Header, NodeId, Tree};
use crate::tictactoe::Square;

/// Writes a game of Gomoku or tic-tac-toe.
///
/// # Errors
/// [`Unwritable::Game`].
pub fn write(header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
    let kind = header.setup.kind();
    let (size, rule) = match kind {
        GameKind::TicTacToe => (Square::LINES, kind.code()),
        GameKind::Gomoku => (header.setup.size().unwrap_or(GOMOKU_SIZE_DEFAULT), header.setup.rule_code()),
        GameKind::Xiangqi => return Err(Unwritable::Game { form: "sgf", kind }),
    };
    let mut left_out = LeftOut::default();
    let mut out = format!("(;FF[4]GM[4]CA[UTF-8]AP[Duiyi]SZ[{size}]");
    // A record that names no rule is read under the usual one.
    if header.names_rule || rule != Rule::default().code() {
        write!(out, "RU[{rule}]").expect("writing to a string cannot fail");
    }
    let tree = &*writable(tree, |mv| to_letters(mv, size).is_some(), &mut left_out);
    let mut property = |name: &str, value: &str| {
        if !value.is_empty() {
            write!(out, "{name}[{}]", escape(value)).expect("writing to a string cannot fail");
        }
    };
    property("PB", &header.names.first);
    property("PW", &header.names.second);
    property("DT", &date(&header.date));
    let is_void =
        |tag: &(String, String)| header.outcome.is_none() && tag.0 == result::VOID_TAG && result::is_void(&tag.1);
    match header.outcome {
        Some(outcome) => {
            property("RE", &result::write(outcome));
            property("GC", &format!("reason: {}", outcome.reason));
        }
        None => property("RE", header.tags.iter().find(|tag| is_void(tag)).map_or("", |(_, void)| void)),
    }
    property("ON", &header.opening);
    // A property stands once, with all of its values.
    let mut before = "";
    for (name, value) in header.tags.iter().filter(|tag| !is_void(tag)) {
        match property_of(name) {
            Some(name) if name == before => {
                write!(out, "[{}]", escape(value)).expect("writing to a string cannot fail")
            }
            Some(name) => {
                write!(out, "{name}[{}]", escape(value)).expect("writing to a string cannot fail");
                before = name;
            }
            None => left_out.add(RecordPart::Fact, 1),
        }
    }
    write_free_stones(&header.setup, size, &mut out);
    write_note(tree.note(Tree::ROOT), Side::First, size, &mut out);
    write_moves(tree, header.setup.first_ply(), size, &mut out);
    out.push_str(")\n");
    Ok(Written { bytes: out.into_bytes(), left_out })
}

/// Writes the stones that Black has before the first move, as a handicap of Go is written.
fn write_free_stones(setup: &Setup, size: u8, out: &mut String) {
    if let Setup::Gomoku { rule, free_stones: stones @ 1.., .. } = *setup {
        write!(out, "HA[{stones}]AB").expect("writing to a string cannot fail");
        for point in free_stones::setup(size, rule, stones).black {
            let point = to_letters(&point.to_string(), size).unwrap_or_default();
            write!(out, "[{point}]").expect("writing to a string cannot fail");
        }
        out.push_str("PL[W]");
    }
}

/// Returns the property that has a tag of this name.
fn property_of(tag: &str) -> Option<&str> {
    let is_name = tag.bytes().any(|byte| byte.is_ascii_uppercase())
        && tag.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    match SGF_NAMES.iter().find(|(ours, _)| *ours == tag) {
        Some((_, sgf)) => Some(sgf),
        None => Some(tag).filter(|tag| is_name && !KNOWN.contains(tag)),
    }
}

/// Writes `2011.03.09` as the standard does; words stay as they are.
fn date(text: &str) -> String {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b".,".contains(&byte));
    if is_number { text.replace('.', "-") } else { text.to_owned() }
}

/// Pending output, the next item on top: depth costs no call stack.
enum Todo {
    /// The moves after a node.
    After { node: NodeId, ply: usize },
    /// One of several continuations, in parentheses.
    Branch { first: NodeId, ply: usize },
    /// The end of a branch.
    Close,
}

/// Writes the moves; the first has the number `ply`, from 0.
fn write_moves(tree: &Tree, ply: usize, size: u8, out: &mut String) {
    let mut todo = vec![Todo::After { node: Tree::ROOT, ply }];
    while let Some(next) = todo.pop() {
        match next {
            Todo::After { node, ply } => {
                let mut children = tree.children(node);
                let (first, second) = (children.next(), children.next());
                match (first, second) {
                    (None, _) => {}
                    (Some(only), None) => {
                        write_move(tree, only, ply, size, out);
                        todo.push(Todo::After { node: only, ply: ply + 1 });
                    }
                    _ => {
                        let branches: Vec<NodeId> = tree.children(node).collect();
                        todo.extend(branches.into_iter().rev().map(|first| Todo::Branch { first, ply }));
                    }
                }
            }
            Todo::Branch { first, ply } => {
                out.push('(');
                write_move(tree, first, ply, size, out);
                todo.push(Todo::Close);
                todo.push(Todo::After { node: first, ply: ply + 1 });
            }
            Todo::Close => out.push(')'),
        }
    }
}

fn write_move(tree: &Tree, node: NodeId, ply: usize, size: u8, out: &mut String) {
    let mover = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    let point = to_letters(tree.mv(node).expect("only the root has no move"), size).unwrap_or_default();
    if ply.is_multiple_of(10) {
        out.push('\n');
    }
    write!(out, ";{}[{point}]", letter(mover)).expect("writing to a string cannot fail");
    write_note(tree.note(node), mover, size, out);
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'B',
        Side::Second => 'W',
    }
}

fn write_note(note: &Note, mover: Side, size: u8, out: &mut String) {
    let mut property = |name: &str, values: &[String]| {
        if !values.is_empty() {
            write!(out, "{name}").expect("writing to a string cannot fail");
            values.iter().for_each(|value| write!(out, "[{value}]").expect("writing to a string cannot fail"));
        }
    };
    if !note.comment.is_empty() {
        property("C", &[escape(&note.comment)]);
    }
    // Several glyphs of one property would be one to other programs, so only the first has it and the rest stand in KN.
    let own = |glyph: &Glyph| GLYPHS.iter().find(|(known, ..)| known == glyph);
    let (first, rest) = match note.glyphs.split_first() {
        Some((first, rest)) if own(first).is_some() => (own(first), rest),
        _ => (None, &note.glyphs[..]),
    };
    if let Some((_, name, value)) = first {
        property(name, &[(*value).to_owned()]);
    }
    property("KN", &rest.iter().map(|glyph| glyph.0.to_string()).collect::<Vec<_>>());
    let point = |mark: &Mark| {
        let to = to_letters(&mark.to, size)?;
        match &mark.from {
            Some(from) => Some(format!("{}:{to}", to_letters(from, size)?)),
            None => Some(to),
        }
    };
    // One list keeps the order and the colours; the others show the same to programs that know SGF alone.
    let marks = |is_wanted: &dyn Fn(&Mark) -> bool, coloured: bool| -> Vec<String> {
        let colour = |mark: &Mark| if coloured { mark.colour.letter().to_string() } else { String::new() };
        let wanted = note.marks.iter().filter(|mark| is_wanted(mark));
        wanted.filter_map(|mark| Some(colour(mark) + &point(mark)?)).collect()
    };
    property("CR", &marks(&|mark| mark.from.is_none(), false));
    property("AR", &marks(&|mark| mark.from.is_some(), false));
    property("KC", &marks(&|_| true, true));
    for (name, shape) in SHAPES {
        let shaped = note.labels.iter().filter(|label| label.text == shape);
        property(name, &shaped.filter_map(|label| to_letters(&label.at, size)).collect::<Vec<_>>());
    }
    let texts = note.labels.iter().filter(|label| SHAPES.iter().all(|(_, shape)| label.text != *shape));
    let text = |label: &Label| Some(format!("{}:{}", to_letters(&label.at, size)?, escape(&label.text)));
    property("LB", &texts.filter_map(text).collect::<Vec<_>>());
    if let Some(Millis(left)) = note.clock {
        let (seconds, rest) = (left / 1000, left % 1000);
        let text = if rest == 0 { seconds.to_string() } else { format!("{seconds}.{rest:03}") };
        property(if mover == Side::First { "BL" } else { "WL" }, &[text]);
    }
    if let Some(evaluation) = note.evaluation {
        property("KV", &[evaluation.to_string()]);
    }
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}
