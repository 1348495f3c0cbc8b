//! Static exchange evaluation: the gain of a move if both sides keep capturing on its target.
//!
//! The swap algorithm of chess with one difference. A piece that leaves opens rook lines and horse legs, but it also
//! adds and removes cannon screens of both sides. So the attackers are computed again after every capture.

use super::params::EXCHANGE;
use crate::base::Side;
use crate::xiangqi::{Bitboard, Move, Position, Role, Square, attacks};

/// Returns the value of a role in an exchange, in centipawns.
#[inline]
#[must_use]
pub const fn value(role: Role) -> i32 {
    EXCHANGE[role.index()]
}

/// Returns whether the legal move `mv` gains at least `threshold` centipawns by exchanges on its target.
///
/// Pins and checks are ignored. But a general does not capture a piece protected by another, or by the other general
/// along an open file.
#[must_use]
pub fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = position.piece_at(from) else { return false };
    let mut balance = position.captured(mv).map_or(0, |piece| value(piece.role)) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(mover.role);
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.board().occupied().without(from).with(to);
    // The target counts as occupied throughout. The piece there never attacks its own square.
    let mut side = !mover.side;
    while let Some((role, piece)) = cheapest(position, to, occupied, side) {
        let is_protected = || cheapest(position, to, occupied, !side).is_some() || faces(position, to, !side, occupied);
        if role == Role::General && is_protected() {
            break;
        }
        occupied &= !piece;
        side = !side;
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot or need not capture next loses the exchange.
    side != mover.side
}

/// Returns whether a general on `square` would face the general of `side` along an open file.
fn faces(position: &Position, square: Square, side: Side, occupied: Bitboard) -> bool {
    let king = position.general(side);
    king.file() == square.file() && !attacks::between(king, square).intersects(occupied)
}

/// Returns the least valuable attacker of `side` on `to`, which counts as occupied: role and point. A kind is computed
/// only if no cheaper attacker exists.
fn cheapest(position: &Position, to: Square, occupied: Bitboard, side: Side) -> Option<(Role, Bitboard)> {
    let board = position.board();
    let own = board.side(side) & occupied;
    let one =
        |role: Role, from: Bitboard| (from & own & board.role(role)).first().map(|square| (role, Bitboard::of(square)));
    one(Role::Pawn, attacks::pawn_to(side, to))
        .or_else(|| {
            if !to.is_home(side) {
                return None;
            }
            one(Role::Elephant, attacks::elephant(to, occupied)).or_else(|| one(Role::Advisor, attacks::advisor(to)))
        })
        .or_else(|| one(Role::Horse, attacks::horse_to(to, occupied)))
        .or_else(|| {
            let (slides, jumps) = attacks::sliders(to, occupied);
            one(Role::Cannon, jumps).or_else(|| one(Role::Rook, slides))
        })
        .or_else(|| one(Role::General, attacks::general(to)))
}

/// Returns whether `side` has a rook, horse or cannon. With one of these zugzwang is rare.
#[must_use]
pub fn has_pieces(position: &Position, side: Side) -> bool {
    let board = position.board();
    board.side(side).intersects(board.role(Role::Rook) | board.role(Role::Horse) | board.role(Role::Cannon))
}

#[cfg(test)]
mod tests;
