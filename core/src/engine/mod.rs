//! The knowledge that plays: one engine a game, all asked the same way.

pub mod gomoku;
pub mod xiangqi;
pub mod engines;
pub mod lanes;
mod method;
pub mod net;
mod nets;
pub mod packed;
pub mod scripted;
pub mod weight_table;
mod ablation;

use crate::position::{History, Position};
use crate::search::{RootMove, SearchInfo, SearchOptions};

pub use crate::search::World;
pub use ablation::Ablation;
pub use engines::{Engines, SearchRequest};
pub use method::{ParseSearchMethodError, SearchMethod};
pub use nets::Nets;

/// What is asked of an engine.
#[derive(Clone, Debug)]
pub struct EngineRequest<P: Position> {
    /// The game so far; its end is the position to think about.
    pub history: History<P>,
    /// How to search.
    pub options: SearchOptions,
}

/// An engine for one game. It keeps its transposition table between searches of one game.
pub trait Engine: Send {
    /// The game it plays.
    type Position: Position;

    /// Thinks about the end of `request.history` and returns the move to play.
    fn think(
        &mut self,
        request: &EngineRequest<Self::Position>,
        world: World<'_, <Self::Position as Position>::Move>,
    ) -> SearchInfo<<Self::Position as Position>::Move> {
        self.think_among(request, &[], world)
    }

    /// Thinks as [`Engine::think`] does and returns one of `moves`, which are legal; no moves stand for all of them.
    fn think_among(
        &mut self,
        request: &EngineRequest<Self::Position>,
        moves: &[<Self::Position as Position>::Move],
        world: World<'_, <Self::Position as Position>::Move>,
    ) -> SearchInfo<<Self::Position as Position>::Move>;

    /// Forgets everything learned: a new game begins.
    fn clear(&mut self);
}

/// Leaves only `moves` of an engine's root moves, in their order; a legal move that the engine would not have looked at
/// comes last. No moves stand for all of them.
pub(crate) fn among<M: Copy + Eq>(mut roots: Vec<RootMove<M>>, moves: &[M]) -> Vec<RootMove<M>> {
    if moves.is_empty() {
        return roots;
    }
    roots.retain(|root| moves.contains(&root.mv));
    for &mv in moves {
        if roots.iter().all(|root| root.mv != mv) {
            roots.push(RootMove::new(mv));
        }
    }
    roots
}
