//! The engines: one for each game, behind one trait.

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

#[derive(Clone, Debug)]
pub struct EngineRequest<P: Position> {
    /// The game so far. The search starts at its last position.
    pub history: History<P>,
    pub options: SearchOptions,
}

/// An engine for one game. It keeps its transposition table between the searches of a game.
pub trait Engine: Send {
    type Position: Position;

    /// Searches the last position of `request.history` and returns the move to play.
    fn think(
        &mut self,
        request: &EngineRequest<Self::Position>,
        world: World<'_, <Self::Position as Position>::Move>,
    ) -> SearchInfo<<Self::Position as Position>::Move> {
        self.think_among(request, &[], world)
    }

    /// Searches as [`Engine::think`] does, restricted to the legal `moves`. An empty list means every legal move.
    fn think_among(
        &mut self,
        request: &EngineRequest<Self::Position>,
        moves: &[<Self::Position as Position>::Move],
        world: World<'_, <Self::Position as Position>::Move>,
    ) -> SearchInfo<<Self::Position as Position>::Move>;

    /// Clears the tables for a new game.
    fn clear(&mut self);
}

/// Restricts an engine's root moves to `moves`, in their order. Legal moves that the engine's generator omits come
/// last. An empty list means every root move.
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
