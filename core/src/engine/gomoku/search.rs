//! The tree search: a principal-variation search that plays only what matters.
//!
//! Fives, fours and straight fours are decided without searching, answers to a four cost no depth, and against a
//! straight four to come only fours and the points that may stop it are tried. Leaves, and nodes on the way, ask the
//! search for continuous fours first.

use super::eval::evaluate;
use super::field::Field;
use super::order::{Candidates, Memory, Picker};
use super::params::{
    self, DEFENCE_NODES, DEFENCE_NODES_MIN, FUTILITY, FUTILITY_DEPTH, IN_PERIL, INNER_NODES, LEAF_NODES, MOVES_BASE,
    MOVES_MAX, MOVES_STEP, REVERSE_FUTILITY, ROOT_NODES, Sight, THREAT_SHARE,
};
use super::threats::{self, Points, Urgency};
use super::vcf::{self, Attack, Solver, Verdict};
use super::vct;
use crate::base::depth::MAX_PLY;
use crate::base::{Depth, Key, Score};
use crate::gomoku::Point;
use crate::gomoku::pattern::Class;
use crate::search::{Bound, Control, Entry, Level, PvTable, RootMove, Searcher, Table, TtMove, Window};

impl TtMove for Point {
    fn pack(self) -> u16 {
        self.index() as u16
    }

    fn unpack(bits: u16) -> Point {
        // A word torn from two others may hold any number; the search plays no move that is not legal.
        Point::from_index(usize::from(bits) % Point::COUNT).expect("the number was made to fit")
    }
}

/// The family of [`Key::feature`] that keeps the levels' table entries apart.
const FAMILY_LEVEL: u32 = 0x68;
/// The fewest and the most places in the tables of the searches for forced wins.
const ENTRIES: (u64, u64) = (1 << 9, 1 << 16);

/// One thread's search.
pub struct Search<'a> {
    field: Field,
    table: &'a Table,
    /// Keeps what levels that see differently store apart.
    salt: Key,
    sight: &'static Sight,
    memory: Memory,
    pv: PvTable<Point>,
    solver: Solver,
    /// Looks for wins by threats at the root.
    threats: vct::Solver,
    /// Keys of attacks whose search ended at its bound, so that it is not begun again and again.
    given_up: Vec<[u64; 2]>,
    /// The root moves of the whole search, of which the driver may ask for some.
    roots: Vec<Point>,
    /// What was found at the root before the first iteration.
    facts: Option<RootFacts>,
    /// The most positions that the searches for fours at the root may take.
    root_nodes: u64,
}

/// What searches for continuous fours say about the root moves.
#[derive(Debug, Default)]
struct RootFacts {
    /// An own win: its moves and its plies.
    win: Option<(Vec<Point>, usize)>,
    /// Moves after which the enemy wins by continuous fours, with the plies of that win.
    losing: Vec<(Point, Vec<Point>, usize)>,
}

/// What a node is asked.
#[derive(Clone, Copy)]
struct Node {
    alpha: Score,
    beta: Score,
    ply: usize,
    depth: Depth,
}

impl<'a> Search<'a> {
    /// Makes the searcher of one thread of a search of `nodes` positions. `root_nodes` bounds the searches for fours at the root.
    #[must_use]
    pub fn new(
        field: Field,
        roots: Vec<Point>,
        table: &'a Table,
        level: Level,
        nodes: Option<u64>,
        root_nodes: u64,
    ) -> Search<'a> {
        // A search that is short anyway does not begin by clearing megabytes.
        let entries = nodes.unwrap_or(u64::MAX).clamp(ENTRIES.0, ENTRIES.1).next_power_of_two() as usize;
        let sight = params::sight(level);
        Search {
            salt: Key::feature(FAMILY_LEVEL, u32::from(level.number())),
            field,
            table,
            sight,
            memory: Memory::default(),
            pv: PvTable::new(),
            solver: Solver::new(entries),
            threats: vct::Solver::new(entries),
            given_up: vec![[0; 2]; entries],
            roots,
            facts: None,
            root_nodes: root_nodes.min(ROOT_NODES),
        }
    }

    /// Looks for continuous fours of both sides at the root, and for the moves that do not stop the enemy's.
    fn look_around(&mut self, ctl: &mut Control<'_>) -> RootFacts {
        let mut facts = RootFacts::default();
        let limits = |fours, nodes| vcf::Limits { fours, nodes };
        if self.roots.len() == 1 {
            // Where there is no choice the answer must not wait.
            return facts;
        }
        let own = limits(self.sight.own_fours, self.root_nodes);
        if own.fours > 0
            && let Verdict::Win { moves, plies } = self.solver.shortest(&mut self.field, own, || ctl.visit(0)).verdict
        {
            facts.win = Some((moves, plies));
            return facts;
        }
        let threats = (self.root_nodes / THREAT_SHARE).min(self.sight.threat_nodes);
        if let Verdict::Win { moves, plies } = self.threats.solve(&mut self.field, threats, || ctl.visit(0)).verdict {
            facts.win = Some((moves, plies));
            return facts;
        }
        let enemy = limits(self.sight.enemy_fours, self.root_nodes);
        if enemy.fours == 0 || self.field.fives(!self.field.side()) > 0 {
            return facts;
        }
        self.field.pass();
        let by_fours = self.solver.shortest(&mut self.field, enemy, || ctl.visit(0)).verdict;
        let by_threats = matches!(by_fours, Verdict::None | Verdict::Unknown)
            && matches!(self.threats.solve(&mut self.field, threats, || ctl.visit(0)).verdict, Verdict::Win { .. });
        self.field.pass();
        if !by_threats && !matches!(by_fours, Verdict::Win { .. }) {
            return facts;
        }
        // Together they may take as long as one search for the enemy's win.
        let share = self.root_nodes / self.roots.len() as u64;
        let fours = limits(self.sight.enemy_fours, share.clamp(DEFENCE_NODES_MIN, DEFENCE_NODES));
        let threats = (share / THREAT_SHARE).min(self.sight.threat_nodes);
        for index in 0..self.roots.len() {
            let mv = self.roots[index];
            self.field.play(mv);
            // A four of ours must be blocked before anything else: what it is worth, the search will say.
            if self.field.fives(!self.field.side()) == 0 {
                facts.losing.extend(self.refutation(fours, threats, ctl).map(|(line, plies)| (mv, line, plies)));
            }
            self.field.undo();
            if ctl.stopped() {
                break;
            }
        }
        facts
    }

    /// Returns how the side to move wins by fours or threats, and in how many plies.
    fn refutation(&mut self, fours: vcf::Limits, threats: u64, ctl: &mut Control<'_>) -> Option<(Vec<Point>, usize)> {
        if let Attack::Win(plies) = self.solver.any(&mut self.field, fours, || ctl.visit(1)) {
            return Some((self.solver.line(), plies));
        }
        match self.threats.solve(&mut self.field, threats, || ctl.visit(1)).verdict {
            Verdict::Win { moves, plies } => Some((moves, plies)),
            Verdict::None | Verdict::Unknown => None,
        }
    }

    /// Searches one move of a node: narrowly and less deep first if `reduction` asks, then as far as needed.
    fn child(&mut self, mv: Point, node: Node, first: bool, reduction: Depth, ctl: &mut Control<'_>) -> Score {
        let Node { alpha, beta, ply, depth } = node;
        self.field.play(mv);
        let below = |alpha: Score, beta: Score, depth| Node { alpha: -beta, beta: -alpha, ply: ply + 1, depth };
        let mut score = Score::DRAW;
        let mut wanted = first;
        if !first {
            score = -self.node(below(alpha, alpha + 1, depth - 1 - reduction), ctl);
            if score > alpha && reduction > 0 && !ctl.stopped() {
                score = -self.node(below(alpha, alpha + 1, depth - 1), ctl);
            }
            wanted = score > alpha && score < beta && !ctl.stopped();
        }
        if wanted {
            score = -self.node(below(alpha, beta, depth - 1), ctl);
        }
        self.field.undo();
        score
    }

    /// Searches the present position.
    fn node(&mut self, mut node: Node, ctl: &mut Control<'_>) -> Score {
        let ply = node.ply;
        self.pv.clear(ply);
        if ctl.visit(ply) || ply >= MAX_PLY - 1 {
            return evaluate(&self.field, self.sight.threes);
        }
        if self.field.is_full() {
            return Score::DRAW;
        }
        // Nothing below can be better than winning with the next stone or worse than losing to the one after it.
        node.alpha = node.alpha.max(Score::mated_in(ply));
        node.beta = node.beta.min(Score::mate_in(ply + 1));
        if node.alpha >= node.beta {
            return node.alpha;
        }
        match threats::urgency(&self.field) {
            Urgency::Five(point) => {
                self.pv.clear(ply + 1);
                self.pv.raise(ply, point);
                Score::mate_in(ply + 1)
            }
            Urgency::Lost => {
                let side = self.field.side();
                if self.field.can_move(side) { Score::mated_in(ply + 2) } else { Score::DRAW }
            }
            Urgency::Block(point) => {
                let deeper = Node { depth: node.depth + 1, ..node };
                let score = self.child(point, deeper, true, 0, ctl);
                if score > node.alpha && !ctl.stopped() {
                    self.pv.raise(ply, point);
                }
                score
            }
            Urgency::Four(point) if self.sight.threes || node.depth > 0 => {
                self.pv.clear(ply + 1);
                self.pv.raise(ply, point);
                Score::mate_in(ply + 3)
            }
            Urgency::Threat(point) if self.sight.threes || node.depth > 0 => self.search(node, Some(point), ctl),
            Urgency::Four(_) | Urgency::Threat(_) | Urgency::Calm => self.search(node, None, ctl),
        }
    }

    /// Searches a position without fives; `threat` is where the enemy will make a straight four or two fours.
    fn search(&mut self, node: Node, threat: Option<Point>, ctl: &mut Control<'_>) -> Score {
        let Node { alpha, beta, ply, depth } = node;
        let is_pv = beta - alpha > Score(1);
        let key = self.field.key() ^ self.salt;
        let entry = self.table.probe::<Point>(key, ply);
        if !is_pv && let Some(score) = entry.as_ref().and_then(|entry| entry.cutoff(depth, alpha, beta)) {
            return score;
        }
        if let Some(plies) = self.win_by_fours(depth, ctl) {
            let score = Score::mate_in(ply + plies);
            self.table.store(key, ply, &Entry::<Point> { mv: None, score, eval: None, depth: 64, bound: Bound::Lower });
            return score;
        }
        if ctl.stopped() {
            return Score::DRAW;
        }
        let eval =
            entry.as_ref().and_then(|entry| entry.eval).unwrap_or_else(|| evaluate(&self.field, self.sight.threes));
        let enemy = !self.field.side();
        let has_fours = self.field.patterns().has_at_least(self.field.side(), Class::Four);
        if threat.is_none() {
            if depth <= 0 {
                return eval;
            }
            let safe = self.field.patterns().count_of(enemy, Class::FourThree) == 0;
            if !is_pv
                && safe
                && depth <= FUTILITY_DEPTH
                && !beta.is_decisive()
                && eval - REVERSE_FUTILITY * depth >= beta
            {
                return eval;
            }
        }
        let first = entry.and_then(|entry| entry.mv).filter(|&mv| self.can_play(mv));
        let candidates = match threat {
            None => Candidates::Calm,
            Some(point) => {
                let mut points = threats::answers(&self.field, point);
                if depth > 0 {
                    for four in threats::fours(&self.field) {
                        if !points.contains(&four) {
                            points.push(four);
                        }
                    }
                }
                Candidates::Listed(points)
            }
        };
        let picker = Picker::new(candidates, ply, first);
        let best = self.try_moves(node, picker, eval, threat.is_some(), ctl);
        if ctl.stopped() {
            return best.score;
        }
        // Below depth zero own fours were left out: the loss is not proved while there are any.
        if depth <= 0 && best.score.is_loss() && has_fours {
            return IN_PERIL;
        }
        let bound = Bound::of(best.score, alpha, beta);
        self.table.store(key, ply, &Entry { mv: best.mv, score: best.score, eval: Some(eval), depth, bound });
        best.score
    }

    /// Tries the moves of a node in their order.
    fn try_moves(&mut self, node: Node, mut picker: Picker, eval: Score, forced: bool, ctl: &mut Control<'_>) -> Best {
        let Node { mut alpha, beta, ply, depth } = node;
        let is_pv = beta - alpha > Score(1);
        let (mover, waiter) = (self.field.side(), !self.field.side());
        let mut best = Best { score: Score::mated_in(ply + 4), mv: None };
        let mut found_any = false;
        let mut quiets = Points::new();
        let mut count = 0;
        let quiet_max = MOVES_BASE + MOVES_STEP * (depth * depth).max(0) as usize;
        while let Some(mv) = picker.next(&self.field, &self.memory) {
            let (own, taken) = (self.field.class(mv, mover), self.field.class(mv, waiter));
            let is_quiet = own < Class::OpenThree && taken < Class::Four;
            if !forced && found_any && !best.score.is_loss() {
                if count >= MOVES_MAX {
                    break;
                }
                if is_quiet && !is_pv {
                    if quiets.len() >= quiet_max {
                        continue;
                    }
                    if depth <= FUTILITY_DEPTH && eval + FUTILITY * depth + quiet_gain(own, taken) <= alpha {
                        continue;
                    }
                }
            }
            if !self.field.is_legal(mv, mover) {
                continue;
            }
            count += 1;
            let reduction = if forced || own >= Class::Four || depth < 3 || count < 4 {
                0
            } else {
                reduction(depth, count, is_pv, is_quiet)
            };
            let score = self.child(mv, Node { alpha, beta, ply, depth }, count == 1, reduction, ctl);
            if ctl.stopped() {
                return best;
            }
            if !found_any || score > best.score {
                best.score = score;
                found_any = true;
            }
            if score > alpha {
                best.mv = Some(mv);
                self.pv.raise(ply, mv);
                alpha = score;
                if score >= beta {
                    self.reward(mv, own, &quiets, ply, depth);
                    break;
                }
            }
            if own < Class::Four {
                quiets.push(mv);
            }
        }
        if !found_any && !self.field.can_move(mover) {
            best.score = Score::DRAW;
        } else if !found_any && !forced {
            // Every point nearby is forbidden.
            best.score = eval;
        }
        best
    }

    /// Learns from a move that cut off and from those that did not.
    fn reward(&mut self, mv: Point, class: Class, quiets: &[Point], ply: usize, depth: Depth) {
        if class >= Class::Four {
            return;
        }
        let side = self.field.side();
        let bonus = (32 * depth * depth).clamp(16, 2000);
        self.memory.history.update(side, 0, mv.index(), bonus);
        for &other in quiets {
            self.memory.history.update(side, 0, other.index(), -bonus);
        }
        self.memory.killers.push(ply, mv);
    }

    /// Returns the plies of a win by continuous fours of the side to move, if the level looks so far.
    fn win_by_fours(&mut self, depth: Depth, ctl: &mut Control<'_>) -> Option<usize> {
        let fours = self.sight.tree_fours;
        if fours == 0 || !self.field.patterns().has_at_least(self.field.side(), Class::Four) {
            return None;
        }
        let nodes = if depth <= 0 { LEAF_NODES } else { INNER_NODES };
        let key = self.field.key().0;
        let place = key as usize & (self.given_up.len() - 1);
        let [known, enough] = self.given_up[place];
        if known == key && enough >= nodes {
            return None;
        }
        match self.solver.any(&mut self.field, vcf::Limits { fours, nodes }, || ctl.visit(0)) {
            Attack::Win(plies) => Some(plies),
            Attack::Ended => {
                self.given_up[place] = [key, nodes];
                None
            }
            Attack::Exhausted | Attack::TooShort => None,
        }
    }

    /// Returns whether a remembered move can be played here.
    fn can_play(&self, mv: Point) -> bool {
        self.field.patterns().board().is_empty_at(mv)
    }
}

/// The best of the moves tried.
#[derive(Clone, Copy)]
struct Best {
    score: Score,
    mv: Option<Point>,
}

/// Returns what a quiet move may be worth beyond the static evaluation, in centipawns.
fn quiet_gain(own: Class, taken: Class) -> i32 {
    20 * own.index() as i32 + 10 * taken.index() as i32
}

/// Returns by how many plies a late move is searched less deep.
fn reduction(depth: Depth, count: usize, is_pv: bool, is_quiet: bool) -> Depth {
    let late = match count {
        0..6 => 1,
        6..16 => 2,
        _ => 3,
    };
    let deep = if depth >= 7 { 1 } else { 0 };
    (late + deep - Depth::from(is_pv) - Depth::from(!is_quiet)).clamp(0, depth - 1)
}

impl Searcher for Search<'_> {
    type Move = Point;

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
            None => self.look_around(ctl),
        };
        let score = self.search_moves(roots, depth, window, &facts, ctl);
        self.facts = Some(facts);
        score
    }
}

impl Search<'_> {
    /// Searches the root moves, those that are decided by `facts` without a search.
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
        let side = self.field.side();
        for (index, root) in roots.iter_mut().enumerate() {
            let before = ctl.nodes();
            let refuted = facts.losing.iter().find(|(mv, _, _)| *mv == root.mv);
            let own = self.field.class(root.mv, side);
            let score = match refuted {
                _ if own == Class::Five => Score::mate_in(1),
                Some((_, _, plies)) => Score::mated_in(1 + plies),
                None => {
                    let is_quiet = own < Class::OpenThree && self.field.class(root.mv, !side) < Class::Four;
                    let late = index >= 4 && depth >= 3 && own < Class::Four;
                    let reduction = if late { reduction(depth, index, true, is_quiet) } else { 0 };
                    self.child(root.mv, Node { alpha, beta, ply: 0, depth }, best == -Score::INFINITE, reduction, ctl)
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
