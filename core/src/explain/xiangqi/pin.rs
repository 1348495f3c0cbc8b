//! Pinned pieces (牵制).

use super::board::placed_on;
use super::exchange::PROFIT;
use crate::base::Side;
use crate::engine::xiangqi::see::value;
use crate::explain::threat::{Threat, ThreatKind};
use crate::xiangqi::{Bitboard, Board, Role, Square, attacks};

/// Lists the pins by `side`. Rooks, cannons and horses pin to the general; rooks and cannons also to a more valuable,
/// unprotected rook, cannon or horse, if they may take it.
pub(super) fn pins(board: &Board, side: Side) -> Vec<Threat> {
    let occupied = board.occupied();
    let mut pins = Vec::new();
    for pinned in board.side(!side) & !board.role(Role::General) {
        let without = occupied.without(pinned);
        let opened = |behind: Square| {
            let attackers = |occupied| board.attackers_to(behind, occupied) & board.side(side) & held_by(board);
            attackers(without) & !attackers(occupied)
        };
        for behind in board.side(!side) & worth_more(board, pinned) {
            // A pin to the general counts even where a piece could interpose. A pin to another piece counts only where
            // that piece would be lost.
            let protected = || board.attackers_to(behind, without) & board.side(!side);
            let is_general = board.role(Role::General).contains(behind);
            let wins = |by: Square| protected().is_empty() && may_take(board, side, by, behind, pinned);
            for by in opened(behind).into_iter().filter(|&by| is_general || wins(by)) {
                let [pinned, by, behind] = [pinned, by, behind].map(|at| placed_on(board, at));
                let (Some(pinned), Some(by), Some(behind)) = (pinned, by, behind) else { continue };
                pins.push(Threat { side, what: ThreatKind::Pin { pinned, by, behind }, line: Vec::new() });
            }
        }
    }
    pins
}

/// Returns whether the general of `side` is safe once the piece on `by` has taken on `behind` and `pinned` is gone.
fn may_take(board: &Board, side: Side, by: Square, behind: Square, pinned: Square) -> bool {
    let occupied = board.occupied().without(pinned).without(by);
    let enemies = board.side(!side).without(pinned).without(behind);
    let [own, other] = [side, !side].map(|side| board.pieces(side, Role::General).first());
    own.is_none_or(|own| {
        let faces = |other: Square| other.file() == own.file() && !attacks::between(own, other).intersects(occupied);
        !board.attackers_to(own, occupied).intersects(enemies) && !other.is_some_and(faces)
    })
}

fn held_by(board: &Board) -> Bitboard {
    board.role(Role::Rook) | board.role(Role::Cannon) | board.role(Role::Horse)
}

/// Returns the generals, and the rooks, cannons and horses clearly more valuable than the piece on `pinned`.
fn worth_more(board: &Board, pinned: Square) -> Bitboard {
    let own = board.piece_at(pinned).map_or(0, |piece| value(piece.role));
    let dearer = [Role::Rook, Role::Cannon, Role::Horse].into_iter().filter(|&role| value(role) >= own + PROFIT);
    dearer.fold(board.role(Role::General), |all, role| all | board.role(role))
}
