//! Monte Carlo tree search, to compare with alpha-beta: same patterns, threats and evaluation, another search.
//!
//! A simulation selects by PUCT, evaluates one new leaf and backs its value up. There are no rollouts: the evaluation
//! is squashed to a value. Proofs (a five, a forced block, a VCF) are backed up as in an MCTS solver. The most visited
//! move is played.
//!
//! It is a [`Searcher`](crate::search::Searcher), so time, reports, multi-PV and levels work as in alpha-beta. `depth`
//! counts iterations; each adds half the simulations of all before. The search runs on one thread. The tree is not
//! reused between moves; leaf values are, through the transposition table.

mod search;
mod tree;
mod prior;
mod value;

use std::sync::Arc;

use super::eval;
use super::feature::Feature;
use super::field::Field;
use super::levels;
use crate::base::Score;
use crate::engine::{Engine, EngineRequest, World, among};
use crate::gomoku::pattern::Tables;
use crate::gomoku::{Point, Position, Rule};
use crate::position::{History, Position as _};
use crate::search::control::SharedState;
use crate::search::driver::{self, DriverConfig};
use crate::search::{
    Clock, Control, Level, Limits, Profile, SearchInfo, SearchOptions, Searcher as _, Stop, TranspositionTable, Window,
};

use search::MctsSearch;

/// Share of the memory for the tree. The transposition table takes the rest.
const TREE_SHARE: (usize, usize) = (3, 4);

/// Number of root moves that a level below the highest picks from.
const WIDTH: usize = 12;

/// The engine with its tables.
#[derive(Debug)]
pub struct MctsEngine {
    table: TranspositionTable,
    /// Upper bound of the tree's memory.
    bytes: usize,
    /// The pattern tables of the last rule.
    tables: Option<Arc<Tables>>,
}

impl MctsEngine {
    /// Makes an engine whose tree and table share `hash_mib` MiB, at least two.
    #[must_use]
    pub fn new(hash_mib: usize) -> MctsEngine {
        let tree_mib = (hash_mib * TREE_SHARE.0 / TREE_SHARE.1).max(1);
        let table = TranspositionTable::new(hash_mib.saturating_sub(tree_mib));
        MctsEngine { table, bytes: tree_mib << 20, tables: None }
    }

    /// Makes the tables of `rule`, which the first search makes otherwise.
    pub fn prepare(&mut self, rule: Rule) {
        self.tables(rule);
    }

    /// Returns the pattern tables of `rule`, from a cache.
    fn tables(&mut self, rule: Rule) -> Arc<Tables> {
        let tables = match self.tables.take().filter(|tables| tables.rule() == rule) {
            Some(tables) => tables,
            None => Arc::new(eval::tables(rule)),
        };
        self.tables = Some(Arc::clone(&tables));
        tables
    }
}

impl Engine for MctsEngine {
    type Position = Position;

    fn think_among(
        &mut self,
        request: &EngineRequest<Position>,
        only: &[Point],
        world: World<'_, Point>,
    ) -> SearchInfo<Point> {
        let position = request.history.end();
        let field = Field::new(&position, self.tables(position.rule()));
        let (level, rule) = (request.options.level, position.rule());
        let roots = among(super::roots(&position, &field, &levels::vision(level, rule)), only);
        // The simulations spread over all root moves, without a scan of each, and an iteration is no ply deeper.
        let options = request.options.for_position(position.key());
        let profile = levels::profile(level, rule, options.seed);
        let profile = &Profile {
            depth: None,
            width: profile.width.min(WIDTH),
            shallow_depth: profile.shallow_depth.max(1),
            ..*profile
        };
        let task = DriverConfig {
            options: SearchOptions { threads: 1, ..options.within(profile) },
            profile,
            table: &self.table,
            aspiration: request.options.features.has(Feature::Aspiration),
        };
        let moves: Vec<Point> = roots.iter().map(|root| root.mv).collect();
        let root_nodes = super::root_nodes(&request.options.limits, 1);
        let make = |_| MctsSearch::new(field.clone(), moves.clone(), (&self.table, self.bytes), request, root_nodes);
        driver::think(&task, roots, make, world)
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// A root move of a Monte Carlo tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited {
    pub point: Point,
    /// Simulations through the move.
    pub visits: u32,
    /// Mean of these simulations or a proof, side to move's view. `None` without simulations.
    pub score: Option<Score>,
}

/// Grows the tree of `position` by `nodes` nodes and returns the root's moves, the best first.
#[must_use]
pub fn survey(position: &Position, nodes: u64, clock: &dyn Clock, stop: &Stop) -> Vec<Visited> {
    let request = EngineRequest {
        history: History::new(position.clone()),
        options: SearchOptions::new(Limits { nodes: Some(nodes), ..Limits::default() }, Level::MAX, 0),
    };
    let field = Field::new(position, Arc::new(eval::tables(position.rule())));
    let mut roots = super::roots(position, &field, &levels::vision(Level::MAX, position.rule()));
    if roots.is_empty() {
        return Vec::new();
    }
    let points = roots.iter().map(|root| root.mv).collect();
    let (table, shared) = (TranspositionTable::new(SURVEY_MIB), SharedState::default());
    let root_nodes = super::root_nodes(&request.options.limits, 1);
    let mut search = MctsSearch::new(field, points, (&table, SURVEY_MIB << 20), &request, root_nodes);
    let mut ctl = Control::new(&shared, stop, clock, None, Some(nodes));
    for iteration in 0..driver::DEPTH_MAX {
        search.search_root(&mut roots, iteration, Window::FULL, &mut ctl);
        if ctl.stopped() || search.is_decided() {
            break;
        }
    }
    search.visited()
}

/// Memory of a survey's table, and again of its tree, in MiB.
const SURVEY_MIB: usize = 16;

#[cfg(test)]
mod tests;
