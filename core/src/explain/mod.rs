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

pub use attackers::attackers;
pub use fact::{Fact, faults, merits, why};
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

#[cfg(test)]
mod tests;
