//! Proved statements about a position: threats, faults of a move, merits of a better one.
//!
//! A [`Threat`] follows from the rules, from an exchange played out to its end, or from a search of every defence. A
//! search that reaches its bound yields none. The shells write the sentences.

mod attackers;
mod rows;
mod threat;
mod fact;
mod gomoku;
mod xiangqi;
mod lesson;

pub use attackers::attackers;
pub use fact::{Fact, attacks_made, faults, merits, slips, why};
pub use lesson::{Lesson, lesson};
pub use threat::{ForcingShape, MatingPattern, Protection, Threat, ThreatKind};

use crate::game::Game;

/// Lists the threats of the side to move, then those of the other side after a pass. The most serious come first.
#[must_use]
pub fn threats(game: &Game) -> Vec<Threat> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    match game {
        Game::Xiangqi(played) => xiangqi::threats(played.position()),
        Game::Gomoku(played) => gomoku::threats(played.position()),
        Game::TicTacToe(_) => Vec::new(),
    }
}

/// Names the mate that `mv` gives in `game`, the most specific name first. Empty for a move that does not mate.
#[must_use]
pub fn mating_patterns(game: &Game, mv: &str) -> Vec<MatingPattern> {
    match (game, mv.parse()) {
        (Game::Xiangqi(played), Ok(mv)) => xiangqi::mating_patterns(played.position(), mv),
        _ => Vec::new(),
    }
}

/// Returns the shape that a stone at `mv` makes in `game`; `None` for a single four or three, and in other games.
#[must_use]
pub fn forcing_shape(game: &Game, mv: &str) -> Option<ForcingShape> {
    match (game, mv.parse()) {
        (Game::Gomoku(played), Ok(point)) => gomoku::forcing_shape(played.position(), point),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
