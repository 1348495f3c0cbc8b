//! Every line of a tree with the positions it goes through.

use super::{NodeId, Tree};
use crate::game::played::Checkpoint;
use crate::game::{Game, Setup};

/// How many plies lie between positions that are kept to come back to: the fewer are kept, the more moves are played twice.
const MARK_PLIES: usize = 4;

/// Walks the tree from `setup` on, each move before what follows it and the main line first. `play` plays the move of a
/// node on the game before it and returns whether it could; what follows a move that could not be played is not walked.
pub fn walk(setup: &Setup, tree: &Tree, mut play: impl FnMut(&mut Game, NodeId) -> bool) {
    let mut game = Game::new(setup);
    // Variations still to be walked, with the plies before them. Their number, not their depth, is bounded by the
    // record's length; no function calls itself.
    let mut variations: Vec<(NodeId, usize)> = Vec::new();
    // Places on the path to the innermost variation, at most MARK_PLIES before it.
    let mut marks: Vec<(usize, Checkpoint)> = Vec::new();
    let mut next = tree.main_child(Tree::ROOT);
    loop {
        let node = match next.take() {
            Some(node) => node,
            None => {
                let Some((node, plies)) = variations.pop() else { return };
                while marks.last().is_some_and(|(mark, _)| *mark > plies) {
                    marks.pop();
                }
                let (_, place) = marks.last().expect("a variation has a mark at it or before it");
                game.rewind_from(place.clone(), plies);
                node
            }
        };
        if let Some(sibling) = tree.next_sibling(node) {
            let plies = game.ply();
            if marks.last().is_none_or(|(mark, _)| mark + MARK_PLIES <= plies) {
                marks.push((plies, game.checkpoint()));
            }
            variations.push((sibling, plies));
        }
        if play(&mut game, node) {
            next = tree.main_child(node);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::game::GameKind;

    #[test]
    fn every_move_is_played_after_those_before_it() {
        let mut rng = Rng::from_seed(1);
        for _ in 0..40 {
            let mut tree = Tree::new();
            let mut nodes = vec![Tree::ROOT];
            for _ in 0..60 {
                let parent = nodes[nodes.len() - 1 - rng.below(nodes.len().min(12))];
                let column = char::from(b'a' + rng.below(15) as u8);
                nodes.push(tree.push(parent, format!("{column}{}", rng.below(15) + 1)));
            }
            let mut order = Vec::new();
            walk(&Setup::usual(GameKind::Gomoku), &tree, |game, node| {
                let mut path: Vec<&str> = tree.path(node).skip(1).filter_map(|node| tree.mv(node)).collect();
                path.reverse();
                let mut fresh = Game::new(&Setup::usual(GameKind::Gomoku));
                path.iter().for_each(|mv| _ = fresh.advance(mv).expect("the way there can be played"));
                assert_eq!((game.placement(), game.ply()), (fresh.placement(), fresh.ply()));
                order.push(node);
                game.advance(tree.mv(node).expect("a move")).is_ok()
            });
            let main: Vec<NodeId> = tree.main_line().collect();
            let walked = order.iter().zip(&main).take_while(|(a, b)| a == b).count();
            assert!(walked > 0, "the main line is walked first");
        }
    }
}
