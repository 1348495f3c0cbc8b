//! Other orders of moves that lead to one position.

use duiyi_core::base::Side;
use duiyi_core::game::Game;

/// Longer lines have too many orders to name.
const PLIES_MAX: usize = 14;

/// Most orders that are named.
const ORDERS_MAX: usize = 3;

/// Positions that are looked at.
const POSITIONS_MAX: usize = 400;

/// Returns other orders of `moves`, which lead from `start` to the same position, if `known` returns each of their moves for
/// the position before it.
pub(super) fn orders(start: &Game, moves: &[String], mut known: impl FnMut(&Game) -> Vec<String>) -> Vec<Vec<String>> {
    let mut end = start.clone();
    if !(3..=PLIES_MAX).contains(&moves.len()) || !moves.iter().all(|mv| end.advance(mv).is_ok()) {
        return Vec::new();
    }
    let mut sides = Vec::with_capacity(moves.len());
    let mut game = start.clone();
    for mv in moves {
        sides.push(game.side_to_move());
        let _ = game.advance(mv);
    }
    let mut search = Search { moves, sides, end: end.placement(), found: Vec::new(), looked: 0 };
    search.go_on(start, &mut Vec::new(), &mut known);
    search.found
}

struct Search<'a> {
    moves: &'a [String],
    /// The side of each move.
    sides: Vec<Side>,
    /// The placement at the end.
    end: String,
    found: Vec<Vec<String>>,
    /// Positions looked at so far.
    looked: usize,
}

impl Search<'_> {
    /// Tries the moves that are left; `order` has the indexes of those that were played. At most [`PLIES_MAX`] deep.
    fn go_on(&mut self, game: &Game, order: &mut Vec<usize>, known: &mut impl FnMut(&Game) -> Vec<String>) {
        if order.len() == self.moves.len() {
            let is_other = order.iter().enumerate().any(|(at, &index)| self.moves[at] != self.moves[index]);
            let line: Vec<String> = order.iter().map(|&index| self.moves[index].clone()).collect();
            if is_other && game.placement() == self.end && !self.found.contains(&line) {
                self.found.push(line);
            }
            return;
        }
        self.looked += 1;
        if self.looked > POSITIONS_MAX {
            return;
        }
        let side = game.side_to_move();
        let there = known(game);
        for index in 0..self.moves.len() {
            let mv = &self.moves[index];
            if self.found.len() >= ORDERS_MAX {
                return;
            }
            if self.sides[index] != side || order.contains(&index) || !there.contains(mv) {
                continue;
            }
            let mut after = game.clone();
            if after.advance(mv).is_ok() {
                order.push(index);
                self.go_on(&after, order, known);
                order.pop();
            }
        }
    }
}
