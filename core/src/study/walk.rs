//! Walking lines with positions.

use crate::game::Game;
use crate::record::{NodeId, Tree};

/// Walks `top` and what follows it from `game`, which stands before it. `visit` plays the move of the node; where it
/// says that it could not, nothing behind that node is visited.
pub(super) fn walk(tree: &Tree, mut game: Game, top: NodeId, mut visit: impl FnMut(NodeId, &mut Game) -> bool) {
    // Variations still to be walked, each with the place it begins from: no function calls itself, whatever the depth.
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

/// Brings `game` from `from`, where it stands, to `to`, or to the last node before it that can be played, and returns
/// that node.
///
/// The way leads back to where the two lines part and forward from there, so that a step costs a step.
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
