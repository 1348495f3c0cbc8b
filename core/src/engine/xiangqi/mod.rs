//! The engine that plays Xiangqi: principal variation search on the shared frame, judged by a hand-crafted evaluation and a
//! net on top of it.
//!
//! [`search`] is the node function and reads from top to bottom as the game thinks; [`quiesce`] plays captures out;
//! [`path`] judges repetitions; [`order`], [`see`] and [`checks`] say what to try first and what not at all; [`eval`],
//! with [`terms`], [`endings`] and the tuned [`weights`], says what a quiet position is worth, [`eval_cache`] what it said
//! before; the [`net`] says what that overlooks; all numbers of the search are in [`params`]. [`levels`] has a row for each
//! strength below the highest, and [`perception`] says what is hard to see.

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
pub mod eval_cache;
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
        // A damaged word becomes some move, which the search refuses if it cannot be played.
        Move::from_bits(bits).unwrap_or(Move::new(crate::xiangqi::Square::ALL[0], crate::xiangqi::Square::ALL[1]))
    }
}

/// The Xiangqi engine and what it remembers of the game so far.
#[derive(Debug)]
pub struct XiangqiEngine {
    table: TranspositionTable,
    /// The histories of each thread. They outlive a search, because the next begins two plies later.
    histories: Vec<Mutex<Histories>>,
    /// Judges on top of the hand-crafted evaluation, or in its place.
    net: Option<Arc<Network>>,
}

impl XiangqiEngine {
    /// Makes an engine that judges by the built-in net; its transposition table takes `hash_mib` MiB, at least one.
    #[must_use]
    pub fn new(hash_mib: usize) -> XiangqiEngine {
        XiangqiEngine {
            table: TranspositionTable::new(hash_mib),
            histories: vec![Mutex::default()],
            net: Some(Network::built_in()),
        }
    }

    /// Judges by `net` from now on, or by the hand-crafted evaluation, and forgets what was learned by another.
    pub fn set_net(&mut self, net: Option<Arc<Network>>) {
        if self.net != net {
            self.net = net;
            self.clear();
        }
    }

    /// Searches with the evaluators that `evaluator` makes, one a thread.
    fn search<E: Evaluator>(
        &self,
        request: &EngineRequest<Position>,
        task: &DriverConfig<'_>,
        roots: Vec<RootMove<Move>>,
        evaluator: impl Fn() -> E + Sync,
        world: World<'_, Move>,
    ) -> SearchInfo<Move> {
        let (table, features) = (&self.table, request.options.features);
        let make = |thread: usize| Search::new(&request.history, evaluator(), table, &self.histories[thread], features);
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
        let roots = among(roots(&request.history, &position, &self.table), moves);
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

/// The least gain by SEE for a piece to count as en prise, in centipawns: a horse, a cannon or a rook for nothing.
const FREE: i32 = 300;

/// Lists the legal moves, likely good ones first. Marks as obvious the recaptures that lose nothing and the captures of
/// a piece that was en prise a turn ago.
fn roots(history: &History<Position>, position: &Position, table: &TranspositionTable) -> Vec<RootMove<Move>> {
    let known = table.probe::<Move>(position.key(), 0).and_then(|entry: TtEntry<Move>| entry.mv);
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
