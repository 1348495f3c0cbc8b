//! A game as one HTML file that replays it with its variations, offline and without anything from outside, and prints as
//! a sheet. The moves stand in the page as text; its script moves the pieces.

use std::fmt::Write;

use super::escape::escape;
use super::picture::{CHARACTERS, marks_of, svg};
use crate::base::Outcome;
use crate::game::{Game, GameKind};
use crate::record::format::{LeftOut, RecordPart, Unwritable, Written};
use crate::record::note::{Glyph, Note};
use crate::record::{Header, NodeId, Tree, walk};

/// How many moves a page may have: with more, a browser is no longer pleasant to use.
const MOVES_MAX: usize = 20_000;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page, and counts the parts that it cannot hold.
///
/// # Errors
/// [`Unwritable::TooLong`] if the tree has too many moves for a page.
pub fn html(header: &Header, tree: &Tree) -> Result<Written, Unwritable> {
    if tree.len() > MOVES_MAX {
        return Err(Unwritable::TooLong { form: "html" });
    }
    let start = Game::new(&header.setup);
    let mut cells = vec![None; 1];
    let mut left_out = LeftOut::default();
    count_left_out(tree.note(Tree::ROOT), &mut left_out);
    walk(&header.setup, tree, |game, node| {
        let Ok(row) = game.play(tree.mv(node).expect("only the root has no move")) else { return false };
        let last = game.last_move();
        let points = last.map_or_else(String::new, |last| format!("{} {}", last.from.unwrap_or_default(), last.to));
        let marks = marks_of(game, tree.note(node));
        cells.resize(cells.len().max(node.index() + 1), None);
        cells[node.index()] = Some(Cell { words: row.chinese, placement: game.placement(), points, marks });
        count_left_out(tree.note(node), &mut left_out);
        true
    });
    let shown = cells.iter().flatten().count();
    left_out.add(RecordPart::Unplayable, tree.len() - shown);
    let page = page(header, tree, &start, &cells);
    Ok(Written { bytes: page.into_bytes(), left_out })
}

/// Counts the parts of a note that a page cannot hold.
fn count_left_out(note: &Note, left_out: &mut LeftOut) {
    left_out.add(RecordPart::Glyph, note.glyphs.iter().filter(|glyph| glyph.sign().is_none()).count());
    left_out.add(RecordPart::Clock, usize::from(note.clock.is_some()));
    left_out.add(RecordPart::Evaluation, usize::from(note.evaluation.is_some()));
}

fn page(header: &Header, tree: &Tree, start: &Game, cells: &[Option<Cell>]) -> String {
    let names = [&header.names.first, &header.names.second].map(|name| escape(name));
    let title = if names.iter().all(String::is_empty) { "Duiyi 对弈".to_owned() } else { names.join(" — ") };
    let mut facts = vec![escape(&header.date)];
    facts.extend(header.outcome.map(|outcome| Outcome::score_text(outcome).to_owned()));
    facts.extend(header.tags.iter().map(|(name, value)| format!("{}: {}", escape(name), escape(value))));
    facts.retain(|fact| !fact.is_empty());
    let characters: String = CHARACTERS.iter().map(|(letter, character)| format!("{letter}{character}")).collect();
    format!(
        "<!doctype html>\n<html lang=\"zh\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<header><h1>{title}</h1><p>{}</p></header>\n<main>\n\
         <div id=\"board\" data-first=\"{}\" data-rows=\"{}\" data-characters=\"{characters}\">\n{}</div>\n\
         <nav><button data-go=\"start\" aria-label=\"开局 Start\">⏮</button><button data-go=\"back\" aria-label=\"后退 Back\">◀</button>\
         <button data-go=\"on\" aria-label=\"前进 Forward\">▶</button><button data-go=\"end\" aria-label=\"终局 End\">⏭</button></nav>\n\
         </main>\n<section id=\"moves\">{}</section>\n<script>\n{SCRIPT}</script>\n</html>\n",
        facts.join(" · "),
        if header.setup.kind() == GameKind::Xiangqi { 0 } else { 1 },
        start.placement().split('/').count(),
        svg(start, tree.note(Tree::ROOT)),
        moves(tree, start, cells),
    )
}

/// A move of the page.
#[derive(Clone)]
struct Cell {
    words: String,
    /// The board after it.
    placement: String,
    /// Where it comes from and goes to.
    points: String,
    /// Its marks, as SVG.
    marks: String,
}

/// Pending output, the next item on top: depth costs no call stack.
enum Todo {
    /// The moves after a node, each with its variations behind it.
    Line { after: NodeId, ply: usize },
    /// A variation from its first move on.
    Variation { first: NodeId, ply: usize },
    /// The end of a variation.
    Close,
}

fn moves(tree: &Tree, start: &Game, cells: &[Option<Cell>]) -> String {
    let marks = drawn(&marks_of(start, tree.note(Tree::ROOT)));
    let mut out = format!("<a class=\"m\" id=\"n0\" href=\"#n0\" data-b=\"{}\"{marks}>●</a>", start.placement());
    write_note(tree, Tree::ROOT, &mut out);
    let is_played = |node: &NodeId| cells.get(node.index()).is_some_and(Option::is_some);
    let first = usize::from(start.side_to_move() == crate::base::Side::Second);
    let mut todo = vec![Todo::Line { after: Tree::ROOT, ply: first }];
    while let Some(next) = todo.pop() {
        match next {
            Todo::Line { after, ply } => {
                let mut children = tree.children(after).filter(is_played);
                let Some(main) = children.next() else { continue };
                let variations: Vec<NodeId> = children.collect();
                write_move(tree, main, ply, cells, &mut out);
                todo.push(Todo::Line { after: main, ply: ply + 1 });
                todo.extend(variations.into_iter().rev().map(|first| Todo::Variation { first, ply }));
            }
            Todo::Variation { first, ply } => {
                out.push_str("\n<div class=\"v\">");
                write_move(tree, first, ply, cells, &mut out);
                todo.push(Todo::Close);
                todo.push(Todo::Line { after: first, ply: ply + 1 });
            }
            Todo::Close => out.push_str("</div>\n"),
        }
    }
    out
}

fn write_move(tree: &Tree, node: NodeId, ply: usize, cells: &[Option<Cell>], out: &mut String) {
    let Some(Cell { words, placement, points, marks }) = &cells[node.index()] else { return };
    let number = if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() };
    let parent = tree.parent(node).map_or(0, NodeId::index);
    let signs: String = tree.note(node).glyphs.iter().filter_map(|glyph| Glyph::sign(*glyph)).collect();
    write!(
        out,
        "\n{number}<a class=\"m\" id=\"n{0}\" href=\"#n{0}\" data-p=\"n{parent}\" data-b=\"{placement}\" data-l=\"{points}\"{1}>{words}{signs}</a>",
        node.index(),
        drawn(marks),
    )
    .expect("writing to a string cannot fail");
    write_note(tree, node, out);
}

/// Returns the attribute with the marks of the board, if there are any.
fn drawn(marks: &str) -> String {
    if marks.is_empty() { String::new() } else { format!(" data-k=\"{}\"", escape(marks)) }
}

fn write_note(tree: &Tree, node: NodeId, out: &mut String) {
    let comment = &tree.note(node).comment;
    if !comment.is_empty() {
        write!(out, " <span class=\"c\">{}</span>", escape(comment)).expect("writing to a string cannot fail");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Millis;
    use crate::game::Setup;
    use crate::record::note::Label;

    #[test]
    fn a_page_has_every_move_and_nothing_from_outside() {
        let mut tree = Tree::new();
        let first = tree.push(Tree::ROOT, "h2e2");
        tree.push(first, "h9g7");
        let second = tree.push(first, "h7e7");
        tree.push(second, "a0a9");
        tree.note_mut(first).add_comment("<script>alert(1)</script>");
        let mut header = Header::new(Setup::usual(GameKind::Xiangqi));
        header.names.first = "a & b".to_owned();
        tree.note_mut(second).labels = vec![Label { at: "e9".into(), text: "<b>".into() }];
        tree.note_mut(second).clock = Some(Millis(1000));
        let written = html(&header, &tree).expect("it is short");
        assert_eq!(written.left_out.to_string(), "1 move that cannot be played, 1 clock time");
        let page = String::from_utf8(written.bytes).expect("a page is text");
        assert!(page.contains("&amp;lt;b&amp;gt;&lt;/text&gt;\">炮８平５"), "a label cannot leave its place");
        assert_eq!(page.matches("class=\"m\"").count(), 4, "the start and what can be played");
        assert!(page.contains("<title>a &amp; b — </title>") && page.contains("&lt;script&gt;alert"));
        assert_eq!(
            (page.matches("<script>").count(), page.matches("://").count()),
            (1, 2),
            "only the name of SVG, for page and script"
        );
        assert!(page.contains("<div class=\"v\">\n<a class=\"m\" id=\"n3\" href=\"#n3\" data-p=\"n1\""));
        let mut long = Tree::new();
        (0..=MOVES_MAX).for_each(|_| _ = long.push(Tree::ROOT, "h2e2"));
        assert_eq!(html(&header, &long), Err(Unwritable::TooLong { form: "html" }));
    }
}
