//! The pieces that attack a point, for players who ask the board.

use crate::game::PlacedPiece;
use crate::xiangqi::setup::Setup;
use crate::xiangqi::square::Square;

/// Lists the pieces of both sides that could take on `point` of a Xiangqi board, Red's first. `placement` is the first
/// field of a FEN. Pins are ignored. An unreadable board or point has no attackers.
///
/// ```
/// use duiyi_core::explain::attackers;
///
/// let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
/// let on_h9: Vec<_> = attackers(start, "h9").into_iter().map(|one| (one.piece, one.at)).collect();
/// assert_eq!(on_h9, [('C', "h2".to_owned()), ('r', "i9".to_owned())]);
/// ```
#[must_use]
pub fn attackers(placement: &str, point: &str) -> Vec<PlacedPiece> {
    let (Ok(setup), Ok(square)) = (placement.parse::<Setup>(), point.parse::<Square>()) else { return Vec::new() };
    let board = &setup.board;
    let attacking = board.attackers_to(square, board.occupied());
    let placed = |square: Square| {
        let piece = board.piece_at(square)?;
        Some(PlacedPiece { piece: piece.letter(), at: square.to_string() })
    };
    let mut found: Vec<_> = attacking.into_iter().filter_map(placed).collect();
    found.sort_by_key(|one| one.piece.is_ascii_lowercase());
    found
}
