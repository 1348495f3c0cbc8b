//! Pinned pieces (牵制).

use super::board::placed_on;
use super::exchange::PROFIT;
use crate::base::Side;
use crate::engine::xiangqi::see::value;
use crate::explain::threat::{Threat, ThreatKind};
use crate::xiangqi::{Bitboard, Board, Role, Square};

/// Lists the pins by `side`. Rooks, cannons and horses pin to the general; rooks and cannons also to a more valuable,
/// unprotected rook, cannon or horse.
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
            for by in opened(behind).into_iter().filter(|_| is_general || protected().is_empty()) {
                let [pinned, by, behind] = [pinned, by, behind].map(|at| placed_on(board, at));
                let (Some(pinned), Some(by), Some(behind)) = (pinned, by, behind) else { continue };
                pins.push(Threat { side, what: ThreatKind::Pin { pinned, by, behind }, line: Vec::new() });
            }
        }
    }
    pins
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
