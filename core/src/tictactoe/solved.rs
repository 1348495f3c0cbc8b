//! All of tic-tac-toe: every reachable position with its value and the number of games below it.
//!
//! 5,478 positions, solved from the end backwards; 255,168 games lead from the empty board to an end.

use std::collections::HashMap;

use super::{Position, Square};
use crate::base::{Score, Side};
use crate::position::Position as _;

wire! {
    /// How many games go on from a position, by their end.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct GameCounts {
        /// Won by X.
        pub first: u32,
        /// Won by O.
        pub second: u32,
        pub drawn: u32,
    }
}

impl GameCounts {
    /// Returns how many games there are.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.first + self.second + self.drawn
    }

    fn add(&mut self, more: GameCounts) {
        self.first += more.first;
        self.second += more.second;
        self.drawn += more.drawn;
    }
}

/// The value of a position and the games below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Value for the side to move with best play: a draw, or a win or loss in a number of moves.
    pub score: Score,
    /// The games that go on from it; an end is one game.
    pub games: GameCounts,
    /// How many positions the tree below it has, itself among them; one that is reached on two ways counts twice.
    pub nodes: u32,
}

/// The solved game.
#[derive(Clone, Debug)]
pub struct Solved(HashMap<Position, Known>);

impl Default for Solved {
    fn default() -> Solved {
        Solved::new()
    }
}

impl Solved {
    /// Solves the game.
    #[must_use]
    pub fn new() -> Solved {
        let mut solved = Solved(HashMap::new());
        solved.solve(&Position::new());
        solved
    }

    /// Looks `position` up; `None` if no game reaches it.
    #[must_use]
    pub fn of(&self, position: &Position) -> Option<Known> {
        self.0.get(position).copied()
    }

    /// Lists the moves of `position`, each with what is known of the position after it, from the view of the side to move
    /// there.
    pub fn children(&self, position: &Position) -> impl Iterator<Item = (Square, Known)> + '_ {
        let position = position.clone();
        position.legal_moves().into_iter().filter_map(move |square| {
            let mut after = position.clone();
            after.play_unchecked(square);
            Some((square, self.of(&after)?))
        })
    }

    fn solve(&mut self, position: &Position) -> Known {
        if let Some(known) = self.of(position) {
            return known;
        }
        let moves = position.legal_moves();
        let mut known = Known { score: -Score::INFINITE, games: GameCounts::default(), nodes: 1 };
        for square in &moves {
            let mut after = position.clone();
            after.play_unchecked(*square);
            let below = self.solve(&after);
            known.score = known.score.max(-below.score.from_tt(1));
            known.games.add(below.games);
            known.nodes += below.nodes;
        }
        if moves.is_empty() {
            let winner = position.winner();
            known.score = if winner.is_some() { Score::mated_in(0) } else { Score::DRAW };
            known.games = GameCounts {
                first: u32::from(winner == Some(Side::First)),
                second: u32::from(winner == Some(Side::Second)),
                drawn: u32::from(winner.is_none()),
            };
        }
        self.0.insert(position.clone(), known);
        known
    }
}
