//! The Xiangqi engine: a principal variation search with a hand-crafted evaluation and a net that corrects it.
//!
//! [`search`] is the node function in numbered steps; [`quiesce`] is the quiescence search; [`path`] detects
//! repetitions. [`order`], [`see`] and [`checks`] order and prune moves. [`eval`], with [`terms`], [`endings`] and the
//! tuned [`weights`], evaluates quiet positions; the [`net`] corrects it. [`params`] holds the search parameters,
//! [`levels`] a profile per level, and [`perception`] the difficulty of moves.

pub mod search;
pub mod quiesce;
pub mod order;
pub mod continuation;
pub mod see;
pub mod correction;
pub mod checks;
pub mod evaluator;
pub mod eval;
pub mod counts;
pub mod terms;
pub mod endings;
pub mod groups;
pub mod tapered;
pub mod weights;
pub mod tables;
pub mod params;
pub mod net;
pub mod feature;
pub mod levels;
pub mod perception;

use std::cmp::Reverse;
use std::sync::{Arc, Mutex};

pub use self::feature::Feature;

use self::eval::HandCrafted;
use self::evaluator::Evaluator;
use self::net::{Network, Neural};
use self::order::Histories;
use self::search::Search;
use super::{Engine, EngineRequest, World, among};
use crate::position::{History, Position as _};
use crate::search::level::OBVIOUS_CP;
use crate::search::{DriverConfig, RootMove, SearchInfo, TranspositionTable, TtEntry, TtMove, driver};
use crate::xiangqi::{Move, Position};

impl TtMove for Move {
    fn pack(self) -> u16 {
        self.bits()
    }

    fn unpack(bits: u16) -> Move {
        // A damaged entry decodes to some move. The search checks legality before it plays the move.
        Move::from_bits(bits).unwrap_or(Move::new(crate::xiangqi::Square::ALL[0], crate::xiangqi::Square::ALL[1]))
    }
}

/// The Xiangqi engine with its tables, which persist between moves.
#[derive(Debug)]
pub struct XiangqiEngine {
    table: TranspositionTable,
    /// The histories of each thread. They persist between searches, because the next starts only two plies later.
    histories: Vec<Mutex<Histories>>,
    /// Corrects or replaces the hand-crafted evaluation.
    net: Option<Arc<Network>>,
}

impl XiangqiEngine {
    /// Makes an engine with the built-in net. Its transposition table takes `hash_mib` MiB, at least one.
    #[must_use]
    pub fn new(hash_mib: usize) -> XiangqiEngine {
        XiangqiEngine {
            table: TranspositionTable::new(hash_mib),
            histories: vec![Mutex::default()],
            net: Some(Network::built_in()),
        }
    }

    /// Replaces the net; `None` leaves the hand-crafted evaluation. Clears the tables if the net differs.
    pub fn set_net(&mut self, net: Option<Arc<Network>>) {
        if self.net != net {
            self.net = net;
            self.clear();
        }
    }

    /// Searches with one evaluator per thread, made by `evaluator`.
    fn search<E: Evaluator>(
        &self,
        request: &EngineRequest<Position>,
        task: &DriverConfig<'_>,
        roots: Vec<RootMove<Move>>,
        evaluator: impl Fn() -> E + Sync,
        world: World<'_, Move>,
    ) -> SearchInfo<Move> {
        let (table, options) = (&self.table, &request.options);
        let make = |thread: usize| Search::new(&request.history, evaluator(), table, &self.histories[thread], options);
        driver::think(task, roots, make, world)
    }
}

impl Engine for XiangqiEngine {
    type Position = Position;

    fn think_among(
        &mut self,
        request: &EngineRequest<Position>,
        moves: &[Move],
        world: World<'_, Move>,
    ) -> SearchInfo<Move> {
        let position = request.history.end();
        self.histories.resize_with(request.options.threads.max(self.histories.len()), Mutex::default);
        let options = request.options.for_position(position.key());
        let profile = levels::profile(options.level, options.day_form, options.seed);
        let task = DriverConfig {
            options: options.within(profile),
            profile,
            aspiration: request.options.features.has(Feature::Aspiration),
            table: &self.table,
        };
        let key = search::limit_key(&position, search::salt(&request.history, request.options.contempt));
        let known = self.table.probe::<Move>(key, 0).and_then(|entry: TtEntry<Move>| entry.mv);
        let roots = among(roots(&request.history, &position, known), moves);
        match &self.net {
            None => self.search(request, &task, roots, || HandCrafted::new(&position), world),
            Some(net) => self.search(request, &task, roots, || Neural::new(Arc::clone(net), &position), world),
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.histories.fill_with(Mutex::default);
    }
}

/// Least gain by SEE at which a piece counts as en prise, in centipawns: an unprotected horse, cannon or rook.
const FREE: i32 = 300;

/// Lists the legal moves, likely good moves first, beginning with the table move `known`. Marks as obvious the
/// recaptures that lose nothing, and captures of a piece that was already en prise a turn ago.
fn roots(history: &History<Position>, position: &Position, known: Option<Move>) -> Vec<RootMove<Move>> {
    let lost_on = history.len().checked_sub(1).and_then(|before| {
        let last = history.steps()[before].mv;
        history.position_at(before).captured(last).map(|_| last.to())
    });
    let promise = |mv: Move| match position.captured(mv) {
        _ if Some(mv) == known => i32::MAX,
        Some(piece) if see::wins_at_least(position, mv, 0) => 2 * see::value(piece.role) + 1,
        Some(_) => -1,
        None => i32::from(see::wins_at_least(position, mv, 0)),
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_key(|&mv| Reverse(promise(mv)));
    let earlier = history.len().checked_sub(2).map(|ply| history.position_at(ply));
    let is_free = |position: &Position, mv: Move| see::wins_at_least(position, mv, FREE);
    let stood_free = |mv: Move| {
        is_free(position, mv)
            && earlier.is_some_and(|turn| perception::stood(position, &turn, mv) && is_free(&turn, mv))
    };
    let root = |mv: Move| {
        let obvious = position.captured(mv).and_then(|prey| {
            let takes_back = Some(mv.to()) == lost_on && see::wins_at_least(position, mv, 0);
            if takes_back { Some(OBVIOUS_CP + see::value(prey.role)) } else { stood_free(mv).then_some(OBVIOUS_CP) }
        });
        RootMove { obvious, ..RootMove::new(mv) }
    };
    moves.into_iter().map(root).collect()
}

#[cfg(test)]
mod tests;
