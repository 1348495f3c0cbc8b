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
pub use threat::{
    Defences, ForcingShape, MatingPattern, Protection, Threat, ThreatKind, ThreatSearch, ThreatSearchResult,
};

use crate::base::Side;
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

/// Lists the defences against a win of the other side in Gomoku: each legal move is tried. `None` without such a win, and in
/// other games. It takes up to some seconds; once `stop` returns true, the rest stays open.
#[must_use]
pub fn defences(game: &Game, stop: impl FnMut() -> bool) -> Option<Defences> {
    let Game::Gomoku(played) = game else { return None };
    let gomoku::Answers { threat, holding, open } = gomoku::defences(played.position(), stop)?;
    let texts = |points: Vec<crate::gomoku::Point>| points.iter().map(ToString::to_string).collect();
    Some(Defences { threat, holding: texts(holding), open: texts(open) })
}

/// Searches for a forced win of `side` in Gomoku by fours, then by threes, as if it were to move, and lists the tree that
/// proves it. `None` in other games and after the end. It takes up to some seconds, until `stop` returns true.
#[must_use]
pub fn attack(game: &Game, side: Side, stop: impl FnMut() -> bool) -> Option<ThreatSearch> {
    match game {
        Game::Gomoku(played) if game.outcome().is_none() => Some(gomoku::attack(played.position(), side, stop)),
        _ => None,
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
