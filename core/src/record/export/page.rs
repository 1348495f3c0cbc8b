//! A game as one HTML file that replays it with its variations, offline and without anything from outside, and prints as
//! a sheet. The moves are in the page as text; its script moves the pieces.

use std::fmt::Write;

use super::escape::escape;
use super::men::TONES;
use super::outlines::Lettering;
use super::overlay::{check, last_mark, winning_line};
use super::page_words::PageWords;
use super::picture::Board;
use super::plane::n;
use super::replay::{move_number, row_in};
use super::style::PictureStyle;
use crate::game::{Game, GameKind};
use crate::record::format::{LeftOut, RecordPart, Unwritable, Written};
use crate::record::note::{Glyph, Note};
use crate::record::{Header, NodeId, Tree, walk};

/// The limit of moves: a browser shows a longer page slowly.
const MOVES_MAX: usize = 20_000;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The seconds for each move that a reader may choose, the usual ones first in `selected`.
const SPEEDS: [(&str, bool); 5] = [("0.5", false), ("1", false), ("2", true), ("3", false), ("5", false)];

/// Writes the page, and counts the parts that it cannot hold.
///
/// # Errors
/// [`Unwritable::TooLong`] if the tree has too many moves for a page.
pub fn html(
    header: &Header,
    tree: &Tree,
    style: &PictureStyle,
    lettering: Option<Lettering>,
) -> Result<Written, Unwritable> {
    if tree.len() > MOVES_MAX {
        return Err(Unwritable::TooLong { form: "html" });
    }
    let start = Game::new(&header.setup);
    let board = Board::new(&start, style);
    let mut cells = vec![None; 1];
    let mut left_out = LeftOut::default();
    count_left_out(tree.note(Tree::ROOT), &mut left_out);
    walk(&header.setup, tree, |game, node| {
        let Ok(row) = game.play(tree.mv(node).expect("only the root has no move")) else { return false };
        let five = winning_line(&board.plane, &game.winning_line(), &board.colours);
        let last = game.last_move().filter(|_| five.is_empty());
        let points = last.map_or_else(String::new, |last| format!("{} {}", last.from.unwrap_or_default(), last.to));
        let over = five + &check(&board.plane, game, &board.colours);
        let marks = over + &board.marks(game, tree.note(node), lettering);
        cells.resize(cells.len().max(node.index() + 1), None);
        cells[node.index()] = Some(Cell { words: row_in(&row, style), placement: game.placement(), points, marks });
        count_left_out(tree.note(node), &mut left_out);
        true
    });
    let shown = cells.iter().flatten().count();
    left_out.add(RecordPart::Unplayable, tree.len() - shown);
    let sheet =
        Sheet { header, tree, start: &start, board: &board, words: PageWords::of(style.language), cells: &cells };
    Ok(Written { bytes: sheet.page(lettering).into_bytes(), left_out })
}

/// Counts the parts of a note that a page cannot hold.
fn count_left_out(note: &Note, left_out: &mut LeftOut) {
    left_out.add(RecordPart::Glyph, note.glyphs.iter().filter(|glyph| glyph.sign().is_none()).count());
    left_out.add(RecordPart::Clock, usize::from(note.clock.is_some()));
    left_out.add(RecordPart::Evaluation, usize::from(note.evaluation.is_some()));
}

/// A move of the page.
#[derive(Clone)]
struct Cell {
    words: String,
    /// The board after it.
    placement: String,
    /// Where it comes from and goes to; empty where a winning row shows it.
    points: String,
    /// The marks over the board, as SVG.
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

/// The parts of the page.
struct Sheet<'a> {
    header: &'a Header,
    tree: &'a Tree,
    start: &'a Game,
    board: &'a Board<'a>,
    words: &'static PageWords,
    cells: &'a [Option<Cell>],
}

impl Sheet<'_> {
    fn page(&self, lettering: Option<Lettering>) -> String {
        let Sheet { header, words, .. } = *self;
        let names = [&header.names.first, &header.names.second].map(|name| escape(name));
        let known: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.trim().is_empty()).collect();
        let title = if known.is_empty() { "Duiyi 对弈".to_owned() } else { known.join(" – ") };
        let button = |go: &str, label: &str, icon: &str| {
            format!(
                "<button data-go=\"{go}\" aria-label=\"{label}\" title=\"{label}\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">\
                 <path d=\"{icon}\"/></svg></button>"
            )
        };
        let speeds: String = SPEEDS
            .map(|(seconds, selected)| {
                let selected = if selected { " selected" } else { "" };
                format!("<option value=\"{seconds}\"{selected}>{seconds} {}</option>", words.seconds)
            })
            .concat();
        let buttons = [
            button("start", words.start, "M5 5h2v14H5zM20 5v14L9 12z"),
            button("back", words.back, "M17 5v14L6 12z"),
            format!(
                "<button data-go=\"play\" aria-label=\"{0}\" title=\"{0}\" data-play=\"{0}\" data-pause=\"{1}\"><svg viewBox=\"0 0 24 24\" \
                 aria-hidden=\"true\"><path class=\"play\" d=\"M6 4v16l14-8z\"/><path class=\"pause\" d=\"M6 4h4v16H6zM14 4h4v16h-4z\"/></svg></button>",
                words.play, words.pause
            ),
            button("on", words.forward, "M7 5v14l11-7z"),
            button("end", words.end, "M17 5h2v14h-2zM4 5v14l11-7z"),
        ];
        format!(
            "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n<header><h1>{title}</h1><p>{}</p></header>\n<main>\n{}\
             <nav>{}<label><span>{}</span> <select id=\"speed\">{speeds}</select></label></nav>\n<p class=\"keys\">{}</p>\n\
             </main>\n<section id=\"moves\" aria-label=\"{}\">{}</section>\n<script>\n{SCRIPT}</script>\n</html>\n",
            words.tag,
            self.facts(),
            self.drawing(lettering),
            buttons.concat(),
            words.speed,
            words.keys,
            words.moves,
            self.moves(lettering),
        )
    }

    /// The facts about the game, each with its name in the page's language.
    fn facts(&self) -> String {
        let Sheet { header, words, .. } = *self;
        let result = header.outcome.map(|outcome| words.result(header.setup.kind(), outcome.winner));
        let named = |name: &str, value: &str| {
            let is_known = !matches!(value.trim(), "" | "?" | "????.??.??");
            is_known.then(|| format!("<span>{}{}{}</span>", escape(name), words.colon, escape(value)))
        };
        let mut facts: Vec<String> = result.map(|result| format!("<b>{result}</b>")).into_iter().collect();
        facts.extend(named(words.date, &words.date(&header.date)));
        facts.extend(header.tags.iter().filter_map(|(name, value)| named(words.tag_name(name), value)));
        facts.join(" ")
    }

    /// The board, with the men and marks that the script places.
    fn drawing(&self, lettering: Option<Lettering>) -> String {
        let Sheet { start, board, words, .. } = *self;
        let (plane, colours) = (&board.plane, &board.colours);
        let letters = if plane.kind == GameKind::Xiangqi { "KABNRCPkabnrcp" } else { "xo" };
        let mut defined: String =
            letters.chars().map(|cell| format!("<g id=\"d-{cell}\">{}</g>", board.man(cell))).collect();
        let marks = [("from", true, false), ("to", false, false), ("x", false, true), ("o", false, false)];
        for (name, is_origin, on_black) in marks {
            let mark = last_mark(plane.kind, is_origin, on_black, colours);
            write!(defined, "<g id=\"d-last-{name}\">{mark}</g>").expect("writing to a string cannot fail");
        }
        let marks = board.marks(start, self.tree.note(Tree::ROOT), lettering);
        format!(
            "<div id=\"board\" data-kind=\"{}\" data-left=\"{}\" data-top=\"{}\" data-files=\"{}\" data-ranks=\"{}\" data-flipped=\"{}\" style=\"--ratio: {}\">\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n{TONES}<defs>{defined}</defs>\n{}\
             <g id=\"last\"></g><g id=\"pieces\"></g><g id=\"over\"></g><g id=\"marks\">{marks}</g>\n</svg></div>\n",
            plane.kind.code(),
            n(plane.left),
            n(plane.top),
            plane.files,
            plane.ranks,
            u8::from(plane.flipped),
            n(plane.width / plane.height),
            n(plane.width),
            n(plane.height),
            words.board,
            board.ground(),
        )
    }

    fn moves(&self, lettering: Option<Lettering>) -> String {
        let Sheet { tree, start, .. } = *self;
        let marks = drawn(&self.board.marks(start, tree.note(Tree::ROOT), lettering));
        let mut out = format!(
            "<a class=\"m\" id=\"n0\" href=\"#n0\" data-b=\"{}\"{marks}>{}</a>",
            start.placement(),
            self.words.beginning
        );
        self.write_note(Tree::ROOT, &mut out);
        let is_played = |node: &NodeId| self.cells.get(node.index()).is_some_and(Option::is_some);
        let first = usize::from(start.side_to_move() == crate::base::Side::Second);
        let mut todo = vec![Todo::Line { after: Tree::ROOT, ply: first }];
        // Black's move has its number at the beginning of a line and after a comment or a variation.
        let mut needs_number = true;
        while let Some(next) = todo.pop() {
            match next {
                Todo::Line { after, ply } => {
                    let mut children = tree.children(after).filter(is_played);
                    let Some(main) = children.next() else { continue };
                    let variations: Vec<NodeId> = children.collect();
                    self.write_move(main, ply, needs_number, &mut out);
                    needs_number = !variations.is_empty() || !tree.note(main).comment.is_empty();
                    todo.push(Todo::Line { after: main, ply: ply + 1 });
                    todo.extend(variations.into_iter().rev().map(|first| Todo::Variation { first, ply }));
                }
                Todo::Variation { first, ply } => {
                    out.push_str("\n<div class=\"v\">");
                    self.write_move(first, ply, true, &mut out);
                    needs_number = !tree.note(first).comment.is_empty();
                    todo.push(Todo::Close);
                    todo.push(Todo::Line { after: first, ply: ply + 1 });
                }
                Todo::Close => {
                    out.push_str("</div>\n");
                    needs_number = true;
                }
            }
        }
        out
    }

    fn write_move(&self, node: NodeId, ply: usize, needs_number: bool, out: &mut String) {
        let Some(Cell { words, placement, points, marks }) = &self.cells[node.index()] else { return };
        let kind = self.start.kind();
        let is_numbered = needs_number || ply.is_multiple_of(2) || kind != GameKind::Xiangqi;
        let number = if is_numbered { move_number(kind, ply) } else { String::new() };
        let parent = self.tree.parent(node).map_or(0, NodeId::index);
        let signs: String = self.tree.note(node).glyphs.iter().filter_map(|glyph| Glyph::sign(*glyph)).collect();
        write!(
            out,
            "\n<span class=\"w\">{number}<a class=\"m\" id=\"n{0}\" href=\"#n{0}\" data-p=\"n{parent}\" data-b=\"{placement}\" data-l=\"{points}\"{1}>{words}{signs}</a></span>",
            node.index(),
            drawn(marks),
        )
        .expect("writing to a string cannot fail");
        self.write_note(node, out);
    }

    fn write_note(&self, node: NodeId, out: &mut String) {
        let comment = &self.tree.note(node).comment;
        if !comment.is_empty() {
            write!(out, " <span class=\"c\">{}</span>", escape(comment)).expect("writing to a string cannot fail");
        }
    }
}

/// Returns the attribute with the marks of the board, if there are any.
fn drawn(marks: &str) -> String {
    if marks.is_empty() { String::new() } else { format!(" data-k=\"{}\"", escape(marks)) }
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
        let written = html(&header, &tree, &PictureStyle::default(), None).expect("it is short");
        assert_eq!(written.left_out.to_string(), "1 move that cannot be played, 1 clock time");
        let page = String::from_utf8(written.bytes).expect("a page is text");
        assert!(!page.contains("<b>") && page.contains(">炮８平５"), "a label cannot leave its place");
        assert_eq!(page.matches("class=\"m\"").count(), 4, "the start and what can be played");
        assert!(page.contains("<title>a &amp; b</title>") && page.contains("&lt;script&gt;alert"));
        assert_eq!((page.matches("<script>").count(), page.matches("://").count()), (1, 1), "only the name of SVG");
        assert!(
            page.contains(
                "<div class=\"v\">\n<span class=\"w\">1... <a class=\"m\" id=\"n3\" href=\"#n3\" data-p=\"n1\""
            )
        );
        let mut long = Tree::new();
        (0..=MOVES_MAX).for_each(|_| _ = long.push(Tree::ROOT, "h2e2"));
        assert_eq!(html(&header, &long, &PictureStyle::default(), None), Err(Unwritable::TooLong { form: "html" }));
    }
}
