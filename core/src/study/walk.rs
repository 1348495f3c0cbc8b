//! Replays of lines.

use crate::game::Game;
use crate::record::{NodeId, Tree};

/// Visits `top` and its descendants, with `game` at the parent of `top`. `visit` plays the node's move. If it returns
/// false, the walk skips the node's descendants.
pub(super) fn walk(tree: &Tree, mut game: Game, top: NodeId, mut visit: impl FnMut(NodeId, &mut Game) -> bool) {
    // An explicit stack instead of recursion, since depth is unbounded. It holds variations with their start.
    let mut variations = Vec::new();
    let mut next = Some(top);
    loop {
        let node = match next.take() {
            Some(node) => node,
            None => {
                let Some((node, place)) = variations.pop() else { return };
                game.return_to(place);
                node
            }
        };
        if let Some(sibling) = tree.next_sibling(node).filter(|_| node != top) {
            variations.push((sibling, game.checkpoint()));
        }
        if visit(node, &mut game) {
            next = tree.main_child(node);
        }
    }
}

/// Moves `game` from node `from` to `to`, or to the last playable node before it, and returns that node.
///
/// The path leads through the common ancestor, so a neighbour costs one step.
pub(super) fn travel(tree: &Tree, game: &mut Game, from: NodeId, to: NodeId) -> NodeId {
    let mut path: Vec<NodeId> = tree.path(to).collect();
    path.reverse();
    let mut here: Vec<NodeId> = tree.path(from).collect();
    here.reverse();
    let shared = path.iter().zip(&here).take_while(|(a, b)| a == b).count();
    if shared < here.len() {
        game.rewind(shared - 1);
    }
    let mut reached = here[shared - 1];
    for &next in &path[shared..] {
        let mv = tree.mv(next).expect("only the root has no move");
        if game.advance(mv).is_err() {
            break;
        }
        reached = next;
    }
    reached
}
