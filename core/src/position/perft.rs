//! Perft: leaf counts, which reveal errors of a move generator (CPW: Perft).

use super::Position;

/// Counts the positions `depth` plies below `position`. The last ply is counted, not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    leaves(position, depth, &|| false).expect("nobody asks it to end")
}

/// Counts like [`perft`], separately for each legal move.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    divide_until(position, depth, || false).expect("nobody asks it to end")
}

/// Counts like [`divide`]; `None` as soon as `is_over` returns true.
pub fn divide_until<P: Position>(position: &P, depth: u32, is_over: impl Fn() -> bool) -> Option<Vec<(P::Move, u64)>> {
    let Some(below) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let count = |mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        Some((mv, leaves(&next, below, &is_over)?))
    };
    position.legal_moves().into_iter().map(count).collect()
}

/// Counts like [`perft`]; `None` as soon as `is_over` returns true.
fn leaves<P: Position>(position: &P, depth: u32, is_over: &impl Fn() -> bool) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(position.count_legal_moves()),
        _ if is_over() => None,
        _ => {
            let count = |mv| {
                let mut next = position.clone();
                next.play_unchecked(mv);
                leaves(&next, depth - 1, is_over)
            };
            // Saturating: no run reaches 2^64 leaves.
            position.legal_moves().into_iter().map(count).try_fold(0_u64, |sum, below| Some(sum.saturating_add(below?)))
        }
    }
}
