//! A Monte Carlo tree search, to compare with the alpha-beta search: it knows the same lines, threats and values, and
//! spends its time otherwise.
//!
//! A simulation walks down the tree, at each position to the move with the best sum of experience and promise (PUCT),
//! looks at one new position, and carries its worth back up. Nothing is played out by chance: what a position is worth
//! says the evaluation, bent into a chance to win, and what is proved (a five, a block, a win by continuous fours)
//! climbs as a proof. The move that was tried most is played.
//!
//! It meets the driver of the other searches at the same trait: an iteration is half as many simulations again as all
//! before, so that time, reports, several lines and the levels work as they do elsewhere, and `depth` counts iterations.
//! It runs on one thread, however many are asked for. The tree is begun anew for every move; what positions were found
//! worth outlives it in a transposition table.

mod search;
mod tree;

mod prior;
mod value;

use std::sync::Arc;

use super::eval;
use super::feature::Feature;
use super::field::Field;
use super::params;
use crate::engine::{Engine, Request, World, among};
use crate::gomoku::pattern::Tables;
use crate::gomoku::{Point, Position};
use crate::position::Position as _;
use crate::search::driver::{self, Task};
use crate::search::{SearchOptions, Thought, TranspositionTable};

use search::Search;

/// The share of the memory that the tree has; the rest is the table's.
const TREE_SHARE: (usize, usize) = (3, 4);

/// The engine, with what it remembers of a game.
#[derive(Debug)]
pub struct MctsEngine {
    table: TranspositionTable,
    /// The most bytes of a tree.
    bytes: usize,
    /// The pattern tables of the rule played last.
    tables: Option<Arc<Tables>>,
}

impl MctsEngine {
    /// Makes an engine that keeps its tree and its table within `hash_mib` MiB, two at least.
    #[must_use]
    pub fn new(hash_mib: usize) -> MctsEngine {
        let tree_mib = (hash_mib * TREE_SHARE.0 / TREE_SHARE.1).max(1);
        let table = TranspositionTable::new(hash_mib.saturating_sub(tree_mib));
        MctsEngine { table, bytes: tree_mib << 20, tables: None }
    }
}

impl Engine for MctsEngine {
    type Position = Position;

    fn think_among(&mut self, request: &Request<Position>, only: &[Point], world: World<'_, Point>) -> Thought<Point> {
        let position = request.history.end();
        let tables = match self.tables.take().filter(|tables| tables.rule() == position.rule()) {
            Some(tables) => tables,
            None => Arc::new(eval::tables(position.rule())),
        };
        self.tables = Some(Arc::clone(&tables));
        let field = Field::new(&position, tables);
        let roots = among(super::roots(&position, &field, params::sight(request.options.level)), only);
        let task = Task {
            options: SearchOptions { threads: 1, ..request.options.for_position(position.key()) },
            table: &self.table,
            aspiration: request.options.features.has(Feature::Aspiration),
        };
        let moves: Vec<Point> = roots.iter().map(|root| root.mv).collect();
        let root_nodes = super::root_nodes(&request.options.limits, 1);
        let make = |_| Search::new(field.clone(), moves.clone(), (&self.table, self.bytes), request, root_nodes);
        driver::think(&task, roots, make, world)
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

#[cfg(test)]
mod tests;
