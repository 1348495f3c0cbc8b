//! A game under review: what each move has cost, and what would have been better.
//!
//! Somebody with an engine finds out what every position of the main line is worth ([`Found`]); a [`Review`] turns that
//! into winning chances ([`Curve`]), losses, [`Label`]s and accuracies. What was found is kept in the record itself, as
//! evaluations, signs and lines beside the moves ([`kept`]), so a review travels with every export and is read back from
//! there; nothing else is stored.
//!
//! ```text
//! position 0 ──move 1──► position 1 ──move 2──► position 2 …       each searched: worth and best line
//!    worth before move 1 │ worth after move 1, which is the worth before move 2 seen by the other side
//! ```

pub mod curve;
pub mod label;
pub mod fine;
pub mod phase;
pub mod judged;
pub mod report;
pub mod kept;

use crate::base::{Depth, Score, Side};
use crate::game::{Game, Setup};
use crate::record::NodeId;
use crate::search::SearchInfo;
use crate::study::Study;

pub use curve::Curve;
pub use judged::{Forced, Judged, Tried};
pub use label::Label;
pub use phase::Phase;
pub use report::{Report, SideReport};

/// What a search found of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is worth, for the side to move.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: Depth,
    /// The best line, in coordinates; empty where none is known.
    pub line: Vec<String>,
}

impl From<SearchInfo<String>> for Found {
    fn from(mut thought: SearchInfo<String>) -> Found {
        let line = if thought.lines.is_empty() { Vec::new() } else { thought.lines.swap_remove(0).pv };
        Found { score: thought.score, depth: thought.depth, line }
    }
}

/// The main line of a study, and what was found so far of its positions.
#[derive(Clone, Debug)]
pub struct Review {
    setup: Setup,
    curve: Curve,
    /// Whose turn it is in the first position.
    begins: Side,
    nodes: Vec<NodeId>,
    moves: Vec<String>,
    /// What was found of each position; there is one more than there are moves.
    found: Vec<Option<Found>>,
    /// What the best move but the one played is worth, where that was asked: for the side that moved, by its ply.
    others: Vec<Option<Found>>,
    /// The end of the game, if the rules say what it is worth.
    ended: Option<Score>,
}

impl Review {
    /// Makes ready to review the moves of the main line that can be played; nothing is found yet.
    #[must_use]
    pub fn of(study: &Study) -> Review {
        let setup = study.header.setup.clone();
        let mut game = Game::new(&setup);
        let begins = game.side_to_move();
        let (mut nodes, mut moves) = (Vec::new(), Vec::new());
        for node in study.tree().main_line() {
            let Some(Ok(mv)) = study.tree().mv(node).map(|mv| game.advance(mv)) else { break };
            nodes.push(node);
            moves.push(mv.into());
        }
        let ended = ended(&game);
        let curve = Curve::of(&setup);
        let found = vec![None; moves.len() + 1];
        let others = vec![None; moves.len() + 1];
        Review { setup, curve, begins, nodes, moves, found, others, ended }
    }

    /// Returns the moves under review, in coordinates.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the nodes of the moves.
    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Returns how the game is set up.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the curve by which scores become winning chances.
    #[must_use]
    pub const fn curve(&self) -> Curve {
        self.curve
    }

    /// Returns how many positions there are to search: all of them, but an end that the rules decide.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.moves.len() + usize::from(self.ended.is_none())
    }

    /// Returns the game after `plies` moves.
    #[must_use]
    pub fn game_at(&self, plies: usize) -> Game {
        let mut game = Game::new(&self.setup);
        for mv in &self.moves[..plies] {
            game.advance(mv).expect("the moves were played when the review began");
        }
        game
    }

    /// Returns who makes the move number `ply`, counted from 1.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Side {
        if ply % 2 == 1 { self.begins } else { !self.begins }
    }

    /// Takes in what was found of the position after `plies` moves.
    pub fn find(&mut self, plies: usize, found: Found) {
        self.found[plies] = Some(found);
    }

    /// Takes in what the best of the other moves is worth that could have been played instead of move `ply`.
    pub fn find_other(&mut self, ply: usize, other: Found) {
        self.others[ply] = Some(other);
    }

    /// Returns the moves that could have been played instead of move `ply`, if knowing what they are worth would make
    /// that one a fine move; they are to be searched for [`Review::find_other`].
    #[must_use]
    pub fn doubts(&self, ply: usize) -> Option<Vec<String>> {
        let played = &self.moves[ply - 1];
        let found = self.found[ply - 1].as_ref().filter(|found| found.line.first() == Some(played))?;
        if self.others[ply].is_some() || self.curve.chance(found.score) < fine::KEPT {
            return None;
        }
        let game = self.game_at(ply - 1);
        let mut others = game.legal_moves();
        others.retain(|mv| mv != played);
        (!others.is_empty() && fine::is_hard_to_find(&game, played)).then_some(others)
    }

    /// Returns what each position is worth for the side to move, where that is known.
    ///
    /// What was found of a position is corrected by what was found after the move played there, which a search has seen
    /// from one ply nearer: the worth of the position is never less, and just that if the move is the best one.
    fn worths(&self) -> Vec<Option<Score>> {
        let own = |plies: usize| match self.ended {
            Some(score) if plies == self.moves.len() => Some(score),
            _ => self.found[plies].as_ref().map(|found| found.score),
        };
        let mut worths: Vec<Option<Score>> = (0..=self.moves.len()).map(own).collect();
        for plies in (0..self.moves.len()).rev() {
            let after = worths[plies + 1].map(|score| (-score).from_tt(1));
            let is_best = self.line(plies).first() == Some(&self.moves[plies]);
            worths[plies] = match (worths[plies], after) {
                (Some(_), Some(after)) if is_best => Some(after),
                (Some(own), Some(after)) => Some(own.max(after)),
                (own, _) => own,
            };
        }
        worths
    }

    /// Returns the best line that was found in the position after `plies` moves.
    fn line(&self, plies: usize) -> &[String] {
        self.found[plies].as_ref().map_or(&[], |found| &found.line)
    }
}

/// Returns what the rules say of a game that is over, for the side to move.
#[must_use]
pub fn ended(game: &Game) -> Option<Score> {
    game.outcome().map(|outcome| match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == game.side_to_move() => Score::mate_in(0),
        Some(_) => Score::mated_in(0),
    })
}

#[cfg(test)]
mod tests;
