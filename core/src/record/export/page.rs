//! A game as one HTML file that replays it with its variations, offline and without anything from outside, and prints as
//! a sheet. The moves stand in the page as text; its script moves the pieces.

use std::fmt::Write;

use super::escape;
use super::picture::{CHARACTERS, svg};
use crate::base::Outcome;
use crate::game::{Game, GameKind};
use crate::record::note::Glyph;
use crate::record::{Header, NodeId, Tree, walk};

/// How many moves a page may have: with more, a browser is no longer pleasant to use.
const MOVES_MAX: usize = 20_000;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the page, or `None` if the tree has too many moves for one. Moves that cannot be played are left out.
#[must_use]
pub fn html(header: &Header, tree: &Tree) -> Option<String> {
    if tree.len() > MOVES_MAX {
        return None;
    }
    let start = Game::new(&header.setup);
    let mut cells = vec![None; 1];
    walk(&header.setup, tree, |game, node| {
        let Ok(row) = game.play(tree.mv(node).expect("only the root has no move")) else { return false };
        let last = game.last_move();
        let points = last.map_or_else(String::new, |last| format!("{} {}", last.from.unwrap_or_default(), last.to));
        cells.resize(cells.len().max(node.index() + 1), None);
        cells[node.index()] = Some(Cell { words: row.chinese, placement: game.placement(), points });
        true
    });
    let names = [&header.names.first, &header.names.second].map(|name| escape(name));
    let title = if names.iter().all(String::is_empty) { "Duiyi 对弈".to_owned() } else { names.join(" — ") };
    let mut facts = vec![escape(&header.date)];
    facts.extend(header.outcome.map(|outcome| Outcome::score_text(outcome).to_owned()));
    facts.extend(header.tags.iter().map(|(name, value)| format!("{}: {}", escape(name), escape(value))));
    facts.retain(|fact| !fact.is_empty());
    let characters: String = CHARACTERS.iter().map(|(letter, character)| format!("{letter}{character}")).collect();
    Some(format!(
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
        svg(&start, tree.note(Tree::ROOT)),
        moves(tree, &start, &cells),
    ))
}

/// What the page knows of a move.
#[derive(Clone)]
struct Cell {
    words: String,
    /// The board after it.
    placement: String,
    /// Where it comes from and goes to.
    points: String,
}

/// What is still to be written, the next on top: depth costs no stack.
enum Todo {
    /// The moves after a node, each with its variations behind it.
    Line { after: NodeId, ply: usize },
    /// A variation's first move and what follows it.
    Variation { first: NodeId, ply: usize },
    /// The end of a variation.
    Close,
}

fn moves(tree: &Tree, start: &Game, cells: &[Option<Cell>]) -> String {
    let mut out = format!("<a class=\"m\" id=\"n0\" href=\"#n0\" data-b=\"{}\">●</a>", start.placement());
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
    let Some(Cell { words, placement, points }) = &cells[node.index()] else { return };
    let number = if ply.is_multiple_of(2) { format!("{}. ", ply / 2 + 1) } else { String::new() };
    let parent = tree.parent(node).map_or(0, NodeId::index);
    let signs: String = tree.note(node).glyphs.iter().filter_map(|glyph| Glyph::sign(*glyph)).collect();
    write!(
        out,
        "\n{number}<a class=\"m\" id=\"n{0}\" href=\"#n{0}\" data-p=\"n{parent}\" data-b=\"{placement}\" data-l=\"{points}\">{words}{signs}</a>",
        node.index(),
    )
    .expect("writing to a string cannot fail");
    write_note(tree, node, out);
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
    use crate::game::Setup;

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
        let page = html(&header, &tree).expect("it is short");
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
        assert_eq!(html(&header, &long), None);
    }
}
