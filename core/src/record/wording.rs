//! The moves of a Xiangqi tree in another style of words.

use std::borrow::Cow;

use super::{Tree, walk};
use crate::game::Setup;
use crate::xiangqi;
use crate::xiangqi::notation::NotationStyle;

/// Writes the moves of `tree`, which are in coordinates, in `style`. Where the style needs the position, a move that
/// cannot be played stays as it is, and so does what follows it.
#[must_use]
pub fn in_style<'a>(setup: &Setup, tree: &'a Tree, style: NotationStyle) -> Cow<'a, Tree> {
    match style {
        NotationStyle::Uci => Cow::Borrowed(tree),
        NotationStyle::Iccs => Cow::Owned(in_iccs(tree)),
        NotationStyle::Wxf | NotationStyle::Chinese | NotationStyle::Traditional | NotationStyle::Vietnamese => {
            Cow::Owned(in_relative(setup, tree, style))
        }
    }
}

/// Coordinates need no position.
fn in_iccs(tree: &Tree) -> Tree {
    let mut worded = tree.clone();
    for node in tree.subtree(Tree::ROOT).skip(1) {
        if let Some(Ok(mv)) = tree.mv(node).map(str::parse::<xiangqi::Move>) {
            worded.rewrite(node, format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase());
        }
    }
    worded
}

fn in_relative(setup: &Setup, tree: &Tree, style: NotationStyle) -> Tree {
    let mut worded = tree.clone();
    walk(setup, tree, |game, node| match game.play(tree.mv(node).expect("only the root has no move")) {
        Ok(row) => {
            let text = match style {
                NotationStyle::Wxf => row.wxf,
                NotationStyle::Vietnamese => row.vietnamese,
                _ => row.chinese,
            };
            worded.rewrite(node, text);
            true
        }
        Err(_) => false,
    });
    worded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameKind;

    #[test]
    fn every_line_is_worded_with_its_own_position() {
        let mut tree = Tree::new();
        let a = tree.push(Tree::ROOT, "h2e2");
        tree.push(a, "h9g7");
        let b = tree.push(a, "h7e7");
        tree.push(b, "a0a9");
        tree.push(b, "h0g2");
        let words = |style| {
            let worded = in_style(&Setup::usual(GameKind::Xiangqi), &tree, style);
            worded.subtree(Tree::ROOT).filter_map(|node| worded.mv(node)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(words(NotationStyle::Chinese), "炮二平五 马８进７ 炮８平５ a0a9 马二进三");
        assert_eq!(words(NotationStyle::Wxf), "C2=5 H8+7 C8=5 a0a9 H2+3");
        assert_eq!(words(NotationStyle::Iccs), "H2-E2 H9-G7 H7-E7 A0-A9 H0-G2");
    }
}
