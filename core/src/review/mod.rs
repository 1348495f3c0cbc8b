//! A game under review: the cost of each move, and the better moves.
//!
//! A caller with an engine searches every position of the main line ([`Found`]). A [`Review`] derives winning chances
//! ([`Curve`]), losses, [`ReviewLabel`]s and accuracies. The record itself stores the results as evaluations, signs and
//! variations ([`kept`]). So a review travels with every export, and no other storage exists.
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
pub mod refutation;
pub mod reviewed;
pub mod report;
pub mod kept;
pub mod warning;

use crate::base::{Depth, Score, Side};
use crate::game::{Game, Setup};
use crate::record::NodeId;
use crate::search::SearchInfo;
use crate::study::Study;

pub use curve::Curve;
pub use judged::{ForcedWin, Judged, LOST};
pub use label::ReviewLabel;
pub use phase::Phase;
pub use report::{ReviewReport, SideReport};
pub use reviewed::{FilmFrame, ReviewedMove, TriedMove};
pub use warning::BlunderWarning;

/// The result of a search of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Score, side to move's view.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: Depth,
    /// The best line, in coordinates; empty if unknown.
    pub line: Vec<String>,
}

impl From<SearchInfo<String>> for Found {
    fn from(mut thought: SearchInfo<String>) -> Found {
        let line = if thought.lines.is_empty() { Vec::new() } else { thought.lines.swap_remove(0).pv };
        Found { score: thought.score, depth: thought.depth, line }
    }
}

/// The main line of a study with the search results so far.
#[derive(Clone, Debug)]
pub struct Review {
    setup: Setup,
    curve: Curve,
    /// The side to move in the first position.
    begins: Side,
    nodes: Vec<NodeId>,
    moves: Vec<String>,
    /// The result for each position, one more than there are moves.
    found: Vec<Option<Found>>,
    /// The best alternative to each move by ply, if searched, in the mover's view.
    others: Vec<Option<Found>>,
    /// The final score, if the rules decide the game.
    ended: Option<Score>,
}

impl Review {
    /// Makes a review of the legal moves of the main line, without results.
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

    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    #[must_use]
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    #[must_use]
    pub const fn curve(&self) -> Curve {
        self.curve
    }

    /// Returns the number of positions to search: all, except a final position that the rules decide.
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

    /// Returns the mover of move number `ply`, from 1.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Side {
        if ply % 2 == 1 { self.begins } else { !self.begins }
    }

    /// Stores the search result of the position after `plies` moves.
    pub fn record_result(&mut self, plies: usize, found: Found) {
        self.found[plies] = Some(found);
    }

    /// Stores the result of the best alternative to move `ply`.
    pub fn record_alternative(&mut self, ply: usize, other: Found) {
        self.others[ply] = Some(other);
    }

    /// Returns the alternatives to move `ply` if their scores could make the move a fine one. Their best score goes to
    /// [`Review::record_alternative`].
    #[must_use]
    pub fn alternatives_to_search(&self, ply: usize) -> Option<Vec<String>> {
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

    /// Returns the known scores of the positions, side to move's view.
    ///
    /// The search after the played move sees one ply further, so it corrects the score before. The corrected score is
    /// at least the score after the move, and equals it if the move is the best.
    fn worths(&self) -> Vec<Option<Score>> {
        let own = |plies: usize| match self.ended {
            Some(score) if plies == self.moves.len() => Some(score),
            _ => self.found[plies].as_ref().map(|found| found.score),
        };
        let mut worths: Vec<Option<Score>> = (0..=self.moves.len()).map(own).collect();
        for plies in (0..self.moves.len()).rev() {
            let after = worths[plies + 1].map(Score::before_move);
            let is_best = self.line(plies).first() == Some(&self.moves[plies]);
            worths[plies] = match (worths[plies], after) {
                (Some(_), Some(after)) if is_best => Some(after),
                (Some(own), Some(after)) => Some(own.max(after)),
                (own, _) => own,
            };
        }
        worths
    }

    /// Returns the best line in the position after `plies` moves.
    fn line(&self, plies: usize) -> &[String] {
        self.found[plies].as_ref().map_or(&[], |found| &found.line)
    }
}

/// Returns the score of a finished game, side to move's view; `None` if the game goes on.
#[must_use]
pub fn ended(game: &Game) -> Option<Score> {
    game.outcome().map(|outcome| outcome.score(game.side_to_move(), 0))
}

#[cfg(test)]
mod tests;
