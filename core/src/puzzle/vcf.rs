//! A plain VCF search for Gomoku, by the rules alone, without the engine's patterns.
//!
//! A four here is any stone after which its side could complete a five with the next. The attacker plays only fours, so
//! a defender without a five has one answer, or none. If that answer threatens a five, the attacker must stop it with
//! another four.

use fxhash::FxHashSet;

use crate::base::{Key, Side};
use crate::gomoku::point::{Direction, MAX_SIZE};
use crate::gomoku::{Point, Position, win};
use crate::position::Position as _;

use super::mates::OutOfNodes;

/// Greatest distance of two stones of a five.
const REACH: i8 = 4;
/// Stones of a five.
const LENGTH: usize = 5;
/// Number of killer answers that the search remembers.
const KILLERS: usize = 12;

/// A VCF search with its table of lost positions and its killer answers.
#[derive(Debug, Default)]
pub struct VcfProver {
    /// Positions from which no sequence of fours wins.
    lost: FxHashSet<Key>,
    /// Answers that worked before. Trying them first changes the time, not the result.
    killers: Vec<Point>,
    nodes: u64,
    nodes_max: u64,
}

impl VcfProver {
    /// Makes a search of at most `nodes_max` positions.
    #[must_use]
    pub fn new(nodes_max: u64) -> VcfProver {
        VcfProver { nodes_max, ..VcfProver::default() }
    }

    /// Returns whether the side to move has a VCF.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn wins(&mut self, position: &Position) -> Result<bool, OutOfNodes> {
        if self.lost.contains(&position.key()) {
            return Ok(false);
        }
        self.count()?;
        let side = position.side_to_move();
        if !fives(position, side).is_empty() {
            return Ok(true);
        }
        for mv in attacks(position) {
            if self.wins_by(position, mv)? {
                return Ok(true);
            }
        }
        self.lost.insert(position.key());
        Ok(false)
    }

    /// Lists the moves that keep a VCF: fives, or fours that win by force.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn winning(&mut self, position: &Position) -> Result<Vec<Point>, OutOfNodes> {
        let fives: Vec<Point> = fives(position, position.side_to_move());
        if !fives.is_empty() {
            return Ok(fives);
        }
        let mut winning = Vec::new();
        for mv in attacks(position) {
            if self.wins_by(position, mv)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Returns the shortest VCF of the side to move, in its own moves, up to `moves_max`.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn fewest(&mut self, position: &Position, moves_max: u8) -> Result<Option<u8>, OutOfNodes> {
        for moves in 1..=moves_max {
            if self.wins_within(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    fn wins_within(&mut self, position: &Position, moves: u8) -> Result<bool, OutOfNodes> {
        self.count()?;
        if !fives(position, position.side_to_move()).is_empty() {
            return Ok(true);
        }
        if moves <= 1 {
            return Ok(false);
        }
        for mv in attacks(position) {
            let won = match answer(position, mv) {
                None => true,
                Some(next) => self.wins_within(&next, moves - 1)?,
            };
            if won {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether the attack wins after the four `mv`.
    fn wins_by(&mut self, position: &Position, mv: Point) -> Result<bool, OutOfNodes> {
        match answer(position, mv) {
            None => Ok(true),
            Some(next) => self.wins(&next),
        }
    }

    /// Returns whether the other side has a VCF after every move of the side to move.
    ///
    /// A four of the side to move needs an answer first. If that answer is no four, the side moves again and the
    /// question repeats.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn loses(&mut self, position: &Position) -> Result<bool, OutOfNodes> {
        Ok(self.refutation(position)?.is_none())
    }

    /// Returns a move after which the other side has no VCF.
    ///
    /// # Errors
    /// [`OutOfNodes`] at the node limit.
    pub fn refutation(&mut self, position: &Position) -> Result<Option<Point>, OutOfNodes> {
        let legal = position.legal_moves();
        let killers = self.killers.clone();
        let first = killers.iter().copied().filter(|killer| legal.contains(killer));
        for mv in first.chain(legal.iter().copied().filter(|mv| !killers.contains(mv))) {
            let mut after = position.clone();
            after.play_unchecked(mv);
            if after.winner().is_some() || !self.wins_against(&after, mv)? {
                self.killers.retain(|&killer| killer != mv);
                self.killers.insert(0, mv);
                self.killers.truncate(KILLERS);
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Returns whether the side to move still has a VCF after the defender's `reply`.
    fn wins_against(&mut self, after: &Position, reply: Point) -> Result<bool, OutOfNodes> {
        if self.wins(after)? {
            return Ok(true);
        }
        // The attacker blocks the defender's four, then the defender moves again.
        let threats = fives_through(after, !after.side_to_move(), reply);
        let [block] = threats[..] else { return Ok(false) };
        if !after.is_legal(block) {
            return Ok(false);
        }
        let mut next = after.clone();
        next.play_unchecked(block);
        self.loses(&next)
    }

    fn count(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.nodes_max { Err(OutOfNodes) } else { Ok(()) }
    }
}

/// Lists the points that complete a five of `side`, sorted.
#[must_use]
pub fn fives(position: &Position, side: Side) -> Vec<Point> {
    let mut points = empty_in_fives(position, side, 4);
    points.retain(|&point| win::makes_five(position.board(), position.rule(), side, point));
    points
}

/// Lists the empty points of all five-cell windows with `count` stones of `side` and no other stone.
fn empty_in_fives(position: &Position, side: Side, count: usize) -> Vec<Point> {
    let board = position.board();
    let size = usize::from(board.size());
    let mut cells = [Cell::Empty; MAX_SIZE as usize * MAX_SIZE as usize];
    for point in board.points().filter(|&point| !board.is_empty_at(point)) {
        let cell = if board.stone_at(point) == Some(side) { Cell::Own } else { Cell::Other };
        cells[usize::from(point.row()) * size + usize::from(point.column())] = cell;
    }
    let mut points = Vec::new();
    for (columns, rows) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        let step = rows * size as isize + columns;
        let first = if columns < 0 { LENGTH - 1 } else { 0 };
        let last = if columns > 0 { size - LENGTH } else { size - 1 };
        for row in 0..=(if rows > 0 { size - LENGTH } else { size - 1 }) {
            for column in first..=last {
                let start = row * size + column;
                let at = |place: usize| start.wrapping_add_signed(step * place as isize);
                let (mut own, mut empty) = (0, [0; LENGTH]);
                for place in 0..LENGTH {
                    match cells[at(place)] {
                        Cell::Own => own += 1,
                        Cell::Empty => empty[place - own] = at(place),
                        Cell::Other => own = LENGTH + 1,
                    }
                    if own > count {
                        break;
                    }
                }
                if own == count {
                    let point = |&cell: &usize| Point::new((cell % size) as u8, (cell / size) as u8);
                    points.extend(empty[..LENGTH - count].iter().map(point));
                }
            }
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    /// An enemy stone, or a blocked point.
    Other,
}

/// Lists the points that complete a five with the stone `last` of `side`.
fn fives_through(position: &Position, side: Side, last: Point) -> Vec<Point> {
    let (board, five) = (position.board(), position.rule().five(side));
    let mut points = Vec::new();
    for direction in Direction::ALL {
        for steps in (-REACH..=REACH).filter(|&steps| steps != 0) {
            let Some(point) = last.step(direction, steps).filter(|&point| board.contains(point)) else { continue };
            if board.is_empty_at(point) && board.line(point, direction, side).is_five(five) {
                points.push(point);
            }
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// Lists the fours of the side to move, or only those that block the other side's five.
fn attacks(position: &Position) -> Vec<Point> {
    let side = position.side_to_move();
    let threats = fives(position, !side);
    let candidates: Vec<Point> = match threats[..] {
        [] => empty_in_fives(position, side, 3),
        [block] => vec![block],
        _ => Vec::new(),
    };
    candidates.into_iter().filter(|&point| position.is_legal(point) && is_four(position, point)).collect()
}

fn is_four(position: &Position, point: Point) -> bool {
    let side = position.side_to_move();
    let mut after = position.clone();
    after.play_unchecked(point);
    !fives_through(&after, side, point).is_empty()
}

/// Plays the four `mv` and its only answer; `None` if no answer stops the five.
fn answer(position: &Position, mv: Point) -> Option<Position> {
    let side = position.side_to_move();
    let mut after = position.clone();
    after.play_unchecked(mv);
    match fives_through(&after, side, mv)[..] {
        [block] if after.is_legal(block) => {
            after.play_unchecked(block);
            Some(after)
        }
        // No move stops two fives, and none stops a five on a forbidden point.
        _ => None,
    }
}
