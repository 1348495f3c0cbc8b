//! One simulation: selection, expansion, evaluation, backup.
//!
//! Leaf evaluation plays forced blocks, then looks for a five, a straight four and a VCF. Otherwise it evaluates
//! statically. The second visit expands a node; a threat limits the node to its answers.

use super::super::eval::HandCrafted;
use super::super::evaluator::Evaluator;
use super::super::field::Field;
use super::super::levels::{self, TacticalVision};
use super::super::order::calm;
use super::super::params::{DEFENCE_NODES, DEFENCE_NODES_MIN, LEAF_NODES, ROOT_NODES, THREAT_SHARE};
use super::super::threats::{self, Urgency};
use super::super::vcf::{self, AttackResult, SolverVerdict};
use super::super::vct;
use super::Visited;
use super::prior::Prior;
use super::tree::{Edge, Id, MctsTree, ProvenValue, ROOT};
use super::value::value;
use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Key, Score};
use crate::engine::EngineRequest;
use crate::gomoku::pattern::Class;
use crate::gomoku::{Point, Position};
use crate::search::{Bound, Control, RootMove, SearchOptions, Searcher, TranspositionTable, TtEntry, Window};

/// The family of [`Key::feature`] that salts the key with the level.
const FAMILY_LEVEL: u32 = 0x6d;
/// Simulations of iteration 0. Each iteration multiplies the total by [`GROWTH`].
const SIMULATIONS: f64 = 64.0;
/// The factor of [`SIMULATIONS`].
const GROWTH: f64 = 1.5;
/// Node limit of the VCF search when a node is expanded.
const AGAIN_NODES: u64 = 256;
/// Most moves of a first expansion without threats. The node widens to all moves once these lose.
const MOVES_MAX: usize = 40;
/// Bounds of the entries in the tables of the VCF and VCT solvers.
const ENTRIES: (u64, u64) = (1 << 9, 1 << 16);

/// The limits of one leaf evaluation.
#[derive(Clone, Copy)]
struct Effort {
    /// The depth stored in the transposition table.
    depth: Depth,
    fours: vcf::VcfLimits,
    /// Node limit of the VCT search.
    threats: u64,
}

pub struct MctsSearch<'a, E = HandCrafted> {
    field: Field,
    /// The evaluator; it receives the stones of each simulation.
    evaluator: E,
    tree: MctsTree,
    prior: Prior,
    /// Leaf values of this search and earlier searches.
    table: &'a TranspositionTable,
    /// The key salt of the level, since levels see different threats.
    salt: Key,
    vision: TacticalVision,
    fours: vcf::VcfSolver,
    threats: vct::VctSolver,
    /// All root moves. The driver may pass a subset.
    roots: Vec<Point>,
    /// Node limit of the VCF and VCT searches at the root.
    root_nodes: u64,
    /// The PV of a VCF or VCT found at the root.
    win: Vec<Point>,
    simulations: u64,
    /// Whether the root is expanded.
    begun: bool,
    /// Whether the driver passes all root moves at once. Before, it scores each move with a shallow search.
    deepening: bool,
    path: Vec<Id>,
}

impl<'a> MctsSearch<'a> {
    /// Makes a search of `roots` whose tree takes at most `bytes`. `root_nodes` limits the VCF and VCT searches at the
    /// root.
    #[must_use]
    pub fn new(
        field: Field,
        roots: Vec<Point>,
        (table, bytes): (&'a TranspositionTable, usize),
        request: &EngineRequest<Position>,
        root_nodes: u64,
    ) -> MctsSearch<'a> {
        let SearchOptions { level, features, limits, .. } = request.options;
        let vision = levels::vision(level, field.patterns().rule());
        let mut evaluator = HandCrafted::new(&vision, features);
        evaluator.reset(&field);
        // A short search avoids clearing megabytes.
        let entries = limits.nodes.unwrap_or(u64::MAX).clamp(ENTRIES.0, ENTRIES.1).next_power_of_two() as usize;
        MctsSearch {
            field,
            evaluator,
            tree: MctsTree::new(bytes),
            prior: Prior::new(),
            table,
            salt: Key::feature(FAMILY_LEVEL, u32::from(level.number())),
            vision,
            fours: vcf::VcfSolver::new(entries),
            threats: vct::VctSolver::new(entries),
            roots,
            root_nodes: root_nodes.min(ROOT_NODES),
            win: Vec::new(),
            simulations: 0,
            begun: false,
            deepening: false,
            path: Vec::new(),
        }
    }
}

impl<E: Evaluator> MctsSearch<'_, E> {
    /// Plays a stone of a simulation.
    fn play(&mut self, point: Point) {
        self.evaluator.push(point, self.field.side_to_move());
        self.field.play(point);
    }

    /// Takes the last stone of a simulation back.
    fn undo(&mut self) {
        self.field.undo();
        self.evaluator.pop();
    }

    /// Expands the root and searches for an own VCF or VCT, unless there is only one move, which must not wait.
    fn begin(&mut self, ctl: &mut Control<'_>) {
        self.begun = true;
        let mut edges = Vec::new();
        self.prior.list(&self.field, self.roots.iter().copied(), usize::MAX, &mut edges);
        self.tree.expand(ROOT, &edges, true);
        if ctl.visit(0) || self.roots.len() == 1 {
            return;
        }
        let limits = vcf::VcfLimits { fours: self.vision.own_fours, nodes: self.root_nodes };
        let mut verdict = SolverVerdict::Unknown;
        if limits.fours > 0 {
            verdict = self.fours.shortest(&mut self.field, limits, || ctl.visit_side_search(0)).verdict;
        }
        if !matches!(verdict, SolverVerdict::Win { .. }) {
            let threats = (self.root_nodes / THREAT_SHARE).min(self.vision.threat_nodes);
            verdict = self.threats.solve(&mut self.field, threats, || ctl.visit_side_search(0)).verdict;
        }
        if let SolverVerdict::Win { moves, plies } = verdict
            && let Some(edge) = edges.iter().position(|edge| edge.point == moves[0])
        {
            let child = self.tree.add(ROOT, edge);
            self.tree.prove(child, ProvenValue::Loss(plies as u16 - 1));
            self.tree.update_proven(ROOT);
            self.win = moves;
        }
    }

    /// Returns the limits of the evaluation at `ply`: of a new leaf, or `again` on expansion.
    fn effort(&self, ply: usize, again: bool) -> Effort {
        let limits = |fours, nodes| vcf::VcfLimits { fours, nodes };
        if ply == 1 && self.roots.len() > 1 {
            // Forced wins of the enemy after each root move get the node budget of alpha-beta.
            let share = self.root_nodes / self.roots.len() as u64;
            let nodes = share.clamp(DEFENCE_NODES_MIN, DEFENCE_NODES);
            let threats = (share / THREAT_SHARE).min(self.vision.threat_nodes);
            return Effort { depth: 2, fours: limits(self.vision.enemy_fours, nodes), threats };
        }
        let nodes = if again { AGAIN_NODES } else { LEAF_NODES };
        Effort { depth: again.into(), fours: limits(self.vision.tree_fours, nodes), threats: 0 }
    }

    /// Runs one simulation, through the root move `first` if given. Returns false on a stop or if every move is
    /// decided.
    fn simulate(&mut self, first: Option<Point>, ctl: &mut Control<'_>) -> bool {
        let key = self.field.key();
        self.path.clear();
        self.path.push(ROOT);
        let value = self.descend(first, ctl);
        for _ in 1..self.path.len() {
            self.undo();
        }
        debug_assert_eq!(self.field.key(), key, "what is played is taken back");
        if let Some(value) = value {
            self.tree.back_up(&self.path, value);
        }
        value.is_some()
    }

    /// Selects down to a new or decided node and returns its value, side to move's view.
    fn descend(&mut self, first: Option<Point>, ctl: &mut Control<'_>) -> Option<i32> {
        let named = |point| self.tree.edges(ROOT).iter().position(|edge| edge.point == point);
        let mut id = ROOT;
        let mut edge = first.map_or_else(|| self.tree.choose(ROOT), named)?;
        loop {
            let Edge { point, .. } = self.tree.edges(id)[edge];
            let wins = self.field.class(point, self.field.side_to_move()) == Class::Five;
            id = self.tree.edges(id)[edge].node().unwrap_or_else(|| self.tree.add(id, edge));
            self.play(point);
            self.path.push(id);
            let ply = self.path.len() - 1;
            if self.tree.node(id).visits() == 0 && self.tree.node(id).proven() == ProvenValue::Open {
                if ctl.visit(ply) {
                    return None;
                }
                // A five ends the game. Only root moves come here: below, the evaluation finds a five first.
                let (proven, value) =
                    if wins { (ProvenValue::Loss(0), 0) } else { self.look(self.effort(ply, false), ctl)? };
                self.tree.prove(id, proven);
                return Some(value);
            }
            match self.proceed(id, ply, ctl)? {
                Some(next) => edge = next,
                // A decided node, or a full tree: back up its mean once more.
                None => return (!ctl.visit(ply)).then_some(self.tree.node(id).mean() as i32),
            }
        }
    }

    /// Selects a move at the present node, which it expands if necessary. `Some(None)` means a decided node or a full
    /// tree.
    fn proceed(&mut self, id: Id, ply: usize, ctl: &mut Control<'_>) -> Option<Option<usize>> {
        let is_open = |search: &MctsSearch<'_, E>| search.tree.node(id).proven() == ProvenValue::Open;
        if is_open(self) && !self.tree.node(id).is_expanded() && self.tree.has_room(MOVES_MAX) {
            self.expand(id, ply, ctl)?;
        }
        if !is_open(self) {
            return Some(None);
        }
        let mut next = self.tree.choose(id);
        if next.is_none() && self.tree.node(id).is_expanded() {
            self.widen(id);
            next = self.tree.choose(id).filter(|_| is_open(self));
        }
        Some(next)
    }

    /// Evaluates the present position: proof and value, side to move's view. `None` on a stop.
    fn look(&mut self, effort: Effort, ctl: &mut Control<'_>) -> Option<(ProvenValue, i32)> {
        let mut blocks = 0;
        let seen = loop {
            let is_seen = self.vision.threes;
            match threats::urgency(&self.field) {
                _ if self.field.is_full() => break Some((ProvenValue::Draw, 0)),
                Urgency::Five(_) => break Some((ProvenValue::Win(1), 0)),
                Urgency::Lost if self.field.can_move(self.field.side_to_move()) => {
                    break Some((ProvenValue::Loss(2), 0));
                }
                Urgency::Lost => break Some((ProvenValue::Draw, 0)),
                Urgency::Four(_) if is_seen => break Some((ProvenValue::Win(3), 0)),
                Urgency::Block(point) => self.play(point),
                Urgency::Four(_) | Urgency::Blocks(_) | Urgency::Threat(_) | Urgency::Calm => {
                    break self.judge(effort, ctl);
                }
            }
            blocks += 1;
        };
        // A stop undoes the blocks too.
        let before = |(proven, value): (ProvenValue, i32)| (proven.before(), -value);
        (0..blocks).fold(seen, |seen, _| {
            self.undo();
            seen.map(before)
        })
    }

    /// Probes the table, then searches for a VCF and VCT, then evaluates statically.
    fn judge(&mut self, effort: Effort, ctl: &mut Control<'_>) -> Option<(ProvenValue, i32)> {
        let key = self.field.key() ^ self.salt;
        let entry = self.table.probe::<Point>(key, 0);
        if let Some(entry) = &entry
            && (entry.depth >= effort.depth || entry.score.is_decisive())
        {
            return Some((ProvenValue::of(entry.score), value(entry.score)));
        }
        let mut score = None;
        if effort.fours.fours > 0
            && self.field.patterns().has_at_least(self.field.side_to_move(), Class::Four)
            && let AttackResult::Win(plies) = self.fours.any(&mut self.field, effort.fours, || ctl.visit_side_search(0))
        {
            score = Some(Score::mate_in(plies));
        }
        if score.is_none()
            && effort.threats > 0
            && let SolverVerdict::Win { plies, .. } =
                self.threats.solve(&mut self.field, effort.threats, || ctl.visit_side_search(0)).verdict
        {
            score = Some(Score::mate_in(plies));
        }
        if ctl.stopped() {
            return None;
        }
        let score = score.unwrap_or_else(|| self.evaluator.evaluate(&self.field));
        let entry =
            TtEntry::<Point> { mv: None, score, eval: None, depth: effort.depth, bound: Bound::Exact, pv: false };
        self.table.store(key, 0, &entry);
        Some((ProvenValue::of(score), value(score)))
    }

    /// Evaluates the present node with more nodes, and expands it if it stays open.
    fn expand(&mut self, id: Id, ply: usize, ctl: &mut Control<'_>) -> Option<()> {
        let (proven, _) = self.look(self.effort(ply, true), ctl)?;
        self.tree.prove(id, proven);
        if proven != ProvenValue::Open {
            return Some(());
        }
        let mut edges = Vec::with_capacity(MOVES_MAX);
        let is_legal = |point: &Point| self.field.is_legal(*point, self.field.side_to_move());
        let whole = match threats::urgency(&self.field) {
            Urgency::Block(point) => {
                self.prior.list(&self.field, std::iter::once(point), 1, &mut edges);
                true
            }
            Urgency::Blocks(points) => {
                self.prior.list(&self.field, points.into_iter(), points.len(), &mut edges);
                true
            }
            Urgency::Threat(threat) if self.vision.threes => {
                let mut points = threats::answers(&self.field, threat);
                points.extend(threats::fours(&self.field));
                points.sort_unstable();
                let mut last = None;
                let fresh = points.into_iter().filter(|&point| last.replace(point) != Some(point));
                self.prior.list(&self.field, fresh, usize::MAX, &mut edges);
                true
            }
            _ => {
                self.prior.list(&self.field, calm(&self.field).filter(is_legal), MOVES_MAX, &mut edges);
                false
            }
        };
        if !self.tree.has_room(edges.len()) {
            return Some(());
        }
        self.tree.expand(id, &edges, whole);
        if edges.is_empty() {
            self.widen(id);
        }
        Some(())
    }

    /// Widens the present node to every legal move, once all of its moves lose.
    fn widen(&mut self, id: Id) {
        let known = self.tree.edges(id).to_vec();
        if !known.is_empty() && (self.tree.node(id).is_whole() || known.iter().any(|edge| edge.node().is_none())) {
            return;
        }
        let mut edges = known.clone();
        let is_new = |point: &Point| known.iter().all(|edge| edge.point != *point);
        let side = self.field.side_to_move();
        let empty = self.field.patterns().board().empty_points().filter(is_new);
        let legal = empty.filter(|&point| self.field.is_legal(point, side));
        self.prior.list(&self.field, legal, usize::MAX, &mut edges);
        if edges.is_empty() {
            self.tree.prove(id, ProvenValue::Draw);
        } else if self.tree.has_room(edges.len()) {
            self.tree.expand(id, &edges, true);
            self.tree.update_proven(id);
        }
    }

    /// Returns whether the root has a proof.
    pub(super) fn is_decided(&self) -> bool {
        self.tree.node(ROOT).proven() != ProvenValue::Open
    }

    /// Lists the root's moves with their statistics, the best first.
    pub(super) fn visited(&self) -> Vec<Visited> {
        let visited = |edge: usize| {
            let Edge { point, .. } = self.tree.edges(ROOT)[edge];
            let visits = self.tree.edges(ROOT)[edge].node().map(|child| self.tree.node(child).visits());
            Visited { point, visits: visits.unwrap_or(0), score: visits.map(|_| self.tree.score(ROOT, edge)) }
        };
        self.tree.ranking(ROOT).into_iter().map(visited).collect()
    }

    /// Returns the PV that begins with the root move at `edge`.
    fn line(&mut self, edge: usize) -> Vec<Point> {
        if self.win.first() == Some(&self.tree.edges(ROOT)[edge].point) {
            return self.win.clone();
        }
        let mut line = Vec::new();
        let mut next = Some(self.tree.edges(ROOT)[edge]);
        let mut is_over = false;
        while let Some(Edge { point, .. }) = next.filter(|_| line.len() < MAX_PLY) {
            is_over = self.field.class(point, self.field.side_to_move()) == Class::Five;
            self.field.play(point);
            line.push(point);
            let best = |id| self.tree.ranking(id).first().map(|&edge| self.tree.edges(id)[edge]);
            next = next.and_then(|edge| edge.node()).and_then(best).filter(|edge| edge.node().is_some());
        }
        let shown = match threats::urgency(&self.field) {
            Urgency::Five(point) | Urgency::Block(point) | Urgency::Blocks([point, _]) | Urgency::Four(point) => {
                Some(point)
            }
            Urgency::Lost | Urgency::Threat(_) | Urgency::Calm => None,
        };
        line.iter().for_each(|_| self.field.undo());
        line.extend(shown.filter(|_| !is_over));
        line
    }
}

/// Returns the total of simulations after an iteration.
fn simulations(depth: Depth) -> u64 {
    (SIMULATIONS * GROWTH.powi(depth)) as u64
}

impl<E: Evaluator> Searcher for MctsSearch<'_, E> {
    type Move = Point;

    fn static_look(&mut self, mv: Point) -> Score {
        self.play(mv);
        let score = -self.evaluator.evaluate(&self.field);
        self.undo();
        score
    }

    /// Runs the simulations of one iteration. A stopped one counts too: the statistics of the tree stay valid.
    fn search_root(
        &mut self,
        roots: &mut [RootMove<Point>],
        depth: Depth,
        window: Window,
        ctl: &mut Control<'_>,
    ) -> Score {
        if ctl.stopped() {
            return Score::DRAW;
        }
        if !self.begun {
            self.begin(ctl);
        }
        self.deepening |= roots.len() == self.roots.len();
        let before = ctl.nodes();
        let is_open = |search: &MctsSearch<'_, E>| search.tree.node(ROOT).proven() == ProvenValue::Open;
        if self.deepening {
            while self.simulations < simulations(depth) && is_open(self) && self.simulate(None, ctl) {
                self.simulations += 1;
            }
        } else {
            for root in roots.iter() {
                let _ =
                    (0..simulations(depth)).take_while(|_| is_open(self) && self.simulate(Some(root.mv), ctl)).count();
            }
        }
        if self.tree.node(ROOT).visits() == 0 && is_open(self) {
            return Score::DRAW;
        }
        // The driver sorts by score, but the order is by visits. So no score may exceed that of a move with more
        // visits.
        let mut ceiling = Score::INFINITE;
        for edge in self.tree.ranking(ROOT) {
            let score = self.tree.score(ROOT, edge);
            let score = if score.is_decisive() || !self.deepening { score } else { score.min(ceiling - 1) };
            ceiling = score;
            let point = self.tree.edges(ROOT)[edge].point;
            if let Some(root) = roots.iter_mut().find(|root| root.mv == point) {
                root.nodes += ctl.nodes() - before;
                if score > window.alpha {
                    root.raise(score, &self.line(edge)[1..]);
                }
                return score;
            }
        }
        Score::DRAW
    }

    /// A proof holds at any depth; a longer search finds no shorter win.
    fn has_seen_all(&self, _plies: Depth, _depth: Depth) -> bool {
        true
    }
}
