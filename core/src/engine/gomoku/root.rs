//! The root of the search: solver results before the first iteration, then the moves.

use super::evaluator::Evaluator;
use super::facts::RootFacts;
use super::feature::Feature;
use super::params::{DEFENCE_NODES, DEFENCE_NODES_MIN, THREAT_SHARE};
use super::perception;
use super::search::{LmrInputs, NodeArgs, Search};
use super::vcf::{self, AttackResult, SolverVerdict};
use crate::base::{Depth, Score};
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::search::{Control, RootMove, Searcher, Window};

impl<E: Evaluator> Searcher for Search<'_, E> {
    type Move = Point;

    fn static_look(&mut self, mv: Point) -> Score {
        if self.field.class(mv, self.field.side_to_move()) == Class::Five {
            return Score::mate_in(1);
        }
        self.play(mv);
        let score = -self.evaluator.evaluate(&self.field);
        self.undo();
        score
    }

    fn difficulty(&mut self, mv: Point, reply: Option<Point>) -> u32 {
        let side = self.field.side_to_move();
        let Some(reply) = reply else {
            return perception::difficulty(&self.field, mv, side, self.path.last().copied());
        };
        self.field.play(mv);
        let difficulty = perception::difficulty(&self.field, reply, !side, Some(mv));
        self.field.undo();
        difficulty
    }

    fn search_root(
        &mut self,
        roots: &mut [RootMove<Point>],
        depth: Depth,
        window: Window,
        ctl: &mut Control<'_>,
    ) -> Score {
        if ctl.visit(0) {
            return Score::DRAW;
        }
        let facts = match self.facts.take() {
            Some(facts) => facts,
            None => self.find_facts(ctl),
        };
        let score = self.search_moves(roots, depth, window, &facts, ctl);
        self.facts = Some(facts);
        score
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Runs the solvers for both sides at the root, and finds the moves that do not stop the enemy's win.
    fn find_facts(&mut self, ctl: &mut Control<'_>) -> RootFacts {
        let mut facts = RootFacts::default();
        let limits = |fours, nodes| vcf::VcfLimits { fours, nodes };
        if self.roots.len() == 1 {
            // A forced move is answered without delay.
            return facts;
        }
        let own = limits(self.vision.own_fours, self.root_nodes);
        if own.fours > 0
            && self.uses(Feature::RootFours)
            && let SolverVerdict::Win { moves, plies } =
                self.solver.shortest(&mut self.field, own, || ctl.visit_side_search(0)).verdict
        {
            facts.win = Some((moves, plies));
            return facts;
        }
        let looks_for_threats = self.uses(Feature::RootThreats);
        let threat_nodes = if looks_for_threats { self.vision.threat_nodes } else { 0 };
        let threats = (self.root_nodes / THREAT_SHARE).min(threat_nodes);
        if let SolverVerdict::Win { moves, plies } =
            self.threats.solve(&mut self.field, threats, || ctl.visit_side_search(0)).verdict
        {
            facts.win = Some((moves, plies));
            return facts;
        }
        let enemy = limits(self.vision.enemy_fours, self.root_nodes);
        if enemy.fours == 0 || !self.uses(Feature::DefenceFilter) || self.field.fives(!self.field.side_to_move()) > 0 {
            return facts;
        }
        self.field.pass();
        let by_fours = self.solver.shortest(&mut self.field, enemy, || ctl.visit_side_search(0)).verdict;
        let by_threats = matches!(by_fours, SolverVerdict::None | SolverVerdict::Unknown)
            && matches!(
                self.threats.solve(&mut self.field, threats, || ctl.visit_side_search(0)).verdict,
                SolverVerdict::Win { .. }
            );
        self.field.pass();
        if !by_threats && !matches!(by_fours, SolverVerdict::Win { .. }) {
            return facts;
        }
        // All refutations together take at most the nodes of one search for the enemy's win.
        let share = self.root_nodes / self.roots.len() as u64;
        let fours = limits(self.vision.enemy_fours, share.clamp(DEFENCE_NODES_MIN, DEFENCE_NODES));
        let threats = (share / THREAT_SHARE).min(threat_nodes);
        for index in 0..self.roots.len() {
            let mv = self.roots[index];
            self.field.play(mv);
            // A four of ours forces a block first, so a static refutation would be wrong. The search decides.
            if self.field.fives(!self.field.side_to_move()) == 0 {
                facts.losing.extend(self.refutation(fours, threats, ctl).map(|(line, plies)| (mv, line, plies)));
            }
            self.field.undo();
            if ctl.stopped() {
                break;
            }
        }
        facts
    }

    /// Returns the line and the plies of a win of the side to move by fours or threats.
    fn refutation(
        &mut self,
        fours: vcf::VcfLimits,
        threats: u64,
        ctl: &mut Control<'_>,
    ) -> Option<(Vec<Point>, usize)> {
        if let AttackResult::Win(plies) = self.solver.any(&mut self.field, fours, || ctl.visit_side_search(1)) {
            return Some((self.solver.line(), plies));
        }
        match self.threats.solve(&mut self.field, threats, || ctl.visit_side_search(1)).verdict {
            SolverVerdict::Win { moves, plies } => Some((moves, plies)),
            SolverVerdict::None | SolverVerdict::Unknown => None,
        }
    }

    /// Searches the root moves. Moves decided by `facts` get their score without a search.
    fn search_moves(
        &mut self,
        roots: &mut [RootMove<Point>],
        depth: Depth,
        window: Window,
        facts: &RootFacts,
        ctl: &mut Control<'_>,
    ) -> Score {
        if let Some((moves, plies)) = &facts.win
            && let Some(root) = roots.iter_mut().find(|root| root.mv == moves[0])
        {
            let score = Score::mate_in(*plies);
            if score > window.alpha {
                root.raise(score, &moves[1..]);
            }
            return score;
        }
        let Window { mut alpha, beta } = window;
        let mut best = -Score::INFINITE;
        let side = self.field.side_to_move();
        for (index, root) in roots.iter_mut().enumerate() {
            let before = ctl.nodes();
            let refuted = facts.losing.iter().find(|(mv, _, _)| *mv == root.mv);
            let own = self.field.class(root.mv, side);
            let score = match refuted {
                _ if own == Class::Five => Score::mate_in(1),
                Some((_, _, plies)) => Score::mated_in(1 + plies),
                None => {
                    let node = NodeArgs { alpha, beta, ply: 0, depth, excluded: None };
                    let late = LmrInputs { count: index + 1, improving: true, is_pv: node.is_pv() };
                    let reduction = self.reduction(root.mv, &node, late);
                    self.child(root.mv, node, best == -Score::INFINITE, reduction, ctl)
                }
            };
            root.nodes += ctl.nodes() - before;
            if ctl.stopped() {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                match refuted {
                    _ if own == Class::Five => root.raise(score, &[]),
                    Some((_, line, _)) => root.raise(score, line),
                    None => root.raise(score, self.pv.line(1)),
                }
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}
