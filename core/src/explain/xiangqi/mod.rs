//! What can be proved about a Xiangqi position.

mod exchange;
mod mate;
mod pattern;
mod pin;
mod merit;

pub(super) use merit::{does, stops};

use super::rows;
use super::threat::{PlacedPiece, Threat, ThreatKind};
use crate::base::Side;
use crate::position::Position as _;
use crate::xiangqi::{Bitboard, Move, Position, Square};

/// Checks in a row that a mate on the board may take.
const MATE_MOVES: usize = 3;
/// Positions that the search for it may look at.
const MATE_NODES: u32 = 30_000;

/// Lists the threats of the side to move, then those of the other side.
pub(super) fn threats(position: &Position) -> Vec<Threat> {
    let mut threats = threats_of_mover(position);
    threats.extend(passed(position).iter().flat_map(threats_of_mover));
    threats
}

/// Returns the position with the turn given away; `None` in check, where it cannot be.
pub(super) fn passed(position: &Position) -> Option<Position> {
    (!position.is_check()).then(|| position.passed())
}

/// Lists the best that the side to move can do: a mate by checks.
pub(super) fn can(position: &Position) -> Vec<Threat> {
    let mate = mate::shortest(position, MATE_MOVES, MATE_NODES);
    mate.map(|mate| mate.threat(position)).into_iter().collect()
}

fn threats_of_mover(position: &Position) -> Vec<Threat> {
    let side = position.side_to_move();
    let mate = mate::shortest(position, MATE_MOVES, MATE_NODES);
    let mating = mate.as_ref().and_then(|mate| mate.line.first().copied());
    let mut threats: Vec<Threat> = mate.map(|mate| mate.threat(position)).into_iter().collect();
    threats.extend(exchange::captures(position).into_iter().map(|capture| capture.threat(position)));
    threats.extend(pin::pins(position.board(), side));
    threats.extend(checks(position).filter(|&mv| Some(mv) != mating).filter_map(|mv| {
        let by = placed(position, mv.from())?;
        Some(Threat { side, what: ThreatKind::Check { by }, line: rows(position, &[mv]) })
    }));
    threats
}

/// Lists the legal moves that give check.
fn checks(position: &Position) -> impl Iterator<Item = Move> + '_ {
    position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv))
}

/// Names the piece on a point.
fn placed(position: &Position, at: Square) -> Option<PlacedPiece> {
    placed_on(position.board(), at)
}

fn placed_on(board: &crate::xiangqi::Board, at: Square) -> Option<PlacedPiece> {
    Some(PlacedPiece { piece: board.piece_at(at)?.letter(), at: at.to_string() })
}

/// Returns the position after a legal move.
fn after(position: &Position, mv: Move) -> Position {
    let mut after = *position;
    after.make(mv);
    after
}

/// Returns whether a general on `general` and the general of `side` face each other on an open file.
fn faces(position: &Position, general: Square, side: Side, occupied: Bitboard) -> bool {
    let other = position.general(side);
    other.file() == general.file() && !crate::xiangqi::attacks::between(other, general).intersects(occupied)
}
