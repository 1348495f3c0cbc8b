//! Proofs about a Gomoku position.

mod turn;
mod stone_rows;
mod win;
mod slip;
mod defences;
mod attack;

use super::threat::{ForcingShape, Threat, ThreatKind};
use crate::base::Side;
use crate::gomoku::{Point, Position, forbidden};
use crate::position::Position as _;

pub(super) use attack::attack;
pub(super) use defences::{Answers, defences};
pub(super) use slip::{is_apart, threat_left};
pub(super) use turn::passed;

use stone_rows::StoneRows;
use turn::rows_of_line;
use win::Prover;

/// Lists the threats of the side to move, then those of the other side, then the points forbidden to Black.
pub(super) fn threats(position: &Position) -> Vec<Threat> {
    let mut prover = Prover::new(position);
    let mover = position.side_to_move();
    let mut threats = threats_of(position, mover, &mut prover);
    threats.extend(threats_of(position, !mover, &mut prover));
    threats.extend(forbidden_points(position));
    threats
}

/// Lists the threats of `side`, the most serious first.
fn threats_of(position: &Position, side: Side, prover: &mut Prover) -> Vec<Threat> {
    let made = all_stone_rows(position, side);
    let mut threats: Vec<Threat> = fives(position, side, &made);
    if threats.is_empty() {
        threats.extend(prover.win(position, side));
    }
    threats.extend(open_threes(position, side, &made));
    threats.extend(made.iter().filter_map(|made| {
        let shape = made.shape().filter(|&shape| shape != ForcingShape::StraightFour)?;
        let rows = made.rows().into_iter().map(names).collect();
        Some(Threat {
            side,
            what: ThreatKind::Shape { shape, rows },
            line: rows_of_line(position, side, &[made.point]),
        })
    }));
    threats
}

/// Lists the rows of a stone of `side` at every legal point.
fn all_stone_rows(position: &Position, side: Side) -> Vec<StoneRows> {
    let points = position.board().empty_points();
    points.filter_map(|point| StoneRows::at(position.board(), position.rule(), side, point)).collect()
}

fn fives(position: &Position, side: Side, made: &[StoneRows]) -> Vec<Threat> {
    let fives = made.iter().filter_map(|made| Some((made.point, made.five.clone()?)));
    fives.map(|(point, row)| five(position, side, point, row)).collect()
}

fn five(position: &Position, side: Side, point: Point, row: Vec<Point>) -> Threat {
    let blocker_has_fouls = position.rule().has_fouls(!side);
    let foul = if blocker_has_fouls { forbidden::foul(position.board(), point) } else { None };
    let what = ThreatKind::Five { row: names(row), foul: foul.map(forbidden::Foul::code) };
    Threat { side, what, line: rows_of_line(position, side, &[point]) }
}

/// Lists each open three once, with the points that make a straight four. Three stones of a four are no open three.
fn open_threes(position: &Position, side: Side, made: &[StoneRows]) -> Vec<Threat> {
    let mut threes: Vec<(Vec<Point>, Vec<Point>)> = Vec::new();
    let fours: Vec<&Vec<Point>> = made.iter().filter_map(|made| made.five.as_ref()).collect();
    let is_of_four = |row: &[Point]| fours.iter().any(|four| row.iter().all(|point| four.contains(point)));
    for made in made {
        for row in made.straight.iter().filter(|row| !is_of_four(row)) {
            match threes.iter_mut().find(|(known, _)| known == row) {
                Some((_, fours)) => fours.push(made.point),
                None => threes.push((row.clone(), vec![made.point])),
            }
        }
    }
    let threats = threes.into_iter().map(|(row, fours)| {
        let line = rows_of_line(position, side, &fours[..1]);
        Threat { side, what: ThreatKind::OpenThree { row: names(row), fours: names(fours) }, line }
    });
    threats.collect()
}

fn forbidden_points(position: &Position) -> Vec<Threat> {
    if !position.rule().has_fouls(Side::First) {
        return Vec::new();
    }
    let threats = position.board().empty_points().filter_map(|point| {
        let (foul, rows) = forbidden::foul_with_rows(position.board(), point)?;
        let rows = rows.into_iter().map(names).collect();
        let what = ThreatKind::Forbidden { at: point.to_string(), foul: foul.code(), rows };
        Some(Threat { side: Side::Second, what, line: Vec::new() })
    });
    threats.collect()
}

/// Lists the merits of the first move of `line`: a five, or a forced win.
pub(super) fn threats_of_move(position: &Position, line: &[Point]) -> Vec<Threat> {
    let Some(&point) = line.first().filter(|&&point| position.is_legal(point)) else { return Vec::new() };
    let side = position.side_to_move();
    let made = StoneRows::at(position.board(), position.rule(), side, point);
    if let Some(row) = made.and_then(|made| made.five) {
        return vec![five(position, side, point, row)];
    }
    Prover::new(position).beginning(position, point, line.get(1).copied()).into_iter().collect()
}

/// Lists the best proved threats of the side to move.
pub(super) fn best_threats(position: &Position) -> Vec<Threat> {
    let side = position.side_to_move();
    let five = fives(position, side, &all_stone_rows(position, side)).into_iter().next();
    five.or_else(|| Prover::new(position).win(position, side)).into_iter().collect()
}

/// Lists the other side's threats that the first move of `line` stops: fives, open threes and forced wins.
pub(super) fn threats_stopped(position: &Position, line: &[Point]) -> Vec<Threat> {
    let Some(&point) = line.first().filter(|&&point| position.is_legal(point)) else { return Vec::new() };
    let (mover, them) = (position.side_to_move(), !position.side_to_move());
    let mut after = position.clone();
    after.play_unchecked(point);
    if after.winner().is_some() {
        return Vec::new();
    }
    let (before, now) = (all_stone_rows(position, them), all_stone_rows(&after, them));
    let fives = fives(position, them, &before);
    if !fives.is_empty() {
        let is_stopped = now.iter().all(|made| made.five.is_none());
        return if is_stopped { fives } else { Vec::new() };
    }
    // An own four only delays a threat.
    if all_stone_rows(&after, mover).iter().any(|made| made.five.is_some()) {
        return Vec::new();
    }
    let mut prover = Prover::new(position);
    let threes = open_threes(position, them, &before);
    if !threes.is_empty() {
        return if prover.is_without_win(&after, them, false) { threes } else { Vec::new() };
    }
    let win = prover.win(position, them);
    let by_threes = |win: &Threat| matches!(win.what, ThreatKind::Vct { .. });
    win.into_iter().filter(|win| prover.is_without_win(&after, them, by_threes(win))).collect()
}

/// Returns the shape that a stone of the side to move makes at `point`.
pub(super) fn forcing_shape(position: &Position, point: Point) -> Option<ForcingShape> {
    if !position.is_legal(point) {
        return None;
    }
    StoneRows::at(position.board(), position.rule(), position.side_to_move(), point)?.shape()
}

fn names(points: Vec<Point>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}
