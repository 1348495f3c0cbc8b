//! Proofs about a Xiangqi position.

mod board;
mod exchange;
mod mate;
mod pattern;
mod pin;
mod merit;

pub(super) use board::passed;
pub(super) use merit::{attacks_made, threats_of_move, threats_stopped};

use super::rows::rows;
use super::threat::{MatingPattern, Threat, ThreatKind};
use crate::game::Played;
use crate::position::Position as _;
use crate::xiangqi::{Move, Position};
use board::{checks, placed};

/// Lists the threats of the side to move, then those of the other side.
pub(super) fn threats(position: &Position) -> Vec<Threat> {
    let mut threats = threats_of_mover(position);
    threats.extend(passed(position).iter().flat_map(threats_of_mover));
    threats
}

/// Lists the best proved threat of the side to move: a mate by checks.
pub(super) fn best_threats(position: &Position) -> Vec<Threat> {
    let mate = mate::shortest(position, mate::MOVES_MAX, mate::NODES_MAX);
    mate.map(|mate| mate.threat(position)).into_iter().collect()
}

/// Names the mate that `mv` gives; empty if it is illegal or no mate.
pub(super) fn mating_patterns(position: &Position, mv: Move) -> Vec<MatingPattern> {
    if !position.is_legal(mv) {
        return Vec::new();
    }
    let end = board::after(position, mv);
    if end.is_check() && end.legal_moves().is_empty() { pattern::at_end(&end, mv, position) } else { Vec::new() }
}

/// Returns the name of the mate that the last move gave, if it has one.
pub(super) fn mate_on_board(game: &Played<Position>) -> Option<MatingPattern> {
    let history = game.history();
    let mv = history.moves().last()?;
    mating_patterns(&history.position_at(history.len() - 1), mv).first().copied()
}

fn threats_of_mover(position: &Position) -> Vec<Threat> {
    let side = position.side_to_move();
    let mate = mate::shortest(position, mate::MOVES_MAX, mate::NODES_MAX);
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
