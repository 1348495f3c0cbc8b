//! Walking a record with positions: from words to moves that are legal.

use super::format::{Fault, RawMove};
use super::{GameTree, NodeId};
use crate::position::Position;

/// Plays every line of `raw` from `start`, reading each move with `read`.
///
/// The first move of a line that cannot be played ends that line: it becomes a fault, and the words from there on stay
/// as a comment where the line broke off, so that nothing of the record is lost.
pub fn replay<P: Position, E: std::fmt::Display>(
    start: &P,
    raw: &GameTree<RawMove>,
    read: impl Fn(&P, &str) -> Result<P::Move, E>,
) -> (GameTree<P::Move>, Vec<Fault>) {
    let mut tree = GameTree::new();
    let mut faults = Vec::new();
    let root = GameTree::<RawMove>::ROOT;
    tree.add_comment(GameTree::<P::Move>::ROOT, raw.comment(root));
    // Each entry is a written node whose continuations are still to be walked. Children are pushed in reverse, so the
    // main line is walked first and keeps its place.
    let mut open: Vec<(NodeId, NodeId, P)> = vec![(root, GameTree::<P::Move>::ROOT, start.clone())];
    while let Some((from, to, position)) = open.pop() {
        let mut next = Vec::new();
        for &child in raw.children(from) {
            let written = raw.mv(child).expect("only the root has no move");
            let played = read(&position, &written.text)
                .map_err(|error| error.to_string())
                .and_then(|mv| position.legality(mv).map(|()| mv).map_err(|error| error.to_string()));
            match played {
                Ok(mv) => {
                    let node = tree.push(to, mv);
                    tree.add_comment(node, raw.comment(child));
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    next.push((child, node, after));
                }
                Err(why) => {
                    faults.push(Fault { line: written.line, message: format!("'{}': {why}", written.text) });
                    tree.add_comment(to, &words_from(raw, child));
                }
            }
        }
        open.extend(next.into_iter().rev());
    }
    (tree, faults)
}

/// Returns the words of the main line from `node` on.
fn words_from(raw: &GameTree<RawMove>, node: NodeId) -> String {
    let line = std::iter::successors(Some(node), |&node| raw.children(node).first().copied());
    let words: Vec<&str> = line.filter_map(|node| raw.mv(node)).map(|mv| mv.text.as_str()).collect();
    words.join(" ")
}
