//! Counting leaf positions: the test that finds every error of a move generator.

use super::Position;

/// Counts the positions `depth` moves below `position`; the last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => divide(position, depth).into_iter().map(|(_, leaves)| leaves).sum(),
    }
}

/// Counts as [`perft`] does, separately below each legal move.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            next.play_unchecked(mv);
            (mv, perft(&next, depth - 1))
        })
        .collect()
}
