//! The moves of PGN as they are written.

use std::borrow::Cow;

use crate::record::format::comment;
use crate::record::format::movetext::{SIGNS, ends_word, is_one_move};
use crate::record::note::Note;
use crate::record::{NodeId, Tree};

/// Writes the moves and the result behind them. `ply` is that of the first move: twice the number before it less one, and
/// one more where Black begins.
pub(super) fn write(tree: Cow<'_, Tree>, ply: usize, result: &str, out: String) -> String {
    let mut words = Words { out, width: 0 };
    write_moves(&single_words(tree), ply, &mut words);
    words.push(result);
    words.out.push('\n');
    words.out
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

/// Writes each move that would not be read as one move as a word that is, and that cannot be played either, so that
/// everything keeps its place in the tree.
fn single_words(tree: Cow<'_, Tree>) -> Cow<'_, Tree> {
    let odd: Vec<NodeId> = tree.subtree(Tree::ROOT).filter(|&node| !tree.mv(node).is_none_or(is_one_move)).collect();
    if odd.is_empty() {
        return tree;
    }
    let mut worded = tree.into_owned();
    for node in odd {
        let word = worded.mv(node).expect("only the root has no move");
        let word = word.replace(|c| ends_word(c) || SIGNS.contains(&c), "_");
        worded.rewrite(node, format!("_{word}_"));
    }
    Cow::Owned(worded)
}
