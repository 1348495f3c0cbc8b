//! The Gomoku engine: a principal variation search over line patterns, with an exact VCF solver.

pub mod field;
pub mod vcf;
pub mod vct;
mod correction;
pub mod eval;
pub mod evaluator;
mod facts;
pub mod feature;
pub mod weight_set;
pub mod levels;
pub mod mcts;
pub mod net;
pub mod opening;
pub mod order;
pub mod params;
pub mod perception;
mod root;
pub mod search;
pub mod threats;
pub mod weights;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Engine, EngineRequest, World, among};
use crate::base::Millis;
use crate::gomoku::pattern::{Class, Tables};
use crate::gomoku::{Point, Position, Rule, Symmetry};
use crate::position::Position as _;
use crate::search::driver::{self, DriverConfig};
use crate::search::level::OBVIOUS_CP;
use crate::search::time::TimeManager;
use crate::search::{Features, Limits, RootMove, SearchInfo, TimeLimit, TranspositionTable};

pub use feature::Feature;

use eval::HandCrafted;
use field::Field;
use levels::TacticalVision;
use net::neural::Prepared;
use net::{Network, Neural};
use order::{Candidates, Histories, Picker};
use params::ROOT_NODES_PER_MS;
use search::Search;
use threats::Urgency;

/// The engine with its tables, which persist between moves.
#[derive(Debug)]
pub struct GomokuEngine {
    table: TranspositionTable,
    /// The pattern tables of the last rule.
    tables: Option<Arc<Tables>>,
    /// Corrects the hand-crafted evaluation.
    net: Option<Arc<Network>>,
    /// The net prepared for the last rule.
    prepared: Option<(Rule, Prepared)>,
}

impl GomokuEngine {
    /// Makes an engine with the built-in net. Its transposition table takes `hash_mib` MiB.
    #[must_use]
    pub fn new(hash_mib: usize) -> GomokuEngine {
        let (table, net) = (TranspositionTable::new(hash_mib), Some(Network::built_in()));
        GomokuEngine { table, tables: None, net, prepared: None }
    }

    /// Replaces the net; `None` leaves the hand-crafted evaluation. Clears the tables if the net differs.
    pub fn set_net(&mut self, net: Option<Arc<Network>>) {
        if self.net != net {
            (self.net, self.prepared) = (net, None);
            self.clear();
        }
    }

    /// Makes the tables and the net of `rule`, which the first search makes otherwise.
    pub fn prepare(&mut self, rule: Rule) {
        self.tables(rule);
        self.prepared(rule);
    }

    /// Returns the net prepared for `rule`, from a cache.
    fn prepared(&mut self, rule: Rule) -> Option<Prepared> {
        let net = self.net.as_ref()?;
        let known = self.prepared.take().filter(|(known, _)| *known == rule);
        let (_, prepared) = self.prepared.insert(known.unwrap_or_else(|| (rule, Prepared::new(net, rule))));
        Some(prepared.clone())
    }

    /// Returns the pattern tables of `rule`, from a cache.
    fn tables(&mut self, rule: Rule) -> Arc<Tables> {
        match &self.tables {
            Some(tables) if tables.rule() == rule => Arc::clone(tables),
            _ => {
                let tables = Arc::new(eval::tables(rule));
                self.tables = Some(Arc::clone(&tables));
                tables
            }
        }
    }
}

impl Engine for GomokuEngine {
    type Position = Position;

    fn think_among(
        &mut self,
        request: &EngineRequest<Position>,
        only: &[Point],
        world: World<'_, Point>,
    ) -> SearchInfo<Point> {
        let position = request.history.end();
        let options = request.options.for_position(position.key());
        let profile = levels::profile(options.level, position.rule(), options.seed);
        let request = &EngineRequest { history: request.history.clone(), options: options.within(profile) };
        let (tables, prepared) = (self.tables(position.rule()), self.prepared(position.rule()));
        let field = Field::new(&position, tables);
        let last = request.history.steps().last().map(|step| step.mv);
        let vision = levels::vision(request.options.level, position.rule());
        let vision = perception::vision(&field, vision, last, request.options.seed);
        let roots = among(roots(&position, &field, &vision), only);
        let task = DriverConfig {
            options: request.options,
            profile,
            aspiration: request.options.features.has(Feature::Aspiration),
            table: &self.table,
        };
        let root_nodes = root_nodes(&request.options.limits, request.options.threads);
        let moves: Vec<Point> = roots.iter().map(|root| root.mv).collect();
        // Only the first thread uses the VCF and VCT results of the root.
        let nodes = |thread| if thread == 0 { root_nodes } else { 0 };
        let hand_crafted = HandCrafted::new(&vision, request.options.features);
        // The net knows threes, so a level blind to threes does not use it.
        match prepared.filter(|_| vision.threes) {
            None => {
                let make = |thread| {
                    Search::new(field.clone(), moves.clone(), hand_crafted, &self.table, request, vision, nodes(thread))
                };
                driver::think(&task, roots, make, world)
            }
            Some(net) => {
                let make = |thread| {
                    let evaluator = Neural::new(net.clone(), hand_crafted);
                    Search::new(field.clone(), moves.clone(), evaluator, &self.table, request, vision, nodes(thread))
                };
                driver::think(&task, roots, make, world)
            }
        }
    }

    fn clear(&mut self) {
        self.table.clear();
    }
}

/// Returns the node limit of a VCF search at the root. It is a share of the whole budget, whose nodes count all
/// `threads`.
fn root_nodes(limits: &Limits, threads: usize) -> u64 {
    let time = limits.time.map(|limit| match limit {
        TimeLimit::Move { max, .. } => max,
        // The share of one move in the game's time, within what the move may take.
        TimeLimit::Clock { left, increment, .. } => {
            let share = Millis(left.0 / 40) + increment;
            TimeManager::new(limits.time).hard().map_or(share, |hard| share.min(hard))
        }
    });
    let by_time = time.map_or(u64::MAX, |time| time.0.saturating_mul(ROOT_NODES_PER_MS));
    let by_nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes / 4 / threads.max(1) as u64);
    by_time.min(by_nodes)
}

/// Lists the root moves, likely good moves first.
///
/// Marks obvious moves: the five, the block of a five and, for a level that sees threes, replies to a straight four.
fn roots(position: &Position, field: &Field, vision: &TacticalVision) -> Vec<RootMove<Point>> {
    if position.winner().is_some() || !field.can_move(field.side_to_move()) {
        return Vec::new();
    }
    let obvious = |point| RootMove { obvious: Some(OBVIOUS_CP), ..RootMove::new(point) };
    match threats::urgency(field) {
        Urgency::Five(point) | Urgency::Block(point) => vec![obvious(point)],
        Urgency::Blocks(points) => points.into_iter().map(obvious).collect(),
        Urgency::Threat(threat) if vision.threes => {
            let answers = threats::answers(field, threat);
            let stops = |&point: &Point| stops_every_four(field, point);
            let mut roots: Vec<_> = answers.iter().copied().filter(stops).map(obvious).collect();
            // Own fours gain time or win, even if they stop nothing.
            let is_listed = |roots: &[RootMove<Point>], point| roots.iter().any(|root| root.mv == point);
            for four in threats::fours(field) {
                if !is_listed(&roots, four) {
                    roots.push(RootMove::new(four));
                }
            }
            if !roots.is_empty() {
                roots
            } else if answers.is_empty() {
                // Every answer is forbidden, and there is no four to gain time.
                calm_roots(position, field)
            } else {
                answers.into_iter().map(obvious).collect()
            }
        }
        _ => calm_roots(position, field),
    }
}

/// Returns whether the enemy can make no straight or double four after `point`.
fn stops_every_four(field: &Field, point: Point) -> bool {
    let mut after = field.clone();
    after.play(point);
    after.first_at_least(after.side_to_move(), Class::DoubleFour).is_none()
}

/// Lists the root moves of a position without threats, one of each class of symmetric points.
fn calm_roots(position: &Position, field: &Field) -> Vec<RootMove<Point>> {
    let size = position.size();
    let centre = Point::new(size / 2, size / 2);
    let side = field.side_to_move();
    let points: Vec<Point> = match position.stone_count() {
        0 => vec![centre],
        1 => field.near(1).points().chain(position.board().is_empty_at(centre).then_some(centre)).collect(),
        _ => {
            let (histories, mut picker) =
                (Histories::new(Features::ALL, size), Picker::new(Candidates::Calm, 0, None, [None; 2]));
            std::iter::from_fn(|| picker.next(field, &histories)).collect()
        }
    };
    let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(|&symmetry| keeps(position, symmetry)).collect();
    let mut seen = BTreeSet::new();
    let mut fresh = |point: Point| {
        let is_new = !seen.contains(&point);
        seen.extend(symmetries.iter().map(|symmetry| symmetry.apply(point, size)));
        is_new
    };
    let legal = points.into_iter().filter(|&point| position.board().is_empty_at(point) && field.is_legal(point, side));
    let roots: Vec<_> = legal.filter(|&point| fresh(point)).map(RootMove::new).collect();
    if roots.is_empty() { position.legal_moves().into_iter().map(RootMove::new).collect() } else { roots }
}

/// Returns whether `symmetry` maps every stone on a stone of the same side, and every empty point on an empty one.
fn keeps(position: &Position, symmetry: Symmetry) -> bool {
    let cell = |point| (position.stone_at(point), position.board().is_empty_at(point));
    position.points().all(|point| cell(point) == cell(symmetry.apply(point, position.size())))
}

#[cfg(test)]
mod tests;
