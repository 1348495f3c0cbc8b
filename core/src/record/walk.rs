//! Every line of a tree with the positions it goes through.

use super::{NodeId, Tree};
use crate::game::{Game, Setup};

/// Walks the tree from `setup` on, each move before what follows it and the main line first. `play` plays the move of a
/// node on the game before it and returns whether it could; what follows a move that could not be played is not walked.
pub fn walk(setup: &Setup, tree: &Tree, mut play: impl FnMut(&mut Game, NodeId) -> bool) {
    let mut game = Game::new(setup);
    // Variations still to be walked, each with the position it begins from. Their number, not their depth, is bounded
    // by the record's length; no function calls itself.
    let mut variations = Vec::new();
    let mut next = tree.main_child(Tree::ROOT);
    loop {
        let node = match next.take() {
            Some(node) => node,
            None => {
                let Some((node, place)) = variations.pop() else { return };
                game.return_to(place);
                node
            }
        };
        if let Some(sibling) = tree.next_sibling(node) {
            variations.push((sibling, game.checkpoint()));
        }
        if play(&mut game, node) {
            next = tree.main_child(node);
        }
    }
}
