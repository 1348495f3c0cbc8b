//! What can be proved about a position and told to a person: threats, what a move overlooks, what a better one does.
//!
//! Nothing here judges. A [`Threat`] stands on the rules, on an exchange played out to its end, or on a search that tried
//! every defence; what a bound on the search left open is not told. Words are the faces' business.

mod rows;
mod threat;
mod fact;
mod gomoku;
mod xiangqi;

pub use fact::{Fact, faults, merits, why};
pub use threat::{ForcingShape, MatingPattern, PlacedPiece, Protection, Threat, ThreatKind};

use crate::game::Game;

/// Lists what threatens on the board, for both sides: first what the side to move can do, then what the other could if it
/// were its turn, the gravest first.
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
